/** Resident memory of processes. */
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';

const run = promisify(execFile);

/**
 * Resident bytes by process id; a process that is gone is left out. On Linux without file-backed pages such as the
 * program's own, which all processes share.
 */
export async function residentBytes(pids: readonly number[]): Promise<ReadonlyMap<number, number>> {
  if (pids.length === 0) return new Map();
  const found = process.platform === 'linux' ? await Promise.all(pids.map(ofProc)) : await ofPs(pids);
  return new Map(found.flatMap((one) => (one === undefined ? [] : [one])));
}

async function ofProc(pid: number): Promise<[number, number] | undefined> {
  try {
    const status = await readFile(`/proc/${pid}/status`, 'utf8');
    const kilobytes = [...status.matchAll(/^(?:RssAnon|RssShmem):\s+(\d+) kB$/gm)].map(([, size]) => size);
    // A process that is exiting has none.
    if (kilobytes.length === 0) return undefined;
    return [pid, kilobytes.reduce((sum, size) => sum + Number(size) * 1024, 0)];
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ESRCH') return undefined;
    throw error;
  }
}

async function ofPs(pids: readonly number[]): Promise<[number, number][]> {
  // ps exits with code 1 when none of the processes exists any more.
  const { stdout } = await run('ps', ['-o', 'pid=,rss=', '-p', pids.join(',')]).catch(() => ({ stdout: '' }));
  return [...stdout.matchAll(/^\s*(\d+)\s+(\d+)\s*$/gm)].map(([, pid, kilobytes]) => [
    Number(pid),
    Number(kilobytes) * 1024,
  ]);
}
