/** Numbers within ids, and how much of a story is planted. */

export const digits = (value: number, width: number): string => String(value).padStart(width, '0');

/** Number of planted things of a kind: some even in a small sample. */
export const planted = (most: number, scale: number, least: number): number =>
  Math.max(least, Math.round(most * scale));
