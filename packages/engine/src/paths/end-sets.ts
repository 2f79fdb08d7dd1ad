/** Sets of ends as bits, of any vertex: one pass over the edges of a hub widens all ends that have reached it. */
import { numberOf, typeIndexOf, type GraphSnapshot, type VertexRef } from '../graph/snapshot.ts';
import { account } from '../library/meter.ts';

/** The words of a set, one bit for each end. */
export type EndSet = Uint32Array;

export class EndSets {
  readonly words: number;
  readonly #snapshot: GraphSnapshot;
  readonly #byType: Uint32Array[] = [];

  constructor(snapshot: GraphSnapshot, words: number) {
    this.words = words;
    this.#snapshot = snapshot;
  }

  /** The sets of all vertices of a type, one after the other; made when the first of them is met. */
  ofType(typeIndex: number): Uint32Array {
    let sets = this.#byType[typeIndex];
    if (sets === undefined) {
      const { size } = this.#snapshot.vertexTable(typeIndex);
      account(4 * size * this.words);
      sets = this.#byType[typeIndex] = new Uint32Array(size * this.words);
    }
    return sets;
  }

  /** A view, not a copy. */
  of(vertex: VertexRef): EndSet {
    const from = numberOf(vertex) * this.words;
    return this.ofType(typeIndexOf(vertex)).subarray(from, from + this.words);
  }
}

export const emptySet = (ends: number): EndSet => new Uint32Array(Math.ceil(ends / 32));

export function include(set: EndSet, end: number): void {
  set[end >>> 5] = (set[end >>> 5] as number) | (1 << (end & 31));
}

export function exclude(set: EndSet, end: number): void {
  set[end >>> 5] = (set[end >>> 5] as number) & ~(1 << (end & 31));
}

export const has = (set: EndSet, end: number): boolean =>
  ((set[end >>> 5] as number) & (1 << (end & 31))) !== 0;

export function addAll(set: EndSet, others: EndSet): void {
  for (let word = 0; word < set.length; word += 1) {
    set[word] = (set[word] as number) | (others[word] as number);
  }
}

export const isEmpty = (set: EndSet): boolean => set.every((word) => word === 0);

/** The ends that are in all of some sets. */
export const common = (first: EndSet, ...others: readonly EndSet[]): EndSet =>
  first.map((word, at) => others.reduce((rest, set) => rest & (set[at] as number), word));

/** The ends of a set, in order. */
export function* endsOf(set: EndSet): Generator<number> {
  for (let at = 0; at < set.length; at += 1) {
    for (let word = set[at] as number; word !== 0; word &= word - 1) {
      yield at * 32 + 31 - Math.clz32(word & -word);
    }
  }
}
