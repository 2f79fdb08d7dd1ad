/** The schedules of a workspace, and saving their edits. */
import { t } from '@acacia/texts';
import type { CloudClient } from '@acacia/api-client';
import type { Schedule, Workspace } from '@acacia/contract';
import { errorText } from '@acacia/ui';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useServices } from '../../../services/services.ts';
import { idsOf } from '../../../data/workspaces.ts';
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

type Api = Pick<CloudClient, 'createSchedule' | 'updateSchedule' | 'deleteSchedule'>;

export interface SavedEdits {
  /** Edits that could not be saved, to keep. */
  readonly failed: ScheduleEdits;
  /** Why, one sentence each. */
  readonly problems: readonly string[];
}

/** New ones are created, changed ones updated, removed ones deleted, all in parallel. */
async function saveSchedules(api: Api, workspace: Workspace, edits: ScheduleEdits): Promise<SavedEdits> {
  const params = idsOf(workspace);
  const send = (id: string, values: ScheduleValues | null): Promise<unknown> => {
    if (values === null) return api.deleteSchedule({ params: { ...params, schedule_id: id } });
    if (isTemporary(id)) return api.createSchedule({ params, body: values });
    return api.updateSchedule({ params: { ...params, schedule_id: id }, body: values });
  };
  const failed = new Map<string, ScheduleValues | null>();
  const problems: string[] = [];
  await Promise.all(
    [...edits].map(async ([id, values]) => {
      try {
        await send(id, values);
      } catch (error) {
        failed.set(id, values);
        const which = values === null ? t`A schedule was not deleted` : scheduleText(values).when;
        problems.push(`${which}: ${errorText(error)}`);
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
