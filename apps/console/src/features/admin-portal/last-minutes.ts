/** Figures of the last minutes, from the points of their metrics. */
import type { MetricPoint } from '@acacia/contract';

export interface LastMinutes {
  readonly queriesPerSecond: number;
  /** Per cent of the ended queries; null without any. */
  readonly timeoutPercent: number | null;
  readonly errorPercent: number | null;
  /** Milliseconds: of the slowest step; null without queries. */
  readonly latencyP95: number | null;
}

const highest = (values: readonly (number | null)[]): number | null =>
  values.reduce((most, value) => (value === null ? most : Math.max(most ?? 0, value)), null);

/** @param step seconds that each point covers */
export function lastMinutes(points: readonly MetricPoint[], step: number): LastMinutes {
  const total = (read: (point: MetricPoint) => number): number =>
    points.reduce((sum, point) => sum + read(point) * step, 0);
  const queries = total(({ queries_per_second }) => queries_per_second);
  const share = (count: number): number | null => (queries > 0 ? (count / queries) * 100 : null);
  return {
    queriesPerSecond: points.length === 0 ? 0 : queries / (points.length * step),
    timeoutPercent: share(total(({ query_timeouts_per_second }) => query_timeouts_per_second)),
    errorPercent: share(total(({ query_errors_per_second }) => query_errors_per_second)),
    latencyP95: highest(points.map(({ latency_p95 }) => latency_p95)),
  };
}
