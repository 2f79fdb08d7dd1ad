/** Percentiles from the latency histogram of queries (packages/contract workspace/internal.ts). */
import { LATENCY_BOUNDS_MS } from '@acacia/contract';

/**
 * The latency below which a part of the queries stayed, in milliseconds, interpolated within its bucket.
 * In the last bucket, which has no end, its beginning is given.
 * @param counts of each bucket
 * @param part from 0 to 1
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

/** The mean latency in milliseconds, as near as the buckets tell. @returns null when no query ended */
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
