/** What can be done to a workspace. Each answer is put in place at once; lists follow. */
import type { Workgroup, Workspace } from '@acacia/contract';
import { useMutation, type QueryClient } from '@tanstack/react-query';
import { useServices, type Services } from '../app/services.ts';
import { workgroupKeys } from './workgroups.ts';

/** Puts a changed workspace into every list that holds it, then refetches them. */
function place(queryClient: QueryClient, changed: Workspace): Promise<void> {
  const within = (group: Workgroup): Workgroup => ({
    ...group,
    workspaces: group.workspaces.map((each) => (each.workspace_id === changed.workspace_id ? changed : each)),
  });
  queryClient.setQueryData<Workgroup[]>(workgroupKeys.list, (groups) => groups?.map(within));
  queryClient.setQueryData<Workgroup>(workgroupKeys.detail(changed.workgroup_id), (group) =>
    group === undefined ? undefined : within(group),
  );
  return queryClient.invalidateQueries({ queryKey: workgroupKeys.all });
}

const idsOf = (workspace: Workspace) => ({
  workgroup_id: workspace.workgroup_id,
  workspace_id: workspace.workspace_id,
});

function useAction(act: (services: Services, workspace: Workspace) => Promise<Workspace>) {
  const services = useServices();
  return useMutation({
    mutationFn: (workspace: Workspace) => act(services, workspace),
    onSuccess: (changed) => void place(services.queryClient, changed),
  });
}

export const useResumeWorkspace = () =>
  useAction(({ cloud }, workspace) => cloud.resumeWorkspace({ params: idsOf(workspace) }));

export const usePauseWorkspace = () =>
  useAction(({ cloud }, workspace) => cloud.pauseWorkspace({ params: idsOf(workspace) }));

export const useStopWorkspace = () =>
  useAction(({ cloud }, workspace) => cloud.stopWorkspace({ params: idsOf(workspace) }));

interface WorkspaceChange {
  readonly workspace_name?: string;
  readonly enable_auto_start?: boolean;
  readonly auto_stop_minutes?: number;
}

export function useUpdateWorkspace(workspace: Workspace) {
  const { cloud, queryClient } = useServices();
  return useMutation({
    mutationFn: (body: WorkspaceChange) => cloud.updateWorkspace({ params: idsOf(workspace), body }),
    onSuccess: (changed) => void place(queryClient, changed),
  });
}

export function useTerminateWorkspace() {
  const { cloud, queryClient } = useServices();
  return useMutation({
    mutationFn: (workspace: Workspace) => cloud.deleteWorkspace({ params: idsOf(workspace) }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: workgroupKeys.all }),
  });
}
