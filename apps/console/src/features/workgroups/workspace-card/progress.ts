/**
 * Progress of an operation by the specification (part 2, section 4): elapsed time against an estimate, at most 98 %.
 */
import { said, t } from '@acacia/texts';
import {
  CREATION_ESTIMATE_SECONDS,
  IN_PROGRESS,
  type Workspace,
  type WorkspaceStatus,
} from '@acacia/contract';

const CAP = 98;

const ESTIMATED: ReadonlySet<WorkspaceStatus> = new Set(['Pending', 'Updating', 'Upgrading', 'Resizing']);

const VERB: Partial<Record<WorkspaceStatus, string>> = {
  Pending: t`Creating`,
  Updating: t`Updating`,
  Upgrading: t`Upgrading`,
  Resizing: t`Resizing`,
  Resuming: t`Resuming`,
  Pausing: t`Pausing`,
  Stopping: t`Stopping`,
  Terminating: t`Terminating`,
};

export interface Progress {
  readonly verb: string;
  /** Seconds since the operation began. */
  readonly elapsed: number;
  /** Per cent; null when there is no estimate. */
  readonly percent: number | null;
  /** Seconds that the operation may take; null when there is no estimate. */
  readonly estimate: number | null;
  readonly nearlyDone: boolean;
}

/** null when nothing is under way. @param now in milliseconds */
export function progressOf(
  workspace: Pick<
    Workspace,
    'status' | 'operation_started_at' | 'last_modified_time' | 'solution_catalog_id'
  >,
  now: number,
): Progress | null {
  if (!IN_PROGRESS.has(workspace.status)) return null;
  const began = new Date(workspace.operation_started_at ?? workspace.last_modified_time).getTime();
  const elapsed = Math.max(0, Math.floor((now - began) / 1000));
  const { plain, withSolution } = CREATION_ESTIMATE_SECONDS;
  const estimate = !ESTIMATED.has(workspace.status)
    ? null
    : workspace.status === 'Pending' && workspace.solution_catalog_id !== null
      ? withSolution
      : plain;
  const percent = estimate === null ? null : Math.min(CAP, Math.round((elapsed / estimate) * 100));
  return {
    verb: VERB[workspace.status] ?? said(workspace.status),
    elapsed,
    percent,
    estimate,
    nearlyDone: percent === CAP,
  };
}
