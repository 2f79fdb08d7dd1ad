/** Boxes of vertex types and links between them, as layout and routing take them. Lengths are in pixels at zoom 1. */

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** `x` and `y` are of the upper left corner. */
export interface Box extends Point {
  readonly width: number;
  readonly height: number;
}

export interface LayoutBox {
  readonly id: string;
  readonly width: number;
  readonly height: number;
  /** The place that a person gave it; null: the layout chooses one. */
  readonly at: Point | null;
}

/** One pair of an edge type. */
export interface LayoutLink {
  readonly id: string;
  readonly from: string;
  readonly to: string;
  /** Length of a line that is seen on both sides of its name. */
  readonly length?: number;
}

export interface LayoutInput {
  readonly boxes: readonly LayoutBox[];
  readonly links: readonly LayoutLink[];
}

export interface Arrangement {
  /** By id of the box. */
  readonly positions: ReadonlyMap<string, Point>;
  /** The bends of each link that cannot be straight, by its id, from its first end to its second. */
  readonly routes: ReadonlyMap<string, readonly Point[]>;
}

export const NODE_WIDTH = 190;

export const centreOf = ({ x, y, width, height }: Box): Point => ({ x: x + width / 2, y: y + height / 2 });

export const distance = (a: Point, b: Point): number => Math.hypot(a.x - b.x, a.y - b.y);

/** Whether a segment touches a box that is `margin` larger on each side (Liang and Barsky's clipping). */
export function crosses(a: Point, b: Point, box: Box, margin: number): boolean {
  let [enter, exit] = [0, 1];
  const sides: readonly (readonly [number, number, number, number])[] = [
    [a.x, b.x - a.x, box.x - margin, box.x + box.width + margin],
    [a.y, b.y - a.y, box.y - margin, box.y + box.height + margin],
  ];
  for (const [start, delta, low, high] of sides) {
    if (delta === 0) {
      if (start <= low || start >= high) return false;
      continue;
    }
    const [first, second] = [(low - start) / delta, (high - start) / delta];
    enter = Math.max(enter, Math.min(first, second));
    exit = Math.min(exit, Math.max(first, second));
    if (enter >= exit) return false;
  }
  return true;
}
