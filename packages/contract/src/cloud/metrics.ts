/** Metrics of workspaces over time (specification part 2, Monitor). */
import { z } from 'zod';

/** Seconds between readings, and the lengths that they are rolled up to. */
export const METRIC_RESOLUTIONS = [15, 60, 600, 3600] as const;

/** Days that metrics are kept, and so the longest time that can be looked at. */
export const METRICS_DAYS = 400;

const moment = z.iso.datetime({ error: 'must be a time such as 2026-01-31T00:00:00Z' });
export const MetricsQuery = z
  .object({ from: moment, to: moment })
  .refine(({ from, to }) => Date.parse(from) < Date.parse(to), {
    path: ['to'],
    error: 'must be later than from',
  })
  .refine(({ from, to }) => Date.parse(to) - Date.parse(from) <= METRICS_DAYS * 86_400_000, {
    path: ['from'],
    error: `must be at most ${METRICS_DAYS} days before to`,
  });

export const MetricPoint = z.object({
  at: z.iso.datetime(),
  /** Per cent of the resources that the workspace's size gives it. */
  cpu_percent: z.number(),
  memory_percent: z.number(),
  memory_bytes: z.number(),
  /** The graph in memory. */
  graph_bytes: z.number(),
  storage_bytes: z.number(),
  queries_per_second: z.number(),
  query_errors_per_second: z.number(),
  /** Of those errors the queries that met their time limit. */
  query_timeouts_per_second: z.number(),
  /** Milliseconds; null when no query ended. */
  latency_p50: z.number().nullable(),
  latency_p95: z.number().nullable(),
  latency_p99: z.number().nullable(),
  requests_per_second: z.number(),
  rows_loaded_per_second: z.number(),
  running_loads: z.number(),
  vertex_count: z.number().nullable(),
  edge_count: z.number().nullable(),
});
export type MetricPoint = z.infer<typeof MetricPoint>;

export const MetricSeries = z
  .object({
    workspace_id: z.string(),
    /** Seconds covered by one point. In a step without a point the workspace did not run. */
    step_seconds: z.number().int(),
    points: z.array(MetricPoint),
  })
  .meta({ id: 'MetricSeries' });
export type MetricSeries = z.infer<typeof MetricSeries>;
