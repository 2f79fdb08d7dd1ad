import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { RUN_BOUNDS, RunPageParameters } from '@acacia/contract';
import { openResultTables, Printed, type ResultTables } from '@acacia/engine';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTableReader, type TableReader } from './read-table.ts';
import { openResultFiles, type ResultFiles, type TableFile } from './result-files.ts';

let folder: string;
let files: ResultFiles;
let tables: ResultTables;
let reader: TableReader;
const { signal } = new AbortController();

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

it('tells the statistics of a column', async () => {
  const table = await stored([{ v: 1 }, { v: 3 }, { v: 3 }, { v: 'x' }, { v: null }, {}]);
  expect(await tables.statistics(table, ['v'], signal)).toEqual({
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
  expect((await tables.statistics(table, ['v'], signal)).distinct).toBe(2500);
});

describe('files', () => {
  const target = (format: 'csv' | 'parquet') => ({ path: join(folder, `file.${format}`), format });

  it('of CSV cannot run as formulas', async () => {
    const table = await stored([{ 'a"': '=1+1', b: -5 }, { 'a"': '-x', b: [1] }, { 'a"': 'x,"y"' }]);
    await tables.write(table, table.header, target('csv'), signal);
    expect(await readFile(target('csv').path, 'utf8')).toBe(`"a""",b\n'=1+1,-5\n'-x,[1]\n"x,""y""",\n`);
  });

  it('of Parquet have types that hold all values', async () => {
    const table = await stored(
      '[{"i":1,"d":1.5,"b":true,"s":"x","I":18446744073709551615},{"i":-2,"d":2,"b":null}]',
    );
    await tables.write(table, table.header, target('parquet'), signal);
    const file = await readFile(target('parquet').path);
    expect(file.subarray(0, 4).toString()).toBe('PAR1');
    for (const name of ['i', 'd', 'b', 's', 'I_2']) expect(file.includes(name)).toBe(true);
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

  it('ends with the signal half-way', async () => {
    const stop = new AbortController();
    stop.abort(new Error('stopped'));
    await expect(files.open('ann').add(printed('{"t":[1]}'), '', stop.signal)).rejects.toThrow('stopped');
  });
});
