/** Edges: one path for each colour, clipped to the window; arrows as one more path for each colour. */
import { cssOf, mix, type Rgb } from '../colors.ts';
import { arrowHead, controlPoint, loopCircle } from '../geometry/edge-curve.ts';
import type { Box } from '../geometry/viewport.ts';
import type { Frame } from './draw.ts';

export interface EdgePass {
  /** Edges to draw in the accent colour, above the others. */
  readonly lit: ReadonlySet<number>;
  /** The visible part of the world, in world units. */
  readonly box: Box;
}

/** Edges in one path: Chromium's software rasteriser slows down with longer ones. */
const PATH_LIMIT = 400;
const ARROWS_FROM_ZOOM = 0.3;
const CROWD = 800;

/** Part of ink in an edge's colour: the more edges, the fainter each, or they would hide the nodes. */
const edgeStrength = (count: number): number =>
  Math.max(0.12, Math.min(0.34, 0.34 * Math.sqrt(300 / Math.max(300, count))));

export function drawEdges(context: CanvasRenderingContext2D, frame: Frame, pass: EdgePass): void {
  const { scene, theme } = frame;
  const plainColor = mix(theme.ink, theme.background, edgeStrength(scene.from.length));
  const byColor = new Map<string, { readonly color: Rgb; readonly edges: number[] }>();
  const batches = scene.edgeTypes.map((type) => {
    const color = frame.colorOfEdgeType.get(type) ?? plainColor;
    const key = cssOf(color);
    const batch = byColor.get(key) ?? { color, edges: [] };
    byColor.set(key, batch);
    return batch;
  });
  const { box } = pass;
  for (let e = 0; e < scene.from.length; e += 1) {
    if (pass.lit.has(e)) continue;
    const from = scene.from[e] ?? 0;
    const to = scene.to[e] ?? 0;
    const ax = scene.x[from] ?? 0;
    const bx = scene.x[to] ?? 0;
    if ((ax < box.minX && bx < box.minX) || (ax > box.maxX && bx > box.maxX)) continue;
    const ay = scene.y[from] ?? 0;
    const by = scene.y[to] ?? 0;
    if ((ay < box.minY && by < box.minY) || (ay > box.maxY && by > box.maxY)) continue;
    batches[scene.edgeType[e] ?? 0]?.edges.push(e);
  }
  const thin = frame.view.k < 0.5 || scene.from.length > CROWD;
  for (const batch of byColor.values()) strokeEdges(context, frame, batch.edges, batch.color, thin ? 0.7 : 1);
  if (pass.lit.size > 0)
    strokeEdges(context, frame, [...pass.lit], theme.accent, pass.lit.size > 24 ? 1.2 : 2);
}

function strokeEdges(
  context: CanvasRenderingContext2D,
  frame: Frame,
  edges: readonly number[],
  color: Rgb,
  width: number,
): void {
  context.strokeStyle = cssOf(color);
  context.lineWidth = width;
  for (let at = 0; at < edges.length; at += PATH_LIMIT) {
    context.beginPath();
    for (let i = at; i < Math.min(edges.length, at + PATH_LIMIT); i += 1)
      traceEdge(context, frame, edges[i] ?? 0);
    context.stroke();
  }
  if (frame.plain || frame.view.k < ARROWS_FROM_ZOOM) return;
  context.fillStyle = cssOf(color);
  for (let at = 0; at < edges.length; at += PATH_LIMIT) {
    context.beginPath();
    for (let i = at; i < Math.min(edges.length, at + PATH_LIMIT); i += 1)
      traceArrow(context, frame, edges[i] ?? 0);
    context.fill();
  }
}

function traceEdge(context: CanvasRenderingContext2D, { scene, view, plain }: Frame, e: number): void {
  const from = scene.from[e] ?? 0;
  const to = scene.to[e] ?? 0;
  const ax = (scene.x[from] ?? 0) * view.k + view.x;
  const ay = (scene.y[from] ?? 0) * view.k + view.y;
  const bend = (scene.bend[e] ?? 0) * view.k;
  if (from === to) {
    const loop = loopCircle(
      { x: ax, y: ay },
      (scene.radius[from] ?? 0) * view.k,
      (scene.bend[e] ?? 0) * view.k,
    );
    context.moveTo(loop.x + loop.r, loop.y);
    context.arc(loop.x, loop.y, loop.r, 0, 2 * Math.PI);
    return;
  }
  const bx = (scene.x[to] ?? 0) * view.k + view.x;
  const by = (scene.y[to] ?? 0) * view.k + view.y;
  context.moveTo(ax, ay);
  // A curve less than a pixel or so off the straight line looks straight, and costs more.
  if (plain || Math.abs(bend) < 1.5) {
    context.lineTo(bx, by);
    return;
  }
  const control = controlPoint({ x: ax, y: ay }, { x: bx, y: by }, bend);
  context.quadraticCurveTo(control.x, control.y, bx, by);
}

function traceArrow(context: CanvasRenderingContext2D, { scene, view }: Frame, e: number): void {
  const from = scene.from[e] ?? 0;
  const to = scene.to[e] ?? 0;
  if (from === to || scene.edges[e]?.directed !== true) return;
  const a = { x: (scene.x[from] ?? 0) * view.k + view.x, y: (scene.y[from] ?? 0) * view.k + view.y };
  const b = { x: (scene.x[to] ?? 0) * view.k + view.x, y: (scene.y[to] ?? 0) * view.k + view.y };
  const before = controlPoint(a, b, (scene.bend[e] ?? 0) * view.k);
  const length = Math.min(11, 4 + 5 * view.k);
  const radius = (scene.radius[to] ?? 0) * view.k + 1.5;
  if (Math.hypot(b.x - a.x, b.y - a.y) < radius + length) return;
  const head = arrowHead(before, b, radius, length);
  context.moveTo(head.tip.x, head.tip.y);
  context.lineTo(head.left.x, head.left.y);
  context.lineTo(head.right.x, head.right.y);
  context.closePath();
}
