/**
 * A process is its number and the moment it began: only with both may one that an earlier control
 * plane started be ended, for numbers are used again.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { startOf } from '../../home/process-identity.ts';

export interface ProcessIdentity {
  readonly pid: number;
  /** When it began, in the words of the operating system; compared, never read. */
  readonly began: string;
}

/** The process that has this number now; undefined when there is none. */
export function identify(pid: number): ProcessIdentity | undefined {
  const began = startOf(pid);
  return began === undefined ? undefined : { pid, began };
}

/** Whether this very process, not another with its number, still runs. */
export function isAlive(identity: ProcessIdentity): boolean {
  return startOf(identity.pid) === identity.began;
}

/** Ends a process that is not our child: asks, waits up to `deadlineMs`, then kills. */
export async function endProcess(identity: ProcessIdentity, deadlineMs: number): Promise<void> {
  for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
    if (!isAlive(identity)) return;
    signalProcess(identity.pid, signal);
    const until = performance.now() + deadlineMs;
    while (performance.now() < until) {
      if (!isAlive(identity)) return;
      await delay(20);
    }
  }
  throw new Error(
    `Process ${identity.pid}, left by an earlier run, could not be ended. End it and start again.`,
  );
}

function signalProcess(pid: number, signal: 'SIGTERM' | 'SIGKILL'): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    // It ended between the look and the signal.
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
