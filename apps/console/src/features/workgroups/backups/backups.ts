/** Calls of backups. Running ones are polled every 5 s until they end (specification part 2, section 9). */
import type { CloudInput } from '@acacia/api-client';
import { BACKUP_ENDED, type Workspace } from '@acacia/contract';
import { queryOptions, useMutation, useQuery } from '@tanstack/react-query';
import { useServices, type Services } from '../../../services/services.ts';
import { FOLLOWED } from '../../../data/changes.ts';
import { workgroupKeys } from '../../../data/workgroups.ts';
import { idsOf } from '../../../data/workspaces.ts';

const POLL_MS = 5000;

export type WorkspaceIds = Pick<Workspace, 'workgroup_id' | 'workspace_id'>;

const keys = {
  of: ({ workspace_id }: WorkspaceIds) => ['backups', workspace_id] as const,
  list: ({ workspace_id }: WorkspaceIds) => ['backups', workspace_id, 'list'] as const,
  schedule: ({ workspace_id }: WorkspaceIds) => ['backups', workspace_id, 'schedule'] as const,
  task: ({ workspace_id }: WorkspaceIds, id: string) => ['backups', workspace_id, 'task', id] as const,
};

export function useBackups(workspace: WorkspaceIds) {
  const { cloud } = useServices();
  return useQuery({
    queryKey: keys.list(workspace),
    queryFn: ({ signal }) => cloud.listBackups({ params: idsOf(workspace), signal }),
    meta: FOLLOWED,
    refetchInterval: ({ state }) =>
      state.data?.some(({ status }) => !BACKUP_ENDED.has(status)) === true ? POLL_MS : false,
  });
}

/** Progress of a backup or restore; polling stops when it has ended. */
export function useBackupTask(workspace: WorkspaceIds, id: string) {
  const { cloud } = useServices();
  return useQuery({
    queryKey: keys.task(workspace, id),
    queryFn: ({ signal }) =>
      cloud.getBackupTaskStatus({ params: { ...idsOf(workspace), task_id: id }, signal }),
    refetchInterval: ({ state }) =>
      state.data !== undefined && BACKUP_ENDED.has(state.data.status) ? false : POLL_MS,
  });
}

export const backupScheduleQuery = ({ cloud }: Pick<Services, 'cloud'>, workspace: WorkspaceIds) =>
  queryOptions({
    queryKey: keys.schedule(workspace),
    queryFn: ({ signal }) => cloud.getBackupSchedule({ params: idsOf(workspace), signal }),
  });

/** Input of the call that takes a backup. */
export const takeBackupInput = (workspace: WorkspaceIds, name: string): CloudInput<'createBackup'> => ({
  params: idsOf(workspace),
  body: { name },
});

export function useTakeBackup(workspace: WorkspaceIds) {
  const { cloud, queryClient } = useServices();
  return useMutation({
    mutationFn: (name: string) => cloud.createBackup(takeBackupInput(workspace, name)),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: keys.list(workspace) }),
  });
}

export function useDeleteBackup(workspace: WorkspaceIds) {
  const { cloud, queryClient } = useServices();
  return useMutation({
    mutationFn: (backup_id: string) => cloud.deleteBackup({ params: idsOf(workspace), body: { backup_id } }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: keys.list(workspace) }),
  });
}

export type RestoreWish = CloudInput<'restoreBackup'>['body'];

export function useRestoreBackup(workspace: WorkspaceIds) {
  const { cloud, queryClient } = useServices();
  return useMutation({
    mutationFn: (body: RestoreWish) => cloud.restoreBackup({ params: idsOf(workspace), body }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: workgroupKeys.all }),
  });
}

export function useSaveSchedule(workspace: WorkspaceIds) {
  const { cloud, queryClient } = useServices();
  return useMutation({
    mutationFn: (body: { readonly pause: boolean; readonly schedule: string }) =>
      cloud.updateBackupSchedule({ params: idsOf(workspace), body }),
    onSuccess: (saved) => queryClient.setQueryData(keys.schedule(workspace), saved),
  });
}

/** Called when a backup or restore has ended: refetches the lists. */
export function useRefreshBackups(workspace: WorkspaceIds) {
  const { queryClient } = useServices();
  return () =>
    Promise.all([
      queryClient.invalidateQueries({ queryKey: keys.list(workspace) }),
      queryClient.invalidateQueries({ queryKey: workgroupKeys.all }),
    ]);
}
