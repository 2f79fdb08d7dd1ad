/** Lists paths of a length one by one, along vertices whose distance to the targets is known. */
import { numberOf, type VertexRef } from '../graph/snapshot.ts';
import type { HopConfig } from '../library/patterns.ts';
import type { Distances } from './distances.ts';
import { edgeAt, vertexAt, type Walk } from './walk.ts';

/** Entries of adjacencies that a search looks at, at most: about a second. */
const MOST_LOOKS = 50_000_000;

/** A vertex of the path under way, and the place in its adjacencies from which on no step was tried yet. */
interface Step {
  readonly vertex: VertexRef;
  readonly configs: readonly HopConfig[];
  config: number;
  at: number;
}

export class PathList {
  readonly paths: (readonly VertexRef[])[] = [];
  /** There are more paths than the limit, or than could be looked at. */
  more = false;
  readonly #walk: Walk;
  readonly #distances: Distances;
  readonly #limit: number;
  readonly #path: Step[] = [];
  readonly #passed = new Set<VertexRef>();
  #looks = 0;

  constructor(walk: Walk, distances: Distances, limit: number) {
    this.#walk = walk;
    this.#distances = distances;
    this.#limit = limit;
  }

  /** Adds the paths of exactly so many edges that pass no vertex twice, until there are too many. */
  add(sources: Iterable<VertexRef>, length: number): void {
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
      if (left === 0) this.#found();
      const next = left === 0 || this.more ? null : this.#next(step, left - 1);
      if (next === null) this.#leave(step);
      else this.#enter(next);
    }
  }

  #enter(vertex: VertexRef): void {
    const configs = this.#walk.ahead(vertex);
    this.#path.push({ vertex, configs, config: 0, at: configs[0]?.offsets[numberOf(vertex)] ?? 0 });
    this.#passed.add(vertex);
  }

  #leave({ vertex }: Step): void {
    this.#path.pop();
    this.#passed.delete(vertex);
  }

  #found(): void {
    if (this.paths.length === this.#limit) this.more = true;
    else this.paths.push(this.#path.map(({ vertex }) => vertex));
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
        if (this.#passed.has(vertex) || !this.#walk.mayPass(edgeAt(config, at), vertex)) continue;
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
