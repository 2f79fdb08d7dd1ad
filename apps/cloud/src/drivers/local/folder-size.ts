import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** Bytes of all files below a folder; 0 when it does not exist. Files that vanish meanwhile are left out. */
export async function folderSize(folder: string): Promise<number> {
  try {
    const entries = await readdir(folder, { withFileTypes: true });
    const sizes = entries.map(async (entry) => {
      const path = join(folder, entry.name);
      return entry.isDirectory() ? folderSize(path) : fileSize(path);
    });
    return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
  } catch (error) {
    if (isGone(error)) return 0;
    throw error;
  }
}

async function fileSize(path: string): Promise<number> {
  try {
    return (await stat(path)).size;
  } catch (error) {
    if (isGone(error)) return 0;
    throw error;
  }
}

function isGone(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === 'ENOENT';
}
