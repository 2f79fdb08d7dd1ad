/** Enforces the contract's table of the actions that a workspace's state allows. */
import { workspaceCan, type WorkspaceAction } from '@acacia/contract';
import { problem } from '../errors/problem.ts';
import type { LockedWorkspace } from './locks.ts';

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
