/** Brings files and folders to the disk. */
import { mkdir, open, readdir, rmdir, stat } from 'node:fs/promises';
import path from 'node:path';

/** Brings a file, or the list of a folder's entries, to the disk. Throws the system's error. */
export async function syncPlace(place: string): Promise<void> {
  const handle = await open(place, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Brings a folder with all that is in it to the disk; gives the bytes of its files. Throws the system's error. */
export async function syncFolders(folder: string): Promise<number> {
  let bytes = 0;
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const place = path.join(folder, entry.name);
    if (entry.isDirectory()) bytes += await syncFolders(place);
    else if (entry.isFile()) {
      await syncPlace(place);
      bytes += (await stat(place)).size;
    }
  }
  await syncPlace(folder);
  return bytes;
}

/**
 * Makes a folder with those above it; those that are new are on the disk when it resolves.
 * @param mode permissions of the new ones
 */
export async function makeFolder(folder: string, mode = 0o700): Promise<void> {
  const first = await mkdir(folder, { recursive: true, mode }).catch(async (error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
    // So Node says of whatever keeps it from making one (a read-only file system): the plain call says why.
    await mkdir(folder, { mode });
    return folder;
  });
  if (first === undefined) return;
  const top = path.dirname(path.resolve(first));
  const made: string[] = [];
  for (let each = path.resolve(folder); each !== top; each = path.dirname(each)) made.push(each);
  try {
    for (const each of made) await syncPlace(path.dirname(each));
  } catch (error) {
    // Another attempt would find them there, and not know that their names may not be on the disk.
    for (const each of made) await rmdir(each).catch(() => undefined);
    throw error;
  }
}
