/** When a schedule runs, by the calendar of its time zone. */
import type { ScheduleRepeat } from '@acacia/contract';
import { Cron } from 'croner';

export interface ScheduleRule {
  readonly timezone: string;
  readonly repeat: ScheduleRepeat;
  /** `yyyy-MM-dd`: the day of it, or the first day. */
  readonly date: string;
  /** `HH:mm`. */
  readonly time: string;
  /** Days of the week, Sunday is 0, joined by commas. */
  readonly repeatOn: string;
}

function patternOf({ repeat, date, time, repeatOn }: ScheduleRule): string {
  const [hour = '', minute = ''] = time.split(':').map((part) => String(Number(part)));
  const at = `0 ${minute} ${hour}`;
  switch (repeat) {
    case 'NOREPEAT': {
      const [year, month, day] = date.split('-').map(Number);
      return `${at} ${day} ${month} * ${year}`;
    }
    case 'DAILY':
      return `${at} * * *`;
    case 'WEEKDAY':
      return `${at} * * 1-5`;
    case 'WEEKLY':
      return `${at} * * ${repeatOn}`;
  }
}

/**
 * The first run after a moment; null when there is none any more. A time that the clocks of the zone leave out
 * is the first moment after the gap; one that they show twice is the first of both.
 */
export function nextRun(rule: ScheduleRule, after: Date): Date | null {
  const startAt = `${rule.date}T00:00:00`;
  return new Cron(patternOf(rule), { timezone: rule.timezone, startAt, paused: true }).nextRun(after);
}

/** Runs between two moments that are looked at; more lie years back and are told by the newest of these. */
const MOST_MISSED = 4000;

/** The last run up to a moment, from one that is known to be due by then. */
export function lastDue(rule: ScheduleRule, due: Date, now: Date): Date {
  let last = due;
  for (let count = 0; count < MOST_MISSED; count++) {
    const next = nextRun(rule, last);
    if (next === null || next > now) return last;
    last = next;
  }
  return last;
}
