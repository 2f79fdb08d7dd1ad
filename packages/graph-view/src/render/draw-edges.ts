/** Edges on a Canvas2D: one path for each colour, clipped to the window; arrows as one more path for each colour. */
import { cssOf } from '../colors.ts';
import { arrowHead, controlPoint, loopCircle } from '../geometry/edge-curve.ts';
import { edgeStrength } from './edge-strength.ts';
import type { Frame, Light } from './frame.ts';
import { alphaOf, unpack } from './paint.ts';
import type { Pen } from './pen.ts';

/** Edges in one path: Chromium's software rasteriser slows down with longer ones. */
const PATH_LIMIT = 400;
export const ARROWS_FROM_ZOOM = 0.3;
const CROWD = 800;

/** Width of an edge in CSS pixels. */
export const edgeWidth = (zoom: number, count: number): number => (zoom < 0.5 || count > CROWD ? 1 : 1.3);

/** Widths of single edges come in tenths of the usual one; both renderers hold them in six bits. */
export const WIDTH_STEPS = 10;
const WIDTHS = 64;
export const widthCode = (width: number): number => Math.min(WIDTHS - 1, Math.round(width * WIDTH_STEPS));

/** All edges that are not in the light. */
export function drawEdges(context: Pen, frame: Frame, light: Light): void {
  const { scene, paint } = frame;
  /** By colour and width. */
  const batches = new Map<number, number[]>();
  const { box } = light;
  for (let e = 0; e < scene.from.length; e += 1) {
    if (light.edges.has(e)) continue;
    const from = scene.from[e] ?? 0;
    const to = scene.to[e] ?? 0;
    const ax = scene.x[from] ?? 0;
    const bx = scene.x[to] ?? 0;
    if ((ax < box.minX && bx < box.minX) || (ax > box.maxX && bx > box.maxX)) continue;
    const ay = scene.y[from] ?? 0;
    const by = scene.y[to] ?? 0;
    if ((ay < box.minY && by < box.minY) || (ay > box.maxY && by > box.maxY)) continue;
    const look = (paint.edgeColor[e] ?? 0) * WIDTHS + widthCode(scene.width[e] ?? 1);
    const batch = batches.get(look);
    if (batch === undefined) batches.set(look, [e]);
    else batch.push(e);
  }
  const width = edgeWidth(frame.view.k, scene.from.length);
  const { globalAlpha } = context;
  const strength = globalAlpha * edgeStrength(frame);
  for (const [look, edges] of batches) {
    const color = Math.floor(look / WIDTHS);
    context.globalAlpha = strength * alphaOf(color);
    strokeEdges(context, frame, edges, cssOf(unpack(color)), (width * (look % WIDTHS)) / WIDTH_STEPS);
  }
  context.globalAlpha = globalAlpha;
}

/** The edges in the light, in the accent colour. */
export function drawLitEdges(context: Pen, frame: Frame, light: Light): void {
  if (light.edges.size === 0) return;
  const width = light.edges.size > 24 ? 1.2 : 2;
  strokeEdges(context, frame, [...light.edges], cssOf(frame.paint.theme.accent), width);
}

function strokeEdges(
  context: Pen,
  frame: Frame,
  edges: readonly number[],
  color: string,
  width: number,
): void {
  context.strokeStyle = color;
  context.lineWidth = width;
  for (let at = 0; at < edges.length; at += PATH_LIMIT) {
    context.beginPath();
    for (let i = at; i < Math.min(edges.length, at + PATH_LIMIT); i += 1)
      traceEdge(context, frame, edges[i] ?? 0);
    context.stroke();
  }
  if (frame.plain || frame.view.k < ARROWS_FROM_ZOOM) return;
  context.fillStyle = color;
  for (let at = 0; at < edges.length; at += PATH_LIMIT) {
    context.beginPath();
    for (let i = at; i < Math.min(edges.length, at + PATH_LIMIT); i += 1)
      traceArrow(context, frame, edges[i] ?? 0);
    context.fill();
  }
}

function traceEdge(context: Pen, { scene, view, plain }: Frame, e: number): void {
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

function traceArrow(context: Pen, { scene, view }: Frame, e: number): void {
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
