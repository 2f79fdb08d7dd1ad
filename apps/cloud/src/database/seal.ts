/** Encrypts secrets of people with keys of this installation, each of which is generated at its first use. */
import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import type { Db } from './database.ts';
import { decryptText, encryptText, KEY_BYTES } from './encrypted-text.ts';
import { keptSecret, type OperatorKeys } from './kept-secrets.ts';

/** The uses of a key: names of rows of `secrets`. */
type SealKey = 'addon-configs' | 'second-factors';

const StoredKey = z.object({ key: z.base64url() });

export interface Sealer {
  /**
   * Encrypts a text for storage.
   * @param owner identifies the secret's owner; the secret can be decrypted only with the same one
   */
  seal(db: Db, key: SealKey, owner: string, text: string): Promise<string>;
  /** Decrypts a sealed text. @throws Error when it was changed, or has another owner */
  unseal(db: Db, key: SealKey, owner: string, sealed: string): Promise<string>;
}

export function createSealer(operatorKeys: OperatorKeys): Sealer {
  const make = () => ({ key: randomBytes(KEY_BYTES).toString('base64url') });
  const load = async (db: Db, name: SealKey): Promise<Buffer> =>
    Buffer.from(StoredKey.parse(await keptSecret(db, operatorKeys, name, make)).key, 'base64url');
  return {
    seal: async (db, key, owner, text) => encryptText(await load(db, key), owner, text),
    unseal: async (db, key, owner, sealed) => decryptText(await load(db, key), owner, sealed),
  };
}
