/** The graphs of a running workspace, and the statistics of one. Neither is requested while it sleeps. */
import type { Workspace } from '@acacia/contract';
import { useQuery } from '@tanstack/react-query';
import { useServices } from '../../../services/services.ts';
import { useWorkspaceClient } from '../../../data/workspace-client.ts';
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

export function useDataProfile(workspace: Workspace, graph: string | undefined) {
  const { cloud } = useServices();
  return useQuery({
    queryKey: ['data-profile', workspace.workspace_id, graph],
    queryFn: ({ signal }) =>
      cloud.getDataProfile({ params: { ...idsOf(workspace), graph: graph ?? '' }, signal }),
    enabled: graph !== undefined && workspace.status === 'Active',
    staleTime: FRESH_MS,
  });
}
