/**
 * The installation's own keys: each is generated once and kept as a row of `secrets`. Where the operator gives a key in a
 * file outside of the data folder (ACACIA_KEY_FILE), the rows are encrypted with it.
 */
import { existsSync, readFileSync, realpathSync } from 'node:fs';
import path from 'node:path';
import { messageOf } from '@acacia/base';
import { eq } from 'drizzle-orm';
import { z } from 'zod';
import type { Db } from './database.ts';
import { decryptText, encryptText, KEY_BYTES } from './encrypted-text.ts';
import { secrets } from './schema.ts';
import { startError } from '../errors/start.ts';

/** The operator's keys: the first one encrypts, the others are those before it; none: rows are kept as they are. */
export type OperatorKeys = readonly Buffer[];

const Encrypted = z.strictObject({ encrypted: z.base64() });

/**
 * Reads the file of ACACIA_KEY_FILE.
 * @param home the data folder, in which the file may not be: whoever has that would have the key too
 * @throws StartError when it cannot be used
 */
export function readOperatorKeys(file: string | null, home: string): OperatorKeys {
  if (file === null) return [];
  let text: string;
  let real: string;
  try {
    real = realpathSync(file);
    text = readFileSync(real, 'utf8');
  } catch (error) {
    throw startError('keyFileUnreadable', { why: messageOf(error) }).causedBy(error);
  }
  const folder = existsSync(home) ? realpathSync(home) : home;
  if (real.startsWith(`${folder}${path.sep}`)) throw startError('keyFileInHome', { home });
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== '');
  const keys = lines.map((line) => z.base64().safeParse(line.trim()).data ?? '');
  const read = keys.map((key) => Buffer.from(key, 'base64'));
  const wrong = read.findIndex((key) => key.length !== KEY_BYTES);
  if (read.length === 0) throw startError('keyFileEmpty');
  if (wrong !== -1) throw startError('keyFileWrong', { number: wrong + 1 });
  return read;
}

const stored = (keys: OperatorKeys, name: string, value: unknown): unknown =>
  keys[0] === undefined ? value : { encrypted: encryptText(keys[0], name, JSON.stringify(value)) };

/** The value of a row, and whether it is stored as it should be now. @throws StartError when no key opens it */
function opened(keys: OperatorKeys, name: string, value: unknown): { value: unknown; isPresent: boolean } {
  const { data } = Encrypted.safeParse(value);
  if (data === undefined) return { value, isPresent: keys.length === 0 };
  for (const [at, key] of keys.entries()) {
    let text: string;
    try {
      text = decryptText(key, name, data.encrypted);
    } catch {
      // Another key's, or changed: told below when no key is left.
      continue;
    }
    return { value: JSON.parse(text), isPresent: at === 0 };
  }
  throw keys.length === 0 ? startError('keyFileNeeded') : startError('keyFileOther', { name });
}

/** A key of the installation; the first call stores what `make` gives. @throws StartError when no key opens it */
export async function keptSecret(
  db: Db,
  keys: OperatorKeys,
  name: string,
  make: () => unknown,
): Promise<unknown> {
  const read = () => db.select().from(secrets).where(eq(secrets.name, name));
  let [row] = await read();
  if (row === undefined) {
    const value = stored(keys, name, await make());
    await db.insert(secrets).values({ name, value }).onConflictDoNothing();
    [row] = await read();
  }
  if (row === undefined) throw new Error(`The key '${name}' of this installation could not be stored.`);
  return opened(keys, name, row.value).value;
}

/**
 * Encrypts all rows with the operator's present key, at a start: those that are not encrypted, and those of the keys before
 * it. All or none. @returns how many were @throws Error when a row cannot be opened
 */
export async function encryptSecrets(db: Db, keys: OperatorKeys): Promise<number> {
  return db.transaction(async (tx) => {
    let count = 0;
    for (const row of await tx.select().from(secrets).for('update')) {
      const { value, isPresent } = opened(keys, row.name, row.value);
      if (isPresent) continue;
      await tx
        .update(secrets)
        .set({ value: stored(keys, row.name, value) })
        .where(eq(secrets.name, row.name));
      count += 1;
    }
    return count;
  });
}
