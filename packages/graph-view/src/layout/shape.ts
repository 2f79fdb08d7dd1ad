/** The shape of a graph that a force layout moves: numbers only, and coarser shapes made of it. */
import { adjacency, type Adjacency } from './layout.ts';

export interface Shape {
  readonly count: number;
  readonly from: Int32Array;
  readonly to: Int32Array;
  readonly graph: Adjacency;
  /** Nodes of the finest shape that each stands for. */
  readonly mass: Float64Array;
}

export interface Coarser {
  readonly shape: Shape;
  /** The coarse node of each fine one. */
  readonly parent: Int32Array;
}

export const shapeOf = (
  count: number,
  from: Int32Array,
  to: Int32Array,
  mass = new Float64Array(count).fill(1),
): Shape => ({ count, from, to, graph: adjacency(count, from, to), mass });

/** A coarse node stands for this many of the next finer nodes at most, leaves apart. */
const MOST_JOINED = 4;

/** Joins each node with a neighbour, leaves with their only one. Null: it would hardly get smaller. */
export function coarser({ count, from, to, graph, mass }: Shape): Coarser | null {
  const parent = new Int32Array(count).fill(-1);
  const joined: number[] = [];
  const degree = (node: number): number => (graph.start[node + 1] ?? 0) - (graph.start[node] ?? 0);
  // Leaves first: a star becomes one node at once.
  const order = Array.from({ length: count }, (_, i) => i).sort((a, b) => degree(a) - degree(b) || a - b);
  for (const node of order) {
    if ((parent[node] ?? -1) >= 0) continue;
    let best = -1;
    let least = Infinity;
    const end = graph.start[node + 1] ?? 0;
    for (let slot = graph.start[node] ?? 0; slot < end; slot += 1) {
      const other = graph.list[slot] ?? 0;
      if (other === node) continue;
      const into = parent[other] ?? -1;
      if (into >= 0 && (joined[into] ?? 0) >= MOST_JOINED && degree(node) > 1) continue;
      const weight = (mass[other] ?? 1) * (into < 0 ? 1 : 4);
      if (weight < least) {
        least = weight;
        best = other;
      }
    }
    let into = best < 0 ? -1 : (parent[best] ?? -1);
    if (into < 0) {
      into = joined.length;
      joined.push(best < 0 ? 0 : 1);
      if (best >= 0) parent[best] = into;
    }
    parent[node] = into;
    joined[into] = (joined[into] ?? 0) + 1;
  }
  const size = joined.length;
  if (size > count * 0.9) return null;
  const coarseMass = new Float64Array(size);
  for (let i = 0; i < count; i += 1) {
    const into = parent[i] ?? 0;
    coarseMass[into] = (coarseMass[into] ?? 0) + (mass[i] ?? 1);
  }
  const seen = new Set<number>();
  const coarseFrom: number[] = [];
  const coarseTo: number[] = [];
  for (let e = 0; e < from.length; e += 1) {
    const a = parent[from[e] ?? 0] ?? 0;
    const b = parent[to[e] ?? 0] ?? 0;
    if (a === b) continue;
    const key = a < b ? a * size + b : b * size + a;
    if (seen.has(key)) continue;
    seen.add(key);
    coarseFrom.push(a);
    coarseTo.push(b);
  }
  return {
    shape: shapeOf(size, Int32Array.from(coarseFrom), Int32Array.from(coarseTo), coarseMass),
    parent,
  };
}

/** The connected parts with two nodes and more, the largest first, and the nodes that no edge joins to another. */
export function connectedParts(graph: Adjacency): { readonly parts: Int32Array[]; readonly alone: number[] } {
  const count = graph.start.length - 1;
  const seen = new Uint8Array(count);
  const parts: Int32Array[] = [];
  const alone: number[] = [];
  const queue = new Int32Array(count);
  for (let first = 0; first < count; first += 1) {
    if (seen[first] === 1) continue;
    seen[first] = 1;
    queue[0] = first;
    let length = 1;
    for (let read = 0; read < length; read += 1) {
      const node = queue[read] ?? 0;
      const end = graph.start[node + 1] ?? 0;
      for (let slot = graph.start[node] ?? 0; slot < end; slot += 1) {
        const other = graph.list[slot] ?? 0;
        if (seen[other] === 1) continue;
        seen[other] = 1;
        queue[length] = other;
        length += 1;
      }
    }
    if (length === 1) alone.push(first);
    else parts.push(queue.slice(0, length));
  }
  parts.sort((a, b) => b.length - a.length || (a[0] ?? 0) - (b[0] ?? 0));
  return { parts, alone };
}
