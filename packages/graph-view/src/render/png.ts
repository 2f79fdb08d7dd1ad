/** The whole graph as a picture, including what the window does not show. */
import { t } from '@acacia/texts';
import { boxOf, fitBox, NO_INSETS } from '../geometry/viewport.ts';
import { drawFrame } from './draw.ts';
import type { Frame } from './frame.ts';
import { createSpriteCache } from './sprites.ts';

const MARGIN = 48;
const SCALE = 2;
/** Browsers refuse canvases much larger than this. */
const LONGEST = 4000;

/**
 * A frame that shows all of the graph, and nothing of what a person points at.
 * @param longest side in CSS pixels before the margins
 */
export function wholePicture(frame: Frame, longest: number): Frame {
  const box = boxOf(frame.scene.x, frame.scene.y, frame.scene.x.keys()) ?? {
    minX: 0,
    minY: 0,
    maxX: 1,
    maxY: 1,
  };
  const zoom = Math.min(1, longest / Math.max(box.maxX - box.minX, box.maxY - box.minY, 1));
  const size = {
    width: Math.ceil((box.maxX - box.minX) * zoom) + 2 * MARGIN * 2,
    height: Math.ceil((box.maxY - box.minY) * zoom) + 2 * MARGIN * 2,
  };
  return {
    ...frame,
    size,
    insets: NO_INSETS,
    view: fitBox(box, size, MARGIN, 1),
    hoveredNode: -1,
    hoveredEdge: -1,
    cursor: -1,
    boxSelection: null,
    changes: null,
    plain: false,
  };
}

/** @throws Error when the browser cannot paint the picture */
export async function paintPng(frame: Frame): Promise<Blob> {
  const whole = wholePicture(frame, LONGEST);
  const canvas = document.createElement('canvas');
  canvas.width = whole.size.width * SCALE;
  canvas.height = whole.size.height * SCALE;
  const context = canvas.getContext('2d');
  if (context === null) throw new Error(t`This browser cannot paint the picture.`);
  context.scale(SCALE, SCALE);
  drawFrame(context, { ...whole, sprites: createSpriteCache(document, frame.paint.theme, SCALE) });
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => {
      if (blob === null) reject(new Error(t`The picture is too large for this browser.`));
      else resolve(blob);
    }, 'image/png');
  });
}
