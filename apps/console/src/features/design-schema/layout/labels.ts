/** Places for the names of lines that join the same boxes, so that none covers another. */
import type { Line } from './lines.ts';
import type { Point } from './shapes.ts';

/** Sizes of a name's label on the canvas, where its letters are largest beside those of boxes. */
const HEIGHT = 24;
const LETTER_WIDTH = 7;
const PADDING = 16;

export interface Label extends Point {
  readonly name: string;
}

/** The line with its name at the first of its places that is free among the labels, else where the name covers least. */
export function labelled(line: Line, name: string, labels: readonly Label[]): Line {
  const covered = (place: Point): number =>
    labels.reduce((sum, label) => sum + overlap({ ...place, name }, label), 0);
  let [best, least] = [line.label, covered(line.label)];
  for (const place of line.places) {
    if (least === 0) break;
    const area = covered(place);
    if (area < least) [best, least] = [place, area];
  }
  return best === line.label ? line : { ...line, label: best };
}

function overlap(a: Label, b: Label): number {
  const width = (widthOf(a.name) + widthOf(b.name)) / 2 - Math.abs(a.x - b.x);
  const height = HEIGHT - Math.abs(a.y - b.y);
  return Math.max(0, width) * Math.max(0, height);
}

/** Width of a name's label. */
export const widthOf = (name: string): number => name.length * LETTER_WIDTH + PADDING;
