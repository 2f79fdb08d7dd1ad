/**
 * Hierarchy (layers from a root, top to bottom) and radial (rings around a root). Every connected
 * part is laid out from a root of its own; the parts are then packed side by side.
 */
import { adjacency, degreeOf, type Adjacency, type LayoutInput, type Positions } from './layout.ts';

const LAYER_GAP = 110;
const NODE_GAP = 52;
const PART_GAP = 120;

interface Part {
  /** Node numbers by layer; the first holds the root alone. */
  readonly layers: readonly (readonly number[])[];
  /** Parent in the breadth-first tree. */
  readonly parent: ReadonlyMap<number, number>;
}

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
    const parent = new Map<number, number>();
    const layers: number[][] = [];
    let layer = [first];
    while (layer.length > 0) {
      layers.push(layer);
      const next: number[] = [];
      for (const node of layer) {
        const end = graph.start[node + 1] ?? 0;
        for (let slot = graph.start[node] ?? 0; slot < end; slot += 1) {
          const neighbour = graph.list[slot] ?? 0;
          if (seen[neighbour] === 1) continue;
          seen[neighbour] = 1;
          parent.set(neighbour, node);
          next.push(neighbour);
        }
      }
      layer = next;
    }
    parts.push({ layers, parent });
  }
  return parts;
}

/** Number of leaves below each node of the tree: the room that it needs. */
function leaves(part: Part): Map<number, number> {
  const result = new Map<number, number>();
  for (const layer of part.layers.toReversed()) {
    for (const node of layer) {
      if (!result.has(node)) result.set(node, 1);
      const parent = part.parent.get(node);
      if (parent !== undefined) result.set(parent, (result.get(parent) ?? 0) + (result.get(node) ?? 1));
    }
  }
  return result;
}

/** For each node the middle of its share of [0, total leaves]; children are inside their parent's share. */
function shares(part: Part): { readonly middle: Map<number, number>; readonly total: number } {
  const room = leaves(part);
  const root = part.layers[0]?.[0] ?? 0;
  const begin = new Map<number, number>([[root, 0]]);
  const used = new Map<number, number>();
  const middle = new Map<number, number>();
  for (const layer of part.layers) {
    for (const node of layer) {
      const parent = part.parent.get(node);
      if (parent !== undefined) {
        const taken = used.get(parent) ?? 0;
        begin.set(node, (begin.get(parent) ?? 0) + taken);
        used.set(parent, taken + (room.get(node) ?? 1));
      }
      middle.set(node, (begin.get(node) ?? 0) + (room.get(node) ?? 1) / 2);
    }
  }
  return { middle, total: room.get(root) ?? 1 };
}

function placeHierarchy(part: Part): PlacedPart {
  const { middle } = shares(part);
  const nodes: number[] = [];
  const x: number[] = [];
  const y: number[] = [];
  part.layers.forEach((layer, depth) => {
    for (const node of layer) {
      nodes.push(node);
      x.push((middle.get(node) ?? 0) * NODE_GAP);
      y.push(depth * LAYER_GAP);
    }
  });
  return { nodes, x, y };
}

function placeRadial(part: Part): PlacedPart {
  const { middle, total } = shares(part);
  const nodes: number[] = [];
  const x: number[] = [];
  const y: number[] = [];
  let ring = 0;
  part.layers.forEach((layer, depth) => {
    // A ring is as wide as its nodes need, and at least one gap beyond the ring inside it.
    if (depth > 0) ring = Math.max(ring + LAYER_GAP, (layer.length * NODE_GAP * 0.8) / (2 * Math.PI));
    for (const node of layer) {
      const angle = ((middle.get(node) ?? 0) / total) * 2 * Math.PI - Math.PI / 2;
      nodes.push(node);
      x.push(Math.cos(angle) * ring);
      y.push(Math.sin(angle) * ring);
    }
  });
  return { nodes, x, y };
}

/** Packs the parts in rows, the largest first, to a roughly square shape. */
function pack(placed: readonly PlacedPart[], count: number): Positions {
  const x = new Float32Array(count);
  const y = new Float32Array(count);
  const boxes = placed
    .map((part) => {
      const minX = part.x.reduce((a, b) => Math.min(a, b), Infinity);
      const minY = part.y.reduce((a, b) => Math.min(a, b), Infinity);
      const width = part.x.reduce((a, b) => Math.max(a, b), -Infinity) - minX + PART_GAP;
      const height = part.y.reduce((a, b) => Math.max(a, b), -Infinity) - minY + PART_GAP;
      return { part, minX, minY, width, height };
    })
    .sort((a, b) => b.width * b.height - a.width * a.height);
  const area = boxes.reduce((sum, box) => sum + box.width * box.height, 0);
  const rowWidth = Math.max(boxes[0]?.width ?? 0, Math.sqrt(area) * 1.3);
  let left = 0;
  let top = 0;
  let rowHeight = 0;
  for (const box of boxes) {
    if (left > 0 && left + box.width > rowWidth) {
      left = 0;
      top += rowHeight;
      rowHeight = 0;
    }
    box.part.nodes.forEach((node, i) => {
      x[node] = (box.part.x[i] ?? 0) - box.minX + left;
      y[node] = (box.part.y[i] ?? 0) - box.minY + top;
    });
    left += box.width;
    rowHeight = Math.max(rowHeight, box.height);
  }
  return { x, y };
}

function treeLayout(input: LayoutInput, place: (part: Part) => PlacedPart): Positions {
  const count = input.x.length;
  const graph = adjacency(count, input.from, input.to);
  return pack(partsOf(graph, count, input.root).map(place), count);
}

export const hierarchyLayout = (input: LayoutInput): Positions => treeLayout(input, placeHierarchy);
export const radialLayout = (input: LayoutInput): Positions => treeLayout(input, placeRadial);
