/**
 * Identifies a process by its id and its start time. Process ids are reused, so a process that an earlier control plane
 * started may be ended only when both match.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { startOf } from '@acacia/durable-files/lock-file';
import { startError } from '../../errors/start.ts';

export interface ProcessIdentity {
  readonly pid: number;
  /** Start time, as the operating system writes it; compared for equality only. */
  readonly began: string;
}

/** The process that has this id now; undefined when there is none. */
export function identify(pid: number): ProcessIdentity | undefined {
  const began = startOf(pid);
  return began === undefined ? undefined : { pid, began };
}

/** Whether this process still runs, and not another one with its id. */
export function isAlive(identity: ProcessIdentity): boolean {
  return startOf(identity.pid) === identity.began;
}

/**
 * Ends a process that is not a child of this one: SIGTERM, and after `deadlineMs` SIGKILL.
 * @throws StartError when it still runs `deadlineMs` after that
 */
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
  throw startError('processStays', { process: identity.pid });
}

function signalProcess(pid: number, signal: 'SIGTERM' | 'SIGKILL'): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    // The process ended between the check and the signal.
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
