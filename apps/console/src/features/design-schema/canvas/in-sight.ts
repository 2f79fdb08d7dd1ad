/** How far a drawing must move so that a part of it is in sight. */

export interface Span {
  readonly from: number;
  readonly to: number;
}

/** Pixels that stay free beside what was brought into sight. */
const MARGIN = 24;

/** @returns 0 where the part is in sight; a part that is longer than the room shows its beginning */
export function shiftIntoSight({ from, to }: Span, room: number): number {
  if (from >= 0 && to <= room) return 0;
  const fromEnd = Math.min(0, room - MARGIN - to);
  return from + fromEnd < MARGIN ? MARGIN - from : fromEnd;
}
