/**
 * What may be done with a workspace in each status: one table for the page's buttons, the server's
 * refusals and the gateway (specification part 2, section 4).
 */
import { SOLUTION_PENDING, type SolutionStatus } from './cloud/solution-status.ts';
import { IN_PROGRESS, WorkspaceStatus } from './workspace-status.ts';

export const WORKSPACE_ACTIONS = [
  'connect',
  'write',
  'rename',
  'configure',
  'pause',
  'stop',
  'resume',
  'resize',
  'upgrade',
  'refresh',
  'backup',
  'installSolution',
  'terminate',
] as const;
export type WorkspaceAction = (typeof WORKSPACE_ACTIONS)[number];

const ALLOWED_IN: Readonly<Record<WorkspaceAction, readonly WorkspaceStatus[]>> = {
  connect: ['Active', 'Idle'],
  write: ['Active', 'Idle'],
  rename: ['Active', 'Idle', 'Stopped', 'Error'],
  configure: ['Active', 'Idle', 'Stopped'],
  pause: ['Active'],
  stop: ['Active', 'Idle'],
  resume: ['Idle', 'Stopped', 'Error'],
  resize: ['Active', 'Idle', 'Stopped'],
  upgrade: ['Active'],
  refresh: ['Active', 'Idle'],
  backup: ['Active'],
  installSolution: ['Active'],
  terminate: WorkspaceStatus.options.filter((status) => status !== 'Terminating'),
};

const DOING: Readonly<Record<WorkspaceAction, string>> = {
  connect: 'used',
  write: 'written to',
  rename: 'renamed',
  configure: 'configured',
  pause: 'paused',
  stop: 'stopped',
  resume: 'resumed',
  resize: 'resized',
  upgrade: 'upgraded',
  refresh: 'updated',
  backup: 'backed up or restored',
  installSolution: 'given a solution',
  terminate: 'terminated',
};

export interface WorkspaceState {
  readonly status: WorkspaceStatus;
  readonly is_rw: boolean;
  readonly enable_auto_start: boolean;
  /** Of the solution that it has, if any. */
  readonly solution_status: SolutionStatus | null;
}

/** Actions that would take the workspace from under an installation. */
const SOLUTION_BLOCKS: ReadonlySet<WorkspaceAction> = new Set(['pause', 'stop', 'resize', 'upgrade']);
const blockedBySolution = (action: WorkspaceAction): string =>
  `The current workspace is in the process of installing a solution and cannot be ${DOING[action]} at this time.`;

const isSolutionPending = ({ solution_status }: WorkspaceState): boolean =>
  solution_status !== null && SOLUTION_PENDING.has(solution_status);

/** Actions that a read-only workspace has not. */
const READ_WRITE_ONLY: ReadonlySet<WorkspaceAction> = new Set(['resize', 'backup', 'installSolution']);

export type Verdict = { readonly allowed: true } | { readonly allowed: false; readonly reason: string };

/** Whether an action is possible in the workspace's state; when not, why, in words for the page. */
export function workspaceCan(action: WorkspaceAction, workspace: WorkspaceState): Verdict {
  const { status } = workspace;
  if (!ALLOWED_IN[action].includes(status)) {
    const wait = IN_PROGRESS.has(status) ? ' Wait until that has ended.' : '';
    return {
      allowed: false,
      reason: `The workspace is ${status} and cannot be ${DOING[action]} now.${wait}`,
    };
  }
  if (action === 'pause' && !workspace.enable_auto_start) {
    return {
      allowed: false,
      reason: 'Pausing needs auto-resume, which is off for this workspace. Stop it instead.',
    };
  }
  if (SOLUTION_BLOCKS.has(action) && isSolutionPending(workspace)) {
    return { allowed: false, reason: blockedBySolution(action) };
  }
  if (action === 'write' && !workspace.is_rw) {
    return { allowed: false, reason: 'The workspace is read-only.' };
  }
  if (READ_WRITE_ONLY.has(action) && !workspace.is_rw) {
    return { allowed: false, reason: `A read-only workspace cannot be ${DOING[action]}.` };
  }
  if (action === 'refresh' && workspace.is_rw) {
    return { allowed: false, reason: 'Only a read-only workspace shows a snapshot that can be updated.' };
  }
  return { allowed: true };
}

/** Why a snapshot cannot be updated although its workspace's state allows it (specification part 2, section 4). */
export const NO_SNAPSHOT_SOURCE =
  'The snapshot cannot be updated while no read-write workspace of its database is active.';

/** Estimate of a creation (specification part 2, section 4): seconds without and with a solution. */
export const CREATION_ESTIMATE_SECONDS = { plain: 240, withSolution: 420 } as const;
