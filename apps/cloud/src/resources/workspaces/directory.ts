/** The gateway's directory over the control plane's database and its queue of operations. */
import { databaseRole, grantsFor, workspaceCan } from '@acacia/contract';
import { recordAudit } from '../../audit/record.ts';
import type { Database, Db } from '../../database/database.ts';
import { workspaces } from '../../database/schema.ts';
import type { Caller, GatewayDirectory, GatewayWorkspace, WakeCause } from '../../gateway/directory.ts';
import { Problem } from '../../errors/problem.ts';
import type { Authenticate } from '../../identity/actor.ts';
import { actorOf } from '../../identity/person.ts';
import { enabledLists } from '../network/store.ts';
import { begin, type LifecycleAction } from './lifecycle.ts';
import { lockWorkspace } from '../../policies/locks.ts';
import { stateOf } from '../../policies/states.ts';
import { openOperation } from '../../operations/queue.ts';
import type { Runner } from '../../operations/runner.ts';
import type { GrantUses } from '../../policies/grant-uses.ts';
import { findWorkspace, groupOf, type WorkspaceRow } from '../../operations/workspace-state.ts';

interface DirectoryOptions {
  readonly db: Database['db'];
  readonly authenticate: Authenticate;
  readonly runner: Runner;
  /** Called with the roles that let a person reach the data. */
  readonly used: GrantUses['used'];
  /** Called when a status has changed. */
  readonly changed: (workspaceId: string) => void;
}

const present = (row: WorkspaceRow, allowList: readonly string[] | null): GatewayWorkspace => ({
  allowList,
  workspaceId: row.id,
  port: row.port,
  status: row.status,
  enableAutoStart: row.enableAutoStart,
  autoStopMinutes: row.autoStopMinutes,
});

const NO_ROLE = 'You have no role in this workspace. Ask an administrator of its workgroup for access.';

/** The reason, for people, why a request does not wake a workspace that does not run. */
function notWoken(row: WorkspaceRow): string {
  if (row.status === 'Error') return `The workspace ${row.name} has failed: ${row.errMessage}`;
  if (row.status === 'Stopped')
    return `The workspace ${row.name} is stopped. Resume it in the console first.`;
  return `The workspace ${row.name} is ${row.status}.`;
}

export function createDirectory(options: DirectoryOptions): GatewayDirectory {
  const { db, authenticate, runner, used, changed } = options;

  /** Begins an action of the gateway, with its audit row. Returns the operation's id. */
  async function act(
    tx: Db,
    id: string,
    action: LifecycleAction,
    name: 'wakeWorkspace' | 'suspendWorkspace',
    by: { readonly actor: string; readonly actorId?: string; readonly address?: string },
    why: string,
  ): Promise<string> {
    const { operationId, before, after } = await begin(tx, id, action, by.actor);
    const group = await groupOf(tx, id);
    await recordAudit(tx, {
      orgId: group?.orgId ?? '',
      ...by,
      action: name,
      resource: `workspace/${id}`,
      before,
      after,
      outcome: 'ok',
      message: why,
      requestId: '',
    });
    return operationId;
  }

  /** Resumes an Idle workspace. Resolves with the operation to wait for, or null when it is Active. */
  const arouse = (id: string, cause: WakeCause): Promise<string | null> =>
    db.transaction(async (tx) => {
      const row = await lockWorkspace(tx, id);
      if (row.status === 'Active') return null;
      if (row.status === 'Idle' && row.enableAutoStart) {
        const { caller, request, remoteAddress: address } = cause;
        const by =
          caller === undefined ? { actor: 'gateway' } : { actor: caller.email, actorId: caller.userId };
        return act(tx, id, 'resume', 'wakeWorkspace', { ...by, address }, `${request} from ${address}`);
      }
      const open = await openOperation(tx, id);
      const comesUp = open !== undefined && ['create', 'resume', 'pause'].includes(open.kind);
      if (!comesUp) throw new Error(notWoken(row));
      return open.id;
    });

  return {
    workspaces: async () => {
      const rows = await db.select().from(workspaces);
      const lists = await enabledLists(db, [...new Set(rows.map(({ workgroupId }) => workgroupId))]);
      return rows.map((row) => present(row, lists.get(row.workgroupId) ?? null));
    },

    workspace: async (id) => {
      const row = await findWorkspace(db, id);
      if (row === undefined) return undefined;
      const lists = await enabledLists(db, [row.workgroupId]);
      return present(row, lists.get(row.workgroupId) ?? null);
    },

    async identify(workspaceId, token): Promise<Caller> {
      try {
        const person = await authenticate(token);
        const group = await groupOf(db, workspaceId);
        const { grants, membershipId } = person;
        if (group === undefined || group.orgId !== person.orgId || membershipId === null)
          return { allowed: false, status: 403, message: NO_ROLE };
        const scope = { workgroup_id: group.id, workspace_id: workspaceId };
        const role = databaseRole(grants, scope);
        if (role === null) return { allowed: false, status: 403, message: NO_ROLE };
        actorOf(person);
        used(membershipId, grantsFor(grants, 'workspace.use', scope));
        return { allowed: true, userId: person.userId, email: person.email, databaseRole: role };
      } catch (error) {
        if (!(error instanceof Problem)) throw error;
        const { type, message } = error;
        if (type === 'Unauthorized') return { allowed: false, status: 401, message };
        if (type === 'API-Disabled' || type === 'Second-Factor-Needed')
          return { allowed: false, status: 403, message };
        throw error;
      }
    },

    async wake(id, cause) {
      // Twice when it is being suspended: first that operation ends, then the workspace is resumed.
      for (;;) {
        const operationId = await arouse(id, cause);
        if (operationId === null) return;
        changed(id);
        await runner.ended(operationId);
      }
    },

    async suspend(id) {
      const operationId = await db.transaction(async (tx) => {
        const row = await lockWorkspace(tx, id);
        const action = workspaceCan('pause', stateOf(row)).allowed ? 'pause' : 'stop';
        const why = `Nothing used it for ${row.autoStopMinutes} minutes`;
        return act(tx, id, action, 'suspendWorkspace', { actor: 'gateway' }, why);
      });
      changed(id);
      await runner.ended(operationId);
    },
  };
}
