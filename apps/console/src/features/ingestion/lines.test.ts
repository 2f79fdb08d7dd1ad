import { expect, test } from 'vitest';
import { curve, drawnColumns, linesBetween, MOST_DRAWN, ROW_PX, targetRows } from './lines.ts';
import type { Mapping, Slot } from './mapping.ts';
import type { Source } from './source.ts';
import { EVERY_ROW } from './where.ts';

const slot = (name: string, source: Source): Slot => ({
  ...{ name, type: 'STRING', form: 'scalar', required: false },
  source,
});
const town: Source = { kind: 'column', index: 1 };
const mapping: Mapping = {
  key: 'm0',
  file: 'a.csv',
  target: { kind: 'vertex', type: 'Airport' },
  slots: [
    slot('iata', { kind: 'column', index: 0 }),
    slot('city', { kind: 'function', name: 'gsql_concat', args: [town, town, { kind: 'column', index: 2 }] }),
    slot('country', { kind: 'literal', text: 'US' }),
  ],
  endsMustExist: true,
  where: EVERY_ROW,
};

test('a line leads from each column to each attribute that it fills, once', () => {
  const rows = targetRows([mapping]);
  expect(rows.map((row) => (row.kind === 'target' ? 'Airport' : row.slot.name))).toEqual([
    'Airport',
    'iata',
    'city',
    'country',
  ]);
  expect(
    linesBetween([0, 2, 1], rows).map(({ from, to, plain }) => [from / ROW_PX, to / ROW_PX, plain]),
  ).toEqual([
    [0.5, 1.5, true],
    [2.5, 2.5, false],
    [1.5, 2.5, false],
  ]);
  expect(linesBetween([1], rows).map(({ key }) => key)).toEqual(['m0 city 1']);
  expect(curve(15, 45)).toBe('M 0 15 C 70 15, 70 45, 140 45');
});

test('of very many columns those are drawn that are mapped, and those that are sought', () => {
  const columns = Array.from({ length: 20_000 }, (_, index) => `c${index}`);
  const late: Mapping = { ...mapping, slots: [slot('iata', { kind: 'column', index: 19_999 })] };
  const drawn = drawnColumns(columns, [late], '');
  expect([drawn.length, drawn[0], drawn[1]]).toEqual([MOST_DRAWN, 19_999, 0]);
  expect(drawnColumns(columns, [late], ' C1999 ')).toEqual([
    1999,
    ...Array.from({ length: 10 }, (_, n) => 19_990 + n),
  ]);
});
