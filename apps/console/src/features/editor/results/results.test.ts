import type { WorkspaceClient } from '@acacia/api-client';
import { describe, expect, it } from 'vitest';
import { prettyJson } from '../pretty-json.ts';
import { jsonRows } from './json-rows.ts';
import { chartNote, proposedChart, valueName } from './chart-choice.ts';
import { filterOf, filterText, type FilterDraft } from './filters.ts';
import { logBefore } from './log-text.ts';
import { cellsOf, isSelected, moved, wholeView } from './selection.ts';
import { columnsOf, shownText, tsvOf } from './table-data.ts';
import { readPage } from './useRows.ts';

describe('tables', () => {
  it('give ids and rounded numbers their room, and keep what is left over at the end', () => {
    const id = '4510000007919997';
    const row = [id, 9117.619999999999, 'x'.repeat(90)];
    const { template, least, numeric } = columnsOf(['id', 'n', 'text'], [row], 64);
    expect(template).toMatch(
      /^64px minmax\((\d+)px, \1px\) minmax\((\d+)px, \2px\) minmax\(360px, \d+px\) 1fr$/,
    );
    const [, first, , text] = template
      .split(/(?<=px\)?) (?=minmax)/)
      .map((track) => Number(/(\d+)px\)/.exec(track)?.[1]));
    // Digits are 8.6 pixels wide, and a cell has 24 of margins.
    expect(first).toBeGreaterThan(id.length * 8.6 + 24);
    expect(text).toBeGreaterThan(90 * 7);
    expect(least).toBeLessThan(1000);
    expect(numeric).toEqual([false, true, false]);
    expect(row.map(shownText).slice(0, 2)).toEqual([id, '9117.62']);
  });

  it('are copied as tab-separated text', () => {
    expect(
      tsvOf(
        ['a', 'b'],
        [
          ['x\ty', 9007199254740993n],
          [null, true],
        ],
      ),
    ).toBe('a\tb\nx y\t9007199254740993\n\ttrue');
  });

  it('are read by pages that the workspace may cut short', async () => {
    const asked: unknown[] = [];
    const runRows = (_: string, __: number, { offset = 0, rows = 0 }: { offset?: number; rows?: number }) => {
      asked.push([offset, rows]);
      const some = Math.min(rows, 60, 150 - offset);
      const list = Array.from({ length: some }, (_each, i) => ({
        row: offset + i,
        cells: [offset + i],
        cut: {},
      }));
      return Promise.resolve({ columns: ['n'], total: 150, rows: list });
    };
    const client = { runRows } as Partial<WorkspaceClient> as WorkspaceClient;
    const order = { sort: null, search: '', filters: [], column: 0 };
    const page = await readPage({ client, run: 'r', table: 0 }, order, 100);
    expect(page.rows.map(({ row }) => row)).toEqual(Array.from({ length: 50 }, (_, i) => 100 + i));
    expect((await readPage({ client, run: 'r', table: 0 }, order, 0)).rows).toHaveLength(100);
    expect(asked).toEqual([
      [100, 100],
      [0, 100],
      [60, 40],
    ]);
  });
});

it('leave the error to its place above the log, where the log ends with it', () => {
  expect(logBefore({ log: 'begin\nno such thing\n', error: 'no such thing' })).toBe('begin\n');
  expect(logBefore({ log: 'begin\n', error: 'Cancelled.' })).toBe('begin\n');
  expect(logBefore({ log: 'begin\n', error: null })).toBe('begin\n');
});

describe('filters', () => {
  const draft: FilterDraft = { column: 1, condition: 'contains', text: '', to: '', values: [] };

  it('are what was chosen, or say what is missing', () => {
    expect(filterOf({ ...draft, condition: 'not-contains', text: 'x' })).toEqual({
      ...{ kind: 'contains', column: 1, not: true, text: 'x' },
    });
    expect(filterOf({ ...draft, condition: 'range', to: '5' })).toEqual({
      ...{ kind: 'range', column: 1, not: false, from: null, to: '5' },
    });
    expect(filterOf({ ...draft, condition: 'not-empty' })).toEqual({ kind: 'empty', column: 1, not: true });
    expect(filterOf(draft)).toBe('Enter a text.');
    expect(filterOf({ ...draft, condition: 'range' })).toBe('Enter a lower or an upper end.');
    expect(filterOf({ ...draft, condition: 'oneOf' })).toBe('Enter at least one value.');
  });

  it('are told in words', () => {
    const words = (part: Partial<FilterDraft>) => {
      const filter = filterOf({ ...draft, ...part });
      return typeof filter === 'string' ? filter : filterText(filter, 'city');
    };
    expect(words({ text: 'ab' })).toBe('city contains “ab”');
    expect(words({ condition: 'not-equals', text: '' })).toBe('city ≠ “”');
    expect(words({ condition: 'range', text: '1', to: '2' })).toBe('city from 1 to 2');
    expect(words({ condition: 'not-oneOf', values: ['a', 'b', 'c'] })).toBe('city is none of “a” and 2 more');
    expect(words({ condition: 'not-empty' })).toBe('city is not empty');
  });
});

describe('a selection', () => {
  const bounds = { rows: 10, firstColumn: 200, columns: 3 };
  const start = { row: 4, column: 200 };

  it('is a rectangle between two corners, whichever was first', () => {
    const cells = cellsOf({ anchor: { row: 5, column: 202 }, focus: { row: 3, column: 201 } });
    expect(cells).toEqual({ offset: 3, rows: 3, column: 201, columns: 2 });
    expect(isSelected(cells, { row: 3, column: 202 })).toBe(true);
    expect(isSelected(cells, { row: 6, column: 202 })).toBe(false);
    expect(cellsOf(wholeView(bounds))).toEqual({ offset: 0, rows: 10, column: 200, columns: 3 });
  });

  it('moves and grows by the keyboard within the table, and begins with Shift', () => {
    expect(moved(null, 'ArrowDown', false, bounds, start)).toBeNull();
    const first = moved(null, 'ArrowDown', true, bounds, start);
    expect(first).toEqual({ anchor: start, focus: start });
    const grown = moved(first, 'ArrowRight', true, bounds, start);
    expect(grown).toEqual({ anchor: start, focus: { row: 4, column: 201 } });
    const gone = { row: 9, column: 202 };
    expect(moved({ anchor: gone, focus: gone }, 'ArrowDown', false, bounds, start)?.focus).toEqual(gone);
    expect(moved(first, 'x', true, bounds, start)).toBeNull();
  });
});

describe('charts', () => {
  const proposed = (rows: readonly (readonly (string | number | null)[])[]) => {
    const { kind, by, aggregate, of } = proposedChart(10, rows);
    return [kind, by, aggregate, of];
  };

  it('are proposed by the kinds of the columns', () => {
    expect(
      proposed([
        ['a', 1],
        ['b', 2],
        ['c', 5],
      ]),
    ).toEqual(['bars', 10, 'sum', 11]);
    expect(
      proposed([
        ['a', 1],
        ['a', 2],
        ['b', 5],
        ['b', 7],
      ]),
    ).toEqual(['bars', 10, 'count', 10]);
    expect(
      proposed([
        ['2024-01-01', 1],
        ['2024-01-02 10:00:00', 2],
      ]),
    ).toEqual(['time', 10, 'mean', 11]);
    expect(
      proposed([
        ['2024-01-01', 1],
        ['2024-01-01', 2],
      ]),
    ).toEqual(['time', 10, 'count', 11]);
    expect(
      proposed([
        ['t', 1.5],
        ['t', 2],
        ['t', null],
      ]),
    ).toEqual(['histogram', 11, 'count', 10]);
    expect(proposed([])).toEqual(['bars', 10, 'count', 10]);
  });

  it('say what they show and what is left out', () => {
    const choice = { kind: 'bars', by: 0, aggregate: 'mean', of: 1 } as const;
    expect(valueName(choice, 'age')).toBe('Mean of age');
    const points = [{ label: 'a', value: 1, rows: 1 }];
    const chart = { points, step: null, rows: 1_000_000, without: 1, groups: 1234 };
    expect(chartNote(choice, chart, 'city', true)).toBe(
      'Of 1,000,000 rows that search and filters leave. The 1 largest of 1,234 values of city are drawn. 1 row without a value in city is left out.',
    );
    const days = { points, step: 'day', rows: 2, without: 0, groups: 1 };
    expect(chartNote({ ...choice, kind: 'time' }, days, 'at', false)).toBe(
      'Of 2 rows. Each bar is a day, in UTC.',
    );
  });
});

describe('JSON', () => {
  const value = [{ a: 9007199254740993n, b: [] }, 'x'];
  it('is a tree whose closed branches tell their size', () => {
    const rows = jsonRows(value, (_, depth) => depth === 0);
    expect(rows.map(({ depth, name, text, open }) => [depth, name, text, open])).toEqual([
      [0, null, '2 items', true],
      [1, '0', '{ a: 9007199254740993, b: […] }', false],
      [1, '1', '"x"', null],
    ]);
    const all = jsonRows(value, () => true);
    expect(all.map((row) => row.text)).toEqual(['2 items', '2 fields', '9007199254740993', '0 items', '"x"']);
    expect(new Set(all.map((row) => row.path)).size).toBe(all.length);
  });
  it('is text with exact integers', () => {
    expect(prettyJson(value)).toBe('[\n  {\n    "a": 9007199254740993,\n    "b": []\n  },\n  "x"\n]');
    expect(prettyJson(undefined)).toBe('null');
  });
});
