/** Searches for paths between vertices. */

interface VertexName {
  readonly type: string;
  readonly id: string;
}

/** The edges and vertices that a search passes. */
interface Passed {
  /** The edge types that are followed, reverse ones too, and in which way. */
  readonly along: readonly { readonly edgeType: string; readonly direction: 'out' | 'in' | 'any' }[];
  /** Types of the vertices between the ends; null: all. */
  readonly between: readonly string[] | null;
  /** Conditions in GSQL on the edge (`e`) of a step. */
  readonly edgeConditions: readonly string[];
  /** Conditions in GSQL on the vertex (`t`) that a step comes to. */
  readonly vertexConditions: readonly string[];
  /** Edges of a path at most. */
  readonly longest: number;
}

interface PathEnds {
  readonly from: readonly VertexName[];
  readonly to: readonly VertexName[];
  /** Longer paths than the shortest do not count. */
  readonly shortestOnly: boolean;
}

/** Paths in a list, the shortest first; none passes a vertex twice. */
export interface PathSearch extends Passed, PathEnds {
  readonly kind: 'paths';
  /** Paths at most. */
  readonly limit: number;
  /** All edges between two vertices of a path, or the first one alone. */
  readonly allEdges: boolean;
}

/** An answer that stops with the count where it would have more edges. */
interface Bounded {
  readonly mostEdges: number;
}

/** Everything on any path, also on those that pass a vertex twice. */
export interface PathUnionSearch extends Passed, PathEnds, Bounded {
  readonly kind: 'union';
}

/**
 * Everything on the shortest paths between any two of some vertices, for which conditions on vertices do not hold. Edges
 * are followed in both directions.
 */
export interface ConnectionSearch extends Passed, Bounded {
  readonly kind: 'connection';
  readonly ends: readonly VertexName[];
}

/** Searches that a query worker does in the place of running a query. */
export type AnyPathSearch = PathSearch | PathUnionSearch | ConnectionSearch;
