/** Distinguishes new folders from those whose store is lost, and makes empty stores. */
import { link, readdir, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { makeFolder, syncPlace } from '@acacia/durable-files';
import { sql } from '../sql.ts';
import { connect } from './connection.ts';
import { createCommitTable } from './commit-table.ts';
import { createInstance, type InstanceOptions } from './open-instance.ts';
import { damagedError, DATA_FILE, STORE_FILES } from './store-files.ts';
import { MARKER_FILE, nameStore, readMarker } from './store-marker.ts';

/** Files and folders that are there once a store was used. */
const SIGNS_OF_USE = ['indexes', 'keys', 'loads', 'server'];
/** Begins the names of folders in which stores are made. */
const NEW = '.new-';
/** Names logs by the database that they belong to, so that another's is known. */
const STORAGE_VERSION = 'v1.4.0';

async function isThere(place: string): Promise<boolean> {
  try {
    await stat(place);
    return true;
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ENOENT') return false;
    throw cause;
  }
}

/**
 * Whether a folder never held a store.
 * @throws EngineError when it did and its database file is missing, or when it is of a newer version
 */
export async function isNewFolder(folder: string): Promise<boolean> {
  const marker = await readMarker(folder);
  if (await isThere(path.join(folder, DATA_FILE))) return false;
  const missing = 'is missing, though the folder holds a store';
  if (marker !== undefined) throw damagedError(DATA_FILE, `${missing} (${MARKER_FILE})`);
  for (const name of STORE_FILES) {
    if (await isThere(path.join(folder, name))) throw damagedError(DATA_FILE, `${missing} (${name})`);
  }
  for (const name of SIGNS_OF_USE) {
    const entries = await readdir(path.join(folder, name)).catch(() => []);
    if (entries.length > 0) throw damagedError(DATA_FILE, `${missing} (${name})`);
  }
  return true;
}

/** Makes an empty store in a new folder; it is there whole, on the disk for good, or not at all. */
export async function makeStore(folder: string, options: InstanceOptions): Promise<void> {
  const aside = path.join(folder, `${NEW}${process.pid}`);
  await rm(aside, { recursive: true, force: true });
  await makeFolder(aside);
  const made = path.join(aside, DATA_FILE);
  const instance = await createInstance(
    made,
    { ...options, readOnly: false },
    { storage_compatibility_version: STORAGE_VERSION },
  );
  try {
    const connection = await connect(instance);
    try {
      await nameStore(connection);
      // One that is only read is never completed.
      await createCommitTable(connection);
      await connection.run(sql`CHECKPOINT`);
    } finally {
      connection.closeSync();
    }
  } finally {
    instance.closeSync();
  }
  await syncPlace(made);
  const place = path.join(folder, DATA_FILE);
  try {
    // A link never replaces a file that another process has made meanwhile.
    await link(made, place);
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    // Not every file system has links.
    if (code !== 'EEXIST') await rename(made, place);
  }
  await syncPlace(folder);
  for (const name of await readdir(folder)) {
    if (name.startsWith(NEW)) await rm(path.join(folder, name), { recursive: true, force: true });
  }
}
