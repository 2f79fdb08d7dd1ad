/** Seeded random numbers: the same seed gives the same numbers on every machine. */

/** A number below 1 and not below 0. */
type Random = () => number;

/** FNV-1a, to make one seed of a number and a label. */
function hash(text: string): number {
  let h = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) h = Math.imul(h ^ text.charCodeAt(i), 0x01000193);
  return h >>> 0;
}

/** Small Fast Counting generator (sfc32 of PractRand), begun as its author advises. */
function sfc32(seed: number, stream: number): Random {
  let [a, b, c, counter] = [0, seed | 0, stream | 0, 1];
  const next = (): number => {
    const sum = (((a + b) | 0) + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = ((c << 21) | (c >>> 11)) + sum;
    c |= 0;
    return (sum >>> 0) / 2 ** 32;
  };
  for (let i = 0; i < 12; i++) next();
  return next;
}

/** Random numbers for one part of the data. Parts with separate labels do not change when another part changes. */
export class Chance {
  readonly #random: Random;

  constructor(seed: number, label: string) {
    this.#random = sfc32(seed, hash(label));
  }

  /** A number from 0 up to 1, 1 left out. */
  fraction(): number {
    return this.#random();
  }

  /** A whole number from `low` to `high`, both possible. */
  int(low: number, high: number): number {
    return low + Math.floor(this.#random() * (high - low + 1));
  }

  happens(probability: number): boolean {
    return this.#random() < probability;
  }

  pick<T>(items: readonly T[]): T {
    const item = items[Math.floor(this.#random() * items.length)];
    if (item === undefined) throw new Error('There is nothing to pick from.');
    return item;
  }

  /** Standard normal (Box and Muller). */
  normal(): number {
    return Math.sqrt(-2 * Math.log(1 - this.#random())) * Math.cos(2 * Math.PI * this.#random());
  }

  /** Log-normal with this median; most values lie between median / e^spread and median · e^spread. */
  around(median: number, spread: number): number {
    return median * Math.exp(this.normal() * spread);
  }

  /** Different numbers below `size`, in no order. */
  distinct(count: number, size: number): number[] {
    const chosen = new Set<number>();
    while (chosen.size < Math.min(count, size)) chosen.add(this.int(0, size - 1));
    return [...chosen];
  }
}

/** Draws indexes in proportion to their weights. */
export class Weighted {
  readonly #sums: Float64Array;

  constructor(weights: ArrayLike<number>) {
    this.#sums = new Float64Array(weights.length);
    let sum = 0;
    for (let i = 0; i < weights.length; i++) this.#sums[i] = sum += weights[i] ?? 0;
  }

  draw(chance: Chance): number {
    const sums = this.#sums;
    const wanted = chance.fraction() * (sums[sums.length - 1] ?? 0);
    let [low, high] = [0, sums.length - 1];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((sums[middle] ?? 0) > wanted) high = middle;
      else low = middle + 1;
    }
    return low;
  }
}

/** Weights of a Zipf-like distribution: a few are met very often, most hardly ever. */
export const zipf = (size: number, exponent: number, offset = 1): Float64Array =>
  Float64Array.from({ length: size }, (_, rank) => 1 / (rank + offset) ** exponent);
