/** One picture on a Canvas2D: all of it, or only what lies above the elements that WebGL has drawn below. */
import { cssOf, mix } from '../colors.ts';
import { boxBetween } from '../geometry/viewport.ts';
import { drawEdges, drawLitEdges } from './draw-edges.ts';
import { drawChanges } from './draw-changes.ts';
import { drawLabels } from './draw-labels.ts';
import { drawNodes, drawRings } from './draw-nodes.ts';
import { FADED, lightOf, type Frame, type Light } from './frame.ts';
import type { Pen } from './pen.ts';

export function drawFrame(context: Pen, frame: Frame): void {
  const { size, scene } = frame;
  const light = lightOf(frame);
  context.fillStyle = cssOf(frame.paint.theme.background);
  context.fillRect(0, 0, size.width, size.height);
  context.globalAlpha = light.fades ? FADED : 1;
  drawEdges(context, frame, light);
  drawNodes(context, frame, scene.x.keys());
  context.globalAlpha = 1;
  drawAbove(context, frame, light);
}

/** Draws the highlighted elements, rings, labels and the box of a selection over a finished picture. */
export function drawAbove(context: Pen, frame: Frame, light: Light): void {
  drawLitEdges(context, frame, light);
  drawNodes(context, frame, light.fades ? light.nodes : endsOf(frame, light));
  drawChanges(context, frame);
  drawRings(context, frame);
  drawLabels(context, frame, light);
  if (frame.boxSelection !== null) drawBoxSelection(context, frame);
}

/** Lit edges are drawn over all nodes: their ends are drawn once more above them. */
function endsOf({ scene }: Frame, light: Light): ReadonlySet<number> {
  const ends = new Set<number>();
  for (const e of light.edges) {
    ends.add(scene.from[e] ?? 0);
    ends.add(scene.to[e] ?? 0);
  }
  return ends;
}

function drawBoxSelection(context: Pen, frame: Frame): void {
  if (frame.boxSelection === null) return;
  const { theme } = frame.paint;
  const box = boxBetween(frame.boxSelection.from, frame.boxSelection.to);
  context.strokeStyle = cssOf(theme.accent);
  context.lineWidth = 1;
  context.setLineDash([4, 3]);
  context.strokeRect(box.minX, box.minY, box.maxX - box.minX, box.maxY - box.minY);
  context.setLineDash([]);
  context.globalAlpha = 0.1;
  context.fillStyle = cssOf(mix(theme.accent, theme.background, 1));
  context.fillRect(box.minX, box.minY, box.maxX - box.minX, box.maxY - box.minY);
  context.globalAlpha = 1;
}
