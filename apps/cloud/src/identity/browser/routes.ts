/**
 * Routes for signing in to the console and out of it, and for the access tokens of its pages
 * (docs/adr/0037-passwords-guesses-and-sessions.md).
 */
import { ERROR_STATUS } from '@acacia/contract';
import { eq } from 'drizzle-orm';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { BaseLogger } from 'pino';
import { z } from 'zod';
import type { Db } from '../../database/database.ts';
import { accounts } from '../../database/schema.ts';
import { invalidInput, problem, Problem, UnverifiedEmail } from '../../errors/problem.ts';
import type { Authenticate } from '../actor.ts';
import { clientOf } from '../client.ts';
import { ownCookie } from '../cookies.ts';
import { signAccessToken } from '../embedded/issue.ts';
import type { ProviderKeys } from '../embedded/keys.ts';
import { languageAsked } from '../pages/language.ts';
import { noticePage } from '../pages/notice.ts';
import { refuseExpired, show } from '../pages/show.ts';
import { permissionsIn } from '../operators.ts';
import { organisationForToken, speakLanguage, workIn, type Person } from '../person.ts';
import { continueSession, endSession, openSession, SESSION_DAYS, type HowSignedIn } from '../sessions.ts';
import type { SignInAudit } from '../sign-in-audit.ts';
import { beginSignIn, newBrowserSecret, resumeSignIn } from './begun.ts';
import { howOf } from './how.ts';
import { SignInRefused, type IssuerClient, type Tokens } from './issuer.ts';
import { openBrowserSession } from './sessions.ts';
import { createTokens } from './tokens.ts';

interface BrowserOptions {
  readonly db: Db;
  readonly publicUrl: string;
  readonly issuer: IssuerClient;
  /** Keys and name with which pages' access tokens are signed, whoever signs people in. */
  readonly keys: ProviderKeys;
  readonly ownIssuer: string;
  /** Whether an outside issuer signs people in. */
  readonly outside: boolean;
  readonly authenticate: Authenticate;
  readonly audit: SignInAudit;
  /** As `prefixedSince` gives it. */
  readonly prefixedSince: Date;
  /** Called when tokens have been revoked. */
  readonly ended: () => void;
  readonly log: BaseLogger;
}

const HOUR = 3600;
const DAY = 86_400;
const LONGEST_EMAIL = 320;
/** Characters of an issuer's reason in the audit log. */
const LONGEST_REASON = 300;

export function browserRoutes(app: FastifyInstance, options: BrowserOptions): void {
  const { db, publicUrl, keys, ownIssuer, issuer, outside, authenticate, audit, prefixedSince, ended, log } =
    options;
  // Lax: the browser comes back from the issuer, which may be another site.
  const BEGUN = ownCookie(publicUrl, { name: 'acacia_begun', path: '/', sameSite: 'Lax' });
  const SESSION = ownCookie(publicUrl, { name: 'acacia_console', path: '/session', sameSite: 'Strict' });

  const cookie = (request: FastifyRequest, name: string): string | undefined =>
    new RegExp(`(?:^|; *)${name}=([\\w-]{43})(?:;|$)`).exec(request.headers.cookie ?? '')?.[1];
  const setSession = (reply: FastifyReply, value: string, seconds: number) =>
    reply.header('set-cookie', SESSION.set(value, seconds));
  const tokens = createTokens({ db, issuer, ended });

  /** Refuses other origins. The cookie is SameSite=Strict, but another port of this host is the same site. */
  const demandOwnPage = (request: FastifyRequest): void => {
    const site = request.headers['sec-fetch-site'];
    if (request.headers.origin === publicUrl && (site === undefined || site === 'same-origin')) return;
    throw problem('fromAnotherSite');
  };

  app.get('/session/sign-in', async (request, reply) => {
    const { return_to: to, as } = request.query as { return_to?: unknown; as?: unknown };
    const person = typeof as === 'string' && as.length <= LONGEST_EMAIL ? as : undefined;
    const secret = cookie(request, BEGUN.name) ?? newBrowserSecret();
    const begun = beginSignIn(secret, typeof to === 'string' ? to : '/');
    reply.header('set-cookie', BEGUN.set(secret, HOUR));
    return reply.header('cache-control', 'no-store').redirect(await issuer.authorizationUrl(begun, person));
  });

  app.get('/callback', async (request, reply) => {
    const url = new URL(request.url, publicUrl);
    const secret = cookie(request, BEGUN.name);
    const begun =
      secret === undefined ? undefined : resumeSignIn(secret, url.searchParams.get('state') ?? '');
    if (begun === undefined) return refuseUnknown(url, reply);
    let given: Tokens | undefined;
    try {
      given = await issuer.exchange(url, begun);
      const person = await authenticate(given.accessToken, clientOf(request));
      if (outside) await followOutside(person, request, howOf(given.idToken));
      const secret = await openBrowserSession(db, person.sid, outside ? given : null);
      setSession(reply, secret, SESSION_DAYS * DAY);
    } catch (error) {
      const isRefused = error instanceof Problem || error instanceof SignInRefused;
      if (outside && isRefused) await auditRefused(error.message, request);
      if (error instanceof UnverifiedEmail && given !== undefined) {
        await revokeUnused(given);
        if (error.email !== null) {
          const address = new URLSearchParams({ email: error.email.slice(0, LONGEST_EMAIL) });
          return reply.header('cache-control', 'no-store').redirect(`/emailSend?${address.toString()}`);
        }
      }
      if (error instanceof Problem) return refuse(reply, ERROR_STATUS[error.type], error.message);
      if (!(error instanceof SignInRefused)) throw error;
      return refuse(reply, 400, `${error.message.replace(/\.+$/, '')}.`);
    }
    return reply.header('cache-control', 'no-store').redirect(begun.returnTo);
  });

  const refuse = (reply: FastifyReply, status: number, text: string) =>
    show(reply, status, noticePage('Sign-in could not go on', text, 'Back to Acacia'));

  /** Answers a callback of no sign-in of this browser: with the issuer's error, if it says one. */
  const refuseUnknown = (url: URL, reply: FastifyReply) => {
    const { searchParams } = url;
    const said = searchParams.get('error_description') ?? searchParams.get('error');
    if (said !== null) return refuse(reply, 400, said.slice(0, LONGEST_REASON));
    // The login of an organisation ends where each one does: the page chooses the organisation.
    const isOrgLogin = searchParams.get('isOrgLogin') === 'true' && !searchParams.has('state');
    return isOrgLogin ? reply.header('cache-control', 'no-store').redirect('/') : refuseExpired(reply);
  };

  /** Ends the sign-in of a person who is let in no further. */
  const revokeUnused = (given: Tokens): Promise<void> =>
    issuer.revoke(given).catch((error: unknown) => {
      log.warn({ err: error }, 'the identity provider could not be told of a sign-out');
    });

  /** Makes a browser's session of an outside issuer's, and audits the sign-in; the embedded provider does that itself. */
  const followOutside = async (
    person: Person,
    request: FastifyRequest,
    how: HowSignedIn | undefined,
  ): Promise<void> => {
    const { sid, orgId, userId: accountId, email } = person;
    const from = clientOf(request);
    const session = { sid, accountId, orgId, client: 'browser', from, expiresAt: null } as const;
    await openSession(db, how === undefined ? session : { ...session, how });
    const event = { user: { id: accountId, email }, email, client: from, requestId: request.id };
    await audit({ action: 'signIn', ...event, ...(how === undefined ? {} : { amr: how.amr }) });
  };

  /** Audits a sign-in that the outside issuer, or its account here, did not allow; who it was is not known. */
  const auditRefused = (reason: string, request: FastifyRequest): Promise<void> =>
    audit({
      action: 'signIn',
      user: null,
      email: '',
      refused: reason.slice(0, LONGEST_REASON),
      client: clientOf(request),
      requestId: request.id,
    });

  /**
   * The session by the cookie of its earlier name, in which it was begun; undefined: there is none. The browser gets the
   * present cookie in its place.
   */
  const sessionOfEarlier = async (request: FastifyRequest, reply: FastifyReply) => {
    if (SESSION.earlier === null || SESSION.forgetEarlier === null) return undefined;
    const secret = cookie(request, SESSION.earlier);
    if (secret === undefined) return undefined;
    reply.header('set-cookie', SESSION.forgetEarlier);
    const session = await tokens.fresh(secret);
    if (session === undefined || session.cookieAt >= prefixedSince) return undefined;
    setSession(reply, secret, SESSION_DAYS * DAY);
    return { secret, ...session };
  };

  /** The browser's session, for a page of ours. @throws Problem when it has none (any more) */
  const demandSession = async (request: FastifyRequest, reply: FastifyReply) => {
    demandOwnPage(request);
    reply.header('cache-control', 'no-store');
    const secret = cookie(request, SESSION.name);
    if (secret === undefined) {
      const earlier = await sessionOfEarlier(request, reply);
      if (earlier !== undefined) return earlier;
      throw problem('signedOut');
    }
    const session = await tokens.fresh(secret);
    if (session !== undefined) return { secret, ...session };
    setSession(reply, '', 0);
    throw problem('signedOut');
  };

  const Org = z.string().max(100);
  const Wanted = z.object({ org: Org.optional() });
  const Entered = z.object({ org: Org });
  const parse = <T>(schema: z.ZodType<T>, query: unknown): T => {
    const parsed = schema.safeParse(query);
    if (!parsed.success) throw invalidInput(parsed.error);
    return parsed.data;
  };

  /** An access token for the organisation `org`; without it, for the one that the person works in. */
  app.post('/session/token', async (request, reply) => {
    const { secret, sid, accountId, signedInAt, how, tokens: issued } = await demandSession(request, reply);
    // Our token stands for the issuer's, which stays here: what that lets an operator do goes with it.
    const permissions = issued === null ? [] : permissionsIn(issued.accessToken);
    const { org } = parse(Wanted, request.query);
    const orgId = await organisationForToken(db, accountId, org);
    await continueSession(db, sid, orgId);
    await speakLanguage(db, accountId, languageAsked(request.headers));
    const { token, expiresAt } = await signAccessToken(keys, ownIssuer, {
      accountId,
      sid,
      orgId,
      claims: { ...how, ...(permissions.length === 0 ? {} : { permissions }) },
    });
    setSession(reply, secret, SESSION_DAYS * DAY);
    return {
      access_token: token,
      expires_at: expiresAt,
      signed_in_at: signedInAt.getTime(),
      org_id: orgId,
    };
  });

  /** Makes `org` the organisation with which the person's next sign-in, and each new tab, begins. */
  app.post('/session/organization', async (request, reply) => {
    const { accountId } = await demandSession(request, reply);
    const { org } = parse(Entered, request.query);
    await workIn(db, accountId, org);
    return reply.code(204).send();
  });

  app.post('/session/end', async (request, reply) => {
    demandOwnPage(request);
    reply.header('cache-control', 'no-store');
    const secret = cookie(request, SESSION.name) ?? cookie(request, SESSION.earlier ?? SESSION.name);
    const session = secret === undefined ? undefined : await tokens.last(secret);
    setSession(reply, '', 0);
    if (SESSION.forgetEarlier !== null) reply.header('set-cookie', SESSION.forgetEarlier);
    if (secret === undefined || session === undefined) return { location: `${publicUrl}/` };
    const { sid, accountId, tokens: given } = session;
    await endSession(db, sid);
    ended();
    const [account] = await db.select().from(accounts).where(eq(accounts.id, accountId));
    if (account !== undefined) {
      const { id, email } = account;
      const event = { user: { id, email }, email, client: clientOf(request), requestId: request.id };
      await audit({ action: 'signOut', ...event });
    }
    if (given === null) return { location: `${publicUrl}/` };
    try {
      await issuer.revoke(given);
      return { location: await issuer.endSessionUrl(given) };
    } catch (error) {
      log.warn({ err: error }, 'the identity provider could not be told of a sign-out');
      return { location: `${publicUrl}/` };
    }
  });
}
