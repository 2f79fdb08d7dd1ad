/** Nodes on a Canvas2D: copies of sprites, and rings around those that stand out. */
import { cssOf, type Rgb } from '../colors.ts';
import { visibleBox } from '../geometry/viewport.ts';
import type { Frame } from './frame.ts';
import { unpack } from './paint.ts';
import { LEAST_RADIUS, paintNode } from './sprites.ts';
import type { Pen } from './pen.ts';

/** With more selected nodes, rings are thin and those nodes get no preference among the labels. */
export const CROWD_OF_SELECTED = 60;

/** Rings around a node that others are folded into: how far they lie outside of it, in CSS pixels. */
const FOLDED_RINGS = [3, 6] as const;

/** @param nodes those to draw; others are left out */
export function drawNodes(context: Pen, frame: Frame, nodes: Iterable<number>): void {
  const { scene, view, sprites, paint } = frame;
  const box = visibleBox(view, frame.size, 40);
  const blank = paint.glyphs[0] ?? { kind: 'letters', text: '' };
  for (const i of nodes) {
    const x = scene.x[i] ?? 0;
    const y = scene.y[i] ?? 0;
    if (x < box.minX || x > box.maxX || y < box.minY || y > box.maxY) continue;
    const glyph = paint.nodeGlyph[i] ?? 0;
    if (sprites === null) {
      const middle = { x: x * view.k + view.x, y: y * view.k + view.y };
      const radius = Math.max(LEAST_RADIUS, (scene.radius[i] ?? 0) * view.k);
      paintNode(
        context,
        paint.glyphs[glyph] ?? blank,
        unpack(paint.nodeColor[i] ?? 0),
        middle,
        radius,
        paint.theme,
      );
      continue;
    }
    const sprite = sprites.get(
      paint.glyphs[glyph] ?? blank,
      glyph,
      paint.nodeColor[i] ?? 0,
      (scene.radius[i] ?? 0) * view.k,
    );
    context.drawImage(
      sprite.image,
      x * view.k + view.x - sprite.side / 2,
      y * view.k + view.y - sprite.side / 2,
      sprite.side,
      sprite.side,
    );
  }
}

export function drawRings(context: Pen, frame: Frame): void {
  const { scene, view } = frame;
  const { theme } = frame.paint;
  const ring = (node: number, color: Rgb, width: number, gap: number) => {
    context.beginPath();
    context.arc(
      (scene.x[node] ?? 0) * view.k + view.x,
      (scene.y[node] ?? 0) * view.k + view.y,
      (scene.radius[node] ?? 0) * view.k + gap,
      0,
      2 * Math.PI,
    );
    context.strokeStyle = cssOf(color);
    context.lineWidth = width;
    context.stroke();
  };
  // Rings around many small nodes must leave the nodes to be seen.
  const crowded = frame.selectedNodes.size > CROWD_OF_SELECTED;
  const box = visibleBox(view, frame.size, 40);
  for (const node of scene.folded) {
    const x = scene.x[node] ?? 0;
    const y = scene.y[node] ?? 0;
    if (x < box.minX || x > box.maxX || y < box.minY || y > box.maxY) continue;
    const color = unpack(frame.paint.nodeColor[node] ?? 0);
    for (const gap of FOLDED_RINGS) ring(node, color, 1.3, gap);
  }
  for (const node of frame.selectedNodes) {
    const x = scene.x[node] ?? 0;
    const y = scene.y[node] ?? 0;
    if (x < box.minX || x > box.maxX || y < box.minY || y > box.maxY) continue;
    const size = crowded ? Math.min(1, ((scene.radius[node] ?? 0) * view.k) / 12) : 1;
    ring(node, theme.accent, 2.5 * size, 3 * size);
  }
  if (frame.hoveredNode >= 0) ring(frame.hoveredNode, theme.ink, 1.5, 3);
  if (frame.cursor >= 0) {
    ring(frame.cursor, theme.background, 5, 6);
    ring(frame.cursor, theme.ink, 2, 6);
  }
}
