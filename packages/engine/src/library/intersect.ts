/** Common neighbours of two vertices. */
import type { QueryContext } from './context.ts';
import { account } from './meter.ts';
import { type HopConfig, lowerBound } from './patterns.ts';

/** A list at least so many times as long as the other is searched instead of read. */
const SEARCHED = 16;

/**
 * Finds the common neighbours of one vertex, which stays for some time, and others, which change often. The list of the
 * first is in `config`; it is marked once searching it has cost as much as marking does.
 */
class Intersector {
  /** Places in the first list, and for each the first place of the same vertex in the second, after `find`. */
  at = new Uint32Array(16);
  other = new Uint32Array(16);
  /** The end of the second list. */
  end = 0;
  readonly #config: HopConfig;
  /** The vertex whose list is being searched or marked. */
  #of = -1;
  #searched = 0;
  #isMarked = false;
  /** Whether the marked neighbours are distinct. */
  #single = true;
  #stamp = 0;
  readonly #stamps: Uint32Array;
  readonly #places: Uint32Array;

  constructor(config: HopConfig, size: number) {
    this.#config = config;
    account(size * 8);
    this.#stamps = new Uint32Array(size);
    this.#places = new Uint32Array(size);
  }

  /** The number of common entries of `list[start .. end)` and the neighbours of `of`. */
  count(of: number, list: Uint32Array, start: number, end: number, filter: Uint8Array | null): number {
    if (filter === null && this.#marks(of, end - start)) {
      const [stamps, stamp, single] = [this.#stamps, this.#stamp, this.#single];
      if (single) {
        let found = 0;
        for (let at = start; at < end; at += 1) if (stamps[list[at] as number] === stamp) found += 1;
        return found;
      }
    }
    const { neighbours } = this.#config;
    let found = 0;
    const places = this.find(of, list, start, end);
    for (let index = 0; index < places; index += 1) {
      const vertex = list[this.at[index] as number] as number;
      if (filter !== null && filter[vertex] !== 1) continue;
      for (let at = this.other[index] as number; at < this.end && neighbours[at] === vertex; at += 1)
        found += 1;
    }
    return found;
  }

  /** Fills `at` and `other`; gives the number of places of the list with a common neighbour. */
  find(of: number, list: Uint32Array, start: number, end: number): number {
    const { offsets, ends, neighbours } = this.#config;
    const begin = offsets[of] as number;
    this.end = ends[of] as number;
    // Where both have one neighbour, as over edges that lead to one place, there is nothing to search.
    if (end - start === 1 && this.end - begin === 1) {
      if (neighbours[begin] !== list[start]) return 0;
      this.at[0] = start;
      this.other[0] = begin;
      return 1;
    }
    this.#room(end - start);
    if (this.#marks(of, end - start)) return this.#byMarks(list, start, end);
    if (end - start > SEARCHED * (this.end - begin)) return this.#bySearching(list, start, end, begin);
    let found = 0;
    let from = begin;
    for (let at = start; at < end; at += 1) {
      const vertex = list[at] as number;
      from = lowerBound(neighbours, from, this.end, vertex);
      if (from === this.end) break;
      if (neighbours[from] !== vertex) continue;
      this.at[found] = at;
      this.other[found] = from;
      found += 1;
    }
    return found;
  }

  #byMarks(list: Uint32Array, start: number, end: number): number {
    const [stamps, stamp, places] = [this.#stamps, this.#stamp, this.#places];
    let found = 0;
    for (let at = start; at < end; at += 1) {
      const vertex = list[at] as number;
      if (stamps[vertex] !== stamp) continue;
      this.at[found] = at;
      this.other[found] = places[vertex] as number;
      found += 1;
    }
    return found;
  }

  /** The first list is long: each neighbour of the second is looked for in it. */
  #bySearching(list: Uint32Array, start: number, end: number, begin: number): number {
    const { neighbours } = this.#config;
    let found = 0;
    let from = start;
    for (let at = begin; at < this.end; at += 1) {
      const vertex = neighbours[at] as number;
      if (at > begin && vertex === neighbours[at - 1]) continue;
      from = lowerBound(list, from, end, vertex);
      for (; from < end && list[from] === vertex; from += 1) {
        this.at[found] = from;
        this.other[found] = at;
        found += 1;
      }
    }
    return found;
  }

  /** Whether the neighbours of `of` are marked, so that a list of this length is compared with the marks. */
  #marks(of: number, length: number): boolean {
    const { offsets, ends } = this.#config;
    const size = (ends[of] as number) - (offsets[of] as number);
    if (of !== this.#of) {
      this.#of = of;
      this.#searched = 0;
      this.#isMarked = false;
    }
    if (length > SEARCHED * size) return false;
    if (this.#isMarked) return true;
    this.#searched += length;
    if (this.#searched * 2 < size) return false;
    this.#mark(of);
    return true;
  }

  #mark(of: number): void {
    const { offsets, ends, neighbours } = this.#config;
    this.#stamp += 1;
    this.#isMarked = true;
    this.#single = true;
    const end = ends[of] as number;
    for (let at = offsets[of] as number; at < end; at += 1) {
      const vertex = neighbours[at] as number;
      if (this.#stamps[vertex] === this.#stamp) {
        this.#single = false;
        continue;
      }
      this.#stamps[vertex] = this.#stamp;
      this.#places[vertex] = at;
    }
  }

  #room(length: number): void {
    if (this.at.length >= length) return;
    account((2 * length - this.at.length) * 8);
    this.at = new Uint32Array(2 * length);
    this.other = new Uint32Array(2 * length);
  }
}

/** Intersectors of one operator, one for each table of edges. */
class Intersectors {
  readonly #context: QueryContext;
  readonly #byConfig = new Map<HopConfig, Intersector>();

  constructor(context: QueryContext) {
    this.#context = context;
  }

  of(config: HopConfig): Intersector {
    let intersector = this.#byConfig.get(config);
    if (intersector === undefined) {
      const { size } = this.#context.snapshot.vertexTable(config.toType);
      intersector = new Intersector(config, size);
      this.#byConfig.set(config, intersector);
    }
    return intersector;
  }
}

export const intersectors = (context: QueryContext): Intersectors => new Intersectors(context);
