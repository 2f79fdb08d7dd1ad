/** The person of a call: the account of a bearer token or an API key, with its present roles. */
import type { IncomingHttpHeaders } from 'node:http';
import { API_KEY_HEADER, API_KEY_PREFIX } from '@acacia/contract';
import type { Database } from '../database/database.ts';
import { problem } from '../errors/problem.ts';
import type { Strangers } from '../settings.ts';
import { admit, joinInviting } from './admit.ts';
import type { ApiKeys } from './api-keys.ts';
import type { Client } from './client.ts';
import { asOperator } from './operators.ts';
import { organisationOfAccount, personOf, type Person } from './person.ts';
import { openSession } from './sessions.ts';
import type { TokenVerifier } from './verifier.ts';

/**
 * Finds the person of an access token or an API key.
 * @param from the client that shows it, where that is known
 * @throws Problem when it is not valid, or its account is gone
 */
export type Authenticate = (token: string, from?: Client) => Promise<Person>;

const UNKNOWN: Client = { address: '', userAgent: '' };

/**
 * @param keys judges API keys
 * @param strangers whom else the outside issuer's people may be than the invited; null: there is no outside issuer
 * @param operators addresses of the installation's operators; those of an outside issuer its tokens name
 * @param saw called with the session of each token that was verified
 */
export function createAuthenticate(
  db: Database['db'],
  verifier: TokenVerifier,
  keys: Pick<ApiKeys, 'personOf'>,
  strangers: Strangers | null,
  operators: readonly string[],
  saw: (sid: string) => void,
): Authenticate {
  return async (token, from = UNKNOWN) => {
    if (token.startsWith(API_KEY_PREFIX)) return keys.personOf(token);
    const bearer = await verifier.verify(token);
    const { sid, orgId, expiresAt } = bearer;
    // The machine's operator, and an outside issuer, answer for how a person signed in.
    const byIssuer = strangers === null ? 'own' : bearer.isTwoFactor;
    const twoFactors = bearer.isOperator ? 'operator' : byIssuer;
    const outside = bearer.issuer === 'outside' && strangers !== null;
    const accountId = outside ? await admit(db, bearer, strangers) : bearer.subject;
    if (bearer.isNewSession) {
      await joinInviting(db, accountId);
      const current = await organisationOfAccount(db, accountId);
      await openSession(db, { sid, accountId, orgId: current, client: 'program', from, expiresAt });
    }
    saw(sid);
    const find = async () => {
      const found = await personOf(db, { accountId, sid, orgId, twoFactors });
      return asOperator(found, strangers === null ? null : bearer.permissions, operators);
    };
    const person = await find();
    const mayJoin = strangers !== null && person.orgId === null && !person.isElsewhere;
    if (!mayJoin || !(await joinInviting(db, accountId))) return person;
    return find();
  };
}

/**
 * The access token of an Authorization header, or the API key of its own.
 * @throws Problem when there is neither, or both: it would not be clear whose rights hold
 */
export function credentialOf(headers: IncomingHttpHeaders): string {
  const { authorization, [API_KEY_HEADER]: key } = headers;
  if (key !== undefined && authorization !== undefined) throw problem('twoCredentials');
  // A key by the prefix: nothing else is taken from its header.
  if (key !== undefined) {
    if (typeof key !== 'string' || !key.startsWith(API_KEY_PREFIX)) throw problem('apiKeyNotValid');
    return key;
  }
  const match = /^Bearer +(\S+)$/i.exec(authorization ?? '');
  if (match?.[1] === undefined) throw problem('signInNeeded');
  return match[1];
}
