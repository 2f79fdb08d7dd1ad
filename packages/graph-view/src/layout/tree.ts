/**
 * Hierarchy (layers from a root, top to bottom) and radial (rings around a root), by d3-hierarchy over a breadth-first
 * tree. Every connected part is laid out from a root of its own; the parts are then packed side by side.
 */
import { hierarchy, tree, type HierarchyNode, type HierarchyPointNode } from 'd3-hierarchy';
import { adjacency, degreeOf, type Adjacency, type LayoutInput, type Positions } from './layout.ts';
import { packBoxes, placeBlock } from './pack.ts';

const LAYER_GAP = 110;
const NODE_GAP = 52;
const PART_GAP = 120;

/** The breadth-first tree of a connected part; its data are node numbers. */
type Part = HierarchyNode<number>;

interface PlacedPart {
  readonly nodes: readonly number[];
  readonly x: readonly number[];
  readonly y: readonly number[];
}

export function partsOf(graph: Adjacency, count: number, root: number): Part[] {
  const seen = new Uint8Array(count);
  const byDegree = Array.from({ length: count }, (_, i) => i).sort(
    (a, b) => degreeOf(graph, b) - degreeOf(graph, a) || a - b,
  );
  const roots = root >= 0 && root < count ? [root, ...byDegree] : byDegree;
  const parts: Part[] = [];
  for (const first of roots) {
    if (seen[first] === 1) continue;
    seen[first] = 1;
    const children = new Map<number, number[]>();
    const queue = [first];
    // The queue grows while it is read.
    for (const node of queue) {
      const found: number[] = [];
      const end = graph.start[node + 1] ?? 0;
      for (let slot = graph.start[node] ?? 0; slot < end; slot += 1) {
        const neighbour = graph.list[slot] ?? 0;
        if (seen[neighbour] === 1) continue;
        seen[neighbour] = 1;
        found.push(neighbour);
        queue.push(neighbour);
      }
      children.set(node, found);
    }
    parts.push(hierarchy(first, (node) => children.get(node)));
  }
  return parts;
}

const inLayers = tree<number>()
  .nodeSize([NODE_GAP, LAYER_GAP])
  .separation(() => 1);

function placeHierarchy(part: Part): PlacedPart {
  const nodes = inLayers(part).descendants();
  return { nodes: nodes.map(({ data }) => data), x: nodes.map(({ x }) => x), y: nodes.map(({ y }) => y) };
}

/** `x` becomes an angle. Nodes of one parent stand closer than others, and closer the further out they are. */
const inRings = tree<number>()
  .size([2 * Math.PI, 1])
  .separation((a, b) => (a.parent === b.parent ? 1 : 2) / a.depth);

function placeRadial(part: Part): PlacedPart {
  const layers: HierarchyPointNode<number>[][] = [];
  inRings(part).each((node) => void (layers[node.depth] ??= []).push(node));
  const nodes: number[] = [];
  const x: number[] = [];
  const y: number[] = [];
  let ring = 0;
  layers.forEach((layer, depth) => {
    // A ring is as wide as its nodes need, and at least one gap beyond the ring inside it.
    if (depth > 0) ring = Math.max(ring + LAYER_GAP, (layer.length * NODE_GAP * 0.8) / (2 * Math.PI));
    for (const node of layer) {
      const angle = node.x - Math.PI / 2;
      nodes.push(node.data);
      x.push(Math.cos(angle) * ring);
      y.push(Math.sin(angle) * ring);
    }
  });
  return { nodes, x, y };
}

/** Packs the parts in rows, the largest first, and the nodes that stand alone in a block below. */
function pack(placed: readonly PlacedPart[], { x: { length: count }, group }: LayoutInput): Positions {
  const x = new Float32Array(count);
  const y = new Float32Array(count);
  const boxes = placed
    .filter((part) => part.nodes.length > 1)
    .map((part) => {
      const minX = part.x.reduce((a, b) => Math.min(a, b), Infinity);
      const minY = part.y.reduce((a, b) => Math.min(a, b), Infinity);
      const width = part.x.reduce((a, b) => Math.max(a, b), -Infinity) - minX;
      const height = part.y.reduce((a, b) => Math.max(a, b), -Infinity) - minY;
      return { part, minX, minY, width, height };
    })
    .sort((a, b) => b.width * b.height - a.width * a.height);
  packBoxes(boxes, PART_GAP).forEach((corner, b) => {
    const box = boxes[b];
    box?.part.nodes.forEach((node, i) => {
      x[node] = (box.part.x[i] ?? 0) - box.minX + corner.x;
      y[node] = (box.part.y[i] ?? 0) - box.minY + corner.y;
    });
  });
  const alone = placed.flatMap(({ nodes }) => (nodes.length === 1 ? nodes : []));
  placeBlock(
    x,
    y,
    alone,
    boxes.flatMap(({ part }) => part.nodes),
    group,
  );
  return { x, y };
}

function treeLayout(input: LayoutInput, place: (part: Part) => PlacedPart): Positions {
  const count = input.x.length;
  const graph = adjacency(count, input.from, input.to);
  return pack(partsOf(graph, count, input.root).map(place), input);
}

export const hierarchyLayout = (input: LayoutInput): Positions => treeLayout(input, placeHierarchy);
export const radialLayout = (input: LayoutInput): Positions => treeLayout(input, placeRadial);
