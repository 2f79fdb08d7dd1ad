/** Colours for the canvas: resolved, mixed, and with a legible text colour. */
export interface Rgb {
  readonly r: number;
  readonly g: number;
  readonly b: number;
}

/** Reads `#rgb`, `#rrggbb`, `rgb(…)` and `rgba(…)`; null for anything else. */
export function parseColor(text: string): Rgb | null {
  const hex = /^#([0-9a-f]{3}|[0-9a-f]{6})$/i.exec(text.trim())?.[1];
  if (hex !== undefined) {
    const full = hex.length === 3 ? [...hex].map((c) => c + c).join('') : hex;
    const value = Number.parseInt(full, 16);
    return { r: value >> 16, g: (value >> 8) & 255, b: value & 255 };
  }
  const parts = /^rgba?\(([^)]+)\)$/i
    .exec(text.trim())?.[1]
    ?.split(/[\s,/]+/)
    .map(Number);
  const [r, g, b] = parts ?? [];
  return r === undefined || g === undefined || b === undefined || [r, g, b].some(Number.isNaN)
    ? null
    : { r, g, b };
}

export const cssOf = ({ r, g, b }: Rgb): string =>
  `rgb(${Math.round(r)}, ${Math.round(g)}, ${Math.round(b)})`;

/** `part` of the ink on the ground: a solid colour draws faster than a transparent one. */
export const mix = (ink: Rgb, ground: Rgb, part: number): Rgb => ({
  r: ground.r + (ink.r - ground.r) * part,
  g: ground.g + (ink.g - ground.g) * part,
  b: ground.b + (ink.b - ground.b) * part,
});

function channel(value: number): number {
  const part = value / 255;
  return part <= 0.04045 ? part / 12.92 : Math.pow((part + 0.055) / 1.055, 2.4);
}

/** Relative luminance (WCAG 2.2), 0 to 1. */
const luminance = ({ r, g, b }: Rgb): number =>
  0.2126 * channel(r) + 0.7152 * channel(g) + 0.0722 * channel(b);

/** White or near-black, whichever reads better on the colour. */
export const inkOn = (ground: Rgb): string => (luminance(ground) > 0.22 ? '#171614' : '#ffffff');

/** Contrast of two colours (WCAG 2.2), 1 to 21. */
export function contrast(one: Rgb, other: Rgb): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

/** The least contrast of graphics that must be seen (WCAG 2.2, 1.4.11). */
const VISIBLE = 3;
/** Luminance below which a canvas is dark. */
const DARK = 0.2;

/**
 * The colour, on a dark canvas with as much of the ink as makes it stand out: small dots have no rim. Light canvases keep it:
 * the palette is made for them.
 */
export function visibleOn(color: Rgb, ground: Rgb, ink: Rgb): Rgb {
  if (luminance(ground) > DARK) return color;
  for (let part = 0; part < 1; part += 0.02) {
    const raised = mix(color, ink, 1 - part);
    if (contrast(raised, ground) >= VISIBLE) return raised;
  }
  return ink;
}
