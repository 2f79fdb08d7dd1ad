import { gunzipSync } from 'node:zlib';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Db } from '../../database/database.ts';
import { workspaces } from '../../database/schema.ts';
import { isShared } from '../../http/shared.ts';
import { createMemoryDriver } from '../../testing/memory-driver.ts';
import { startTestPostgres, type TestPostgres } from '../../testing/postgres.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';
import { loadCatalog } from '../../catalog/catalog.ts';
import type { Viewer } from '../workspaces/store.ts';
import { createOverview } from './overview.ts';

let postgres: TestPostgres;
let server: TestServer;
let orgId: string;

beforeAll(async () => {
  postgres = await startTestPostgres();
  server = await startTestServer(postgres);
  orgId = String((await server.call('getMyOrganization')).result['org_id']);
});
afterAll(async () => {
  await server.stop();
  await postgres.stop();
});
beforeEach(() => {
  vi.useRealTimers();
});

const setting = {
  catalog: loadCatalog(null, createMemoryDriver().promise),
  publicHost: 'localhost',
  sharedStorage: true,
  condition: () => ({ state: 'stopped' as const }),
};
const viewer = (grants: Viewer['actor']['grants'], address = '::1'): Viewer => ({
  actor: {
    userId: 'u',
    orgId,
    membershipId: 'm',
    email: 'someone@example.org',
    name: 'Someone',
    grants,
    kind: 'person',
    sid: 's',
    isElsewhere: false,
    hasSecondFactor: false,
    lacksSecondFactor: false,
    hasProvenEmail: true,
    operator: [],
  },
  address,
});
const ADMIN = { name: 'org-admins', workgroup_id: null, workspace_id: null } as const;
const listed = async (token?: string) =>
  (await server.call('listWorkgroups', token === undefined ? {} : { token })).result as unknown as {
    workgroup_id: string;
    name: string;
    workspaces: { workspace_id: string; status: string }[];
  }[];

describe('the list of workgroups', () => {
  test('shows at once what a call has changed', async () => {
    const workgroup_id = await server.workgroup();
    const find = async () => (await listed()).find((group) => group.workgroup_id === workgroup_id);
    expect(await find()).toMatchObject({ workspaces: [] });
    const { id } = await server.workspace(workgroup_id);
    for (const name of ['A', 'B', 'C']) {
      await server.call('updateWorkgroup', { params: { workgroup_id }, body: { workgroup_name: name } });
      expect(await find()).toMatchObject({ name, workspaces: [{ workspace_id: id }] });
    }
    await server.call('pauseWorkspace', { params: { workgroup_id, workspace_id: id } });
    expect((await find())?.workspaces[0]?.status).not.toBe('Active');
  });

  test('shows within a moment what changes by itself', async () => {
    const { id } = await server.workspace(await server.workgroup());
    await listed();
    const { db } = server.database;
    await db.update(workspaces).set({ errMessage: 'Changed' }).where(eq(workspaces.id, id));
    const messages = async () => JSON.stringify(await listed());
    await expect.poll(messages, { timeout: 50_000, interval: 50 }).toContain('Changed');
  });

  test('is read once for those who ask together, and shared by those who see the same', async () => {
    const overview = createOverview(setting);
    // Background tasks of the server ask the same database meanwhile: only what goes through this one counts.
    const db: Db = Object.create(server.database.db) as Db;
    const select = vi.spyOn(db, 'select');
    const [first, second, other, away] = await Promise.all([
      overview.list(db, viewer([ADMIN])),
      overview.list(db, viewer([ADMIN])),
      overview.list(db, viewer([])),
      overview.list(db, viewer([ADMIN], '192.0.2.1')),
    ]);
    const queries = select.mock.calls.length;
    expect(first).toBe(second);
    expect(isShared(first)).toBe(true);
    expect(other).toEqual([]);
    // Without an allow-list the address makes no difference.
    expect(away).toBe(first);
    expect(queries).toBe(11);
    overview.forget();
    expect(await overview.list(db, viewer([ADMIN]))).not.toBe(first);
  });

  test('tells addresses apart that an allow-list tells apart', async () => {
    const workgroup_id = await server.workgroup();
    const { db } = server.database;
    const { pool } = server.database;
    await pool.query('update workgroups set enable_allow_list = true where id = $1', [workgroup_id]);
    await pool.query(
      "insert into allowed_ips (id, workgroup_id, cidr, note, creator) values ('a', $1, '192.0.2.0/24', '', '')",
      [workgroup_id],
    );
    const overview = createOverview(setting);
    const allowed = async (address: string) =>
      (await overview.list(db, viewer([ADMIN], address))).find((group) => group.workgroup_id === workgroup_id)
        ?.is_current_ip_allowed;
    expect([await allowed('192.0.2.7'), await allowed('198.51.100.1')]).toEqual([true, false]);
  });

  test('that cannot be read is read anew by the next who asks', async () => {
    const overview = createOverview(setting);
    const { db } = server.database;
    const select = vi.spyOn(db, 'select').mockImplementationOnce(() => {
      throw new Error('The database is away.');
    });
    await expect(overview.list(db, viewer([ADMIN]))).rejects.toThrow('The database is away.');
    select.mockRestore();
    expect(await overview.list(db, viewer([ADMIN]))).not.toEqual([]);
  });

  test('comes compressed to whom takes it so, and plain to others', async () => {
    await server.workspace(await server.workgroup());
    const ask = (encoding: string) =>
      server.plane.app.inject({
        url: '/api/v2/workgroups',
        headers: { authorization: `Bearer ${server.admin}`, 'accept-encoding': encoding },
      });
    const [compressed, plain] = await Promise.all([ask('gzip, deflate, br'), ask('identity')]);
    expect(compressed.headers).toMatchObject({
      'content-encoding': 'gzip',
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'no-store',
    });
    expect(plain.headers['content-encoding']).toBeUndefined();
    // Sizes are measured meanwhile: the answers are of the same workgroups, not the same to the letter.
    const listed = (text: string): string[] => {
      const { Result: found } = JSON.parse(text) as { readonly Result: readonly { workgroup_id: string }[] };
      return found.map(({ workgroup_id }) => workgroup_id);
    };
    expect(listed(gunzipSync(compressed.rawPayload).toString())).toEqual(listed(plain.body));
    expect(listed(plain.body)).not.toEqual([]);
    expect(plain.json()).toMatchObject({
      Error: false,
      Message: '',
      RequestID: expect.any(String) as string,
    });
  });
});
