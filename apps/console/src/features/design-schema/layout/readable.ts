/** Which names are drawn at a zoom: as on a map, the important ones, so that none covers another. */
import type { Point } from './shapes.ts';

/** Zoom below which boxes show their names alone. */
export const NAMES_ALONE = 0.7;
/** Zoom below which a type's name no longer fits its box. */
export const OUTGROWS = 0.34;

/** Size of a name's letters on the screen, in pixels. */
export const NAME_SIZE = 12;
const LETTER_WIDTH = 7;
const LINE_HEIGHT = 16;
/** Names of edge types break into lines beyond this width. */
const WIDEST_LABEL = 84;

/** Zooms within a fifth of each other draw the same. Rounded down, so that letters are never too small. */
export const zoomStep = (zoom: number): number => 1.2 ** Math.floor(Math.log(zoom) / Math.log(1.2));

export interface Named extends Point {
  readonly key: string;
  readonly name: string;
  /** Names of greater weight are drawn first. */
  readonly weight: number;
  /** The name breaks into lines. */
  readonly breaks?: boolean;
}

/**
 * Keys of names that are drawn. `x` and `y` are the middle of a name.
 * @param zoom of `zoomStep`
 * @param enough the zoom from which there is room for all of them
 */
export function readableNames(names: readonly Named[], zoom: number, enough: number): ReadonlySet<string> {
  if (zoom >= enough) return new Set(names.map(({ key }) => key));
  const height = LINE_HEIGHT / zoom;
  const taken = new Map<number, [number, number][]>();
  const shown = new Set<string>();
  for (const { key, name, x, y, breaks = false } of [...names].sort((a, b) => b.weight - a.weight)) {
    const width = name.length * LETTER_WIDTH + 10;
    const half = (breaks ? Math.min(width, WIDEST_LABEL) : width) / 2 / zoom;
    const line = Math.floor(y / height);
    const there = [line - 1, line, line + 1].flatMap((each) => taken.get(each) ?? []);
    if (there.some(([left, right]) => x - half < right && left < x + half)) continue;
    shown.add(key);
    taken.set(line, [...(taken.get(line) ?? []), [x - half, x + half]]);
  }
  return shown;
}
