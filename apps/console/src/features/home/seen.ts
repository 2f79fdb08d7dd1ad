/** Runs and loads of a workspace, for home. Loaded after the page stands: the workspace's client is large. */
import { createWorkspaceClient } from '@acacia/api-client';
import type { Workspace } from '@acacia/contract';
import { workspaceOrigin } from '../../data/workspace-client.ts';
import { idsOf } from '../../data/workspaces.ts';
import type { Services } from '../../services/services.ts';
import type { Seen } from './activity.ts';

/**
 * Loads as the cloud knows them, and runs of a workspace that is up. Neither is a use that would keep a workspace from
 * being suspended.
 */
export async function seenIn(services: Services, workspace: Workspace, signal: AbortSignal): Promise<Seen> {
  const { cloud, session } = services;
  const client = createWorkspaceClient(workspaceOrigin(workspace), session.getToken);
  const [loads, runs] = await Promise.all([
    cloud.listPastLoads({ params: idsOf(workspace), signal }),
    workspace.status === 'Active' ? client.runs({ signal }) : [],
  ]);
  return { workspace, runs, loads };
}

/**
 * Whether no graph has a vertex; null where one of them may not be asked by the person, or does not answer. To ask is a use
 * of the workspace: asked again and again, it would never be suspended.
 */
export async function hasNoVertices(
  { session }: Services,
  workspace: Workspace,
  signal: AbortSignal,
): Promise<boolean | null> {
  const client = createWorkspaceClient(workspaceOrigin(workspace), session.getToken);
  try {
    for (const { graphName } of await client.graphs({ signal })) {
      const counts = await client.vertexCounts(graphName, { signal });
      if (counts.some(({ count }) => count > 0)) return false;
    }
    return true;
  } catch {
    signal.throwIfAborted();
    // The cloud's own count stands.
    return null;
  }
}
