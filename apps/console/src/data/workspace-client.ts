/** The client of a workspace's own host, with the person's token. */
import { createWorkspaceClient, type WorkspaceClient } from '@acacia/api-client';
import type { Workspace } from '@acacia/contract';
import { useMemo } from 'react';
import { useServices } from '../services/services.ts';
import type { Session } from '../session/session.ts';

/** Address of a workspace's API: same protocol as the page, the host that the cloud names. */
function workspaceOrigin(workspace: Pick<Workspace, 'nginx_host'>): string {
  return `${window.location.protocol}//${workspace.nginx_host}`;
}

/** The token for a call. Without one the person signs in again and comes back to where they were. */
async function tokenOrSignIn(session: Session): Promise<string> {
  const token = await session.getToken();
  if (token !== null) return token;
  await session.signIn(window.location.pathname + window.location.search);
  // The browser is leaving for the sign-in page: the call is not made.
  return new Promise(() => undefined);
}

export function useWorkspaceClient(workspace: Workspace): WorkspaceClient {
  const { session } = useServices();
  const origin = workspaceOrigin(workspace);
  return useMemo(() => createWorkspaceClient(origin, () => tokenOrSignIn(session)), [origin, session]);
}
