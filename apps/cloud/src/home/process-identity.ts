/** Identifies processes by their start, because process ids are reused (after a restart of a container, say). */
import { execFileSync } from 'node:child_process';
import { readFileSync, readlinkSync } from 'node:fs';
import { startOf } from '@acacia/durable-files/lock-file';

/** Whether the process is a PostgreSQL server that works in the folder. */
export function isPostgresOf(pid: number, folder: string): boolean {
  if (startOf(pid) === undefined) return false;
  try {
    if (process.platform === 'linux') {
      const program = readFileSync(`/proc/${pid}/comm`, 'utf8').trim();
      return program === 'postgres' && readlinkSync(`/proc/${pid}/cwd`) === folder;
    }
    const line = execFileSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' });
    return line.includes('postgres') && line.includes(folder);
  } catch {
    // The process ended between the two calls, or it is another account's: not Acacia's server.
    return false;
  }
}
