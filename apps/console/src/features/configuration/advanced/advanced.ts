/** Fields of the Advanced settings, and the change to send (specification part 2, sections 4, 5 and 9). */
import { AUTO_STOP, WINDOW_HOURS, type Workspace } from '@acacia/contract';
import type { Suspension } from '../../../data/workspace-rules.ts';
import type { WorkspaceChange } from '../../../data/workspaces.ts';

export interface AdvancedValues extends Suspension {
  readonly resumes: boolean;
  readonly upgrades: boolean;
  readonly day: number;
  readonly hour: number;
  readonly timeZone: string;
  readonly size: string;
  readonly ha: boolean;
}

const clock = (hour: number): string => `${String(hour % 24).padStart(2, '0')}:00`;

/** `22:00 - 00:00` */
export const windowText = (hour: number): string => `${clock(hour)} - ${clock(hour + WINDOW_HOURS)}`;

export const valuesOf = (workspace: Workspace): AdvancedValues => ({
  suspends: workspace.auto_stop_minutes > 0,
  // The value that the switch turns on when it was off.
  minutes: workspace.auto_stop_minutes > 0 ? workspace.auto_stop_minutes : AUTO_STOP.min,
  resumes: workspace.enable_auto_start,
  upgrades: workspace.update_strategy === 'update_strategy_window',
  day: workspace.maintenance_window_day_of_week,
  hour: workspace.maintenance_window_hour_of_day,
  timeZone: workspace.maintenance_window_time_zone,
  size: workspace.workspace_type.typeName,
  ha: workspace.enable_ha,
});

/** The changed settings alone; those of the maintenance window only while there is one. */
export function changeOf(workspace: Workspace, values: AdvancedValues): WorkspaceChange {
  const before = valuesOf(workspace);
  const minutes = values.suspends ? Number(values.minutes) : 0;
  return {
    ...(minutes === workspace.auto_stop_minutes ? {} : { auto_stop_minutes: minutes }),
    ...(values.resumes === before.resumes ? {} : { enable_auto_start: values.resumes }),
    ...(values.upgrades === before.upgrades
      ? {}
      : { update_strategy: values.upgrades ? 'update_strategy_window' : 'update_strategy_never' }),
    ...(values.upgrades && values.day !== before.day ? { maintenance_window_day_of_week: values.day } : {}),
    ...(values.upgrades && values.hour !== before.hour
      ? { maintenance_window_hour_of_day: values.hour }
      : {}),
    ...(values.upgrades && values.timeZone !== before.timeZone
      ? { maintenance_window_time_zone: values.timeZone }
      : {}),
    ...(values.size === before.size ? {} : { workspace_type_name: values.size }),
    ...(values.ha === before.ha ? {} : { enable_ha: values.ha }),
  };
}
