/** Keys of the embedded provider: generated once, stored in the database. */
import { randomBytes } from 'node:crypto';
import { eq } from 'drizzle-orm';
import * as jose from 'jose';
import type { Db } from '../../database/database.ts';
import { secrets } from '../../database/schema.ts';

export interface ProviderKeys {
  /** Private keys; the first one signs. */
  readonly signing: { readonly keys: readonly jose.JWK[] };
  /** Secrets with which cookies are signed. */
  readonly cookies: readonly string[];
}

const NAME = 'oidc-provider';
export const SIGNING_ALGORITHM = 'ES256';

async function makeKeys(): Promise<ProviderKeys> {
  const { privateKey } = await jose.generateKeyPair(SIGNING_ALGORITHM, { extractable: true });
  const key = await jose.exportJWK(privateKey);
  const kid = await jose.calculateJwkThumbprint(key);
  return {
    signing: { keys: [{ ...key, kid, use: 'sig', alg: SIGNING_ALGORITHM }] },
    cookies: [randomBytes(32).toString('base64url')],
  };
}

export async function loadKeys(db: Db): Promise<ProviderKeys> {
  const read = () => db.select().from(secrets).where(eq(secrets.name, NAME));
  let [row] = await read();
  if (row === undefined) {
    await db
      .insert(secrets)
      .values({ name: NAME, value: await makeKeys() })
      .onConflictDoNothing();
    [row] = await read();
  }
  if (row === undefined) throw new Error('The keys of the identity provider could not be kept.');
  return row.value as ProviderKeys;
}

/** The public parts of the signing keys. */
export const publicKeys = ({ signing }: ProviderKeys): jose.JSONWebKeySet => ({
  keys: signing.keys.map(({ d: _private, ...key }) => key),
});
