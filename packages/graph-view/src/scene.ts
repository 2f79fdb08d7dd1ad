/** A graph prepared for drawing: numbers instead of ids, positions in typed arrays, lists of neighbours. */
import { foldParallel } from './fold.ts';
import { bends } from './layout/bends.ts';
import { adjacency, degreeOf, type Adjacency } from './layout/layout.ts';
import { placeNew } from './layout/place-new.ts';
import type { GraphData, GraphEdge, GraphNode, GraphStyles, Point } from './model.ts';

export interface Scene {
  readonly nodes: readonly GraphNode[];
  /** Edges whose two ends exist. */
  readonly edges: readonly GraphEdge[];
  readonly nodeIndex: ReadonlyMap<string, number>;
  /** Edges within one that is drawn in their place lead to it. */
  readonly edgeIndex: ReadonlyMap<string, number>;
  /** Numbers of edges that are drawn in the place of many parallel ones. */
  readonly bundles: ReadonlySet<number>;
  readonly x: Float32Array;
  readonly y: Float32Array;
  readonly radius: Float32Array;
  /** Factors of the usual width of edges. */
  readonly width: Float32Array;
  /** Numbers of the nodes that others are folded into. */
  readonly folded: readonly number[];
  /** 1: put there by hand; layouts leave it. */
  readonly pinned: Uint8Array;
  /** In degrees; NaN where a node has no place on the earth. */
  readonly longitude: Float32Array;
  readonly latitude: Float32Array;
  readonly from: Int32Array;
  readonly to: Int32Array;
  readonly bend: Float32Array;
  readonly graph: Adjacency;
  readonly nodeTypes: readonly string[];
  readonly edgeTypes: readonly string[];
  /** Index into `nodeTypes` and `edgeTypes`. */
  readonly nodeType: Int32Array;
  readonly edgeType: Int32Array;
}

/** A position to keep: where a node was, and whether a person had put it there. */
export interface KeptPlace extends Point {
  readonly pinned: boolean;
}

interface BuiltScene {
  readonly scene: Scene;
  /** Nodes that had no kept place, by number. */
  readonly added: readonly number[];
}

const BASE_RADIUS = 9;

/** World radius of a node: grows slowly with its edges so that hubs stand out. */
const radiusOf = (degree: number, factor: number): number =>
  (BASE_RADIUS + Math.min(9, Math.sqrt(degree) * 1.1)) * factor;

function numbered(types: Iterable<string>): Map<string, number> {
  const result = new Map<string, number>();
  for (const type of types) if (!result.has(type)) result.set(type, result.size);
  return result;
}

/** Nodes without a kept place are put near their neighbours. Later duplicates of an id are left out. */
export function buildScene(
  data: GraphData,
  kept: ReadonlyMap<string, KeptPlace>,
  styles: GraphStyles,
): BuiltScene {
  const nodeIndex = new Map<string, number>();
  const nodes: GraphNode[] = [];
  for (const node of data.nodes) {
    if (nodeIndex.has(node.id)) continue;
    nodeIndex.set(node.id, nodes.length);
    nodes.push(node);
  }
  const edgeIndex = new Map<string, number>();
  const edges: GraphEdge[] = [];
  const bundles = new Set<number>();
  const drawn = foldParallel(data).edges;
  const given = drawn === data.edges ? null : new Set(data.edges);
  for (const edge of drawn) {
    if (edgeIndex.has(edge.id) || !nodeIndex.has(edge.from) || !nodeIndex.has(edge.to)) continue;
    edgeIndex.set(edge.id, edges.length);
    for (const member of edge.members ?? []) edgeIndex.set(member, edges.length);
    if (given?.has(edge) === false) bundles.add(edges.length);
    edges.push(edge);
  }
  const from = Int32Array.from(edges, (edge) => nodeIndex.get(edge.from) ?? 0);
  const to = Int32Array.from(edges, (edge) => nodeIndex.get(edge.to) ?? 0);
  const graph = adjacency(nodes.length, from, to);
  const nodeTypes = numbered(nodes.map((node) => node.type));
  const edgeTypes = numbered(edges.map((edge) => edge.type));

  const x = new Float32Array(nodes.length);
  const y = new Float32Array(nodes.length);
  const pinned = new Uint8Array(nodes.length);
  const known = new Uint8Array(nodes.length);
  const added: number[] = [];
  nodes.forEach((node, i) => {
    const place = kept.get(node.id) ?? middleOf(node.members, kept);
    if (place === undefined) {
      added.push(i);
      return;
    }
    x[i] = place.x;
    y[i] = place.y;
    pinned[i] = place.pinned ? 1 : 0;
    known[i] = 1;
  });
  placeNew(x, y, known, graph);

  const scene: Scene = {
    nodes,
    edges,
    nodeIndex,
    edgeIndex,
    bundles,
    x,
    y,
    radius: radii(nodes, graph, styles),
    width: Float32Array.from(edges, ({ width = 1 }) => Math.min(6, Math.max(0.5, width))),
    folded: nodes.flatMap(({ members }, i) => (members === undefined ? [] : [i])),
    pinned,
    longitude: Float32Array.from(nodes, (node) => node.place?.longitude ?? NaN),
    latitude: Float32Array.from(nodes, (node) => node.place?.latitude ?? NaN),
    from,
    to,
    bend: bends(from, to),
    graph,
    nodeTypes: [...nodeTypes.keys()],
    edgeTypes: [...edgeTypes.keys()],
    nodeType: Int32Array.from(nodes, (node) => nodeTypes.get(node.type) ?? 0),
    edgeType: Int32Array.from(edges, (edge) => edgeTypes.get(edge.type) ?? 0),
  };
  return { scene, added };
}

/** The middle of the members of a folded group, which are on the canvas no more. */
function middleOf(
  members: readonly string[] | undefined,
  kept: ReadonlyMap<string, KeptPlace>,
): KeptPlace | undefined {
  const places = (members ?? []).flatMap((id) => kept.get(id) ?? []);
  if (places.length === 0) return undefined;
  const mean = (of: (place: KeptPlace) => number): number =>
    places.reduce((sum, place) => sum + of(place), 0) / places.length;
  return { x: mean(({ x }) => x), y: mean(({ y }) => y), pinned: false };
}

/**
 * Nodes that stood in the block of those without an edge, where one of them got its first: those that did, and those
 * that stay behind, which close the gap. Nodes that a person put somewhere are left out.
 */
export function loosened(before: Scene, now: Scene): readonly number[] {
  const block = now.nodes.flatMap(({ id }, i) => {
    const was = before.nodeIndex.get(id);
    return was !== undefined && degreeOf(before.graph, was) === 0 && now.pinned[i] !== 1 ? [i] : [];
  });
  return block.some((node) => degreeOf(now.graph, node) > 0) ? block : [];
}

export function radii(nodes: readonly GraphNode[], graph: Adjacency, styles: GraphStyles): Float32Array {
  return Float32Array.from(nodes, (node, i) =>
    radiusOf(
      node.size === undefined ? degreeOf(graph, i) : 0,
      Math.min(4, Math.max(0.3, node.size ?? styles.nodes?.[node.type]?.size ?? 1)),
    ),
  );
}

export function neighboursOf(scene: Scene, node: number): readonly number[] {
  const found = new Set<number>();
  const end = scene.graph.start[node + 1] ?? 0;
  for (let slot = scene.graph.start[node] ?? 0; slot < end; slot += 1) {
    const neighbour = scene.graph.list[slot] ?? 0;
    if (neighbour !== node) found.add(neighbour);
  }
  return [...found];
}
