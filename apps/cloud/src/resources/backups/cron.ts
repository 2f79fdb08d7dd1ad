/** When a backup schedule comes next. */
import { Cron } from 'croner';

/** @param cron in UTC, as the contract takes it. Null: never again. */
export const nextRun = (cron: string, after: Date): Date | null =>
  new Cron(cron, { timezone: 'UTC', paused: true }).nextRun(after);
