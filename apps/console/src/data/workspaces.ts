/** Actions on a workspace. Each answer updates the cached lists at once; a refetch follows. */
import type { CloudInput } from '@acacia/api-client';
import type { Workgroup, Workspace } from '@acacia/contract';
import { useMutation, type QueryClient } from '@tanstack/react-query';
import { useServices, type Services } from '../services/services.ts';
import { workgroupKeys } from './workgroups.ts';

/** Puts a workspace as it is now into every list that holds it. */
export function showWorkspace(queryClient: QueryClient, changed: Workspace): void {
  const within = (group: Workgroup): Workgroup => ({
    ...group,
    workspaces: group.workspaces.map((each) => (each.workspace_id === changed.workspace_id ? changed : each)),
  });
  queryClient.setQueryData<Workgroup[]>(workgroupKeys.list, (groups) => groups?.map(within));
  queryClient.setQueryData<Workgroup>(workgroupKeys.detail(changed.workgroup_id), (group) =>
    group === undefined ? undefined : within(group),
  );
}

/** Puts a changed workspace into every list that holds it, then refetches them. */
export function placeWorkspace(queryClient: QueryClient, changed: Workspace): Promise<void> {
  showWorkspace(queryClient, changed);
  return queryClient.invalidateQueries({ queryKey: workgroupKeys.all });
}

/** The ids that the path of a call on a workspace takes. */
export const idsOf = (workspace: Pick<Workspace, 'workgroup_id' | 'workspace_id'>) => ({
  workgroup_id: workspace.workgroup_id,
  workspace_id: workspace.workspace_id,
});

function useAction(act: (services: Services, workspace: Workspace) => Promise<Workspace>) {
  const services = useServices();
  return useMutation({
    mutationFn: (workspace: Workspace) => act(services, workspace),
    onSuccess: (changed) => void placeWorkspace(services.queryClient, changed),
  });
}

export const useResumeWorkspace = () =>
  useAction(({ cloud }, workspace) => cloud.resumeWorkspace({ params: idsOf(workspace) }));

export const usePauseWorkspace = () =>
  useAction(({ cloud }, workspace) => cloud.pauseWorkspace({ params: idsOf(workspace) }));

export const useStopWorkspace = () =>
  useAction(({ cloud }, workspace) => cloud.stopWorkspace({ params: idsOf(workspace) }));

/** A new snapshot for a read-only workspace. */
export const useRefreshWorkspace = () =>
  useAction(({ cloud }, workspace) => cloud.refreshWorkspace({ params: idsOf(workspace) }));

export type WorkspaceChange = CloudInput<'updateWorkspace'>['body'];

export function useUpdateWorkspace(workspace: Workspace) {
  const { cloud, queryClient } = useServices();
  return useMutation({
    mutationFn: (body: WorkspaceChange) => cloud.updateWorkspace({ params: idsOf(workspace), body }),
    onSuccess: (changed) => void placeWorkspace(queryClient, changed),
  });
}

/** A terminated workspace is shown as Terminating at once, so that nothing offers it any more. */
export function useTerminateWorkspace() {
  const { cloud, queryClient } = useServices();
  return useMutation({
    mutationFn: (workspace: Workspace) => cloud.deleteWorkspace({ params: idsOf(workspace) }),
    onSuccess: (_, workspace) => placeWorkspace(queryClient, { ...workspace, status: 'Terminating' }),
  });
}
