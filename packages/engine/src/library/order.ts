/** The order of ORDER BY. */
import { check } from './meter.ts';
import { compare } from './values.ts';

export interface Sortable {
  readonly keys: readonly unknown[];
  /** Place of arrival: ties keep it. */
  readonly at: number;
}

/** A stop request is checked for after so many comparisons. */
const CHECKED_COMPARISONS = 8192;

/** Compares key by key; `directions` is true for keys with DESC. Missing keys come last either way. */
export function comparator(directions: readonly boolean[]): (a: Sortable, b: Sortable) => number {
  let compared = 0;
  return (a, b) => {
    compared += 1;
    if (compared % CHECKED_COMPARISONS === 0) check();
    for (let index = 0; index < directions.length; index += 1) {
      const [x, y] = [a.keys[index], b.keys[index]];
      const order = compare(x, y);
      if (order === 0) continue;
      const missing = x === null || x === undefined || y === null || y === undefined;
      return directions[index] === true && !missing ? -order : order;
    }
    return a.at - b.at;
  };
}
