/** Curves of edges: straight, curved when several join the same two nodes, loops at one node. */
import type { Point } from '../model.ts';

/** The control point of the quadratic curve whose middle is `bend` away from the line from a to b. */
export function controlPoint(a: Point, b: Point, bend: number): Point {
  const dx = b.x - a.x;
  const dy = b.y - a.y;
  const length = Math.hypot(dx, dy) || 1;
  return { x: (a.x + b.x) / 2 - (dy / length) * bend * 2, y: (a.y + b.y) / 2 + (dx / length) * bend * 2 };
}

/** The circle that draws a loop above its node. */
export function loopCircle(node: Point, radius: number, place: number): Point & { readonly r: number } {
  const r = radius * 0.9 + place * 5;
  return { x: node.x, y: node.y - radius - r * 0.7, r };
}

export function pointOnCurve(a: Point, control: Point, b: Point, t: number): Point {
  const u = 1 - t;
  return {
    x: u * u * a.x + 2 * u * t * control.x + t * t * b.x,
    y: u * u * a.y + 2 * u * t * control.y + t * t * b.y,
  };
}

export function distanceToSegment(p: Point, a: Point, b: Point): number {
  const dx = b.x - a.x;
  const dy = b.y - a.y;
  const square = dx * dx + dy * dy;
  const t = square === 0 ? 0 : Math.max(0, Math.min(1, ((p.x - a.x) * dx + (p.y - a.y) * dy) / square));
  return Math.hypot(p.x - a.x - t * dx, p.y - a.y - t * dy);
}

const CURVE_STEPS = 12;

export function distanceToCurve(p: Point, a: Point, control: Point, b: Point): number {
  let best = Infinity;
  let last = a;
  for (let step = 1; step <= CURVE_STEPS; step += 1) {
    const next = pointOnCurve(a, control, b, step / CURVE_STEPS);
    best = Math.min(best, distanceToSegment(p, last, next));
    last = next;
  }
  return best;
}

interface ArrowHead {
  readonly tip: Point;
  readonly left: Point;
  readonly right: Point;
}

/** The head of an arrow that ends at the rim of the node at `to`, coming from the side of `before`. */
export function arrowHead(before: Point, to: Point, radius: number, length: number): ArrowHead {
  const dx = to.x - before.x;
  const dy = to.y - before.y;
  const distance = Math.hypot(dx, dy) || 1;
  const ux = dx / distance;
  const uy = dy / distance;
  const tip = { x: to.x - ux * radius, y: to.y - uy * radius };
  const base = { x: tip.x - ux * length, y: tip.y - uy * length };
  const half = length * 0.42;
  return {
    tip,
    left: { x: base.x - uy * half, y: base.y + ux * half },
    right: { x: base.x + uy * half, y: base.y - ux * half },
  };
}
