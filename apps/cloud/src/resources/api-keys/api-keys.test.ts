/** API keys: made, used at the cloud API and at workspaces, and ended. */
import { randomUUID } from 'node:crypto';
import {
  API_KEYS_MOST,
  cloudApi,
  isOfPeople,
  type ApiKey,
  type AuditEntry,
  type CloudCall,
  type OrgUser,
  type Route,
} from '@acacia/contract';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it, test, vi } from 'vitest';
import { apiKeys } from '../../database/organization-tables.ts';
import { accounts, mails, memberships, roleGrants } from '../../database/schema.ts';
import { adminWithoutPassword } from '../../identity/first-password.ts';
import { askForPassword } from '../../identity/sign-up.ts';
import { startTestPostgres, type TestPostgres } from '../../testing/postgres.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';

const WEEK = 604_800;
const NOT_VALID = 'The API key is not valid here.';
const OF_PEOPLE = 'This call is for people: an API key cannot make it.';

let postgres: TestPostgres;
let server: TestServer;
let place: { workgroup_id: string; workspace_id: string };

beforeAll(async () => {
  postgres = await startTestPostgres();
  server = await startTestServer(postgres);
  const workgroup_id = await server.workgroup();
  place = { workgroup_id, workspace_id: (await server.workspace(workgroup_id)).id };
});
afterAll(async () => {
  await server.stop();
  await postgres.stop();
});

const db = () => server.database.db;
const ADMIN = [{ name: 'org-admins' }] as const;

interface Made {
  readonly name: string;
  readonly text: string;
  readonly userId: string;
  readonly email: string;
}
const keyUsers = async (token = server.admin) =>
  (await server.call('listUsers', { token, query: { path: 'api_key_external_org' } }))
    .result as unknown as OrgUser[];
async function make(
  description = 'Nightly load',
  { token = server.admin, seconds = null }: { token?: string; seconds?: number | null } = {},
): Promise<Made> {
  const body = { description, life_time_in_seconds: seconds };
  const { status, result } = await server.call('createApiKey', { token, body });
  expect(status).toBe(200);
  const userId = String(result['user_id']);
  const [account] = await db().select().from(accounts).where(eq(accounts.id, userId));
  return {
    name: String(result['key_name']),
    text: String(result['plaintext_key']),
    userId,
    email: account?.email ?? '',
  };
}
const give = async (email: string, roles: object) =>
  expect((await server.call('assignRoles', { body: { userEmail: email, ...roles } })).status).toBe(200);
async function makeAdmin({ userId }: Made, token = server.admin) {
  const body = { roles: ['super-admins'] };
  expect((await server.call('setUserRoles', { token, params: { user_id: userId }, body })).status).toBe(200);
}
const list = async (token = server.admin) =>
  (await server.call('listApiKeys', { token })).result as unknown as ApiKey[];
const remove = (key_name: string, token = server.admin) =>
  server.call('deleteApiKey', { token, body: { key_name } });
const told = ({ status, body }: Awaited<ReturnType<TestServer['call']>>) => [status, body.Message];

describe('a new key', () => {
  it('is told once: stored as a hash, listed by its first and last five characters', async () => {
    const key = await make('Nightly load');
    expect(key.text).toMatch(/^ak_[\w-]{43}$/);
    const listed = (await list()).find(({ key_name }) => key_name === key.name);
    expect(listed).toMatchObject({
      description: 'Nightly load',
      redacted_key: `${key.text.slice(0, 5)}…${key.text.slice(-5)}`,
      user_id: key.userId,
      creator: 'admin@acacia.local',
      expires_at: null,
      last_used_at: null,
    });
    const stored = JSON.stringify([
      await db().select().from(apiKeys),
      (await server.call('listAuditEntries', { query: { limit: '20' } })).result,
    ]);
    expect(stored).not.toContain(key.text);
    expect(stored).toContain('Nightly load');
  });

  it.each([
    [null, null],
    [0, null],
    [-5, null],
    [WEEK, WEEK],
  ] as const)('with a lifetime of %j expires in %j seconds', async (seconds, lives) => {
    const { name } = await make('Lifetime', { seconds });
    const at = (await list()).find(({ key_name }) => key_name === name)?.expires_at ?? null;
    if (lives === null) expect(at).toBeNull();
    else expect(Math.abs(Date.parse(at ?? '') - Date.now() - lives * 1000)).toBeLessThan(60_000);
  });

  it.each([
    [{ description: ' ', life_time_in_seconds: null }, 'description', 'required'],
    [{ description: 'a\nb', life_time_in_seconds: null }, 'description', 'must be one line'],
    [{ description: 'x'.repeat(101), life_time_in_seconds: null }, 'description', 'must have at most 100'],
    [{ description: 'a' }, 'life_time_in_seconds', ''],
    [{ description: 'a', life_time_in_seconds: 1.5 }, 'life_time_in_seconds', 'whole number'],
    [{ description: 'a', life_time_in_seconds: 1e12 }, 'life_time_in_seconds', 'ten years'],
  ])('of %j is refused by the field', async (body, field, reason) => {
    const answer = await server.call('createApiKey', { body });
    expect([answer.status, answer.body.ErrorDetails?.[0]?.FieldName]).toEqual([400, field]);
    expect(answer.body.Message).toContain(reason);
  });

  it('is one too many after two hundred', async () => {
    const orgId = await server.organization();
    const token = await server.person(ADMIN, orgId);
    const ids = Array.from({ length: API_KEYS_MOST }, () => randomUUID());
    await db()
      .insert(accounts)
      .values(
        ids.map((id) => ({ id, kind: 'service' as const, email: `${id}@api-keys.invalid`, name: 'k' })),
      );
    await db()
      .insert(apiKeys)
      .values(ids.map((id) => ({ id, orgId, accountId: id, hash: id, redacted: '', creator: 'x' })));
    const body = { description: 'One more', life_time_in_seconds: null };
    const answer = await server.call('createApiKey', { token, body });
    expect(told(answer)).toEqual([409, 'An organization can have 200 API keys. Delete one first.']);
  });
});

describe('a key at the cloud API', () => {
  it('does what its roles allow at this moment, and no more', async () => {
    const key = await make('Reader');
    const read = () => server.call('getWorkspace', { params: place, apiKey: key.text });
    expect((await read()).status).toBe(403);
    await give(key.email, { workspacesToAssignUser: [place.workspace_id] });
    expect((await read()).status).toBe(200);
    const pause = await server.call('pauseWorkspace', { params: place, apiKey: key.text });
    expect(pause.status).toBe(403);
    const body = { userEmail: key.email, workspacesToRevokeRoles: [place.workspace_id] };
    await server.call('revokeRoles', { body });
    expect((await read()).status).toBe(403);
  });

  it('is taken from the header of tokens too, but not beside one, and from no address', async () => {
    const { text } = await make();
    const ask = (headers: Record<string, string>, url = '/api/orgs/self') =>
      server.plane.app.inject({ method: 'GET', url, headers });
    expect((await ask({ 'x-api-key': text })).statusCode).toBe(200);
    expect((await ask({ authorization: `Bearer ${text}` })).statusCode).toBe(200);
    const both = await ask({ 'x-api-key': text, authorization: `Bearer ${server.admin}` });
    expect([both.statusCode, both.json<{ Message: string }>().Message]).toEqual([
      400,
      'Send an access token or an API key, not both.',
    ]);
    for (const name of ['x-api-key', 'api_key', 'access_token']) {
      expect((await ask({}, `/api/orgs/self?${name}=${text}`)).statusCode, name).toBe(401);
    }
    expect((await ask({ 'x-api-key': server.admin })).statusCode).toBe(401);
  });

  it.each(['', 'ak_', `ak_${'x'.repeat(43)}`, `ak_${'x'.repeat(5000)}`, 'ak_ä', 'null'])(
    'is refused as %j',
    async (apiKey) =>
      expect(told(await server.call('getMyOrganization', { apiKey }))).toEqual([401, NOT_VALID]),
  );

  it('is refused from the moment at which it expires', async () => {
    const { text } = await make('Short', { seconds: 60 });
    const ask = () => server.call('getMyOrganization', { apiKey: text });
    expect((await ask()).status).toBe(200);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 60_000 });
    try {
      expect(told(await ask())).toEqual([401, 'The API key has expired.']);
    } finally {
      vi.useRealTimers();
    }
  });

  it('is refused at the next call after it was deleted, whose answer says so', async () => {
    const key = await make();
    expect((await server.call('getMyOrganization', { apiKey: key.text })).status).toBe(200);
    expect(told(await remove(key.name))).toEqual([200, 'API key deleted successfully.']);
    expect(told(await server.call('getMyOrganization', { apiKey: key.text }))).toEqual([401, NOT_VALID]);
    expect(await db().select().from(accounts).where(eq(accounts.id, key.userId))).toEqual([]);
    const again = await remove(key.name);
    expect([again.status, again.body.ErrorDetails?.[0]?.FieldName]).toEqual([404, 'key_name']);
  });

  const ofPeople = (Object.entries(cloudApi) as [CloudCall, Route][]).filter(([, route]) =>
    isOfPeople(route),
  );
  it('makes no call that is for people, as whoever it acts', async () => {
    const key = await make('Admin');
    await makeAdmin(key);
    expect(ofPeople.map(([name]) => name)).toEqual(
      expect.arrayContaining(['listUsers', 'createApiKey', 'changeMyPassword', 'listMySessions', 'getMe']),
    );
    for (const [name] of ofPeople) {
      expect(told(await server.call(name, { apiKey: key.text })), name).toEqual([403, OF_PEOPLE]);
    }
  });

  it('notes when it was used last, and names itself in the audit log', async () => {
    const key = await make('Group Maker');
    expect(key.email).toMatch(/^group-maker\.[0-9a-f]{12}@api-keys\.invalid$/);
    await makeAdmin(key);
    const body = { name: 'ByKey', cloud_provider_id: 'aws', platform: 'AWS', region: 'us-east-1' };
    expect((await server.call('createWorkgroup', { apiKey: key.text, body })).status).toBe(200);
    const entries = (await server.call('listAuditEntries', { query: { limit: '1' } }))
      .result as unknown as AuditEntry[];
    expect(entries[0]).toMatchObject({ actor: key.email, actor_id: key.userId, action: 'createWorkgroup' });
    await expect
      .poll(async () => (await list()).find(({ key_name }) => key_name === key.name)?.last_used_at)
      .toMatch(/^20/);
  });
});

describe('a key of one organisation', () => {
  it('reaches neither calls nor workspaces of another, nor do its admins reach the key', async () => {
    const orgId = await server.organization();
    const token = await server.person(ADMIN, orgId);
    const theirs = await make('Theirs', { token });
    await makeAdmin(theirs, token);
    expect((await server.call('getWorkspace', { params: place, apiKey: theirs.text })).status).toBe(404);
    const { directory } = server.plane;
    expect(await directory.identify(place.workspace_id, theirs.text)).toMatchObject({
      allowed: false,
      status: 403,
    });
    expect((await list()).map(({ key_name }) => key_name)).not.toContain(theirs.name);
    expect((await keyUsers()).map(({ email }) => email)).not.toContain(theirs.email);
    expect((await remove(theirs.name)).status).toBe(404);
    expect((await server.call('getMyOrganization', { apiKey: theirs.text })).result['org_id']).toBe(orgId);
  });
});

test('a key at a workspace has the role that it was given there, until it ends', async () => {
  const { directory } = server.plane;
  const key = await make('At a workspace');
  const ask = () => directory.identify(place.workspace_id, key.text);
  expect(await ask()).toMatchObject({ allowed: false, status: 403 });
  await give(key.email, { workspacesToAssignUser: [place.workspace_id] });
  const seen = { allowed: true, email: key.email, databaseRole: 'globalobserver' };
  expect(await ask()).toMatchObject(seen);
  await give(key.email, { workspacesToAssignAdmin: [place.workspace_id] });
  expect(await ask()).toMatchObject({ ...seen, databaseRole: 'superuser' });
  const before = server.doors.filter((line) => line === 'forget callers').length;
  await remove(key.name);
  // The gateway asks again at once.
  expect(server.doors.filter((line) => line === 'forget callers').length).toBeGreaterThan(before);
  expect(await ask()).toMatchObject({ allowed: false, status: 401, message: NOT_VALID });
});

describe('the account of a key', () => {
  it('is listed for organization admins alone, and nowhere among people', async () => {
    const key = await make('Hidden');
    await give(key.email, { workspacesToAssignAdmin: [place.workspace_id] });
    expect((await keyUsers()).find(({ email }) => email === key.email)).toMatchObject({
      name: 'Hidden',
      roles: [{ name: 'workspace-admins' }],
      metadata: { lastLogin: null },
    });
    const boss = await server.person([{ name: 'workspace-admins', ...place }]);
    const refused = await server.call('listUsers', {
      token: boss,
      query: { path: 'api_key_external_org' },
    });
    expect(refused.status).toBe(403);
    for (const [name, token] of [
      ['listUsers', server.admin],
      ['listUsers', boss],
      ['listWorkspaceMembers', server.admin],
      ['listWorkgroupMembers', server.admin],
    ] as const) {
      const answer = await server.call(name, { params: place, token });
      expect(answer.status, name).toBe(200);
      expect(JSON.stringify(answer.result), name).not.toContain(key.email);
    }
  });

  it('is no person to invite, to remove or to give a role to at a place', async () => {
    const key = await make('No person');
    const invited = await server.call('inviteUsers', {
      body: { users: [{ email: key.email, roles: ['users'] }] },
      query: { is_new_cloud: 'true' },
    });
    expect(invited.result).toMatchObject([{ invited: false, message: 'Please input a valid email address' }]);
    expect((await server.call('deleteUser', { params: { user_id: key.userId } })).status).toBe(404);
    const role = { email: key.email, role: 'workspace-users' };
    expect((await server.call('setWorkspaceRole', { params: place, body: role })).status).toBe(400);
    const at = await server.call('addWorkspaceUsers', { params: place, body: { userEmails: [key.email] } });
    expect(at.status).toBe(400);
  });

  it('is not shown to a directory, and in no group of it', async () => {
    const key = await make('Not of the directory');
    const { result } = await server.call('createProvisioningToken');
    const scim = async (method: 'GET' | 'POST', path: string, payload?: object) => {
      const { statusCode, body } = await server.plane.app.inject({
        method,
        url: `/api/scim/v2/${path}`,
        headers: {
          authorization: `Bearer ${String(result['token'])}`,
          'content-type': 'application/scim+json',
        },
        ...(payload === undefined ? {} : { payload }),
      });
      return { status: statusCode, body };
    };
    const [membership] = await db().select().from(memberships).where(eq(memberships.accountId, key.userId));
    const value = membership?.id ?? '';
    const all = await scim('GET', 'Users?count=200');
    expect(all.status).toBe(200);
    expect(all.body).toContain('admin@acacia.local');
    expect(all.body).not.toContain(key.email);
    expect((await scim('GET', `Users/${value}`)).status).toBe(404);
    const schemas = ['urn:ietf:params:scim:schemas:core:2.0:Group'];
    const group = { schemas, displayName: 'Programs', members: [{ value }] };
    expect((await scim('POST', 'Groups', group)).status).toBe(400);
  });

  it('gets no mail, no link and no first password', async () => {
    const orgId = await server.organization();
    const token = await server.person(ADMIN, orgId);
    const key = await make('Silent', { token });
    await makeAdmin(key, token);
    await askForPassword(db(), server.settings.publicUrl, key.email, undefined);
    const sent = (await db().select().from(mails)).flatMap(({ recipients }) => recipients);
    expect(sent).not.toContain(key.email);
    // The first organisation, left with a key alone, has nobody to give the well-known password to.
    const own = await make('Last');
    await makeAdmin(own);
    const people = (await db().select().from(accounts)).filter(({ kind }) => kind === 'person');
    await db()
      .transaction(async (tx) => {
        for (const { id } of people) await tx.delete(memberships).where(eq(memberships.accountId, id));
        expect(await adminWithoutPassword(tx, 'admin@acacia.local')).toBeUndefined();
        tx.rollback();
      })
      .catch((error: unknown) => expect(String(error)).toContain('Rollback'));
  });

  it('is no organization admin who can be left alone', async () => {
    const orgId = await server.organization();
    const token = await server.person(ADMIN, orgId);
    const id = String((await server.call('getMe', { token })).result['id']);
    const key = await make('Usurper', { token });
    await makeAdmin(key, token);
    const LAST = 'The organization would be left without an admin who can sign in.';
    const apiKey = key.text;
    const demoted = await server.call('setUserRoles', {
      apiKey,
      params: { user_id: id },
      body: { roles: ['users'] },
    });
    expect(told(demoted)).toEqual([409, LAST]);
    const removed = await server.call('deleteUser', { apiKey, params: { user_id: id } });
    expect(told(removed)).toEqual([409, LAST]);
    // Somebody who has not accepted yet does not count either.
    const [pending] = await db()
      .insert(memberships)
      .values({ id: randomUUID(), orgId, accountId: await anAccount() })
      .returning();
    await db()
      .insert(roleGrants)
      .values({ membershipId: pending?.id ?? '', name: 'org-admins' });
    expect((await server.call('deleteUser', { apiKey, params: { user_id: id } })).status).toBe(409);
    await server.person(ADMIN, orgId);
    expect((await server.call('deleteUser', { apiKey, params: { user_id: id } })).status).toBe(200);
  });
});

async function anAccount(): Promise<string> {
  const id = randomUUID();
  await db()
    .insert(accounts)
    .values({ id, email: `${id}@example.org`, name: 'Pending' });
  return id;
}
