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

export interface PathSearch extends Passed {
  readonly kind: 'paths';
  readonly from: readonly VertexName[];
  readonly to: readonly VertexName[];
  /** Longer paths than the shortest do not count. */
  readonly shortestOnly: boolean;
  /** Paths at most. */
  readonly limit: number;
  /** All edges between two vertices of a path, or the first one alone. */
  readonly allEdges: boolean;
}

/** Everything on the shortest paths between two vertices, for which conditions on vertices do not hold. */
export interface ConnectionSearch extends Passed {
  readonly kind: 'connection';
  readonly from: VertexName;
  readonly to: VertexName;
  /** The search stops with the count where there are more edges. */
  readonly mostEdges: number;
}
