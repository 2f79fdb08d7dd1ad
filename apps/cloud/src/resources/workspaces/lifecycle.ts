/** Actions on a workspace that take time: judged by the contract's table, then put in the queue. */
import {
  workspaceCan,
  type SolutionStatus,
  type WorkspaceAction,
  type WorkspaceStatus,
} from '@acacia/contract';
import { and, eq, ne } from 'drizzle-orm';
import type { Db } from '../../database/database.ts';
import { solutionInstances, workspaces } from '../../database/schema.ts';
import { conflict, notFound } from '../../http/problem.ts';
import { STATUS_DURING } from '../../operations/operation.ts';
import { dropQueued, enqueue } from '../../operations/queue.ts';
import { writeWorkspace, type WorkspaceRow } from '../../operations/workspace-state.ts';

export type LifecycleAction = 'pause' | 'stop' | 'resume' | 'terminate';

/** A workspace's row, with the status of the solution that it has, if any. */
export interface LockedWorkspace extends WorkspaceRow {
  readonly solutionStatus: SolutionStatus | null;
}

/** Locks a workspace's row until the transaction ends: conflicting actions wait, then see its result. */
export async function lockWorkspace(tx: Db, id: string): Promise<LockedWorkspace> {
  const [row] = await tx.select().from(workspaces).where(eq(workspaces.id, id)).for('update');
  if (row === undefined) throw notFound('workspace');
  const [solution] = await tx
    .select({ status: solutionInstances.status })
    .from(solutionInstances)
    .where(and(eq(solutionInstances.workspaceId, id), ne(solutionInstances.status, 'uninstalled')));
  return { ...row, solutionStatus: solution?.status ?? null };
}

export const stateOf = (row: LockedWorkspace) => ({
  status: row.status,
  is_rw: row.isRw,
  enable_auto_start: row.enableAutoStart,
  solution_status: row.solutionStatus,
});

/** @throws Problem Conflict with the contract's reason when the workspace's state does not allow the action */
export function demand(action: WorkspaceAction, row: LockedWorkspace): void {
  const verdict = workspaceCan(action, stateOf(row));
  if (!verdict.allowed) throw conflict(verdict.reason);
}

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
  demand(action, row);
  const status = STATUS_DURING[action];
  // Stopping turns auto-resume off: only someone's resume starts the workspace again.
  const enableAutoStart = action === 'stop' ? false : row.enableAutoStart;
  if (action === 'terminate') await dropQueued(tx, id);
  await writeWorkspace(tx, id, { status, enableAutoStart, errMessage: '', lastModifiedAt: new Date() });
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
