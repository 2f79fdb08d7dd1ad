/** Places nodes that have just arrived, before any layout runs. */
import { seededRandom } from '../random.ts';
import { degreeOf, type Adjacency } from './layout.ts';

const STEP = 46;
const GOLDEN_ANGLE = Math.PI * (3 - Math.sqrt(5));

/**
 * Fills in the places of the nodes that are not `known`: around the middle of their known
 * neighbours on a spiral, neighbours of neighbours after that, and the rest around the whole.
 */
export function placeNew(x: Float32Array, y: Float32Array, known: Uint8Array, graph: Adjacency): void {
  const count = x.length;
  const random = seededRandom(count + 1);
  /** Number of nodes placed around each node (or, at -1, around the middle) so far. */
  const around = new Map<number, number>();
  const put = (node: number, centre: number, cx: number, cy: number) => {
    const turn = around.get(centre) ?? 0;
    around.set(centre, turn + 1);
    const angle = turn * GOLDEN_ANGLE + (centre >= 0 ? outwards(cx, cy) : 0);
    const distance = centre < 0 && turn === 0 ? 0 : STEP * Math.sqrt(turn + (centre < 0 ? 0 : 1));
    // A trace of noise keeps forces between nodes at one place from being undefined.
    x[node] = cx + Math.cos(angle) * distance + (random() - 0.5);
    y[node] = cy + Math.sin(angle) * distance + (random() - 0.5);
    known[node] = 1;
  };

  let queue: number[] = [];
  for (let i = 0; i < count; i += 1) if (known[i] === 1) queue.push(i);
  const middle = meanOf(x, y, queue);
  const visit = () => {
    while (queue.length > 0) {
      const next: number[] = [];
      for (const node of queue) {
        const end = graph.start[node + 1] ?? 0;
        for (let slot = graph.start[node] ?? 0; slot < end; slot += 1) {
          const neighbour = graph.list[slot] ?? 0;
          if (known[neighbour] === 1) continue;
          put(neighbour, node, x[node] ?? 0, y[node] ?? 0);
          next.push(neighbour);
        }
      }
      queue = next;
    }
  };
  visit();
  // Nodes without a path from a known node: component by component, each from its node of highest degree.
  const rest = Array.from({ length: count }, (_, i) => i)
    .filter((i) => known[i] === 0)
    .sort((a, b) => degreeOf(graph, b) - degreeOf(graph, a) || a - b);
  for (const node of rest) {
    if (known[node] === 1) continue;
    put(node, -1, middle.x, middle.y);
    queue = [node];
    visit();
  }

  function outwards(cx: number, cy: number): number {
    return Math.atan2(cy - middle.y, cx - middle.x);
  }
}

function meanOf(x: Float32Array, y: Float32Array, nodes: readonly number[]): { x: number; y: number } {
  if (nodes.length === 0) return { x: 0, y: 0 };
  let sumX = 0;
  let sumY = 0;
  for (const node of nodes) {
    sumX += x[node] ?? 0;
    sumY += y[node] ?? 0;
  }
  return { x: sumX / nodes.length, y: sumY / nodes.length };
}
