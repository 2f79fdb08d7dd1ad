/**
 * Dates and times in fields. A moment is ISO 8601 without a time zone, `2026-11-29` or `2026-11-29T14:30`; in a field it
 * is written with a blank in place of the T.
 */

/** Also as people write it elsewhere: with points or slashes, without leading zeros, with the signs of Chinese. */
const WRITTEN = /^(\d{4})[-/.年](\d{1,2})[-/.月](\d{1,2})日?(?:(?:T|\s+)(\d{1,2}):(\d{2}))?$/;

/** Characters of a date, and with a time. */
const DATE_LENGTH = 10;
const TIME_LENGTH = 16;

const two = (value: number): string => String(value).padStart(2, '0');

/** A moment in the browser's time zone. */
export function localMoment(at: Date, withTime = true): string {
  const date = `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
  return withTime ? `${date}T${two(at.getHours())}:${two(at.getMinutes())}` : date;
}

export const writtenMoment = (moment: string): string => moment.replace('T', ' ');

/** The moment that a text stands for, at midnight where it has no time; null: none. */
export function readMoment(text: string, withTime: boolean): string | null {
  const [, year, month, day, hour, minute] = WRITTEN.exec(text.trim()) ?? [];
  if (year === undefined || (hour !== undefined && !withTime)) return null;
  const given = [year, month, day, hour ?? 0, minute ?? 0].map(Number);
  const [, toMonth = 0, ...rest] = given;
  const at = new Date(Date.UTC(Number(year), toMonth - 1, ...rest));
  const kept = [
    at.getUTCFullYear(),
    at.getUTCMonth() + 1,
    at.getUTCDate(),
    at.getUTCHours(),
    at.getUTCMinutes(),
  ];
  // What the calendar or the day does not have has become something later.
  if (kept.some((part, index) => part !== given[index])) return null;
  return at.toISOString().slice(0, withTime ? TIME_LENGTH : DATE_LENGTH);
}

/** Where year, month, day, hour and minute end in a written moment. */
const ENDS = [4, 7, 10, 13, 16] as const;

/** A moment after a step, and the part that was changed, as places in its text. */
interface Stepped {
  readonly moment: string;
  readonly from: number;
  readonly to: number;
}

/** Changes the part of a moment at a place of its text. A day that the month does not have becomes its last one. */
export function stepMoment(moment: string, place: number, by: number): Stepped {
  const withTime = moment.length === TIME_LENGTH;
  const last = withTime ? 4 : 2;
  const part = Math.min(last, ENDS.filter((end) => end < place).length);
  const at = new Date(`${withTime ? moment : `${moment}T00:00`}Z`);
  const day = at.getUTCDate();
  if (part < 2) {
    at.setUTCDate(1);
    if (part === 0) at.setUTCFullYear(at.getUTCFullYear() + by);
    else at.setUTCMonth(at.getUTCMonth() + by);
    const days = new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1, 0)).getUTCDate();
    at.setUTCDate(Math.min(day, days));
  } else if (part === 2) at.setUTCDate(day + by);
  else if (part === 3) at.setUTCHours(at.getUTCHours() + by);
  else at.setUTCMinutes(at.getUTCMinutes() + by);
  const to = ENDS[part] ?? DATE_LENGTH;
  const stepped = at.toISOString().slice(0, withTime ? TIME_LENGTH : DATE_LENGTH);
  return { moment: stepped, from: part === 0 ? 0 : to - 2, to };
}
