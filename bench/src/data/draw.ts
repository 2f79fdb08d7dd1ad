/** Pseudo-random numbers, the same for the same seed. */

export interface Draw {
  /** A number in [0, 1). */
  (): number;
}

/** mulberry32: small, fast, good enough to draw test data. */
export function drawFrom(seed: number): Draw {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** A whole number below `limit`. */
export const below = (draw: Draw, limit: number): number => Math.floor(draw() * limit);

/** A whole number below `limit`, low ones far more often: `power` 1 is uniform, 3 gives most of the draws to a few. */
export const skewed = (draw: Draw, limit: number, power: number): number =>
  Math.floor(draw() ** power * limit);

/** A whole number of at least 1 with the given mean and a long tail (Pareto, cut at 60 means). */
export const tailed = (draw: Draw, mean: number): number =>
  Math.max(1, Math.min(60 * mean, Math.floor((mean * 0.4) / (1 - draw()) ** 0.6)));
