/** The access token of a browser's session, renewed shortly before it expires. */
import type { Db } from '../../database/database.ts';
import { problem, Problem } from '../../errors/problem.ts';
import type { Authenticate } from '../actor.ts';
import { SignInRefused, type IssuerClient } from './issuer.ts';
import { closeSession, findSession, renewSession, type BrowserSession } from './sessions.ts';

interface TokensOptions {
  readonly db: Db;
  readonly issuer: IssuerClient;
  readonly authenticate: Authenticate;
}

interface BrowserTokens {
  /** The session with an access token that is valid for a while; undefined when the session has ended. */
  fresh(secret: string): Promise<BrowserSession | undefined>;
  /** The session without a renewal; undefined when it has ended. */
  last(secret: string): Promise<BrowserSession | undefined>;
}

/** Seconds before its expiry at which a token is renewed. */
const BEFORE = 60;

export function createTokens({ db, issuer, authenticate }: TokensOptions): BrowserTokens {
  /** Renewals under way by secret: a refresh token can be used only once, so concurrent tabs share a renewal. */
  const renewing = new Map<string, Promise<BrowserSession | undefined>>();

  const isGood = async ({ accessToken, expiresAt }: BrowserSession): Promise<boolean> => {
    if (expiresAt - BEFORE <= Date.now() / 1000) return false;
    try {
      await authenticate(accessToken);
      return true;
    } catch (error) {
      if (error instanceof Problem && error.type === 'Unauthorized') return false;
      throw error;
    }
  };

  const renew = async (secret: string): Promise<BrowserSession | undefined> => {
    const session = await findSession(db, secret);
    if (session === undefined || (await isGood(session))) return session;
    try {
      if (session.refreshToken === null) throw new SignInRefused('There is no refresh token.');
      const tokens = await issuer.refresh(session.refreshToken, session);
      const renewed = { ...tokens, signedInAt: session.signedInAt };
      await renewSession(db, secret, renewed);
      return renewed;
    } catch (error) {
      if (!(error instanceof SignInRefused)) {
        throw Object.assign(problem('identityProviderAway').after(5), {
          cause: error,
        });
      }
      await closeSession(db, secret);
      return undefined;
    }
  };

  return {
    fresh(secret) {
      const under = renewing.get(secret) ?? renew(secret).finally(() => renewing.delete(secret));
      renewing.set(secret, under);
      return under;
    },
    last: async (secret) => (await renewing.get(secret)) ?? findSession(db, secret),
  };
}
