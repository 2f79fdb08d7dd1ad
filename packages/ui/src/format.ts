/** Numbers, sizes, costs and times as the console writes them. The one place for all of them. */

const integer = new Intl.NumberFormat('en-US');
const cost = new Intl.NumberFormat('en-US', {
  style: 'currency',
  currency: 'USD',
  minimumFractionDigits: 2,
  maximumFractionDigits: 3,
});
const compact = new Intl.NumberFormat('en-US', { notation: 'compact', maximumFractionDigits: 1 });
const exact = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'medium' });
const relative = new Intl.RelativeTimeFormat('en', { numeric: 'always' });

/** `12,345` */
export const formatNumber = (value: number | bigint): string => integer.format(value);

/** `12.3K` */
export const formatCompact = (value: number | bigint): string => compact.format(value);

/** `12.3%`, from per cent. */
export const formatPercent = (value: number): string => `${Math.round(value * 10) / 10}%`;

/** `12.3/s`, `1.2K/s`, from things a second. */
export const formatRate = (value: number): string =>
  `${value > 0 && value < 0.1 ? value.toPrecision(1) : formatCompact(value)}/s`;

const UNITS = ['KB', 'MB', 'GB', 'TB', 'PB'] as const;

/** Sizes in steps of 1024; below 1 KB `<1KB` (specification part 2, section 9), nothing at all `0 KB`. */
export function formatBytes(bytes: number): string {
  if (bytes <= 0) return '0 KB';
  if (bytes < 1024) return '<1KB';
  let value = bytes / 1024;
  let unit = 0;
  while (value >= 1024 && unit < UNITS.length - 1) {
    value /= 1024;
    unit += 1;
  }
  return `${value.toFixed(value < 10 && unit > 0 ? 1 : 0)} ${UNITS[unit] ?? 'KB'}`;
}

/** `$0.25 / hour`, from US dollars an hour. */
export const formatCostPerHour = (dollars: number): string => `${cost.format(dollars)} / hour`;

/** `1.2 s`, `340 ms`, `3 min 05 s`, from milliseconds. */
export function formatDuration(ms: number): string {
  if (ms === 0) return '0 s';
  if (ms < 1000) return `${Math.round(ms)} ms`;
  if (ms < 10_000) return `${(ms / 1000).toFixed(1)} s`;
  if (ms < 60_000) return `${Math.round(ms / 1000)} s`;
  const minutes = Math.floor(ms / 60_000);
  if (minutes >= 60) return `${Math.floor(minutes / 60)} h ${String(minutes % 60).padStart(2, '0')} min`;
  return `${minutes} min ${String(Math.round((ms % 60_000) / 1000) % 60).padStart(2, '0')} s`;
}

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
    if (Math.abs(difference) >= size) return relative.format(Math.trunc(difference / size), unit);
  }
  return 'just now';
}

/** The text of anything that was thrown. */
export function errorText(error: unknown): string {
  if (error instanceof Error) return error.message;
  return typeof error === 'string' ? error : 'Something unexpected happened.';
}

/** `1a2b3c…9f0e`: an id cut in the middle, whole when short. */
export function cutInMiddle(text: string, head = 8, tail = 4): string {
  return text.length <= head + tail + 1 ? text : `${text.slice(0, head)}…${text.slice(-tail)}`;
}
