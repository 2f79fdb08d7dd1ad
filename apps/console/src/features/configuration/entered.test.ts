import { expect, test } from 'vitest';
import { entered, type EnteredAction } from './entered.ts';

interface Values {
  readonly size: string;
  readonly minutes: number | string;
  readonly ha: boolean;
}

const enter = (change: Partial<Values>): EnteredAction<Values> => ({ kind: 'enter', change });
const saved = (sent: Partial<Values>): EnteredAction<Values> => ({ kind: 'saved', sent });

test.each<[string, readonly EnteredAction<Values>[], Partial<Values>]>([
  ['a value', [enter({ ha: true })], { ha: true }],
  ['values of two fields', [enter({ ha: true }), enter({ size: 'TG-1' })], { ha: true, size: 'TG-1' }],
  ['the last value of a field', [enter({ minutes: 5 }), enter({ minutes: '' })], { minutes: '' }],
  ['nothing after a save', [enter({ ha: false }), saved({ ha: false })], {}],
  [
    'a field that was entered since',
    [enter({ ha: true }), enter({ minutes: 6 }), saved({ ha: true })],
    { minutes: 6 },
  ],
  ['another value that was entered since', [enter({ ha: false }), saved({ ha: true })], { ha: false }],
  ['nothing of a field that has none', [saved({ ha: true })], {}],
])('%s', (_, actions, expected) => {
  const start: Partial<Values> = {};
  expect(actions.reduce(entered<Values>, start)).toEqual(expected);
});

test('values are not changed in place', () => {
  const before: Partial<Values> = { ha: true };
  entered<Values>(before, saved({ ha: true }));
  expect(before).toEqual({ ha: true });
});
