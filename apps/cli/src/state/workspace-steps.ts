/** Steps for one workspace: made, set, and its schedules, alert rules and backups. */
import { isDeepStrictEqual } from 'node:util';
import type { AlertRule, Schedule, WorkspaceFile } from './model.ts';
import { changed, differing, step, type Live, type Step } from './step.ts';

function paramsOf({ workgroup, workspace }: Live, group: string, name: string) {
  return { workgroup_id: workgroup(group), workspace_id: workspace(group, name) };
}

const created = (group: string, { name, database, is_rw, settings }: WorkspaceFile): Step =>
  step('+', `workspace ${group}/${name}`, async (live) => {
    const { tg_version, workspace_type_name, enable_ha, enable_auto_start, auto_stop_minutes, addons } =
      settings;
    const made = await live.cloud.createWorkspace({
      params: { workgroup_id: live.workgroup(group) },
      body: {
        name,
        tg_database_id: live.database(group, database),
        is_rw,
        tg_version,
        workspace_type_name,
        enable_ha,
        enable_auto_start,
        auto_stop_minutes,
        addons,
        maintenance_window_time_zone: settings.maintenance_window_time_zone,
      },
    });
    const params = { workgroup_id: made.workgroup_id, workspace_id: made.workspace_id };
    await live.settle(params);
    const { update_strategy, maintenance_window_day_of_week, maintenance_window_hour_of_day } = settings;
    const window = { update_strategy, maintenance_window_day_of_week, maintenance_window_hour_of_day };
    await live.cloud.updateWorkspace({ params, body: window });
  });

function settingsSteps(group: string, now: WorkspaceFile, wanted: WorkspaceFile): Step[] {
  const fields = differing(now.settings, wanted.settings);
  const known: Readonly<Record<string, unknown>> = wanted.settings;
  const body = Object.fromEntries(fields.map((field) => [field, known[field]]));
  return changed(`workspace ${group}/${wanted.name}`, now.settings, wanted.settings, async (live) => {
    const params = paramsOf(live, group, wanted.name);
    await live.cloud.updateWorkspace({ params, body });
    await live.settle(params);
  });
}

const scheduleText = ({ repeat, time, timezone, workspace_type_name, date }: Schedule): string =>
  `${workspace_type_name} ${repeat} ${time} ${timezone} from ${date}`;

/** A schedule has no name: another one is deleted and made again. */
function scheduleSteps(group: string, now: readonly Schedule[], { name, schedules }: WorkspaceFile): Step[] {
  const isIn = (list: readonly Schedule[], schedule: Schedule): boolean =>
    list.some((each) => isDeepStrictEqual(each, schedule));
  const what = (schedule: Schedule): string => `schedule ${group}/${name} ${scheduleText(schedule)}`;
  const gone = now.filter((schedule) => !isIn(schedules, schedule));
  const added = schedules.filter((schedule) => !isIn(now, schedule));
  return [
    ...gone.map((schedule) =>
      step('-', what(schedule), async (live) => {
        const params = paramsOf(live, group, name);
        const all = await live.cloud.listSchedules({ params });
        const found = all.find((each) =>
          Object.entries(schedule).every(([field, value]) => Reflect.get(each, field) === value),
        );
        if (found !== undefined) {
          await live.cloud.deleteSchedule({ params: { ...params, schedule_id: found.id } });
        }
      }),
    ),
    ...added.map((schedule) =>
      step('+', what(schedule), (live) =>
        live.cloud.createSchedule({ params: paramsOf(live, group, name), body: schedule }),
      ),
    ),
  ];
}

/** A rule has no name either. */
function alertSteps(group: string, now: readonly AlertRule[], { name, alert_rules }: WorkspaceFile): Step[] {
  const isIn = (list: readonly AlertRule[], rule: AlertRule): boolean =>
    list.some((each) => isDeepStrictEqual(each, rule));
  const what = ({ metric, threshold }: AlertRule): string =>
    `alert-rule ${group}/${name} ${metric} ${threshold} %`;
  return [
    ...now
      .filter((rule) => !isIn(alert_rules, rule))
      .map((rule) =>
        step('-', what(rule), async (live) => {
          const params = paramsOf(live, group, name);
          const all = await live.cloud.listAlertRules({ params });
          const found = all.find(({ metric, threshold, recipientList }) =>
            isDeepStrictEqual({ metric, threshold, recipientList }, rule),
          );
          if (found !== undefined) {
            await live.cloud.deleteAlertRule({ params: { ...params, rule_id: found.id } });
          }
        }),
      ),
    ...alert_rules
      .filter((rule) => !isIn(now, rule))
      .map((rule) =>
        step('+', what(rule), (live) =>
          live.cloud.createAlertRule({ params: paramsOf(live, group, name), body: rule }),
        ),
      ),
  ];
}

/** @param now undefined: there is no such workspace yet */
export function workspaceSteps(group: string, now: WorkspaceFile | undefined, wanted: WorkspaceFile): Step[] {
  const { name, backup_schedule } = wanted;
  const backups =
    backup_schedule === null || isDeepStrictEqual(now?.backup_schedule, backup_schedule)
      ? []
      : changed(`backup-schedule ${group}/${name}`, now?.backup_schedule ?? {}, backup_schedule, (live) =>
          live.cloud.updateBackupSchedule({ params: paramsOf(live, group, name), body: backup_schedule }),
        );
  return [
    ...(now === undefined ? [created(group, wanted)] : settingsSteps(group, now, wanted)),
    ...scheduleSteps(group, now?.schedules ?? [], wanted),
    ...alertSteps(group, now?.alert_rules ?? [], wanted),
    ...backups,
  ];
}
