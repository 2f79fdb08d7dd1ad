/** Decides by a workspace's status and condition whether to forward, delay or refuse a request; no I/O. */
import type { WorkspaceCondition } from '../drivers/driver.ts';
import type { GatewayWorkspace } from './directory.ts';
import { refusal, type Refusal } from './refusal.ts';

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
      return { do: 'refuse', refusal: refusal('Idle') };
    case 'Resuming':
    case 'Pausing':
    case 'Updating':
    case 'Upgrading':
    case 'Resizing':
      return { do: 'wait', meanwhile: refusal(status).after(SOON) };
    case 'Pending':
      return { do: 'refuse', refusal: refusal(status).after(SOON) };
    case 'Error':
    case 'Stopping':
    case 'Stopped':
    case 'Terminating':
      return { do: 'refuse', refusal: refusal(status) };
  }
}

function whileActive(condition: WorkspaceCondition): Standing {
  switch (condition.state) {
    case 'running':
      return { do: 'forward' };
    case 'failed':
      return { do: 'refuse', refusal: refusal('failed', { reason: condition.reason }) };
    case 'starting':
    case 'stopped': {
      const exit = condition.state === 'starting' ? condition.lastExit : undefined;
      const meanwhile = exit === undefined ? refusal('starting') : refusal('startingAgain', { exit });
      return { do: 'wait', meanwhile: meanwhile.after(SOON) };
    }
  }
}
