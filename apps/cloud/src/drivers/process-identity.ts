/**
 * Telling one process from a later one with the same number: a process is its pid and the moment it
 * began. Only with both may a process that an earlier control plane started be ended.
 */
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';

export interface ProcessIdentity {
  readonly pid: number;
  /** When it began, in the words of the operating system; compared, never read. */
  readonly began: string;
}

const run = promisify(execFile);

/** The process that has this number now; undefined when there is none (or only a zombie). */
export async function identify(pid: number): Promise<ProcessIdentity | undefined> {
  const began = process.platform === 'linux' ? await beganOnLinux(pid) : await beganByPs(pid);
  return began === undefined ? undefined : { pid, began };
}

/** Fields 3 (state) and 22 (start time in clock ticks since boot) of proc_pid_stat(5). */
async function beganOnLinux(pid: number): Promise<string | undefined> {
  let stat: string;
  try {
    stat = await readFile(`/proc/${pid}/stat`, 'latin1');
  } catch {
    // No such process: the only way that this file cannot be read.
    return undefined;
  }
  // The second field is the command in parentheses and may hold spaces and parentheses itself.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return fields[0] === 'Z' ? undefined : fields[19];
}

async function beganByPs(pid: number): Promise<string | undefined> {
  try {
    const { stdout } = await run('ps', ['-o', 'lstart=', '-p', String(pid)]);
    return stdout.trim() || undefined;
  } catch {
    // ps exits with 1 when there is no such process.
    return undefined;
  }
}

/** Whether this very process, not another with its number, still runs. */
export async function isAlive(identity: ProcessIdentity): Promise<boolean> {
  return (await identify(identity.pid))?.began === identity.began;
}

/** Ends a process that is not our child: asks, waits up to `deadlineMs`, then kills. */
export async function endProcess(identity: ProcessIdentity, deadlineMs: number): Promise<void> {
  for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
    if (!(await isAlive(identity))) return;
    signalProcess(identity.pid, signal);
    const until = performance.now() + deadlineMs;
    while (performance.now() < until) {
      if (!(await isAlive(identity))) return;
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
