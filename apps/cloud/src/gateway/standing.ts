/** Decides by a workspace's status and condition whether to forward, delay or refuse a request; no I/O. */
import type { WorkspaceStatus } from '@acacia/contract';
import type { WorkspaceCondition } from '../drivers/driver.ts';
import type { GatewayWorkspace } from './directory.ts';
import { Refusal } from './refusal.ts';

type Standing =
  | { readonly do: 'forward' }
  | { readonly do: 'wake' }
  /** The workspace is being started or changed; `meanwhile` is the refusal when that takes too long. */
  | { readonly do: 'wait'; readonly meanwhile: Refusal }
  | { readonly do: 'refuse'; readonly refusal: Refusal };

/** Seconds after which a client may try again while the status changes. */
const SOON = 5;

export function standingOf(
  workspace: Pick<GatewayWorkspace, 'status' | 'enableAutoStart'>,
  condition: WorkspaceCondition,
): Standing {
  const { status } = workspace;
  switch (status) {
    case 'Active':
      return whileActive(condition);
    case 'Idle':
      if (workspace.enableAutoStart) return { do: 'wake' };
      return refused(409, status, 'Its auto-resume is off. Resume it in the console, then try again.');
    case 'Resuming':
    case 'Pausing':
    case 'Updating':
    case 'Upgrading':
    case 'Resizing':
      return { do: 'wait', meanwhile: refusalFor(503, status, 'Try again when that has ended.', SOON) };
    case 'Pending':
      return refused(503, status, 'It is being created. Try again when it is Active.', SOON);
    case 'Stopping':
      return refused(409, status, 'Resume it in the console when it has stopped, then try again.');
    case 'Stopped':
      return refused(409, status, 'Resume it in the console, then try again.');
    case 'Terminating':
      return refused(409, status, 'It is being deleted and does not come back.');
    case 'Error':
      return refused(503, status, 'Its page in the console says why. Resume it there, then try again.');
  }
}

function whileActive(condition: WorkspaceCondition): Standing {
  switch (condition.state) {
    case 'running':
      return { do: 'forward' };
    case 'failed':
      return {
        do: 'refuse',
        refusal: new Refusal(503, 'ACACIA-FAILED', `The workspace does not run. ${condition.reason}`),
      };
    case 'starting':
    case 'stopped': {
      const died = condition.state === 'starting' ? condition.lastExit : undefined;
      const why = died === undefined ? '' : ` after it ${died}`;
      const message = `The workspace is being started${why}. Try again in a moment.`;
      return { do: 'wait', meanwhile: new Refusal(503, 'ACACIA-STARTING', message, SOON) };
    }
  }
}

function refused(status: number, state: WorkspaceStatus, advice: string, retryAfter?: number): Standing {
  return { do: 'refuse', refusal: refusalFor(status, state, advice, retryAfter) };
}

function refusalFor(status: number, state: WorkspaceStatus, advice: string, retryAfter?: number): Refusal {
  return new Refusal(
    status,
    `ACACIA-${state.toUpperCase()}`,
    `The workspace is ${state}. ${advice}`,
    retryAfter,
  );
}
