/** Long actions on a workspace: checked by the contract's table of states, then put into the queue. */
import type { WorkspaceStatus } from '@acacia/contract';
import { demandCreditOf } from '../../catalog/credit-gate.ts';
import type { Db } from '../../database/database.ts';
import { STATUS_DURING } from '../../operations/operation.ts';
import { dropQueued, enqueue } from '../../operations/queue.ts';
import { writeWorkspace, type WorkspaceRow } from '../../operations/workspace-state.ts';
import { lockWorkspace } from '../../policies/locks.ts';
import { demand } from '../../policies/states.ts';

export type LifecycleAction = 'pause' | 'stop' | 'resume' | 'terminate';

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
 * @throws Problem Conflict with the contract's reason when the workspace's state does not allow it, Quota-Exceed when the
 * credit gate does not let it resume
 */
export async function begin(tx: Db, id: string, action: LifecycleAction, actor: string): Promise<Begun> {
  const row = await lockWorkspace(tx, id);
  demand(action, row);
  if (action === 'resume') await demandCreditOf(tx, row.workgroupId);
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
