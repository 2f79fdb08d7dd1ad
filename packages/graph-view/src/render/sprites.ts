/** Nodes painted once for each look and size; drawing one then only copies its pixels. */
import { cssOf, inkOn, mix, type Rgb } from '../colors.ts';
import { paintGlyph, type Glyph } from './glyphs.ts';
import type { Point } from '../model.ts';
import { unpack } from './paint.ts';
import type { Pen } from './pen.ts';

interface Sprite {
  readonly image: HTMLCanvasElement;
  /** Width and height in CSS pixels. */
  readonly side: number;
}

export interface SpriteCache {
  /** @param radius on the screen, in CSS pixels */
  get(glyph: Glyph, number: number, color: number, radius: number): Sprite;
}

/** The glyph is shown from this radius on: smaller ones could not be read. */
export const GLYPH_FROM = 7;
/** A disc has a rim from this radius on. */
export const RIM_FROM = 4;
/** Room in the background's colour around a disc, in CSS pixels. */
export const HALO = 1.5;
/** No disc is smaller on the screen. */
export const LEAST_RADIUS = 1.1;

/** The colour of a disc's rim. */
const rimOf = (color: Rgb, ink: Rgb): Rgb => mix(ink, color, 0.28);

type NodeTheme = { readonly background: Rgb; readonly ink: Rgb; readonly font: string };

/** Paints a node: a disc with a rim and, when it is large enough, a glyph. @param radius in CSS pixels */
export function paintNode(
  pen: Pen,
  glyph: Glyph,
  color: Rgb,
  middle: Point,
  radius: number,
  theme: NodeTheme,
): void {
  const disc = (r: number, fill: Rgb): void => {
    pen.beginPath();
    pen.arc(middle.x, middle.y, r, 0, 2 * Math.PI);
    pen.fillStyle = cssOf(fill);
    pen.fill();
  };
  if (radius >= 2) disc(radius + HALO, theme.background);
  if (radius >= RIM_FROM) disc(radius, rimOf(color, theme.ink));
  disc(radius >= RIM_FROM ? radius - 1 : radius, color);
  if (radius >= GLYPH_FROM) paintGlyph(pen, glyph, middle.x, middle.y, radius, inkOn(color), theme.font);
}

export function createSpriteCache(document: Document, theme: NodeTheme, dpr: number): SpriteCache {
  const sprites = new Map<string, Sprite>();
  const paint = (glyph: Glyph, color: Rgb, radius: number): Sprite => {
    const side = Math.ceil((radius + HALO) * 2) + 2;
    const image = document.createElement('canvas');
    image.width = Math.ceil(side * dpr);
    image.height = Math.ceil(side * dpr);
    const context = image.getContext('2d');
    if (context !== null) {
      context.scale(dpr, dpr);
      paintNode(context, glyph, color, { x: side / 2, y: side / 2 }, radius, theme);
    }
    return { image, side };
  };
  return {
    get: (glyph, number, color, radius) => {
      // Half-pixel steps: few sprites, and no visible jump while zooming.
      const size = Math.max(LEAST_RADIUS, Math.round(radius * 2) / 2);
      const key = `${number} ${color} ${size}`;
      const known = sprites.get(key);
      if (known !== undefined) return known;
      if (sprites.size > 600) sprites.clear();
      const made = paint(glyph, unpack(color), size);
      sprites.set(key, made);
      return made;
    },
  };
}
