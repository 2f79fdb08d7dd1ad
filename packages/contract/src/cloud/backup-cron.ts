/**
 * Schedules of backups: cron with the minute 0, in UTC (specification part 2, section 5). The form and the server share
 * this one rule; a fault names its field. Separate from the schema of the call, which every page of the console loads.
 */

/** The four fields that people give. */
export interface BackupCronFields {
  readonly hour: string;
  readonly dayOfMonth: string;
  readonly month: string;
  readonly dayOfWeek: string;
}

interface FieldRule {
  readonly label: string;
  readonly from: number;
  readonly to: number;
  /** Names for the field's numbers, beginning with that of the smallest. */
  readonly names: readonly string[];
  readonly allowed: string;
}

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const DAYS = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'];

const RULES: Readonly<Record<keyof BackupCronFields, FieldRule>> = {
  hour: { label: 'Hour', from: 0, to: 23, names: [], allowed: 'from 0 to 23, or *' },
  dayOfMonth: { label: 'Day of month', from: 1, to: 31, names: [], allowed: 'from 1 to 31, or *' },
  month: { label: 'Month', from: 1, to: 12, names: MONTHS, allowed: 'from 1 to 12 or Jan to Dec, or *' },
  dayOfWeek: {
    label: 'Day of week',
    from: 0,
    to: 6,
    names: DAYS,
    allowed: 'from 0 to 6 or Mon to Sun, or *',
  },
};
const FIELDS = Object.keys(RULES) as readonly (keyof BackupCronFields)[];

const ITEM = /^(\*|([a-z0-9]+)(?:-([a-z0-9]+))?)(?:\/(\d+))?$/;

/** Values of one item of a list; undefined when it is not valid. */
function itemValues(item: string, { from, to, names }: FieldRule): readonly number[] | undefined {
  const [, all, first = '', last, step] = ITEM.exec(item.toLowerCase()) ?? [];
  if (all === undefined) return undefined;
  const valueOf = (text: string): number =>
    names.includes(text) ? names.indexOf(text) + from : /^\d{1,2}$/.test(text) ? Number(text) : Number.NaN;
  const begin = all === '*' ? from : valueOf(first);
  const single = step === undefined ? begin : to;
  let end = all === '*' ? to : last === undefined ? single : valueOf(last);
  // A week may be given from Monday to Sunday.
  if (names === DAYS && last === 'sun' && begin > 0) end = 7;
  const by = step === undefined ? 1 : Number(step);
  const inRange = begin >= from && end >= begin && (end <= to || (names === DAYS && last === 'sun'));
  if (!inRange || by < 1) return undefined;
  const values: number[] = [];
  for (let value = begin; value <= end; value += by) values.push(value === 7 ? 0 : value);
  return values;
}

/** All values of a field; undefined when it is not valid. */
function fieldValues(text: string, rule: FieldRule): ReadonlySet<number> | undefined {
  const items = text.split(',').map((item) => itemValues(item, rule));
  if (items.some((item) => item === undefined)) return undefined;
  return new Set(items.flatMap((item) => item ?? []));
}

/** Days that each month has at most. */
const LONGEST = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

function neverComes(fields: BackupCronFields): boolean {
  if (fields.dayOfWeek !== '*') return false;
  const days = fieldValues(fields.dayOfMonth, RULES.dayOfMonth);
  const months = fieldValues(fields.month, RULES.month);
  if (days === undefined || months === undefined) return false;
  return ![...months].some((month) => [...days].some((day) => day <= (LONGEST[month - 1] ?? 0)));
}

export type BackupCronProblems = Partial<Record<keyof BackupCronFields, string>>;

/** The problem of each wrong field, in a sentence that names the field; empty when all are right. */
export function backupCronProblems(fields: BackupCronFields): BackupCronProblems {
  const problems: BackupCronProblems = {};
  for (const name of FIELDS) {
    const rule = RULES[name];
    if (fieldValues(fields[name], rule) === undefined) {
      problems[name] = `${rule.label} must be ${rule.allowed}.`;
    }
  }
  if (neverComes(fields)) problems.dayOfMonth = 'Day of month must be one that the month has.';
  return problems;
}

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
