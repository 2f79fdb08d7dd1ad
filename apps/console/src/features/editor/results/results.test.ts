import { describe, expect, it } from 'vitest';
import { prettyJson } from '../pretty-json.ts';
import { jsonRows } from './json-rows.ts';
import { cellText, columnsOf, csvOf, orderOf, rowCount, shownText, tablesOf, tsvOf } from './table-data.ts';

const answer = (...results: Record<string, unknown>[]) => [{ results, error: false, message: '' }];

describe('tables', () => {
  it('are one for each printed list, and one for single values', () => {
    const tables = tablesOf(
      answer(
        {
          S: [
            { v_id: 'a', v_type: 'T', attributes: { x: 1 } },
            { v_id: 'b', v_type: 'T', attributes: { y: 2n } },
          ],
        },
        {
          '@@edges': [
            {
              e_type: 'E',
              from_id: 'a',
              from_type: 'T',
              to_id: 'b',
              to_type: 'T',
              directed: true,
              attributes: { w: 1 },
            },
          ],
        },
        { '@@map': { k: 1 }, total: 7, list: [1, 'two'] },
        { rows: [{ p: 1 }, { q: null }] },
      ),
    );
    expect(tables.map(({ name, columns }) => [name, columns])).toEqual([
      ['S', ['v_id', 'v_type', 'x', 'y']],
      ['@@edges', ['e_type', 'from_type', 'from_id', 'to_type', 'to_id', 'directed', 'w']],
      ['@@map', ['key', 'value']],
      ['list', ['value']],
      ['rows', ['p', 'q']],
      ['Values', ['name', 'value']],
    ]);
    expect(tables[0]?.rows[1]).toEqual(['b', 'T', undefined, 2n]);
    expect(rowCount(tables)).toBe(9);
    expect(tablesOf([])).toEqual([]);
  });

  it('sort numbers by value, text by number inside, empty cells last', () => {
    const table = { name: 't', columns: ['v'], rows: [[10], [9007199254740993n], [null], [2]] };
    expect([...orderOf(table, 0, false)]).toEqual([3, 0, 1, 2]);
    expect([...orderOf(table, 0, true)]).toEqual([1, 0, 3, 2]);
    const names = { name: 't', columns: ['v'], rows: [['q10'], ['q2']] };
    expect([...orderOf(names, 0, false)]).toEqual([1, 0]);
  });

  it('give ids and rounded numbers their room, and keep what is left over at the end', () => {
    const id = '4510000007919997';
    const table = {
      name: 't',
      columns: ['id', 'n', 'text'],
      rows: [[id, 9117.619999999999, 'x'.repeat(90)]],
    };
    const { template, least, numeric } = columnsOf(table, 64);
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
    expect(table.rows[0]?.map(shownText).slice(0, 2)).toEqual([id, '9117.62']);
  });

  it('are written as CSV that quotes what it must and cannot run as a formula', () => {
    const table = {
      name: 't',
      columns: ['a', 'b'],
      rows: [
        ['x,"y"', 9007199254740993n],
        ['=1+1', -5],
        ['-', [1, { z: 2 }]],
      ],
    };
    expect(csvOf(table)).toBe(`a,b\r\n"x,""y""",9007199254740993\r\n'=1+1,-5\r\n'-,"[1,{""z"":2}]"\r\n`);
    expect(tsvOf({ name: 't', columns: ['a'], rows: [['x\ty']] })).toBe('a\nx y');
    expect(cellText(null)).toBe('');
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
