/** Nodes painted once for each look and size; drawing one then only copies its pixels. */
import { cssOf, inkOn, type Rgb } from '../colors.ts';

interface Sprite {
  readonly image: HTMLCanvasElement;
  /** Width and height in CSS pixels. */
  readonly side: number;
}

export interface SpriteCache {
  /** @param radius on the screen, in CSS pixels */
  get(type: string, color: Rgb, radius: number): Sprite;
  clear(): void;
}

/** The letter is shown from this radius on: smaller ones could not be read. */
const LETTER_FROM = 8;
const RIM = 1.5;

export function createSpriteCache(document: Document, ground: Rgb, font: string, dpr: number): SpriteCache {
  const sprites = new Map<string, Sprite>();
  const paint = (type: string, color: Rgb, radius: number): Sprite => {
    const side = Math.ceil((radius + RIM) * 2) + 2;
    const image = document.createElement('canvas');
    image.width = Math.ceil(side * dpr);
    image.height = Math.ceil(side * dpr);
    const context = image.getContext('2d');
    if (context !== null) {
      const middle = side / 2;
      context.scale(dpr, dpr);
      context.beginPath();
      context.arc(middle, middle, radius + RIM, 0, 2 * Math.PI);
      context.fillStyle = cssOf(ground);
      context.fill();
      context.beginPath();
      context.arc(middle, middle, radius, 0, 2 * Math.PI);
      context.fillStyle = cssOf(color);
      context.fill();
      if (radius >= LETTER_FROM) {
        context.fillStyle = inkOn(color);
        context.font = `600 ${Math.round(radius * 0.8)}px ${font}`;
        context.textAlign = 'center';
        context.textBaseline = 'middle';
        context.fillText((type[0] ?? '').toUpperCase(), middle, middle + radius * 0.08);
      }
    }
    return { image, side };
  };
  return {
    get: (type, color, radius) => {
      // Half-pixel steps: few sprites, and no visible jump while zooming.
      const size = Math.max(1, Math.round(radius * 2) / 2);
      const key = `${type} ${cssOf(color)} ${size}`;
      const known = sprites.get(key);
      if (known !== undefined) return known;
      if (sprites.size > 600) sprites.clear();
      const made = paint(type, color, size);
      sprites.set(key, made);
      return made;
    },
    clear: () => sprites.clear(),
  };
}
