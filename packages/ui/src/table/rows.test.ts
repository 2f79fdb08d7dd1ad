import { describe, expect, it } from 'vitest';
import type { DataTableColumn } from './columns.ts';
import { compareValues, csvRows, pageCount, rowFilter, sortRows, viewRows, withDescendants } from './rows.ts';

interface Row {
  readonly name: string;
  readonly size: number | null;
  readonly below?: readonly Row[];
}
const ROWS: readonly Row[] = [
  { name: 'db 10', size: 5 },
  {
    name: 'db 2',
    size: null,
    below: [
      { name: 'snap b', size: 1 },
      { name: 'snap a', size: 2 },
    ],
  },
  { name: 'db 1', size: 70 },
];
const COLUMNS: readonly DataTableColumn<Row>[] = [
  { id: 'name', header: 'Name', cell: (row) => row.name, sortBy: (row) => row.name },
  {
    id: 'size',
    header: 'Size',
    cell: (row) => row.size,
    sortBy: (row) => row.size,
    text: (row) => (row.size === null ? '' : `${row.size} KB`),
  },
  { id: 'kind', header: 'Kind', cell: () => null, text: () => 'Database' },
  { id: 'actions', header: 'Actions', cell: () => null },
];
const childRows = (row: Row): readonly Row[] => row.below ?? [];
const names = (rows: readonly Row[]): string[] => rows.map((row) => row.name);
const view = (
  filter: string,
  open: readonly string[] = [],
  sort: { id: string; desc: boolean } | null = null,
) =>
  viewRows(ROWS, {
    columns: COLUMNS,
    sort,
    filter,
    childRows,
    rowKey: (row) => row.name,
    isOpen: (key) => open.includes(key),
  }).flatMap((group) => group.placed.map(({ row, depth, open: is }) => [row.name, depth, is]));

describe('compareValues', () => {
  it('counts numbers in texts, mixes number and bigint, and puts nothing last', () => {
    expect(compareValues('a10', 'a9')).toBeGreaterThan(0);
    expect(compareValues(2, 10n)).toBeLessThan(0);
    expect(compareValues(null, 1)).toBe(1);
    expect(compareValues(1, null)).toBe(-1);
    expect(compareValues(null, null)).toBe(0);
  });
});

describe('sortRows', () => {
  it('keeps rows with nothing last either way', () => {
    expect(names(sortRows(ROWS, COLUMNS, { id: 'size', desc: false }))).toEqual(['db 10', 'db 1', 'db 2']);
    expect(names(sortRows(ROWS, COLUMNS, { id: 'size', desc: true }))).toEqual(['db 1', 'db 10', 'db 2']);
  });

  it('leaves the order as given without a column, or with one that does not sort', () => {
    expect(sortRows(ROWS, COLUMNS, null)).toBe(ROWS);
    expect(sortRows(ROWS, COLUMNS, { id: 'actions', desc: true })).toBe(ROWS);
    expect(sortRows(ROWS, COLUMNS, { id: 'gone', desc: true })).toBe(ROWS);
  });
});

describe('rowFilter', () => {
  it('wants every word, in any column, however written', () => {
    const matches = (filter: string): string[] =>
      names(ROWS.filter(rowFilter(COLUMNS, filter) ?? (() => true)));
    expect(matches('DB 70')).toEqual(['db 1']);
    expect(matches('kb database')).toEqual(['db 10', 'db 1']);
    expect(matches('db snap')).toEqual([]);
    expect(rowFilter(COLUMNS, '  ')).toBeNull();
  });
});

describe('viewRows', () => {
  it('shows what is below open rows, in the same order', () => {
    expect(view('', ['db 2'], { id: 'name', desc: false })).toEqual([
      ['db 1', 0, null],
      ['db 2', 0, true],
      ['snap a', 1, null],
      ['snap b', 1, null],
      ['db 10', 0, null],
    ]);
    expect(view('')).toEqual([
      ['db 10', 0, null],
      ['db 2', 0, false],
      ['db 1', 0, null],
    ]);
  });

  it('shows what matches below a closed row, and keeps what is below a match', () => {
    expect(view('snap 2')).toEqual([
      ['db 2', 0, null],
      ['snap a', 1, null],
    ]);
    expect(view('db 2', ['db 2'])).toEqual([
      ['db 2', 0, true],
      ['snap b', 1, null],
      ['snap a', 1, null],
    ]);
  });
});

describe('csvRows', () => {
  it('writes columns that say something; numbers as numbers', () => {
    const all = ROWS.flatMap((row) => [...withDescendants(row, childRows)]);
    expect(csvRows(all.slice(0, 3), COLUMNS)).toEqual([
      ['Name', 'Size', 'Kind'],
      ['db 10', 5, 'Database'],
      ['db 2', '', 'Database'],
      ['snap b', 1, 'Database'],
    ]);
  });
});

describe('pageCount', () => {
  it('is at least one', () => {
    expect([pageCount(0, 10), pageCount(10, 10), pageCount(11, 10)]).toEqual([1, 1, 2]);
  });
});
