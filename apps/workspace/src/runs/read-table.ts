/** Reads pages of tables of results, in their own order or in one that was worked out. */
import { open, type FileHandle } from 'node:fs/promises';
import { parseJson, stringifyJson } from '@acacia/base';
import { RUN_BOUNDS, type RunPage, type RunPageCell, type RunPageParameters } from '@acacia/contract';
import type { ResultOrder, ResultTables } from '@acacia/engine';
import type { z } from 'zod';
import { problem } from '../errors/problem.ts';
import type { TableFile } from './result-files.ts';
import type { Column } from './split-answer.ts';

/** Bytes of lines that are read for one page: it has fewer rows where they are longer. */
const PAGE_BYTES = 16 * 2 ** 20;
/** Bytes of orders that are kept for the next page. */
const ORDER_BYTES = 64 * 2 ** 20;
const END_BYTES = 8;

/** A value in the JSON of a row; undefined: there is none. */
function valueAt(row: unknown, { path }: Column): unknown {
  let value = row;
  for (const key of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined;
    value = (value as Readonly<Record<string, unknown>>)[key];
  }
  return value;
}

/** The whole text of a cell. */
const cellText = (value: unknown): string =>
  typeof value === 'string' ? value : value === undefined || value === null ? '' : stringifyJson(value);

export interface TableReader {
  page(table: TableFile, asked: z.output<typeof RunPageParameters>, signal: AbortSignal): Promise<RunPage>;
  /** The whole text of a cell. @throws Problem when there is none */
  cell(table: TableFile, row: number, column: number): Promise<string>;
}

export function createTableReader(tables: ResultTables): TableReader {
  /** By file and order, the last used at the end. */
  const orders = new Map<string, Promise<Int32Array>>();
  const sizes = new Map<string, number>();

  /** Requests that wait for an order; it is given up when the last of them goes. */
  const waiting = new Map<string, { count: number; readonly stop: AbortController }>();

  const orderOf = (table: TableFile, order: ResultOrder, signal: AbortSignal): Promise<Int32Array> => {
    const key = `${table.path}\n${stringifyJson(order)}`;
    const known = orders.get(key);
    const line = waiting.get(key) ?? { count: 0, stop: new AbortController() };
    if (known === undefined || waiting.has(key)) {
      waiting.set(key, line);
      line.count += 1;
      signal.addEventListener('abort', () => {
        line.count -= 1;
        if (line.count === 0) line.stop.abort();
      });
    }
    if (known !== undefined) {
      orders.delete(key);
      orders.set(key, known);
      return known;
    }
    const made = tables.order(table, order, line.stop.signal).finally(() => waiting.delete(key));
    orders.set(key, made);
    made.then(
      ({ byteLength }) => {
        sizes.set(key, byteLength);
        for (const oldest of orders.keys()) {
          if ([...sizes.values()].reduce((sum, size) => sum + size, 0) <= ORDER_BYTES || oldest === key)
            break;
          orders.delete(oldest);
          sizes.delete(oldest);
        }
      },
      () => orders.delete(key),
    );
    return made;
  };

  return {
    async page(table, { offset, rows, column, columns, sort, descending, search }, signal) {
      const shown = table.header.slice(column, column + columns);
      const sorted = sort === undefined ? null : table.header[sort];
      if (sorted === undefined) throw problem('noRunTable');
      const isOwn = sorted === null && search === '';
      const order = isOwn
        ? null
        : await orderOf(
            table,
            {
              sort: sorted === null ? null : { path: sorted.path, descending },
              search:
                search === ''
                  ? null
                  : {
                      text: search,
                      paths: table.header.slice(0, RUN_BOUNDS.pageColumns).map(({ path }) => path),
                    },
            },
            signal,
          );
      const total = order?.length ?? table.rows;
      const count = Math.max(0, Math.min(rows, total - offset));
      const places = Array.from({ length: count }, (_, i) => order?.[offset + i] ?? offset + i);
      const lines = await readLines(table, places, PAGE_BYTES);
      return {
        columns: shown.map(({ name }) => name),
        total,
        rows: lines.map((line, i) => pageRow(places[i] ?? 0, line, shown)),
      };
    },
    async cell(table, row, column) {
      const found = table.header[column];
      if (found === undefined || row >= table.rows) throw problem('noRunTable');
      const [line = ''] = await readLines(table, [row], Infinity);
      return cellText(valueAt(parseJson(line), found));
    },
  };
}

function pageRow(row: number, line: string, columns: readonly Column[]): RunPage['rows'][number] {
  const whole = parseJson(line);
  const cut: Record<string, number> = {};
  const cells = columns.map((column, i): RunPageCell => {
    const value = valueAt(whole, column);
    if (typeof value === 'number' || typeof value === 'bigint' || typeof value === 'boolean') return value;
    if (value === undefined || value === null) return null;
    const text = cellText(value);
    if (text.length <= RUN_BOUNDS.cellCharacters) return text;
    cut[String(i)] = text.length;
    return text.slice(0, RUN_BOUNDS.cellCharacters);
  });
  return { row, cells, cut };
}

/** The lines at those places, up to so many bytes; at least one. */
async function readLines(table: TableFile, places: readonly number[], most: number): Promise<string[]> {
  if (places.length === 0) return [];
  const [rows, ends] = await Promise.all([open(table.path, 'r'), open(table.endsPath, 'r')]);
  try {
    const lines: string[] = [];
    let bytes = 0;
    for (const { first, count } of runsOf(places)) {
      const bounds = await readEnds(ends, first, count);
      let last = count;
      while (last > 1 && bytes + (bounds[last] ?? 0) - (bounds[0] ?? 0) > most) last -= 1;
      const from = bounds[0] ?? 0;
      const to = bounds[last] ?? from;
      if (lines.length > 0 && bytes + to - from > most) return lines;
      const text = Buffer.alloc(to - from);
      await rows.read(text, 0, text.length, from);
      for (let i = 0; i < last; i += 1) {
        const [start, end] = [(bounds[i] ?? 0) - from, (bounds[i + 1] ?? 0) - from];
        lines.push(text.toString('utf8', start, end - 1));
      }
      bytes += to - from;
      if (last < count) return lines;
    }
    return lines;
  } finally {
    await Promise.all([rows.close(), ends.close()]);
  }
}

/** Places that follow one another are read at once. */
function runsOf(places: readonly number[]): readonly { first: number; count: number }[] {
  const runs: { first: number; count: number }[] = [];
  for (const place of places) {
    const last = runs.at(-1);
    if (last !== undefined && last.first + last.count === place) last.count += 1;
    else runs.push({ first: place, count: 1 });
  }
  return runs;
}

/** Start of the first line and the ends of all. */
async function readEnds(file: FileHandle, first: number, count: number): Promise<readonly number[]> {
  const before = first === 0 ? 0 : 1;
  const ends = new Float64Array(count + before);
  await file.read(new Uint8Array(ends.buffer), 0, ends.byteLength, (first - before) * END_BYTES);
  return before === 0 ? [0, ...ends] : [...ends];
}
