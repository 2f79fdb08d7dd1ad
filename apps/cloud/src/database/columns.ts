/** Columns that many tables have. */
import { timestamp } from 'drizzle-orm/pg-core';

/** A moment, with time zone. */
export const moment = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });

export const created = () => moment('created_at').notNull().defaultNow();
