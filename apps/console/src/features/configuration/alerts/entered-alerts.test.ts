import { expect, test } from 'vitest';
import { enteredAlerts, NOTHING_ENTERED, type EnteredAlertsAction } from './entered-alerts.ts';

const enter = (key: string, change: object): EnteredAlertsAction => ({ kind: 'enter', key, change });
const saved = (sent: object): EnteredAlertsAction => ({
  kind: 'saved',
  sent: new Map(Object.entries(sent)),
});
const ADA = ['ada@example.org'];

test.each<[string, readonly EnteredAlertsAction[], object]>([
  ['a value', [enter('cpu', { on: true })], { cpu: { on: true } }],
  [
    'two values',
    [enter('cpu', { on: true }), enter('cpu', { threshold: 5 })],
    { cpu: { on: true, threshold: 5 } },
  ],
  [
    'the last of a field',
    [enter('cpu', { threshold: 5 }), enter('cpu', { threshold: null })],
    { cpu: { threshold: null } },
  ],
  [
    'values of two entries',
    [enter('cpu', { on: true }), enter('memory', { on: false })],
    { cpu: { on: true }, memory: { on: false } },
  ],
  ['nothing after a save', [enter('cpu', { on: true }), saved({ cpu: { on: true } })], {}],
  [
    'what was entered for another entry since',
    [enter('cpu', { on: true }), enter('memory', { on: true }), saved({ cpu: { on: true } })],
    { memory: { on: true } },
  ],
  [
    'another field that was entered since',
    [enter('cpu', { on: true }), enter('cpu', { threshold: 6 }), saved({ cpu: { on: true } })],
    { cpu: { threshold: 6 } },
  ],
  [
    'another value of the same field',
    [enter('cpu', { threshold: 7 }), saved({ cpu: { threshold: 6 } })],
    { cpu: { threshold: 7 } },
  ],
  [
    'no recipients that were sent',
    [enter('cpu', { recipientList: ADA }), saved({ cpu: { recipientList: ADA } })],
    {},
  ],
  ['nothing of an entry that has none', [saved({ cpu: { on: true } })], {}],
])('%s', (_, actions, expected) => {
  expect(Object.fromEntries(actions.reduce(enteredAlerts, NOTHING_ENTERED))).toEqual(expected);
});
