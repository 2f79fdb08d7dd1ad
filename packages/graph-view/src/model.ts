/** The graph that the canvas draws: plain data, independent of its source. */

export interface GraphNode {
  /** Unique among the nodes. */
  readonly id: string;
  readonly type: string;
  readonly label: string;
  /** Colour of this node alone, any CSS colour; absent: that of its type. */
  readonly color?: string;
  /** Factor of the usual size of this node alone, 0.3 to 4; absent: that of its type. */
  readonly size?: number;
  /** Path data of strokes in a square of 24 units, of this node alone; absent: the sign of its type. */
  readonly icon?: readonly string[];
  /** Ids of the nodes that are folded into this one (`foldGroups`); it is drawn as a stack with their number. */
  readonly members?: readonly string[];
  /** Place on the earth in degrees, for the geographic layout. */
  readonly place?: { readonly longitude: number; readonly latitude: number };
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
  /** Name on the canvas; absent: the type. */
  readonly label?: string;
  /** Colour of this edge alone, any CSS colour; absent: that of its type. */
  readonly color?: string;
  /** Factor of the usual width of this edge alone, 0.5 to 6. */
  readonly width?: number;
  /** Ids of the edges that this one stands for (`foldGroups`, `foldParallel`). */
  readonly members?: readonly string[];
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
  /** Path data of strokes in a square of 24 units, drawn in the disc; absent: letters of the type. Nodes only. */
  readonly icon?: readonly string[];
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

/** Id, place in the world and whether a person put it there, of each node. */
export type NodePlaces = readonly (readonly [id: string, x: number, y: number, pinned: boolean])[];
