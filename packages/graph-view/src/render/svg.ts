/** The whole graph as a file of vectors: the picture of `png.ts`, with texts that stay texts. */
import { t } from '@acacia/texts';
import { wholePicture } from './png.ts';
import { drawFrame } from './draw.ts';
import type { Frame } from './frame.ts';
import { createSvgPen } from './svg-pen.ts';

/** @throws Error when the browser has no canvas to measure texts with */
export function paintSvg(frame: Frame): string {
  const measure = document.createElement('canvas').getContext('2d');
  if (measure === null) throw new Error(t`This browser cannot measure the texts of the picture.`);
  const pen = createSvgPen(measure);
  const whole = wholePicture(frame, Infinity);
  drawFrame(pen, { ...whole, sprites: null });
  const { width, height } = whole.size;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">\n${pen.markup()}\n</svg>\n`;
}
