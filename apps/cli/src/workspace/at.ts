/** The connection to a workspace, through the gateway. */
import type { WorkspaceClient } from '@acacia/api-client';
import { findWorkspace, type NamedPlace } from '../places/places.ts';
import type { Connection } from '../session/connection.ts';

export interface AtWorkspace {
  readonly client: WorkspaceClient;
  readonly origin: string;
  readonly connection: Connection;
}

/** The workspace's address and its client; one that is suspended wakes with the first call. */
export async function inWorkspace(connection: Connection, options: NamedPlace): Promise<AtWorkspace> {
  const { nginx_host } = await findWorkspace(connection.cloud, options);
  const origin = `${new URL(connection.server).protocol}//${nginx_host}`;
  return { client: connection.workspace(origin), origin, connection };
}
