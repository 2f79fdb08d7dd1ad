/** Calls of the operator's dashboard. */
import type { CloudInput } from '@acacia/api-client';
import type { DashboardWorkspace } from '@acacia/contract';
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { useServices } from '../../services/services.ts';

/** Milliseconds between two looks at what changes by itself. */
const EVERY = 15_000;

export function useWorkspaces(query: CloudInput<'listDashboardWorkspaces'>['query']) {
  const { cloud } = useServices();
  return useQuery({
    queryKey: ['dashboard', 'workspaces', query],
    queryFn: ({ signal }) => cloud.listDashboardWorkspaces({ query, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: EVERY,
  });
}

/** Pauses or stops a workspace of any organisation. */
export function useSuspend() {
  const { cloud, queryClient } = useServices();
  return useMutation({
    mutationFn: ({ workspace, action }: { workspace: DashboardWorkspace; action: 'pause' | 'stop' }) => {
      const params = { workspace: workspace.workspace_id };
      return action === 'pause'
        ? cloud.pauseDashboardWorkspace({ params })
        : cloud.stopDashboardWorkspace({ params });
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['dashboard'] }),
  });
}
