/** Nodes where they are on the earth, in the projection of web maps; those without a place in rows below. */
import type { LayoutInput, Positions } from './layout.ts';
import { placeBlock } from './pack.ts';

/** Mercator has no poles: beyond this latitude maps on the web end. */
const FARTHEST = 85;
/** World units between two nodes side by side, on average. */
const ROOM = 70;

export function geographicLayout({ longitude, latitude, group }: LayoutInput): Positions {
  const count = longitude.length;
  const x = new Float32Array(count);
  const y = new Float32Array(count);
  const placed: number[] = [];
  const rest: number[] = [];
  for (let i = 0; i < count; i += 1) {
    const lon = longitude[i] ?? NaN;
    const lat = latitude[i] ?? NaN;
    if (Number.isNaN(lon) || Number.isNaN(lat)) {
      rest.push(i);
      continue;
    }
    placed.push(i);
    const phi = (Math.max(-FARTHEST, Math.min(FARTHEST, lat)) * Math.PI) / 180;
    x[i] = (lon * Math.PI) / 180;
    y[i] = -Math.log(Math.tan(Math.PI / 4 + phi / 2));
  }
  const wide = extent(x, placed);
  const high = extent(y, placed);
  const scale = (ROOM * Math.sqrt(Math.max(1, placed.length))) / Math.max(wide, high, 1e-4);
  for (const i of placed) {
    x[i] = (x[i] ?? 0) * scale;
    y[i] = (y[i] ?? 0) * scale;
  }
  apartAtOnePlace(x, y, placed);
  placeBlock(x, y, rest, placed, group);
  return { x, y };
}

function extent(values: Float32Array, nodes: readonly number[]): number {
  let low = Infinity;
  let high = -Infinity;
  for (const i of nodes) {
    low = Math.min(low, values[i] ?? 0);
    high = Math.max(high, values[i] ?? 0);
  }
  return low > high ? 0 : high - low;
}

/** Several nodes at one place stand around it. */
function apartAtOnePlace(x: Float32Array, y: Float32Array, nodes: readonly number[]): void {
  const taken = new Map<string, number>();
  for (const i of nodes) {
    const key = `${x[i]} ${y[i]}`;
    const before = taken.get(key) ?? 0;
    taken.set(key, before + 1);
    x[i] = (x[i] ?? 0) + Math.cos(before * 2.4) * 16 * Math.sqrt(before);
    y[i] = (y[i] ?? 0) + Math.sin(before * 2.4) * 16 * Math.sqrt(before);
  }
}
