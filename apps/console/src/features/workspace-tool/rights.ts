/** The person's rights in a workspace, for its tools. */
import type { WorkspaceClient } from '@acacia/api-client';
import { toolRights, type ToolRights, type Workspace } from '@acacia/contract';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { graphKeys } from './useGraphChoice.ts';

/** Below the key of the graphs: whoever makes or drops one has other rights afterwards. */
const rightsQuery = (client: WorkspaceClient, workspaceId: string) =>
  queryOptions({
    queryKey: [...graphKeys.graphs(workspaceId), 'rights'],
    queryFn: ({ signal }) => client.simpleAuth({ signal }),
  });

/** Until the workspace has answered, and where it does not, it alone refuses. */
export function useToolRights(client: WorkspaceClient, workspace: Workspace): ToolRights {
  const { data } = useQuery(rightsQuery(client, workspace.workspace_id));
  return useMemo(() => toolRights(data, workspace), [data, workspace]);
}
