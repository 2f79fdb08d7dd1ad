/** DATETIME: whole seconds since 1970-01-01 UTC. */
import { engineError } from '../errors/catalogue.ts';
import { toDouble, type Int } from './int64.ts';
import { demandText } from './texts.ts';

const pad = (value: number, width = 2): string => String(value).padStart(width, '0');

/** `YYYY-MM-DD hh:mm:ss` */
export function formatDatetime(seconds: number): string {
  const date = new Date(seconds * 1000);
  if (Number.isNaN(date.getTime())) return String(seconds);
  const day = `${pad(date.getUTCFullYear(), 4)}-${pad(date.getUTCMonth() + 1)}-${pad(date.getUTCDate())}`;
  return `${day} ${pad(date.getUTCHours())}:${pad(date.getUTCMinutes())}:${pad(date.getUTCSeconds())}`;
}

const SHAPE =
  /^(\d{4})[-/](\d{1,2})[-/](\d{1,2})(?:[ T](\d{1,2}):(\d{1,2})(?::(\d{1,2})(?:\.\d+)?)?\s*(?:Z|[+-]\d{2}:?\d{2})?)?$/i;

/** Seconds of a date text (date alone, with a time, ISO form) or of epoch digits; undefined for others. */
export function parseDatetime(text: string): number | undefined {
  const trimmed = text.trim();
  if (/^-?\d+$/.test(trimmed)) return Number(trimmed);
  const match = SHAPE.exec(trimmed);
  if (match === null) return undefined;
  const part = (index: number): number => Number(match[index] ?? 0);
  const date = new Date(Date.UTC(part(1), part(2) - 1, part(3), part(4), part(5), part(6)));
  const same = date.getUTCMonth() === part(2) - 1 && date.getUTCDate() === part(3) && part(4) < 24;
  return same && part(5) < 60 && part(6) < 60 ? date.getTime() / 1000 : undefined;
}

/** to_datetime. @throws EngineError (GSQL-2501) when the text is no date */
export function toDatetime(text: string): number {
  const seconds = parseDatetime(text);
  if (seconds === undefined) {
    throw engineError('datetimeInvalid', { text });
  }
  return seconds;
}

export const now = (): number => Math.floor(Date.now() / 1000);

/**
 * datetime_add and, with a negative amount, datetime_sub. Months keep the day within the month's length.
 * @throws EngineError when the unit is not known
 */
export function addInterval(seconds: number, amount: Int, unit: string): number {
  const count = toDouble(amount);
  switch (unit) {
    case 'SECOND':
      return seconds + count;
    case 'MINUTE':
      return seconds + count * 60;
    case 'HOUR':
      return seconds + count * 3600;
    case 'DAY':
      return seconds + count * 86_400;
    case 'MONTH':
    case 'YEAR': {
      const date = new Date(seconds * 1000);
      const day = date.getUTCDate();
      date.setUTCDate(1);
      date.setUTCMonth(date.getUTCMonth() + count * (unit === 'YEAR' ? 12 : 1));
      const last = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
      date.setUTCDate(Math.min(day, last));
      return date.getTime() / 1000;
    }
    default:
      throw engineError('intervalUnitUnknown', { unit });
  }
}

export function datetimePart(
  seconds: number,
  part: 'year' | 'month' | 'day' | 'hour' | 'minute' | 'second',
): number {
  const date = new Date(seconds * 1000);
  switch (part) {
    case 'year':
      return date.getUTCFullYear();
    case 'month':
      return date.getUTCMonth() + 1;
    case 'day':
      return date.getUTCDate();
    case 'hour':
      return date.getUTCHours();
    case 'minute':
      return date.getUTCMinutes();
    case 'second':
      return date.getUTCSeconds();
  }
}

const DAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];
const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];

/** datetime_format with strftime's letters. */
export function formatDatetimeAs(seconds: number, format: string): string {
  const date = new Date(seconds * 1000);
  demandText(format.length * 5);
  return format.replace(/%([YmdHMSyjbBaAIpFT%])/g, (_, letter: string) => {
    const hour = date.getUTCHours();
    switch (letter) {
      case 'Y':
        return pad(date.getUTCFullYear(), 4);
      case 'y':
        return pad(date.getUTCFullYear() % 100);
      case 'm':
        return pad(date.getUTCMonth() + 1);
      case 'd':
        return pad(date.getUTCDate());
      case 'H':
        return pad(hour);
      case 'I':
        return pad(hour % 12 === 0 ? 12 : hour % 12);
      case 'p':
        return hour < 12 ? 'AM' : 'PM';
      case 'M':
        return pad(date.getUTCMinutes());
      case 'S':
        return pad(date.getUTCSeconds());
      case 'j':
        return pad(Math.floor((date.getTime() - Date.UTC(date.getUTCFullYear(), 0, 1)) / 86_400_000) + 1, 3);
      case 'B':
        return MONTHS[date.getUTCMonth()] ?? '';
      case 'b':
        return (MONTHS[date.getUTCMonth()] ?? '').slice(0, 3);
      case 'A':
        return DAYS[date.getUTCDay()] ?? '';
      case 'a':
        return (DAYS[date.getUTCDay()] ?? '').slice(0, 3);
      case 'F':
        return formatDatetime(seconds).slice(0, 10);
      case 'T':
        return formatDatetime(seconds).slice(11);
      default:
        return '%';
    }
  });
}
