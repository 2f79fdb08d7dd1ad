/** The client of a workspace's own host, with the person's token. */
import { createWorkspaceClient, type WorkspaceClient } from '@acacia/api-client';
import type { Workspace } from '@acacia/contract';
import { useMemo } from 'react';
import { useServices } from '../services/services.ts';

/** Address of a workspace's API: same protocol as the page, the host that the cloud names. */
export function workspaceOrigin(workspace: Pick<Workspace, 'nginx_host'>): string {
  return `${window.location.protocol}//${workspace.nginx_host}`;
}

export function useWorkspaceClient(workspace: Workspace): WorkspaceClient {
  const { session } = useServices();
  const origin = workspaceOrigin(workspace);
  return useMemo(() => createWorkspaceClient(origin, session.getToken), [origin, session]);
}
