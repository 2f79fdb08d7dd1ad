import type { UnusedRole } from '@acacia/contract';
import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { roleGrants } from '../../database/schema.ts';
import { createGrantUses } from '../../policies/grant-uses.ts';
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

/** Stops and starts it: what was used is written. */
async function again(): Promise<void> {
  await server.stop();
  server = await startTestServer(postgres, { database: server.database });
}
const age = () =>
  server.database.db.update(roleGrants).set({ givenAt: sql`now() - interval '100 days'`, lastUsedAt: null });
const unused = async (query = {}, token = server.admin) =>
  (await server.call('listUnusedRoles', { query, token })).result as unknown as UnusedRole[];

test('a role is listed until it allows something, for admins alone, by time and organisation', async () => {
  const workgroup_id = await server.workgroup();
  const group = { name: 'workgroup-admins', workgroup_id } as const;
  const token = await server.person([group]);
  const { result: me } = await server.call('getMe', { token });
  const path = `/${workgroup_id}/workgroup-admins`;
  await age();
  // Rights of every member need no role.
  await server.call('listWorkgroups', { token });
  await again();
  expect(await unused()).toContainEqual(
    expect.objectContaining({ user_id: me['id'], path, is_api_key: false, last_used: null }),
  );
  expect(await unused({ days: '101' })).toEqual([]);

  await server.call('getWorkgroup', { token, params: { workgroup_id } });
  await again();
  expect((await unused()).map((role) => role.path)).not.toContain(path);
  // The admin has used theirs by asking.
  expect(await unused()).toEqual([]);

  expect((await server.call('listUnusedRoles', { token })).status).toBe(403);
  const elsewhere = await server.person([{ name: 'org-admins' }], await server.organization());
  await age();
  expect((await unused({}, elsewhere)).map((role) => role.path)).toEqual(['/super-admins']);
});

test('a use is written once an hour, and again after a write that failed', async () => {
  const execute = vi
    .fn<() => Promise<unknown>>()
    .mockRejectedValueOnce(new Error('away'))
    .mockResolvedValue({});
  const uses = createGrantUses({ execute } as never);
  const grant = { name: 'org-admins', workgroup_id: null, workspace_id: null } as const;
  vi.useFakeTimers({ toFake: ['Date'] });
  try {
    const membership = randomUUID();
    uses.used(membership, [grant]);
    await expect(uses.write()).rejects.toThrow('away');
    await uses.write();
    uses.used(membership, [grant]);
    await uses.write();
    expect(execute).toHaveBeenCalledTimes(2);
    vi.setSystemTime(Date.now() + 3_600_001);
    uses.used(membership, [grant]);
    await uses.write();
    expect(execute).toHaveBeenCalledTimes(3);
  } finally {
    vi.useRealTimers();
  }
});
