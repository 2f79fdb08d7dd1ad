/** Calendar of a workspace: schedules and the maintenance window (specification part 2, sections 3, 5, 9). */
import { z } from 'zod';
import { TimeZone } from './maintenance.ts';

/** Minutes between the times that can be chosen. */
export const SCHEDULE_STEP_MINUTES = 30;

export const ScheduleRepeat = z.enum(['NOREPEAT', 'DAILY', 'WEEKDAY', 'WEEKLY']);
export type ScheduleRepeat = z.infer<typeof ScheduleRepeat>;

/** Takes the place of a size: the workspace is paused. */
export const PAUSE = 'Pause';

export const NO_DAYS = 'Please select at least one day';

const scheduleFields = {
  timezone: TimeZone,
  repeat: ScheduleRepeat,
  /** `yyyy-MM-dd` in the time zone: the day of it, or the first day. */
  date: z.iso.date('The date must be given as yyyy-MM-dd'),
  /** `HH:mm` in the time zone. */
  time: z
    .string()
    .regex(
      /^([01]\d|2[0-3]):(00|30)$/,
      `The time must be given as HH:mm in steps of ${SCHEDULE_STEP_MINUTES} minutes`,
    ),
  /** Days of the week, Sunday is 0, joined by commas; for WEEKLY. */
  repeat_on: z
    .string()
    .regex(/^([0-6](,[0-6])*)?$/, 'The days must be numbers from 0 (Sunday) to 6, joined by commas')
    .default(''),
  /** A size, or 'Pause'. */
  workspace_type_name: z.string().min(1, 'Please select workspace size'),
};

export const CreateSchedule = z
  .object(scheduleFields)
  .strict()
  .superRefine((schedule, context) => {
    if (schedule.repeat === 'WEEKLY' && schedule.repeat_on === '') {
      context.addIssue({ code: 'custom', path: ['repeat_on'], message: NO_DAYS });
    }
  })
  .meta({ id: 'CreateSchedule' });

export const Schedule = z
  .object({
    id: z.string(),
    workspace_id: z.string(),
    ...scheduleFields,
    repeat_on: z.string(),
    /** Null when it has run for the last time. */
    next_run_at: z.iso.datetime().nullable(),
    last_run_at: z.iso.datetime().nullable(),
    /** Outcome of the last run, for people; '' before the first. */
    last_outcome: z.string(),
  })
  .meta({ id: 'WorkspaceSchedule' });
export type Schedule = z.infer<typeof Schedule>;
