/** Password guessing over HTTP: on a server behind a proxy, and on one that only this machine can reach. */
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { accounts } from '../database/schema.ts';
import { signInAttempts } from '../database/sign-in-tables.ts';
import { Browser } from '../testing/browser.ts';
import { freePort } from '../testing/free-port.ts';
import { startTestPostgres, type TestPostgres } from '../testing/postgres.ts';
import { startTestServer, type TestServer } from '../testing/server.ts';
import { issueAccessToken } from './embedded/issue.ts';
import { loadKeys } from './embedded/keys.ts';

const EMAIL = 'admin@acacia.local';
const CHOSEN = 'correct horse battery';

let postgres: TestPostgres;
let server: TestServer;
let port: number;
let origin: string;

/** A server behind a trusted proxy on this machine, which names the client's address. */
async function listen(database?: TestServer['database']): Promise<TestServer> {
  const made = await startTestServer(postgres, {
    environment: { PORT: String(port), ACACIA_TRUSTED_PROXIES: '127.0.0.1' },
    ...(database === undefined ? {} : { database }),
  });
  await made.plane.app.listen({ port, host: '127.0.0.1' });
  return made;
}

beforeAll(async () => {
  postgres = await startTestPostgres();
  port = await freePort();
  origin = `http://localhost:${port}`;
  server = await listen();
});
afterAll(async () => {
  await server.stop();
  await postgres.stop();
});

const at = (address: string) => ({ 'x-forwarded-for': address });

/** Makes an attempt with a form that was opened before. */
async function attempt(
  browser: Browser,
  action: string,
  password: string,
  address: string,
  email: string = EMAIL,
) {
  const answer = await browser.open(action, { email, password }, at(address));
  return { status: answer.status, text: await answer.text(), headers: answer.headers };
}
const signedIn = 303;

async function audit() {
  const { db } = server.database;
  const token = await issueAccessToken(db, await loadKeys(db), `${origin}/oidc`, await adminId());
  const answer = await server.call('listAuditEntries', { query: { limit: '500' }, token });
  return answer.result as unknown as {
    action: string;
    actor: string;
    outcome: string;
    message: string;
    address: string;
    user_agent: string;
  }[];
}
async function adminId() {
  const [row] = await server.database.db.select().from(accounts).where(eq(accounts.email, EMAIL));
  return row?.id ?? '';
}

describe('the first password on a server that others reach', () => {
  test('is not the one that everybody knows, and the page does not tell it', async () => {
    const browser = new Browser(origin);
    const action = await browser.form();
    const page = await browser.open(action);
    expect(await page.text()).not.toContain('<code>acacia</code>');
    expect(await attempt(browser, action, 'acacia', '203.0.113.1')).toMatchObject({ status: 401 });
  });

  test('is not set by strangers: where accounts are by invitation, nobody can sign up', async () => {
    const browser = new Browser(origin);
    const page = await browser.open('/oidc/sign-up');
    expect([page.status, await page.text()]).toEqual([403, expect.stringContaining('By invitation only')]);
    expect((await browser.open('/oidc/sign-up', { email: 'eve@example.org' })).status).toBe(404);
    const signIn = await (await browser.open(await browser.form())).text();
    expect([signIn.includes('Forgot your password?'), signIn.includes('Create an account')]).toEqual([
      true,
      false,
    ]);
  });

  test('is set once with the newest link, which nobody can guess', async () => {
    const old = (await server.plane.firstPasswordLink())?.url ?? '';
    const link = await server.plane.firstPasswordLink();
    const url = link?.url ?? '';
    expect(link).toMatchObject({ email: EMAIL });
    expect(url.startsWith(`${origin}/oidc/password?secret=`)).toBe(true);
    const browser = new Browser(origin);
    expect((await browser.open(old)).status).toBe(410);
    expect((await browser.open('/oidc/password')).status).toBe(410);
    const page = await browser.open(url);
    expect([page.status, page.headers.get('referrer-policy')]).toEqual([200, 'same-origin']);
    const secret = new URL(url).searchParams.get('secret') ?? '';
    const { rows } = await server.database.pool.query<{ hash: string }>('select hash from one_time_links');
    expect(rows.map(({ hash }) => hash)).not.toContain(secret);

    const set = (password: string, again = password, headers = {}) =>
      browser.open('/oidc/password', { secret, password, again }, headers);
    expect((await set(CHOSEN, CHOSEN, { origin: 'https://evil.example' })).status).toBe(403);
    for (const [password, again, why] of [
      [CHOSEN, 'correct horse', 'The two passwords are not the same.'],
      ['short', 'short', 'at least 12 characters'],
      ['acaciaacacia', 'acaciaacacia', 'among the first that are guessed'],
    ] as const) {
      const refused = await set(password, again);
      expect([refused.status, await refused.text()]).toEqual([400, expect.stringContaining(why)]);
    }
    const both = await Promise.all([set(CHOSEN), set(CHOSEN)]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 410]);
    expect((await browser.open(url)).status).toBe(410);
    expect(await server.plane.firstPasswordLink()).toBeNull();
    const action = await browser.form();
    expect(await attempt(browser, action, CHOSEN, '203.0.113.2')).toMatchObject({ status: signedIn });
    expect((await audit()).filter(({ action: name }) => name === 'setPassword')).toMatchObject([
      { actor: EMAIL, outcome: 'ok' },
    ]);
  });

  test('is not the one that everybody knows on an old data folder either', async () => {
    const database = await postgres.migrated();
    const local = await startTestServer(postgres, { database });
    await local.stop();
    const open = await startTestServer(postgres, { database, environment: { ACACIA_HOST: '0.0.0.0' } });
    expect(await open.plane.firstPasswordLink()).toMatchObject({ email: EMAIL });
    await open.stop();
  });
});

describe('guesses', () => {
  test('150 at once: ten are looked at, the rest is refused with the time to wait', async () => {
    await server.database.db.delete(signInAttempts);
    const browser = new Browser(origin);
    const action = await browser.form();
    const answers = await Promise.all(
      Array.from({ length: 150 }, (_, n) => attempt(browser, action, `guess ${n}`, '203.0.113.7')),
    );
    const statuses = Map.groupBy(answers, ({ status }) => status);
    expect(statuses.get(401)).toHaveLength(10);
    const refused = [...(statuses.get(429) ?? []), ...(statuses.get(503) ?? [])];
    expect(refused).toHaveLength(140);
    for (const { headers } of refused) expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    const held = await attempt(browser, action, 'guess', '203.0.113.7');
    expect(held.text).toContain('Too many attempts. Try again in 15 minutes.');
    expect(Number(held.headers.get('retry-after'))).toBeGreaterThan(800);
  }, 120_000);

  test('are held up after a restart as before, also the right one', async () => {
    await server.stop();
    server = await listen(server.database);
    const browser = new Browser(origin);
    const action = await browser.form();
    expect(await attempt(browser, action, CHOSEN, '203.0.113.7')).toMatchObject({ status: 429 });
  });

  test('of a flood keep its owner out neither at a browser they know nor at a new one', async () => {
    const owner = new Browser(origin);
    const home = '198.51.100.1';
    expect(await attempt(owner, await owner.form(), CHOSEN, home)).toMatchObject({ status: signedIn });
    owner.forget(/session/);
    const own = await owner.form();
    const stranger = new Browser(origin);
    const action = await stranger.form();
    // From the owner's own network, at the same moment.
    const flood = Array.from({ length: 30 }, () => attempt(stranger, action, 'wrong', home));
    expect(await attempt(owner, own, CHOSEN, home)).toMatchObject({ status: signedIn });
    expect((await Promise.all(flood)).filter(({ status }) => status === 401)).toHaveLength(10);
    expect(await attempt(stranger, action, CHOSEN, home)).toMatchObject({ status: 429 });
    expect(await attempt(stranger, action, CHOSEN, '192.0.2.9')).toMatchObject({ status: signedIn });
  }, 120_000);

  test('are in the audit log with address and program, and so is who came in', async () => {
    const rows = (await audit()).filter(({ action }) => action === 'signIn');
    for (const expected of [
      { actor: EMAIL, outcome: 'ok', address: '198.51.100.1', user_agent: 'node' },
      { outcome: 'failed', message: 'Wrong e-mail or password.', address: '203.0.113.7' },
      { outcome: 'failed', message: 'Too many attempts.', address: '203.0.113.7' },
    ]) {
      expect(rows).toContainEqual(expect.objectContaining(expected));
    }
  });

  test.each([
    ['a@b.c\u0000', 400],
    ['a@b.c\r\nx: y', 401],
    ['x'.repeat(5000), 401],
  ])('of strange names are refused: %j', async (email, status) => {
    const browser = new Browser(origin);
    const action = await browser.form();
    expect(await attempt(browser, action, 'x', '192.0.2.200', email)).toMatchObject({ status });
  });
});

test("on this machine alone the page tells the first password, but to this machine's own name only", async () => {
  const local = await startTestServer(postgres);
  const sent = await opened(local);
  const ask = async (headers: Record<string, string>) =>
    (
      await local.plane.app.inject({
        method: 'GET',
        url: sent.path,
        headers: { cookie: sent.cookie, ...headers },
      })
    ).body;
  expect(await ask({ host: 'localhost' })).toContain('<code>acacia</code>');
  const others: Record<string, string>[] = [
    { host: 'rebound.example' },
    { host: 'localhost.evil.example' },
    { host: 'localhost', 'x-forwarded-for': '203.0.113.1' },
    { host: 'localhost', forwarded: 'for=203.0.113.1' },
  ];
  for (const headers of others) {
    expect(await ask(headers)).not.toContain('<code>acacia</code>');
  }
  const post = (host: string) =>
    local.plane.app.inject({
      method: 'POST',
      url: sent.path,
      headers: { host, cookie: sent.cookie, 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams({ email: EMAIL, password: 'acacia' }).toString(),
    });
  expect((await post('rebound.example')).statusCode).toBe(401);
  expect((await post('localhost')).statusCode).toBe(signedIn);
  await local.stop();
});

/** A sign-in under way, with the headers that the browser sends. */
async function opened(local: TestServer) {
  const begun = await local.plane.app.inject({
    method: 'GET',
    url: `/oidc/auth?${new URLSearchParams({
      client_id: 'acacia-console',
      response_type: 'code',
      scope: 'openid',
      redirect_uri: `${local.settings.publicUrl}/callback`,
      code_challenge: 'x'.repeat(43),
      code_challenge_method: 'S256',
    }).toString()}`,
  });
  const cookies = [begun.headers['set-cookie'] ?? []].flat();
  return {
    path: new URL(String(begun.headers.location), origin).pathname,
    cookie: cookies.map((line) => line.split(';')[0]).join('; '),
  };
}
