/**
 * Sorts, searches, measures and exports tables of results, which are files of one JSON value a line. Done by a DuckDB
 * instance of its own, in memory: the store's shares its buffers with the graph, and its database is locked
 * (docs/adr/0057-runs-and-results.md).
 */
import { statfs } from 'node:fs/promises';
import path from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { engineError } from '../errors/catalogue.ts';
import { id, list, literal, sql } from '../sql.ts';
import { connect, type Connection } from '../storage/connection.ts';
import { asEngineError } from '../storage/failures.ts';
import { fileLiteral } from '../storage/file-literal.ts';
import { Turnstile } from '../turnstile.ts';
import { chartOf, type ResultChart, type ResultChartAsked } from './result-chart.ts';
import { compareTables, type ResultComparison, type ResultsToCompare } from './result-compare.ts';
import {
  numberAt,
  orderBy,
  rowsOf,
  textAt,
  whereOf,
  type ResultPath,
  type ResultRows,
  type ResultTableFile,
  type ResultView,
} from './result-sql.ts';

interface ResultColumnStatistics {
  readonly rows: number;
  /** Rows without a value, or with an empty text. */
  readonly empty: number;
  /** Number of different values, without null. */
  readonly distinct: number;
  /** Of the values that are numbers; null where there are none. */
  readonly numbers: {
    readonly count: number;
    readonly least: number;
    readonly most: number;
    readonly mean: number;
  } | null;
  /** The most frequent values, cut to 200 characters. */
  readonly top: readonly { readonly value: string; readonly count: number }[];
}

/** Statistics of cells next to one another. */
interface ResultSelection {
  readonly rows: number;
  /** Cells without a value, or with an empty text. */
  readonly empty: number;
  /** Number of different values, without empty ones. */
  readonly distinct: number;
  /** Of the values that are numbers; null where there are none. */
  readonly numbers: {
    readonly count: number;
    readonly sum: number;
    readonly least: number;
    readonly most: number;
    readonly mean: number;
  } | null;
}

/** Type of a column of Parquet. */
export type ParquetType = 'BIGINT' | 'DOUBLE' | 'BOOLEAN' | 'VARCHAR';

/** A file of one JSON object a line, with the texts of the columns under their places: `{"0":"a","1":null}`. */
export interface FlatFile {
  readonly path: string;
  /** Bytes of the longest line. */
  readonly longest: number;
  readonly owner: string;
  readonly columns: readonly { readonly name: string; readonly type: ParquetType }[];
}

interface Target {
  readonly path: string;
  /** Milliseconds that it may take; not given: two minutes. */
  readonly patienceMs?: number | undefined;
}

export interface ResultTables {
  /**
   * Places of the rows, in order.
   * @throws EngineError when the table cannot be sorted, or the signal fires
   */
  order(table: ResultTableFile, view: ResultView, signal: AbortSignal): Promise<Int32Array>;
  statistics(
    table: ResultTableFile,
    column: ResultPath,
    rows: ResultRows,
    signal: AbortSignal,
  ): Promise<ResultColumnStatistics>;
  /** @param cells the first of the view's rows, how many, and of which columns */
  selection(
    table: ResultTableFile,
    view: ResultView,
    cells: { readonly offset: number; readonly rows: number; readonly paths: readonly ResultPath[] },
    signal: AbortSignal,
  ): Promise<ResultSelection>;
  chart(table: ResultTableFile, asked: ResultChartAsked, signal: AbortSignal): Promise<ResultChart>;
  compare(tables: ResultsToCompare, signal: AbortSignal): Promise<ResultComparison>;
  /** Writes the lines of a view, in its order, into a file below the folder. */
  lines(table: ResultTableFile, view: ResultView, target: Target, signal: AbortSignal): Promise<void>;
  /** Writes a Parquet file below the folder. The names of the columns differ by more than case. */
  parquet(flat: FlatFile, target: Target, signal: AbortSignal): Promise<void>;
  close(): Promise<void>;
}

/** Rows of a group of Parquet. */
const ROW_GROUP = 16_384;
/** Milliseconds that one of these may take. */
const PATIENCE_MS = 120_000;

interface Options {
  /** The folder of results: nothing else is read or written. */
  readonly folder: string;
  readonly memoryBytes: number;
}

/** @returns tables whose DuckDB instance is opened at the first use */
export function openResultTables({ folder, memoryBytes }: Options): ResultTables {
  let opened: Promise<DuckDBInstance> | null = null;
  const turns = new Turnstile('results', { running: 2, waiting: 32 });
  const open = async (): Promise<DuckDBInstance> => {
    const instance = await DuckDBInstance.create(':memory:', {
      memory_limit: `${Math.max(128, Math.floor(memoryBytes / 2 ** 20))}MiB`,
      threads: '1',
      temp_directory: path.join(folder, 'sorting'),
      max_temp_directory_size: '4GiB',
      autoinstall_known_extensions: 'false',
      autoload_known_extensions: 'false',
      allow_community_extensions: 'false',
    });
    const connection = await connect(instance);
    try {
      for (const statement of [
        sql`SET GLOBAL allowed_directories = [${literal(folder)}]`,
        sql`SET GLOBAL allow_persistent_secrets = false`,
        sql`SET GLOBAL enable_external_access = false`,
        sql`SET GLOBAL lock_configuration = true`,
      ])
        await connection.run(statement);
    } finally {
      connection.closeSync();
    }
    return instance;
  };

  const withConnection = <T>(
    { owner }: Pick<ResultTableFile, 'owner'>,
    signal: AbortSignal,
    work: (connection: Connection) => Promise<T>,
    patienceMs = PATIENCE_MS,
  ): Promise<T> =>
    turns.run(
      async () => {
        opened ??= open();
        const connection = await connect(await opened);
        const patience = AbortSignal.any([signal, AbortSignal.timeout(patienceMs)]);
        const interrupt = (): void => connection.interrupt();
        patience.addEventListener('abort', interrupt);
        try {
          return await work(connection);
        } catch (cause) {
          if (patience.aborted) throw engineError('resultsTookTooLong').causedBy(cause);
          throw asEngineError(cause);
        } finally {
          patience.removeEventListener('abort', interrupt);
          connection.closeSync();
        }
      },
      signal,
      owner,
    );

  return {
    order: (table, view, signal) =>
      withConnection(table, signal, async (connection) => {
        const result = await connection.stream(
          sql`SELECT place::INTEGER FROM ${rowsOf(table)} ${whereOf(view)} ORDER BY ${orderBy(view)}`,
        );
        const places = new Int32Array(table.rows);
        let count = 0;
        for (;;) {
          const chunk = await result.fetchChunk();
          if (chunk === null || chunk.rowCount === 0) break;
          const vector = chunk.getColumnVector(0);
          for (let i = 0; i < chunk.rowCount; i += 1) {
            places[count] = vector.getItem(i) as number;
            count += 1;
          }
        }
        return places.slice(0, count);
      }),

    statistics: (table, column, rowsAsked, signal) =>
      withConnection(table, signal, async (connection) => {
        const values = sql`(SELECT ${textAt(column)} AS v, ${numberAt(column)} AS n FROM ${rowsOf(table)} ${whereOf(rowsAsked)})`;
        const whole = await connection.run(
          sql`SELECT count(*)::DOUBLE, count(*) FILTER (v IS NULL OR v = '')::DOUBLE, count(DISTINCT v)::DOUBLE,
            count(n)::DOUBLE, min(n), max(n), avg(n) FROM ${values}`,
        );
        const [figures = []] = await whole.getRows();
        const [rows, none, distinct, count, least, most, mean] = figures.map((each) => Number(each ?? 0));
        const frequent = await connection.run(
          sql`SELECT left(v, 200), count(*)::DOUBLE AS c FROM ${values} WHERE v IS NOT NULL
            GROUP BY v ORDER BY c DESC, v LIMIT 10`,
        );
        const numbers = { count: count ?? 0, least: least ?? 0, most: most ?? 0, mean: mean ?? 0 };
        return {
          ...{ rows: rows ?? 0, empty: none ?? 0, distinct: distinct ?? 0 },
          numbers: numbers.count > 0 ? numbers : null,
          top: (await frequent.getRows()).map(([value, times]) => ({
            value: String(value),
            count: Number(times),
          })),
        };
      }),

    selection: (table, view, { offset, rows, paths }, signal) =>
      withConnection(table, signal, async (connection) => {
        const over = view.sort === null ? sql`()` : sql`(ORDER BY ${orderBy(view)})`;
        const inView = sql`(SELECT json, row_number() OVER ${over} - 1 AS nth FROM ${rowsOf(table)} ${whereOf(view)})`;
        const cells = sql`(SELECT unnest([${list(paths.map(textAt))}]) AS v, unnest([${list(paths.map(numberAt))}]) AS n
          FROM ${inView} WHERE nth >= ${offset} AND nth < ${offset + rows})`;
        const result = await connection.run(
          sql`SELECT count(*)::DOUBLE, count(*) FILTER (v IS NULL OR v = '')::DOUBLE,
            count(DISTINCT v) FILTER (v <> '')::DOUBLE, count(n)::DOUBLE, sum(n), min(n), max(n), avg(n) FROM ${cells}`,
        );
        const [figures = []] = await result.getRows();
        const [all = 0, none = 0, distinct = 0, count = 0, sum = 0, least = 0, most = 0, mean = 0] =
          figures.map((each) => Number(each ?? 0));
        return {
          ...{ rows: all / paths.length, empty: none, distinct },
          numbers: count > 0 ? { count, sum, least, most, mean } : null,
        };
      }),

    chart: (table, asked, signal) =>
      withConnection(table, signal, (connection) => chartOf(connection, table, asked)),

    compare: (asked, signal) =>
      withConnection(asked.after, signal, (connection) => compareTables(connection, asked)),

    lines: (table, view, { path: to, patienceMs }, signal) =>
      withConnection(
        table,
        signal,
        async (connection) => {
          await demandDisk(folder, table);
          // Without quotes a line is the text itself: the JSON of a row has neither line breaks nor the delimiter.
          await connection.run(
            sql`COPY (SELECT json FROM ${rowsOf(table)} ${whereOf(view)} ORDER BY ${orderBy(view)}) TO ${fileLiteral(to)}
              (FORMAT csv, HEADER false, QUOTE '', ESCAPE '', DELIMITER ${literal('\u0001')})`,
          );
        },
        patienceMs,
      ),

    parquet: (flat, { path: to, patienceMs }, signal) =>
      withConnection(
        flat,
        signal,
        async (connection) => {
          const types = flat.columns.map(({ type }, i) => sql`${literal(String(i))}: ${literal(type)}`);
          const names = flat.columns.map(({ name }, i) => sql`${id(String(i))} AS ${id(name)}`);
          const rows = sql`read_json(${fileLiteral(flat.path)}, format = 'newline_delimited', columns = {${list(types)}},
            maximum_object_size = ${Math.max(2 ** 20, 2 * flat.longest)})`;
          // The buffers of all columns are in memory until their group is written.
          await connection.run(
            sql`COPY (SELECT ${list(names)} FROM ${rows}) TO ${fileLiteral(to)} (FORMAT parquet, ROW_GROUP_SIZE ${ROW_GROUP})`,
          );
        },
        patienceMs,
      ),

    async close() {
      turns.limits = { running: 0, waiting: 0 };
      (await opened)?.closeSync();
      opened = null;
    },
  };
}

/** @throws EngineError when the disk has no room for another copy of the table */
async function demandDisk(folder: string, { rows, longest }: ResultTableFile): Promise<void> {
  const { bavail, bsize } = await statfs(folder);
  if (bavail * bsize < Math.min(rows * longest, 2 ** 30)) throw engineError('diskFull');
}
