/** Encrypts secrets (AES-256-GCM) with keys of this installation, which are generated once and stored in the database. */
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { z } from 'zod';
import type { Db } from './database.ts';
import { secrets } from './schema.ts';

/** What a key is for: names of rows of `secrets`. */
type SealKey = 'addon-configs' | 'second-factors';

const ALGORITHM = 'aes-256-gcm';
const KEY_BYTES = 32;
const IV_BYTES = 12;
const TAG_BYTES = 16;

const StoredKey = z.object({ key: z.base64url() });

/** The key; the first call generates it. */
async function loadKey(db: Db, name: SealKey): Promise<Buffer> {
  const read = () => db.select().from(secrets).where(eq(secrets.name, name));
  let [row] = await read();
  if (row === undefined) {
    const value = { key: randomBytes(KEY_BYTES).toString('base64url') };
    await db.insert(secrets).values({ name, value }).onConflictDoNothing();
    [row] = await read();
  }
  return Buffer.from(StoredKey.parse(row?.value).key, 'base64url');
}

/**
 * Encrypts a text for storage: initialisation vector, tag and ciphertext in base64.
 * @param owner identifies the secret's owner; the secret can be decrypted only with the same one
 */
export async function seal(db: Db, key: SealKey, owner: string, text: string): Promise<string> {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv(ALGORITHM, await loadKey(db, key), iv).setAAD(Buffer.from(owner));
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64');
}

/** Decrypts a sealed text. @throws Error when it was changed, or has another owner */
export async function unseal(db: Db, key: SealKey, owner: string, sealed: string): Promise<string> {
  const bytes = Buffer.from(sealed, 'base64');
  const decipher = createDecipheriv(ALGORITHM, await loadKey(db, key), bytes.subarray(0, IV_BYTES))
    .setAAD(Buffer.from(owner))
    .setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
  return decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES), undefined, 'utf8') + decipher.final('utf8');
}
