/** Requests of Entra ID and Okta, in the shapes that their documentation shows, and what somebody hostile may send. */
import { randomUUID } from 'node:crypto';
import type { Provisioning } from '@acacia/contract';
import { and, eq, isNull } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { accounts, mails, memberships, roleGrants } from '../../database/schema.ts';
import { joinInviting } from '../../identity/admit.ts';
import { startTestPostgres, type TestPostgres } from '../../testing/postgres.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';

let postgres: TestPostgres;
let server: TestServer;
let orgId: string;
let token: string;

beforeAll(async () => {
  postgres = await startTestPostgres();
  server = await startTestServer(postgres);
  orgId = String((await server.call('getMe')).result['org_id']);
  token = String((await server.call('createProvisioningToken')).result['token']);
});
afterAll(async () => {
  await server.stop();
  await postgres.stop();
});

const db = () => server.database.db;
const fresh = (): string => `${randomUUID()}@example.org`;
const PATCH = 'urn:ietf:params:scim:api:messages:2.0:PatchOp';
const USER = 'urn:ietf:params:scim:schemas:core:2.0:User';

interface Sent {
  readonly body?: unknown;
  readonly token?: string;
  readonly headers?: Record<string, string>;
}
async function scim(method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE', path: string, sent: Sent = {}) {
  const response = await server.plane.app.inject({
    method,
    url: `/api/scim/v2${path}`,
    headers: {
      authorization: `Bearer ${sent.token ?? token}`,
      ...(sent.body === undefined ? {} : { 'content-type': 'application/scim+json' }),
      ...sent.headers,
    },
    ...(sent.body === undefined ? {} : { payload: JSON.stringify(sent.body) }),
  });
  const { statusCode: status, headers } = response;
  const body = (response.body === '' ? {} : response.json()) as Record<string, unknown> & {
    id: string;
    Resources: (Record<string, unknown> & { id: string })[];
  };
  return { status, headers, body };
}
const patch = (path: string, ...Operations: unknown[]) =>
  scim('PATCH', path, { body: { schemas: [PATCH], Operations } });
const filtered = (kind: string, filter: string) =>
  scim('GET', `/${kind}?filter=${encodeURIComponent(filter)}&startIndex=1&count=100`);

const entraUser = (email: string) => ({
  schemas: [USER, 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User'],
  externalId: randomUUID(),
  userName: email,
  active: true,
  emails: [{ primary: true, type: 'work', value: email }],
  meta: { resourceType: 'User' },
  name: { formatted: 'Ann Bee', familyName: 'Bee', givenName: 'Ann' },
  roles: [],
});
const oktaUser = (email: string) => ({
  schemas: [USER],
  userName: email,
  name: { givenName: 'Test', familyName: 'User' },
  emails: [{ primary: true, value: email, type: 'work' }],
  displayName: 'Test User',
  locale: 'en-US',
  externalId: '00ujl29u0le5T6Aj10h7',
  groups: [],
  password: '1mz050nq',
  active: true,
});
async function provisioned(email = fresh(), body: object = entraUser(email)) {
  const made = await scim('POST', '/Users', { body });
  expect(made.status).toBe(201);
  return { id: made.body.id, email };
}
/** A person of the organisation who has joined, with the id over SCIM. */
async function joined(grants: Parameters<TestServer['person']>[0] = [], org = orgId) {
  const session = await server.person(grants, org);
  const me = await server.call('getMe', { token: session });
  const [email, accountId] = [String(me.result['email']), String(me.result['id'])];
  const [row] = await db()
    .select()
    .from(memberships)
    .where(and(eq(memberships.accountId, accountId), eq(memberships.orgId, org)));
  return { id: row?.id ?? '', session, email, accountId };
}
const accountOf = async (email: string) =>
  (await db().select().from(accounts).where(eq(accounts.email, email)))[0];
const mailsTo = async (email: string) =>
  (await db().select().from(mails)).filter(({ recipients }) => recipients.includes(email));

describe('a person', () => {
  it('is provisioned as Entra ID does it: looked for, made as an invitation, found', async () => {
    const email = fresh();
    const none = await filtered('Users', `userName eq "${email}"`);
    expect([none.status, none.body]).toMatchObject([
      200,
      { schemas: ['urn:ietf:params:scim:api:messages:2.0:ListResponse'], totalResults: 0, Resources: [] },
    ]);
    const sent = entraUser(email);
    const made = await scim('POST', '/Users', { body: sent });
    expect(made.status).toBe(201);
    expect(made.headers['content-type']).toBe('application/scim+json; charset=utf-8');
    expect(made.headers['location']).toContain(`/api/scim/v2/Users/${made.body.id}`);
    const { externalId, name } = sent;
    expect(made.body).toMatchObject({ userName: email, externalId, name, active: true, groups: [] });
    expect(await mailsTo(email)).toHaveLength(1);
    for (const filter of [
      `userName eq "${email.toUpperCase()}"`,
      `externalId eq "${externalId}"`,
      `emails[type eq "work"].value eq "${email}"`,
      `displayName eq "${email}" and (active eq false or active eq true)`,
    ]) {
      const found = await filtered('Users', filter);
      expect(found.body.Resources.map(({ id }) => id)).toEqual([made.body.id]);
    }
    const listed = (await server.call('listUsers')).result as unknown as {
      email: string;
      enabled: boolean;
    }[];
    expect(listed.find((each) => each.email === email)).toMatchObject({ enabled: false, deactivated: false });
  });

  it('is provisioned, changed and deactivated as Okta does it, whatever password Okta makes up', async () => {
    const email = fresh();
    const { id } = await provisioned(email, oktaUser(email));
    expect((await accountOf(email))?.passwordHash).toBeNull();
    const read = await scim('GET', `/Users/${id}`);
    const put = await scim('PUT', `/Users/${id}`, {
      body: { ...read.body, name: { givenName: 'Another', middleName: 'Excited', familyName: 'User' } },
    });
    expect(put.body).toMatchObject({ userName: email, name: { givenName: 'Another', familyName: 'User' } });
    const off = await patch(`/Users/${id}`, { op: 'replace', value: { active: false } });
    expect([off.status, off.body['active']]).toEqual([200, false]);
    const again = await scim('POST', '/Users', { body: oktaUser(email) });
    expect([again.status, again.body]).toMatchObject([409, { scimType: 'uniqueness', status: '409' }]);
  });

  it('is changed by every form of path that Entra ID sends', async () => {
    const { id } = await provisioned();
    const address = fresh();
    const extension = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User:employeeNumber';
    const strict = await patch(
      `/Users/${id}`,
      { op: 'Replace', path: 'displayName', value: 'Pvlo' },
      { op: 'Replace', path: 'emails[type eq "work"].value', value: address },
      { op: 'Replace', path: 'name.givenName', value: 'Gtfd' },
      { op: 'Add', path: 'nickName', value: 'Babs' },
      { op: 'Replace', path: `${USER}:externalId`, value: 'Eqpj' },
      { op: 'Replace', path: extension, value: 'Eqpj' },
      { op: 'Remove', path: 'name.formatted' },
      { op: 'Add', path: 'emails[type eq "home"].value', value: 'not@kept.example' },
    );
    expect(strict.body).toMatchObject({
      displayName: 'Pvlo',
      externalId: 'Eqpj',
      name: { givenName: 'Gtfd', familyName: 'Bee', formatted: 'Gtfd Bee' },
      emails: [{ value: address }],
    });
    const bundled = await patch(`/Users/${id}`, {
      op: 'replace',
      value: {
        displayName: 'Bjfe',
        'name.givenName': 'Kkom',
        'name.familyName': 'Unua',
        [extension]: 'Aklq',
      },
    });
    expect(bundled.body).toMatchObject({ displayName: 'Bjfe', name: { formatted: 'Kkom Unua' } });
    const off = await patch(`/Users/${id}`, { op: 'Replace', path: 'active', value: 'False' });
    expect(off.body['active']).toBe(false);
  });

  it('who is deactivated is shut out at once, keeps the roles, and has them again', async () => {
    const { id, session, email } = await joined([{ name: 'billing-viewers' }]);
    const before = server.doors.length;
    await patch(`/Users/${id}`, { op: 'Replace', path: 'active', value: false });
    expect(server.doors.slice(before)).toContain('forget callers');
    expect((await server.call('listWorkgroups', { token: session })).status).toBe(401);
    const people = await server.call('listUsers');
    const listed = (people.result as unknown as { email: string }[]).find((each) => each.email === email);
    expect(listed).toMatchObject({
      enabled: false,
      deactivated: true,
      roles: [{ path: '/billing-viewers' }],
    });
    const [membership] = await db().select().from(memberships).where(eq(memberships.id, id));
    expect(membership?.deactivatedAt).not.toBeNull();
    await patch(`/Users/${id}`, { op: 'Replace', path: 'active', value: true });
    const [active] = await db().select().from(memberships).where(eq(memberships.id, id));
    expect(active?.deactivatedAt).toBeNull();
    expect(active?.joinedAt).not.toBeNull();
  });

  it('who is deactivated finishes what they are doing, and nothing after it', async () => {
    const { id, session } = await joined();
    const waiting = async () => {
      const { rows } = await server.database.pool.query('select from pg_locks where not granted');
      return rows.length;
    };
    let ended = false;
    const off = await db().transaction(async (tx) => {
      await tx.select().from(memberships).where(eq(memberships.id, id)).for('key share');
      const answer = patch(`/Users/${id}`, { op: 'Replace', path: 'active', value: false }).finally(() => {
        ended = true;
      });
      await expect.poll(waiting).toBeGreaterThan(0);
      expect(ended).toBe(false);
      return { answer };
    });
    expect((await off.answer).status).toBe(200);
    expect((await server.call('listWorkgroups', { token: session })).status).not.toBe(200);
  });

  it('who is deactivated before accepting cannot accept, and is invited again', async () => {
    const { id, email } = await provisioned();
    await patch(`/Users/${id}`, { op: 'Replace', path: 'active', value: 'False' });
    expect(await joinInviting(db(), (await accountOf(email))?.id ?? '')).toBe(false);
    await patch(`/Users/${id}`, { op: 'Replace', path: 'active', value: 'True' });
    expect(await mailsTo(email)).toHaveLength(2);
    expect(await joinInviting(db(), (await accountOf(email))?.id ?? '')).toBe(true);
  });

  it('is removed with DELETE, and an account that was only invited goes as well', async () => {
    const { id, email } = await provisioned();
    expect((await scim('DELETE', `/Users/${id}`)).status).toBe(204);
    expect(await accountOf(email)).toBeUndefined();
    const gone = await scim('GET', `/Users/${id}`);
    expect([gone.status, gone.body]).toMatchObject([
      404,
      { schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'], status: '404' },
    ]);
  });

  it('who has joined goes on with the e-mail that the directory gives, unless it is an admin or somebody has it', async () => {
    const move = (id: string, value: string) =>
      patch(`/Users/${id}`, { op: 'Replace', path: 'emails[type eq "work"].value', value });
    const own = await joined();
    const address = fresh();
    const moved = await move(own.id, address.toUpperCase());
    expect(moved.body['emails']).toMatchObject([{ value: address }]);
    expect(await accountOf(own.email)).toBeUndefined();
    // The person has not proved that they read its mails.
    expect(await accountOf(address)).toMatchObject({ id: own.accountId, emailVerifiedAt: null });
    expect((await server.call('getMe', { token: own.session })).result).toMatchObject({ email: address });
    for (const told of [own.email, address])
      expect((await mailsTo(told)).map(({ subject }) => subject)).toContain(
        '[Acacia] Your e-mail address was changed',
      );
    const { result } = await server.call('listAuditEntries');
    expect(result).toContainEqual(
      expect.objectContaining({
        action: 'changeProvisionedUser',
        before: expect.objectContaining({ email: own.email }) as unknown,
        after: expect.objectContaining({ email: address }) as unknown,
      }),
    );
    const admin = await joined([{ name: 'org-admins' }]);
    const refused = await move(admin.id, fresh());
    expect([refused.status, refused.body['scimType']]).toEqual([400, 'mutability']);
    const taken = await move(own.id, admin.email);
    expect([taken.status, taken.body['scimType']]).toEqual([409, 'uniqueness']);
  });

  it('who has joined keeps e-mail and name where another organisation has the account too', async () => {
    const own = await joined();
    await patch(`/Users/${own.id}`, { op: 'Replace', path: 'displayName', value: 'New Name' });
    expect((await accountOf(own.email))?.name).toBe('New Name');
    const there = await server.organization();
    await db()
      .insert(memberships)
      .values({ id: randomUUID(), orgId: there, accountId: own.accountId, joinedAt: new Date() });
    const moved = await patch(`/Users/${own.id}`, {
      op: 'Replace',
      path: 'emails[type eq "work"].value',
      value: fresh(),
    });
    expect([moved.status, moved.body['scimType']]).toEqual([400, 'mutability']);
    const named = await patch(`/Users/${own.id}`, { op: 'Replace', path: 'displayName', value: 'Other' });
    expect(named.body['displayName']).toBe('Other');
    expect((await accountOf(own.email))?.name).toBe('New Name');
  });

  it('with an account elsewhere becomes an invitation alone, and their name is not told', async () => {
    const there = await server.organization();
    const other = await joined([], there);
    await db().update(accounts).set({ name: 'A Secret Name' }).where(eq(accounts.id, other.accountId));
    const { userName, emails } = entraUser(other.email);
    const made = await scim('POST', '/Users', { body: { userName, emails, displayName: 'Eve' } });
    expect(made.body).toMatchObject({ displayName: 'Eve' });
    expect(await accountOf(other.email)).toMatchObject({ name: 'A Secret Name' });
    const [row] = await db().select().from(memberships).where(eq(memberships.id, made.body.id));
    expect(row?.joinedAt).toBeNull();
    const stolen = await patch(`/Users/${made.body.id}`, { op: 'replace', path: 'active', value: false });
    expect(stolen.status).toBe(200);
    expect((await server.call('getMe', { token: other.session })).result).toMatchObject({ org_id: there });
  });

  test('the last admin cannot be deactivated, removed or put out of the group of admins', async () => {
    const org = await server.organization();
    const admin = await joined([{ name: 'org-admins' }], org);
    const made = await server.call('createProvisioningToken', { token: admin.session });
    const own = String(made.result['token']);
    const off = { schemas: [PATCH], Operations: [{ op: 'Replace', path: 'active', value: false }] };
    const refused = await scim('PATCH', `/Users/${admin.id}`, { token: own, body: off });
    expect([refused.status, refused.body]).toMatchObject([
      409,
      { detail: 'The organization would be left without an admin who can sign in.' },
    ]);
    expect((await scim('DELETE', `/Users/${admin.id}`, { token: own })).status).toBe(409);
    expect((await server.call('getMe', { token: admin.session })).status).toBe(200);
    const second = await joined([{ name: 'org-admins' }], org);
    expect((await scim('PATCH', `/Users/${admin.id}`, { token: own, body: off })).status).toBe(200);
    expect((await scim('DELETE', `/Users/${second.id}`, { token: own })).status).toBe(409);
  });
});

describe('a group', () => {
  const grantsOf = async (membershipId: string) =>
    (await db().select().from(roleGrants).where(eq(roleGrants.membershipId, membershipId))).map(
      ({ name, workspaceId }) => [name, workspaceId],
    );
  const roleOf = (group_id: string, role: string | null, as = server.admin) =>
    server.call('setGroupRole', { params: { group_id }, body: { role }, token: as });

  it('gives its members the role that an admin has chosen, and takes it with them', async () => {
    const [ann, bob] = [await joined(), await joined()];
    const made = await scim('POST', '/Groups', {
      body: {
        schemas: [
          'urn:ietf:params:scim:schemas:core:2.0:Group',
          'http://schemas.microsoft.com/2006/11/ResourceManagement/ADSCIM/2.0/Group',
        ],
        externalId: randomUUID(),
        displayName: 'Analysts',
        meta: { resourceType: 'Group' },
      },
    });
    expect([made.status, made.body['members']]).toEqual([201, []]);
    const path = `/Groups/${made.body.id}`;
    const added = await patch(path, { op: 'Add', path: 'members', value: [{ $ref: null, value: ann.id }] });
    expect(added.status).toBe(204);
    expect(await grantsOf(ann.id)).toEqual([]);

    const workgroup = await server.workgroup();
    const { id: space } = await server.workspace(workgroup);
    const role = `/${workgroup}/${space}/workspace-users`;
    expect((await roleOf(made.body.id, role)).result).toMatchObject({ name: 'Analysts', members: 1, role });
    expect(await grantsOf(ann.id)).toEqual([['workspace-users', space]]);
    // Okta's form, and Entra ID's of the flag aadOptscim062020.
    await patch(
      path,
      { op: 'remove', path: `members[value eq "${ann.id}"]` },
      { op: 'add', path: 'members', value: [{ value: bob.id, display: bob.email }] },
    );
    expect([await grantsOf(ann.id), await grantsOf(bob.id)]).toEqual([[], [['workspace-users', space]]]);
    // A role that is kept keeps its date.
    const { pool } = server.database;
    await pool.query("update role_grants set given_at = '2026-01-02' where membership_id = $1", [bob.id]);
    await patch(path, { op: 'add', path: 'members', value: [{ value: ann.id }] });
    await patch(path, { op: 'remove', path: `members[value eq "${ann.id}"]` });
    const { rows } = await pool.query(
      "select given_at = '2026-01-02' as kept from role_grants where membership_id = $1",
      [bob.id],
    );
    expect(rows).toEqual([{ kept: true }]);
    const user = await scim('GET', `/Users/${bob.id}`);
    expect(user.body['groups']).toEqual([{ value: made.body.id, display: 'Analysts' }]);
    expect(
      (await filtered('Groups', `members eq "${bob.id}" and id eq "${made.body.id}"`)).body,
    ).toMatchObject({
      totalResults: 1,
    });

    const taken = await server.call('removeWorkspaceRoles', {
      params: { workgroup_id: workgroup, workspace_id: space },
      body: { userEmails: [bob.email] },
    });
    expect([taken.status, taken.body.Message]).toEqual([
      409,
      `${bob.email} has this role by the group 'Analysts' of your directory.`,
    ]);
    await patch(path, { op: 'Remove', path: 'members', value: [{ $ref: null, value: bob.id }] });
    expect(await grantsOf(bob.id)).toEqual([]);
    await patch(path, { op: 'replace', path: 'members', value: [{ value: ann.id }, { value: bob.id }] });
    expect((await scim('DELETE', path)).status).toBe(204);
    expect([await grantsOf(ann.id), await grantsOf(bob.id)]).toEqual([[], []]);
  });

  it('is renamed and replaced, found by its name, and listed without members', async () => {
    const ann = await joined();
    const body = { displayName: 'Test SCIMv2', members: [] };
    const { id } = (await scim('POST', '/Groups', { body })).body;
    const same = await scim('POST', '/Groups', { body: { displayName: 'test scimV2' } });
    expect([same.status, same.body['scimType']]).toEqual([409, 'uniqueness']);
    await patch(`/Groups/${id}`, { op: 'replace', value: { id, displayName: 'Test SCIMv20' } });
    await scim('PUT', `/Groups/${id}`, {
      body: { displayName: 'Test SCIMv21', members: [{ value: ann.id }] },
    });
    const query = `excludedAttributes=members&filter=${encodeURIComponent('displayName eq "Test SCIMv21"')}`;
    const [found] = (await scim('GET', `/Groups?${query}`)).body.Resources;
    expect(found).toMatchObject({ id, displayName: 'Test SCIMv21' });
    expect(found).not.toHaveProperty('members');
    expect((await scim('GET', `/Groups/${id}`)).body['members']).toEqual([{ value: ann.id }]);
  });

  it('has no role at a place of another organisation, and none that no place has', async () => {
    const { id } = (await scim('POST', '/Groups', { body: { displayName: randomUUID() } })).body;
    for (const role of ['/none/workgroup-admins', '/none/none/workspace-admins'])
      expect((await roleOf(id, role)).status).toBe(404);
    for (const role of ['/workspace-users', '/none/super-admins', 'super-admins', '/a/b/workgroup-admins'])
      expect((await roleOf(id, role)).status).toBe(400);
    const there = await server.organization();
    const admin = await joined([{ name: 'org-admins' }], there);
    expect((await roleOf(id, '/super-admins', admin.session)).status).toBe(404);
  });

  test('of admins keeps the last of them, also when it is given no role', async () => {
    const org = await server.organization();
    const admin = await joined([{ name: 'org-admins' }], org);
    const own = String(
      (await server.call('createProvisioningToken', { token: admin.session })).result['token'],
    );
    const group = await scim('POST', '/Groups', {
      token: own,
      body: { displayName: 'Admins', members: [{ value: admin.id }] },
    });
    expect((await roleOf(group.body.id, '/super-admins', admin.session)).status).toBe(200);
    const byHand = and(eq(roleGrants.membershipId, admin.id), isNull(roleGrants.groupId));
    await db().delete(roleGrants).where(byHand);
    const refused = await roleOf(group.body.id, null, admin.session);
    expect([refused.status, refused.body.Message]).toEqual([
      409,
      expect.stringContaining('without an admin'),
    ]);
    expect((await scim('DELETE', `/Groups/${group.body.id}`, { token: own })).status).toBe(409);
    const empty = { displayName: 'Admins', members: [] };
    expect((await scim('PUT', `/Groups/${group.body.id}`, { token: own, body: empty })).status).toBe(409);
    expect((await server.call('listUsers', { token: admin.session })).status).toBe(200);
  });
});

describe('versions and pages', () => {
  it('refuses a change of an older version, and sends nothing that is known', async () => {
    const { id } = await provisioned();
    const read = await scim('GET', `/Users/${id}`);
    const version = String(read.headers['etag']);
    expect(read.body['meta']).toMatchObject({ version, resourceType: 'User' });
    const known = await scim('GET', `/Users/${id}`, { headers: { 'if-none-match': version } });
    expect(known.status).toBe(304);
    const body = { schemas: [PATCH], Operations: [{ op: 'replace', path: 'displayName', value: 'One' }] };
    const headers = { 'if-match': version };
    expect((await scim('PATCH', `/Users/${id}`, { body, headers })).status).toBe(200);
    const late = await scim('PATCH', `/Users/${id}`, { body, headers });
    expect([late.status, late.body['status']]).toEqual([412, '412']);
    expect((await scim('DELETE', `/Users/${id}`, { headers: { 'if-match': '*' } })).status).toBe(204);
  });

  it('gives pages in one order, of 200 at most, with numbers out of range as the nearest', async () => {
    const first = await scim('GET', '/Users?startIndex=-5&count=2');
    expect(first.body).toMatchObject({ startIndex: 1, itemsPerPage: 2 });
    const total = Number(first.body['totalResults']);
    const second = await scim('GET', '/Users?startIndex=2&count=100000&attributes=userName');
    expect(second.body['itemsPerPage']).toBe(Math.min(200, total - 1));
    expect(second.body.Resources[0]?.id).toBe(first.body.Resources[1]?.id);
    expect(Object.keys(second.body.Resources[0] ?? {}).sort()).toEqual(['id', 'schemas', 'userName']);
    const counted = await scim('GET', '/Users?count=0');
    expect(counted.body).toMatchObject({ totalResults: total, Resources: [] });
    expect((await scim('GET', '/Users?count=many')).status).toBe(400);
  });

  it('tells what it can do', async () => {
    const config = await scim('GET', '/ServiceProviderConfig');
    expect(config.body).toMatchObject({ patch: { supported: true }, bulk: { supported: false } });
    expect((await scim('GET', '/ResourceTypes')).body['totalResults']).toBe(2);
    expect((await scim('GET', `/Schemas/${USER}`)).body).toMatchObject({ name: 'User' });
    expect((await scim('GET', '/Bulk')).status).toBe(404);
  });
});

describe('a token', () => {
  it('is needed, and is no other one’s', async () => {
    for (const wrong of ['', 'none', server.admin, `scim_${'a'.repeat(43)}`]) {
      const refused = await scim('GET', '/Users', { token: wrong });
      expect([refused.status, refused.headers['www-authenticate']]).toEqual([401, 'Bearer realm="SCIM"']);
    }
    // Before the body is looked at.
    expect((await scim('POST', '/Users', { token: 'none', body: 'x'.repeat(100_000) })).status).toBe(401);
    expect((await server.call('getMe', { token })).status).toBe(401);
  });

  it('opens its organisation alone: nothing of another one is there', async () => {
    const there = await server.organization();
    const admin = await joined([{ name: 'org-admins' }], there);
    const other = String(
      (await server.call('createProvisioningToken', { token: admin.session })).result['token'],
    );
    const { id } = await provisioned();
    const group = await scim('POST', '/Groups', { body: { displayName: randomUUID() } });
    const body = { schemas: [PATCH], Operations: [{ op: 'replace', path: 'displayName', value: 'Eve' }] };
    for (const path of [`/Users/${id}`, `/Groups/${group.body.id}`]) {
      expect((await scim('GET', path, { token: other })).status).toBe(404);
      expect((await scim('PATCH', path, { token: other, body })).status).toBe(404);
      expect((await scim('DELETE', path, { token: other })).status).toBe(404);
    }
    const foreign = await scim('POST', '/Groups', {
      token: other,
      body: { displayName: 'Theirs', members: [{ value: id }] },
    });
    expect([foreign.status, foreign.body['scimType']]).toEqual([400, 'invalidValue']);
    expect((await scim('GET', '/Users', { token: other })).body['totalResults']).toBe(1);
  });

  it('ends with the next one and when it is deleted; it is shown once, and its use is told', async () => {
    const there = await server.organization();
    const { session, email } = await joined([{ name: 'org-admins' }], there);
    const make = async () =>
      String((await server.call('createProvisioningToken', { token: session })).result['token']);
    const [first, second] = [await make(), await make()];
    expect((await scim('GET', '/Users', { token: first })).status).toBe(401);
    expect((await scim('GET', '/Users', { token: second })).status).toBe(200);
    const told = (await server.call('getProvisioning', { token: session })).result as unknown as Provisioning;
    expect(told.token).toMatchObject({ creator: email, last_used_time: expect.any(String) as string });
    expect(JSON.stringify(told)).not.toContain(second);
    expect((await server.call('deleteProvisioningToken', { token: session })).status).toBe(200);
    expect((await scim('GET', '/Users', { token: second })).status).toBe(401);
    expect((await server.call('deleteProvisioningToken', { token: session })).status).toBe(404);
  });
});

describe('hostile requests', () => {
  test.each([
    ['a filter that is deep', `${'('.repeat(3000)}userName eq "a"`],
    ['a filter that is wide', Array(60).fill('userName eq "a"').join(' or ')],
    ['a filter without an end', 'userName eq "a'],
    ['another comparison', 'userName sw "a"'],
    ['another attribute', 'password eq "a"'],
    ['SQL', `userName eq "a" or 1=1`],
    ['nothing', '  '],
  ])('%s is refused', async (_, filter) => {
    const refused = await filtered('Users', filter);
    expect([refused.status, refused.body['scimType']]).toEqual([400, 'invalidFilter']);
  });

  it('refuses a PATCH with too many operations, wrong ones, paths and values', async () => {
    const { id } = await provisioned();
    const many = Array(1001).fill({ op: 'replace', path: 'displayName', value: 'x' }) as unknown[];
    for (const [operations, scimType] of [
      [many, 'invalidSyntax'],
      [[{ op: 'move', path: 'displayName' }], 'invalidSyntax'],
      [[], 'invalidSyntax'],
      [[{ op: 'replace', path: 'name..familyName', value: 'x' }], 'invalidPath'],
      [[{ op: 'replace', path: `emails[${'('.repeat(400)}`, value: 'x' }], 'invalidPath'],
      [[{ op: 'replace', path: 'active', value: 'perhaps' }], 'invalidValue'],
      [[{ op: 'replace', path: 'displayName', value: 'x'.repeat(201) }], 'invalidValue'],
      [[{ op: 'replace', path: 'userName', value: '' }], 'invalidValue'],
      [[{ op: 'replace', path: 'emails', value: [{ value: 'аnn@example.org' }] }], 'invalidValue'],
      [[{ op: 'remove', path: 'emails' }], 'invalidValue'],
    ] as const) {
      const refused = await patch(`/Users/${id}`, ...operations);
      expect([refused.status, refused.body['scimType']]).toEqual([400, scimType]);
    }
    const huge = await scim('PATCH', `/Users/${id}`, { body: { Operations: ['x'.repeat(2_000_000)] } });
    expect([huge.status, huge.body['schemas']]).toEqual([
      400,
      ['urn:ietf:params:scim:api:messages:2.0:Error'],
    ]);
    const proto = await scim('PATCH', `/Users/${id}`, {
      body: JSON.parse('{"Operations":[{"op":"add","value":{"__proto__":{"active":false}}}]}') as unknown,
    });
    expect(proto.body['active'] ?? true).toBe(true);
  });

  it('takes a hundred people in a loop, each once, and holds a faster one back', async () => {
    const there = await server.organization();
    const admin = await joined([{ name: 'org-admins' }], there);
    const own = String(
      (await server.call('createProvisioningToken', { token: admin.session })).result['token'],
    );
    const statuses = new Map<number, number>();
    for (let n = 0; n < 100; n += 1) {
      const { status } = await scim('POST', '/Users', {
        token: own,
        body: { userName: `p${n}@example.org` },
      });
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }
    expect(Object.fromEntries(statuses)).toEqual({ 201: 100 });
    expect((await scim('GET', '/Users?count=0', { token: own })).body['totalResults']).toBe(101);
    let held = await scim('GET', '/Groups', { token: own });
    for (let n = 0; n < 2000 && held.status !== 429; n += 1)
      held = await scim('GET', '/Groups', { token: own });
    expect([held.status, Number(held.headers['retry-after']) > 0]).toEqual([429, true]);
  });

  it('is in the audit log, refused or not, without secrets', async () => {
    const { email } = await provisioned();
    await scim('POST', '/Users', { body: entraUser(email) });
    const entries = (await server.call('listAuditEntries', { query: { text: 'SCIM' } }))
      .result as unknown as {
      action: string;
      outcome: string;
      after: { email?: string } | null;
    }[];
    expect(entries[0]).toMatchObject({ action: 'provisionUser', outcome: 'failed' });
    expect(entries[1]).toMatchObject({ action: 'provisionUser', outcome: 'ok', after: { email } });
    expect(JSON.stringify(entries)).not.toContain(token);
  });
});
