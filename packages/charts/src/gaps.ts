/** Gaps in a time series: nothing was measured because no workspace ran. */

interface Measured {
  /** Milliseconds since 1970, ascending: the beginning of each step that was measured. */
  readonly times: readonly number[];
  /** Milliseconds covered by each time. */
  readonly step: number;
  /** The time range of the chart. */
  readonly from: number;
  readonly to: number;
  /** Since when there was something that could have been measured; the first time when not given. */
  readonly since?: number | undefined;
}

export type Gap = readonly [from: number, to: number];

/** Steps that may be missing at the end. */
const LATE = 2;

/** Ranges in which at least one whole step is missing. */
export function gapsOf({ times, step, from, to, since }: Measured): readonly Gap[] {
  const gaps: Gap[] = [];
  let end = Math.max(from, since ?? times[0] ?? to);
  for (const time of times) {
    if (time - end >= step) gaps.push([end, time]);
    end = Math.max(end, time + step);
  }
  // The newest reading may still be on its way.
  if (to - end >= LATE * step) gaps.push([end, to]);
  return gaps;
}
