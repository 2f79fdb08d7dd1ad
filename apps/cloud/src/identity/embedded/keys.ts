/** Keys of the embedded provider: generated once, stored in the database. */
import { randomBytes } from 'node:crypto';
import * as jose from 'jose';
import type { Db } from '../../database/database.ts';
import { keptSecret, type OperatorKeys } from '../../database/kept-secrets.ts';

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

export async function loadKeys(db: Db, operatorKeys: OperatorKeys = []): Promise<ProviderKeys> {
  return (await keptSecret(db, operatorKeys, NAME, makeKeys)) as ProviderKeys;
}

/** The public parts of the signing keys. */
export const publicKeys = ({ signing }: ProviderKeys): jose.JSONWebKeySet => ({
  keys: signing.keys.map(({ d: _private, ...key }) => key),
});
