/** Edits of schedules, held here until they are saved (specification part 2, sections 3, 4 and 9). */
import { comma, t } from '@acacia/texts';
import { PAUSE, SCHEDULE_STEP_MINUTES, type CreateSchedule, type Schedule } from '@acacia/contract';
import type { z } from 'zod';
import { DAYS } from './week-days.ts';

export type ScheduleValues = z.output<typeof CreateSchedule>;

/** Edits by id of the schedule: its new values, or null to delete it. */
export type ScheduleEdits = ReadonlyMap<string, ScheduleValues | null>;

export interface ScheduleRow {
  readonly id: string;
  readonly values: ScheduleValues;
  /** Absent for one that has not been saved. */
  readonly saved: Schedule | undefined;
  readonly edited: boolean;
}

const UNSAVED = 'unsaved-';
let made = 0;
export const temporaryId = (): string => `${UNSAVED}${++made}`;
export const isTemporary = (id: string): boolean => id.startsWith(UNSAVED);

export const scheduleValues = (schedule: Schedule): ScheduleValues => ({
  timezone: schedule.timezone,
  repeat: schedule.repeat,
  date: schedule.date,
  time: schedule.time,
  repeat_on: schedule.repeat_on,
  workspace_type_name: schedule.workspace_type_name,
});

const same = (a: ScheduleValues, b: ScheduleValues): boolean => JSON.stringify(a) === JSON.stringify(b);

/** The rows to show: the saved ones as edited, without the deleted, and the new ones. */
export function rowsOf(saved: readonly Schedule[], edits: ScheduleEdits): ScheduleRow[] {
  const kept = saved.flatMap((schedule): ScheduleRow[] => {
    const edit = edits.get(schedule.id);
    if (edit === null) return [];
    const values = edit ?? scheduleValues(schedule);
    return [{ id: schedule.id, values, saved: schedule, edited: edit !== undefined }];
  });
  const added = [...edits].flatMap(([id, values]): ScheduleRow[] =>
    values !== null && isTemporary(id) ? [{ id, values, saved: undefined, edited: true }] : [],
  );
  return [...kept, ...added];
}

/**
 * The edits that are left after a save: those that failed, and those made since. A new schedule that was saved has
 * another id now: an edit of it that was made since is dropped.
 */
export function editsLeft(now: ScheduleEdits, sent: ScheduleEdits, failed: ScheduleEdits): ScheduleEdits {
  const isLeft = ([id, values]: readonly [string, ScheduleValues | null]): boolean =>
    failed.has(id) || !sent.has(id) || (!isTemporary(id) && sent.get(id) !== values);
  return new Map([...now].filter(isLeft));
}

/** The edits with one schedule set or (null) removed; an edit that changes nothing is dropped. */
export function withEdit(
  saved: readonly Schedule[],
  edits: ScheduleEdits,
  id: string,
  values: ScheduleValues | null,
): ScheduleEdits {
  const next = new Map(edits);
  const before = saved.find((schedule) => schedule.id === id);
  const unchanged = before !== undefined && values !== null && same(values, scheduleValues(before));
  if (unchanged || (values === null && isTemporary(id))) next.delete(id);
  else next.set(id, values);
  return next;
}

const pad = (value: number): string => String(value).padStart(2, '0');

export const TIMES: readonly string[] = Array.from(
  { length: (24 * 60) / SCHEDULE_STEP_MINUTES },
  (_, index) => {
    const minutes = index * SCHEDULE_STEP_MINUTES;
    return `${pad(Math.floor(minutes / 60))}:${pad(minutes % 60)}`;
  },
);

/** A new schedule: once, at the next half hour, in the browser's zone. @param size name of the first size */
export function newSchedule(size: string, timezone: string, now: Date): ScheduleValues {
  const step = SCHEDULE_STEP_MINUTES * 60_000;
  // Rounded up: a time that has passed would never come. Zones are whole quarters of hours from UTC, and
  // those that are not whole steps round again by their own clock.
  const at = new Date(Math.ceil(now.getTime() / step) * step);
  const date = `${at.getFullYear()}-${pad(at.getMonth() + 1)}-${pad(at.getDate())}`;
  const minutes = at.getMinutes() - (at.getMinutes() % SCHEDULE_STEP_MINUTES);
  return {
    timezone,
    repeat: 'NOREPEAT',
    date,
    time: `${pad(at.getHours())}:${pad(minutes)}`,
    repeat_on: '',
    workspace_type_name: size,
  };
}

/** `Weekly on Monday, Friday` and the like. */
function repeatText({ repeat, repeat_on, date }: ScheduleValues): string {
  switch (repeat) {
    case 'NOREPEAT':
      return t`Once on ${date}`;
    case 'DAILY':
      return t`Every day from ${date}`;
    case 'WEEKDAY':
      return t`Monday to Friday from ${date}`;
    case 'WEEKLY': {
      const days = repeat_on.split(',').map((day) => DAYS[Number(day)] ?? day);
      return t`Every ${days.join(comma)} from ${date}`;
    }
  }
}

/** Action and time of a schedule, in words. */
export const scheduleText = (values: ScheduleValues) => ({
  action: values.workspace_type_name === PAUSE ? t`Pause` : t`Run as ${values.workspace_type_name}`,
  when: t`${repeatText(values)} at ${values.time} (${values.timezone})`,
});
