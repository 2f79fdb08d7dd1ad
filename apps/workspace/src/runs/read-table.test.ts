import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  RUN_BOUNDS,
  RunChartParameters,
  RunCompareParameters,
  RunCopyParameters,
  RunPageParameters,
  RunSelectionParameters,
} from '@acacia/contract';
import { openResultTables, Printed, type ResultTables } from '@acacia/engine';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTableReader, type TableReader } from './read-table.ts';
import { writeTable } from './write-table.ts';
import { openResultFiles, type ResultFiles, type TableFile } from './result-files.ts';

let folder: string;
let files: ResultFiles;
let tables: ResultTables;
let reader: TableReader;
const { signal } = new AbortController();
const ALL = { search: null, filters: [] };

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'acacia-results-'));
  files = await openResultFiles({ folder, makeRoom: () => false });
  tables = openResultTables({ folder, memoryBytes: 128 * 2 ** 20 });
  reader = createTableReader(tables);
});
afterAll(async () => {
  await tables.close();
  await rm(folder, { recursive: true, force: true });
});

const printed = (text: string) => ({ printed: new Printed([Buffer.from(text)]), warnings: [] });

/** Stores one list; gives its table. */
async function stored(rows: readonly unknown[] | string): Promise<TableFile> {
  const text = typeof rows === 'string' ? rows : JSON.stringify(rows);
  const results = files.open('ann');
  await results.add(printed(`{"t":${text}}`), '', signal);
  const [table] = results.tables;
  if (table === undefined) throw new Error('no table');
  return table;
}
const page = (table: TableFile, asked: object = {}) =>
  reader.page(table, RunPageParameters.parse(asked), signal);
const firsts = async (table: TableFile, asked: object) =>
  (await page(table, asked)).rows.map(({ cells }) => cells[0]);

describe('pages', () => {
  it('have rows from any place, with exact numbers, in the order of the table', async () => {
    const table = await stored(
      `[${Array.from({ length: 1000 }, (_, i) => `{"n":${i},"big":9007199254740993}`).join(',')}]`,
    );
    const { total, columns, rows } = await page(table, { offset: 498, rows: 2 });
    expect([total, columns]).toEqual([1000, ['n', 'big']]);
    expect(rows).toEqual([
      { row: 498, cells: [498, 9007199254740993n], cut: {} },
      { row: 499, cells: [499, 9007199254740993n], cut: {} },
    ]);
    expect((await page(table, { offset: 999 })).rows).toHaveLength(1);
    expect((await page(table, { offset: 5000 })).rows).toEqual([]);
  });

  it('are sorted by any column: numbers by value, then texts, empty ones last either way', async () => {
    const table = await stored([{ v: 10 }, { v: 'b' }, { v: 9 }, {}, { v: -1.5 }, { v: 'a' }, { v: '' }]);
    expect(await firsts(table, { sort: 0 })).toEqual([-1.5, 9, 10, 'a', 'b', '', null]);
    expect(await firsts(table, { sort: 0, descending: 'true' })).toEqual([10, 9, -1.5, 'b', 'a', '', null]);
    expect(await firsts(table, { sort: 0, offset: 2, rows: 1 })).toEqual([10]);
  });

  it('are searched in all columns, whatever the case and the signs', async () => {
    const table = await stored([
      { a: "Phone'il %_", b: 1 },
      { a: 'x', b: { c: 'ONE' } },
      { a: 'two', b: 21 },
    ]);
    expect((await page(table, { search: 'one' })).rows.map(({ row }) => row)).toEqual([0, 1]);
    expect((await page(table, { search: "'IL %_" })).total).toBe(1);
    expect((await page(table, { search: '1' })).rows.map(({ row }) => row)).toEqual([0, 2]);
    expect((await page(table, { search: 'a' })).total).toBe(0);
  });

  it('take names of columns that look like paths, and attributes of vertices', async () => {
    const table = await stored([
      { v_id: '1', v_type: 'p', attributes: { 'a/b~c"': 2, '0': 'x' } },
      { v_id: '2', v_type: 'p', attributes: { 'a/b~c"': 1, '0': 'y' } },
    ]);
    expect(table.header.map(({ name }) => name)).toEqual(['v_id', 'v_type', '0', 'a/b~c"']);
    expect(await firsts(table, { sort: 3 })).toEqual(['2', '1']);
  });

  it('cut long texts, of which the cell has all; a row of many megabytes is read but not sorted', async () => {
    const long = 'é'.repeat(6 * 2 ** 20);
    const table = await stored([
      { a: 1, s: long },
      { a: 2, s: 'short' },
    ]);
    const [first] = (await page(table)).rows;
    expect(first?.cut).toEqual({ '1': long.length });
    expect(first?.cells[1]).toHaveLength(RUN_BOUNDS.cellCharacters);
    expect(await reader.cell(table, 0, 1)).toBe(long);
    await expect(page(table, { sort: 0 })).rejects.toThrow('A row of this result is larger than 8 MB');
    await expect(reader.cell(table, 2, 0)).rejects.toThrow('no such table, row or column');
  });

  it('show 10,000 columns in parts', async () => {
    const wide = Object.fromEntries(Array.from({ length: 10_000 }, (_, i) => [`c${i}`, i]));
    const table = await stored([wide, wide]);
    const { columns, rows } = await page(table, { column: 9990 });
    expect(columns).toHaveLength(10);
    expect(rows[1]?.cells).toEqual(Array.from({ length: 10 }, (_, i) => 9990 + i));
    expect((await page(table, { sort: 9999, search: '199' })).total).toBe(2);
  });
});

describe('filters', () => {
  const kept = async (rows: readonly unknown[], ...filters: object[]) => {
    const table = await stored(rows);
    return (await page(table, { filters: JSON.stringify(filters) })).rows.map(({ row }) => row);
  };
  const on = (kind: string, more: object) => ({ kind, column: 0, ...more });

  it('keep rows by a text, whatever its case, or leave them out', async () => {
    const rows = [{ v: 'Ann%' }, { v: 'bo' }, { v: ['an'] }, {}];
    expect(await kept(rows, on('contains', { text: 'AN' }))).toEqual([0, 2]);
    expect(await kept(rows, on('contains', { text: '%' }))).toEqual([0]);
    expect(await kept(rows, on('contains', { text: 'an', not: true }))).toEqual([1, 3]);
  });

  it('keep numbers by their value, integers exactly', async () => {
    const rows =
      '[{"v":9007199254740993},{"v":9007199254740992},{"v":1.5},{"v":"1.50"},{"v":"x"},{"v":null}]';
    const table = await stored(rows);
    const places = async (filter: object) =>
      (await page(table, { filters: JSON.stringify([filter]) })).rows.map(({ row }) => row);
    expect(await places(on('equals', { value: '9007199254740993' }))).toEqual([0]);
    expect(await places(on('oneOf', { values: ['1.5', 'x'] }))).toEqual([2, 3, 4]);
    expect(await places(on('range', { from: '1.4', to: '2' }))).toEqual([2, 3]);
    expect(await places(on('range', { from: '9007199254740993', to: null }))).toEqual([0]);
    expect(await places(on('range', { from: '2', to: null, not: true }))).toEqual([2, 3, 4, 5]);
  });

  it('keep texts of a range, whose upper end is whole, and empty values', async () => {
    const rows = [{ v: '2024-01-31 23:00:00' }, { v: '2024-02-01' }, { v: '' }, { v: null }, { w: 1 }];
    expect(await kept(rows, on('range', { from: '2024-01-01', to: '2024-01-31' }))).toEqual([0]);
    expect(await kept(rows, on('empty', {}))).toEqual([2, 3, 4]);
    expect(await kept(rows, on('empty', { not: true }))).toEqual([0, 1]);
  });

  it('hold together with one another, with search and with an order', async () => {
    const table = await stored(
      Array.from({ length: 100 }, (_, i) => ({ n: i, t: i % 2 === 0 ? 'even' : 'odd' })),
    );
    const filters = JSON.stringify([
      { kind: 'equals', column: 1, value: 'odd' },
      { kind: 'range', column: 0, from: '10', to: '20' },
    ]);
    const asked = { filters, search: '1', sort: 0, descending: 'true' };
    expect(await firsts(table, asked)).toEqual([19, 17, 15, 13, 11]);
  });

  it('are refused with the reason', () => {
    const refusal = (filters: string) => RunPageParameters.safeParse({ filters }).error?.issues[0]?.message;
    expect(refusal('{')).toBe('The filters are not JSON.');
    expect(refusal('[{"kind":"range","column":0,"from":null,"to":null}]')).toContain('lower or an upper end');
    expect(refusal(JSON.stringify(Array(11).fill({ kind: 'empty', column: 0 })))).toBeDefined();
  });
});

describe('a selection', () => {
  const rows = Array.from({ length: 5000 }, (_, i) => ({ n: i % 2500, t: i % 3 === 0 ? '' : `t${i % 7}` }));

  it('is measured the same in few rows and in many, in the order of the view', async () => {
    const table = await stored(rows);
    const selection = (asked: object) => reader.selection(table, RunSelectionParameters.parse(asked), signal);
    expect(await selection({ rows: 3, columns: 2 })).toEqual({
      ...{ rows: 3, cells: 6, empty: 1, distinct: 5 },
      numbers: { count: 3, sum: 3, least: 0, most: 2, mean: 1 },
    });
    const few = await selection({ offset: 10, rows: 2000, columns: 2, sort: 0 });
    const many = await tables.selection(
      table,
      { ...ALL, sort: { path: ['n'], descending: false } },
      { offset: 10, rows: 2000, paths: [['n'], ['t']] },
      signal,
    );
    expect({ ...many, cells: 4000 }).toEqual(few);
    const all = await selection({ rows: 5000, columns: 1, sort: 0, descending: 'true' });
    expect(all).toMatchObject({ rows: 5000, empty: 0, distinct: 2500, numbers: { least: 0, most: 2499 } });
    await expect(selection({ rows: 5, column: 2 })).rejects.toThrow('no such table, row or column');
  });

  it('is copied whole, as text that is no formula, and as exact JSON', async () => {
    const table = await stored(
      `[{"a":"=1","b":9007199254740993},{"a":"x\\ty,\\"z","b":"${'w'.repeat(600)}"},{"b":null}]`,
    );
    const copy = (format: string, more: object = {}) =>
      reader.copy(table, RunCopyParameters.parse({ rows: 3, format, ...more }), signal);
    expect(await copy('tsv')).toBe(`a\tb\n'=1\t9007199254740993\nx y,"z\t${'w'.repeat(600)}\n\t`);
    expect(await copy('csv', { rows: 2, columns: 1 })).toBe(`a\n'=1\n"x\ty,""z"`);
    expect(await copy('json', { rows: 1 })).toBe('[\n  {"a":"=1","b":9007199254740993}\n]');
    const large = await stored(Array.from({ length: RUN_BOUNDS.copiedRows + 1 }, () => 1));
    const all = RunCopyParameters.parse({ rows: 9999, format: 'tsv' });
    await expect(reader.copy(large, all, signal)).rejects.toThrow('At most 5000 rows and 16 MB');
  });
});

describe('a chart', () => {
  const chart = async (rows: readonly unknown[], asked: object) =>
    reader.chart(await stored(rows), RunChartParameters.parse(asked), signal);

  it('of values has the largest, and says how many there are', async () => {
    const rows = Array.from({ length: 100 }, (_, i) => ({ t: `t${i % 40}`, n: i }));
    const counts = await chart([...rows, { n: 1 }], { kind: 'bars', by: 0 });
    expect(counts).toMatchObject({ rows: 101, without: 1, groups: 40, step: null });
    expect(counts.points).toHaveLength(RUN_BOUNDS.chartBars);
    expect(counts.points[0]).toEqual({ label: 't0', value: 3, rows: 3 });
    const means = await chart(rows, { kind: 'bars', by: 0, aggregate: 'mean', of: 1 });
    expect(means.points[0]).toEqual({ label: 't19', value: 59, rows: 3 });
    expect(RunChartParameters.safeParse({ kind: 'bars', by: 0, aggregate: 'sum' }).success).toBe(false);
  });

  it('of numbers has buckets of a round width, of one where they are integers', async () => {
    const small = await chart([{ n: 1 }, { n: 3 }, { n: 3 }, { n: 'x' }, {}], { kind: 'histogram', by: 0 });
    expect(small).toEqual({
      ...{ rows: 5, without: 2, groups: 3, step: '1' },
      points: [
        { label: '1', value: 1, rows: 1 },
        { label: '2', value: 0, rows: 0 },
        { label: '3', value: 2, rows: 2 },
      ],
    });
    const wide = await chart(
      Array.from({ length: 1000 }, (_, i) => ({ n: i / 7 - 3 })),
      { kind: 'histogram', by: 0 },
    );
    expect(wide).toMatchObject({ step: '10', groups: 15 });
    expect(wide.points.reduce((sum, { rows }) => sum + rows, 0)).toBe(1000);
    const far = await chart([{ n: -1.7e308 }, { n: 1.7e308 }], { kind: 'histogram', by: 0 });
    expect(far.points).toEqual([{ label: '-1.7e+308', value: 2, rows: 2 }]);
    expect((await chart([{ n: 'x' }], { kind: 'histogram', by: 0 })).points).toEqual([]);
  });

  it('of times has every step, also those without a row', async () => {
    const rows = [
      { t: '2024-01-01 10:00:00', n: 2 },
      { t: '2024-01-01T12:00:00', n: 4 },
      { t: '2024-01-04', n: 8 },
      { t: 'never' },
    ];
    const days = await chart([...rows, { t: '2024-03-01', n: 1 }], {
      kind: 'time',
      by: 0,
      aggregate: 'sum',
      of: 1,
    });
    expect(days).toMatchObject({ step: 'day', rows: 5, without: 1, groups: 61 });
    expect(days.points.slice(0, 4)).toEqual([
      { label: '2024-01-01', value: 6, rows: 2 },
      { label: '2024-01-02', value: 0, rows: 0 },
      { label: '2024-01-03', value: 0, rows: 0 },
      { label: '2024-01-04', value: 8, rows: 1 },
    ]);
    const hours = await chart(rows, { kind: 'time', by: 0, aggregate: 'mean', of: 1 });
    expect(hours.points[1]).toEqual({ label: '2024-01-01 11:00:00', value: null, rows: 0 });
  });
});

describe('a comparison', () => {
  it('tells rows of one table alone, changed ones by a key, and keys that name several rows', async () => {
    const before = await stored([
      { k: 1, v: 'a' },
      { k: 2, v: 'b' },
      { k: 3, v: 'c' },
      { k: 9, v: 1 },
      { k: 9, v: 2 },
      { v: 'none' },
    ]);
    const after = await stored([{ k: 3, v: 'C', w: [1] }, { k: 1, v: 'a' }, { k: 4, v: 'd' }, { v: 'none' }]);
    const compare = (kind: string, key = '0') =>
      reader.compare(
        ...[before, after],
        RunCompareParameters.parse({ run: '00000000-0000-4000-8000-000000000000', table: 0, key, kind }),
        signal,
      );
    const changed = await compare('changed');
    expect(changed).toEqual({
      ...{ added: 1, removed: 1, changed: 1, same: 2, repeated: 1 },
      ...{ columns: ['k', 'v', 'w'], columnsLeftOut: 0 },
      rows: [{ before: [3, 'c', null], after: [3, 'C', '[1]'] }],
    });
    expect((await compare('added')).rows).toEqual([{ before: null, after: [4, 'd', null] }]);
    expect((await compare('removed')).rows).toEqual([{ before: [2, 'b', null], after: null }]);
    await expect(compare('added', '7')).rejects.toThrow('no such table, row or column');
  });
});

it('tells the statistics of a column', async () => {
  const table = await stored([{ v: 1 }, { v: 3 }, { v: 3 }, { v: 'x' }, { v: null }, {}]);
  expect(await tables.statistics(table, ['v'], ALL, signal)).toEqual({
    ...{ rows: 6, empty: 2, distinct: 3 },
    numbers: { count: 3, least: 1, most: 3, mean: 7 / 3 },
    top: [
      { value: '3', count: 2 },
      { value: '1', count: 1 },
      { value: 'x', count: 1 },
    ],
  });
});

it('counts the different values of a column exactly', async () => {
  const table = await stored(Array.from({ length: 3000 }, (_, i) => ({ v: `y${i % 2500}` })));
  expect((await tables.statistics(table, ['v'], ALL, signal)).distinct).toBe(2500);
});

describe('files', () => {
  const target = (format: 'csv' | 'parquet') => ({
    path: join(folder, `file.${format}`),
    format,
    view: null,
  });

  it('of CSV cannot run as formulas', async () => {
    const table = await stored([{ 'a"': '=1+1', b: -5 }, { 'a"': '-x', b: [1] }, { 'a"': 'x,"y"' }]);
    await writeTable(tables, table, target('csv'), signal);
    expect(await readFile(target('csv').path, 'utf8')).toBe(`"a""",b\n'=1+1,-5\n'-x,[1]\n"x,""y""",\n`);
  });

  it('of a view have its rows in its order, whatever the format', async () => {
    const table = await stored([{ n: 2, t: 'a,"b"\n\u0001' }, { n: 30 }, { n: 10 }, { n: 1, t: 'ä' }]);
    const filters = [{ kind: 'range', column: 0, not: false, from: null, to: '10' }] as const;
    const view = reader.view(table, { sort: 0, descending: true, search: '', filters: [...filters] });
    if (view === null) throw new Error('There is a view.');
    await writeTable(tables, table, { ...target('csv'), view }, signal);
    const csv = await readFile(target('csv').path, 'utf8');
    expect(csv).toBe('n,t\n10,\n2,"a,""b""\n\u0001"\n1,ä\n');
    await tables.lines(table, view, target('csv'), signal);
    const lines = await readFile(target('csv').path, 'utf8');
    expect(lines).toBe('{"n":10}\n{"n":2,"t":"a,\\"b\\"\\n\\u0001"}\n{"n":1,"t":"ä"}\n');
    await writeTable(tables, table, { ...target('parquet'), view }, signal);
    expect((await readFile(target('parquet').path)).subarray(0, 4).toString()).toBe('PAR1');
    expect(reader.view(table, { descending: false, search: '', filters: [] })).toBeNull();
    const beyond = { descending: false, search: '', filters: [{ ...filters[0], column: 9 }] };
    expect(() => reader.view(table, beyond)).toThrow();
  });

  it('of Parquet have types that hold all values', async () => {
    const table = await stored(
      '[{"i":1,"d":1.5,"b":true,"s":"x","I":18446744073709551615},{"i":-2,"d":2,"b":null}]',
    );
    await writeTable(tables, table, target('parquet'), signal);
    const file = await readFile(target('parquet').path);
    expect(file.subarray(0, 4).toString()).toBe('PAR1');
    for (const name of ['i', 'd', 'b', 's', 'I_2']) expect(file.includes(name)).toBe(true);
  });

  it('of wide tables are written within the memory of results, but for Parquet of very wide ones', async () => {
    const wide = (columns: number) =>
      stored(
        Array.from({ length: 200 }, (_, row) =>
          Object.fromEntries(Array.from({ length: columns }, (_, i) => [`c${i}`, i * row])),
        ),
      );
    const table = await wide(1000);
    await writeTable(tables, table, target('csv'), signal);
    const [head, , second] = (await readFile(target('csv').path, 'utf8')).split('\n');
    expect([head?.split(',').at(-1), second?.split(',').at(-1)]).toEqual(['c999', '999']);
    await writeTable(tables, table, target('parquet'), signal);
    expect((await readFile(target('parquet').path)).subarray(0, 4).toString()).toBe('PAR1');
    await expect(writeTable(tables, await wide(1001), target('parquet'), signal)).rejects.toThrow(
      '1000 columns',
    );
  });
});

describe('the budget', () => {
  it('cuts an answer where it ends, and removes older results for newer ones', async () => {
    const place = join(folder, 'budget');
    const forgotten: (string | null)[] = [];
    const small = await openResultFiles({
      folder: place,
      budget: { run: 3 * 2 ** 20, person: 4 * 2 ** 20, all: 2 ** 30 },
      makeRoom: (owner) => {
        forgotten.push(owner);
        const old = first;
        first = null;
        if (old === null) return false;
        void small.forget(old);
        return true;
      },
    });
    const rows = (count: number) =>
      `{"t":[${Array.from({ length: count }, (_, i) => `"${i}${'x'.repeat(100)}"`).join(',')}]}`;
    let first: ReturnType<ResultFiles['open']> | null = small.open('ann');
    const whole = await first.add(printed(rows(12_000)), '', signal);
    expect(whole).toMatchObject({ cut: null, tables: [{ rows: 12_000 }] });
    const second = small.open('ann');
    const cut = await second.add(printed(rows(60_000)), '', signal);
    expect(forgotten).toContain('ann');
    expect(cut.whole).toBe(false);
    expect(cut.cut).toContain('rows are missing');
    const kept = cut.tables[0]?.rows ?? 0;
    expect(kept).toBeGreaterThan(10_000);
    expect(kept).toBeLessThan(30_000);
    const [table] = second.tables;
    if (table === undefined) throw new Error('no table');
    expect((await page(table, { offset: kept - 1 })).rows).toHaveLength(1);
    await small.close();
    expect(await readdir(folder)).not.toContain('budget');
  });

  it('ends with the signal half-way, and keeps the rows that are stored by then', async () => {
    const stop = new AbortController();
    const half = `{"t":[${Array.from({ length: 1000 }, (_, i) => `"${i}"`).join(',')},`;
    const chunks = {
      *[Symbol.iterator]() {
        yield Buffer.from(half);
        stop.abort(new Error('stopped'));
        yield Buffer.from('"never"]}');
      },
    };
    const results = files.open('ann');
    const answer = {
      ...printed(half),
      printed: { ...printed(half).printed, chunks, byteLength: 2 ** 23, release: () => undefined },
    };
    const added = await results.add(answer as unknown as ReturnType<typeof printed>, '', stop.signal);
    expect(added.cut).toContain('was stopped');
    expect(added.tables).toMatchObject([{ rows: 1000 }]);
    const again = files.open('ann');
    await expect(again.add(printed('{"t":[1]}'), '', stop.signal)).rejects.toThrow('stopped');
    expect(again.bytes).toBe(0);
  });
});
