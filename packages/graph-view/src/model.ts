/** The graph that the canvas draws: plain data, independent of its source. */

export interface GraphNode {
  /** Unique among the nodes. */
  readonly id: string;
  readonly type: string;
  readonly label: string;
  readonly data?: Readonly<Record<string, unknown>>;
}

export interface GraphEdge {
  /** Unique among the edges. */
  readonly id: string;
  readonly type: string;
  /** Ids of the two nodes; an edge with an end that is not among the nodes is not drawn. */
  readonly from: string;
  readonly to: string;
  readonly directed: boolean;
  readonly data?: Readonly<Record<string, unknown>>;
}

export interface GraphData {
  readonly nodes: readonly GraphNode[];
  readonly edges: readonly GraphEdge[];
}

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** Style of the nodes or edges of one type. */
export interface TypeStyle {
  /** Any CSS colour; `var(--…)` is resolved where the canvas stands. */
  readonly color?: string;
  /** Factor of the usual size, 0.5 to 3. Nodes only. */
  readonly size?: number;
}

export interface GraphStyles {
  readonly nodes?: Readonly<Record<string, TypeStyle>>;
  readonly edges?: Readonly<Record<string, TypeStyle>>;
}

/** Ids of the selected nodes and edges. */
export interface GraphSelection {
  readonly nodes: readonly string[];
  readonly edges: readonly string[];
}

export const NOTHING_SELECTED: GraphSelection = { nodes: [], edges: [] };
