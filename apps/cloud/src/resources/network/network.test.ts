import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestPostgres, type TestPostgres } from '../../testing/postgres.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';

let postgres: TestPostgres;
let server: TestServer;

beforeAll(async () => {
  postgres = await startTestPostgres();
  server = await startTestServer(postgres);
});
afterAll(async () => {
  await server.stop();
  await postgres.stop();
});

interface Range {
  id: string;
  cidr: string;
  note: string;
}
const add = (group: string, cidr: string, note = 'office', token?: string) =>
  server.call('addAllowedIp', {
    params: { workgroup_id: group },
    body: { cidr, note },
    ...(token === undefined ? {} : { token }),
  });
const list = async (group: string) =>
  (await server.call('listAllowedIps', { params: { workgroup_id: group } })).result as unknown as Range[];
const enable = (group: string, accept_lockout = false) =>
  server.call('enableAllowList', { params: { workgroup_id: group }, body: { accept_lockout } });

describe('the allow-list', () => {
  it('takes ranges of both kinds in normal form and tells the caller’s own address', async () => {
    const group = await server.workgroup();
    expect((await add(group, '192.0.2.77/24', 'office')).result['cidr']).toBe('192.0.2.0/24');
    expect((await add(group, '2001:DB8::5/32', 'lab')).status).toBe(200);
    expect((await list(group)).map(({ cidr, note }) => [cidr, note])).toEqual([
      ['192.0.2.0/24', 'office'],
      ['2001:db8::/32', 'lab'],
    ]);
    const current = await server.call('getCurrentIp', { params: { workgroup_id: group } });
    expect(current.result).toEqual({ ip: '127.0.0.1', allowed: true });
  });

  it('refuses what is no range, by the name of the field', async () => {
    const group = await server.workgroup();
    const answer = await add(group, '192.0.2.0/40');
    expect([answer.status, answer.body.ErrorDetails?.[0]?.FieldName]).toEqual([400, 'cidr']);
    expect(answer.body.Message).toContain("'192.0.2.0/40'");
    const empty = await add(group, '192.0.2.0/24', '  ');
    expect(empty.body.ErrorDetails).toMatchObject([{ FieldName: 'note', Reason: 'required' }]);
    const twice = [await add(group, '192.0.2.0/24'), await add(group, '192.0.2.9/24')];
    expect(twice.map(({ status }) => status)).toEqual([200, 409]);
    expect(await list(group)).toHaveLength(1);
  });

  it('warns before it shuts the caller out, and does so when they insist', async () => {
    const group = await server.workgroup();
    await add(group, '192.0.2.0/24');
    const warned = await enable(group);
    expect(warned.status).toBe(409);
    expect(warned.body.ErrorDetails?.[0]?.FieldName).toBe('accept_lockout');
    expect(warned.body.Message).toContain('127.0.0.1');
    expect((await enable(group, true)).status).toBe(200);
    const { result } = await server.call('getWorkgroup', { params: { workgroup_id: group } });
    expect(result).toMatchObject({ enable_allow_list: true, is_current_ip_allowed: false });
  });

  it('keeps the last range that lets the caller in until they insist', async () => {
    const group = await server.workgroup();
    const { result } = await add(group, '127.0.0.0/8', 'here');
    const id = String(result['id']);
    expect((await enable(group)).status).toBe(200);
    const remove = (accept: boolean) =>
      server.call('deleteAllowedIp', {
        params: { workgroup_id: group, ip_id: id },
        query: { accept_lockout: String(accept) },
      });
    expect((await remove(false)).status).toBe(409);
    const moved = await server.call('updateAllowedIp', {
      params: { workgroup_id: group, ip_id: id },
      body: { cidr: '198.51.100.0/24', note: 'there' },
    });
    expect(moved.status).toBe(409);
    expect(await list(group)).toMatchObject([{ cidr: '127.0.0.0/8', note: 'here' }]);
    expect((await remove(true)).status).toBe(200);
    expect(await list(group)).toEqual([]);
    await server.call('disableAllowList', { params: { workgroup_id: group } });
    const current = await server.call('getCurrentIp', { params: { workgroup_id: group } });
    expect(current.result).toEqual({ ip: '127.0.0.1', allowed: true });
  });

  it('marks the workspaces that the caller’s address cannot reach', async () => {
    const group = await server.workgroup();
    const { id } = await server.workspace(group);
    await add(group, '192.0.2.0/24');
    await enable(group, true);
    const params = { workgroup_id: group, workspace_id: id };
    expect((await server.call('getWorkspace', { params })).result['canAccess']).toBe(false);
    expect((await server.plane.directory.workspace(id))?.allowList).toEqual(['192.0.2.0/24']);
  });

  it('is the business of administrators of the workgroup alone, and of their own', async () => {
    const group = await server.workgroup();
    const other = await server.workgroup();
    const token = await server.person([{ name: 'workgroup-admins', workgroup_id: other }]);
    expect((await add(group, '192.0.2.0/24', 'x', token)).status).toBe(403);
    expect((await add(other, '192.0.2.0/24', 'x', token)).status).toBe(200);
    const { id } = await server.workspace(group);
    const user = await server.person([{ name: 'workspace-admins', workgroup_id: group, workspace_id: id }]);
    expect((await add(group, '192.0.2.0/24', 'x', user)).status).toBe(403);
    const params = { workgroup_id: group };
    expect((await server.call('getCurrentIp', { params, token: user })).status).toBe(200);
    const foreign = (await list(other))[0]?.id ?? '';
    const stolen = await server.call('deleteAllowedIp', { params: { workgroup_id: group, ip_id: foreign } });
    expect(stolen.status).toBe(404);
  });
});
