/** Sign-in as in a browser: code flow with PKCE against the listening server. */
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { forgedTokens } from '@acacia/base/testing';
import * as jose from 'jose';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { authorization, Browser } from '../testing/browser.ts';
import { freePort } from '../testing/free-port.ts';
import { startTestPostgres, type TestPostgres } from '../testing/postgres.ts';
import { startTestServer, type TestServer } from '../testing/server.ts';
import { issueAccessToken } from './embedded/issue.ts';
import { loadKeys, publicKeys, SIGNING_ALGORITHM, type ProviderKeys } from './embedded/keys.ts';
import { openSession } from './sessions.ts';

let postgres: TestPostgres;
let server: TestServer;
let origin: string;

async function listen(port: number, database?: TestServer['database']): Promise<TestServer> {
  const made = await startTestServer(postgres, {
    environment: { PORT: String(port) },
    ...(database === undefined ? {} : { database }),
  });
  await made.plane.app.listen({ port, host: 'localhost' });
  return made;
}

beforeAll(async () => {
  postgres = await startTestPostgres();
  const port = await freePort();
  server = await listen(port);
  origin = `http://localhost:${port}`;
});
afterAll(async () => {
  await server.stop();
  await postgres.stop();
});

async function token(form: Record<string, string>) {
  const response = await fetch(`${origin}/oidc/token`, {
    method: 'POST',
    body: new URLSearchParams({ client_id: 'acacia-console', ...form }),
  });
  return { status: response.status, body: (await response.json()) as Record<string, string> };
}

test('a code that no database keeps is a wrong code', async () => {
  const form = { grant_type: 'authorization_code', code_verifier: 'v'.repeat(43) };
  const wrong = await token({ ...form, code: 'a\0b', redirect_uri: `${origin}/callback` });
  expect(wrong).toMatchObject({ status: 400, body: { error: 'invalid_grant' } });
});

/** Sets all counts of attempts to so many. */
const almostHeld = (times: number) =>
  server.database.pool.query('update sign_in_attempts set count = $1', [times]);

const GOOD = { email: 'admin@acacia.local', password: 'acacia' };

async function signIn(browser: Browser) {
  const attempt = authorization(origin);
  const { response: page } = await browser.follow(await browser.open(attempt.url));
  const action = /action="([^"]+)"/.exec(await page.text())?.[1] ?? '';
  const { url } = await browser.follow(await browser.open(action, GOOD));
  const code = url.searchParams.get('code') ?? '';
  const tokens = await token({
    grant_type: 'authorization_code',
    code,
    redirect_uri: `${origin}/callback`,
    code_verifier: attempt.verifier,
  });
  return { url, code, verifier: attempt.verifier, tokens: tokens.body, status: tokens.status };
}

const me = (accessToken: string) =>
  fetch(`${origin}/api/users/me`, { headers: { authorization: `Bearer ${accessToken}` } });

describe('signing in', () => {
  test('gives an access token for the cloud API, an id token with the e-mail, and a refresh token', async () => {
    const { url, tokens, status } = await signIn(new Browser(origin));
    expect(url.pathname).toBe('/callback');
    expect(url.searchParams.get('state')).toBe('the-state');
    expect(status).toBe(200);
    expect(jose.decodeJwt(tokens['access_token'] ?? '')).toMatchObject({
      aud: 'urn:acacia:cloud',
      iss: `${origin}/oidc`,
    });
    expect(jose.decodeJwt(tokens['id_token'] ?? '')).toMatchObject({
      email: 'admin@acacia.local',
      email_verified: true,
      name: 'Acacia Admin',
    });
    const answer = await me(tokens['access_token'] ?? '');
    expect(await answer.json()).toMatchObject({ Result: { email: 'admin@acacia.local' } });
  });

  test('shows the form with labels, autocomplete and the seeded account, under a strict policy', async () => {
    const browser = new Browser(origin);
    const { response } = await browser.follow(
      await browser.open(authorization(origin, { login_hint: 'x"@y.z' }).url),
    );
    const text = await response.text();
    expect(text).toContain('<label for="email">E-mail</label>');
    expect(text).toContain('autocomplete="username"');
    expect(text).toContain('autocomplete="current-password"');
    expect(text).toContain('admin@acacia.local');
    expect(text).toContain('value="x&quot;@y.z"');
    const policy = response.headers.get('content-security-policy');
    expect(policy).toContain("default-src 'none'");
    for (const kind of ['style', 'script']) {
      const [inline = '', ...more] = [...text.matchAll(new RegExp(`<${kind}>([^]*?)</${kind}>`, 'g'))].map(
        (match) => match[1] ?? '',
      );
      expect(more).toEqual([]);
      expect(policy).toContain(
        `${kind}-src 'sha256-${createHash('sha256').update(inline).digest('base64')}'`,
      );
    }
  });

  test('with a wrong password says so at the form, and remembers the e-mail', async () => {
    const browser = new Browser(origin);
    const { response: page } = await browser.follow(await browser.open(authorization(origin).url));
    const action = /action="([^"]+)"/.exec(await page.text())?.[1] ?? '';
    for (const email of ['admin@acacia.local', 'nobody@acacia.local']) {
      const again = await browser.open(action, { email, password: 'wrong' });
      const text = await again.text();
      expect(again.status).toBe(401);
      expect(text).toContain('role="alert" id="error">Wrong e-mail or password.</div>');
      expect(text).toContain(`value="${email}"`);
      expect(text).not.toContain('wrong');
    }
    const { url } = await browser.follow(await browser.open(action, GOOD));
    expect(url.pathname).toBe('/callback');
  });

  test('that fails in the server is told on a page, and to programs as JSON', async () => {
    const { pool } = server.database;
    const browser = new Browser(origin);
    const { response: page } = await browser.follow(await browser.open(authorization(origin).url));
    const action = /action="([^"]+)"/.exec(await page.text())?.[1] ?? '';
    await pool.query('alter table sign_in_attempts rename to away');
    try {
      const told = await browser.open(action, GOOD);
      expect([told.status, told.headers.get('content-type')]).toEqual([500, 'text/html; charset=utf-8']);
      expect(await told.text()).toMatch(/<h1>Sign-in could not go on<\/h1>\s*<p>Something went wrong/);
      const json = await browser.open(action, GOOD, { accept: 'application/json' });
      expect(await json.json()).toMatchObject({ Error: true, Result: null });
    } finally {
      await pool.query('alter table away rename to sign_in_attempts');
    }
  });

  test('is held up after ten wrong passwords, also for the right one', async () => {
    const browser = new Browser(origin);
    const { response: page } = await browser.follow(await browser.open(authorization(origin).url));
    const action = /action="([^"]+)"/.exec(await page.text())?.[1] ?? '';
    const form = { email: 'guessed@acacia.local', password: 'wrong' };
    expect((await browser.open(action, form)).status).toBe(401);
    await almostHeld(9);
    expect((await browser.open(action, form)).status).toBe(401);
    const held = await browser.open(action, form);
    expect(held.status).toBe(429);
    expect(await held.text()).toContain('Too many attempts. Try again in 15 minutes.');
    await server.database.pool.query('delete from sign_in_attempts');
  });

  test('from another site or another browser is refused', async () => {
    const browser = new Browser(origin);
    const { response: page } = await browser.follow(await browser.open(authorization(origin).url));
    const action = /action="([^"]+)"/.exec(await page.text())?.[1] ?? '';
    expect((await browser.open(action, GOOD, { origin: 'https://evil.example' })).status).toBe(403);
    const stranger = await new Browser(origin).open(action, GOOD);
    expect(stranger.status).toBe(400);
    expect(await stranger.text()).toContain('This sign-in has expired');
  });

  test('needs PKCE, a known client and a registered address', async () => {
    const plain = await new Browser(origin).open(authorization(origin, { code_challenge: '' }).url);
    expect(plain.headers.get('location') ?? '').toContain('error=invalid_request');
    const wrong: Record<string, string>[] = [
      { client_id: 'other' },
      { redirect_uri: 'https://evil.example/callback' },
    ];
    for (const changes of wrong) {
      const answer = await new Browser(origin).open(authorization(origin, changes).url);
      expect(answer.status).toBe(400);
      expect(await answer.text()).toContain('Sign-in could not go on');
    }
    const { code } = await signIn(new Browser(origin));
    const reused = await token({
      grant_type: 'authorization_code',
      code,
      redirect_uri: `${origin}/callback`,
      code_verifier: randomBytes(32).toString('base64url'),
    });
    expect(reused.status).toBe(400);
  });
});

describe('a session', () => {
  test('goes on without a password, with prompt=none as well', async () => {
    const browser = new Browser(origin);
    await signIn(browser);
    const { url } = await browser.follow(await browser.open(authorization(origin, { prompt: 'none' }).url));
    expect(url.searchParams.get('code')).toBeTruthy();
    const { url: stranger } = await new Browser(origin).follow(
      await new Browser(origin).open(authorization(origin, { prompt: 'none' }).url),
    );
    expect(stranger.searchParams.get('error')).toBe('login_required');
  });

  test('is refreshed with a new refresh token each time; an old one ends it', async () => {
    const { tokens } = await signIn(new Browser(origin));
    const refresh = (refresh_token: string) => token({ grant_type: 'refresh_token', refresh_token });
    const next = await refresh(tokens['refresh_token'] ?? '');
    expect(next.status).toBe(200);
    expect(next.body['refresh_token']).not.toBe(tokens['refresh_token']);
    expect(jose.decodeJwt(next.body['access_token'] ?? '').aud).toBe('urn:acacia:cloud');
    expect((await me(next.body['access_token'] ?? '')).status).toBe(200);
    expect((await refresh(tokens['refresh_token'] ?? '')).status).toBe(400);
    expect((await refresh(next.body['refresh_token'] ?? '')).status).toBe(400);
  });

  test('ends by signing out, and its refresh token with it', async () => {
    const browser = new Browser(origin);
    const { tokens } = await signIn(browser);
    const query = new URLSearchParams({
      id_token_hint: tokens['id_token'] ?? '',
      post_logout_redirect_uri: `${origin}/`,
    });
    for (const elsewhere of [
      'https://evil.example/',
      `${origin}//evil.example`,
      `${origin}/?to=//evil.example`,
    ]) {
      const asked = new URLSearchParams(query);
      asked.set('post_logout_redirect_uri', elsewhere);
      const refused = await browser.open(`/oidc/session/end?${asked.toString()}`);
      expect([refused.status, refused.headers.get('location')]).toEqual([400, null]);
    }
    const page = await browser.open(`/oidc/session/end?${query.toString()}`);
    const text = await page.text();
    expect(text).toContain('Sign out of Acacia?');
    const script = /<script>([^]*)<\/script>/.exec(text)?.[1] ?? '';
    expect(page.headers.get('content-security-policy')).toContain(
      `script-src 'sha256-${createHash('sha256').update(script).digest('base64')}'`,
    );
    const xsrf = /name="xsrf" value="([^"]+)"/.exec(text)?.[1] ?? '';
    const action = /action="([^"]+)"/.exec(text)?.[1] ?? '';
    const { url } = await browser.follow(await browser.open(action, { xsrf, logout: 'yes' }));
    expect(url.href).toBe(`${origin}/`);
    const { url: after } = await browser.follow(
      await browser.open(authorization(origin, { prompt: 'none' }).url),
    );
    expect(after.searchParams.get('error')).toBe('login_required');
    const refreshed = await token({
      grant_type: 'refresh_token',
      refresh_token: tokens['refresh_token'] ?? '',
    });
    expect(refreshed.status).toBe(400);
    expect((await me(tokens['access_token'] ?? '')).status).toBe(401);
    expect(server.doors).toContain('forget callers');
  });

  test.each(['access_token', 'refresh_token'])('ends when its %s is revoked', async (kind) => {
    const { tokens } = await signIn(new Browser(origin));
    const other = await signIn(new Browser(origin));
    const revoke = (form: Record<string, string>) =>
      fetch(`${origin}/oidc/token/revocation`, { method: 'POST', body: new URLSearchParams(form) });
    const token_ = tokens[kind] ?? '';
    expect((await revoke({ token: token_ })).status).toBe(401);
    expect((await revoke({ token: '', client_id: 'acacia-console' })).status).toBe(400);
    expect((await me(tokens['access_token'] ?? '')).status).toBe(200);
    for (const revoked of [token_, token_, 'nothing', 'a.b.c'])
      expect((await revoke({ token: revoked, client_id: 'acacia-console' })).status).toBe(200);
    expect((await me(tokens['access_token'] ?? '')).status).toBe(401);
    const refreshed = await token({
      grant_type: 'refresh_token',
      refresh_token: tokens['refresh_token'] ?? '',
    });
    expect(refreshed.status).toBe(400);
    expect((await me(other.tokens['access_token'] ?? '')).status).toBe(200);
  });

  test('survives a restart of the server', async () => {
    const browser = new Browser(origin);
    const { tokens } = await signIn(browser);
    await server.stop();
    server = await listen(Number(new URL(origin).port), server.database);
    expect((await me(tokens['access_token'] ?? '')).status).toBe(200);
    const { url } = await browser.follow(await browser.open(authorization(origin, { prompt: 'none' }).url));
    expect(url.searchParams.get('code')).toBeTruthy();
    const refreshed = await token({
      grant_type: 'refresh_token',
      refresh_token: tokens['refresh_token'] ?? '',
    });
    expect(refreshed.status).toBe(200);
  });
});

describe('a bearer token', () => {
  let keys: ProviderKeys;
  let userId: string;
  beforeEach(async () => {
    keys = await loadKeys(server.database.db);
    userId = jose.decodeJwt(server.admin).sub ?? '';
  });

  async function made(): Promise<string> {
    const sid = randomUUID();
    const from = { address: '', userAgent: '' };
    const expiresAt = new Date(Date.now() + 60_000);
    await openSession(server.database.db, {
      sid,
      accountId: userId,
      orgId: null,
      client: 'browser',
      from,
      expiresAt,
    });
    return sid;
  }
  async function signed(changes: {
    aud?: string;
    iss?: string;
    exp?: number;
    typ?: string;
    sub?: string;
    sid?: string;
  }) {
    const [key] = keys.signing.keys;
    return new jose.SignJWT({ sid: changes.sid ?? (await made()) })
      .setProtectedHeader({ alg: SIGNING_ALGORITHM, typ: changes.typ ?? 'at+jwt', kid: key?.kid ?? '' })
      .setIssuer(changes.iss ?? `${origin}/oidc`)
      .setAudience(changes.aud ?? 'urn:acacia:cloud')
      .setSubject(changes.sub ?? userId)
      .setExpirationTime(changes.exp ?? Math.floor(Date.now() / 1000) + 60)
      .sign(await jose.importJWK(key ?? {}, SIGNING_ALGORITHM));
  }
  const ask = async (bearer: string) => {
    const answer = await me(bearer);
    return [answer.status, ((await answer.json()) as { Message: string }).Message];
  };

  test('of ours is taken', async () => {
    expect((await me(await signed({}))).status).toBe(200);
    expect(
      (await me(await issueAccessToken(server.database.db, keys, `${origin}/oidc`, userId))).status,
    ).toBe(200);
  });

  test('of a sign-in that there is none of is refused', async () => {
    expect(await ask(await signed({ sid: 'gone' }))).toEqual([401, 'You are signed out. Sign in again.']);
  });

  test('that has expired is told so', async () => {
    expect(await ask(await signed({ exp: 1_000_000 }))).toEqual([
      401,
      'The access token has expired. Sign in again.',
    ]);
  });

  test.each([
    ['for another audience', { aud: 'acacia-console' }],
    ['of another issuer', { iss: 'https://evil.example' }],
    ['that is an id token', { typ: 'JWT' }],
  ])('%s is refused', async (_what, changes) => {
    expect(await ask(await signed(changes))).toEqual([
      401,
      'The access token is not valid here. Sign in again.',
    ]);
  });

  test('of someone who is gone is refused', async () => {
    const [status, message] = await ask(await signed({ sub: 'gone' }));
    expect([status, message]).toEqual([401, 'The account of this access token is no longer there.']);
  });

  test('that is forged is refused, and nobody is asked for its key', async () => {
    let asked = 0;
    const theirs = createServer((_request, response) => {
      asked += 1;
      response.end('{"keys":[]}');
    });
    await new Promise<void>((resolve) => theirs.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void theirs.close());
    const elsewhere = `http://127.0.0.1:${(theirs.address() as AddressInfo).port}/keys`;
    const [key] = publicKeys(keys).keys;
    const forged = forgedTokens(await signed({}), { publicKey: key ?? {}, elsewhere });
    for (const [name, bearer] of Object.entries(forged)) {
      expect(await ask(bearer), name).toEqual([401, 'The access token is not valid here. Sign in again.']);
    }
    expect(asked).toBe(0);
  });
});

test('the keys that anyone may read have no private part', async () => {
  const answer = await fetch(`${origin}/oidc/jwks`);
  const { keys } = (await answer.json()) as { keys: Record<string, unknown>[] };
  expect(keys).toHaveLength(1);
  expect(keys[0]).not.toHaveProperty('d');
});

describe('another password', () => {
  const CHOSEN = 'correct horse battery';
  const change = (current_password: string, new_password: string, bearer: string) =>
    server.call('changeMyPassword', { body: { current_password, new_password }, token: bearer });

  test.each([
    ['elevenchars', 'new_password', 'at least 12 characters'],
    ['acaciaacacia', 'new_password', 'first that are guessed'],
  ])('%s is refused by its field', async (password, field, why) => {
    const answer = await change('acacia', password, server.admin);
    expect(answer.body.ErrorDetails).toMatchObject([
      { FieldName: field, Reason: expect.stringContaining(why) as unknown },
    ]);
  });

  test('ends every other session and token at once, and goes on with this one', async () => {
    const here = new Browser(origin);
    const { tokens } = await signIn(here);
    const bearer = tokens['access_token'] ?? '';
    const elsewhere = new Browser(origin);
    const other = await signIn(elsewhere);
    expect((await change('acacia', CHOSEN, bearer)).status).toBe(200);
    expect((await me(bearer)).status).toBe(200);
    expect((await me(other.tokens['access_token'] ?? '')).status).toBe(401);
    expect((await me(server.admin)).status).toBe(401);
    const silently = async (browser: Browser) => {
      const attempt = authorization(origin, { prompt: 'none' });
      return (await browser.follow(await browser.open(attempt.url))).url.searchParams.has('code');
    };
    expect([await silently(here), await silently(elsewhere)]).toEqual([true, false]);

    const action = await elsewhere.form();
    const page = await elsewhere.open(action);
    expect(await page.text()).not.toContain('<code>acacia</code>');
    expect((await elsewhere.open(action, GOOD)).status).toBe(401);
    expect((await elsewhere.open(action, { ...GOOD, password: CHOSEN })).status).toBe(303);
    const log = (await server.call('listAuditEntries', { token: bearer })).result as unknown as {
      action: string;
    }[];
    const rows = log.filter((entry) => entry.action === 'changeMyPassword');
    expect(rows[0]).toMatchObject({ outcome: 'ok', address: '127.0.0.1' });
    expect(JSON.stringify(rows)).not.toContain(CHOSEN);
  });

  test('needs the present one, which cannot be guessed with a token either', async () => {
    const { db } = server.database;
    const userId = jose.decodeJwt(server.admin).sub ?? '';
    const bearer = await issueAccessToken(db, await loadKeys(db), `${origin}/oidc`, userId);
    const first = await change('guess', 'another good one', bearer);
    expect(first.body.ErrorDetails).toMatchObject([
      { FieldName: 'current_password', Reason: 'This is not your password.' },
    ]);
    // Then as a stranger.
    await almostHeld(10);
    expect((await change('guess', 'another good one', bearer)).status).toBe(400);
    await almostHeld(10);
    const held = await change(CHOSEN, 'another good one', bearer);
    expect([held.status, Number(held.headers['retry-after']) > 0]).toEqual([429, true]);
  });
});
