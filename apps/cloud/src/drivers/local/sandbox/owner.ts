/**
 * Owners of the files of workspaces, where each workspace runs under a user id of its own: one that no account of the
 * system has. The owner of a database's folder is the only record of its user id.
 */
import { randomInt } from 'node:crypto';
import type { Stats } from 'node:fs';
import { chmod, lchown, lstat, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * User ids that neither the system's tools nor containers assign (systemd's "Users, Groups, UIDs and GIDs on
 * systemd Systems"). They are chosen at random, so that one of a deleted database is not soon used again.
 */
const FIRST = 1_879_048_192;
const COUNT = 2 ** 28;

const isOurs = (uid: number): boolean => uid >= FIRST && uid < FIRST + COUNT;

/** @param taken user ids that other databases have */
export function newOwner(taken: ReadonlySet<number> = new Set()): number {
  const uid = FIRST + randomInt(COUNT);
  return taken.has(uid) ? newOwner(taken) : uid;
}

/** User ids of the entries of a folder; a missing entry is left out. */
async function ownersIn(folder: string): Promise<Set<number>> {
  const owners = await Promise.all(
    (await readdir(folder)).map(async (name) => (await lstat(join(folder, name)).catch(ignoreMissing))?.uid),
  );
  return new Set(owners.filter((uid) => uid !== undefined));
}

function ignoreMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
}

/** The user id that owns a folder, or a new one when the folder has no workspace's owner yet. */
export async function ownerOf(folder: string): Promise<number> {
  const { uid } = await lstat(folder);
  return isOurs(uid) ? uid : newOwner(await ownersIn(join(folder, '..')));
}

/**
 * Makes a user id the only one that can use a folder and everything in it. The owner of a folder is changed before its
 * entries are read, so that the owner before can add none meanwhile. Symbolic links are not followed.
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
 * Makes the control plane the owner of what a workspace has written, so that nobody else can change it. Entries other
 * than files and folders (a link that leads elsewhere) are removed.
 * @param uid of the control plane; undefined where workspaces have no accounts of their own
 */
export async function takeFrom(path: string, uid: number | undefined): Promise<void> {
  const stat = await lstat(path);
  if (!stat.isDirectory() && !stat.isFile()) {
    await rm(path);
    return;
  }
  if (uid !== undefined) await lchown(path, uid, process.getgid?.() ?? uid);
  // A process that still has the folder open can add nothing to it either.
  await chmod(path, stat.mode & 0o700);
  if (!stat.isDirectory()) return;
  for (const name of await readdir(path)) await takeFrom(join(path, name), uid);
}
