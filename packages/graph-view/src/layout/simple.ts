/** Circle, grid and random: layouts that look at no edge. */
import { seededRandom } from '../random.ts';
import type { LayoutInput, Positions } from './layout.ts';

const SPACING = 64;

/** Node numbers with those of one group side by side, else in the order given. */
function grouped(input: LayoutInput): number[] {
  const order = Array.from(input.x, (_, i) => i);
  return order.sort((a, b) => (input.group[a] ?? 0) - (input.group[b] ?? 0) || a - b);
}

export function circleLayout(input: LayoutInput): Positions {
  const count = input.x.length;
  const x = new Float32Array(count);
  const y = new Float32Array(count);
  const radius = count < 2 ? 0 : Math.max(80, (count * SPACING * 0.6) / (2 * Math.PI));
  grouped(input).forEach((node, place) => {
    const angle = (place / count) * 2 * Math.PI - Math.PI / 2;
    x[node] = Math.cos(angle) * radius;
    y[node] = Math.sin(angle) * radius;
  });
  return { x, y };
}

export function gridLayout(input: LayoutInput): Positions {
  const count = input.x.length;
  const x = new Float32Array(count);
  const y = new Float32Array(count);
  // A little wider than high, as screens are.
  const columns = Math.max(1, Math.ceil(Math.sqrt(count * 1.5)));
  grouped(input).forEach((node, place) => {
    x[node] = (place % columns) * SPACING;
    y[node] = Math.floor(place / columns) * SPACING;
  });
  return { x, y };
}

export function randomLayout(input: LayoutInput): Positions {
  const count = input.x.length;
  const random = seededRandom(input.seed);
  const side = Math.sqrt(Math.max(1, count)) * SPACING;
  const x = Float32Array.from({ length: count }, () => (random() - 0.5) * side * 1.4);
  const y = Float32Array.from({ length: count }, () => (random() - 0.5) * side);
  return { x, y };
}
