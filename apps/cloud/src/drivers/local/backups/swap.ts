/**
 * Replaces the folder of a database by another one. That takes two renames, and between them the database has no
 * folder: `.<database>.before` keeps the old one until the second rename is on the disk, and `settle` restores it after
 * a crash.
 */
import { constants } from 'node:fs';
import { cp, link, lstat, mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { moveDurably, syncFolders, syncPlace } from '@acacia/durable-files';

const BEFORE = /^\.(.+)\.before$/;
const BESIDE = /^\..+\.restoring$/;

/** The folder in which the new content of a database is gathered. */
export const besideOf = (folder: string): string => join(dirname(folder), `.${basename(folder)}.restoring`);
const beforeOf = (folder: string): string => join(dirname(folder), `.${basename(folder)}.before`);

/** Folders of the workspace that backups do not hold: a restore keeps them. */
const KEPT = ['uploads', 'keys', 'runs'];

async function isThere(path: string): Promise<boolean> {
  try {
    await stat(path);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
    throw error;
  }
}

/** Finishes or undoes an interrupted swap: afterwards the database has the old folder or the new one. */
async function settle(folder: string): Promise<void> {
  const before = beforeOf(folder);
  if (!(await isThere(before))) return;
  if (await isThere(folder)) await rm(before, { recursive: true, force: true });
  else await rename(before, folder);
  await syncPlace(dirname(folder));
}

/** Settles every database below a folder, and removes content gathered for restores, which gather it again. */
export async function settleAll(databases: string): Promise<void> {
  if (!(await isThere(databases))) return;
  for (const name of await readdir(databases)) {
    const [, database] = BEFORE.exec(name) ?? [];
    if (database !== undefined) await settle(join(databases, database));
    else if (BESIDE.test(name)) await rm(join(databases, name), { recursive: true, force: true });
  }
}

/** Carries files that backups do not hold over to the new folder, as hard links where possible. */
async function carryOver(from: string, to: string): Promise<void> {
  for (const folder of KEPT) {
    // A symbolic link that a workspace has put there would lead elsewhere.
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
      // Not every file system has hard links; if the copy fails too, its error is thrown.
      await cp(source, target, { recursive: true, mode: constants.COPYFILE_FICLONE });
    }
  }
  await syncFolders(to);
}

/** Replaces a folder by `besideOf(folder)`. No workspace may have the folder open. */
export async function swapIn(folder: string): Promise<void> {
  await settle(folder);
  const [beside, before] = [besideOf(folder), beforeOf(folder)];
  if (await isThere(folder)) {
    await carryOver(folder, beside);
    await syncPlace(beside);
    // Durable before the next rename: after a power loss either the old or the new content must be there.
    await moveDurably(folder, before);
  }
  await moveDurably(beside, folder);
  await rm(before, { recursive: true, force: true });
}
