/** The window onto the world: `screen = world * k + (x, y)`, in CSS pixels. */
import type { Point } from '../model.ts';

export interface Viewport {
  readonly x: number;
  readonly y: number;
  readonly k: number;
}

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** Room at each side of the window that something else covers, in CSS pixels. */
export interface Insets {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

export const NO_INSETS: Insets = { left: 0, right: 0, top: 0, bottom: 0 };

export interface Box {
  readonly minX: number;
  readonly minY: number;
  readonly maxX: number;
  readonly maxY: number;
}

const ZOOM = { min: 0.002, max: 8 } as const;

export const toScreen = (view: Viewport, point: Point): Point => ({
  x: point.x * view.k + view.x,
  y: point.y * view.k + view.y,
});

export const toWorld = (view: Viewport, point: Point): Point => ({
  x: (point.x - view.x) / view.k,
  y: (point.y - view.y) / view.k,
});

export const panBy = (view: Viewport, dx: number, dy: number): Viewport => ({
  x: view.x + dx,
  y: view.y + dy,
  k: view.k,
});

/** Zooms by a factor about a point of the screen, which stays where it is. */
export function zoomAt(view: Viewport, factor: number, at: Point): Viewport {
  const k = Math.min(ZOOM.max, Math.max(ZOOM.min, view.k * factor));
  const ratio = k / view.k;
  return { x: at.x - (at.x - view.x) * ratio, y: at.y - (at.y - view.y) * ratio, k };
}

/** The window that shows the whole box with a margin in pixels, never larger than `maxZoom`. */
export function fitBox(box: Box, size: Size, margin: number, maxZoom = 1.6): Viewport {
  const width = Math.max(1, box.maxX - box.minX);
  const height = Math.max(1, box.maxY - box.minY);
  const room = { width: Math.max(1, size.width - 2 * margin), height: Math.max(1, size.height - 2 * margin) };
  const k = Math.max(ZOOM.min, Math.min(room.width / width, room.height / height, maxZoom));
  return {
    x: size.width / 2 - ((box.minX + box.maxX) / 2) * k,
    y: size.height / 2 - ((box.minY + box.maxY) / 2) * k,
    k,
  };
}

/** The part of the world that can be seen, grown by a margin in world units. */
export function visibleBox(view: Viewport, size: Size, margin: number): Box {
  const topLeft = toWorld(view, { x: 0, y: 0 });
  const bottomRight = toWorld(view, { x: size.width, y: size.height });
  return {
    minX: topLeft.x - margin,
    minY: topLeft.y - margin,
    maxX: bottomRight.x + margin,
    maxY: bottomRight.y + margin,
  };
}

/** The box around some points; null when there are none. */
export function boxOf(x: Float32Array, y: Float32Array, indices: Iterable<number>): Box | null {
  let minX = Infinity;
  let minY = Infinity;
  let maxX = -Infinity;
  let maxY = -Infinity;
  for (const i of indices) {
    const px = x[i] ?? 0;
    const py = y[i] ?? 0;
    if (px < minX) minX = px;
    if (px > maxX) maxX = px;
    if (py < minY) minY = py;
    if (py > maxY) maxY = py;
  }
  return minX > maxX ? null : { minX, minY, maxX, maxY };
}

/** The box between two corners in any order. */
export const boxBetween = (a: Point, b: Point): Box => ({
  minX: Math.min(a.x, b.x),
  minY: Math.min(a.y, b.y),
  maxX: Math.max(a.x, b.x),
  maxY: Math.max(a.y, b.y),
});

/** The window part of the way from one to another; zoom moves evenly by ratio. */
export function between(from: Viewport, to: Viewport, part: number): Viewport {
  const k = from.k * Math.pow(to.k / from.k, part);
  // The world point in the middle of the way keeps the pan in step with the zoom.
  const blend = to.k === from.k ? part : (k - from.k) / (to.k - from.k);
  return { x: from.x + (to.x - from.x) * blend, y: from.y + (to.y - from.y) * blend, k };
}
