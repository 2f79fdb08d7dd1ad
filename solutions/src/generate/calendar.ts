/** Times within the year of the samples, in seconds since 1970 (UTC). */
import { Weighted, type Chance } from './random.ts';

const DAY = 86_400;
const YEAR_START = Date.UTC(2025, 0, 1) / 1000;
const DAYS = 365;

/** `2025-03-01 12:00:00` */
export const dateTime = (seconds: number): string =>
  new Date(seconds * 1000).toISOString().slice(0, 19).replace('T', ' ');

/** Distribution of events within the year: weights by month (12), weekday (7, from Sunday) and hour (24). */
export class Rhythm {
  readonly #days: Weighted;
  readonly #hours: Weighted;

  constructor(months: readonly number[], weekdays: readonly number[], hours: readonly number[]) {
    const days = Array.from({ length: DAYS }, (_, day) => {
      const date = new Date((YEAR_START + day * DAY) * 1000);
      return (months[date.getUTCMonth()] ?? 0) * (weekdays[date.getUTCDay()] ?? 0);
    });
    this.#days = new Weighted(days);
    this.#hours = new Weighted(hours);
  }

  moment(chance: Chance): number {
    const day = this.#days.draw(chance);
    return YEAR_START + day * DAY + this.#hours.draw(chance) * 3600 + chance.int(0, 3599);
  }
}

/** Midnight of a day of the year, from 0. */
export const midnight = (day: number): number => YEAR_START + day * DAY;
