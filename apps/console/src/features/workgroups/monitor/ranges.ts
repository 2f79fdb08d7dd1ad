/** The time range of the Monitor tab, in the address. */
import { t } from '@acacia/texts';
import { METRICS_DAYS } from '@acacia/contract';
import { z } from 'zod';

const MINUTE = 60_000;
const DAY = 86_400_000;

export const RANGES = {
  '5m': { label: t`5 minutes`, milliseconds: 5 * MINUTE },
  '15m': { label: t`15 minutes`, milliseconds: 15 * MINUTE },
  '1h': { label: t`1 hour`, milliseconds: 60 * MINUTE },
  '6h': { label: t`6 hours`, milliseconds: 360 * MINUTE },
  '24h': { label: t`24 hours`, milliseconds: DAY },
  '7d': { label: t`7 days`, milliseconds: 7 * DAY },
  '30d': { label: t`30 days`, milliseconds: 30 * DAY },
} as const;
export type RangeName = keyof typeof RANGES;

export const REFRESHES = {
  off: { label: t`Off`, milliseconds: false },
  '15s': { label: '15 s', milliseconds: 15_000 },
  '1m': { label: t`1 min`, milliseconds: MINUTE },
} as const;
export type RefreshName = keyof typeof REFRESHES;

/** Up to now, or between two moments in milliseconds since 1970. */
export type Range =
  | { readonly name: RangeName }
  | { readonly name: 'custom'; readonly from: number; readonly to: number };

export interface TimeSearch {
  readonly range?: string | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly refresh?: string | undefined;
}

const Moment = z.iso.datetime().transform((text) => Date.parse(text));
const DEFAULT_RANGE: Range = { name: '1h' };

const isRange = (name: string | undefined): name is RangeName =>
  name !== undefined && Object.hasOwn(RANGES, name);

/** The range in the address; the last hour where there is none or it is not valid. */
export function rangeOf({ range, from, to }: TimeSearch): Range {
  if (isRange(range)) return { name: range };
  if (range !== 'custom') return DEFAULT_RANGE;
  const ends = z.tuple([Moment, Moment]).safeParse([from, to]);
  if (!ends.success || customProblem(...ends.data) !== null) return DEFAULT_RANGE;
  return { name: 'custom', from: ends.data[0], to: ends.data[1] };
}

export function refreshOf({ refresh }: TimeSearch): RefreshName {
  return refresh !== undefined && Object.hasOwn(REFRESHES, refresh) ? (refresh as RefreshName) : '1m';
}

/** The moments that a range means now. */
export function momentsOf(range: Range, now: number): { readonly from: number; readonly to: number } {
  if (range.name === 'custom') return { from: range.from, to: range.to };
  return { from: now - RANGES[range.name].milliseconds, to: now };
}

/** The problem with two moments; null when they are valid. */
export function customProblem(from: number, to: number): string | null {
  if (Number.isNaN(from) || Number.isNaN(to)) return t`Please give both times`;
  if (from >= to) return t`The end must be later than the beginning`;
  if (to - from > METRICS_DAYS * DAY) return t`At most ${METRICS_DAYS} days can be shown`;
  return null;
}
