/** Issues access tokens without a sign-in. */
import { randomUUID } from 'node:crypto';
import * as jose from 'jose';
import type { Db } from '../../database/database.ts';
import { ACCESS_TOKEN_SECONDS, CLOUD_AUDIENCE, CONSOLE_CLIENT, OPERATOR_TOKEN_SECONDS } from '../audience.ts';
import { GRANT_CLAIM, makeGrant } from './grants.ts';
import { SIGNING_ALGORITHM, type ProviderKeys } from './keys.ts';

/** An access token like that of a sign-in. */
export const issueAccessToken = (
  db: Db,
  keys: ProviderKeys,
  issuer: string,
  userId: string,
): Promise<string> => sign(db, keys, { issuer, userId, seconds: ACCESS_TOKEN_SECONDS });

/**
 * An access token for the machine's operator at the command line. Its claim `act` (RFC 8693, section 4.1) says that the
 * operator acts in the person's name.
 */
export const issueOperatorToken = (
  db: Db,
  keys: ProviderKeys,
  issuer: string,
  userId: string,
): Promise<string> =>
  sign(db, keys, { issuer, userId, seconds: OPERATOR_TOKEN_SECONDS, claims: { act: { sub: 'operator' } } });

interface Wish {
  readonly issuer: string;
  readonly userId: string;
  /** Lifetime of the token. */
  readonly seconds: number;
  readonly claims?: jose.JWTPayload;
}

async function sign(db: Db, keys: ProviderKeys, { issuer, userId, seconds, claims }: Wish): Promise<string> {
  const [key] = keys.signing.keys;
  if (key === undefined) throw new Error('There is no key to sign with.');
  const grant = await makeGrant(db, userId, seconds);
  return new jose.SignJWT({ ...claims, client_id: CONSOLE_CLIENT, [GRANT_CLAIM]: grant })
    .setProtectedHeader({ alg: SIGNING_ALGORITHM, typ: 'at+jwt', kid: key.kid ?? '' })
    .setIssuer(issuer)
    .setAudience(CLOUD_AUDIENCE)
    .setSubject(userId)
    .setJti(randomUUID())
    .setIssuedAt()
    .setExpirationTime(`${seconds}s`)
    .sign(await jose.importJWK(key, SIGNING_ALGORITHM));
}
