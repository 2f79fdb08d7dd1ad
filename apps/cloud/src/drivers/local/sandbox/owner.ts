/**
 * To whom the files of a workspace belong where each has an account of its own: a number that no account of the
 * system has, and no name. The owner of a database's folder is the record of which number is whose.
 */
import { randomInt } from 'node:crypto';
import type { Stats } from 'node:fs';
import { chmod, lchown, lstat, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * Numbers that neither the system's tools nor containers give out (systemd's "Users, Groups, UIDs and GIDs on
 * systemd Systems"). Chosen at random, so that one that was given up is not met again soon.
 */
const FIRST = 1_879_048_192;
const COUNT = 2 ** 28;

const isOurs = (uid: number): boolean => uid >= FIRST && uid < FIRST + COUNT;

/** @param taken numbers that others have */
export function newOwner(taken: ReadonlySet<number> = new Set()): number {
  const uid = FIRST + randomInt(COUNT);
  return taken.has(uid) ? newOwner(taken) : uid;
}

/** Owners of the folders beside one, who must be others. */
async function ownersIn(folder: string): Promise<Set<number>> {
  const owners = await Promise.all(
    (await readdir(folder)).map(async (name) => (await lstat(join(folder, name)).catch(ignoreMissing))?.uid),
  );
  return new Set(owners.filter((uid) => uid !== undefined));
}

function ignoreMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
}

/** The number to which a folder belongs, or a new one when it belongs to nobody yet. */
export async function ownerOf(folder: string): Promise<number> {
  const { uid } = await lstat(folder);
  return isOurs(uid) ? uid : newOwner(await ownersIn(join(folder, '..')));
}

/**
 * Gives a folder with all that is in it to a number, and to nobody else. A folder is taken before it is looked into:
 * whoever had it can put nothing else there meanwhile. Links are left as they are, nothing is followed.
 */
export async function giveTo(path: string, uid: number, known?: Stats): Promise<void> {
  const stat = known ?? (await lstat(path));
  if (stat.uid !== uid || stat.gid !== uid) await lchown(path, uid, uid);
  if (stat.isSymbolicLink()) return;
  if ((stat.mode & 0o077) !== 0) await chmod(path, stat.mode & 0o700);
  if (!stat.isDirectory()) return;
  for (const name of await readdir(path)) await giveTo(join(path, name), uid, await lstat(join(path, name)));
}

/**
 * Takes what a workspace has put somewhere, so that it is what it looks like: folders and files, and nobody
 * but the control plane can change it. Anything else (a link that leads elsewhere) is removed.
 * @param uid of the control plane; undefined where workspaces have no accounts of their own
 */
export async function takeFrom(path: string, uid: number | undefined): Promise<void> {
  const stat = await lstat(path);
  if (!stat.isDirectory() && !stat.isFile()) {
    await rm(path);
    return;
  }
  if (uid !== undefined) await lchown(path, uid, process.getgid?.() ?? uid);
  if (!stat.isDirectory()) return;
  for (const name of await readdir(path)) await takeFrom(join(path, name), uid);
}
