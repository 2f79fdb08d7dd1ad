/** The rows of a long list that are in sight: only those are in the document. */

interface RowWindow {
  readonly first: number;
  /** Past the last. */
  readonly end: number;
  /** Heights of the room above and below, in pixels. */
  readonly above: number;
  readonly below: number;
}

/** @param overscan rows kept ready on either side */
export function rowWindow(
  count: number,
  rowHeight: number,
  scrollTop: number,
  height: number,
  overscan = 8,
): RowWindow {
  const first = Math.max(0, Math.min(count, Math.floor(scrollTop / rowHeight) - overscan));
  const end = Math.min(count, Math.ceil((scrollTop + height) / rowHeight) + overscan);
  return { first, end, above: first * rowHeight, below: Math.max(0, count - end) * rowHeight };
}
