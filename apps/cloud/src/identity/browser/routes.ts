/**
 * Routes for signing in to the console and out of it, and for the access tokens of its pages
 * (docs/adr/0037-passwords-guesses-and-sessions.md).
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as jose from 'jose';
import type { BaseLogger } from 'pino';
import type { Db } from '../../database/database.ts';
import { problem, Problem } from '../../errors/problem.ts';
import type { Authenticate } from '../actor.ts';
import { clientOf } from '../client.ts';
import { endGrant, GRANT_CLAIM } from '../embedded/grants.ts';
import { endToken } from '../ended-tokens.ts';
import { noticePage } from '../pages/notice.ts';
import { refuseExpired, show } from '../pages/show.ts';
import type { SignInAudit } from '../sign-in-audit.ts';
import { beginSignIn, newBrowserSecret, resumeSignIn } from './begun.ts';
import { SignInRefused, type IssuerClient } from './issuer.ts';
import { closeSession, openSession, SESSION_DAYS } from './sessions.ts';
import { createTokens } from './tokens.ts';

interface BrowserOptions {
  readonly db: Db;
  readonly publicUrl: string;
  readonly issuer: IssuerClient;
  /** Whether an outside issuer signs people in. */
  readonly outside: boolean;
  readonly authenticate: Authenticate;
  readonly audit: SignInAudit;
  /** Called when tokens have been revoked. */
  readonly ended: () => void;
  readonly log: BaseLogger;
}

const HOUR = 3600;
const DAY = 86_400;

export function browserRoutes(app: FastifyInstance, options: BrowserOptions): void {
  const { db, publicUrl, issuer, outside, authenticate, audit, ended, log } = options;
  const { port, protocol } = new URL(publicUrl);
  const secure = protocol === 'https:' ? '; Secure' : '';
  // Browsers store cookies by host, whatever the port.
  const BEGUN = `acacia_begun_${port}`;
  const SESSION = `acacia_console_${port}`;

  const cookie = (request: FastifyRequest, name: string): string | undefined =>
    new RegExp(`(?:^|; *)${name}=([\\w-]{43})(?:;|$)`).exec(request.headers.cookie ?? '')?.[1];
  const setSession = (reply: FastifyReply, value: string, seconds: number) =>
    reply.header(
      'set-cookie',
      `${SESSION}=${value}; Path=/session; Max-Age=${seconds}; HttpOnly; SameSite=Strict${secure}`,
    );
  const tokens = createTokens({ db, issuer, authenticate });

  /** Refuses other origins. The cookie is SameSite=Strict, but another port of this host is the same site. */
  const demandOwnPage = (request: FastifyRequest): void => {
    const site = request.headers['sec-fetch-site'];
    if (request.headers.origin === publicUrl && (site === undefined || site === 'same-origin')) return;
    throw problem('fromAnotherSite');
  };

  app.get('/session/sign-in', async (request, reply) => {
    const { return_to: to } = request.query as { return_to?: unknown };
    const secret = cookie(request, BEGUN) ?? newBrowserSecret();
    const begun = beginSignIn(secret, typeof to === 'string' ? to : '/');
    // Lax: the browser comes back from the issuer, which may be another site.
    reply.header(
      'set-cookie',
      `${BEGUN}=${secret}; Path=/; Max-Age=${HOUR}; HttpOnly; SameSite=Lax${secure}`,
    );
    return reply.header('cache-control', 'no-store').redirect(await issuer.authorizationUrl(begun));
  });

  app.get('/callback', async (request, reply) => {
    const url = new URL(request.url, publicUrl);
    const secret = cookie(request, BEGUN);
    const begun =
      secret === undefined ? undefined : resumeSignIn(secret, url.searchParams.get('state') ?? '');
    if (begun === undefined) return refuseExpired(reply);
    try {
      const given = await issuer.exchange(url, begun);
      if (outside) await auditOutside(given.accessToken, request);
      setSession(reply, await openSession(db, { ...given, signedInAt: Date.now() }), SESSION_DAYS * DAY);
    } catch (error) {
      if (!(error instanceof SignInRefused)) throw error;
      const text = `${error.message.replace(/\.+$/, '')}.`;
      return show(reply, 400, noticePage('Sign-in could not go on', text, 'Back to Acacia'));
    }
    return reply.header('cache-control', 'no-store').redirect(begun.returnTo);
  });

  /** Audits a sign-in at an outside issuer; the embedded provider's own form does that for others. */
  const auditOutside = async (accessToken: string, request: FastifyRequest): Promise<void> => {
    try {
      const { userId: id, email } = await authenticate(accessToken);
      const event = { user: { id, email }, email, client: clientOf(request), requestId: request.id };
      await audit({ action: 'signIn', ...event });
    } catch (error) {
      // A person without access gets this error by their first call.
      if (!(error instanceof Problem)) throw error;
    }
  };

  app.post('/session/token', async (request, reply) => {
    demandOwnPage(request);
    reply.header('cache-control', 'no-store');
    const secret = cookie(request, SESSION);
    const session = secret === undefined ? undefined : await tokens.fresh(secret);
    if (secret === undefined || session === undefined) {
      if (secret !== undefined) setSession(reply, '', 0);
      throw problem('signedOut');
    }
    setSession(reply, secret, SESSION_DAYS * DAY);
    return {
      access_token: session.accessToken,
      expires_at: session.expiresAt,
      signed_in_at: session.signedInAt,
    };
  });

  app.post('/session/end', async (request, reply) => {
    demandOwnPage(request);
    reply.header('cache-control', 'no-store');
    const secret = cookie(request, SESSION);
    const session = secret === undefined ? undefined : await tokens.last(secret);
    setSession(reply, '', 0);
    if (secret === undefined || session === undefined) return { location: `${publicUrl}/` };
    await closeSession(db, secret);
    const person = await authenticate(session.accessToken).catch(() => null);
    if (person !== null) {
      const user = { id: person.userId, email: person.email };
      const event = { user, email: person.email, client: clientOf(request), requestId: request.id };
      await audit({ action: 'signOut', ...event });
    }
    if (!outside) {
      const grant = jose.decodeJwt(session.accessToken)[GRANT_CLAIM];
      if (typeof grant === 'string') await endGrant(db, grant);
      ended();
      return { location: `${publicUrl}/` };
    }
    await endToken(db, session.accessToken, new Date(session.expiresAt * 1000));
    ended();
    try {
      await issuer.revoke(session);
      return { location: await issuer.endSessionUrl(session) };
    } catch (error) {
      log.warn({ err: error }, 'the identity provider could not be told of a sign-out');
      return { location: `${publicUrl}/` };
    }
  });
}
