/**
 * Actions that a workspace allows in each status: one table for the page's buttons, the server's refusals and the
 * gateway (specification part 2, section 4).
 */
import { SOLUTION_PENDING, type SolutionStatus } from './cloud/solution-status.ts';
import { IN_PROGRESS, WorkspaceStatus, type ConditionType } from './workspace-status.ts';

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
  stop: ['Active'],
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
  readonly condition_type: ConditionType;
  /** Status of the workspace's solution, if any. */
  readonly solution_status: SolutionStatus | null;
}

/** Actions that would take the workspace from under an installation. */
const SOLUTION_BLOCKS: ReadonlySet<WorkspaceAction> = new Set(['pause', 'stop', 'resize', 'upgrade']);
const blockedBySolution = (action: WorkspaceAction): string =>
  `The current workspace is in the process of installing a solution and cannot be ${DOING[action]} at this time.`;

const isSolutionPending = ({ solution_status }: WorkspaceState): boolean =>
  solution_status !== null && SOLUTION_PENDING.has(solution_status);

/** Actions that nobody resumes a workspace for. */
const ENDS: ReadonlySet<WorkspaceAction> = new Set(['pause', 'stop', 'resume', 'terminate']);

/** Actions that a read-only workspace has not. */
const READ_WRITE_ONLY: ReadonlySet<WorkspaceAction> = new Set([
  'rename',
  'resize',
  'backup',
  'installSolution',
]);

/**
 * Actions refused while a replica is recovered. An installation takes long, and its progress would be lost if the only
 * server failed.
 */
const DEGRADED_REFUSES: readonly WorkspaceAction[] = ['installSolution'];

/** The actions that a degraded workspace refuses, for people: all that `workspaceCan` refuses for this reason. */
export const DEGRADED_HINT = `Until then the workspace cannot be ${DEGRADED_REFUSES.map((action) => DOING[action]).join(' or ')}; everything else goes on.`;

/** Meaning of the statuses of a workspace that does not run; the only wording for them in the console. */
export const STATUS_MEANING = {
  Idle: 'It uses no memory and costs nothing. The next request wakes it; its data stays.',
  Stopped: 'It uses no memory and costs nothing. No request wakes it, only Resume does; its data stays.',
} as const satisfies Partial<Record<WorkspaceStatus, string>>;

/** Descriptions of the actions that suspend a workspace. */
export const SUSPENDING = {
  pause: `Makes the workspace Idle. ${STATUS_MEANING.Idle}`,
  stop: `Makes the workspace Stopped. ${STATUS_MEANING.Stopped}`,
} as const satisfies Partial<Record<WorkspaceAction, string>>;

export type Verdict = { readonly allowed: true } | { readonly allowed: false; readonly reason: string };

/** Whether the workspace's state allows an action; if not, the reason in words for the page. */
export function workspaceCan(action: WorkspaceAction, workspace: WorkspaceState): Verdict {
  const { status } = workspace;
  if (!ALLOWED_IN[action].includes(status)) {
    const wait = ' Wait until that has ended.';
    const way = IN_PROGRESS.has(status) ? wait : ENDS.has(action) ? '' : ' Resume it first.';
    return {
      allowed: false,
      reason: `The workspace is ${status} and cannot be ${DOING[action]} now.${way}`,
    };
  }
  if (action === 'pause' && !workspace.enable_auto_start) {
    return {
      allowed: false,
      reason:
        'Pausing needs auto-resume, which is off for this workspace: nothing would wake it. Turn it on in the configuration, or stop the workspace.',
    };
  }
  if (SOLUTION_BLOCKS.has(action) && isSolutionPending(workspace)) {
    return { allowed: false, reason: blockedBySolution(action) };
  }
  if (DEGRADED_REFUSES.includes(action) && workspace.condition_type === 'Degraded') {
    return {
      allowed: false,
      reason: `A replica of the workspace is being recovered. It cannot be ${DOING[action]} until that has ended.`,
    };
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

/** Descriptions of the switches for suspending and resuming a workspace. */
export const AUTO_SUSPEND = `Pauses the workspace when nothing has used it for a while. Idle: ${STATUS_MEANING.Idle}`;
export const AUTO_RESUME =
  'The first request wakes the workspace while it is Idle, and is answered. Without it the workspace is stopped in place of paused.';

/** Estimate of a creation (specification part 2, section 4): seconds without and with a solution. */
export const CREATION_ESTIMATE_SECONDS = { plain: 240, withSolution: 420 } as const;
