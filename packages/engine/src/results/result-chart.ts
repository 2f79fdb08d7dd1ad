/** Figures of charts of tables of results, aggregated by DuckDB so that tables of any length are drawn. */
import { literal, sql, type Sql } from '../sql.ts';
import type { Connection } from '../storage/connection.ts';
import {
  numberAt,
  rowsOf,
  textAt,
  whereOf,
  type ResultPath,
  type ResultRows,
  type ResultTableFile,
} from './result-sql.ts';

type ResultAggregate = 'count' | 'sum' | 'mean' | 'min' | 'max';

export interface ResultChartAsked extends ResultRows {
  readonly kind: 'bars' | 'histogram' | 'time';
  /** The column of values, numbers or times. */
  readonly by: ResultPath;
  readonly aggregate: ResultAggregate;
  /** The column that is aggregated; null: rows are counted. */
  readonly of: ResultPath | null;
  /** Bars or steps of time at most. */
  readonly most: number;
}

export interface ResultChart {
  readonly points: readonly {
    readonly label: string;
    readonly value: number | null;
    readonly rows: number;
  }[];
  /** Width of a bucket, or the step of time; null for bars. */
  readonly step: string | null;
  /** Rows that search and filters leave, and those among them that have nothing to draw by. */
  readonly rows: number;
  readonly without: number;
  /** Different values, of which the largest are drawn; of others the number of points. */
  readonly groups: number;
}

const aggregates: Readonly<Record<ResultAggregate, Sql>> = {
  count: sql`count(*)::DOUBLE`,
  sum: sql`sum(n)`,
  mean: sql`avg(n)`,
  min: sql`min(n)`,
  max: sql`max(n)`,
};

/** Steps of time with their milliseconds, the smallest first. */
const STEPS = [
  ['second', 1000],
  ['minute', 60_000],
  ['hour', 3_600_000],
  ['day', 86_400_000],
  ['week', 7 * 86_400_000],
  ['month', 30 * 86_400_000],
  ['quarter', 91 * 86_400_000],
  ['year', 365 * 86_400_000],
  ['decade', 3652 * 86_400_000],
  ['century', 36_524 * 86_400_000],
  ['millennium', 365_242 * 86_400_000],
] as const;
const BUCKETS = 20;

const numeric = (value: unknown): number | null =>
  value === null || value === undefined || !Number.isFinite(Number(value)) ? null : Number(value);

async function rowsFrom(connection: Connection, statement: Sql): Promise<readonly (readonly unknown[])[]> {
  return (await connection.run(statement)).getRows();
}

export function chartOf(
  connection: Connection,
  table: ResultTableFile,
  asked: ResultChartAsked,
): Promise<ResultChart> {
  switch (asked.kind) {
    case 'bars':
      return barsOf(connection, table, asked);
    case 'histogram':
      return histogramOf(connection, table, asked);
    case 'time':
      return timesOf(connection, table, asked);
  }
}

async function barsOf(connection: Connection, table: ResultTableFile, asked: ResultChartAsked) {
  const number = asked.of === null ? sql`NULL::DOUBLE` : numberAt(asked.of);
  const values = sql`(SELECT nullif(${textAt(asked.by)}, '') AS v, ${number} AS n FROM ${rowsOf(table)} ${whereOf(asked)})`;
  const [whole = []] = await rowsFrom(
    connection,
    sql`SELECT count(*)::DOUBLE, count(v)::DOUBLE, count(DISTINCT v)::DOUBLE FROM ${values}`,
  );
  const bars = await rowsFrom(
    connection,
    sql`SELECT left(v, 200), ${aggregates[asked.aggregate]} AS a, count(*)::DOUBLE FROM ${values}
      WHERE v IS NOT NULL GROUP BY v ORDER BY a DESC NULLS LAST, v LIMIT ${asked.most}`,
  );
  const [rows, withValue, groups] = whole.map((each) => Number(each ?? 0));
  return {
    points: bars.map(([label, value, count]) => ({
      ...{ label: String(label), value: numeric(value), rows: Number(count) },
    })),
    ...{ step: null, rows: rows ?? 0, without: (rows ?? 0) - (withValue ?? 0), groups: groups ?? 0 },
  };
}

/** A width of 1, 2 or 5 in a power of ten that is at least the given one. */
function roundWidth(least: number): number {
  const power = 10 ** Math.floor(Math.log10(least));
  return ([1, 2, 5].find((each) => each * power >= least * (1 - 1e-9)) ?? 10) * power;
}

async function histogramOf(connection: Connection, table: ResultTableFile, asked: ResultChartAsked) {
  const values = sql`(SELECT ${numberAt(asked.by)} AS n FROM ${rowsOf(table)} ${whereOf(asked)})`;
  const [whole = []] = await rowsFrom(
    connection,
    sql`SELECT count(*)::DOUBLE, count(n)::DOUBLE, min(n), max(n), coalesce(bool_and(n = floor(n)), true)::INTEGER FROM ${values}`,
  );
  const [rows = 0, withNumber = 0, least = 0, most = 0, integers = 1] = whole.map((each) =>
    Number(each ?? 0),
  );
  const facts = { rows, without: rows - withNumber };
  if (withNumber === 0) return { ...facts, points: [], step: null, groups: 0 };
  const span = most - least;
  const wanted = span > 0 && Number.isFinite(span) ? roundWidth(span / BUCKETS) : 1;
  const width = integers === 1 ? Math.max(1, wanted) : wanted;
  const start = Math.floor(least / width) * width;
  // Numbers so far apart that doubles cannot tell their buckets are in one.
  const count = Math.floor((most - start) / width) + 1;
  const isDrawn = Number.isFinite(span) && start + width > start && count <= 2 * BUCKETS + 2;
  if (!isDrawn) {
    const point = { label: String(least), value: withNumber, rows: withNumber };
    return { ...facts, points: [point], step: null, groups: 1 };
  }
  const found = await rowsFrom(
    connection,
    sql`SELECT floor((n - ${start}) / ${width})::INTEGER AS b, count(*)::DOUBLE FROM ${values}
      WHERE n IS NOT NULL GROUP BY b`,
  );
  const counts = new Map(found.map(([bucket, times]) => [Number(bucket), Number(times)]));
  const points = Array.from({ length: count }, (_, i) => {
    const times = counts.get(i) ?? 0;
    // 0.1 + 0.2 is written as 0.3.
    return { label: String(Number((start + i * width).toPrecision(12))), value: times, rows: times };
  });
  return { ...facts, points, step: String(width), groups: points.length };
}

async function timesOf(connection: Connection, table: ResultTableFile, asked: ResultChartAsked) {
  const number = asked.of === null ? sql`NULL::DOUBLE` : numberAt(asked.of);
  const values = sql`(SELECT TRY_CAST(${textAt(asked.by)} AS TIMESTAMP) AS t, ${number} AS n FROM ${rowsOf(table)} ${whereOf(asked)})`;
  const [whole = []] = await rowsFrom(
    connection,
    sql`SELECT count(*)::DOUBLE, count(t) FILTER (isfinite(t))::DOUBLE,
      epoch_ms(min(t) FILTER (isfinite(t)))::DOUBLE, epoch_ms(max(t) FILTER (isfinite(t)))::DOUBLE FROM ${values}`,
  );
  const [rows = 0, withTime = 0, first = 0, last = 0] = whole.map((each) => Number(each ?? 0));
  const facts = { rows, without: rows - withTime };
  if (withTime === 0) return { ...facts, points: [], step: null, groups: 0 };
  const [step] = STEPS.find(([, ms]) => (last - first) / ms < asked.most - 1) ?? ['millennium', 0];
  const unit = literal(step);
  const steps = sql`(SELECT unnest(generate_series(date_trunc(${unit}, min(t)), max(t), CAST(${literal(`1 ${step}`)} AS INTERVAL))) AS s
    FROM ${values} WHERE isfinite(t))`;
  const grouped = sql`(SELECT date_trunc(${unit}, t) AS s, ${aggregates[asked.aggregate]} AS a, count(*)::DOUBLE AS c
    FROM ${values} WHERE isfinite(t) GROUP BY s)`;
  const found = await rowsFrom(
    connection,
    sql`SELECT strftime(s, '%Y-%m-%d %H:%M:%S'), a, coalesce(c, 0) FROM ${steps} LEFT JOIN ${grouped} USING (s) ORDER BY s`,
  );
  const none = asked.aggregate === 'count' || asked.aggregate === 'sum' ? 0 : null;
  // Steps of a day and more have no hours.
  const signs = ['second', 'minute', 'hour'].includes(step) ? 19 : 10;
  const points = found.map(([label, value, count]) => ({
    ...{ label: String(label).slice(0, signs), value: numeric(value) ?? none, rows: Number(count) },
  }));
  return { ...facts, points, step, groups: points.length };
}
