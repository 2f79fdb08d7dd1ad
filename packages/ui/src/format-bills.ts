/**
 * Money, quantities, days and countries of bills. Apart from the other formats because the first page needs none of them. Bills are
 * made by days and months in UTC, and so these are written in UTC.
 */
import { locale, t } from '@acacia/texts';

const DOLLARS = { style: 'currency', currency: 'USD', currencyDisplay: 'narrowSymbol' } as const;
const cents = new Intl.NumberFormat(locale.numbers, { ...DOLLARS, minimumFractionDigits: 2 });
const mills = new Intl.NumberFormat(locale.numbers, {
  ...DOLLARS,
  minimumFractionDigits: 2,
  maximumFractionDigits: 3,
});
const short = new Intl.NumberFormat(locale.numbers, {
  ...DOLLARS,
  notation: 'compact',
  maximumFractionDigits: 1,
});
const quantity = new Intl.NumberFormat(locale.numbers, {
  minimumFractionDigits: 2,
  maximumFractionDigits: 2,
});
const fineQuantity = new Intl.NumberFormat(locale.numbers, { maximumSignificantDigits: 2 });

const countries = new Intl.DisplayNames(locale.words, { type: 'region', fallback: 'none' });

const inUtc = (options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat =>
  new Intl.DateTimeFormat(locale.dates, { timeZone: 'UTC', ...options });
const day = inUtc({ day: 'numeric', month: 'short', year: 'numeric' });
const dayOfYear = inUtc({ day: 'numeric', month: 'short' });
const month = inUtc({ month: 'long', year: 'numeric' });

/** The least amount that is written with two decimals, when rounded. */
const HALF_A_CENT = 0.005;

/** `$1,234.50`, from US dollars; an amount below half a cent is `<$0.01`, so that it does not look like nothing. */
export function formatMoney(dollars: number): string {
  if (dollars > 0 && dollars < HALF_A_CENT) return `<${cents.format(0.01)}`;
  // Rounding may leave a negative zero.
  return cents.format(Math.abs(dollars) < HALF_A_CENT ? 0 : dollars);
}

/** `$12.5K`, for the axis of a chart. */
export const formatMoneyShort = (dollars: number): string =>
  dollars > 0 && dollars < 1 ? mills.format(dollars) : short.format(dollars);

/** `$1.00`, `$0.025`: dollars a unit, with a third decimal where it counts. */
export const formatUnitPrice = (dollars: number): string => mills.format(dollars);

/** `12.50`, `0.0021`: hours or gigabyte-months with two decimals, below a hundredth with two significant digits. */
export const formatQuantity = (value: number): string =>
  value > 0 && value < 0.01 ? fineQuantity.format(value) : quantity.format(value);

const dateOf = (seconds: number): Date => new Date(seconds * 1000);

/** `21 Nov 2026`, from seconds since 1970. */
export const formatDay = (seconds: number): string => day.format(dateOf(seconds));

/** `21 Nov` */
export const formatDayOfYear = (seconds: number): string => dayOfYear.format(dateOf(seconds));

/** `November 2026` */
export const formatMonth = (seconds: number): string => month.format(dateOf(seconds));

/**
 * `1–30 Nov 2026`
 * @param to the first second after it
 */
export const formatDays = (from: number, to: number): string =>
  day.formatRange(dateOf(from), dateOf(Math.max(from, to - 1)));

/** `$0.025 / GB per month`, `$1.00 / hour` */
export const formatRateOf = (dollars: number, meter: 'compute' | 'addons' | 'storage'): string =>
  meter === 'storage' ? t`${formatUnitPrice(dollars)} / GB per month` : t`${formatUnitPrice(dollars)} / hour`;

/** The name of a country by its two letters (ISO 3166); undefined where they name none. */
export const countryName = (code: string): string | undefined =>
  /^[A-Z]{2}$/.test(code) ? countries.of(code) : undefined;
