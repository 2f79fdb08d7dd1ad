/** Reads tables of results: pages, selections, charts and comparisons, in their own order or in one that was worked out. */
import { open, type FileHandle } from 'node:fs/promises';
import { parseJson, stringifyJson } from '@acacia/base';
import {
  RUN_BOUNDS,
  type RunChart,
  type RunChartRequest,
  type RunColumn,
  type RunColumnParameters,
  type RunCompareParameters,
  type RunComparison,
  type RunCopyParameters,
  type RunFilter,
  type RunPage,
  type RunPageCell,
  type RunPageParameters,
  type RunSelection,
  type RunSelectionParameters,
} from '@acacia/contract';
import type { ResultComparison, ResultFilter, ResultRows, ResultTables, ResultView } from '@acacia/engine';
import type { z } from 'zod';
import { problem } from '../errors/problem.ts';
import { cellText, copiedText } from './copied-text.ts';
import type { TableFile } from './result-files.ts';
import { createSharedWork } from './shared-work.ts';
import { valueAt, type Column } from './split-answer.ts';

/** Bytes of lines that are read for one page: it has fewer rows where they are longer. */
const PAGE_BYTES = 16 * 2 ** 20;
/** Bytes of orders, and of comparisons, that are kept for the next page. */
const ORDER_BYTES = 64 * 2 ** 20;
const COMPARISON_BYTES = 32 * 2 ** 20;
/** Selected rows up to which their lines are read, in place of the whole table. */
const FEW_ROWS = 2000;
const END_BYTES = 8;

type Selected = z.output<typeof RunSelectionParameters>;

type View = Pick<Selected, 'sort' | 'descending' | 'search' | 'filters'>;

export interface TableReader {
  page(table: TableFile, asked: z.output<typeof RunPageParameters>, signal: AbortSignal): Promise<RunPage>;
  /** The asked rows and their order; null: all, in their own. @throws Problem when a column is not there */
  view(table: TableFile, asked: View): ResultView | null;
  /** The whole text of a cell. @throws Problem when there is none */
  cell(table: TableFile, row: number, column: number): Promise<string>;
  /** Statistics of a column. */
  column(
    table: TableFile,
    column: number,
    asked: z.output<typeof RunColumnParameters>,
    signal: AbortSignal,
  ): Promise<RunColumn>;
  /** Statistics of selected cells. */
  selection(table: TableFile, asked: Selected, signal: AbortSignal): Promise<RunSelection>;
  /** Selected cells as text. @throws Problem when they are too many */
  copy(table: TableFile, asked: z.output<typeof RunCopyParameters>, signal: AbortSignal): Promise<string>;
  chart(table: TableFile, asked: RunChartRequest, signal: AbortSignal): Promise<RunChart>;
  compare(
    before: TableFile,
    after: TableFile,
    asked: z.output<typeof RunCompareParameters>,
    signal: AbortSignal,
  ): Promise<RunComparison>;
}

/** A place among the columns. @throws Problem when there is none */
function columnAt({ header }: TableFile, place: number): Column {
  const column = header[place];
  if (column === undefined) throw problem('noRunTable');
  return column;
}

const filterOf = (table: TableFile, filter: RunFilter): ResultFilter => ({
  ...filter,
  path: columnAt(table, filter.column).path,
});

function rowsOf(table: TableFile, { search, filters }: Pick<Selected, 'search' | 'filters'>): ResultRows {
  const paths = table.header.slice(0, RUN_BOUNDS.pageColumns).map(({ path }) => path);
  return {
    search: search === '' ? null : { text: search, paths },
    filters: filters.map((filter) => filterOf(table, filter)),
  };
}

function viewOf(table: TableFile, asked: View): ResultView {
  const { sort, descending } = asked;
  return {
    ...rowsOf(table, asked),
    sort: sort === undefined ? null : { path: columnAt(table, sort).path, descending },
  };
}

const isWhole = ({ sort, search, filters }: ResultView): boolean =>
  sort === null && search === null && filters.length === 0;

const numbersFrom = (first: number, count: number): readonly number[] =>
  Array.from({ length: Math.max(0, count) }, (_, i) => first + i);

export function createTableReader(tables: ResultTables): TableReader {
  const orders = createSharedWork<Int32Array>(ORDER_BYTES, ({ byteLength }) => byteLength);
  const comparisons = createSharedWork<ResultComparison>(
    COMPARISON_BYTES,
    ({ added, removed, changed }) =>
      added.byteLength + removed.byteLength + 2 * changed.before.byteLength + 64,
  );

  /** Places of the rows of a view; null: all of them, in their own order. */
  const orderOf = async (table: TableFile, asked: View, signal: AbortSignal): Promise<Int32Array | null> => {
    const view = viewOf(table, asked);
    if (isWhole(view)) return null;
    return orders.of(`${table.path}\n${stringifyJson(view)}`, signal, (stop) =>
      tables.order(table, view, stop),
    );
  };
  /** The places of some rows of a view, and how many it has. */
  const placesOf = async (
    table: TableFile,
    asked: View & Pick<Selected, 'offset' | 'rows'>,
    signal: AbortSignal,
  ) => {
    const order = await orderOf(table, asked, signal);
    const total = order?.length ?? table.rows;
    const places = numbersFrom(asked.offset, Math.min(asked.rows, total - asked.offset));
    return { total, places: order === null ? places : places.map((place) => order[place] ?? 0) };
  };

  return {
    view(table, asked) {
      const view = viewOf(table, asked);
      return isWhole(view) ? null : view;
    },
    async page(table, asked, signal) {
      const shown = table.header.slice(asked.column, asked.column + asked.columns);
      const { total, places } = await placesOf(table, asked, signal);
      const lines = await readLines(table, places, PAGE_BYTES);
      return {
        columns: shown.map(({ name }) => name),
        total,
        rows: lines.map((line, i) => pageRow(places[i] ?? 0, line, shown)),
      };
    },
    async cell(table, row, column) {
      const found = columnAt(table, column);
      if (row >= table.rows) throw problem('noRunTable');
      const [line = ''] = await readLines(table, [row], Infinity);
      return cellText(valueAt(parseJson(line), found));
    },
    async column(table, column, asked, signal) {
      const { name, path } = columnAt(table, column);
      const { top, ...figures } = await tables.statistics(table, path, rowsOf(table, asked), signal);
      return { name, ...figures, top: [...top] };
    },
    async selection(table, asked, signal) {
      const { offset, rows, column, columns } = asked;
      const shown = table.header.slice(column, column + columns);
      if (shown.length === 0) throw problem('noRunTable');
      const paths = shown.map(({ path }) => path);
      if (rows <= FEW_ROWS) {
        const { places } = await placesOf(table, asked, signal);
        const lines = await readLines(table, places, PAGE_BYTES);
        if (lines.length === places.length) return statisticsOf(lines, shown);
      }
      const found = await tables.selection(table, viewOf(table, asked), { offset, rows, paths }, signal);
      return { ...found, cells: found.rows * paths.length };
    },
    async copy(table, asked, signal) {
      const shown = table.header.slice(asked.column, asked.column + asked.columns);
      const { places } = await placesOf(table, asked, signal);
      const most = { rows: RUN_BOUNDS.copiedRows, mb: RUN_BOUNDS.copiedBytes / 2 ** 20 };
      if (places.length > most.rows) throw problem('runCopyTooLarge', most);
      const lines = await readLines(table, places, RUN_BOUNDS.copiedBytes);
      if (lines.length < places.length || (lines[0]?.length ?? 0) > RUN_BOUNDS.copiedBytes)
        throw problem('runCopyTooLarge', most);
      const rows = lines.map((line) => {
        const whole = parseJson(line);
        return shown.map((each) => valueAt(whole, each));
      });
      return copiedText(
        shown.map(({ name }) => name),
        rows,
        asked.format,
      );
    },
    async chart(table, asked, signal) {
      const { points, ...figures } = await tables.chart(
        table,
        {
          ...rowsOf(table, asked),
          ...{ kind: asked.kind, aggregate: asked.aggregate, by: columnAt(table, asked.by).path },
          of: asked.of === undefined ? null : columnAt(table, asked.of).path,
          most: asked.kind === 'time' ? RUN_BOUNDS.chartSteps : RUN_BOUNDS.chartBars,
        },
        signal,
      );
      return { ...figures, points: [...points] };
    },
    async compare(before, after, { key, kind, offset, rows }, signal) {
      if (Math.max(before.rows, after.rows) > RUN_BOUNDS.comparedRows)
        throw problem('runCompareTooLarge', { most: RUN_BOUNDS.comparedRows });
      const keyColumns = key.map((place) => columnAt(after, place));
      const union = new Map(
        [...keyColumns, ...after.header, ...before.header].map((each) => [nameOf(each), each]),
      );
      const columns = [...union.values()].slice(0, RUN_BOUNDS.comparedColumns);
      const found = await comparisons.of(stringifyJson([before.path, after.path, key]), signal, (stop) =>
        tables.compare(
          {
            ...{ before, after },
            key: keyColumns.map(({ path }) => path),
            columns: columns.map(({ path }) => path),
          },
          stop,
        ),
      );
      const { added, removed, changed, same, repeated } = found;
      const places = {
        before: (kind === 'removed' ? removed : kind === 'changed' ? changed.before : null)?.slice(
          offset,
          offset + rows,
        ),
        after: (kind === 'added' ? added : kind === 'changed' ? changed.after : null)?.slice(
          offset,
          offset + rows,
        ),
      };
      const cellsOf = async (table: TableFile, at: Int32Array | undefined) =>
        at === undefined
          ? undefined
          : (await readLines(table, [...at], PAGE_BYTES / 2)).map((line) => pageRow(0, line, columns).cells);
      const [earlier, later] = [await cellsOf(before, places.before), await cellsOf(after, places.after)];
      const count = Math.min(earlier?.length ?? Infinity, later?.length ?? Infinity);
      return {
        ...{ added: added.length, removed: removed.length, changed: changed.after.length, same, repeated },
        columns: columns.map(({ name }) => name),
        columnsLeftOut: union.size - columns.length,
        rows: numbersFrom(0, count).map((i) => ({ before: earlier?.[i] ?? null, after: later?.[i] ?? null })),
      };
    },
  };
}

const nameOf = ({ path }: Column): string => stringifyJson(path);

/** Statistics of a few rows, as DuckDB gives them for many. */
function statisticsOf(lines: readonly string[], columns: readonly Column[]): RunSelection {
  const distinct = new Set<string>();
  let empty = 0;
  let [count, sum, least, most] = [0, 0, Infinity, -Infinity];
  for (const line of lines) {
    const row = parseJson(line);
    for (const column of columns) {
      const value = valueAt(row, column);
      const text = cellText(value);
      if (text === '') empty += 1;
      else distinct.add(text);
      if (typeof value !== 'number' && typeof value !== 'bigint') continue;
      count += 1;
      sum += Number(value);
      least = Math.min(least, Number(value));
      most = Math.max(most, Number(value));
    }
  }
  return {
    ...{ rows: lines.length, cells: lines.length * columns.length, empty, distinct: distinct.size },
    numbers: count === 0 ? null : { count, sum, least, most, mean: sum / count },
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
