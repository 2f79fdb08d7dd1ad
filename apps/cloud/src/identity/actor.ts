/** The person of a call: the account of a bearer token with its present roles. */
import type { Database } from '../database/database.ts';
import { problem } from '../errors/problem.ts';
import type { Strangers } from '../settings.ts';
import { admit, joinInviting } from './admit.ts';
import type { Client } from './client.ts';
import { organisationOfAccount, personOf, type Person } from './person.ts';
import { openSession } from './sessions.ts';
import type { TokenVerifier } from './verifier.ts';

/**
 * Finds the person of a bearer token.
 * @param from the client that shows it, where that is known
 * @throws Problem when the token is not valid, or its account is gone
 */
export type Authenticate = (token: string, from?: Client) => Promise<Person>;

const UNKNOWN: Client = { address: '', userAgent: '' };

/**
 * @param strangers whom else the outside issuer's people may be than the invited; null: there is no outside issuer
 * @param saw called with the session of each token that was verified
 */
export function createAuthenticate(
  db: Database['db'],
  verifier: TokenVerifier,
  strangers: Strangers | null,
  saw: (sid: string) => void,
): Authenticate {
  return async (token, from = UNKNOWN) => {
    const bearer = await verifier.verify(token);
    const { sid, orgId, expiresAt } = bearer;
    const outside = bearer.issuer === 'outside' && strangers !== null;
    const accountId = outside ? await admit(db, bearer, strangers) : bearer.subject;
    if (bearer.isNewSession) {
      await joinInviting(db, accountId);
      const current = await organisationOfAccount(db, accountId);
      await openSession(db, { sid, accountId, orgId: current, client: 'program', from, expiresAt });
    }
    saw(sid);
    const person = await personOf(db, { accountId, sid, orgId });
    const mayJoin = strangers !== null && person.orgId === null && !person.isElsewhere;
    if (!mayJoin || !(await joinInviting(db, accountId))) return person;
    return personOf(db, { accountId, sid, orgId });
  };
}

/** The token of an Authorization header. @throws Problem Unauthorized when there is none */
export function bearerToken(header: string | undefined): string {
  const match = /^Bearer +(\S+)$/i.exec(header ?? '');
  if (match?.[1] === undefined) throw problem('signInNeeded');
  return match[1];
}
