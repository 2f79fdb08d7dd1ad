/** A graph whose degrees follow a power law, the same for the same seed, as arrays and as CSV files. */
import { CsvFile } from './csv.ts';
import { below, drawFrom, skewed } from './draw.ts';

export interface RandomGraph {
  readonly vertices: number;
  readonly from: Uint32Array;
  readonly to: Uint32Array;
  /** 1 … 100. */
  readonly weight: Uint32Array;
}

/** Vertices and edges by size. */
export const GRAPH_SIZES = {
  small: { vertices: 20_000, edges: 200_000 },
  medium: { vertices: 100_000, edges: 1_000_000 },
  large: { vertices: 1_000_000, edges: 10_000_000 },
} as const;

/**
 * Out-degrees fall off slowly and in-degrees by the cube, each over a separate order, so that few vertices have most
 * edges, and vertices of high out-degree need not have a high in-degree. No edge twice, no loop.
 */
export function randomGraph(vertices: number, edges: number, seed = 1): RandomGraph {
  const draw = drawFrom(seed);
  const sources = shuffled(vertices, draw);
  const targets = shuffled(vertices, draw);
  const from = new Uint32Array(edges);
  const to = new Uint32Array(edges);
  const seen = new EdgeSet(edges);
  for (let count = 0; count < edges;) {
    const source = sources[skewed(draw, vertices, 1.5)] ?? 0;
    const target = targets[skewed(draw, vertices, 3)] ?? 0;
    if (source === target || !seen.add(source * vertices + target)) continue;
    from[count] = source;
    to[count] = target;
    count += 1;
  }
  const weight = Uint32Array.from({ length: edges }, () => below(draw, 100) + 1);
  return { vertices, from, to, weight };
}

function shuffled(length: number, draw: () => number): Uint32Array {
  const order = Uint32Array.from({ length }, (_, index) => index);
  for (let index = length - 1; index > 0; index--) {
    const other = below(draw, index + 1);
    [order[index], order[other]] = [order[other] ?? 0, order[index] ?? 0];
  }
  return order;
}

/** A set of whole numbers with open addressing: a Set of ten million would need a gigabyte, and fails at 16 million. */
class EdgeSet {
  readonly #slots: Float64Array;
  readonly #mask: number;

  constructor(expected: number) {
    const length = 2 ** Math.ceil(Math.log2(expected * 2));
    this.#slots = new Float64Array(length).fill(-1);
    this.#mask = length - 1;
  }

  /** Adds a key; false when it was there already. */
  add(key: number): boolean {
    let slot = Math.imul(key ^ Math.floor(key / 2 ** 32), 0x9e3779b1) >>> 0;
    slot = (slot ^ (slot >>> 15)) & this.#mask;
    while (this.#slots[slot] !== -1) {
      if (this.#slots[slot] === key) return false;
      slot = (slot + 1) & this.#mask;
    }
    this.#slots[slot] = key;
    return true;
  }
}

/** Writes `vertices.csv` (id) and `edges.csv` (from,to,weight) with headers; returns their paths. */
export function writeCsv(graph: RandomGraph, folder: string): { vertices: string; edges: string } {
  const vertices = new CsvFile(folder, 'vertices', 'id');
  for (let id = 0; id < graph.vertices; id++) vertices.add(id);
  vertices.close();
  const edges = new CsvFile(folder, 'edges', 'from,to,weight');
  for (let row = 0; row < graph.from.length; row++) {
    edges.add(graph.from[row] ?? 0, graph.to[row] ?? 0, graph.weight[row] ?? 0);
  }
  edges.close();
  return { vertices: vertices.file, edges: edges.file };
}
