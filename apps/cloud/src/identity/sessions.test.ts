/** Sessions of people: their list, their end, and the organisation of their tokens. */
import * as jose from 'jose';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { memberships, organizations, roleGrants } from '../database/schema.ts';
import { sessions } from '../database/sign-in-tables.ts';
import { Browser } from '../testing/browser.ts';
import { freePort } from '../testing/free-port.ts';
import { startTestPostgres, type TestPostgres } from '../testing/postgres.ts';
import { startTestServer, type TestServer } from '../testing/server.ts';
import { issueAccessToken, issueOperatorToken } from './embedded/issue.ts';
import { loadKeys } from './embedded/keys.ts';
import { createLastSeen } from './last-seen.ts';
import { openSession, sweepSessions } from './sessions.ts';

let postgres: TestPostgres;
let server: TestServer;
let origin: string;
/** Account of the seeded admin, and their organisation. */
let admin: string;
let home: string;

beforeAll(async () => {
  postgres = await startTestPostgres();
  const port = await freePort();
  origin = `http://localhost:${port}`;
  server = await startTestServer(postgres, { environment: { PORT: String(port) } });
  await server.plane.app.listen({ port, host: 'localhost' });
  admin = jose.decodeJwt(server.admin).sub ?? '';
  home = String(jose.decodeJwt(server.admin)['org_id']);
});
afterAll(async () => {
  await server.stop();
  await postgres.stop();
});

const AGENT = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const GOOD = { email: 'admin@acacia.local', password: 'acacia' };

/** Signs in as the console does. */
async function signedIn(agent = AGENT): Promise<Browser> {
  const browser = new Browser(origin);
  const headers = { 'user-agent': agent };
  const { response: page } = await browser.follow(
    await browser.open('/session/sign-in', undefined, headers),
    '/oidc/',
    headers,
  );
  const action = /action="([^"]+)"/.exec(await page.text())?.[1] ?? '';
  const { url } = await browser.follow(await browser.open(action, GOOD, headers), '/oidc/', headers);
  await browser.open(url.href, undefined, headers);
  return browser;
}
async function tokenOf(browser: Browser, query = '') {
  const answer = await browser.post(`/session/token${query}`, { origin });
  const body = (await answer.json()) as { access_token?: string; org_id?: string; Message?: string };
  return { status: answer.status, token: body.access_token ?? '', body };
}
const listed = async (token: string) =>
  (await server.call('listMySessions', { token })).result as unknown as {
    session_id: string;
    is_current: boolean;
    agent: string;
    address: string;
  }[];
const me = async (token: string) => (await server.call('getMe', { token })).status;
const sidOf = (token: string) => String(jose.decodeJwt(token)['sid']);
async function anotherToken(account: string, orgId?: string): Promise<string> {
  const { db } = server.database;
  return issueAccessToken(db, await loadKeys(db), `${origin}/oidc`, account, orgId);
}

describe('a person’s sessions', () => {
  test('are listed to them alone, with where and by what, and the present one', async () => {
    const browser = await signedIn();
    const { token } = await tokenOf(browser);
    const { db } = server.database;
    await issueOperatorToken(db, await loadKeys(db), `${origin}/oidc`, admin);
    const all = await listed(token);
    expect(all.filter(({ is_current }) => is_current)).toMatchObject([
      { session_id: sidOf(token), agent: 'Firefox on Linux', address: '127.0.0.1' },
    ]);
    expect(all.map(({ agent }) => agent)).toContain('Command line of the server');
    const stranger = await server.person();
    expect((await listed(stranger)).map(({ session_id }) => session_id)).toEqual([sidOf(stranger)]);
  });

  test('end one by one: token, cookie and the session at the provider, at the next call', async () => {
    const [here, there] = [await signedIn(), await signedIn()];
    const [mine, other] = [(await tokenOf(here)).token, (await tokenOf(there)).token];
    expect(await me(other)).toBe(200);
    const stranger = await server.person();
    const params = { session_id: sidOf(other) };
    expect((await server.call('endMySession', { params, token: stranger })).status).toBe(404);
    expect(await me(other)).toBe(200);
    const told = server.doors.length;
    expect((await server.call('endMySession', { params, token: mine })).status).toBe(200);
    expect(server.doors.slice(told)).toContain('forget callers');
    expect([await me(other), await me(mine)]).toEqual([401, 200]);
    expect((await tokenOf(there)).status).toBe(401);
    const { response } = await there.follow(await there.open('/session/sign-in'));
    expect(await response.text()).toContain('<h1>Sign in</h1>');
    expect((await server.call('endMySession', { params, token: mine })).status).toBe(404);
  });

  test('end all but this one', async () => {
    const here = await signedIn();
    const { token } = await tokenOf(here);
    const others = [await anotherToken(admin), (await tokenOf(await signedIn())).token];
    const stranger = await server.person();
    const { result } = await server.call('endMyOtherSessions', { token });
    expect(Number(result['ended'])).toBeGreaterThanOrEqual(2);
    for (const other of [...others, server.admin]) expect(await me(other)).toBe(401);
    expect([await me(token), await me(stranger)]).toEqual([200, 200]);
    expect((await listed(token)).map(({ session_id }) => session_id)).toEqual([sidOf(token)]);
    expect((await server.call('endMyOtherSessions', { token })).result).toEqual({ ended: 0 });
  });

  test('end by themselves when they are not used, and are forgotten', async () => {
    const { db, pool } = server.database;
    const token = await anotherToken(admin);
    await pool.query(`update sessions set expires_at = now() - interval '1 minute' where sid = $1`, [
      sidOf(token),
    ]);
    expect(await me(token)).toBe(401);
    const ended = await anotherToken(admin);
    const past = `expires_at = now() - interval '1 minute', ended_at = now() - make_interval(days => $2)`;
    await pool.query(`update sessions set ${past} where sid = $1`, [sidOf(ended), 89]);
    await sweepSessions(db);
    const kept = async (of: string) =>
      (
        await db
          .select()
          .from(sessions)
          .where(eq(sessions.sid, sidOf(of)))
      ).length;
    expect([await kept(token), await kept(ended)]).toEqual([0, 1]);
    await pool.query(`update sessions set ${past} where sid = $1`, [sidOf(ended), 91]);
    await sweepSessions(db);
    expect(await kept(ended)).toBe(0);
  });

  test('go on as long as a browser is used, at most for 90 days', async () => {
    const browser = await signedIn();
    const { token } = await tokenOf(browser);
    const { pool } = server.database;
    const days = async () => {
      await tokenOf(browser);
      const { rows } = await pool.query<{ days: number }>(
        `select round(extract(epoch from expires_at - now()) / 86400)::int as days from sessions where sid = $1`,
        [sidOf(token)],
      );
      return rows[0]?.days;
    };
    await pool.query(`update sessions set expires_at = now() + interval '1 hour' where sid = $1`, [
      sidOf(token),
    ]);
    expect(await days()).toBe(14);
    await pool.query(`update sessions set created_at = now() - interval '87 days' where sid = $1`, [
      sidOf(token),
    ]);
    expect(await days()).toBe(3);
  });

  test('note when they were used, not with each call, and lose nothing when that cannot be written', async () => {
    const { db, pool } = server.database;
    const sid = 'seen';
    const from = { address: '', userAgent: '' };
    const expiresAt = new Date(Date.now() + 60_000);
    await openSession(db, { sid, accountId: admin, orgId: null, client: 'program', from, expiresAt });
    await pool.query(`update sessions set last_seen_at = now() - interval '1 hour' where sid = $1`, [sid]);
    const seenAgo = async () => {
      const [row] = await db.select().from(sessions).where(eq(sessions.sid, sid));
      return Math.round((Date.now() - (row?.lastSeenAt.getTime() ?? 0)) / 60_000);
    };
    const lastSeen = createLastSeen(db);
    lastSeen.saw(sid);
    lastSeen.saw('of nobody');
    await pool.query('alter table sessions rename to away');
    await expect(lastSeen.write()).rejects.toThrow();
    await pool.query('alter table away rename to sessions');
    expect(await seenAgo()).toBe(60);
    await lastSeen.write();
    expect(await seenAgo()).toBe(0);
  });
});

describe('the organisation of a token', () => {
  test('is the one that is asked for, for members of it alone, so that two tabs may have two', async () => {
    const browser = await signedIn();
    const second = await server.organization();
    const { db } = server.database;
    const membership = { id: 'two', orgId: second, accountId: admin, joinedAt: new Date() };
    const refused = await tokenOf(browser, `?org=${second}`);
    expect([refused.status, refused.body.Message]).toEqual([
      403,
      'You do not belong to this organisation, or not any more.',
    ]);
    await db.insert(memberships).values({ ...membership, joinedAt: null });
    expect((await tokenOf(browser, `?org=${second}`)).status).toBe(403);
    await db.update(memberships).set({ joinedAt: new Date() }).where(eq(memberships.id, 'two'));
    await db.insert(roleGrants).values({ membershipId: 'two', name: 'org-admins' });
    const [one, two] = [await tokenOf(browser), await tokenOf(browser, `?org=${second}`)];
    expect([one.body.org_id, two.body.org_id]).toEqual([home, second]);
    const orgOf = async (token: string) => (await server.call('getMe', { token })).result['org_id'];
    expect([await orgOf(one.token), await orgOf(two.token)]).toEqual([home, second]);

    const group = await server.call('createWorkgroup', {
      body: { name: 'OfOne', cloud_provider_id: 'aws', platform: 'AWS', region: 'us-east-1' },
      token: one.token,
    });
    const workgroup_id = String(group.result['workgroup_id']);
    const read = (token: string) => server.call('getWorkgroup', { params: { workgroup_id }, token });
    expect([(await read(one.token)).status, (await read(two.token)).status]).toEqual([200, 404]);

    await db.delete(memberships).where(eq(memberships.id, 'two'));
    const gone = await server.call('listWorkgroups', { token: two.token });
    expect([gone.status, gone.body.Message]).toEqual([
      403,
      'You do not belong to this organisation, or not any more.',
    ]);
    expect(await me(one.token)).toBe(200);
  });

  test.each([`?org=${'x'.repeat(101)}`, '?org=a&org=b'])('%s is no name of one', async (query) => {
    const { status } = await tokenOf(await signedIn(), query);
    expect(status).toBe(400);
  });

  test('is ended with the removal from it, and a session in another goes on', async () => {
    const second = await server.organization();
    const first = await server.personIn([
      { orgId: home, grants: [] },
      { orgId: second, grants: [] },
    ]);
    const user_id = jose.decodeJwt(first).sub ?? '';
    const other = await anotherToken(user_id, second);
    const { token } = await tokenOf(await signedIn());
    expect((await server.call('deleteUser', { params: { user_id }, token })).status).toBe(200);
    expect([await me(first), await me(other)]).toEqual([401, 200]);
  });

  test('opens no workspace of another', async () => {
    const second = await server.organization();
    const grants = [{ name: 'org-admins' as const }];
    const first = await server.personIn([
      { orgId: home, grants },
      { orgId: second, grants },
    ]);
    const account = jose.decodeJwt(first).sub ?? '';
    const admins = await signedIn();
    const { token } = await tokenOf(admins);
    const made = await server.call('createWorkgroup', {
      body: { name: 'OfTheFirst', cloud_provider_id: 'aws', platform: 'AWS', region: 'us-east-1' },
      token,
    });
    const workgroup_id = String(made.result['workgroup_id']);
    const database = await server.call('createDatabase', {
      params: { workgroup_id },
      body: { name: 'OfTheFirst' },
      token,
    });
    const workspace = await server.call('createWorkspace', {
      params: { workgroup_id },
      body: {
        name: 'OfTheFirst',
        tg_database_id: String(database.result['database_id']),
        tg_version: '4.2.1',
        workspace_type_name: 'TG-00',
      },
      token,
    });
    const id = String(workspace.result['workspace_id']);
    const { directory } = server.plane;
    expect(await directory.identify(id, first)).toMatchObject({ allowed: true, databaseRole: 'superuser' });
    const elsewhere = await anotherToken(account, second);
    expect(await directory.identify(id, elsewhere)).toMatchObject({ allowed: false, status: 403 });

    // Nor one of an organisation that wants a second factor which the person lacks; the operator is no person of it.
    const { db } = server.database;
    const wantsFactor = (requireSecondFactor: boolean) =>
      db.update(organizations).set({ requireSecondFactor }).where(eq(organizations.id, home));
    const operators = await issueOperatorToken(db, await loadKeys(db), `${origin}/oidc`, account);
    await wantsFactor(true);
    expect(await directory.identify(id, first)).toMatchObject({
      allowed: false,
      status: 403,
      message: expect.stringContaining('wants a second factor') as unknown,
    });
    expect(await directory.identify(id, operators)).toMatchObject({ allowed: true });
    await wantsFactor(false);
  });
});
