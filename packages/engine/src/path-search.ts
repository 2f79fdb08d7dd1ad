/** Searches for the first paths between vertices. */

interface VertexName {
  readonly type: string;
  readonly id: string;
}

export interface PathSearch {
  readonly from: readonly VertexName[];
  readonly to: readonly VertexName[];
  /** The edge types that are followed, reverse ones too, and in which way. */
  readonly along: readonly { readonly edgeType: string; readonly direction: 'out' | 'in' | 'any' }[];
  /** Types of the vertices between the ends; null: all. */
  readonly between: readonly string[] | null;
  /** Conditions in GSQL on the edge of a step (`e`) and the vertex that it comes to (`t`). */
  readonly conditions: readonly string[];
  /** Edges of a path at most. */
  readonly longest: number;
  /** Longer paths than the shortest do not count. */
  readonly shortestOnly: boolean;
  /** Paths at most. */
  readonly limit: number;
  /** All edges between two vertices of a path, or the first one alone. */
  readonly allEdges: boolean;
}
