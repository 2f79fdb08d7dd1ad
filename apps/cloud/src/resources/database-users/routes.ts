/**
 * Users of a workspace alone. The workspace's server keeps them: every call asks it, past the gateway, so that none wakes
 * it. People of the organisation, whom the workspace knows as well, are not among them.
 */
import { DatabaseUser, GsqlEnvelope } from '@acacia/contract';
import { z } from 'zod';
import type { Db } from '../../database/database.ts';
import type { Driver } from '../../drivers/driver.ts';
import { callWorkspace, WorkspaceRefusal, type WorkspaceCall } from '../../drivers/workspace-call.ts';
import { badField, notFound, problem, type Problem } from '../../errors/problem.ts';
import { tellable } from '../../errors/tellable.ts';
import type { HandlersOf } from '../../http/call.ts';
import { findWorkspace } from '../../operations/workspace-state.ts';
import { demand } from '../../policies/states.ts';
import { isAddressAllowed } from '../network/store.ts';

/** The superuser that every workspace has: nobody makes or deletes it. */
const BUILT_IN = 'tigergraph';

/** Milliseconds. Passwords are hashed slowly on purpose, and one after the other. */
const TIMEOUT_MS = 20_000;

const PATH = '/gsql/v1/users';

interface Asked {
  readonly params: { readonly workgroup_id: string; readonly workspace_id: string };
  readonly address: string;
  readonly db: Db;
}

/** @throws Problem when the workspace cannot be asked now, or may not be changed */
async function demandReachable({ params, address, db }: Asked, changes: boolean): Promise<void> {
  if (!(await isAddressAllowed(db, params.workgroup_id, address))) {
    throw problem('addressNotAllowed', { ip: address });
  }
  const workspace = await findWorkspace(db, params.workspace_id);
  if (workspace === undefined) throw notFound('workspace');
  if (workspace.status !== 'Active') throw problem('dbUsersNeedActive', workspace);
  if (changes) demand('write', { ...workspace, solutionStatus: null });
}

/** A refusal of the workspace in its own words, at the field that it is about. */
function refusalOf(error: unknown): Problem {
  const reason = tellable(error);
  if (!(error instanceof WorkspaceRefusal)) return problem('dbUsersAway', { why: reason });
  if (error.status === 400) return badField('username', 'dbUserRefused', { reason });
  if (error.status === 404) return badField('username', 'noDbUser', { reason });
  if (error.status === 409) return badField('username', 'dbUserConflict', { reason });
  return problem('dbUsersAway', { why: reason });
}

const Listed = GsqlEnvelope.extend({
  results: z.array(DatabaseUser.pick({ name: true, hasPassword: true })),
});

export function databaseUserHandlers(
  driver: Driver,
): HandlersOf<'listDbUsers' | 'createDbUser' | 'updateDbUser' | 'deleteDbUser'> {
  const ask = async (call: Asked, { method = 'GET', path = PATH, body }: Partial<WorkspaceCall>) => {
    await demandReachable(call, method !== 'GET');
    try {
      const sent = { method, path, timeout: TIMEOUT_MS, ...(body === undefined ? {} : { body }) };
      return await callWorkspace(driver, call.params.workspace_id, sent);
    } catch (error) {
      throw refusalOf(error);
    }
  };
  const resourceOf = ({ params }: Asked): string => `workspace/${params.workspace_id}`;
  return {
    listDbUsers: async (call) => {
      const { results } = Listed.parse(JSON.parse(await ask(call, {})));
      return results
        .filter(({ name, hasPassword }) => hasPassword && name !== BUILT_IN)
        .map(({ name }) => ({ username: name }))
        .sort((a, b) => a.username.localeCompare(b.username));
    },
    createDbUser: async (call) => {
      const { username } = call.body;
      await ask(call, { method: 'POST', body: call.body });
      call.changed({ resource: resourceOf(call), after: { database_user: username } });
      return { username };
    },
    updateDbUser: async (call) => {
      const { username } = call.body;
      await ask(call, { method: 'PUT', body: call.body });
      call.changed({ resource: resourceOf(call), after: { database_user: username, password: 'changed' } });
      return { username };
    },
    deleteDbUser: async (call) => {
      const { username } = call.body;
      const body = { userNames: [username] };
      // Not by its name in a path, where `..` would lead elsewhere.
      await ask(call, { method: 'POST', path: `${PATH}?action=delete`, body });
      call.changed({
        resource: resourceOf(call),
        before: { database_user: username },
        after: { database_user: null },
      });
      return {};
    },
  };
}
