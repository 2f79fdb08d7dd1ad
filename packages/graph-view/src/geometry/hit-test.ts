/** Finds the element under a point, or those inside a box, in world coordinates. */
import type { Point } from '../model.ts';
import type { Scene } from '../scene.ts';
import { controlPoint, distanceToCurve, distanceToSegment, loopCircle } from './edge-curve.ts';
import type { Box } from './viewport.ts';

/** The topmost node at a point, or -1. `slack` in world units widens small nodes for fingers. */
export function nodeAt(scene: Scene, point: Point, slack: number): number {
  for (let i = scene.x.length - 1; i >= 0; i -= 1) {
    const dx = (scene.x[i] ?? 0) - point.x;
    const dy = (scene.y[i] ?? 0) - point.y;
    const reach = (scene.radius[i] ?? 0) + slack;
    if (dx * dx + dy * dy <= reach * reach) return i;
  }
  return -1;
}

/** The edge nearest to a point, at most `reach` world units away; -1 when there is none. */
export function edgeAt(scene: Scene, point: Point, reach: number): number {
  let best = -1;
  let bestDistance = reach;
  for (let e = 0; e < scene.from.length; e += 1) {
    const from = scene.from[e] ?? 0;
    const to = scene.to[e] ?? 0;
    const bend = scene.bend[e] ?? 0;
    const [ax, ay] = [scene.x[from] ?? 0, scene.y[from] ?? 0];
    const [bx, by] = [scene.x[to] ?? 0, scene.y[to] ?? 0];
    let distance: number;
    if (from === to) {
      const loop = loopCircle({ x: ax, y: ay }, scene.radius[from] ?? 0, bend);
      distance = Math.abs(Math.hypot(point.x - loop.x, point.y - loop.y) - loop.r);
    } else {
      const room = Math.abs(bend) * 2 + reach;
      if (
        point.x < Math.min(ax, bx) - room ||
        point.x > Math.max(ax, bx) + room ||
        point.y < Math.min(ay, by) - room ||
        point.y > Math.max(ay, by) + room
      ) {
        continue;
      }
      const [a, b] = [
        { x: ax, y: ay },
        { x: bx, y: by },
      ];
      distance =
        bend === 0 ? distanceToSegment(point, a, b) : distanceToCurve(point, a, controlPoint(a, b, bend), b);
    }
    if (distance <= bestDistance) {
      bestDistance = distance;
      best = e;
    }
  }
  return best;
}

export function nodesIn(scene: Scene, box: Box): number[] {
  const found: number[] = [];
  for (let i = 0; i < scene.x.length; i += 1) {
    const x = scene.x[i] ?? 0;
    const y = scene.y[i] ?? 0;
    if (x >= box.minX && x <= box.maxX && y >= box.minY && y <= box.maxY) found.push(i);
  }
  return found;
}
