/** Calls of a workspace about its users: privileges, roles, secrets and tokens. */
import { DatabaseUser, RoleListing, Secret, SimpleAuth, TokenAnswer, type Privilege } from '@acacia/contract';
import { z } from 'zod';
import { callTo, graphOf } from '../workspace-paths.ts';
import type { CallOptions } from '../workspace-transport.ts';
import type { Sending } from './sending.ts';

/** Roles for users in one graph, or (null) in the global scope. */
export interface RoleChange {
  readonly graph: string | null;
  readonly users: readonly string[];
  readonly roles: readonly string[];
}

export function accessCalls({ transport, results, message }: Sending) {
  const dropRole = (graph: string | null, name: string) =>
    message({ ...callTo('DELETE /gsql/v1/roles'), query: { graph: graphOf(graph), role: name } });
  return {
    /** Privileges and roles of the caller, by graph. */
    simpleAuth: (options: CallOptions = {}) =>
      results(SimpleAuth, { ...callTo('GET /gsql/v1/auth/simple'), ...options }),
    /** Roles that there are. */
    roles: (options: CallOptions = {}) =>
      results(RoleListing, { ...callTo('GET /gsql/v1/roles'), ...options }),
    /** Creates a role with privileges; a role that cannot be given them does not stay. */
    createRole: async (graph: string | null, name: string, privileges: readonly Privilege[]) => {
      const query = { graph: graphOf(graph) };
      await transport.json({ ...callTo('POST /gsql/v1/roles'), query, json: { roles: [name] } });
      try {
        const json = { privileges, roles: [name] };
        await transport.json({ ...callTo('POST /gsql/v1/privileges/grant'), query, json });
      } catch (error) {
        await dropRole(graph, name);
        throw error;
      }
    },
    dropRole,
    /**
     * Roles of a user or a person, by graph (`1`: global). Those of the global scope stand under each graph too.
     * @throws WorkspaceError with "doesn't exist" in its message when the workspace does not know the name (yet)
     */
    rolesOfUser: async (name: string, options: CallOptions = {}) => {
      const user = await results(DatabaseUser, {
        ...callTo('GET /gsql/v1/users/:name', { name }),
        ...options,
      });
      return user.roles;
    },
    /** Grants roles in a graph, or in the global scope. */
    assignRoles: ({ graph, ...body }: RoleChange) =>
      message({
        ...callTo('POST /gsql/v1/roles/grant'),
        query: { graph: graphOf(graph) },
        json: body,
      }),
    revokeRoles: ({ graph, ...body }: RoleChange) =>
      message({
        ...callTo('POST /gsql/v1/roles/revoke'),
        query: { graph: graphOf(graph) },
        json: body,
      }),
    secrets: (options: CallOptions = {}) =>
      results(z.array(Secret), { ...callTo('GET /gsql/v1/secrets'), ...options }),
    createSecret: (alias: string) =>
      results(Secret, { ...callTo('POST /gsql/v1/secrets'), query: { alias } }),
    deleteSecret: (alias: string) => message(callTo('DELETE /gsql/v1/secrets/:alias', { alias })),
    /** A token for programs; shown once. `lifetime` in milliseconds. */
    createToken: async (request: { secret: string; graph?: string; lifetime?: number }) =>
      TokenAnswer.parse(await transport.json({ ...callTo('POST /gsql/v1/tokens'), json: request })),
  };
}
