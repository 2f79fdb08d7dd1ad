/** Values that a thread computes once for all parts of a SELECT that it runs. */
import { shared } from './shared-pool.ts';

export class KeptValues {
  /** By place, as the compiler has numbered them. */
  readonly values: unknown[] = [];
  /** Known values by vertex, in shared memory: all threads compute the same values, so races do no harm. */
  readonly #known = new Map<string, Float64Array>();

  /** `known`: the arrays of another thread. */
  constructor(known: Iterable<readonly [string, Float64Array]> = []) {
    this.#known = new Map(known);
  }

  /** Numbers by vertex; 0 at first. */
  known(key: string, size: number): Float64Array {
    let known = this.#known.get(key);
    if (known === undefined) {
      known = shared.doubles(size, 0);
      this.#known.set(key, known);
    }
    return known;
  }

  sent(): readonly (readonly [string, Float64Array])[] {
    return [...this.#known];
  }

  /** Releases the values; called when the rows are done in all threads. */
  release(): void {
    for (const known of this.#known.values()) shared.giveBack(known);
    this.#known.clear();
    this.values.length = 0;
  }
}
