/** The graphs of a running workspace, and the statistics of one. Neither is requested while it sleeps. */
import type { Workspace } from '@acacia/contract';
import { useQuery } from '@tanstack/react-query';
import { useServices } from '../../../services/services.ts';
import { useWorkspaceClient } from '../../../data/workspace-client.ts';
import { profileKey, watchProfile } from '../../../data/data-profiles.ts';
import { idsOf } from '../../../data/workspaces.ts';
import { graphKeys } from '../../workspace-tool/useGraphChoice.ts';

/** Statistics change slowly: looked at again after so long, or when someone asks. */
const FRESH_MS = 60_000;

export function useGraphNames(workspace: Workspace) {
  const client = useWorkspaceClient(workspace);
  return useQuery({
    queryKey: graphKeys.graphs(workspace.workspace_id),
    queryFn: ({ signal }) => client.graphs({ signal }),
    enabled: workspace.status === 'Active',
    select: (graphs) => graphs.map(({ graphName }) => graphName).sort(),
  });
}

/**
 * The statistics of a graph. Where measuring them takes long, the watchers of the shell read on, and put the outcome in
 * place.
 */
export function useDataProfile(workspace: Workspace, graph: string | undefined) {
  const { cloud, queryClient } = useServices();
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: profileKey(workspace.workspace_id, graph),
    queryFn: async ({ signal }) => {
      const entry = await cloud.getDataProfile({ params: { ...idsOf(workspace), id: graph ?? '' }, signal });
      if (entry.cache_status === 'pending') watchProfile(queryClient, entry);
      return entry;
    },
    enabled: graph !== undefined && workspace.status === 'Active',
    staleTime: FRESH_MS,
  });
  const failure = data?.cache_status === 'failed' ? new Error(data.cache_error) : null;
  return {
    data: data?.profile ?? undefined,
    error: error ?? failure,
    isFetching: isFetching || data?.cache_status === 'pending',
    refetch,
  };
}
