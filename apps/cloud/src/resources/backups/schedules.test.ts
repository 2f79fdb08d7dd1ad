import { nextBackupRun, NO_FREE_AUTO_BACKUP, type BackupSchedule } from '@acacia/contract';
import { and, asc, eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { backups, backupSchedules, operations, organizations, workspaces } from '../../database/schema.ts';
import { createMemoryDriver } from '../../testing/memory-driver.ts';
import { startTestPostgres, type TestPostgres } from '../../testing/postgres.ts';
import { startTestServer, type TestServer, type TestServerOptions } from '../../testing/server.ts';
import { loadCatalog } from '../../catalog/catalog.ts';
import { beginDueBackups } from './automatic.ts';

const SOON = { timeout: 50_000, interval: 10 };
const catalog = loadCatalog(null, createMemoryDriver().promise);

let postgres: TestPostgres;
const running: TestServer[] = [];
beforeAll(async () => {
  postgres = await startTestPostgres();
});
afterEach(async () => {
  await Promise.all(running.splice(0).map((server) => server.stop()));
});
afterAll(() => postgres.stop());

async function place(options?: TestServerOptions) {
  const server = await startTestServer(postgres, options);
  running.push(server);
  const workgroup_id = await server.workgroup();
  const { id, databaseId } = await server.workspace(workgroup_id);
  return { server, params: { workgroup_id, workspace_id: id }, databaseId, db: server.database.db };
}
type Place = Awaited<ReturnType<typeof place>>;

const at = (text: string) => new Date(`${text}Z`);
const begin = ({ db }: Place, text: string) => beginDueBackups(db, catalog, at(text));
const automatic = ({ db, databaseId }: Place) =>
  db
    .select()
    .from(backups)
    .where(and(eq(backups.databaseId, databaseId), eq(backups.isAutomatic, true)))
    .orderBy(asc(backups.createdAt));
/** Sets the next run of a schedule, as if no run had been due before. */
function due({ db, params }: Place, text: string, change: object = {}) {
  const values = { pause: false, schedule: '0 0 * * *', nextRunAt: at(text), ...change };
  return db
    .insert(backupSchedules)
    .values({ workspaceId: params.workspace_id, ...values })
    .onConflictDoUpdate({ target: backupSchedules.workspaceId, set: values });
}
async function settled(where: Place, count: number) {
  const states = async () => (await automatic(where)).map(({ status }) => status);
  await expect.poll(states, SOON).toEqual(Array.from({ length: count }, () => 'Succeed'));
}

describe('the schedule of a workspace', () => {
  const get = async ({ server, params }: Place) =>
    (await server.call('getBackupSchedule', { params })).result as unknown as BackupSchedule;
  const set = ({ server, params }: Place, body: object) =>
    server.call('updateBackupSchedule', { params, body });

  test('is daily at midnight UTC until someone says otherwise', async () => {
    const where = await place();
    const schedule = await get(where);
    expect(schedule).toMatchObject({ pause: false, schedule: '0 0 * * *', max_backup_files: 7 });
    expect(schedule.next_run_at).toMatch(/T00:00:00\.000Z$/);
    expect(Date.parse(schedule.next_run_at ?? '')).toBeGreaterThan(Date.now());
  });

  test('is changed, paused and taken up again', async () => {
    const where = await place();
    const changed = await set(where, { pause: false, schedule: '0 6 * * Mon' });
    expect(changed.status).toBe(200);
    const next = new Date(String(changed.result['next_run_at']));
    expect([next.getUTCDay(), next.getUTCHours(), next.getUTCMinutes()]).toEqual([1, 6, 0]);
    await set(where, { pause: true, schedule: '0 6 * * Mon' });
    expect(await get(where)).toMatchObject({ pause: true, schedule: '0 6 * * Mon', next_run_at: null });
    await set(where, { pause: false, schedule: '0 * * * *' });
    expect(Date.parse((await get(where)).next_run_at ?? '')).toBeLessThan(Date.now() + 3_600_001);
  });

  test('names the field at fault', async () => {
    const where = await place();
    const answer = await set(where, { pause: false, schedule: '0 25 * 13 *' });
    expect(answer.status).toBe(400);
    expect(answer.body.ErrorDetails?.map(({ FieldName, Reason }) => [FieldName, Reason])).toEqual([
      ['schedule', 'Hour must be from 0 to 23, or *.'],
      ['schedule', 'Month must be from 1 to 12 or Jan to Dec, or *.'],
    ]);
    const stepped = await set(where, { pause: false, schedule: '0 5/2 * * *' });
    expect([stepped.status, stepped.body.ErrorDetails?.[0]?.Reason]).toEqual([
      400,
      'Hour must be from 0 to 23, or *.',
    ]);
  });

  test('is none on the free tier', async () => {
    const where = await place({ environment: { ACACIA_TIER: 'free' } });
    expect(await get(where)).toMatchObject({ pause: true, next_run_at: null, max_backup_files: 0 });
    const answer = await set(where, { pause: false, schedule: '0 0 * * *' });
    expect([answer.status, answer.body.Message, answer.body.ErrorDetails?.[0]]).toMatchObject([
      403,
      NO_FREE_AUTO_BACKUP,
      { Type: 'Quota-Exceed' },
    ]);
  });

  test('is none of a read-only workspace', async () => {
    const where = await place();
    const { workspace_id } = where.params;
    await where.db.update(workspaces).set({ isRw: false }).where(eq(workspaces.id, workspace_id));
    expect(await get(where)).toMatchObject({ pause: true, next_run_at: null });
    expect((await set(where, { pause: false, schedule: '0 0 * * *' })).status).toBe(409);
  });
});

describe('looking at the clock', () => {
  test('gives every read-write workspace the default schedule', async () => {
    const where = await place();
    expect(await begin(where, '2030-01-01T10:00')).toBe(0);
    expect(await where.db.select().from(backupSchedules)).toEqual([
      {
        workspaceId: where.params.workspace_id,
        pause: false,
        schedule: '0 0 * * *',
        nextRunAt: at('2030-01-02T00:00'),
      },
    ]);
  });

  test('begins what is due, once, and plans the next time', async () => {
    const where = await place();
    await due(where, '2030-01-02T00:00');
    expect(await begin(where, '2030-01-01T23:59:59')).toBe(0);
    expect(await begin(where, '2030-01-02T00:00:01')).toBe(1);
    expect(await begin(where, '2030-01-02T00:00:02')).toBe(0);
    await settled(where, 1);
    expect(await automatic(where)).toMatchObject([{ tag: 'Auto-2030-01-02-00-00', sizeBytes: 4096 }]);
    const [row] = await where.db.select().from(backupSchedules);
    expect(row?.nextRunAt).toEqual(at('2030-01-03T00:00'));
  });

  test('of two that look at once, one begins it', async () => {
    const where = await place();
    await due(where, '2030-01-02T00:00');
    const begun = await Promise.all([1, 2, 3, 4].map(() => begin(where, '2030-01-02T00:01')));
    expect(begun.reduce((sum, one) => sum + one, 0)).toBe(1);
  });

  test('makes up once for what was missed, if it is at most a day late', async () => {
    const where = await place();
    await due(where, '2030-01-02T00:00', { schedule: '0 * * * *' });
    expect(await begin(where, '2030-01-02T20:30')).toBe(1);
    expect(await begin(where, '2030-01-02T20:31')).toBe(0);
    const [row] = await where.db.select().from(backupSchedules);
    expect(row?.nextRunAt).toEqual(at('2030-01-02T21:00'));

    await due(where, '2030-01-04T00:00');
    expect(await begin(where, '2030-01-09T12:00')).toBe(0);
    const [later] = await where.db.select().from(backupSchedules);
    expect(later?.nextRunAt).toEqual(at('2030-01-10T00:00'));
  });

  test('leaves paused ones, and those of the free tier', async () => {
    const where = await place();
    await due(where, '2030-01-02T00:00', { pause: true });
    expect(await begin(where, '2030-01-02T00:01')).toBe(0);
    await due(where, '2030-01-02T00:00');
    await where.db.update(organizations).set({ tier: 'free' });
    expect(await begin(where, '2030-01-02T00:01')).toBe(0);
    await where.db.update(organizations).set({ tier: 'paid' });
    expect(await begin(where, '2030-01-02T00:02')).toBe(0);
    expect(await begin(where, '2030-01-03T00:00')).toBe(1);
  });

  test('does not wake a workspace that sleeps', async () => {
    const where = await place();
    const { server, params } = where;
    await server.call('pauseWorkspace', { params });
    await server.settled(params.workspace_id, 'Idle');
    const from = server.driver.calls.length;
    await due(where, '2030-01-02T00:00');
    expect(await begin(where, '2030-01-02T00:01')).toBe(1);
    await settled(where, 1);
    const [row] = await automatic(where);
    expect(server.driver.calls.slice(from)).toEqual([`backUp ${row?.id}`]);
    await server.settled(params.workspace_id, 'Idle');
  });

  test('waits for a workspace that is being resized', async () => {
    const where = await place();
    const { workspace_id } = where.params;
    const become = (status: 'Resizing' | 'Active') =>
      where.db.update(workspaces).set({ status }).where(eq(workspaces.id, workspace_id));
    await due(where, '2030-01-02T00:00');
    await become('Resizing');
    expect(await begin(where, '2030-01-02T00:01')).toBe(0);
    await become('Active');
    expect(await begin(where, '2030-01-02T00:05')).toBe(1);
  });

  test('begins two at a time, the others when those have ended', async () => {
    const where = await place();
    const { server, params } = where;
    const others = [await server.workspace(params.workgroup_id), await server.workspace(params.workgroup_id)];
    await due(where, '2030-01-02T00:00');
    for (const { id } of others) {
      await due({ ...where, params: { ...params, workspace_id: id } }, '2030-01-02T00:00');
    }
    const release = server.driver.hold('backUp');
    expect(await begin(where, '2030-01-02T00:01')).toBe(2);
    expect(await begin(where, '2030-01-02T00:02')).toBe(0);
    release();
    await expect.poll(() => begin(where, '2030-01-02T00:03'), SOON).toBe(1);
  });

  test('keeps the newest ones that the tier allows, and what was taken by hand', async () => {
    const where = await place({ environment: { ACACIA_TIER: 'paid' } });
    const { server, params } = where;
    await server.call('createBackup', { params, body: { name: 'by-hand' } });
    for (const day of [2, 3, 4, 5, 6]) {
      await due(where, `2030-01-0${day}T00:00`);
      expect(await begin(where, `2030-01-0${day}T00:01`)).toBe(1);
      await settled(where, Math.min(day - 1, 3));
    }
    expect((await automatic(where)).map(({ tag }) => tag)).toEqual([
      'Auto-2030-01-04-00-00',
      'Auto-2030-01-05-00-00',
      'Auto-2030-01-06-00-00',
    ]);
    const erased = () => server.driver.calls.filter((call) => call.startsWith('deleteBackup'));
    await expect.poll(erased, SOON).toHaveLength(2);
    expect(await where.db.select().from(backups).where(eq(backups.tag, 'by-hand'))).toHaveLength(1);
  });

  test('belongs to the running control plane', async () => {
    const where = await place();
    await due(where, new Date(Date.now() - 60_000).toISOString().slice(0, -1));
    const second = await startTestServer(postgres, { database: where.server.database });
    running.push(second);
    await expect
      .poll(async () => (await automatic(where)).length, { timeout: 60_000, interval: 100 })
      .toBe(1);
    expect(await where.db.select().from(operations).where(eq(operations.kind, 'backup'))).toHaveLength(1);
  }, 120_000);
});

test.each([
  ['0 0 * * *', '2030-01-01T00:00', '2030-01-02T00:00'],
  ['0 6 * * Mon', '2030-01-01T00:00', '2030-01-07T06:00'],
  ['0 0 * * Sat-Sun', '2030-01-01T00:00', '2030-01-05T00:00'],
  ['0 0 * * Mon-Sun', '2030-01-01T00:00', '2030-01-02T00:00'],
  ['0 */6 * * *', '2030-01-01T00:00', '2030-01-01T06:00'],
  ['0 8-18/5 * * *', '2030-01-01T09:00', '2030-01-01T13:00'],
  ['0 0 29 Feb *', '2030-01-01T00:00', '2032-02-29T00:00'],
  ['0 0 13 * Fri', '2030-01-01T00:00', '2030-01-04T00:00'],
  ['0 0 31 JAN-mar,12 *', '2030-02-01T00:00', '2030-03-31T00:00'],
])('%s comes after %s at %s', (cron, after, next) => {
  expect(nextBackupRun(cron, at(after))).toEqual(at(next));
});
