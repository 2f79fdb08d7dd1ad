/** Series of a workspace's metrics. */
import { METRIC_RESOLUTIONS, METRICS_DAYS, type MetricPoint, type MetricSeries } from '@acacia/contract';
import { and, asc, eq, gte, lt } from 'drizzle-orm';
import type { Db } from '../../database/database.ts';
import { metrics } from '../../database/schema.ts';
import { AGGREGATED, bucketOf } from '../../metrics/aggregate.ts';
import { percentile } from '../../metrics/latency.ts';
import { KEPT_DAYS } from '../../metrics/roll-up.ts';

const DAY = 86_400_000;
const MOST_POINTS = 400;
/** Seconds that one point may cover. */
const STEPS = [15, 60, 120, 300, 600, 1200, 1800, 3600, 7200, 10_800, 21_600, 43_200, 86_400] as const;
const LONGEST_STEP = STEPS[STEPS.length - 1] ?? 0;

type Resolution = (typeof METRIC_RESOLUTIONS)[number];

/** The longest stored resolution that divides a step. */
const resolutionOf = (step: number): Resolution =>
  METRIC_RESOLUTIONS.findLast((resolution) => resolution <= step && step % resolution === 0) ?? 15;

interface Choice {
  readonly step: number;
  readonly resolution: Resolution;
}

/** The shortest step with at most 400 points whose resolution is still kept for the start of the time. */
export function stepFor(from: Date, to: Date, now: Date): Choice {
  const seconds = (to.getTime() - from.getTime()) / 1000;
  const step =
    STEPS.find((each) => {
      const kept = now.getTime() - KEPT_DAYS[resolutionOf(each)] * DAY;
      return seconds / each <= MOST_POINTS && from.getTime() >= kept;
    }) ?? LONGEST_STEP;
  return { step, resolution: resolutionOf(step) };
}

type Row = Omit<typeof metrics.$inferSelect, 'workspaceId' | 'resolution'>;

const pointOf = (row: Row): MetricPoint => ({
  at: row.at.toISOString(),
  cpu_percent: row.cpuPercent,
  memory_percent: row.memoryPercent,
  memory_bytes: row.memoryBytes,
  graph_bytes: row.graphBytes,
  storage_bytes: row.storageBytes,
  queries_per_second: row.queries / row.coveredSeconds,
  query_errors_per_second: row.queryErrors / row.coveredSeconds,
  query_timeouts_per_second: row.queryTimeouts / row.coveredSeconds,
  latency_p50: percentile(row.queryLatency, 0.5),
  latency_p95: percentile(row.queryLatency, 0.95),
  latency_p99: percentile(row.queryLatency, 0.99),
  requests_per_second: row.requests / row.coveredSeconds,
  rows_loaded_per_second: row.rowsLoaded / row.coveredSeconds,
  running_loads: row.runningLoads,
  vertex_count: row.vertexCount,
  edge_count: row.edgeCount,
});

/** The stored metrics from `from` to `to`; steps in which the workspace did not run have no point. */
export async function seriesOf(
  db: Db,
  workspaceId: string,
  from: Date,
  to: Date,
  now: Date,
): Promise<MetricSeries> {
  const begin = new Date(Math.max(from.getTime(), now.getTime() - METRICS_DAYS * DAY));
  const { step, resolution } = stepFor(begin, to, now);
  const first = new Date(Math.floor(begin.getTime() / (step * 1000)) * step * 1000);
  const bucket = bucketOf(step);
  const rows = await db
    .select({ at: bucket, ...AGGREGATED })
    .from(metrics)
    .where(
      and(
        eq(metrics.workspaceId, workspaceId),
        eq(metrics.resolution, resolution),
        gte(metrics.at, first),
        lt(metrics.at, to),
      ),
    )
    .groupBy(bucket)
    .orderBy(asc(bucket));
  return { workspace_id: workspaceId, step_seconds: step, points: rows.map(pointOf) };
}
