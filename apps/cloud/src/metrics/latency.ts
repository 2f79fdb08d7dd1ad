/** Percentiles from the latency histogram of queries (packages/contract workspace/internal.ts). */
import { LATENCY_BOUNDS_MS } from '@acacia/contract';

/**
 * A percentile of the latency in milliseconds, interpolated within its bucket. For the last bucket, which has no upper
 * bound, it is the lower bound.
 * @param counts number of queries in each bucket
 * @param part share of the queries with at most this latency, from 0 to 1
 * @returns null when no query ended
 */
export function percentile(counts: readonly number[], part: number): number | null {
  const total = counts.reduce((sum, count) => sum + count, 0);
  if (total === 0) return null;
  const rank = part * total;
  let below = 0;
  for (const [i, count] of counts.entries()) {
    if (count > 0 && below + count >= rank) {
      const from = LATENCY_BOUNDS_MS[i - 1] ?? 0;
      const to = LATENCY_BOUNDS_MS[i] ?? from;
      return from + (to - from) * Math.max(0, (rank - below) / count);
    }
    below += count;
  }
  return LATENCY_BOUNDS_MS.at(-1) ?? null;
}

/** The mean latency in milliseconds, as precise as the buckets allow. @returns null when no query ended */
export function meanLatency(counts: readonly number[]): number | null {
  let ended = 0;
  let sum = 0;
  for (const [i, count] of counts.entries()) {
    const from = LATENCY_BOUNDS_MS[i - 1] ?? 0;
    ended += count;
    sum += count * ((from + (LATENCY_BOUNDS_MS[i] ?? from)) / 2);
  }
  return ended === 0 ? null : sum / ended;
}
