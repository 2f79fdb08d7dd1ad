/**
 * Schedules of backups: cron with the minute 0, in UTC (specification part 2, section 5), as croner reads it. The form
 * and the server share this one rule; a fault names its field. Separate from the schema of the call, which every page of
 * the console loads.
 */
import { Cron } from 'croner';

/** The four fields that people give. */
export interface BackupCronFields {
  readonly hour: string;
  readonly dayOfMonth: string;
  readonly month: string;
  readonly dayOfWeek: string;
}

type FieldName = keyof BackupCronFields;

const EVERY: BackupCronFields = { hour: '*', dayOfMonth: '*', month: '*', dayOfWeek: '*' };

/** The sentence about each field that is not valid. */
const FAULTS: Readonly<Record<FieldName, string>> = {
  hour: 'Hour must be from 0 to 23, or *.',
  dayOfMonth: 'Day of month must be from 1 to 31, or *.',
  month: 'Month must be from 1 to 12 or Jan to Dec, or *.',
  dayOfWeek: 'Day of week must be from 0 to 6 or Mon to Sun, or *.',
};
const FIELDS = Object.keys(FAULTS) as readonly FieldName[];

/** @throws TypeError, RangeError when the text is not cron of five fields */
const scheduleOf = (cron: string): Cron => new Cron(cron, { mode: '5-part', timezone: 'UTC', paused: true });

function isCron(fields: BackupCronFields): boolean {
  try {
    scheduleOf(backupCron(fields));
    return true;
  } catch (error) {
    if (error instanceof TypeError || error instanceof RangeError) return false;
    throw error;
  }
}

export type BackupCronProblems = Partial<Record<FieldName, string>>;

/** The problem of each wrong field, in a sentence that names the field; empty when all are right. */
export function backupCronProblems(fields: BackupCronFields): BackupCronProblems {
  const wrong = FIELDS.filter((name) => !isCron({ ...EVERY, [name]: fields[name] }));
  if (wrong.length > 0) return Object.fromEntries(wrong.map((name) => [name, FAULTS[name]]));
  const next = nextBackupRun(backupCron(fields), new Date());
  return next === null ? { dayOfMonth: 'Day of month must be one that the month has.' } : {};
}

/** The first run of a schedule after a time; null: it never runs. @throws TypeError, RangeError when it cannot be read */
export const nextBackupRun = (cron: string, after: Date): Date | null => scheduleOf(cron).nextRun(after);

/** As `nextBackupRun`, at most `count` runs. */
export const nextBackupRuns = (cron: string, after: Date, count: number): readonly Date[] =>
  scheduleOf(cron).nextRuns(count, after);

/** `0 {hour} {day of month} {month} {day of week}`. */
export const backupCron = ({ hour, dayOfMonth, month, dayOfWeek }: BackupCronFields): string =>
  ['0', hour, dayOfMonth, month, dayOfWeek].join(' ');

/** The fields of a cron text; undefined when it has not the shape of one with the minute 0. */
export function backupCronFields(cron: string): BackupCronFields | undefined {
  const [, hour, dayOfMonth, month, dayOfWeek] = /^0 (\S+) (\S+) (\S+) (\S+)$/.exec(cron) ?? [];
  if (hour === undefined || dayOfMonth === undefined || month === undefined || dayOfWeek === undefined) {
    return undefined;
  }
  return { hour, dayOfMonth, month, dayOfWeek };
}
