/** Token buckets for rate limits; in memory, and limited in number. */

interface Bucket {
  tokens: number;
  /** Time at which `tokens` was computed, in milliseconds. */
  at: number;
}

interface Rate {
  /** Tokens of a full bucket. */
  readonly burst: number;
  /** Tokens added each second. */
  readonly perSecond: number;
}

export interface Buckets {
  /** Takes tokens from the bucket of `key`. @returns 0; or, when it has too few, the seconds until it has enough */
  take(key: string, cost?: number): number;
}

/** Limit of buckets. Beyond it the least recently used one is dropped: it is full again by then, or one of a flood. */
const MOST = 50_000;

/** @param now the clock, in milliseconds */
export function createBuckets(
  { burst, perSecond }: Rate,
  now: () => number = () => performance.now(),
  most: number = MOST,
): Buckets {
  /** The least recently used bucket comes first. */
  const buckets = new Map<string, Bucket>();
  return {
    take(key, cost = 1) {
      const at = now();
      const known = buckets.get(key);
      const tokens =
        known === undefined ? burst : Math.min(burst, known.tokens + ((at - known.at) / 1000) * perSecond);
      const enough = tokens >= cost;
      buckets.delete(key);
      buckets.set(key, { tokens: enough ? tokens - cost : tokens, at });
      if (buckets.size > most)
        for (const oldest of buckets.keys()) {
          buckets.delete(oldest);
          break;
        }
      return enough ? 0 : Math.max(1, Math.ceil((cost - tokens) / perSecond));
    },
  };
}
