/** Nodes that came: rings that widen and fade. Nodes that went: discs that shrink where they were. */
import { cssOf } from '../colors.ts';
import { visibleBox } from '../geometry/viewport.ts';
import type { Frame } from './frame.ts';
import { unpack } from './paint.ts';
import type { Pen } from './pen.ts';

/** How far the ring around a new node widens, in CSS pixels. */
const WIDENS = 14;

export function drawChanges(pen: Pen, { changes, scene, view, size, paint }: Frame): void {
  if (changes === null) return;
  const { came, went, part } = changes;
  const box = visibleBox(view, size, 40);
  const circle = (x: number, y: number, radius: number): boolean => {
    if (x < box.minX || x > box.maxX || y < box.minY || y > box.maxY) return false;
    pen.beginPath();
    pen.arc(x * view.k + view.x, y * view.k + view.y, Math.max(0.5, radius), 0, 2 * Math.PI);
    return true;
  };
  pen.globalAlpha = 1 - part;
  for (const ghost of went) {
    if (!circle(ghost.x, ghost.y, ghost.radius * view.k * (1 - part))) continue;
    pen.fillStyle = cssOf(unpack(ghost.color));
    pen.fill();
  }
  pen.strokeStyle = cssOf(paint.theme.accent);
  pen.lineWidth = 2;
  for (const node of came) {
    const radius = (scene.radius[node] ?? 0) * view.k + 2 + WIDENS * part;
    if (circle(scene.x[node] ?? 0, scene.y[node] ?? 0, radius)) pen.stroke();
  }
  pen.globalAlpha = 1;
}
