/** Lists paths of a length one by one, along vertices whose distance to the targets is known. */
import { numberOf, type VertexRef } from '../graph/snapshot.ts';
import { account, ELEMENT_BYTES } from '../library/meter.ts';
import type { HopConfig } from '../library/patterns.ts';
import type { Distances } from './distances.ts';
import { edgeAt, vertexAt, type Walk } from './walk.ts';

/** Entries of adjacencies that a search looks at, at most: about a second. */
const MOST_LOOKS = 20_000_000;

/** Depths of a path that a mask of bits holds; dead ends below are looked at anew. */
const DEEPEST = 30;
const ALL_DEPTHS = 2 ** (DEEPEST + 1) - 1;
/** Dead ends that were found after fewer looks are not worth a note. */
const LEAST_LOOKS = 8;

/** A vertex that leads to no target in some number of edges while the vertices at some depths of the path stay. */
interface DeadEnd {
  /** A bit for each depth of a vertex that is in the way. */
  readonly mask: number;
  /** The step at the deepest of them; the path up to a step is the same as long as it stands. */
  readonly step: Step | null;
}

/** A vertex of the path under way, and the place in its adjacencies from which on no step was tried yet. */
interface Step {
  readonly vertex: VertexRef;
  readonly configs: readonly HopConfig[];
  config: number;
  at: number;
  /** Depths of the vertices of the path that were in the way. */
  mask: number;
  found: boolean;
  readonly looksBefore: number;
}

export class PathList {
  readonly paths: (readonly VertexRef[])[] = [];
  /** There are more paths than the limit, or than could be looked at. */
  more = false;
  readonly #walk: Walk;
  readonly #distances: Distances;
  readonly #limit: number;
  readonly #path: Step[] = [];
  /** Depths of the vertices of the path. */
  readonly #passed = new Map<VertexRef, number>();
  /** By the edges that are left. */
  #deadEnds: Map<VertexRef, DeadEnd>[] = [];
  #looks = 0;

  constructor(walk: Walk, distances: Distances, limit: number) {
    this.#walk = walk;
    this.#distances = distances;
    this.#limit = limit;
  }

  /** Adds the paths of exactly so many edges that pass no vertex twice, until there are too many. */
  add(sources: Iterable<VertexRef>, length: number): void {
    this.#deadEnds = [];
    for (const source of sources) {
      if (this.more) return;
      const back = this.#distances.back.of(source);
      if (back >= 0 && back <= length) this.#from(source, length);
    }
  }

  #from(source: VertexRef, length: number): void {
    this.#enter(source);
    for (let step = this.#path.at(-1); step !== undefined; step = this.#path.at(-1)) {
      const left = length - this.#path.length + 1;
      if (left === 0) this.#found(step);
      const next = left === 0 || this.more ? null : this.#next(step, left - 1);
      if (next === null) this.#leave(step, left);
      else this.#enter(next);
    }
  }

  #enter(vertex: VertexRef): void {
    const configs = this.#walk.ahead(vertex);
    const at = configs[0]?.offsets[numberOf(vertex)] ?? 0;
    this.#passed.set(vertex, this.#path.length);
    this.#path.push({ vertex, configs, config: 0, at, mask: 0, found: false, looksBefore: this.#looks });
  }

  #leave(step: Step, left: number): void {
    const { vertex, found, looksBefore } = step;
    this.#path.pop();
    this.#passed.delete(vertex);
    const depth = this.#path.length;
    const before = this.#path.at(-1);
    if (before === undefined) return;
    // A vertex is in its own way on every path.
    const mask = depth > DEEPEST ? step.mask : step.mask & (2 ** depth - 1);
    before.mask |= mask;
    before.found ||= found;
    if (found || this.more || depth > DEEPEST || this.#looks - looksBefore < LEAST_LOOKS) return;
    account(ELEMENT_BYTES * 2);
    const deepest = mask === 0 ? null : (this.#path[31 - Math.clz32(mask)] ?? null);
    (this.#deadEnds[left] ??= new Map()).set(vertex, { mask, step: deepest });
  }

  #found(step: Step): void {
    step.found = true;
    if (this.paths.length === this.#limit) this.more = true;
    else this.paths.push(this.#path.map(({ vertex }) => vertex));
  }

  /** Whether nothing can be found from a vertex: it was tried before, when the same vertices were in the way. */
  #isDeadEnd(step: Step, vertex: VertexRef, left: number): boolean {
    const known = this.#deadEnds[left]?.get(vertex);
    if (known === undefined) return false;
    if (known.step !== null && this.#path[31 - Math.clz32(known.mask)] !== known.step) return false;
    step.mask |= known.mask;
    return true;
  }

  /** The next vertex that a path can go on to, with so many edges left behind it; null: there is none. */
  #next(step: Step, left: number): VertexRef | null {
    const number = numberOf(step.vertex);
    for (let config = step.configs[step.config]; config !== undefined; config = this.#nextConfig(step)) {
      const back = this.#distances.back.ofType(config.toType);
      const { neighbours } = config;
      const end = config.ends[number] as number;
      while (step.at < end) {
        const at = step.at;
        step.at += 1;
        this.#walk.look();
        this.#looks += 1;
        const far = back[neighbours[at] as number] as number;
        if (far === 0 || far > left + 1) continue;
        const vertex = vertexAt(config, at);
        const passed = this.#passed.get(vertex);
        if (passed !== undefined) step.mask |= passed > DEEPEST ? ALL_DEPTHS : 1 << passed;
        if (passed !== undefined || this.#isDeadEnd(step, vertex, left)) continue;
        if (!this.#walk.mayPass(edgeAt(config, at), vertex)) continue;
        // Edges between the same two vertices make one path.
        while (step.at < end && neighbours[step.at] === neighbours[at]) step.at += 1;
        if (!this.#wasTried(step, vertex)) return vertex;
      }
      if (this.#looks > MOST_LOOKS) {
        this.more = true;
        return null;
      }
    }
    return null;
  }

  #nextConfig(step: Step): HopConfig | undefined {
    step.config += 1;
    const config = step.configs[step.config];
    step.at = config?.offsets[numberOf(step.vertex)] ?? 0;
    return config;
  }

  /** Whether an edge of a type that was walked before leads to the same vertex. */
  #wasTried({ vertex, configs, config }: Step, to: VertexRef): boolean {
    return configs
      .slice(0, config)
      .some((before) => this.#walk.edgesBetween(vertex, before, to).next().done === false);
  }
}
