/** Layouts as pure functions of a graph's shape: numbers in, positions out. */

export const LAYOUTS = ['force', 'hierarchy', 'radial', 'circle', 'grid', 'geographic', 'random'] as const;
export type LayoutName = (typeof LAYOUTS)[number];

export interface LayoutInput {
  /** Present positions of the nodes, in world units. */
  readonly x: Float32Array;
  readonly y: Float32Array;
  readonly radius: Float32Array;
  /** Node numbers of the ends of each edge. */
  readonly from: Int32Array;
  readonly to: Int32Array;
  /** 1: this node stays where it is (force only). */
  readonly fixed: Uint8Array;
  /** A number for each node; nodes of one group stand side by side in circle and grid. */
  readonly group: Int32Array;
  /** Root of hierarchy and radial layouts; -1: the node with most edges. */
  readonly root: number;
  readonly seed: number;
  /** Longitude and latitude of each node in degrees, for the geographic layout; NaN where a node has none. */
  readonly longitude: Float32Array;
  readonly latitude: Float32Array;
  /** How far a force layout may move nodes at its beginning, 0 to 1. */
  readonly heat: number;
}

export interface Positions {
  readonly x: Float32Array;
  readonly y: Float32Array;
}

/** Neighbours of every node in one array: those of node i are `list[start[i] … start[i + 1]]`. */
export interface Adjacency {
  readonly start: Int32Array;
  readonly list: Int32Array;
  /** The edge that leads to each neighbour. */
  readonly edge: Int32Array;
}

/** Both directions of every edge; a loop counts once. */
export function adjacency(count: number, from: Int32Array, to: Int32Array): Adjacency {
  const start = new Int32Array(count + 1);
  for (let e = 0; e < from.length; e += 1) {
    const a = from[e] ?? 0;
    const b = to[e] ?? 0;
    start[a + 1] = (start[a + 1] ?? 0) + 1;
    if (a !== b) start[b + 1] = (start[b + 1] ?? 0) + 1;
  }
  for (let i = 0; i < count; i += 1) start[i + 1] = (start[i + 1] ?? 0) + (start[i] ?? 0);
  const next = start.slice(0, count);
  const list = new Int32Array(start[count] ?? 0);
  const edge = new Int32Array(list.length);
  const put = (at: number, neighbour: number, e: number) => {
    const slot = next[at] ?? 0;
    list[slot] = neighbour;
    edge[slot] = e;
    next[at] = slot + 1;
  };
  for (let e = 0; e < from.length; e += 1) {
    const a = from[e] ?? 0;
    const b = to[e] ?? 0;
    put(a, b, e);
    if (a !== b) put(b, a, e);
  }
  return { start, list, edge };
}

export const degreeOf = (graph: Adjacency, node: number): number =>
  (graph.start[node + 1] ?? 0) - (graph.start[node] ?? 0);
