/** Time ranges of log searches (specification part 2, section 9). */

import { t } from '@acacia/texts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

export interface TimeRange {
  /** ISO 8601. */
  readonly from: string;
  readonly to: string;
}

/** Ranges that end now. */
export const QUICK_RANGES = [
  { label: t`Last 5 minutes`, length: 5 * MINUTE },
  { label: t`Last 15 minutes`, length: 15 * MINUTE },
  { label: t`Last 45 minutes`, length: 45 * MINUTE },
  { label: t`Last 1 hour`, length: HOUR },
  { label: t`Last 24 hours`, length: DAY },
  { label: t`Last 1 week`, length: 7 * DAY },
] as const;

const QUARTER = 15 * MINUTE;

/** The last seven days up to the next quarter of an hour. */
export function defaultRange(now: number): TimeRange {
  const to = Math.ceil(now / QUARTER) * QUARTER;
  return { from: new Date(to - 7 * DAY).toISOString(), to: new Date(to).toISOString() };
}

export const rangeUntil = (now: number, length: number): TimeRange => ({
  from: new Date(now - length).toISOString(),
  to: new Date(now).toISOString(),
});

/** The problem with a range; null when it is valid. */
export function rangeProblem({ from, to }: TimeRange): string | null {
  return from <= to ? null : t`The time range must begin before it ends.`;
}
