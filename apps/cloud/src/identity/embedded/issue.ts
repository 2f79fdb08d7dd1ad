/** Issues access tokens without the provider's flow. */
import { randomUUID } from 'node:crypto';
import * as jose from 'jose';
import type { Db } from '../../database/database.ts';
import {
  ACCESS_TOKEN_SECONDS,
  CLOUD_AUDIENCE,
  CONSOLE_CLIENT,
  OPERATOR_TOKEN_SECONDS,
  ORGANISATION_CLAIM,
  SESSION_CLAIM,
} from '../audience.ts';
import { organisationOfAccount } from '../person.ts';
import { openSession, type SessionClient } from '../sessions.ts';
import { SIGNING_ALGORITHM, type ProviderKeys } from './keys.ts';

interface AccessToken {
  readonly accountId: string;
  readonly sid: string;
  /** The organisation that the token is for; null: the person belongs to none. */
  readonly orgId: string | null;
  /** Lifetime; default: that of every access token. */
  readonly seconds?: number;
  readonly claims?: jose.JWTPayload;
}

/** An access token of a session. */
export async function signAccessToken(
  keys: ProviderKeys,
  issuer: string,
  { accountId, sid, orgId, seconds = ACCESS_TOKEN_SECONDS, claims }: AccessToken,
): Promise<{ readonly token: string; readonly expiresAt: number }> {
  const [key] = keys.signing.keys;
  if (key === undefined) throw new Error('There is no key to sign with.');
  const expiresAt = Math.floor(Date.now() / 1000) + seconds;
  const organisation = orgId === null ? {} : { [ORGANISATION_CLAIM]: orgId };
  const token = await new jose.SignJWT({
    ...claims,
    client_id: CONSOLE_CLIENT,
    [SESSION_CLAIM]: sid,
    ...organisation,
  })
    .setProtectedHeader({ alg: SIGNING_ALGORITHM, typ: 'at+jwt', kid: key.kid ?? '' })
    .setIssuer(issuer)
    .setAudience(CLOUD_AUDIENCE)
    .setSubject(accountId)
    .setJti(randomUUID())
    .setIssuedAt()
    .setExpirationTime(expiresAt)
    .sign(await jose.importJWK(key, SIGNING_ALGORITHM));
  return { token, expiresAt };
}

interface Wish {
  readonly client: SessionClient;
  /** Name of the program, for the person's list of sessions. */
  readonly agent: string;
  readonly seconds: number;
  readonly orgId?: string;
  readonly claims?: jose.JWTPayload;
}

async function issue(
  db: Db,
  keys: ProviderKeys,
  issuer: string,
  accountId: string,
  wish: Wish,
): Promise<string> {
  const { client, agent, seconds, claims = {} } = wish;
  const sid = randomUUID();
  const orgId = wish.orgId ?? (await organisationOfAccount(db, accountId));
  const from = { address: '', userAgent: agent };
  const expiresAt = new Date(Date.now() + seconds * 1000);
  await openSession(db, { sid, accountId, orgId, client, from, expiresAt });
  return (await signAccessToken(keys, issuer, { accountId, sid, orgId, seconds, claims })).token;
}

/** An access token like that of a sign-in, with a session of its own. */
export const issueAccessToken = (
  db: Db,
  keys: ProviderKeys,
  issuer: string,
  accountId: string,
  orgId?: string,
): Promise<string> =>
  issue(db, keys, issuer, accountId, {
    client: 'browser',
    agent: '',
    seconds: ACCESS_TOKEN_SECONDS,
    ...(orgId === undefined ? {} : { orgId }),
  });

/**
 * An access token for the machine's operator at the command line. Its claim `act` (RFC 8693, section 4.1) says that the
 * operator acts in the person's name.
 */
export const issueOperatorToken = (
  db: Db,
  keys: ProviderKeys,
  issuer: string,
  accountId: string,
): Promise<string> =>
  issue(db, keys, issuer, accountId, {
    client: 'commandLine',
    agent: '',
    seconds: OPERATOR_TOKEN_SECONDS,
    claims: { act: { sub: 'operator' } },
  });
