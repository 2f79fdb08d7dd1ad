// A file that one process holds at a time; the file of a process that was killed does not count.
// JavaScript for Node 20: `scripts/install.mjs` needs it before anything is installed.
import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';

const hasCode = (error, code) => error instanceof Error && 'code' in error && error.code === code;

export function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return hasCode(error, 'EPERM');
  }
}

export function startOf(pid) {
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

function textOf(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined;
    throw error;
  }
}

function holderOf(text) {
  try {
    const { pid, start } = JSON.parse(text);
    return Number.isSafeInteger(pid) && startOf(pid) === start ? pid : undefined;
  } catch {
    // Cut off: no process holds it.
    return undefined;
  }
}

/** A file beside the lock that names the process: linked or renamed to the lock, it is there whole or not at all. */
function named(file, pid) {
  const own = `${file}.${randomUUID()}`;
  writeFileSync(own, JSON.stringify({ pid, start: startOf(pid) ?? '' }), { flag: 'wx', mode: 0o600 });
  return own;
}

function linked(own, file) {
  try {
    linkSync(own, file);
    return true;
  } catch (error) {
    if (hasCode(error, 'EEXIST')) return false;
    throw error;
  }
}

export function takeLock(file) {
  const taken = {
    handTo: (pid) => renameSync(named(file, pid), file),
    release: () => rmSync(file, { force: true }),
  };
  const own = named(file, process.pid);
  try {
    for (;;) {
      if (linked(own, file)) return taken;
      const text = textOf(file);
      if (text === undefined) continue;
      const holder = holderOf(text);
      if (holder !== undefined) return { holder };
      // Of several that find a stale lock one replaces it, under a lock of its own: the others would remove the new one.
      const guard = takeLock(`${file}.takeover`);
      if ('holder' in guard) return guard;
      try {
        if (textOf(file) === text) {
          renameSync(own, file);
          return taken;
        }
      } finally {
        guard.release();
      }
    }
  } finally {
    rmSync(own, { force: true });
  }
}
