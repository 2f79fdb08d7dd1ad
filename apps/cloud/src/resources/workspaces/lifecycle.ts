/** Long actions on a workspace: checked by the contract's table of states, then put into the queue. */
import {
  workspaceCan,
  type SolutionStatus,
  type WorkspaceAction,
  type WorkspaceStatus,
} from '@acacia/contract';
import { and, eq, ne } from 'drizzle-orm';
import type { Db } from '../../database/database.ts';
import { solutionInstances, workspaces } from '../../database/schema.ts';
import { notFound, problem } from '../../http/problem.ts';
import { STATUS_DURING } from '../../operations/operation.ts';
import { dropQueued, enqueue } from '../../operations/queue.ts';
import { writeWorkspace, type WorkspaceRow } from '../../operations/workspace-state.ts';

export type LifecycleAction = 'pause' | 'stop' | 'resume' | 'terminate';

/** A workspace's row, with the status of its solution; null without one. */
export interface LockedWorkspace extends WorkspaceRow {
  readonly solutionStatus: SolutionStatus | null;
}

/**
 * Locks a workspace's row until the transaction ends: conflicting actions wait, then see its result.
 * @throws Problem Not-Found when there is no such workspace
 */
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
  condition_type: row.conditionType,
  solution_status: row.solutionStatus,
});

/** @throws Problem Conflict with the contract's reason when the workspace's state does not allow the action */
export function demand(action: WorkspaceAction, row: LockedWorkspace): void {
  const verdict = workspaceCan(action, stateOf(row));
  if (!verdict.allowed) throw problem('stateRefused', verdict);
}

interface Begun {
  readonly operationId: string;
  readonly before: { readonly status: WorkspaceStatus; readonly enable_auto_start: boolean };
  readonly after: { readonly status: WorkspaceStatus; readonly enable_auto_start: boolean };
}

/**
 * Auto-resume after an action. Stopping turns it off, so that only a person's resume starts the workspace again; that
 * resume restores it.
 */
function autoStartAfter(action: LifecycleAction, row: WorkspaceRow) {
  const { enableAutoStart, autoStartOnResume } = row;
  if (action === 'stop') return { enableAutoStart: false, autoStartOnResume: enableAutoStart };
  if (action === 'resume') {
    return { enableAutoStart: enableAutoStart || autoStartOnResume, autoStartOnResume: false };
  }
  return { enableAutoStart, autoStartOnResume };
}

/**
 * Begins an action in the caller's transaction: changes the status and enqueues the operation.
 * @throws Problem Conflict with the contract's reason when the workspace's state does not allow it
 */
export async function begin(tx: Db, id: string, action: LifecycleAction, actor: string): Promise<Begun> {
  const row = await lockWorkspace(tx, id);
  demand(action, row);
  const status = STATUS_DURING[action];
  const { enableAutoStart, autoStartOnResume } = autoStartAfter(action, row);
  if (action === 'terminate') await dropQueued(tx, id);
  const lastModifiedAt = new Date();
  await writeWorkspace(tx, id, {
    status,
    enableAutoStart,
    autoStartOnResume,
    errMessage: '',
    lastModifiedAt,
  });
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
