/**
 * Puts another folder in the place of a database's. Renaming takes two steps, so that there is a moment
 * with neither: `.<database>.before` is kept until the second one is on the disk, and whoever comes after
 * a crash begins with `settle`.
 */
import { constants } from 'node:fs';
import { cp, link, lstat, mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { moveDurably, syncFolders, syncPlace } from '@acacia/durable-files';

const BEFORE = /^\.(.+)\.before$/;
const BESIDE = /^\..+\.restoring$/;

/** Where the new content of a database is gathered. */
export const besideOf = (folder: string): string => join(dirname(folder), `.${basename(folder)}.restoring`);
const beforeOf = (folder: string): string => join(dirname(folder), `.${basename(folder)}.before`);

/** Folders that the workspace keeps beside the data and backups do not hold: they stay as they are. */
const KEPT = ['uploads', 'keys'];

async function isThere(path: string): Promise<boolean> {
  try {
    await stat(path);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
    throw error;
  }
}

/** Ends a swap that was cut off: the database is the old one or the new one. */
async function settle(folder: string): Promise<void> {
  const before = beforeOf(folder);
  if (!(await isThere(before))) return;
  if (await isThere(folder)) await rm(before, { recursive: true, force: true });
  else await rename(before, folder);
  await syncPlace(dirname(folder));
}

/** Settles every database below a folder; what was gathered for one is gathered again by who repeats it. */
export async function settleAll(databases: string): Promise<void> {
  if (!(await isThere(databases))) return;
  for (const name of await readdir(databases)) {
    const [, database] = BEFORE.exec(name) ?? [];
    if (database !== undefined) await settle(join(databases, database));
    else if (BESIDE.test(name)) await rm(join(databases, name), { recursive: true, force: true });
  }
}

/** Gives files that backups do not hold to the new folder too, without copying where that is possible. */
async function carryOver(from: string, to: string): Promise<void> {
  for (const folder of KEPT) {
    // A link that a workspace has put there would lead elsewhere.
    const stat = await lstat(join(from, folder)).catch(ignoreMissing);
    if (stat?.isDirectory() === true) await carryFolder(join(from, folder), join(to, folder));
  }
}

function ignoreMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
}

async function carryFolder(from: string, to: string): Promise<void> {
  await mkdir(to, { recursive: true });
  for (const name of await readdir(from)) {
    const [source, target] = [join(from, name), join(to, name)];
    try {
      await link(source, target);
    } catch {
      // Not every file system has links; a failing copy says why.
      await cp(source, target, { recursive: true, mode: constants.COPYFILE_FICLONE });
    }
  }
  await syncFolders(to);
}

/** Puts `besideOf(folder)` in the place of the folder, which nothing may have open. */
export async function swapIn(folder: string): Promise<void> {
  await settle(folder);
  const [beside, before] = [besideOf(folder), beforeOf(folder)];
  if (await isThere(folder)) {
    await carryOver(folder, beside);
    await syncPlace(beside);
    // On the disk before the next one: a power loss must not leave the new name without the old content.
    await moveDurably(folder, before);
  }
  await moveDurably(beside, folder);
  await rm(before, { recursive: true, force: true });
}
