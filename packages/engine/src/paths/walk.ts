/** Steps over the adjacencies of a graph, along some edge types, to vertices and over edges that meet conditions. */
import { numberOf, typeIndexOf, vertexRef, type VertexRef } from '../graph/snapshot.ts';
import type { EdgeRef, QueryContext } from '../library/context.ts';
import { check } from '../library/meter.ts';
import { hops, hopsFrom, lowerBound, type HopConfig, type HopDirection } from '../library/patterns.ts';
import type { EvaluateScope } from '../library/value-types.ts';
import type { AnyPathSearch } from '../path-search.ts';

const SCOPE: EvaluateScope = {
  type: { kind: 'bool' },
  names: [
    { kind: 'value', name: 't', type: { kind: 'vertex' } },
    { kind: 'value', name: 'e', type: { kind: 'edge' } },
  ],
};

const OPPOSITE = { out: 'in', in: 'out', any: 'any' } as const satisfies Partial<
  Record<HopDirection, HopDirection>
>;

/** The stop flag is read after so many entries of adjacencies. */
const ENTRIES_BETWEEN_CHECKS = 4096;

export class Walk {
  readonly context: QueryContext;
  readonly #ahead: readonly (readonly HopConfig[])[];
  readonly #behind: readonly (readonly HopConfig[])[];
  readonly #targets: ReadonlySet<VertexRef>;
  /** By type index; null: all types may stand between the ends. */
  readonly #between: readonly boolean[] | null;
  /** On each step, and on those to other vertices than targets. */
  readonly #conditions: { readonly all: string | null; readonly between: string | null };
  #looks = 0;

  constructor(context: QueryContext, search: AnyPathSearch, targets: ReadonlySet<VertexRef>) {
    const { along, between, edgeConditions, vertexConditions } = search;
    const hopsOf = (way: (direction: 'out' | 'in' | 'any') => HopDirection) =>
      hops(
        context,
        along.map(({ edgeType, direction }) => ({ names: [edgeType], direction: way(direction) })),
        null,
      );
    this.context = context;
    this.#ahead = hopsOf((direction) => direction);
    this.#behind = hopsOf((direction) => OPPOSITE[direction]);
    this.#targets = targets;
    this.#between =
      between === null ? null : context.snapshot.vertexTables.map(({ type }) => between.includes(type.name));
    const endsAreGiven = search.kind === 'connection';
    this.#conditions = {
      all: allOf(endsAreGiven ? edgeConditions : [...vertexConditions, ...edgeConditions]),
      between: allOf(endsAreGiven ? vertexConditions : []),
    };
  }

  ahead(vertex: VertexRef): readonly HopConfig[] {
    return hopsFrom(this.#ahead, typeIndexOf(vertex));
  }

  behind(vertex: VertexRef): readonly HopConfig[] {
    return hopsFrom(this.#behind, typeIndexOf(vertex));
  }

  /** Counts an entry of an adjacency. @throws EngineError when the query was stopped */
  look(): void {
    this.#looks += 1;
    if (this.#looks % ENTRIES_BETWEEN_CHECKS === 0) check();
  }

  /** Whether a path may come to a vertex over an edge. */
  mayPass(edge: EdgeRef, to: VertexRef): boolean {
    const { all, between } = this.#conditions;
    if (this.#between === null && all === null && between === null) return true;
    if (!this.#targets.has(to)) {
      if (this.#between !== null && this.#between[typeIndexOf(to)] !== true) return false;
      if (between !== null && !this.#holds(between, edge, to)) return false;
    }
    return all === null || this.#holds(all, edge, to);
  }

  #holds(condition: string, edge: EdgeRef, to: VertexRef): boolean {
    return this.context.evaluate(condition, SCOPE, [to, edge]) === true;
  }

  /** The edges of a way to leave a vertex for another one. */
  *edgesBetween(from: VertexRef, config: HopConfig, to: VertexRef): Generator<EdgeRef> {
    if (config.toType !== typeIndexOf(to)) return;
    const { offsets, ends, neighbours, rows, edgeBase } = config;
    const [number, wanted] = [numberOf(from), numberOf(to)];
    const end = ends[number] as number;
    let at = lowerBound(neighbours, offsets[number] as number, end, wanted);
    for (; at < end && neighbours[at] === wanted; at += 1) {
      const edge = edgeBase + (rows[at] as number);
      if (this.mayPass(edge, to)) yield edge;
    }
  }
}

const allOf = (conditions: readonly string[]): string | null =>
  conditions.length === 0 ? null : conditions.map((each) => `(${each})`).join(' AND ');

/** The vertex and the edge of an entry of an adjacency. */
export const vertexAt = ({ toType, neighbours }: HopConfig, at: number): VertexRef =>
  vertexRef(toType, neighbours[at] as number);
export const edgeAt = ({ edgeBase, rows }: HopConfig, at: number): EdgeRef => edgeBase + (rows[at] as number);
