/** The OpenID Connect provider of this installation (docs/adr/0010-embedded-identity-provider.md). */
import type { IncomingMessage } from 'node:http';
import { ERROR_STATUS } from '@acacia/contract';
import { eq } from 'drizzle-orm';
import { Provider, type Configuration, type KoaContextWithOIDC } from 'oidc-provider';
import type { Db } from '../../database/database.ts';
import { accounts } from '../../database/schema.ts';
import { troubleOf, type Problem } from '../../errors/problem.ts';
import {
  ACCESS_TOKEN_SECONDS,
  CLI_CLIENT,
  CLOUD_AUDIENCE,
  CONSOLE_CLIENT,
  CONSOLE_SCOPES,
  ORGANISATION_CLAIM,
  SESSION_CLAIM,
} from '../audience.ts';
import type { Client } from '../client.ts';
import { cookieName } from '../cookies.ts';
import { ONE_FACTOR, TWO_FACTORS } from '../factors/ways.ts';
import { inLanguageOf } from '../pages/language.ts';
import { pageHeaders } from '../pages/layout.ts';
import { noticePage } from '../pages/notice.ts';
import { signOutPage, SUBMIT_HASH } from '../pages/sign-out.ts';
import { organisationOfAccount } from '../person.ts';
import { endSession, openSession } from '../sessions.ts';
import type { SignInAudit } from '../sign-in-audit.ts';
import { createAdapter } from './adapter.ts';
import { DEVICE_CLIENT, deviceFlow, deviceOf } from './device-flow.ts';
import { SIGNING_ALGORITHM, type ProviderKeys } from './keys.ts';

const DAY = 86_400;

function answer(ctx: KoaContextWithOIDC, body: string, scriptHash?: string): void {
  ctx.set({ ...pageHeaders(scriptHash) });
  ctx.body = inLanguageOf(ctx.req.headers, body);
}

/** Responds to a sign-in that failed: with a page, or with JSON for programs (RFC 6749, section 4.1.2.1). */
function tell(ctx: KoaContextWithOIDC, { type, message }: Problem): void {
  const page = ctx.response.is('html') !== false;
  ctx.status = ERROR_STATUS[type];
  if (page) answer(ctx, noticePage('Sign-in could not go on', message, 'Back to Acacia'));
  else ctx.body = { error: 'temporarily_unavailable', error_description: message };
}

/** A session that a grant begins, or goes on with. */
type Opened = (sid: string, accountId: string) => Promise<void>;

/**
 * The grant of a client of ours, given without asking for consent: it is the same product. Its id is that of the session.
 * The command line gets a grant for each sign-in: several machines must not share a session.
 */
async function grantOf(ctx: KoaContextWithOIDC, opened: Opened) {
  const { provider, session, client, result } = ctx.oidc;
  if (session?.accountId === undefined || client === undefined) return undefined;
  const kept = client.clientId === CLI_CLIENT ? undefined : session.grantIdFor(client.clientId);
  const known = result?.consent?.grantId ?? kept;
  const found = known === undefined ? undefined : await provider.Grant.find(known);
  if (found !== undefined) {
    await opened(found.jti, session.accountId);
    return found;
  }
  const grant = new provider.Grant({ clientId: client.clientId, accountId: session.accountId });
  grant.addOIDCScope(CONSOLE_SCOPES);
  await opened(await grant.save(), session.accountId);
  return grant;
}

/** How and when the person signed in, for an access token. */
function howSignedIn(ctx: KoaContextWithOIDC): Record<string, unknown> {
  const { AuthorizationCode: code, DeviceCode: device, RefreshToken: refresh } = ctx.oidc.entities;
  const source = refresh ?? code ?? device;
  return { acr: source?.acr, amr: source?.amr, auth_time: source?.authTime };
}

interface ProviderOptions {
  readonly db: Db;
  /** Origin of this server; the issuer is `/oidc` below it. */
  readonly publicUrl: string;
  readonly keys: ProviderKeys;
  /** Called when a session has ended, and its tokens with it. */
  readonly ended: () => void;
  readonly audit: SignInAudit;
  /** The client of a request. */
  readonly clientOf: (request: IncomingMessage) => Client;
  /** Called with errors of the provider itself. */
  readonly onError: (error: Error) => void;
}

export function createProvider(options: ProviderOptions): Provider {
  const { db, publicUrl, keys, ended, audit, clientOf, onError } = options;
  const secure = publicUrl.startsWith('https:');
  const configuration: Configuration = {
    adapter: (model) =>
      createAdapter(db, model, async (grantId) => {
        await endSession(db, grantId);
        ended();
      }),
    jwks: { keys: [...keys.signing.keys] },
    cookies: {
      // Browsers store cookies by host, whatever the port: two Acacias on one machine must not use each other's.
      names: {
        session: cookieName(publicUrl, 'acacia_session', '__Host-'),
        // Each is for the path of one sign-in.
        interaction: cookieName(publicUrl, 'acacia_sign_in', '__Secure-'),
        resume: cookieName(publicUrl, 'acacia_resume', '__Secure-'),
      },
      keys: [...keys.cookies],
      long: { signed: true, httpOnly: true, sameSite: 'lax', secure },
      short: { signed: true, httpOnly: true, sameSite: 'lax', secure },
    },
    clients: [
      {
        client_id: CONSOLE_CLIENT,
        client_name: 'Acacia console',
        application_type: 'web',
        token_endpoint_auth_method: 'none',
        grant_types: ['authorization_code', 'refresh_token'],
        response_types: ['code'],
        redirect_uris: [`${publicUrl}/callback`],
        post_logout_redirect_uris: [publicUrl, `${publicUrl}/`],
        id_token_signed_response_alg: SIGNING_ALGORITHM,
      },
      DEVICE_CLIENT,
    ],
    enabledJWA: { idTokenSigningAlgValues: [SIGNING_ALGORITHM] },
    pkce: { required: () => true },
    scopes: ['openid'],
    acrValues: [ONE_FACTOR, TWO_FACTORS],
    claims: {
      openid: ['sub', 'acr', 'amr', 'auth_time'],
      email: ['email', 'email_verified'],
      profile: ['name'],
    },
    conformIdTokenClaims: false,
    responseTypes: ['code'],
    ttl: {
      AccessToken: ACCESS_TOKEN_SECONDS,
      AuthorizationCode: 60,
      DeviceCode: 600,
      IdToken: ACCESS_TOKEN_SECONDS,
      Interaction: 3600,
      Session: 14 * DAY,
      Grant: 14 * DAY,
      RefreshToken: 14 * DAY,
    },
    clientBasedCORS: (_ctx, origin) => origin === publicUrl,
    issueRefreshToken: (_ctx, client) => client.grantTypeAllowed('refresh_token'),
    rotateRefreshToken: true,
    // Signing out in the browser leaves the command line signed in; it has a session of its own.
    expiresWithSession: (_ctx, token) => token.clientId !== CLI_CLIENT,
    extraTokenClaims: async (ctx, token) => {
      if (!('grantId' in token) || token.accountId === undefined) return undefined;
      const orgId = await organisationOfAccount(db, token.accountId);
      return {
        ...howSignedIn(ctx),
        [SESSION_CLAIM]: token.grantId,
        ...(orgId === null ? {} : { [ORGANISATION_CLAIM]: orgId }),
      };
    },
    loadExistingGrant: (ctx) =>
      grantOf(ctx, async (sid, accountId) => {
        const orgId = await organisationOfAccount(db, accountId);
        const { amr = [], acr = null, loginTs } = ctx.oidc.session ?? {};
        const at = loginTs === undefined ? new Date() : new Date(loginTs * 1000);
        const how = { amr, acr, at };
        const device = ctx.oidc.entities.DeviceCode;
        const client = device === undefined ? 'browser' : 'device';
        const from = device === undefined ? clientOf(ctx.req) : deviceOf(device.deviceInfo);
        await openSession(db, { sid, accountId, orgId, client, from, expiresAt: null, how });
        if (device === undefined) return;
        const [user] = await db.select().from(accounts).where(eq(accounts.id, accountId));
        if (user === undefined) return;
        const by = { action: 'signIn', user, email: user.email, amr, requestId: '' } as const;
        await audit({ ...by, client: from });
      }),
    findAccount: async (_ctx, id) => {
      const [user] = await db.select().from(accounts).where(eq(accounts.id, id));
      if (user === undefined) return undefined;
      return {
        accountId: user.id,
        claims: () => ({ sub: user.id, email: user.email, email_verified: true, name: user.name }),
      };
    },
    interactions: { url: (_ctx, interaction) => `/oidc/interaction/${interaction.uid}` },
    features: {
      devInteractions: { enabled: false },
      revocation: { enabled: true },
      deviceFlow: deviceFlow(clientOf, answer),
      resourceIndicators: {
        enabled: true,
        // Without a resource a token is for userinfo alone (OpenID Connect Core 1.0, section 5.3).
        defaultResource: (_ctx, _client, [one] = []) => one ?? [],
        useGrantedResource: () => true,
        getResourceServerInfo: () => ({
          scope: '',
          audience: CLOUD_AUDIENCE,
          accessTokenTTL: ACCESS_TOKEN_SECONDS,
          accessTokenFormat: 'jwt',
          jwt: { sign: { alg: SIGNING_ALGORITHM } },
        }),
      },
      rpInitiatedLogout: {
        enabled: true,
        logoutSource: (ctx, form) => {
          const asked = ctx.oidc.entities.IdTokenHint !== undefined;
          answer(ctx, signOutPage(form, asked), asked ? SUBMIT_HASH : undefined);
        },
        postLogoutSuccessSource: (ctx) => {
          answer(ctx, noticePage('You are signed out', 'See you soon.', 'Sign in again'));
        },
      },
    },
    renderError: (ctx, { error, error_description: description }) => {
      answer(
        ctx,
        noticePage(
          'Sign-in could not go on',
          `${description ?? error}.`.replace(/\.+$/, '.'),
          'Back to Acacia',
        ),
      );
    },
  };
  const provider = new Provider(`${publicUrl}/oidc`, configuration);
  provider.proxy = secure;
  const troubles = new WeakMap<object, () => void>();
  provider.on('server_error', (ctx, error) => {
    const trouble = troubleOf(error);
    if (trouble !== undefined) troubles.set(ctx, () => tell(ctx, trouble));
    onError(error);
  });
  // A full disk or a database that is away gets its own message instead of the library's.
  provider.use(async (ctx, next) => {
    await next();
    troubles.get(ctx)?.();
  });
  return provider;
}
