/** Strength of edges by how much of the picture they cover: the more, the fainter each, or they would hide the nodes. */
import type { Scene } from '../scene.ts';
import type { Frame } from './frame.ts';

/** Edges that stand for all, where there are more. */
const SAMPLE = 2000;
const STRIDE = 7919;
/** Pixels of edges for each pixel of the picture, from which on edges fade. */
const FADES_FROM = 0.2;
/** Part of their strength that edges keep at least: where many cross, they add up. */
const LEAST = 0.2;

interface Spread {
  readonly stamp: number;
  /** Lengths of all edges, and the area that their ends take up, in units of the world. */
  readonly length: number;
  readonly area: number;
}

const known = new WeakMap<Scene, Spread>();

function spreadOf(scene: Scene, stamp: number): Spread {
  const before = known.get(scene);
  if (before?.stamp === stamp) return before;
  const count = scene.from.length;
  const sampled = Math.min(count, SAMPLE);
  let [length, minX, minY, maxX, maxY] = [0, Infinity, Infinity, -Infinity, -Infinity];
  for (let i = 0; i < sampled; i += 1) {
    const e = sampled === count ? i : (i * STRIDE) % count;
    const [from, to] = [scene.from[e] ?? 0, scene.to[e] ?? 0];
    const [ax, ay, bx, by] = [scene.x[from] ?? 0, scene.y[from] ?? 0, scene.x[to] ?? 0, scene.y[to] ?? 0];
    length += Math.hypot(bx - ax, by - ay);
    minX = Math.min(minX, ax, bx);
    maxX = Math.max(maxX, ax, bx);
    minY = Math.min(minY, ay, by);
    maxY = Math.max(maxY, ay, by);
  }
  const spread = {
    stamp,
    length: sampled === 0 ? 0 : (length / sampled) * count,
    area: sampled === 0 ? 0 : (maxX - minX) * (maxY - minY),
  };
  known.set(scene, spread);
  return spread;
}

/** Part of their full strength that edges have: all where they are few, short or near. */
export function edgeStrength({
  scene,
  placesStamp,
  view,
}: Pick<Frame, 'scene' | 'placesStamp' | 'view'>): number {
  const { length, area } = spreadOf(scene, placesStamp);
  // Within the graph; nearer by half, there is half as much of them on a pixel.
  const covered = length / Math.max(1, area * view.k);
  return Math.max(LEAST, Math.sqrt(FADES_FROM / Math.max(FADES_FROM, covered)));
}

/** Mean length of an edge on the screen, in pixels. */
export const meanLength = ({
  scene,
  placesStamp,
  view,
}: Pick<Frame, 'scene' | 'placesStamp' | 'view'>): number =>
  (spreadOf(scene, placesStamp).length / Math.max(1, scene.from.length)) * view.k;
