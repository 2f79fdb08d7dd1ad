/** SQL expressions that aggregate rows of metrics into one row for a longer time. */
import { LATENCY_BOUNDS_MS } from '@acacia/contract';
import { sql, type AnyColumn, type SQL } from 'drizzle-orm';
import { metrics } from '../database/schema.ts';

/** Start of the step that contains a row. Steps start at multiples of their length since 1970. */
export const bucketOf = (seconds: number): SQL<Date> =>
  sql`date_bin(make_interval(secs => ${sql.raw(String(seconds))}), ${metrics.at}, timestamptz 'epoch')`.mapWith(
    metrics.at,
  );

/** Mean, weighted by the seconds that each row covers. */
const mean = (column: AnyColumn): SQL<number> =>
  sql`sum(${column} * ${metrics.coveredSeconds}) / sum(${metrics.coveredSeconds})`.mapWith(Number);

const bytes = (column: AnyColumn): SQL<number> => sql`round(${mean(column)})::bigint`.mapWith(Number);

const total = (column: AnyColumn): SQL<number> => sql`sum(${column})::integer`.mapWith(Number);

const newest = (column: AnyColumn): SQL<number | null> =>
  sql<
    number | null
  >`(array_agg(${column} order by ${metrics.at} desc) filter (where ${column} is not null))[1]`.mapWith(
    (value: string | null) => (value === null ? null : Number(value)),
  );

/** The sum of each bucket of the histogram. */
const histogram: SQL<number[]> = sql`array[${sql.join(
  Array.from(
    { length: LATENCY_BOUNDS_MS.length + 1 },
    (_, i) => sql`sum(${metrics.queryLatency}[${sql.raw(String(i + 1))}])::integer`,
  ),
  sql`, `,
)}]`;

/** Columns of the aggregated row, in the order of the table. */
export const AGGREGATED = {
  cpuPercent: mean(metrics.cpuPercent).as('cpu_percent'),
  memoryPercent: mean(metrics.memoryPercent).as('memory_percent'),
  memoryBytes: bytes(metrics.memoryBytes).as('memory_bytes'),
  graphBytes: bytes(metrics.graphBytes).as('graph_bytes'),
  storageBytes: bytes(metrics.storageBytes).as('storage_bytes'),
  queries: total(metrics.queries).as('queries'),
  queryErrors: total(metrics.queryErrors).as('query_errors'),
  queryTimeouts: total(metrics.queryTimeouts).as('query_timeouts'),
  queryLatency: histogram.as('query_latency'),
  requests: total(metrics.requests).as('requests'),
  rowsLoaded: sql`sum(${metrics.rowsLoaded})::bigint`.mapWith(Number).as('rows_loaded'),
  runningLoads: mean(metrics.runningLoads).as('running_loads'),
  vertexCount: newest(metrics.vertexCount).as('vertex_count'),
  edgeCount: newest(metrics.edgeCount).as('edge_count'),
  coveredSeconds: sql`sum(${metrics.coveredSeconds})`.mapWith(Number).as('covered_seconds'),
};
