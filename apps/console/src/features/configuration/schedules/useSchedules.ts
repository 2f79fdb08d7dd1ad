/** The schedules of a workspace, and saving their edits. */
import { t } from '@acacia/texts';
import type { CloudClient } from '@acacia/api-client';
import type { Schedule, Workspace } from '@acacia/contract';
import { errorText } from '@acacia/ui';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useServices } from '../../../services/services.ts';
import { idsOf } from '../../../data/workspaces.ts';
import { formCall, sendCall, type FormCall } from '../../../shell/copy-as/form-call.ts';
import { isTemporary, scheduleText, type ScheduleEdits, type ScheduleValues } from './schedule-edits.ts';

const schedulesKey = (workspace: Workspace) => ['schedules', workspace.workspace_id] as const;

/** Suspends until they are fetched. */
export function useSchedules(workspace: Workspace): readonly Schedule[] {
  const { cloud } = useServices();
  return useSuspenseQuery({
    queryKey: schedulesKey(workspace),
    queryFn: ({ signal }) => cloud.listSchedules({ params: idsOf(workspace), signal }),
  }).data;
}

/** The call that saves an edit: new schedules are created, changed ones updated, removed ones (null) deleted. */
export function scheduleCall(
  workspace: Workspace,
  [schedule_id, body]: readonly [string, ScheduleValues | null],
): FormCall {
  const params = idsOf(workspace);
  const own = { ...params, schedule_id };
  if (body === null) return formCall('deleteSchedule', { params: own });
  if (isTemporary(schedule_id)) return formCall('createSchedule', { params, body });
  return formCall('updateSchedule', { params: own, body });
}

export interface SavedEdits {
  /** Edits that could not be saved, to keep. */
  readonly failed: ScheduleEdits;
  /** Why, one sentence each. */
  readonly problems: readonly string[];
}

/** All in parallel. */
async function saveSchedules(
  cloud: CloudClient,
  workspace: Workspace,
  edits: ScheduleEdits,
): Promise<SavedEdits> {
  const failed = new Map<string, ScheduleValues | null>();
  const problems: string[] = [];
  await Promise.all(
    [...edits].map(async ([id, values]) => {
      try {
        await sendCall(cloud, scheduleCall(workspace, [id, values]));
      } catch (error) {
        failed.set(id, values);
        const which = values === null ? t`A schedule was not deleted` : scheduleText(values).when;
        problems.push(t`${which}: ${errorText(error)}`);
      }
    }),
  );
  return { failed, problems };
}

/** Saves, then reads the schedules again whatever came of it. */
export function useSaveSchedules(workspace: Workspace) {
  const { cloud, queryClient } = useServices();
  return async (edits: ScheduleEdits): Promise<SavedEdits> => {
    if (edits.size === 0) return { failed: edits, problems: [] };
    const saved = await saveSchedules(cloud, workspace, edits);
    await queryClient.invalidateQueries({ queryKey: schedulesKey(workspace) });
    return saved;
  };
}
