/** The one place for formats of numbers, sizes, costs and times in the console. */

import { locale, said, t, withSpaces } from '@acacia/texts';

const integer = new Intl.NumberFormat(locale.numbers);
const cost = new Intl.NumberFormat(locale.numbers, {
  style: 'currency',
  currency: 'USD',
  currencyDisplay: 'narrowSymbol',
  minimumFractionDigits: 2,
  maximumFractionDigits: 3,
});
const compact = new Intl.NumberFormat(locale.numbers, { notation: 'compact', maximumFractionDigits: 1 });
const fixed = [0, 1, 2].map(
  (digits) =>
    new Intl.NumberFormat(locale.numbers, { minimumFractionDigits: digits, maximumFractionDigits: digits }),
);
const exact = new Intl.DateTimeFormat(locale.dates, { dateStyle: 'medium', timeStyle: 'medium' });
const relative = new Intl.RelativeTimeFormat(locale.words, { numeric: 'always' });
const every = new Intl.ListFormat(locale.words, { type: 'conjunction' });
const any = new Intl.ListFormat(locale.words, { type: 'disjunction' });

/** `12,345` */
export const formatNumber = (value: number | bigint): string => integer.format(value);

/**
 * A number of the user's data: `2019`, `9117.62`, `0.0001235`. Whole numbers are unchanged, since they may be keys or
 * years; others are rounded to four places, below 1 to four significant digits.
 */
export function formatValue(value: number | bigint): string {
  if (typeof value === 'bigint' || Number.isInteger(value) || !Number.isFinite(value)) return String(value);
  return String(Number(Math.abs(value) < 1 ? value.toPrecision(4) : value.toFixed(4)));
}

/** `12.3K` */
export const formatCompact = (value: number | bigint): string => withSpaces(compact.format(value));

/** `a, b, and c`. */
export const formatAnd = (words: readonly string[]): string => withSpaces(every.format(words));

/** `a, b, or c`. */
export const formatOr = (words: readonly string[]): string => withSpaces(any.format(words));

/** `12.3%`, from per cent. */
export const formatPercent = (value: number): string => `${Math.round(value * 10) / 10}%`;

/** `12.3/s`, `1.2K/s`, from things a second. */
export const formatRate = (value: number): string =>
  `${value > 0 && value < 0.1 ? value.toPrecision(1) : formatCompact(value)}/s`;

const withDigits = (value: number, digits: 0 | 1 | 2): string => (fixed[digits] ?? integer).format(value);

const UNITS = ['KB', 'MB', 'GB', 'TB', 'PB'] as const;

/** Sizes in steps of 1024; below 1 KB `<1KB` (specification part 2, section 9), nothing at all `0 KB`. */
export function formatBytes(bytes: number): string {
  if (bytes <= 0) return '0 KB';
  if (bytes < 1024) return '<1KB';
  let value = bytes / 1024;
  let unit = 0;
  // A value that would be written as 1024 becomes 1 of the next unit.
  while (Math.round(value) >= 1024 && unit < UNITS.length - 1) {
    value /= 1024;
    unit += 1;
  }
  const tenths = Math.round(value * 10) / 10;
  return `${unit > 0 && tenths < 10 ? withDigits(value, 1) : Math.round(value)} ${UNITS[unit] ?? 'KB'}`;
}

/** `$0.25 / hour`, from US dollars an hour. */
export const formatCostPerHour = (dollars: number): string => t`${cost.format(dollars)} / hour`;

/** `1.2 s`, `340 ms`, `3 min 05 s`, `1 h 05 min`, from milliseconds. */
export function formatDuration(ms: number): string {
  if (ms === 0) return t`${0} s`;
  if (ms < 1) return '<1 ms';
  if (Math.round(ms) < 1000) return t`${Math.round(ms)} ms`;
  if (Math.round(ms / 100) < 100) return t`${withDigits(ms / 1000, 1)} s`;
  const seconds = Math.round(ms / 1000);
  if (seconds < 60) return t`${seconds} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes >= 60) return t`${integer.format(Math.floor(minutes / 60))} h ${twoDigits(minutes % 60)} min`;
  return t`${minutes} min ${twoDigits(seconds % 60)} s`;
}

/** `0.04 ms`, `12.3 ms`, `1,204 ms`: figures below one another keep one unit. */
export const formatMilliseconds = (ms: number): string =>
  t`${withDigits(ms, ms < 10 ? 2 : ms < 100 ? 1 : 0)} ms`;

const twoDigits = (value: number): string => String(value).padStart(2, '0');

/** `21 Nov 2026, 08:25:00` in the person's own time zone. */
export const formatDateTime = (at: string | Date): string => exact.format(new Date(at));

const STEPS: readonly (readonly [Intl.RelativeTimeFormatUnit, number])[] = [
  ['year', 31_536_000_000],
  ['month', 2_592_000_000],
  ['week', 604_800_000],
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
];

/** `3 minutes ago`; below a minute `just now`. */
export function formatRelative(at: string | Date, now: number = Date.now()): string {
  const difference = new Date(at).getTime() - now;
  for (const [unit, size] of STEPS) {
    if (Math.abs(difference) >= size) return withSpaces(relative.format(Math.trunc(difference / size), unit));
  }
  return t`just now`;
}

/** The text of anything that was thrown. */
export function errorText(error: unknown): string {
  if (error instanceof Error) return said(error.message);
  return typeof error === 'string' ? said(error) : t`Something unexpected happened.`;
}

/** `1a2b3c…9f0e`: an id cut in the middle, whole when short. */
export function cutInMiddle(text: string, head = 8, tail = 4): string {
  return text.length <= head + tail + 1 ? text : `${text.slice(0, head)}…${text.slice(-tail)}`;
}
