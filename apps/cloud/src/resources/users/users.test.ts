import { randomUUID } from 'node:crypto';
import { INVITEES_MOST, type InviteOutcome, type OrgUser } from '@acacia/contract';
import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { accounts, mails, memberships } from '../../database/schema.ts';
import { startTestPostgres, type TestPostgres } from '../../testing/postgres.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';

let postgres: TestPostgres;
let server: TestServer;
let orgId: string;

beforeAll(async () => {
  postgres = await startTestPostgres();
  server = await startTestServer(postgres);
  orgId = String((await server.call('getMe')).result['org_id']);
});
afterAll(async () => {
  await server.stop();
  await postgres.stop();
});

const db = () => server.database.db;
const ADMIN = [{ name: 'org-admins' }] as const;
const fresh = (): string => `${randomUUID()}@example.org`;

async function someone(...given: Parameters<TestServer['person']>) {
  const token = await server.person(...given);
  const { result } = await server.call('getMe', { token });
  return { token, id: String(result['id']), email: String(result['email']) };
}
/** An organisation of its own with an admin. */
async function elsewhere() {
  const org_id = await server.organization();
  return { org_id, ...(await someone(ADMIN, org_id)) };
}
async function invite(
  emails: readonly string[],
  { token = server.admin, roles = ['users'] }: { token?: string; roles?: readonly string[] } = {},
) {
  const body = { users: emails.map((email) => ({ email, roles })) };
  return server.call('inviteUsers', { token, body, query: { is_new_cloud: 'true' } });
}
const outcomes = (answer: Awaited<ReturnType<typeof invite>>) =>
  (answer.result as unknown as InviteOutcome[]).map(({ invited, message }) => (invited ? true : message));
const people = async (token = server.admin) =>
  (await server.call('listUsers', { token })).result as unknown as OrgUser[];
const listed = async (email: string, token = server.admin) =>
  (await people(token)).find((each) => each.email === email);
const mailsTo = async (email: string) =>
  (await db().select().from(mails)).filter(({ recipients }) => recipients.includes(email));
const pathsOf = async (email: string) => (await listed(email))?.roles.map(({ path }) => path).sort();
/** Opens the link of the mail, as the person does. */
const join = (email: string, org: string) =>
  db().transaction(async (tx) => {
    const [account] = await tx.select().from(accounts).where(eq(accounts.email, email));
    await tx
      .update(memberships)
      .set({ joinedAt: new Date() })
      .where(and(eq(memberships.accountId, account?.id ?? ''), eq(memberships.orgId, org)));
  });
const lastAudit = async (action: string, token = server.admin) =>
  (
    (await server.call('listAuditEntries', { token })).result as unknown as {
      action: string;
      before: unknown;
      after: unknown;
      outcome: string;
    }[]
  ).find((entry) => entry.action === action);

describe('an invitation', () => {
  it('makes a pending member, who has the role when they accept, and a mail', async () => {
    const email = fresh();
    expect(outcomes(await invite([` ${email.toUpperCase()} `], { roles: ['super-admins'] }))).toEqual([true]);
    expect(await listed(email)).toMatchObject({
      name: email,
      enabled: false,
      metadata: { lastLogin: null },
      roles: [{ name: 'super-admins', path: '/super-admins' }],
    });
    const [mail] = await mailsTo(email);
    expect(mail?.subject).toContain('Acacia');
    expect(await lastAudit('inviteUsers')).toMatchObject({ after: { invited: [email] }, outcome: 'ok' });
    await join(email, orgId);
    expect((await listed(email))?.metadata.lastLogin).not.toBeNull();
  });

  it('has an outcome for each address, and one mail for each person', async () => {
    const email = fresh();
    const member = await someone();
    const wrong = 'Please input a valid email address';
    const answer = await invite([
      email,
      email.toUpperCase(),
      member.email,
      'nobody',
      `${email}\r\nBcc: eve@example.org`,
      email.replace('e', '\u0435'),
    ]);
    expect(outcomes(answer)).toEqual([
      true,
      'This user is already in the adding list',
      'This user is already in your organization',
      wrong,
      wrong,
      wrong,
    ]);
    expect(outcomes(await invite([email]))).toEqual(['This user is already in your organization']);
    expect(await mailsTo(email)).toHaveLength(1);
  });

  it('of somebody with an account elsewhere tells nothing of it, and changes nothing there', async () => {
    const other = await elsewhere();
    await db().update(accounts).set({ name: 'A Secret Name' }).where(eq(accounts.id, other.id));
    expect(outcomes(await invite([other.email]))).toEqual([true]);
    expect((await listed(other.email))?.name).toBe(other.email);
    const me = await server.call('getMe', { token: other.token });
    expect(me.result).toMatchObject({ org_id: other.org_id, roles: [{ name: 'org-admins' }] });
    expect((await people(other.token)).map(({ email }) => email)).toEqual([other.email]);
    await join(other.email, orgId);
    expect((await listed(other.email))?.name).toBe('A Secret Name');
  });

  it('reaches a thousand people in one call, and no more', async () => {
    const { token, org_id } = await elsewhere();
    const many = Array.from({ length: INVITEES_MOST }, fresh);
    const answer = await invite(many, { token });
    expect(outcomes(answer).every((each) => each === true)).toBe(true);
    expect(await people(token)).toHaveLength(INVITEES_MOST + 1);
    const sent = new Set((await db().select().from(mails)).flatMap(({ recipients }) => recipients));
    expect(many.filter((email) => !sent.has(email))).toEqual([]);
    const more = await invite([...many, fresh()], { token });
    expect([more.status, more.body.ErrorDetails?.[0]?.FieldName]).toEqual([400, 'users']);
    expect(org_id).not.toBe(orgId);
  });

  it('is made once by two admins at the same time', async () => {
    const email = fresh();
    const answers = await Promise.all([invite([email]), invite([email])]);
    expect(answers.map(outcomes).flat().sort()).toEqual(['This user is already in your organization', true]);
    expect(await mailsTo(email)).toHaveLength(1);
  });

  it('is sent again while it is pending, by admins of its organisation alone', async () => {
    const email = fresh();
    await invite([email]);
    const resend = (address: string, org_id: string, token = server.admin) =>
      server.call('resendInvitation', { params: { org_id }, body: { email: address }, token });
    expect((await resend(email.toUpperCase(), orgId)).status).toBe(200);
    expect(await mailsTo(email)).toHaveLength(2);
    const other = await elsewhere();
    expect((await resend(email, other.org_id)).status).toBe(404);
    expect((await resend(email, orgId, other.token)).status).toBe(404);
    const unknown = await resend(email, other.org_id, other.token);
    expect([unknown.status, unknown.body.ErrorDetails?.[0]?.FieldName]).toEqual([400, 'email']);
    await join(email, orgId);
    const late = await resend(email, orgId);
    expect([late.status, late.body.Message]).toEqual([409, 'Only a pending invitation can be resent.']);
    expect(await mailsTo(email)).toHaveLength(2);
  });
});

it('is known of a member when they were active last, or else when they joined', async () => {
  const { id, email } = await someone();
  const own = eq(memberships.accountId, id);
  const row = async () => (await db().select().from(memberships).where(own))[0];
  await expect.poll(async () => (await row())?.lastActiveAt ?? null).not.toBeNull();
  const shown = async () => (await listed(email))?.metadata.lastLogin;
  expect(await shown()).toBe((await row())?.lastActiveAt?.toISOString());
  await db().update(memberships).set({ lastActiveAt: null }).where(own);
  expect(await shown()).toBe((await row())?.joinedAt?.toISOString());
});

it('is mailed to one address a few times, whoever sends it', async () => {
  const [email, other] = [fresh(), await elsewhere()];
  expect(outcomes(await invite([email]))).toEqual([true]);
  const again = (org_id: string, token: string) =>
    server.call('resendInvitation', { params: { org_id }, body: { email }, token });
  expect(outcomes(await invite([email], { token: other.token }))).toEqual([true]);
  for (let sent = 2; sent < 5; sent += 1) expect((await again(other.org_id, other.token)).status).toBe(200);
  for (const refused of [await again(other.org_id, other.token), await again(orgId, server.admin)]) {
    expect([refused.status, Number(refused.headers['retry-after']) > 3000]).toEqual([429, true]);
  }
  expect(await mailsTo(email)).toHaveLength(5);
});

describe('a person who is removed', () => {
  const remove = (user_id: string, token = server.admin) =>
    server.call('deleteUser', { params: { user_id }, token });

  it('is shut out at the next call, and it is in the audit log', async () => {
    const { id, email, token } = await someone([{ name: 'billing-viewers' }]);
    expect((await remove(id)).status).toBe(200);
    expect(await listed(email)).toBeUndefined();
    expect((await server.call('listWorkgroups', { token })).status).toBe(401);
    expect(await lastAudit('deleteUser')).toMatchObject({
      before: { email, roles: ['/billing-viewers'] },
      after: null,
    });
    expect((await remove(id)).status).toBe(404);
  });

  it('keeps what they are in another organisation', async () => {
    const other = await elsewhere();
    await invite([other.email]);
    await join(other.email, orgId);
    expect((await remove(other.id)).status).toBe(200);
    const me = await server.call('getMe', { token: other.token });
    expect(me.result).toMatchObject({ org_id: other.org_id, roles: [{ name: 'org-admins' }] });
  });

  it('leaves no account behind when they were only invited, and can be invited again', async () => {
    const email = fresh();
    await invite([email]);
    const id = (await listed(email))?.id ?? '';
    expect((await remove(id)).status).toBe(200);
    expect(await db().select().from(accounts).where(eq(accounts.email, email))).toEqual([]);
    expect(outcomes(await invite([email]))).toEqual([true]);
  });

  it('is never oneself, and nobody of another organisation', async () => {
    const me = String((await server.call('getMe')).result['id']);
    const own = await remove(me);
    expect([own.status, own.body.Message]).toEqual([409, 'You cannot delete yourself.']);
    const other = await elsewhere();
    expect((await remove(other.id)).status).toBe(404);
    expect((await remove(me, other.token)).status).toBe(404);
  });

  test('is not the last admin, who stays when two remove each other', async () => {
    const org = await server.organization();
    const [ann, bob] = [await someone(ADMIN, org), await someone(ADMIN, org)];
    const answers = await Promise.all([remove(ann.id, bob.token), remove(bob.id, ann.token)]);
    // The later one is told 401 where the first was done before it was looked at, else 403.
    const [first, later] = answers.map(({ status }) => status).sort();
    expect(first).toBe(200);
    expect([401, 403]).toContain(later);
    const [last] = await db().select().from(memberships).where(eq(memberships.orgId, org));
    expect([ann.id, bob.id]).toContain(last?.accountId);
  });
});

describe('a person who is signed out by an admin', () => {
  const signOut = (user_id: string, token = server.admin) =>
    server.call('signOutUser', { params: { user_id }, token });

  it('is refused at the next call, keeps their roles, and it is in the audit log', async () => {
    const { id, email, token } = await someone([{ name: 'billing-viewers' }]);
    const answer = await signOut(id);
    expect([answer.status, answer.result]).toEqual([200, { ended: 1 }]);
    expect((await server.call('getMe', { token })).status).toBe(401);
    expect(await pathsOf(email)).toEqual(['/billing-viewers']);
    expect(await lastAudit('signOutUser')).toMatchObject({ before: { email }, after: { ended: 1 } });
    expect((await signOut(id)).result).toEqual({ ended: 0 });
  });

  it('goes on in another organisation, and is nobody’s of another one to sign out', async () => {
    const other = await elsewhere();
    expect((await signOut(other.id)).status).toBe(404);
    await invite([other.email]);
    await join(other.email, orgId);
    expect((await signOut(other.id)).result).toEqual({ ended: 0 });
    expect((await server.call('getMe', { token: other.token })).status).toBe(200);
    const { token } = await someone();
    expect((await signOut(other.id, token)).status).toBe(403);
  });
});

describe('the role in the organisation', () => {
  const set = (user_id: string, role: string, token = server.admin) =>
    server.call('setUserRoles', { params: { user_id }, body: { roles: [role] }, token });

  it('is given and taken, and it is in the audit log', async () => {
    const { id, email, token } = await someone();
    expect((await set(id, 'super-admins')).status).toBe(200);
    expect(await pathsOf(email)).toEqual(['/super-admins']);
    expect((await set(id, 'super-admins')).status).toBe(200);
    expect(await pathsOf(email)).toEqual(['/super-admins']);
    expect((await people(token)).length).toBeGreaterThan(1);
    expect((await set(id, 'users')).status).toBe(200);
    expect((await server.call('listUsers', { token })).status).toBe(403);
    expect(await lastAudit('setUserRoles')).toMatchObject({
      before: { email, roles: ['/super-admins'] },
      after: { email, roles: [] },
    });
  });

  it('is nobody’s own to change, and no other name', async () => {
    const me = String((await server.call('getMe')).result['id']);
    expect((await set(me, 'users')).status).toBe(409);
    const { id } = await someone();
    const wrong = await set(id, 'org-admins');
    expect([wrong.status, wrong.body.ErrorDetails?.[0]?.FieldName]).toEqual([400, 'roles.0']);
  });

  it('stays with one when two take it from each other', async () => {
    const org = await server.organization();
    const [ann, bob] = [await someone(ADMIN, org), await someone(ADMIN, org)];
    const answers = await Promise.all([set(ann.id, 'users', bob.token), set(bob.id, 'users', ann.token)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 403]);
  });
});

describe('roles from the Users page', () => {
  let workgroup_id: string;
  let workspace_id: string;
  let second: string;
  beforeAll(async () => {
    workgroup_id = await server.workgroup();
    workspace_id = (await server.workspace(workgroup_id)).id;
    second = (await server.workspace(workgroup_id)).id;
  });
  const path = (role: string, space?: string) =>
    ['', workgroup_id, ...(space === undefined ? [] : [space]), role].join('/');
  const assign = (userEmail: string, body: object) =>
    server.call('assignRoles', { body: { userEmail, ...body } });
  const revoke = (userEmail: string, body: object) =>
    server.call('revokeRoles', { body: { userEmail, ...body } });

  it('are given, replace each other at one place, and are taken', async () => {
    const { email, token } = await someone();
    const given = await assign(email.toUpperCase(), {
      workgroupsToAssignAdmin: [workgroup_id],
      workspacesToAssignAdmin: [workspace_id],
      workspacesToAssignUser: [second],
      billingRoleToAssign: 'billing-viewers',
    });
    expect(given.status).toBe(200);
    expect(await pathsOf(email)).toEqual(
      [
        '/billing-viewers',
        path('workgroup-admins'),
        path('workspace-admins', workspace_id),
        path('workspace-users', second),
      ].sort(),
    );
    await assign(email, { workspacesToAssignUser: [workspace_id], billingRoleToAssign: 'billing-admins' });
    await revoke(email, { workgroupsToRevokeAdmin: [workgroup_id], workspacesToRevokeRoles: [second] });
    expect(await pathsOf(email)).toEqual(['/billing-admins', path('workspace-users', workspace_id)].sort());
    expect(await lastAudit('revokeRoles')).toMatchObject({ before: { email }, after: { email } });
    await revoke(email, { workspacesToRevokeRoles: [workspace_id], billingRoleToRevoke: 'billing-admins' });
    expect(await pathsOf(email)).toEqual([]);
    const params = { workgroup_id, workspace_id };
    expect((await server.call('getWorkspace', { params, token })).status).toBe(403);
  });

  it('name the field with a person or a place of another organisation, and change nothing then', async () => {
    const { email } = await someone();
    const other = await elsewhere();
    const missing = await assign(other.email, {});
    expect([missing.status, missing.body.ErrorDetails?.[0]?.FieldName]).toEqual([400, 'userEmail']);
    const theirs = await server.call('createWorkgroup', {
      token: other.token,
      body: { name: 'Theirs', cloud_provider_id: 'aws', platform: 'AWS', region: 'us-east-1' },
    });
    const foreign = String(theirs.result['workgroup_id']);
    for (const [body, field] of [
      [{ workgroupsToAssignAdmin: [workgroup_id, foreign] }, 'workgroupsToAssignAdmin.1'],
      [{ workspacesToAssignUser: ['none'] }, 'workspacesToAssignUser.0'],
    ] as const) {
      const refused = await assign(email, body);
      expect([refused.status, refused.body.ErrorDetails?.[0]?.FieldName]).toEqual([404, field]);
    }
    expect(await pathsOf(email)).toEqual([]);
  });

  it('are given at a place to several people, and taken, but not from an admin or oneself', async () => {
    const [ann, bob] = [await someone(), await someone()];
    const userEmails = [ann.email, bob.email.toUpperCase()];
    const place = { workgroup_id, workspace_id };
    const at = (call: Parameters<TestServer['call']>[0], emails: readonly string[], token = server.admin) =>
      server.call(call, { params: place, body: { userEmails: emails }, token });
    expect((await at('addWorkspaceUsers', userEmails)).status).toBe(200);
    expect(await pathsOf(bob.email)).toEqual([path('workspace-users', workspace_id)]);
    await at('addWorkspaceAdmins', [ann.email]);
    expect(await pathsOf(ann.email)).toEqual([path('workspace-admins', workspace_id)]);
    const own = await at('removeWorkspaceRoles', [bob.email, ann.email], ann.token);
    expect(own.status).toBe(409);
    const admin = await at('removeWorkspaceRoles', ['admin@acacia.local'], ann.token);
    expect([admin.status, admin.body.Message]).toEqual([
      409,
      expect.stringContaining('admin@acacia.local has the role'),
    ]);
    expect((await at('removeWorkspaceRoles', userEmails)).status).toBe(200);
    expect(await pathsOf(ann.email)).toEqual([]);
    expect(await lastAudit('removeWorkspaceRoles')).toMatchObject({
      before: {
        members: [
          { email: ann.email, role: 'workspace-admins' },
          { email: bob.email, role: 'workspace-users' },
        ],
      },
    });
    expect((await at('addWorkgroupAdmins', userEmails)).status).toBe(200);
    expect(await pathsOf(bob.email)).toEqual([path('workgroup-admins')]);
    expect((await at('removeWorkgroupAdmins', [bob.email])).status).toBe(200);
    expect(await pathsOf(bob.email)).toEqual([]);
    const nobody = await at('addWorkspaceUsers', [ann.email, 'nobody@example.org']);
    expect([nobody.status, nobody.body.ErrorDetails?.[0]?.FieldName]).toEqual([400, 'userEmails.1']);
  });

  it('are shown to an administrator of less as far as they concern their place', async () => {
    const boss = await someone([{ name: 'workspace-admins', workgroup_id, workspace_id }]);
    const { email } = await someone([
      { name: 'workspace-users', workgroup_id, workspace_id },
      { name: 'workspace-users', workgroup_id, workspace_id: second },
      { name: 'billing-admins' },
    ]);
    const stranger = await someone([{ name: 'billing-admins' }]);
    expect((await listed(email, boss.token))?.roles).toEqual([
      { name: 'workspace-users', path: path('workspace-users', workspace_id) },
    ]);
    expect(await listed(stranger.email, boss.token)).toBeUndefined();
    expect((await listed('admin@acacia.local', boss.token))?.roles).toEqual([
      { name: 'super-admins', path: '/super-admins' },
    ]);
  });
});
