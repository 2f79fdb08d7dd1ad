/** A graph with a skewed degree distribution, the same for the same seed, as arrays and as CSV files. */
import { writeFileSync } from 'node:fs';
import path from 'node:path';

export interface RandomGraph {
  readonly vertices: number;
  readonly from: Uint32Array;
  readonly to: Uint32Array;
}

/** mulberry32: small, fast, good enough to draw test data. */
function random(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Sources are uniform, targets fall off by the cube, so that few vertices have most edges. No edge twice, no loop. */
export function randomGraph(vertices: number, edges: number, seed = 1): RandomGraph {
  const draw = random(seed);
  const from = new Uint32Array(edges);
  const to = new Uint32Array(edges);
  const seen = new Set<number>();
  for (let count = 0; count < edges;) {
    const source = Math.floor(draw() * vertices);
    const target = Math.floor(draw() ** 3 * vertices);
    const key = source * vertices + target;
    if (source === target || seen.has(key)) continue;
    seen.add(key);
    from[count] = source;
    to[count] = target;
    count += 1;
  }
  return { vertices, from, to };
}

/** Writes `vertices.csv` (id) and `edges.csv` (from,to,weight) with headers. */
export function writeCsv(graph: RandomGraph, folder: string): { vertices: string; edges: string } {
  const vertices = path.join(folder, 'vertices.csv');
  const edges = path.join(folder, 'edges.csv');
  writeFileSync(vertices, `id\n${Array.from({ length: graph.vertices }, (_, id) => id).join('\n')}\n`);
  const lines: string[] = ['from,to,weight'];
  for (let row = 0; row < graph.from.length; row++)
    lines.push(`${graph.from[row]},${graph.to[row]},${(row % 100) + 1}`);
  writeFileSync(edges, `${lines.join('\n')}\n`);
  return { vertices, edges };
}
