/** Runs and loads of a workspace, for home. Loaded after the page stands: the workspace's client is large. */
import { createWorkspaceClient, type WorkspaceClient } from '@acacia/api-client';
import type { Workspace } from '@acacia/contract';
import { workspaceOrigin } from '../../data/workspace-client.ts';
import { idsOf } from '../../data/workspaces.ts';
import type { Services } from '../../services/services.ts';
import type { Seen } from './activity.ts';

/** Whether no graph has a vertex. Undefined: one of them may not be asked by the person, or did not answer. */
async function hasNoVertices(
  client: Pick<WorkspaceClient, 'graphs' | 'vertexCounts'>,
  signal: AbortSignal,
): Promise<boolean | undefined> {
  try {
    for (const { graphName } of await client.graphs({ signal })) {
      const counts = await client.vertexCounts(graphName, { signal });
      if (counts.some(({ count }) => count > 0)) return false;
    }
    return true;
  } catch {
    signal.throwIfAborted();
    // The cloud's own count stands.
    return undefined;
  }
}

/**
 * Loads as the cloud knows them, and runs of a workspace that is up. Neither is a use that would keep a workspace from
 * being suspended.
 */
export async function seenIn(services: Services, workspace: Workspace, signal: AbortSignal): Promise<Seen> {
  const { cloud, session } = services;
  const client = createWorkspaceClient(workspaceOrigin(workspace), session.getToken);
  const isUp = workspace.status === 'Active';
  const [loads, runs, isEmpty] = await Promise.all([
    cloud.listPastLoads({ params: idsOf(workspace), signal }),
    isUp ? client.runs({ signal }) : [],
    isUp && workspace.vertex_count === 0 ? hasNoVertices(client, signal) : undefined,
  ]);
  return { workspace, runs, loads, isEmpty };
}
