/** Actions on a workspace that take time: judged by the contract's table, then put in the queue. */
import { workspaceCan, type WorkspaceStatus } from '@acacia/contract';
import { eq } from 'drizzle-orm';
import type { Db } from '../../database/database.ts';
import { workspaces } from '../../database/schema.ts';
import { conflict, notFound } from '../../http/problem.ts';
import { STATUS_DURING } from '../../operations/operation.ts';
import { dropQueued, enqueue } from '../../operations/queue.ts';
import type { WorkspaceRow } from '../../operations/workspace-state.ts';

export type LifecycleAction = 'pause' | 'stop' | 'resume' | 'terminate';

/** Locks a workspace's row until the transaction ends: conflicting actions wait, then see its result. */
export async function lockWorkspace(tx: Db, id: string): Promise<WorkspaceRow> {
  const [row] = await tx.select().from(workspaces).where(eq(workspaces.id, id)).for('update');
  if (row === undefined) throw notFound('workspace');
  return row;
}

export const stateOf = (row: WorkspaceRow) => ({
  status: row.status,
  is_rw: row.isRw,
  enable_auto_start: row.enableAutoStart,
  solution_status: null,
});

interface Begun {
  readonly operationId: string;
  readonly before: { readonly status: WorkspaceStatus; readonly enable_auto_start: boolean };
  readonly after: { readonly status: WorkspaceStatus; readonly enable_auto_start: boolean };
}

/**
 * Begins an action in the caller's transaction.
 * @throws Problem Conflict with the contract's reason when the workspace's state does not allow it
 */
export async function begin(tx: Db, id: string, action: LifecycleAction, actor: string): Promise<Begun> {
  const row = await lockWorkspace(tx, id);
  const verdict = workspaceCan(action, stateOf(row));
  if (!verdict.allowed) throw conflict(verdict.reason);
  const status = STATUS_DURING[action];
  // Stopping turns auto-resume off: only someone's resume starts the workspace again.
  const enableAutoStart = action === 'stop' ? false : row.enableAutoStart;
  if (action === 'terminate') await dropQueued(tx, id);
  await tx
    .update(workspaces)
    .set({ status, enableAutoStart, errMessage: '', lastModifiedAt: new Date() })
    .where(eq(workspaces.id, id));
  const operationId = await enqueue(tx, {
    kind: action,
    workspaceId: id,
    databaseId: row.databaseId,
    actor,
  });
  return {
    operationId,
    before: { status: row.status, enable_auto_start: row.enableAutoStart },
    after: { status, enable_auto_start: enableAutoStart },
  };
}
