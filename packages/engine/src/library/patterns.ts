/** Functions that the loops of patterns call: sets of start vertices, adjacencies, repeated edges. */
import { engineError } from '../errors/catalogue.ts';
import type { Adjacency, EdgeTable } from '../graph/snapshot.ts';
import { edgeBaseOf, type QueryContext } from './context.ts';
import { VertexSet } from './vertex-set.ts';

/** One way to leave the vertices of a type over an edge of the pattern. */
export interface HopConfig {
  readonly offsets: Uint32Array;
  readonly ends: Uint32Array;
  readonly neighbours: Uint32Array;
  readonly rows: Uint32Array;
  readonly toType: number;
  readonly ordinal: number;
  /** Base of the edge's references. */
  readonly edgeBase: number;
  /** Which vertices of `toType` the far end may be; null: all. */
  readonly filter: Uint8Array | null;
}

/** `backward`: an edge without an arrow, from its far end. */
export type HopDirection = 'out' | 'in' | 'undirected' | 'any' | 'unspecified' | 'backward';

/** An edge of a pattern: names (null: any type) and direction of each alternative. */
export interface HopStep {
  readonly names: readonly string[] | null;
  readonly direction: HopDirection;
}

const NONE: readonly HopConfig[] = [];

/**
 * Hop configurations by the index of the type that is left; `far` restricts the vertices reached.
 * @throws EngineError when an edge type is not known
 */
export function hops(
  context: QueryContext,
  steps: readonly HopStep[],
  far: VertexSet | null,
): readonly (readonly HopConfig[])[] {
  const byType: HopConfig[][] = [];
  const seen = new Set<string>();
  const add = (table: EdgeTable, side: 'out' | 'in', reversed: boolean): void => {
    const forward = side === 'out';
    const leave = forward ? table.fromIndex : table.toIndex;
    const reach = forward ? table.toIndex : table.fromIndex;
    const filter = far === null ? null : far.filter(reach);
    if (filter === undefined) return;
    const ordinal = context.edgeTables.indexOf(table);
    const key = `${ordinal} ${side} ${reversed}`;
    if (seen.has(key)) return;
    seen.add(key);
    const adjacency: Adjacency = table[side];
    const edgeBase = edgeBaseOf(ordinal, reversed);
    (byType[leave] ??= []).push({ ...adjacency, toType: reach, ordinal, edgeBase, filter });
  };
  for (const step of steps) {
    // Virtual edges are followed by their names alone.
    for (const name of step.names ?? context.snapshot.edgeTypes.map((type) => type.name)) {
      const type = context.edgeTypesByName.get(name);
      if (type === undefined) {
        throw engineError('edgeTypeInvalid', { name });
      }
      const reversed = type.reverseOf !== undefined;
      // Both directions of an edge without a name would meet the reverse type's rows twice.
      if (reversed && step.names === null && step.direction === 'any') continue;
      for (const table of context.edgeTablesOf(type.reverseOf ?? name)) {
        // Between vertices of one type, `out` has an undirected edge at both of its ends already.
        const symmetric = !type.directed && table.fromIndex === table.toIndex;
        for (const side of sides(type.directed, reversed, step)) {
          if (!symmetric || side === 'out') add(table, side, reversed);
        }
      }
    }
  }
  for (let index = 0; index < byType.length; index += 1) byType[index] ??= NONE as HopConfig[];
  return byType;
}

function sides(directed: boolean, reversed: boolean, step: HopStep): readonly ('out' | 'in')[] {
  if (!directed) {
    const arrow = step.direction === 'out' || step.direction === 'in';
    return arrow && step.names === null ? [] : ['out', 'in'];
  }
  switch (step.direction) {
    case 'undirected':
      return [];
    case 'any':
      return ['out', 'in'];
    case 'in':
    case 'backward':
      return [reversed ? 'out' : 'in'];
    case 'out':
    case 'unspecified':
      return [reversed ? 'in' : 'out'];
  }
}

/** The configurations of a type that has none is the empty list. */
export const hopsFrom = (all: readonly (readonly HopConfig[])[], typeIndex: number): readonly HopConfig[] =>
  all[typeIndex] ?? NONE;

/** First position in `neighbours[start .. end)` that is not below `target`. */
export function lowerBound(neighbours: Uint32Array, start: number, end: number, target: number): number {
  let low = start;
  let high = end;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((neighbours[middle] as number) < target) low = middle + 1;
    else high = middle;
  }
  return low;
}

/**
 * A name of a FROM clause to vertices: a set, one vertex, a type's name, or a set of the last two.
 * @throws EngineError when the value stands for no vertices
 */
export function sourceSet(context: QueryContext, value: unknown): VertexSet {
  if (value instanceof VertexSet) return value;
  if (typeof value === 'string') return context.typeSet(value);
  if (typeof value === 'number') return VertexSet.ofRefs([value], context.snapshot);
  if (typeof value === 'object' && value !== null && Symbol.iterator in value) {
    const members = [...(value as Iterable<unknown>)];
    const refs = members.filter((member) => typeof member === 'number');
    const names = members.filter((member) => typeof member === 'string');
    return names.reduce(
      (union, name) => union.union(context.typeSet(name)),
      VertexSet.ofRefs(refs, context.snapshot),
    );
  }
  throw engineError('fromWithoutVertices');
}

/** Edge type names held by a parameter: one text or a collection of texts. */
export const edgeNames = (value: unknown): readonly string[] =>
  typeof value === 'string' ? value.split('|').map((name) => name.trim()) : [...(value as Iterable<string>)];
