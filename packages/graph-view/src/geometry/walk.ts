/** Moves the focus from node to node with the keyboard. */
import type { Scene } from '../scene.ts';
import { neighboursOf } from '../scene.ts';

export type Direction = 'left' | 'right' | 'up' | 'down';

const UNIT: Readonly<Record<Direction, readonly [number, number]>> = {
  left: [-1, 0],
  right: [1, 0],
  up: [0, -1],
  down: [0, 1],
};
/** Nodes this close in height (world units) are read as one row. */
const ROW = 40;

/** The candidate that lies best in the direction: near, and not far off to the side. -1: none does. */
function bestTowards(scene: Scene, from: number, candidates: Iterable<number>, direction: Direction): number {
  const [ux, uy] = UNIT[direction];
  const x = scene.x[from] ?? 0;
  const y = scene.y[from] ?? 0;
  let best = -1;
  let bestCost = Infinity;
  for (const node of candidates) {
    if (node === from) continue;
    const dx = (scene.x[node] ?? 0) - x;
    const dy = (scene.y[node] ?? 0) - y;
    const along = dx * ux + dy * uy;
    const aside = Math.abs(dx * uy - dy * ux);
    if (along <= 0 || aside > along * 2) continue;
    const cost = along + aside * 2;
    if (cost < bestCost) {
      bestCost = cost;
      best = node;
    }
  }
  return best;
}

/** The neighbour in that direction, or else the nearest node in it; `from` when there is none. */
export function step(scene: Scene, from: number, direction: Direction): number {
  const neighbour = bestTowards(scene, from, neighboursOf(scene, from), direction);
  if (neighbour >= 0) return neighbour;
  const any = bestTowards(scene, from, scene.nodes.keys(), direction);
  return any >= 0 ? any : from;
}

/** All nodes in reading order: rows from the top, each from the left. */
export function readingOrder(scene: Scene): number[] {
  return Array.from(scene.nodes.keys()).sort((a, b) => {
    const rowA = Math.round((scene.y[a] ?? 0) / ROW);
    const rowB = Math.round((scene.y[b] ?? 0) / ROW);
    return rowA - rowB || (scene.x[a] ?? 0) - (scene.x[b] ?? 0) || a - b;
  });
}
