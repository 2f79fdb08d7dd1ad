// The folder for temporary files of a test run: in memory, where that is possible.
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const PREFIX = 'acrun-';
/** The size that it may grow to, and the memory that must be free for it and all else that a run starts. */
const SIZE_GB = 8;
const ROOM_GB = 12;
/** Servers that run as other accounts have folders in it. */
const STICKY_FOR_ALL = 0o1777;

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code !== 'ESRCH';
  }
}

function remove(folder) {
  // Nothing is mounted there where memory could not be used. Processes that still end may hold files in it.
  spawnSync('umount', ['--lazy', folder], { stdio: 'ignore' });
  rmSync(folder, { recursive: true, force: true });
}

/** Removes the folders of runs that were killed. */
function removeLeft() {
  for (const name of readdirSync(tmpdir())) {
    const pid = name.startsWith(PREFIX) ? Number.parseInt(name.slice(PREFIX.length), 10) : NaN;
    if (!Number.isNaN(pid) && !isAlive(pid)) remove(path.join(tmpdir(), name));
  }
}

/**
 * Makes the folder; it is removed when this process ends. Root on Linux gets one in memory: tests make and remove
 * hundreds of thousands of files, and ext4 looks long for the place of a new one when many were removed just before. A
 * copy of a test's database takes 138 ms of CPU on a disk and 25 in memory.
 */
export function makeScratch() {
  removeLeft();
  const folder = mkdtempSync(path.join(tmpdir(), `${PREFIX}${process.pid}-`));
  process.on('exit', () => remove(folder));
  if (
    process.platform === 'linux' &&
    process.getuid() === 0 &&
    process.availableMemory() > ROOM_GB * 2 ** 30
  ) {
    // Refused in many containers: then the folder stays on the disk.
    spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${SIZE_GB}g`, 'tmpfs', folder], { stdio: 'ignore' });
  }
  chmodSync(folder, STICKY_FOR_ALL);
  return folder;
}
