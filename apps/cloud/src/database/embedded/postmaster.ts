/** Stops a PostgreSQL server that an earlier, killed Acacia left behind, and removes its stale lock file. */
import { setTimeout as pause } from 'node:timers/promises';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { isAlive } from '@acacia/durable-files/lock-file';
import { isPostgresOf } from '../../home/process-identity.ts';
import { startError } from '../../errors/start.ts';

/** Seconds that a server has to stop after SIGINT, and then after SIGQUIT. */
const PATIENCE = 15;

async function gone(pid: number, folder: string, seconds: number): Promise<boolean> {
  const end = Date.now() + seconds * 1000;
  while (isPostgresOf(pid, folder)) {
    if (Date.now() > end) return false;
    await pause(20);
  }
  return true;
}

/**
 * Stops a server left behind in the data folder, and removes a lock file whose process id another program has now.
 * A lock file of a process that is gone stays: PostgreSQL checks it itself, with the shared memory that it names.
 * @throws StartError when the server cannot be stopped
 */
export async function clearLeftovers(folder: string): Promise<'nothing' | 'stopped' | 'stale'> {
  const file = path.join(folder, 'postmaster.pid');
  if (!existsSync(file)) return 'nothing';
  const pid = Number(readFileSync(file, 'utf8').split('\n')[0]);
  if (isPostgresOf(pid, folder)) {
    process.kill(pid, 'SIGINT');
    if (!(await gone(pid, folder, PATIENCE))) {
      process.kill(pid, 'SIGQUIT');
      if (!(await gone(pid, folder, PATIENCE))) throw startError('databaseLeftRunning', { process: pid });
    }
    return 'stopped';
  }
  if (!Number.isInteger(pid) || pid <= 0 || isAlive(pid)) {
    rmSync(file, { force: true });
    return 'stale';
  }
  return 'nothing';
}
