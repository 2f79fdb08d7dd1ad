/** Computes the next run of a backup schedule. */
import { Cron } from 'croner';

/** The next time of a schedule; null: never again. @param cron in UTC, in the contract's form */
export const nextRun = (cron: string, after: Date): Date | null =>
  new Cron(cron, { timezone: 'UTC', paused: true }).nextRun(after);
