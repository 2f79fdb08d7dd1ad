/** Statistical accumulators: standard deviations and percentiles. */
import { engineError } from '../errors/catalogue.ts';
import type { AccumOps, AccumSlot } from './accumulators.ts';
import { toDouble, type Int } from './int64.ts';
import { ELEMENT_BYTES, account } from './meter.ts';

/** The count of numbers, their mean and the sum of squared differences from it (Welford's algorithm). */
class Moments {
  readonly count: number;
  readonly mean: number;
  readonly squares: number;

  constructor(count: number, mean: number, squares: number) {
    this.count = count;
    this.mean = mean;
    this.squares = squares;
  }
}

const NONE = new Moments(0, 0, 0);

/** The moments of two groups of numbers together (Chan). */
function together(a: Moments, b: Moments): Moments {
  const count = a.count + b.count;
  if (count === 0) return NONE;
  const distance = b.mean - a.mean;
  const mean = a.mean + (distance * b.count) / count;
  return new Moments(count, mean, a.squares + b.squares + (distance * distance * a.count * b.count) / count);
}

/** `population`: of all there are, else of a sample, which divides by one less. */
export function deviationOps(population: boolean): AccumOps {
  const one = (value: unknown): Moments => new Moments(1, toDouble(value as Int), 0);
  const same = (cell: unknown): unknown => cell;
  return {
    init: () => NONE,
    add: (cell, value) => together(cell as Moments, one(value)),
    assign: one,
    read: (cell) => {
      const { count, squares } = cell as Moments;
      const divider = population ? count : count - 1;
      return divider < 1 ? 0 : Math.sqrt(squares / divider);
    },
    copy: same,
    merge: (cell, other) => together(cell as Moments, other as Moments),
  };
}

class Percentile {
  /** From 0 to 1. */
  fraction: number;
  readonly values: number[];

  constructor(fraction: number, values: number[]) {
    this.fraction = checkedFraction(fraction);
    this.values = values;
  }

  /** Interpolates linearly between the two values nearest to the percentile. */
  get value(): number {
    if (this.values.length === 0) return 0;
    const sorted = Float64Array.from(this.values).sort();
    const place = this.fraction * (sorted.length - 1);
    const below = sorted[Math.floor(place)] as number;
    const above = sorted[Math.ceil(place)] as number;
    return below + (above - below) * (place - Math.floor(place));
  }
}

function checkedFraction(fraction: number): number {
  if (fraction >= 0 && fraction <= 1) return fraction;
  throw engineError('percentileRange', { fraction });
}

export function percentileOps(fraction: number): AccumOps {
  const add = (cell: unknown, value: unknown): Percentile => {
    account(ELEMENT_BYTES);
    (cell as Percentile).values.push(toDouble(value as Int));
    return cell as Percentile;
  };
  return {
    init: () => new Percentile(fraction, []),
    add,
    assign: (value) => add(new Percentile(fraction, []), value),
    read: (cell) => (cell as Percentile).value,
    copy: (cell) => new Percentile((cell as Percentile).fraction, [...(cell as Percentile).values]),
    merge: (cell, other) => {
      for (const value of (other as Percentile).values) add(cell, value);
      return cell;
    },
  };
}

/** `setpercent(p)`, `getpercent()`, `clear()` and `size()` of a PercentileContAccum. */
function percentileMethod(slot: AccumSlot, name: string, [value]: readonly unknown[]): number {
  const cell = slot.cell as Percentile;
  if (name === 'setpercent') cell.fraction = checkedFraction(Number(value));
  if (name === 'clear') cell.values.length = 0;
  return name === 'size' ? cell.values.length : cell.fraction;
}

export const statistics = { percentileMethod };
