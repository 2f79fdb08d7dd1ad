/** The console's session in a browser: cookies, short-lived tokens, signing out. */
import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import * as jose from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { accounts, memberships } from '../../database/schema.ts';
import { Browser } from '../../testing/browser.ts';
import { freePort } from '../../testing/free-port.ts';
import { startTestPostgres, type TestPostgres } from '../../testing/postgres.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';
import { openSession } from '../sessions.ts';
import { beginSignIn, resumeSignIn } from './begun.ts';
import { openBrowserSession } from './sessions.ts';

let postgres: TestPostgres;
let server: TestServer;
let origin: string;

beforeAll(async () => {
  postgres = await startTestPostgres();
  const port = await freePort();
  origin = `http://localhost:${port}`;
  server = await startTestServer(postgres, { environment: { PORT: String(port) } });
  await server.plane.app.listen({ port, host: 'localhost' });
});
afterAll(async () => {
  await server.stop();
  await postgres.stop();
});

const GOOD = { email: 'admin@acacia.local', password: 'acacia' };

/** Signs in as the console does; resolves with the browser's final URL. */
async function signIn(browser: Browser, returnTo = '/groups'): Promise<URL> {
  const begun = await browser.open(
    `/session/sign-in?${new URLSearchParams({ return_to: returnTo }).toString()}`,
  );
  const { response: page } = await browser.follow(begun);
  const action = /action="([^"]+)"/.exec(await page.text())?.[1] ?? '';
  const { url } = await browser.follow(await browser.open(action, GOOD));
  const back = await browser.open(url.href);
  return new URL(back.headers.get('location') ?? '', origin);
}

const post = (browser: Browser, path: string, headers: Record<string, string> = {}) =>
  browser.post(path, { origin, ...headers });
async function tokenOf(browser: Browser) {
  const answer = await post(browser, '/session/token');
  const body = (await answer.json()) as { access_token?: string; expires_at?: number };
  return { status: answer.status, token: body.access_token ?? '', headers: answer.headers, body };
}
const me = async (token: string) =>
  (await fetch(`${origin}/api/users/me`, { headers: { authorization: `Bearer ${token}` } })).status;

describe('a browser that has signed in', () => {
  test('comes back to where it was, and gets short tokens by a cookie that no script and no other path sees', async () => {
    const browser = new Browser(origin);
    expect((await signIn(browser)).pathname).toBe('/groups');
    const { status, token, headers } = await tokenOf(browser);
    expect(status).toBe(200);
    expect(await me(token)).toBe(200);
    const { exp = 0, iat = 0 } = jose.decodeJwt(token);
    expect(exp - iat).toBeLessThanOrEqual(600);
    const cookie = headers.getSetCookie().find((line) => line.startsWith('acacia_console_')) ?? '';
    expect(cookie).toContain('; Path=/session; ');
    expect(cookie).toContain('; HttpOnly; SameSite=Strict');
    expect(headers.get('cache-control')).toBe('no-store');
    expect(browser.cookies('/api/users/me')).not.toContain('acacia_console_');
    const { rows } = await server.database.pool.query<{ id: string; sealed: string }>(
      'select * from browser_sessions',
    );
    const secret = /acacia_console_\d+=([\w-]+)/.exec(browser.cookies('/session'))?.[1] ?? 'none';
    expect(JSON.stringify(rows)).not.toContain(secret);
    expect(JSON.stringify(rows)).not.toContain(token);
  });

  test('has its language remembered for mails, which asking for none does not change', async () => {
    const browser = new Browser(origin);
    await signIn(browser);
    const remembered = async (headers: Record<string, string>) => {
      await post(browser, '/session/token', headers);
      const [account] = await server.database.db
        .select()
        .from(accounts)
        .where(eq(accounts.email, GOOD.email));
      return account?.language;
    };
    expect(await remembered({ 'accept-language': 'zh-CN,zh;q=0.9,en;q=0.8' })).toBe('zh');
    expect(await remembered({ 'accept-language': 'fr' })).toBe('zh');
    expect(await remembered({ 'accept-language': 'en' })).toBe('en');
  });

  test('gives its token to no other site, and to no other page of this host', async () => {
    const browser = new Browser(origin);
    await signIn(browser);
    const others: Record<string, string>[] = [
      { origin: 'https://evil.example' },
      { origin: 'http://localhost:14240' },
      { origin, 'sec-fetch-site': 'same-site' },
    ];
    for (const path of ['/session/token', '/session/end']) {
      for (const headers of others) {
        expect((await post(browser, path, headers)).status).toBe(403);
      }
      expect((await browser.post(path)).status).toBe(403);
      expect((await browser.open(path)).status).toBe(404);
    }
    expect((await tokenOf(browser)).status).toBe(200);
  });

  test('has tabs that ask at the same time, also when the token has just ended', async () => {
    const browser = new Browser(origin);
    await signIn(browser);
    const first = await tokenOf(browser);
    const { now } = Date;
    const later = now() + 560_000;
    Date.now = () => later;
    try {
      const answers = await Promise.all([1, 2, 3, 4].map(() => tokenOf(browser)));
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
      for (const { token } of answers) {
        expect(token).not.toBe(first.token);
        expect(jose.decodeJwt(token)['sid']).toBe(jose.decodeJwt(first.token)['sid']);
        expect(await me(token)).toBe(200);
      }
    } finally {
      Date.now = now;
    }
  });

  test('is signed out at once: token, cookie and the session at the provider', async () => {
    const browser = new Browser(origin);
    await signIn(browser);
    const { token } = await tokenOf(browser);
    const ended = await post(browser, '/session/end');
    expect(await ended.json()).toEqual({ location: `${origin}/` });
    expect(await me(token)).toBe(401);
    expect(server.doors).toContain('forget callers');
    expect((await tokenOf(browser)).status).toBe(401);
    const { response } = await browser.follow(await browser.open('/session/sign-in'));
    expect(await response.text()).toContain('<h1>Sign in</h1>');
    expect((await post(browser, '/session/end')).status).toBe(200);
    const log = (await server.call('listAuditEntries')).result as unknown as { action: string }[];
    expect(log.find(({ action }) => action === 'signOut')).toMatchObject({
      actor: 'admin@acacia.local',
      address: '127.0.0.1',
    });
  });

  test('is signed out when its account has ended elsewhere', async () => {
    const browser = new Browser(origin);
    await signIn(browser);
    expect((await tokenOf(browser)).status).toBe(200);
    await server.database.pool.query('update sessions set ended_at = now() where ended_at is null');
    expect((await tokenOf(browser)).status).toBe(401);
    expect(browser.cookies('/session')).not.toContain('acacia_console_');
  });
});

describe('the organisation of a tab', () => {
  const orgOf = async (browser: Browser, query = '') => {
    const answer = await post(browser, `/session/token${query}`);
    return [answer.status, ((await answer.json()) as { org_id?: string }).org_id];
  };

  test('is the one that its tokens are asked for; entering one makes it that of new tabs, too', async () => {
    const browser = new Browser(origin);
    await signIn(browser);
    const { db } = server.database;
    const [admin] = await db.select().from(accounts).where(eq(accounts.email, GOOD.email));
    const { id: accountId = '', lastOrgId: first = '' } = admin ?? {};
    const second = await server.organization();
    const elsewhere = await server.organization();
    await db.insert(memberships).values({ id: second, orgId: second, accountId, joinedAt: new Date() });
    await db.insert(memberships).values({ id: elsewhere, orgId: elsewhere, accountId });
    expect(await orgOf(browser)).toEqual([200, first]);
    expect(await orgOf(browser, `?org=${second}`)).toEqual([200, second]);
    expect(await orgOf(browser)).toEqual([200, first]);

    expect((await post(browser, `/session/organization?org=${second}`)).status).toBe(204);
    expect(await orgOf(browser)).toEqual([200, second]);
    expect(await orgOf(browser, `?org=${first}`)).toEqual([200, first]);
    // An invitation that is not accepted, and what is none of theirs.
    for (const org of [elsewhere, 'nowhere']) {
      expect((await post(browser, `/session/organization?org=${org}`)).status).toBe(403);
      expect((await orgOf(browser, `?org=${org}`))[0]).toBe(403);
    }
    expect((await post(browser, '/session/organization')).status).toBe(400);
    expect((await browser.post(`/session/organization?org=${first}`)).status).toBe(403);
    expect((await post(new Browser(origin), `/session/organization?org=${first}`)).status).toBe(401);
    expect(await orgOf(browser)).toEqual([200, second]);
    await post(browser, `/session/organization?org=${first}`);
  });
});

describe('a sign-in that was begun', () => {
  test.each(['https://evil.example', '//evil.example', '/\\evil.example', '/callback?code=x', 'x', '/\r\nx'])(
    'leads home instead of to %s',
    (to) => {
      const { state } = beginSignIn('secret', to);
      expect(resumeSignIn('secret', state)?.returnTo).toBe('/');
    },
  );

  test('is nobody else’s, and cannot be changed', async () => {
    const { state, verifier } = beginSignIn('secret', '/groups');
    expect(resumeSignIn('secret', state)).toMatchObject({ returnTo: '/groups', verifier });
    expect(resumeSignIn('another', state)).toBeUndefined();
    const [random = '', , proof = ''] = state.split('.');
    const changed = `${random}.${Buffer.from('/other').toString('base64url')}.${proof}`;
    expect(resumeSignIn('secret', changed)).toBeUndefined();
    const stranger = await new Browser(origin).open(`/callback?code=x&state=${state}`);
    expect([stranger.status, await stranger.text()]).toEqual([
      400,
      expect.stringContaining('This sign-in has expired'),
    ]);
  });

  test('and refused by the provider says so', async () => {
    const browser = new Browser(origin);
    const begun = await browser.open('/session/sign-in');
    const state = new URL(begun.headers.get('location') ?? '').searchParams.get('state') ?? '';
    const query = new URLSearchParams({ state, error: 'access_denied', error_description: 'Not today' });
    const answer = await browser.open(`/callback?${query.toString()}`);
    expect([answer.status, await answer.text()]).toEqual([400, expect.stringContaining('Not today.')]);
  });

  test('and that nobody has begun here shows the error that it carries, as text', async () => {
    const query = new URLSearchParams({ error: 'x', error_description: `<b>Locked</b>${'y'.repeat(400)}` });
    const answer = await new Browser(origin).open(`/callback?${query.toString()}`);
    const text = await answer.text();
    expect([answer.status, text]).toEqual([400, expect.stringContaining('&lt;b&gt;Locked')]);
    expect(/y+/.exec(text)?.[0].length).toBeLessThan(300);
  });

  test('of an organisation ends as each one does; its address alone leads to the console', async () => {
    const browser = new Browser(origin);
    const begun = await browser.open('/session/sign-in?return_to=/groups');
    const { response: page } = await browser.follow(begun);
    const action = /action="([^"]+)"/.exec(await page.text())?.[1] ?? '';
    const { url } = await browser.follow(await browser.open(action, GOOD));
    url.searchParams.set('isOrgLogin', 'true');
    expect((await browser.open(url.href)).headers.get('location')).toBe('/groups');
    const alone = await new Browser(origin).open('/callback?isOrgLogin=true');
    expect([alone.status, alone.headers.get('location')]).toEqual([302, '/']);
  });
});

describe('where the public address is https', () => {
  const PUBLIC = 'https://acacia.example';
  let behindTls: TestServer;
  beforeAll(async () => {
    behindTls = await startTestServer(postgres, {
      environment: { ACACIA_PUBLIC_URL: PUBLIC, ACACIA_TRUSTED_PROXIES: '127.0.0.1' },
    });
  });
  afterAll(() => behindTls.stop());

  const ask = (method: 'GET' | 'POST', url: string, cookie = '') =>
    behindTls.plane.app.inject({
      method,
      url,
      headers: { host: 'acacia.example', 'x-forwarded-proto': 'https', origin: PUBLIC, cookie },
    });
  const cookiesOf = ({ headers }: Awaited<ReturnType<typeof ask>>) => [headers['set-cookie'] ?? []].flat();

  /** The cookie's secret of somebody who has signed in. */
  async function signedIn() {
    const { db } = behindTls.database;
    const sid = randomUUID();
    const accountId = jose.decodeJwt(await behindTls.person()).sub ?? '';
    const from = { address: '', userAgent: '' };
    await openSession(db, { sid, accountId, orgId: null, client: 'browser', from, expiresAt: null });
    return openBrowserSession(db, sid, null);
  }

  test('every cookie has a prefix, by which no neighbouring host can set it', async () => {
    const begun = await ask('GET', '/session/sign-in');
    expect(cookiesOf(begun)).toEqual([
      expect.stringMatching(/^__Host-acacia_begun_=[\w-]{43}; Path=\/; .*HttpOnly; SameSite=Lax; Secure$/),
    ]);
    const asked = new URL(String(begun.headers['location']));
    const provider = cookiesOf(await ask('GET', `${asked.pathname}${asked.search}`));
    expect(provider.length).toBeGreaterThan(1);
    for (const line of provider) expect(line).toMatch(/^__(Host|Secure)-acacia_.*; secure/i);
    const secret = await signedIn();
    const given = await ask('POST', '/session/token', `__Host-acacia_console_=${secret}`);
    expect(given.statusCode).toBe(200);
    expect(cookiesOf(given)).toEqual([
      expect.stringMatching(/^__Host-acacia_console_=[\w-]{43}; Path=\/; .*; SameSite=Strict; Secure$/),
    ]);
  });

  test('a session of an earlier version goes on and changes its cookie; a later one is not taken by that name', async () => {
    const secret = await signedIn();
    const earlier = `acacia_console_=${secret}`;
    expect((await ask('POST', '/session/token', earlier)).statusCode).toBe(401);
    await behindTls.database.pool.query("update browser_sessions set created_at = now() - interval '1 day'");
    const given = await ask('POST', '/session/token', earlier);
    expect(given.statusCode).toBe(200);
    expect(cookiesOf(given)).toContainEqual(
      expect.stringContaining(`__Host-acacia_console_=${secret}; Path=/;`),
    );
    expect(cookiesOf(given)).toContainEqual(
      expect.stringMatching(/^acacia_console_=; Path=\/session; Max-Age=0;/),
    );
  });
});
