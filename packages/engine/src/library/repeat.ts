/** Repeated edges: ends and numbers of the shortest walks from one vertex, found level by level. */
import { VERTEX_NUMBER_SPAN, type VertexRef, numberOf, typeIndexOf, vertexRef } from '../graph/snapshot.ts';
import type { QueryContext } from './context.ts';
import { account, check } from './meter.ts';
import { type HopConfig, hopsFrom } from './patterns.ts';
import type { VertexSet } from './vertex-set.ts';

/** Ends of the walks over a repeated edge, ordered by type and number, with the number of shortest walks to each. */
interface Reached {
  readonly types: readonly number[];
  readonly numbers: readonly number[];
  readonly paths: readonly number[];
}

/** Walks by vertex of one type; all zero between two starts. */
interface Page {
  /** To vertices that are reached for good. */
  readonly reached: Float64Array;
  /** To vertices of the level that is being computed. */
  readonly next: Float64Array;
}

/** Reuses its arrays for each start: the cost of a start depends on the vertices reached, not on the graph's size. */
export class Repeater {
  readonly #context: QueryContext;
  readonly #pages: (Page | undefined)[] = [];

  constructor(context: QueryContext) {
    this.#context = context;
  }

  #page(typeIndex: number): Page {
    let page = this.#pages[typeIndex];
    if (page === undefined) {
      const { size } = this.#context.snapshot.vertexTable(typeIndex);
      account(size * 16);
      page = { reached: new Float64Array(size), next: new Float64Array(size) };
      this.#pages[typeIndex] = page;
    }
    return page;
  }

  /**
   * Ends of the repeated edge from `start`: for each, the walks of the least length within `min` … `max`
   * (null: no end). The start counts as reached by length 0 when `min` is 0. `far` restricts the ends.
   */
  from(
    hops: readonly (readonly HopConfig[])[],
    far: VertexSet | null,
    start: VertexRef,
    min: number,
    max: number | null,
  ): Reached {
    const ends: VertexRef[] = [];
    let frontier: VertexRef[] = [start];
    let walks: number[] = [1];
    const keep = (ref: VertexRef, count: number): void => {
      this.#page(typeIndexOf(ref)).reached[numberOf(ref)] = count;
      ends.push(ref);
    };
    if (min === 0) keep(start, 1);
    for (let length = 1; (max === null || length <= max) && frontier.length > 0; length += 1) {
      frontier = this.#step(hops, frontier, walks, length >= min);
      walks = frontier.map((ref) => {
        const { next } = this.#page(typeIndexOf(ref));
        const count = next[numberOf(ref)] as number;
        next[numberOf(ref)] = 0;
        return count;
      });
      if (length >= min) frontier.forEach((ref, index) => keep(ref, walks[index] as number));
    }
    return this.#finish(ends, far);
  }

  /** The vertices one edge further; `fresh`: without those that are reached already. */
  #step(
    hops: readonly (readonly HopConfig[])[],
    frontier: readonly VertexRef[],
    walks: readonly number[],
    fresh: boolean,
  ): VertexRef[] {
    const found: VertexRef[] = [];
    for (let index = 0; index < frontier.length; index += 1) {
      const ref = frontier[index] as VertexRef;
      const count = walks[index] as number;
      const number = numberOf(ref);
      for (const { offsets, ends, neighbours, toType } of hopsFrom(hops, typeIndexOf(ref))) {
        const { reached, next } = this.#page(toType);
        const base = toType * VERTEX_NUMBER_SPAN;
        const end = ends[number] as number;
        for (let at = offsets[number] as number; at < end; at += 1) {
          const to = neighbours[at] as number;
          if (fresh && reached[to] !== 0) continue;
          if (next[to] === 0) found.push(base + to);
          next[to] = (next[to] as number) + count;
        }
      }
      if ((index & 255) === 0) check();
    }
    return found;
  }

  #finish(ends: readonly VertexRef[], far: VertexSet | null): Reached {
    const types: number[] = [];
    const numbers: number[] = [];
    const paths: number[] = [];
    for (const ref of Float64Array.from(ends).sort()) {
      const [typeIndex, number] = [typeIndexOf(ref), numberOf(ref)];
      const { reached } = this.#page(typeIndex);
      if (far === null || far.has(vertexRef(typeIndex, number))) {
        types.push(typeIndex);
        numbers.push(number);
        paths.push(reached[number] as number);
      }
      reached[number] = 0;
    }
    return { types, numbers, paths };
  }
}
