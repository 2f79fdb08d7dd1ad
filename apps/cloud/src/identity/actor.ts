/** The person of a call: the account of a bearer token with its present roles. */
import type { Database } from '../database/database.ts';
import { problem } from '../errors/problem.ts';
import { admit } from './admit.ts';
import { personOf, type Person } from './person.ts';
import type { TokenVerifier } from './verifier.ts';

/** Finds the person of a bearer token. @throws Problem when the token is not valid, or its account is gone */
export type Authenticate = (token: string) => Promise<Person>;

/** @param outside whether an outside issuer signs people in */
export function createAuthenticate(
  db: Database['db'],
  verifier: TokenVerifier,
  outside: boolean,
): Authenticate {
  return async (token) => {
    const bearer = await verifier.verify(token);
    const accountId = outside ? await admit(db, bearer) : bearer.subject;
    return personOf(db, accountId, bearer.grantId);
  };
}

/** The token of an Authorization header. @throws Problem Unauthorized when there is none */
export function bearerToken(header: string | undefined): string {
  const match = /^Bearer +(\S+)$/i.exec(header ?? '');
  if (match?.[1] === undefined) throw problem('signInNeeded');
  return match[1];
}
