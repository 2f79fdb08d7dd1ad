/** Atomic, durable copies of folders: a copy is on the disk whole, or not at all. */
import { constants } from 'node:fs';
import { cp, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join, relative } from 'node:path';
import { makeFolder, moveDurably, syncFolders } from '@acacia/durable-files';

/** Temporary path of a copy until it is complete; copies that the workspace makes use the same one. */
export const partialOf = (folder: string) => join(dirname(folder), `.${basename(folder)}.partial`);

/**
 * Copies a folder, which must not change meanwhile, to a path that does not exist yet.
 * @param skip paths, relative to the folder, that are left out with all below them
 * @throws Error with a sentence for people when the disk is full
 */
export async function copyFolder(
  from: string,
  to: string,
  skip: (relativePath: string) => boolean,
): Promise<void> {
  const partial = partialOf(to);
  await rm(partial, { recursive: true, force: true });
  await makeFolder(dirname(to));
  try {
    await cp(from, partial, {
      recursive: true,
      // Costs nothing where the file system can share blocks.
      mode: constants.COPYFILE_FICLONE,
      filter: (source) => source === from || !skip(relative(from, source)),
    });
    await syncFolders(partial);
    await moveDurably(partial, to);
  } catch (error) {
    await rm(partial, { recursive: true, force: true });
    throw explained(error);
  }
}

/** Removes a copy, and files left by an interrupted one. The folder is renamed first: so it is never half there. */
export async function removeCopy(folder: string): Promise<void> {
  const partial = partialOf(folder);
  await rm(partial, { recursive: true, force: true });
  if (!(await isThere(folder))) return;
  await rename(folder, partial);
  await rm(partial, { recursive: true, force: true });
}

export async function isThere(path: string): Promise<boolean> {
  try {
    await stat(path);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
    throw error;
  }
}

function explained(error: unknown): unknown {
  const { code } = error as NodeJS.ErrnoException;
  if (code !== 'ENOSPC' && code !== 'EDQUOT') return error;
  return new Error('The disk is full: the copy was not made. Free some space and try again.', {
    cause: error,
  });
}
