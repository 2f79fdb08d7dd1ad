/** The sign in a node's disc: the picture of its type, else the letters that tell the type from the others. */
import type { Pen } from './pen.ts';

export type Glyph =
  | { readonly kind: 'letters'; readonly text: string }
  /** Path data of strokes in a square of 24 units, as icon sets have them. */
  | { readonly kind: 'strokes'; readonly paths: readonly string[] };

/** Side of the square in which icon sets draw. */
const ICON_UNITS = 24;

/**
 * The letters of each type: its first one; where types share it, its first two, or the initials of its words. Types that
 * still share them keep them.
 */
export function lettersOf(types: readonly string[]): string[] {
  const firsts = new Map<string, number>();
  const first = (type: string): string => (type[0] ?? '').toUpperCase();
  for (const type of types) firsts.set(first(type), (firsts.get(first(type)) ?? 0) + 1);
  const taken = new Set<string>();
  return types.map((type) => {
    const short = first(type);
    if (firsts.get(short) === 1) return short;
    const words = type.split(/(?<=[a-z0-9])(?=[A-Z])|[_\s]+/).filter((word) => word !== '');
    const initials = words.length > 1 ? `${first(words[0] ?? '')}${first(words[1] ?? '')}` : '';
    const two = `${short}${(type[1] ?? '').toLowerCase()}`;
    const free = [initials, two, `${short}${(type.at(-1) ?? '').toLowerCase()}`].find(
      (each) => each !== '' && !taken.has(each),
    );
    const chosen = free ?? two;
    taken.add(chosen);
    return chosen;
  });
}

/** Paints a glyph around a point. @param radius of the disc around it */
export function paintGlyph(
  context: Pen,
  glyph: Glyph,
  x: number,
  y: number,
  radius: number,
  ink: string,
  font: string,
): void {
  if (glyph.kind === 'letters') {
    context.fillStyle = ink;
    context.font = `600 ${Math.round(radius * (glyph.text.length > 1 ? 0.72 : 0.85))}px ${font}`;
    context.textAlign = 'center';
    context.textBaseline = 'middle';
    context.fillText(glyph.text, x, y + radius * 0.07);
    return;
  }
  const scale = (radius * 1.24) / ICON_UNITS;
  context.save();
  context.translate(x - (ICON_UNITS / 2) * scale, y - (ICON_UNITS / 2) * scale);
  context.scale(scale, scale);
  context.strokeStyle = ink;
  context.lineWidth = 2;
  context.lineCap = 'round';
  context.lineJoin = 'round';
  for (const path of glyph.paths) {
    if (context.strokeData === undefined) context.stroke(new Path2D(path));
    else context.strokeData(path);
  }
  context.restore();
}
