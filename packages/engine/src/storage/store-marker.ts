/**
 * `store.json` marks a folder as that of a store and names the store: without it, a folder that has lost its database
 * file would look like a new one. The database file has the same name, and so have its copies.
 */
import { engineError } from '../errors/catalogue.ts';
import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { readIfThere, writeDurably } from '@acacia/durable-files';
import type { EngineError } from '../errors.ts';
import { literal, sql } from '../sql.ts';
import type { Connection } from './connection.ts';
import { DATA_FILE, damagedError } from './store-files.ts';

export const MARKER_FILE = 'store.json';
/** Raised when a change of the files or tables needs a migration of older folders. */
export const FORMAT = 1;
/** Holds the name of the store. */
const NAME_TABLE = sql`acacia_store`;

interface Marker {
  readonly format: number;
  /** A UUID, made with the store. */
  readonly store: string;
}

export const newerFormatError = (format: unknown): EngineError =>
  engineError('dataFolderNewer', { found: String(format), known: FORMAT });

/**
 * The marker of a folder; undefined where there is none.
 * @throws EngineError when the marker is of a newer version, or cannot be read
 */
export async function readMarker(folder: string): Promise<Marker | undefined> {
  const text = await readIfThere(path.join(folder, MARKER_FILE));
  if (text === undefined) return undefined;
  let content: Partial<Marker>;
  try {
    content = (JSON.parse(text) ?? {}) as Partial<Marker>;
  } catch (cause) {
    throw damagedError(MARKER_FILE, 'is damaged: it is no JSON', cause);
  }
  const { format, store } = content;
  if (typeof format !== 'number' || typeof store !== 'string') {
    throw damagedError(MARKER_FILE, 'is damaged: it names no format and no store');
  }
  if (format > FORMAT) throw newerFormatError(format);
  return { format, store };
}

export const writeMarker = (folder: string, store: string): Promise<void> =>
  writeDurably(path.join(folder, MARKER_FILE), `${JSON.stringify({ format: FORMAT, store })}\n`);

/** The name that the database file keeps; null where an earlier version made it. */
export async function storedName(connection: Connection): Promise<string | null> {
  const tables = await connection.run(
    sql`SELECT 1 FROM duckdb_tables() WHERE table_name = ${literal(NAME_TABLE)}`,
  );
  if ((await tables.getRows()).length === 0) return null;
  const [row] = await (await connection.run(sql`SELECT name FROM ${NAME_TABLE}`)).getRows();
  return row === undefined ? null : String(row[0]);
}

/** Gives a database file the name of its folder, or a new one. */
export async function nameStore(connection: Connection, name: string = randomUUID()): Promise<string> {
  await connection.run(sql`CREATE TABLE ${NAME_TABLE} AS SELECT ${literal(name)} AS name`);
  return name;
}

export const otherStoreError = (): EngineError =>
  damagedError(
    DATA_FILE,
    `belongs to another store than ${MARKER_FILE} names (if it was put there on purpose, remove ${MARKER_FILE})`,
  );
