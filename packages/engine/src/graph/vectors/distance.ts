/** Distances between vectors: smaller is nearer. */
import type { VectorMetric } from '@acacia/language';

/** The inner product of `n` numbers from `i` on in `a` and from `j` on in `b`. */
function product(a: Float32Array, i: number, b: Float32Array, j: number, n: number): number {
  let s0 = 0;
  let s1 = 0;
  let s2 = 0;
  let s3 = 0;
  let at = 0;
  for (; at + 3 < n; at += 4) {
    s0 += (a[i + at] as number) * (b[j + at] as number);
    s1 += (a[i + at + 1] as number) * (b[j + at + 1] as number);
    s2 += (a[i + at + 2] as number) * (b[j + at + 2] as number);
    s3 += (a[i + at + 3] as number) * (b[j + at + 3] as number);
  }
  for (; at < n; at += 1) s0 += (a[i + at] as number) * (b[j + at] as number);
  return s0 + s1 + (s2 + s3);
}

/** The sum of the squared differences. */
function squared(a: Float32Array, i: number, b: Float32Array, j: number, n: number): number {
  let s0 = 0;
  let s1 = 0;
  let s2 = 0;
  let s3 = 0;
  let at = 0;
  for (; at + 3 < n; at += 4) {
    const d0 = (a[i + at] as number) - (b[j + at] as number);
    const d1 = (a[i + at + 1] as number) - (b[j + at + 1] as number);
    const d2 = (a[i + at + 2] as number) - (b[j + at + 2] as number);
    const d3 = (a[i + at + 3] as number) - (b[j + at + 3] as number);
    s0 += d0 * d0;
    s1 += d1 * d1;
    s2 += d2 * d2;
    s3 += d3 * d3;
  }
  for (; at < n; at += 1) {
    const d = (a[i + at] as number) - (b[j + at] as number);
    s0 += d * d;
  }
  return s0 + s1 + (s2 + s3);
}

/**
 * A number that orders vectors by distance: 1 − inner product × `scale` for COSINE and IP, the squared distance for L2.
 * `scale` is the product of the two vectors' scales.
 */
export const rank = (
  metric: VectorMetric,
  a: Float32Array,
  i: number,
  b: Float32Array,
  j: number,
  n: number,
  scale: number,
): number => (metric === 'L2' ? squared(a, i, b, j, n) : 1 - product(a, i, b, j, n) * scale);

/** The distance that a rank stands for; rounding must not make it negative where it cannot be. */
export function distanceOfRank(metric: VectorMetric, value: number): number {
  if (metric === 'IP') return value;
  const distance = Math.max(0, value);
  return metric === 'L2' ? Math.sqrt(distance) : distance;
}
