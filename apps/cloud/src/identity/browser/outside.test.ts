/** Browsers whose people sign in at an outside issuer: a real OpenID Connect provider on a port of its own. */
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { UserSession } from '@acacia/contract';
import * as jose from 'jose';
import { Provider } from 'oidc-provider';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eq } from 'drizzle-orm';
import { accounts, organizations } from '../../database/schema.ts';
import { lacksFactor } from '../person.ts';
import { Browser } from '../../testing/browser.ts';
import { freePort } from '../../testing/free-port.ts';
import { startTestPostgres, type TestPostgres } from '../../testing/postgres.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';

const AUDIENCE = 'https://acacia.example';
const EMAIL = 'admin@acacia.local';

let postgres: TestPostgres;
let server: TestServer;
let issuer: Server;
let issuerUrl: string;
let origin: string;
let verified = true;
/** Seconds for which the issuer's access tokens are valid. */
let lifetime = 3600;
/** Whether access tokens have the address. Its userinfo takes no tokens that are for others. */
let tells = true;
let refuses = false;
/** How people sign in at the issuer, as its ID tokens say. */
let amr: string[] | undefined;
/** Tokens that were revoked at the issuer. */
let revoked = 0;

const refuse = (response: ServerResponse) =>
  response.writeHead(400, { 'content-type': 'application/json' }).end('{"error":"invalid_grant"}');

beforeAll(async () => {
  postgres = await startTestPostgres();
  const port = await freePort();
  origin = `http://localhost:${port}`;
  const issuerPort = await freePort();
  issuerUrl = `http://127.0.0.1:${issuerPort}`;
  const { privateKey } = await jose.generateKeyPair('RS256', { extractable: true });
  const provider: Provider = new Provider(issuerUrl, {
    jwks: { keys: [{ ...(await jose.exportJWK(privateKey)), alg: 'RS256', use: 'sig', kid: 'k' }] },
    clients: [
      {
        client_id: 'console',
        token_endpoint_auth_method: 'none',
        grant_types: ['authorization_code', 'refresh_token'],
        response_types: ['code'],
        redirect_uris: [`${origin}/callback`],
        post_logout_redirect_uris: [`${origin}/`],
      },
    ],
    cookies: { keys: ['key'] },
    issueRefreshToken: () => true,
    interactions: { url: (_ctx, { uid }) => `/interaction/${uid}` },
    loadExistingGrant: async ({ oidc }) => {
      const grant = new provider.Grant({ clientId: 'console', accountId: oidc.session?.accountId ?? '' });
      grant.addOIDCScope('openid profile email');
      await grant.save();
      return grant;
    },
    findAccount: (_ctx, sub) => ({
      accountId: sub,
      claims: () => ({ sub, email: EMAIL, email_verified: verified }),
    }),
    claims: { openid: ['sub', 'amr'], email: ['email', 'email_verified'], profile: ['name'] },
    extraTokenClaims: () => (tells ? { email: EMAIL, email_verified: verified } : {}),
    features: {
      devInteractions: { enabled: false },
      revocation: { enabled: true },
      resourceIndicators: {
        enabled: true,
        defaultResource: () => AUDIENCE,
        useGrantedResource: () => true,
        getResourceServerInfo: () => ({
          scope: '',
          audience: AUDIENCE,
          accessTokenTTL: lifetime,
          accessTokenFormat: 'jwt',
        }),
      },
    },
  });
  const answer = provider.callback();
  issuer = createServer((request, response) => {
    if (request.url?.startsWith('/interaction/') === true) {
      void provider.interactionFinished(request, response, {
        login: { accountId: 'somebody', ...(amr === undefined ? {} : { amr }) },
      });
    } else if (request.url === '/token/revocation') {
      revoked += 1;
      void answer(request, response);
    } else if (refuses && request.url === '/token') refuse(response);
    else void answer(request, response);
  });
  await new Promise<void>((resolve) => issuer.listen(issuerPort, '127.0.0.1', resolve));
  server = await startTestServer(postgres, {
    environment: {
      PORT: String(port),
      OIDC_ISSUER: issuerUrl,
      OIDC_CLIENT_ID: 'console',
      OIDC_AUDIENCE: AUDIENCE,
    },
  });
  await server.plane.app.listen({ port, host: 'localhost' });
});
afterAll(async () => {
  await server.stop();
  issuer.close();
  await postgres.stop();
});

/** A browser with the cookies of both sites; they have different names. */
async function signIn(): Promise<{ browser: Browser; last: Response }> {
  const browser = new Browser(origin);
  let last = await browser.open('/session/sign-in?return_to=/groups');
  for (let hop = 0; hop < 8 && last.headers.has('location'); hop += 1) {
    const to = new URL(last.headers.get('location') ?? '', last.url);
    last = await browser.open(to.href);
    if (to.pathname === '/callback') break;
  }
  return { browser, last };
}
async function tokenOf(browser: Browser) {
  const response = await browser.post('/session/token', { origin });
  const { access_token: token = '' } = (await response.json()) as { access_token?: string };
  return { status: response.status, token };
}
const me = async (token: string) => (await server.call('getMe', { token })).status;

test('a page gets our own token, and never that of the issuer', async () => {
  const { browser, last } = await signIn();
  expect(new URL(last.headers.get('location') ?? '', origin).pathname).toBe('/groups');
  const { token } = await tokenOf(browser);
  expect(jose.decodeJwt(token)).toMatchObject({ iss: `${origin}/oidc`, aud: 'urn:acacia:cloud' });
  expect(await me(token)).toBe(200);
  const listed = (await server.call('listMySessions', { token })).result as unknown as UserSession[];
  expect(listed.filter(({ is_current }) => is_current)).toMatchObject([{ address: '127.0.0.1' }]);
});

test('signing out ends it here and leads to the issuer', async () => {
  const { browser } = await signIn();
  const { token } = await tokenOf(browser);
  const ended = (await (await browser.post('/session/end', { origin })).json()) as { location: string };
  expect(ended.location).toContain(`${issuerUrl}/session/end?`);
  expect([await me(token), (await tokenOf(browser)).status]).toEqual([401, 401]);
});

test('tokens that expire are renewed at the issuer, until that refuses: then the session has ended', async () => {
  lifetime = 30;
  const { browser } = await signIn();
  const { token } = await tokenOf(browser);
  const tabs = await Promise.all([1, 2, 3].map(() => tokenOf(browser)));
  expect(tabs.map(({ status }) => status)).toEqual([200, 200, 200]);
  refuses = true;
  expect((await tokenOf(browser)).status).toBe(401);
  expect(await me(token)).toBe(401);
  refuses = false;
  expect((await tokenOf(browser)).status).toBe(401);
});

test("a second factor that an organization demands is told by the issuer's ID token", async () => {
  const call = (name: 'updateOrganizationSecurity' | 'getMyOrganization', token: string, body?: object) =>
    server.call(name, { token, ...(body === undefined ? {} : { body }) });
  const demand = { require_second_factor: true };
  const { token: silent } = await tokenOf((await signIn()).browser);
  expect(await call('updateOrganizationSecurity', silent, demand)).toMatchObject({ status: 409 });
  // Work of people in workspaces counts by the factor that a token of theirs has shown.
  const lacking = async (token: string) => {
    const { result } = await server.call('getMe', { token });
    const [row] = await server.database.db
      .select({ lacks: lacksFactor(true) })
      .from(accounts)
      .innerJoin(organizations, eq(organizations.id, String(result['org_id'])))
      .where(eq(accounts.id, String(result['id'])));
    return row?.lacks;
  };
  amr = ['pwd', 'otp', 'mfa'];
  const { token: told } = await tokenOf((await signIn()).browser);
  expect(await call('updateOrganizationSecurity', told, demand)).toMatchObject({ status: 200 });
  expect((await call('getMyOrganization', told)).status).toBe(200);
  expect((await call('getMyOrganization', silent)).status).toBe(403);
  expect(await lacking(silent)).toBe(false);
  await server.database.pool.query(`update accounts set second_factor_shown_at = now() - interval '91 days'`);
  expect(await lacking(silent)).toBe(true);
  expect(await lacking(told)).toBe(false);
  await call('updateOrganizationSecurity', told, { require_second_factor: false });
  amr = undefined;
});

test('whoever has not verified their address is led to the page that says so, and signed out', async () => {
  verified = false;
  // Nobody is known by the subject yet.
  await server.database.pool.query('update accounts set subject = null');
  revoked = 0;
  const { browser, last } = await signIn();
  expect([last.status, last.headers.get('location')]).toEqual([
    302,
    `/emailSend?email=${encodeURIComponent(EMAIL)}`,
  ]);
  expect(revoked).toBe(1);
  expect((await tokenOf(browser)).status).toBe(401);
  expect(browser.cookies('/session')).not.toContain('acacia_console_');
});

test('an issuer that tells of no address, neither in its tokens nor elsewhere, vouches for none', async () => {
  tells = false;
  await server.database.pool.query('update accounts set subject = null');
  const { last } = await signIn();
  expect([last.status, await last.text()]).toEqual([
    401,
    expect.stringContaining('Verify your e-mail address with your identity provider'),
  ]);
});
