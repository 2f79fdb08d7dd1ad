/** Files that are replaced whole, moved and removed, for good. */
import { randomUUID } from 'node:crypto';
import { open, readFile, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { makeFolder, syncPlace } from './sync.ts';

/**
 * Replaces a file whole; its folder is made where it is missing. When it resolves the new content is on
 * the disk; whatever happens before, the old or the new one is there, never a part.
 * @param mode permissions of the file
 */
export async function writeDurably(place: string, content: string | Buffer, mode = 0o600): Promise<void> {
  const folder = path.dirname(place);
  await makeFolder(folder);
  // Hidden, and known by its name: copies leave out what a killed write left.
  const temporary = path.join(folder, `.${randomUUID()}.tmp`);
  try {
    const file = await open(temporary, 'wx', mode);
    try {
      await file.writeFile(content);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(temporary, place);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
  await syncPlace(folder);
}

/** Gives a file or folder, whose content is on the disk, another name; what has that name goes. */
export async function moveDurably(from: string, to: string): Promise<void> {
  await rename(from, to);
  await syncPlace(path.dirname(to));
  if (path.dirname(from) !== path.dirname(to)) await syncPlace(path.dirname(from));
}

/** Removes a file, or a folder with all that is in it. Throws when the folder that it is in is missing. */
export async function removeDurably(place: string): Promise<void> {
  await rm(place, { recursive: true, force: true });
  await syncPlace(path.dirname(place));
}

/** No file has a name that is longer than names can be. */
const NOT_THERE: readonly (string | undefined)[] = ['ENOENT', 'ENAMETOOLONG'];

/** The text of a file, or undefined when there is none. Throws the system's other errors. */
export async function readIfThere(place: string): Promise<string | undefined> {
  try {
    return await readFile(place, 'utf8');
  } catch (error) {
    if (NOT_THERE.includes((error as NodeJS.ErrnoException).code)) return undefined;
    throw error;
  }
}
