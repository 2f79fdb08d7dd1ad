/** What a thread works out once for all the parts of a SELECT that it does. */
import { shared } from './shared-pool.ts';

export class KeptValues {
  /** By place, as the compiler has numbered them. */
  readonly values: unknown[] = [];
  /** What is known by vertex, in memory that threads share: each writes what the others would. */
  readonly #known = new Map<string, Float64Array>();

  /** `known`: what another thread has. */
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

  /** The rows have been met, in all threads. */
  release(): void {
    for (const known of this.#known.values()) shared.giveBack(known);
    this.#known.clear();
    this.values.length = 0;
  }
}
