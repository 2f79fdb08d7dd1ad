/**
 * A file beside a database's folder, `.<database>.store`, that says that the folder has held a store. With it a folder
 * that has lost its files, which the workspace server would take for a new one, is known to be lost. Snapshots too.
 */
import { basename, dirname, join } from 'node:path';
import { removeDurably, writeDurably } from '@acacia/durable-files';
import { isThere } from './durable-copy.ts';

/** The engine's main file. */
const STORE_FILE = 'graph.duckdb';

const recordOf = (folder: string): string => join(dirname(folder), `.${basename(folder)}.store`);

/** Records that the folder has a store, if it has one. */
export async function recordStore(folder: string): Promise<void> {
  if ((await isThere(recordOf(folder))) || !(await isThere(join(folder, STORE_FILE)))) return;
  await writeDurably(recordOf(folder), '');
}

/** For a folder that is about to be replaced or removed. */
export async function forgetStore(folder: string): Promise<void> {
  if (await isThere(recordOf(folder))) await removeDurably(recordOf(folder));
}

/**
 * Rejects when the folder that a workspace is to open is missing, or has lost its store: the database is lost, not new.
 */
export async function demandStore(folder: string): Promise<void> {
  const missing = !(await isThere(folder))
    ? 'data folder'
    : (await isThere(recordOf(folder))) && !(await isThere(join(folder, STORE_FILE)))
      ? `file ${STORE_FILE}`
      : null;
  if (missing === null) return;
  throw new Error(
    `The ${missing} of the database is missing, though the database was made. Nothing was changed. Put it back from a copy, or restore a backup.`,
  );
}
