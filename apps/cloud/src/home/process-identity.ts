/** Identifies processes by their start, because process ids are reused (after a restart of a container, say). */
import { execFileSync } from 'node:child_process';
import { readFileSync, readlinkSync } from 'node:fs';

const hasCode = (error: unknown, code: string): boolean =>
  error instanceof Error && 'code' in error && error.code === code;

/** Whether a process with this id exists, of any account. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return hasCode(error, 'EPERM');
  }
}

/** When the process started, as the operating system writes it; undefined when there is none. */
export function startOf(pid: number): string | undefined {
  if (!isAlive(pid)) return undefined;
  try {
    if (process.platform === 'linux') {
      const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      // Fields 3 (state) and 22 (start time) of proc(5); a zombie runs nothing.
      return fields[0] === 'Z' ? undefined : fields[19];
    }
    return execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim();
  } catch {
    // The process ended between the two calls.
    return undefined;
  }
}

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
