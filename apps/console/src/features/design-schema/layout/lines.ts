/** The lines that are drawn for links: straight, bent around boxes, or looping at one box. */
import { centreOf, distance, type Box, type Point } from './shapes.ts';

/** Length of the arrow head of a directed edge. */
export const ARROW_LENGTH = 9;
/** Distance between lines that join the same two boxes. */
const APART = 26;
const ROUNDING = 22;
/** Shares of a line's length at which its name may stand, the best one first. */
const SHARES = [0.5, 0.4, 0.6, 0.3, 0.7, 0.2, 0.8, 0.1, 0.9];
/** Of lines above each other, whose names would cover one another: those beside the middle one. */
const LATE_SHARES = [0.8, ...SHARES];
const EARLY_SHARES = [0.2, ...SHARES];

export interface Line {
  /** Of an SVG path. */
  readonly path: string;
  /** The middle of its name. */
  readonly label: Point;
  /** Where its name may stand, the best place first. */
  readonly places: readonly Point[];
}

/** The point at which the line from the box's middle towards a point leaves the box. */
function leave(box: Box, towards: Point, shift: Point): Point {
  const from = { x: centreOf(box).x + shift.x, y: centreOf(box).y + shift.y };
  const [dx, dy] = [towards.x - from.x, towards.y - from.y];
  if (dx === 0 && dy === 0) return from;
  const right = dx > 0 ? box.x + box.width - from.x : from.x - box.x;
  const down = dy > 0 ? box.y + box.height - from.y : from.y - box.y;
  const scale = Math.min(
    dx === 0 ? Infinity : right / Math.abs(dx),
    dy === 0 ? Infinity : down / Math.abs(dy),
  );
  return { x: from.x + dx * scale, y: from.y + dy * scale };
}

/**
 * The line of one link.
 * @param bends from source to target
 * @param lane 0 for the middle line of those that join the same boxes, then 1, -1, 2, …
 */
export function lineBetween(source: Box, target: Box, bends: readonly Point[], lane: number): Line {
  const [a, b] = [centreOf(source), centreOf(target)];
  const length = distance(a, b) || 1;
  // Lines of the same boxes run beside each other.
  const reach = Math.min(source.height, target.height) / 2 - 6;
  const offset = Math.max(-reach, Math.min(reach, lane * APART));
  const aside = (by: number): Point => ({ x: (-(b.y - a.y) / length) * by, y: ((b.x - a.x) / length) * by });
  const shift = aside(offset);
  const [first = plus(b, shift)] = bends;
  const last = bends.at(-1) ?? plus(a, shift);
  const [from, to] = [leave(source, first, shift), leave(target, last, shift)];
  // More lines than the boxes are high fan out between them.
  const fan = aside(lane * APART - offset);
  const fanned =
    bends.length > 0 || lane * APART === offset
      ? bends
      : [0.3, 0.7].map((share) => plus(between(from, to, share), fan));
  const points = [from, ...fanned, to];
  const isSteep = Math.abs(b.y - a.y) > Math.abs(b.x - a.x);
  const shares = lane === 0 || !isSteep ? SHARES : lane > 0 ? LATE_SHARES : EARLY_SHARES;
  return lineOf(
    rounded(points),
    shares.map((share) => pointAt(points, share)),
  );
}

/** A loop at the upper right corner of a box. @param lane 0, 1, 2 … from the inside out */
export function loopAt(box: Box, lane: number): Line {
  const reach = 70 + lane * 64;
  const right = box.x + box.width;
  const from = { x: right - 40, y: box.y };
  // Above the middle; the straight end keeps the arrow in line.
  const to = { x: right, y: box.y + Math.min(18, box.height / 4) };
  const turn = to.x + ARROW_LENGTH;
  const path = `M ${from.x} ${from.y} C ${from.x} ${from.y - reach}, ${turn + reach} ${to.y}, ${turn} ${to.y} L ${to.x} ${to.y}`;
  const curve = (start: number, one: number, other: number, end: number, at: number): number => {
    const rest = 1 - at;
    return rest ** 3 * start + 3 * rest ** 2 * at * one + 3 * rest * at ** 2 * other + at ** 3 * end;
  };
  return lineOf(
    path,
    // Above the box rather than beside it, where a picture may end.
    [0.2, 0.3, 0.4, 0.5, 0.6, 0.7].map((at) => ({
      x: curve(from.x, from.x, turn + reach, turn, at),
      y: curve(from.y, from.y - reach, to.y, to.y, at),
    })),
  );
}

const lineOf = (path: string, places: readonly Point[]): Line => ({
  path,
  label: places[0] ?? { x: 0, y: 0 },
  places,
});

/** A path through points whose corners are rounded. */
function rounded(points: readonly Point[]): string {
  const parts = points.map((point, index) => {
    const [before, after] = [points[index - 1], points[index + 1]];
    if (before === undefined) return `M ${point.x} ${point.y}`;
    if (after === undefined) return `L ${point.x} ${point.y}`;
    const into = along(point, before, ROUNDING);
    const out = along(point, after, ROUNDING);
    return `L ${into.x} ${into.y} Q ${point.x} ${point.y} ${out.x} ${out.y}`;
  });
  return parts.join(' ');
}

/** A point some way from one point towards another, at most half of the way. */
function along(from: Point, to: Point, way: number): Point {
  const length = distance(from, to) || 1;
  return between(from, to, Math.min(way, length / 2) / length);
}

const plus = (a: Point, b: Point): Point => ({ x: a.x + b.x, y: a.y + b.y });

const between = (from: Point, to: Point, share: number): Point => ({
  x: from.x + (to.x - from.x) * share,
  y: from.y + (to.y - from.y) * share,
});

/** The point at a share of a way's length. */
function pointAt(points: readonly Point[], share: number): Point {
  const lengths = points.slice(1).map((point, index) => distance(points[index] ?? point, point));
  let rest = lengths.reduce((sum, length) => sum + length, 0) * share;
  for (const [index, length] of lengths.entries()) {
    const [from, to] = [points[index], points[index + 1]];
    if (from === undefined || to === undefined) break;
    if (rest <= length) return between(from, to, length === 0 ? 0 : rest / length);
    rest -= length;
  }
  return points[0] ?? { x: 0, y: 0 };
}

/** Lanes 0, 1, -1, 2, -2 … for links that share both ends. */
export const laneOf = (index: number): number => (index % 2 === 1 ? (index + 1) / 2 : -index / 2) || 0;
