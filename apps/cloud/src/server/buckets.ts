/** Token buckets: how often somebody may do something. Kept in memory, never more than a fixed number of them. */

interface Bucket {
  tokens: number;
  /** When `tokens` was right, in milliseconds. */
  at: number;
}

interface Rate {
  /** What a full bucket holds. */
  readonly burst: number;
  /** What flows in. */
  readonly perSecond: number;
}

export interface Buckets {
  /** Takes from the bucket of `key`. @returns 0, or the seconds after which it may be tried again; nothing was taken then */
  take(key: string, cost?: number): number;
}

/** Beyond them the one that was used longest ago is forgotten: it is full again by then, or its owner has many. */
const MOST = 50_000;

/** @param now the clock, in milliseconds */
export function createBuckets(
  { burst, perSecond }: Rate,
  now: () => number = () => performance.now(),
  most: number = MOST,
): Buckets {
  /** The one used longest ago comes first. */
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
