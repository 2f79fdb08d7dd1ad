/** Computes the runs of a schedule by the calendar of its time zone. */
import type { ScheduleRepeat } from '@acacia/contract';
import { Cron } from 'croner';

export interface ScheduleRule {
  readonly timezone: string;
  readonly repeat: ScheduleRepeat;
  /** `yyyy-MM-dd`: the only day, or the first one. */
  readonly date: string;
  /** `HH:mm`. */
  readonly time: string;
  /** Days of the week (Sunday is 0), joined by commas. */
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
 * The first run after a time; null when there is none. A local time that the zone's clocks skip becomes the first time
 * after the gap; one that they repeat is the first of the two.
 */
export function nextRun(rule: ScheduleRule, after: Date): Date | null {
  const startAt = `${rule.date}T00:00:00`;
  return new Cron(patternOf(rule), { timezone: rule.timezone, startAt, paused: true }).nextRun(after);
}

/** Limit of missed runs that are stepped through; more reach years back. */
const MOST_MISSED = 4000;

/** The last run up to `now`. @param due a run that is due by then */
export function lastDue(rule: ScheduleRule, due: Date, now: Date): Date {
  let last = due;
  for (let count = 0; count < MOST_MISSED; count++) {
    const next = nextRun(rule, last);
    if (next === null || next > now) return last;
    last = next;
  }
  return last;
}
