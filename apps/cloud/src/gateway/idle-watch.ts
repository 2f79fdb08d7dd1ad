/**
 * Suspends idle workspaces. A workspace is in use while requests other than status checks come through the gateway
 * (paths.ts), and while it still runs queries or loads.
 */
import type { BaseLogger } from 'pino';
import type { Driver } from '../drivers/driver.ts';
import type { UseLog } from './activity.ts';
import type { GatewayWorkspace } from './directory.ts';

export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  /** Calls `step` periodically, until the returned function is called. */
  every(milliseconds: number, step: () => void): () => void;
}

export const systemClock: Clock = {
  now: () => Date.now(),
  every(milliseconds, step) {
    const timer = setInterval(step, milliseconds);
    timer.unref();
    return () => clearInterval(timer);
  },
};

interface IdleWatchOptions {
  readonly driver: Driver;
  readonly uses: UseLog;
  readonly clock: Clock;
  readonly log: BaseLogger;
  /** Suspends the workspace, unless a request has come meanwhile. */
  readonly suspend: (workspaceId: string) => Promise<void>;
}

const MINUTE = 60_000;

/** Makes the function that checks every workspace once, and resolves when the idle ones have been suspended. */
export function createIdleWatch(
  options: IdleWatchOptions,
): (workspaces: readonly GatewayWorkspace[]) => Promise<void> {
  const { driver, uses, clock, log } = options;

  async function lookAt(workspace: GatewayWorkspace): Promise<void> {
    const { workspaceId, autoStopMinutes, status } = workspace;
    if (status !== 'Active' || autoStopMinutes <= 0) return;
    // Use before the gateway started, or before the workspace came up, is not known.
    if (uses.lastUse(workspaceId) === undefined) uses.touch(workspaceId);
    const limit = autoStopMinutes * MINUTE;
    if (!rests(workspaceId, limit) || driver.condition(workspaceId).state !== 'running') return;
    const activity = await driver.activity(workspaceId);
    if (activity.runningQueries > 0 || activity.runningLoads > 0) return;
    if (clock.now() - activity.lastActivityAt.getTime() < limit) return;
    // A request may have come while the workspace was asked.
    if (!rests(workspaceId, limit)) return;
    log.info({ workspaceId, autoStopMinutes }, 'Suspending a workspace that nothing uses');
    await options.suspend(workspaceId);
  }

  function rests(workspaceId: string, limit: number): boolean {
    return uses.underWay(workspaceId) === 0 && clock.now() - (uses.lastUse(workspaceId) ?? 0) >= limit;
  }

  return async (workspaces) => {
    await Promise.all(
      workspaces.map((workspace) =>
        lookAt(workspace).catch((error: unknown) =>
          log.warn({ workspaceId: workspace.workspaceId, err: error }, 'Could not see whether it is idle'),
        ),
      ),
    );
  };
}
