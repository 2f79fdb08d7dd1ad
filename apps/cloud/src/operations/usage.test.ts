import { asc, eq, isNull } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { usageIntervals, workspaceReadings } from '../database/schema.ts';
import { createMemoryDriver } from '../testing/memory-driver.ts';
import { startTestPostgres, type TestPostgres } from '../testing/postgres.ts';
import { startTestServer, type TestServer, type TestServerOptions } from '../testing/server.ts';
import { writeWorkspace } from './workspace-state.ts';

const SOON = { timeout: 50_000, interval: 10 };

let postgres: TestPostgres;
const running: TestServer[] = [];

beforeAll(async () => {
  postgres = await startTestPostgres();
});
afterEach(async () => {
  await Promise.all(running.splice(0).map((server) => server.stop()));
});
afterAll(() => postgres.stop());

async function serve(options: TestServerOptions = {}): Promise<TestServer> {
  const server = await startTestServer(postgres, options);
  running.push(server);
  return server;
}

const intervalsOf = ({ database }: TestServer, id: string) =>
  database.db
    .select()
    .from(usageIntervals)
    .where(eq(usageIntervals.workspaceId, id))
    .orderBy(asc(usageIntervals.id));

async function active() {
  const server = await serve();
  const workgroup_id = await server.workgroup();
  const { id } = await server.workspace(workgroup_id);
  return { server, id, params: { workgroup_id, workspace_id: id } };
}

describe('what is charged', () => {
  test('begins with Active, ends with it, and knows the size', async () => {
    const { server, id, params } = await active();
    expect(await intervalsOf(server, id)).toMatchObject([
      { workgroupId: params.workgroup_id, workspaceTypeName: 'TG-00', enableHa: false, endedAt: null },
    ]);
    await server.call('updateWorkspace', { params, body: { workspace_type_name: 'TG-0', enable_ha: true } });
    await server.settled(id, 'Active');
    await server.call('pauseWorkspace', { params });
    await server.settled(id, 'Idle');
    const both = await intervalsOf(server, id);
    expect(both).toMatchObject([
      { workspaceTypeName: 'TG-00' },
      { workspaceTypeName: 'TG-0', enableHa: true },
    ]);
    expect(both.every(({ endedAt }) => endedAt !== null)).toBe(true);
    await server.call('updateWorkspace', { params, body: { workspace_type_name: 'TG-1' } });
    expect(await intervalsOf(server, id)).toHaveLength(2);
  });

  test('a rename or a setting changes nothing', async () => {
    const { server, id, params } = await active();
    const before = await intervalsOf(server, id);
    await server.call('updateWorkspace', {
      params,
      body: { workspace_name: 'Other', auto_stop_minutes: 10 },
    });
    expect(await intervalsOf(server, id)).toEqual(before);
  });

  test('a change of size without a change of status closes one and opens another', async () => {
    const { server, id } = await active();
    await writeWorkspace(server.database.db, id, { workspaceTypeName: 'TG-2' });
    expect(await intervalsOf(server, id)).toMatchObject([
      { workspaceTypeName: 'TG-00', endedAt: expect.any(Date) as Date },
      { workspaceTypeName: 'TG-2', endedAt: null },
    ]);
  });

  test('a server that was given up is not charged, nor one that was terminated', async () => {
    const { server, id, params } = await active();
    server.driver.report(id, { state: 'failed', restarts: 5, reason: 'It died.' });
    await server.settled(id, 'Error');
    expect(await intervalsOf(server, id)).toMatchObject([{ endedAt: expect.any(Date) as Date }]);
    await server.call('resumeWorkspace', { params });
    await server.settled(id, 'Active');
    await server.call('deleteWorkspace', { params });
    await server.settled(id, null);
    const after = await intervalsOf(server, id);
    expect(after).toHaveLength(2);
    expect(after.every(({ endedAt }) => endedAt !== null)).toBe(true);
  });

  test('whatever happens to a workspace, its intervals never overlap', async () => {
    const { server, id } = await active();
    const { db, pool } = server.database;
    // An interval in the future, as after the clock was set back.
    await pool.query("update usage_intervals set started_at = now() + interval '1 hour'");
    let seed = 42;
    const draw = (below: number) => (seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31) % below;
    const statuses = ['Active', 'Idle', 'Resizing', 'Error', 'Active', 'Active'] as const;
    const sizes = ['TG-00', 'TG-0', 'TG-1'];
    const change = () =>
      writeWorkspace(db, id, {
        status: statuses[draw(statuses.length)] ?? 'Active',
        workspaceTypeName: sizes[draw(sizes.length)] ?? 'TG-00',
        enableHa: draw(2) === 1,
      });
    for (let round = 0; round < 30; round++) await Promise.all([change(), change(), change()]);
    const { rows } = await pool.query<{ overlaps: string; open: string; backwards: string }>(`
      select
        (select count(*) from usage_intervals a join usage_intervals b on a.workspace_id = b.workspace_id
          and a.id < b.id and a.started_at < coalesce(b.ended_at, 'infinity')
          and b.started_at < coalesce(a.ended_at, 'infinity')
          and a.started_at is distinct from a.ended_at and b.started_at is distinct from b.ended_at) as overlaps,
        (select count(*) from usage_intervals where ended_at is null) as open,
        (select count(*) from usage_intervals where ended_at < started_at) as backwards`);
    const [counts] = rows;
    expect([counts?.overlaps, counts?.backwards]).toEqual(['0', '0']);
    expect(Number(counts?.open)).toBeLessThan(2);
    expect((await intervalsOf(server, id)).length).toBeGreaterThan(20);
  });
});

describe('when the control plane ends', () => {
  test('cleanly, nothing stays open', async () => {
    const { server, id } = await active();
    running.length = 0;
    await server.stop();
    expect(await intervalsOf(server, id)).toMatchObject([{ endedAt: expect.any(Date) as Date }]);
  });

  test('by a crash, what was open ends when the workspace was last known to run', async () => {
    const { server, id } = await active();
    const { db, pool } = server.database;
    await pool.query("update usage_intervals set started_at = now() - interval '3 hours'");
    const lastKnown = new Date(Date.now() - 7_200_000);
    await db.insert(workspaceReadings).values({
      workspaceId: id,
      at: lastKnown,
      memoryPercent: 1,
      dataMemoryPercent: 1,
      volumePercent: 1,
      graphBytes: 1,
    });
    const second = await serve({ database: server.database, driver: createMemoryDriver() });
    await expect.poll(() => intervalsOf(second, id), SOON).toHaveLength(2);
    const [lost, next] = await intervalsOf(second, id);
    expect(lost?.endedAt).toEqual(lastKnown);
    expect(next).toMatchObject({ endedAt: null });
    expect(next?.startedAt.getTime()).toBeGreaterThan(Date.now() - 60_000);
  });

  test('by a crash before the first reading, nothing is charged', async () => {
    const { server, id } = await active();
    await server.database.pool.query("update usage_intervals set started_at = now() - interval '3 hours'");
    const second = await serve({ database: server.database, driver: createMemoryDriver(), start: true });
    await second.settled(id, 'Active');
    const [lost] = await intervalsOf(second, id);
    expect(lost?.endedAt).toEqual(lost?.startedAt);
    const open = await second.database.db.select().from(usageIntervals).where(isNull(usageIntervals.endedAt));
    expect(open).toHaveLength(1);
  });
});
