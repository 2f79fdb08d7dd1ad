/** Access tokens for people at this machine's own command line, as the sign-in would give them. */
import { randomUUID } from 'node:crypto';
import * as jose from 'jose';
import { ACCESS_TOKEN_SECONDS, CLOUD_AUDIENCE, CONSOLE_CLIENT } from '../audience.ts';
import { SIGNING_ALGORITHM, type ProviderKeys } from './keys.ts';

export async function issueAccessToken(keys: ProviderKeys, issuer: string, userId: string): Promise<string> {
  const [key] = keys.signing.keys;
  if (key === undefined) throw new Error('There is no key to sign with.');
  return new jose.SignJWT({ client_id: CONSOLE_CLIENT })
    .setProtectedHeader({ alg: SIGNING_ALGORITHM, typ: 'at+jwt', kid: key.kid ?? '' })
    .setIssuer(issuer)
    .setAudience(CLOUD_AUDIENCE)
    .setSubject(userId)
    .setJti(randomUUID())
    .setIssuedAt()
    .setExpirationTime(`${ACCESS_TOKEN_SECONDS}s`)
    .sign(await jose.importJWK(key, SIGNING_ALGORITHM));
}
