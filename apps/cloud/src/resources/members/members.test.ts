import { USER_TEXTS, type Member } from '@acacia/contract';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startTestPostgres, type TestPostgres } from '../../testing/postgres.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';

let postgres: TestPostgres;
let server: TestServer;
let group: string;
let workspace: string;
let place: { workgroup_id: string; workspace_id: string };

beforeAll(async () => {
  postgres = await startTestPostgres();
  server = await startTestServer(postgres);
  group = await server.workgroup();
  workspace = (await server.workspace(group)).id;
  place = { workgroup_id: group, workspace_id: workspace };
});
afterAll(async () => {
  await server.stop();
  await postgres.stop();
});

/** The e-mail of a token's person. */
const emailOf = async (token: string) => String((await server.call('getMe', { token })).result['email']);
async function newcomer() {
  const token = await server.person();
  return { token, email: await emailOf(token) };
}
const members = async () =>
  (await server.call('listWorkspaceMembers', { params: place })).result as unknown as Member[];
const give = (email: string, role: string, token = server.admin) =>
  server.call('setWorkspaceRole', { params: place, body: { email, role }, token });

describe('roles in a workspace', () => {
  it('let a person in, are told with what they bring, and are taken again', async () => {
    const { token, email } = await newcomer();
    expect((await server.call('getWorkspace', { params: place, token })).status).toBe(403);
    const given = await give(email.toUpperCase(), 'workspace-users');
    expect(given.result).toMatchObject({
      email,
      role: 'workspace-users',
      scope: 'workspace',
      database_role: 'globalobserver',
    });
    expect((await server.call('getWorkspace', { params: place, token })).status).toBe(200);
    await give(email, 'workspace-admins');
    expect((await members()).filter((member) => member.email === email)).toMatchObject([
      { role: 'workspace-admins', database_role: 'superuser' },
    ]);
    const user_id = String(given.result['user_id']);
    expect((await server.call('removeWorkspaceRole', { params: { ...place, user_id } })).status).toBe(200);
    expect((await server.call('getWorkspace', { params: place, token })).status).toBe(403);
    const again = await server.call('removeWorkspaceRole', { params: { ...place, user_id } });
    expect(again.status).toBe(404);
  });

  it('are listed together with those that come from further up, which cannot be taken here', async () => {
    const token = await server.person([{ name: 'workgroup-admins', workgroup_id: group }]);
    const email = await emailOf(token);
    const inherited = (await members()).find((member) => member.email === email);
    expect(inherited).toMatchObject({
      role: 'workgroup-admins',
      scope: 'workgroup',
      database_role: 'superuser',
    });
    const params = { ...place, user_id: inherited?.user_id ?? '' };
    const refused = await server.call('removeWorkspaceRole', { params });
    expect(refused.status).toBe(409);
    expect(refused.body.Message).toContain('from the workgroup');
  });

  it('are not taken by a person from themselves, nor from administrators of the organization', async () => {
    const token = await server.person([{ name: 'workspace-admins', ...place }]);
    const { result } = await server.call('getMe', { token });
    const mine = { ...place, user_id: String(result['id']) };
    const refused = await server.call('removeWorkspaceRole', { params: mine, token });
    expect([refused.status, refused.body.Message]).toEqual([409, USER_TEXTS.ownWorkspaceRole]);

    const high = await server.person([{ name: 'org-admins' }, { name: 'workspace-users', ...place }]);
    const { result: them } = await server.call('getMe', { token: high });
    const params = { ...place, user_id: String(them['id']) };
    expect((await server.call('removeWorkspaceRole', { params, token })).status).toBe(409);
    expect((await server.call('getMe', { token: high })).result['roles']).toHaveLength(2);
  });

  it('are given by administrators of the workspace, and by nobody below', async () => {
    const { email } = await newcomer();
    const grant = { workgroup_id: group, workspace_id: workspace };
    const admin = await server.person([{ name: 'workspace-admins', ...grant }]);
    const user = await server.person([{ name: 'workspace-users', ...grant }]);
    expect((await give(email, 'workspace-users', user)).status).toBe(403);
    expect((await give(email, 'workspace-users', admin)).status).toBe(200);
    expect((await server.call('listUsers', { token: user })).status).toBe(403);
  });

  it('let an administrator see whom the place has, and only those of the organization everybody', async () => {
    const place = { workgroup_id: await server.workgroup(), workspace_id: '' };
    place.workspace_id = (await server.workspace(place.workgroup_id)).id;
    const admin = await server.person([{ name: 'workspace-admins', ...place }]);
    const colleague = await server.person([{ name: 'workspace-users', ...place }]);
    const stranger = await newcomer();
    const elsewhere = await server.person([
      { name: 'workspace-users', workgroup_id: group, workspace_id: workspace },
    ]);
    const seen = async (token: string) => {
      const { result } = await server.call('listUsers', { token });
      return (result as unknown as { email: string }[]).map(({ email }) => email);
    };
    const all = await seen(server.admin);
    expect(all).toEqual(expect.arrayContaining([stranger.email, await emailOf(elsewhere)]));
    const few = await seen(admin);
    expect(few).toEqual(expect.arrayContaining([await emailOf(admin), await emailOf(colleague)]));
    expect(few).not.toContain(stranger.email);
    expect(few).not.toContain(await emailOf(elsewhere));
  });

  it('are refused by the name of the field when nobody has the e-mail or the role is none', async () => {
    const stranger = await give('nobody@example.org', 'workspace-users');
    expect([stranger.status, stranger.body.ErrorDetails?.[0]?.FieldName]).toEqual([400, 'email']);
    // Nobody can be invited: no call and no page does it.
    expect(stranger.body.Message).not.toContain('Invite');
    const other = await server.person([], await server.organization());
    expect((await give(await emailOf(other), 'workspace-users')).body.ErrorDetails?.[0]?.FieldName).toBe(
      'email',
    );
    const role = await give((await newcomer()).email, 'org-admins');
    expect([role.status, role.body.ErrorDetails?.[0]?.FieldName]).toEqual([400, 'role']);
  });
});

describe('administrators of a workgroup', () => {
  it('are made and unmade by administrators of it, and it is in the audit log', async () => {
    const { token, email } = await newcomer();
    const params = { workgroup_id: group };
    const body = { email, role: 'workgroup-admins' };
    const lowly = await server.person([{ name: 'workspace-admins', ...place }]);
    expect((await server.call('setWorkgroupRole', { params, body, token: lowly })).status).toBe(403);
    const given = await server.call('setWorkgroupRole', { params, body });
    expect(given.result).toMatchObject({ email, scope: 'workgroup' });
    expect((await server.call('getWorkgroup', { params, token })).status).toBe(200);
    const user_id = String(given.result['user_id']);
    await server.call('removeWorkgroupRole', { params: { ...params, user_id } });
    expect((await server.call('getWorkgroup', { params, token })).status).toBe(403);
    const log = (await server.call('listAuditEntries')).result as unknown as {
      action: string;
      before: unknown;
      after: unknown;
    }[];
    expect(log.find(({ action }) => action === 'removeWorkgroupRole')).toMatchObject({
      before: { email, role: 'workgroup-admins' },
      after: { email, role: null },
    });
  });
});

it('are asked for once for all workspaces, by a change that leaves them as they were', async () => {
  for (let count = 0; count < 4; count += 1) await server.workspace(group);
  // Waits for the lists of people that are under way.
  await server.workgroup();
  const query = vi.spyOn(server.database.pool, 'query');
  await server.workgroup();
  const texts = query.mock.calls.map(([asked]) => String((asked as { readonly text?: string }).text));
  query.mockRestore();
  // The other one is that of the round which comes every few seconds.
  expect(texts.filter((text) => text.includes('string_agg')).length).toBeLessThanOrEqual(2);
  expect(texts.filter((text) => text.includes('string_agg')).length).toBeGreaterThan(0);
});
