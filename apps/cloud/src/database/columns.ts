/** Columns that many tables have. */
import { timestamp } from 'drizzle-orm/pg-core';

/** A moment, with time zone. */
export const moment = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });

/** A moment of whole milliseconds: what JavaScript reads back is what is stored, and compares with it. */
export const exactMoment = (name: string) =>
  timestamp(name, { withTimezone: true, mode: 'date', precision: 3 });

export const created = () => moment('created_at').notNull().defaultNow();
