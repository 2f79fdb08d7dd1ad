/**
 * Widens many ends until each knows the shortest way to the others: the ends with the fewest edges at their rim first, and
 * only while a path to another end may still be found. Ends that are widened together walk an edge once.
 */
import { numberOf, typeIndexOf, type VertexRef } from '../graph/snapshot.ts';
import { degreeAt } from '../library/graph.ts';
import { account, check } from '../library/meter.ts';
import {
  common,
  emptySet,
  endsOf,
  EndSets,
  exclude,
  has,
  include,
  isEmpty,
  type EndSet,
} from './end-sets.ts';
import { edgeAt, vertexAt, type Walk } from './walk.ts';

/** The vertices that some ends came to by one more step. */
export interface Pass {
  readonly vertices: readonly VertexRef[];
  /** For each vertex the ends that came to it, one set after the other. */
  readonly sets: Uint32Array;
  /** The passes from which these ends went on. */
  readonly from: ReadonlyMap<Pass, EndSet>;
}

/** Vertices of a pass, one after the other, that the same ends came to, now and at any time. */
interface Run {
  readonly vertices: readonly VertexRef[];
  readonly fresh: EndSet;
  readonly seen: EndSet;
}

/** Ends that are wider by so much than the narrowest are widened with it, in one pass. */
const ALIKE = { times: 4, more: 1000 } as const;

export class EndSearch {
  readonly passes: Pass[] = [];
  /** Vertices on shortest paths, the ends first. */
  readonly kept: VertexRef[];
  /** For each end the lengths of the shortest paths to the others; Infinity: none was found. */
  readonly lengths: number[][];
  /** The ends to which a vertex on shortest paths leads. */
  readonly wanted: EndSets;
  /** Empty between two passes. */
  readonly marks: EndSets;
  readonly words: number;
  readonly #walk: Walk;
  readonly #seen: EndSets;
  readonly #last: Pass[];
  readonly #radius: number[];
  /** Edges at the rim of each end; 0: all that it can reach is known. */
  readonly #rim: number[];
  /** The ends to which no path was found yet. */
  readonly #apart: EndSet[];

  constructor(walk: Walk, ends: readonly VertexRef[]) {
    const { snapshot } = walk.context;
    const none = emptySet(ends.length);
    this.words = none.length;
    this.#walk = walk;
    const sets = (): EndSets => new EndSets(snapshot, this.words);
    [this.#seen, this.wanted, this.marks] = [sets(), sets(), sets()];
    this.kept = [...ends];
    this.lengths = ends.map(() => ends.map(() => Infinity));
    this.#radius = ends.map(() => 0);
    this.#rim = ends.map((end) => this.#degree(end));
    this.#apart = ends.map(() => none.slice());
    const first = { vertices: ends, sets: new Uint32Array(ends.length * this.words), from: new Map() };
    for (const [end, vertex] of ends.entries()) {
      include(first.sets.subarray(end * this.words), end);
      for (const all of [this.#seen.of(vertex), this.wanted.of(vertex)]) include(all, end);
      for (const [other, apart] of this.#apart.entries()) if (other !== end) include(apart, end);
    }
    this.passes.push(first);
    this.#last = ends.map(() => first);
  }

  /** Finds the shortest paths of so many edges at most. */
  reach(longest: number): void {
    for (let going = this.#next(longest); !isEmpty(going); going = this.#next(longest)) {
      const pass = this.#widen(going);
      for (const end of endsOf(going)) {
        this.#last[end] = pass;
        this.#radius[end] = this.#radiusOf(end) + 1;
        this.#rim[end] = 0;
      }
      this.passes.push(pass);
      this.#join(pass, going, longest);
    }
  }

  /** Notes that a vertex is on a shortest path to some ends. */
  want(vertex: VertexRef, ends: EndSet): void {
    const all = this.wanted.ofType(typeIndexOf(vertex));
    const from = numberOf(vertex) * this.words;
    let before = 0;
    for (let word = 0; word < this.words; word += 1) {
      const known = all[from + word] as number;
      before |= known;
      all[from + word] = known | (ends[word] as number);
    }
    if (before !== 0) return;
    account(8);
    this.kept.push(vertex);
  }

  #degree(vertex: VertexRef): number {
    return degreeAt(this.#walk.ahead(vertex), numberOf(vertex));
  }

  #radiusOf(end: number): number {
    return this.#radius[end] as number;
  }

  /** The ends to widen: those with few edges at their rim that may find another end. */
  #next(longest: number): EndSet {
    check();
    const isOpen = (end: number, other: number): boolean =>
      this.#rim[other] !== 0 && this.#radiusOf(end) + this.#radiusOf(other) < longest;
    const open = this.#rim.flatMap((rim, end) => {
      const apart = endsOf(this.#apart[end] as EndSet);
      return rim > 0 && apart.some((other) => isOpen(end, other)) ? [{ end, rim }] : [];
    });
    const least = Math.min(...open.map(({ rim }) => rim));
    const going = emptySet(this.#rim.length);
    for (const { end, rim } of open) if (rim <= ALIKE.times * least + ALIKE.more) include(going, end);
    return going;
  }

  #widen(going: EndSet): Pass {
    const from = new Map<Pass, EndSet>();
    for (const end of endsOf(going)) {
      const last = this.#last[end] as Pass;
      const ends = from.get(last) ?? emptySet(this.#rim.length);
      include(ends, end);
      from.set(last, ends);
    }
    const next: VertexRef[] = [];
    const ends = new Uint32Array(this.words);
    for (const [{ vertices, sets }, these] of from) {
      for (const [at, vertex] of vertices.entries()) {
        let any = 0;
        for (let word = 0; word < this.words; word += 1) {
          ends[word] = (sets[at * this.words + word] as number) & (these[word] as number);
          any |= ends[word] as number;
        }
        if (any !== 0) this.#spread(vertex, ends, next);
      }
    }
    account((8 + 4 * this.words) * next.length);
    const sets = new Uint32Array(next.length * this.words);
    for (const [at, vertex] of next.entries()) {
      const marks = this.marks.of(vertex);
      sets.set(marks, at * this.words);
      marks.fill(0);
    }
    return { vertices: next, sets, from };
  }

  /** Takes some ends from a vertex to all of its neighbours that they do not know; `marks` has those of this pass. */
  #spread(vertex: VertexRef, ends: EndSet, next: VertexRef[]): void {
    const walk = this.#walk;
    const number = numberOf(vertex);
    for (const config of walk.ahead(vertex)) {
      const seen = this.#seen.ofType(config.toType);
      const marks = this.marks.ofType(config.toType);
      const end = config.ends[number] as number;
      for (let at = config.offsets[number] as number; at < end; at += 1) {
        walk.look();
        const place = (config.neighbours[at] as number) * this.words;
        let fresh = 0;
        for (let word = 0; word < this.words; word += 1) {
          fresh |= (ends[word] as number) & ~(seen[place + word] as number);
        }
        if (fresh === 0 || !walk.mayPass(edgeAt(config, at), vertexAt(config, at))) continue;
        let before = 0;
        for (let word = 0; word < this.words; word += 1) {
          const marked = marks[place + word] as number;
          before |= marked;
          marks[place + word] = marked | ((ends[word] as number) & ~(seen[place + word] as number));
          seen[place + word] = (seen[place + word] as number) | (ends[word] as number);
        }
        if (before === 0) next.push(vertexAt(config, at));
      }
    }
  }

  /** Finds which ends have met in a pass, and where. */
  #join(pass: Pass, going: EndSet, longest: number): void {
    let met = false;
    for (const run of this.#runs(pass)) {
      const edges = run.vertices.reduce((sum, vertex) => sum + this.#degree(vertex), 0);
      for (const end of endsOf(run.fresh)) this.#rim[end] = (this.#rim[end] as number) + edges;
      for (const [a, b, length] of this.#meetings(run, going)) {
        if (length > longest || length >= this.#length(a, b)) continue;
        for (const [one, other] of [[a, b] as const, [b, a] as const]) {
          (this.lengths[one] as number[])[other] = length;
        }
        met = true;
      }
    }
    if (!met) return;
    for (const run of this.#runs(pass)) {
      const ends = emptySet(this.#rim.length);
      for (const [a, b, length] of this.#meetings(run, going)) {
        if (length === this.#length(a, b)) for (const end of [a, b]) include(ends, end);
      }
      if (!isEmpty(ends)) for (const vertex of run.vertices) this.want(vertex, ends);
    }
    for (const [end, apart] of this.#apart.entries()) {
      for (const other of endsOf(apart)) if (this.#length(end, other) < Infinity) exclude(apart, other);
    }
  }

  /** Pairs of ends that were apart before a pass, and the length of a path between them through some vertices. */
  *#meetings(
    { fresh, seen }: Run,
    going: EndSet,
  ): Generator<readonly [a: number, b: number, length: number]> {
    for (const a of endsOf(fresh)) {
      for (const b of endsOf(common(this.#apart[a] as EndSet, seen))) {
        const wasThere = has(going, b) && !has(fresh, b);
        yield [a, b, this.#radiusOf(a) + this.#radiusOf(b) - (wasThere ? 1 : 0)];
      }
    }
  }

  #length(a: number, b: number): number {
    return this.lengths[a]?.[b] ?? Infinity;
  }

  *#runs({ vertices, sets }: Pass): Generator<Run> {
    const { words } = this;
    const isAlike = (at: number, other: number): boolean => {
      const [a, b] = [vertices[at] as VertexRef, vertices[other] as VertexRef];
      const [seen, seenOther] = [this.#seen.ofType(typeIndexOf(a)), this.#seen.ofType(typeIndexOf(b))];
      for (let word = 0; word < words; word += 1) {
        if (sets[at * words + word] !== sets[other * words + word]) return false;
        if (seen[numberOf(a) * words + word] !== seenOther[numberOf(b) * words + word]) return false;
      }
      return true;
    };
    for (let at = 0; at < vertices.length;) {
      check();
      const from = at;
      while (at < vertices.length && (at === from || isAlike(at, from))) at += 1;
      yield {
        vertices: vertices.slice(from, at),
        fresh: sets.subarray(from * words, (from + 1) * words),
        seen: this.#seen.of(vertices[from] as VertexRef),
      };
    }
  }
}
