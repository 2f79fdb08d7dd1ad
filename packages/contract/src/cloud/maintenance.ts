/** The weekly window in which a workspace may be upgraded (specification part 2, sections 3 and 9). */
import { z } from 'zod';

/** An IANA time zone. */
export const TimeZone = z.string().refine(isTimeZone, { error: 'There is no such time zone.' });

function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return name !== '';
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}

export const UpdateStrategy = z.enum(['update_strategy_window', 'update_strategy_never']);
export type UpdateStrategy = z.infer<typeof UpdateStrategy>;

/** Hours that a maintenance window lasts. */
export const WINDOW_HOURS = 2;

export const MaintenanceSettings = z.object({
  update_strategy: UpdateStrategy,
  /** Sunday is 0. */
  maintenance_window_day_of_week: z.number().int().min(0).max(6),
  maintenance_window_hour_of_day: z.number().int().min(0).max(23),
  maintenance_window_time_zone: TimeZone,
});
export type MaintenanceSettings = z.infer<typeof MaintenanceSettings>;
