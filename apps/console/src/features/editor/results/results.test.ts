import type { WorkspaceClient } from '@acacia/api-client';
import { describe, expect, it } from 'vitest';
import { prettyJson } from '../pretty-json.ts';
import { jsonRows } from './json-rows.ts';
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
    const order = { sort: null, search: '', column: 0 };
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
