/** The files of indexes of vectors beside the store, one for each table. */
import { readdir, rm } from 'node:fs/promises';
import path from 'node:path';

const END = '.index';

/** Where the index of a table is kept. */
export const indexFile = (folder: string | null, table: string): string | null =>
  folder === null ? null : path.join(folder, `${table}${END}`);

/** Removes the files of tables that are no more. */
export async function tidyIndexes(folder: string, tables: readonly string[]): Promise<void> {
  const known = new Set(tables.map((table) => `${table}${END}`));
  const files = await readdir(folder).catch((problem: NodeJS.ErrnoException) => {
    if (problem.code === 'ENOENT') return [];
    throw problem;
  });
  for (const file of files) if (!known.has(file)) await rm(path.join(folder, file));
}
