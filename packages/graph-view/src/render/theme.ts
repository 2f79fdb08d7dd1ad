/** The page's colours for the canvas: CSS variables resolved at the canvas. */
import { mix, parseColor, type Rgb } from '../colors.ts';

/** Any CSS colours; `var(--…)` is welcome. */
export interface GraphTheme {
  readonly background: string;
  readonly ink: string;
  readonly accent: string;
  readonly font: string;
}

export const DEFAULT_THEME: GraphTheme = {
  background: 'var(--mantine-color-body, #ffffff)',
  ink: 'var(--mantine-color-text, #1c1b19)',
  accent: 'var(--mantine-primary-color-filled, #2f7d4f)',
  font: 'var(--mantine-font-family, Inter Variable, system-ui, sans-serif)',
};

export interface ResolvedTheme {
  readonly background: Rgb;
  readonly ink: Rgb;
  readonly edgeText: Rgb;
  readonly accent: Rgb;
  readonly font: string;
}

const BLACK: Rgb = { r: 28, g: 27, b: 25 };
const WHITE: Rgb = { r: 255, g: 255, b: 255 };

/** Converts any CSS colour to numbers, with the browser's own parser where ours does not know the notation. */
export function createColorReader(canvas: HTMLCanvasElement): (color: string) => Rgb | null {
  const known = new Map<string, Rgb | null>();
  return (color) => {
    const before = known.get(color);
    if (before !== undefined) return before;
    const direct = parseColor(color);
    const result = direct ?? askBrowser(canvas, color);
    known.set(color, result);
    return result;
  };
}

function askBrowser(canvas: HTMLCanvasElement, color: string): Rgb | null {
  const probe = canvas.ownerDocument.createElement('span');
  probe.style.display = 'none';
  probe.style.color = color;
  (canvas.parentElement ?? canvas.ownerDocument.body).append(probe);
  const computed = getComputedStyle(probe).color;
  probe.remove();
  const plain = parseColor(computed);
  if (plain !== null || computed === '') return plain;
  // The browser gives colour spaces such as oklch() back unchanged: one painted pixel gives their red, green and blue.
  const scratch = canvas.ownerDocument.createElement('canvas');
  scratch.width = 1;
  scratch.height = 1;
  const context = scratch.getContext('2d', { willReadFrequently: true });
  if (context === null) return null;
  context.fillStyle = computed;
  context.fillRect(0, 0, 1, 1);
  const [r = 0, g = 0, b = 0] = context.getImageData(0, 0, 1, 1).data;
  return { r, g, b };
}

export function resolveTheme(
  canvas: HTMLCanvasElement,
  theme: GraphTheme,
  read: (color: string) => Rgb | null,
): ResolvedTheme {
  const background = read(theme.background) ?? WHITE;
  const ink = read(theme.ink) ?? BLACK;
  return {
    background,
    ink,
    edgeText: mix(ink, background, 0.72),
    accent: read(theme.accent) ?? ink,
    font: resolveFont(canvas, theme.font),
  };
}

function resolveFont(canvas: HTMLCanvasElement, font: string): string {
  const probe = canvas.ownerDocument.createElement('span');
  probe.style.display = 'none';
  probe.style.fontFamily = font;
  (canvas.parentElement ?? canvas.ownerDocument.body).append(probe);
  const computed = getComputedStyle(probe).fontFamily;
  probe.remove();
  return computed === '' || computed.includes('var(') ? 'system-ui, sans-serif' : computed;
}
