/** The session of a browser, as long as its issuer agrees. */
import type { Db } from '../../database/database.ts';
import { problem } from '../../errors/problem.ts';
import { endSession } from '../sessions.ts';
import { SignInRefused, type IssuerClient } from './issuer.ts';
import { findBrowserSession, renewTokens, type BrowserSession } from './sessions.ts';

interface TokensOptions {
  readonly db: Db;
  readonly issuer: IssuerClient;
  /** Called when a session has ended. */
  readonly ended: () => void;
}

interface BrowserTokens {
  /** The session, after an outside issuer has renewed its tokens where they expire; undefined when it has ended. */
  fresh(secret: string): Promise<BrowserSession | undefined>;
  /** The session without a renewal; undefined when it has ended. */
  last(secret: string): Promise<BrowserSession | undefined>;
}

/** Seconds before its expiry at which an issuer's token is renewed. */
const BEFORE = 60;

export function createTokens({ db, issuer, ended }: TokensOptions): BrowserTokens {
  /** Renewals under way by secret: a refresh token can be used only once, so concurrent tabs share a renewal. */
  const renewing = new Map<string, Promise<BrowserSession | undefined>>();

  const renew = async (secret: string): Promise<BrowserSession | undefined> => {
    const session = await findBrowserSession(db, secret);
    if (session === undefined) return undefined;
    const { tokens: before, sid } = session;
    if (before === null || before.expiresAt - BEFORE > Date.now() / 1000) return session;
    try {
      if (before.refreshToken === null) throw new SignInRefused('There is no refresh token.');
      const tokens = await issuer.refresh(before.refreshToken, before);
      await renewTokens(db, secret, tokens);
      return { ...session, tokens };
    } catch (error) {
      if (!(error instanceof SignInRefused)) {
        throw Object.assign(problem('identityProviderAway').after(5), {
          cause: error,
        });
      }
      await endSession(db, sid);
      ended();
      return undefined;
    }
  };

  return {
    fresh(secret) {
      const under = renewing.get(secret) ?? renew(secret).finally(() => renewing.delete(secret));
      renewing.set(secret, under);
      return under;
    },
    last: async (secret) => (await renewing.get(secret)) ?? findBrowserSession(db, secret),
  };
}
