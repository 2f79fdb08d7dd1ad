import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { NO_DAYS, SIZE_NOT_AVAILABLE } from '@acacia/contract';
import { asc, eq, sql } from 'drizzle-orm';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { auditEntries, operations, schedules, workspaces } from '../../database/schema.ts';
import { createMemoryDriver } from '../../testing/memory-driver.ts';
import { startTestPostgres, type TestPostgres } from '../../testing/postgres.ts';
import { startTestServer, type Answer, type TestServer } from '../../testing/server.ts';
import { BUILT_IN } from '../../catalog/built-in.ts';
import { loadCatalog } from '../../catalog/catalog.ts';
import { isInWindow, upgradeDue } from '../workspaces/upgrade-window.ts';
import { runDue } from './runs.ts';

let postgres: TestPostgres;
let server: TestServer;
let workgroup_id: string;
let workspace_id: string;
let params: { workgroup_id: string; workspace_id: string };

const CATALOG = path.join(mkdtempSync(path.join(tmpdir(), 'acacia-catalog-')), 'catalog.json');
const versions = ['4.2.1', '4.3.0'].map((name) => ({ name, image: 'acacia/workspace' }));
writeFileSync(CATALOG, JSON.stringify({ ...BUILT_IN, versions }));
const catalog = loadCatalog(CATALOG, createMemoryDriver().promise);

beforeAll(async () => {
  postgres = await startTestPostgres();
  server = await startTestServer(postgres, {
    environment: { ACACIA_CATALOG: CATALOG, ACACIA_TIER: 'paid' },
  });
  workgroup_id = await server.workgroup();
});
beforeEach(async () => {
  const { db } = server.database;
  await db.delete(workspaces);
  await db.delete(auditEntries);
  await db.delete(operations);
  ({ id: workspace_id } = await server.workspace(workgroup_id));
  params = { workgroup_id, workspace_id };
});
afterAll(async () => {
  await server.stop();
  await postgres.stop();
});

/** A daily schedule far in the future, so that the server itself never runs it. */
const LATER = { timezone: 'UTC', repeat: 'DAILY', date: '2090-01-01', time: '08:00' };
const create = (body: object, token?: string) =>
  server.call('createSchedule', {
    params,
    body: { ...LATER, workspace_type_name: 'Pause', ...body },
    ...(token === undefined ? {} : { token }),
  });
const made = async (body: object = {}) => String((await create(body)).result['id']);
const refusal = ({ status, body }: Answer) => [status, body.ErrorDetails?.[0]?.FieldName, body.Message];

const begun: string[] = [];
const runs = () => ({
  db: server.database.db,
  catalog,
  log: pino({ level: 'silent' }),
  changed: (id: string) => void begun.push(id),
});
/** The time at which the schedule is due; `runAt` runs schedules as if it were some minutes later. */
const DUE = Date.parse('2090-01-01T08:00:00Z');
const runAt = (minutes = 0) => runDue(runs(), new Date(DUE + minutes * 60_000));
async function rowOf(id: string) {
  const [row] = await server.database.db.select().from(schedules).where(eq(schedules.id, id));
  return row;
}
async function statusOf() {
  const [row] = await server.database.db.select().from(workspaces).where(eq(workspaces.id, workspace_id));
  return row?.status;
}
const audit = () =>
  server.database.db
    .select()
    .from(auditEntries)
    .where(eq(auditEntries.actor, 'schedule'))
    .orderBy(asc(auditEntries.id));

describe('schedules', () => {
  test('are created, listed, changed and deleted, each with an audit row', async () => {
    const { result } = await create({ repeat: 'WEEKLY', repeat_on: '1,5', timezone: 'Europe/Berlin' });
    const id = String(result['id']);
    expect(result).toMatchObject({
      workspace_id,
      repeat: 'WEEKLY',
      repeat_on: '1,5',
      timezone: 'Europe/Berlin',
      date: '2090-01-01',
      time: '08:00',
      workspace_type_name: 'Pause',
      next_run_at: '2090-01-02T07:00:00.000Z',
      last_run_at: null,
      last_outcome: '',
    });
    const schedule = { params: { ...params, schedule_id: id } };
    const body = { ...LATER, time: '09:30', workspace_type_name: 'TG-1' };
    const changed = await server.call('updateSchedule', { ...schedule, body });
    expect(changed.result).toMatchObject({ time: '09:30', next_run_at: '2090-01-01T09:30:00.000Z' });
    const listed = await server.call('listSchedules', { params });
    expect(listed.result).toMatchObject([{ id, workspace_type_name: 'TG-1', repeat: 'DAILY' }]);
    expect((await server.call('deleteSchedule', schedule)).status).toBe(200);
    expect((await server.call('listSchedules', { params })).result).toEqual([]);
    expect(refusal(await server.call('deleteSchedule', schedule))[2]).toBe('There is no such schedule.');
    const rows = await server.database.db.select().from(auditEntries).orderBy(asc(auditEntries.id));
    expect(rows.filter(({ resource }) => resource === `schedule/${id}`)).toMatchObject([
      { action: 'createSchedule' },
      { action: 'updateSchedule', before: { time: '08:00' }, after: { time: '09:30' } },
      { action: 'deleteSchedule', before: { time: '09:30' }, outcome: 'ok' },
      { action: 'deleteSchedule', outcome: 'failed' },
    ]);
  });

  test.each([
    ['weekly without days', { repeat: 'WEEKLY' }, [400, 'repeat_on', NO_DAYS]],
    ['a day that is none', { repeat: 'WEEKLY', repeat_on: '7' }, [400, 'repeat_on', expect.any(String)]],
    ['a time between the steps', { time: '08:10' }, [400, 'time', expect.any(String)]],
    ['a date that is none', { date: '2090-02-30' }, [400, 'date', expect.any(String)]],
    ['a zone that is none', { timezone: 'Moon/Base' }, [400, 'timezone', 'There is no such time zone.']],
    ['a repeat that is none', { repeat: 'HOURLY' }, [400, 'repeat', expect.any(String)]],
    ['no size', { workspace_type_name: '' }, [400, 'workspace_type_name', 'Please select workspace size']],
    [
      'an unknown size',
      { workspace_type_name: 'XXL' },
      [400, 'workspace_type_name', "There is no workspace size 'XXL'."],
    ],
    [
      'a size above the quota',
      { workspace_type_name: 'TG-64' },
      [403, 'workspace_type_name', SIZE_NOT_AVAILABLE],
    ],
    [
      'a time that has passed',
      { repeat: 'NOREPEAT', date: '2020-01-01' },
      [400, 'time', 'This time has passed already.'],
    ],
  ])('%s is refused at its field', async (_what, body, expected) => {
    expect(refusal(await create(body))).toEqual(expected);
    expect((await server.call('listSchedules', { params })).result).toEqual([]);
  });

  test('for a read-only workspace only its current size can be used', async () => {
    const { result } = await server.call('getWorkspace', { params });
    const reader = await server.call('createWorkspace', {
      params: { workgroup_id },
      body: {
        name: 'Reader',
        tg_database_id: result['database_id'],
        tg_version: '4.2.1',
        workspace_type_name: 'TG-0',
      },
    });
    params = { workgroup_id, workspace_id: String(reader.result['workspace_id']) };
    expect(refusal(await create({ workspace_type_name: 'TG-1' }))).toEqual([
      400,
      'workspace_type_name',
      'Only the current size can be used for a read-only workspace.',
    ]);
    expect((await create({ workspace_type_name: 'TG-0' })).status).toBe(200);
    expect((await create({ workspace_type_name: 'Pause' })).status).toBe(200);
  });

  test('are not for mere members of the workspace', async () => {
    const token = await server.person([{ name: 'workspace-users', workgroup_id, workspace_id }]);
    expect((await create({}, token)).status).toBe(403);
    expect((await server.call('listSchedules', { params, token })).status).toBe(403);
  });
});

describe('a run', () => {
  test('does nothing before its time', async () => {
    const id = await made();
    await runAt(-1);
    expect(await rowOf(id)).toMatchObject({ lastRunAt: null, lastOutcome: '' });
    expect(await audit()).toEqual([]);
  });

  test('pauses, tells the outcome, and knows the next time', async () => {
    const id = await made();
    begun.length = 0;
    await runAt();
    await server.settled(workspace_id, 'Idle');
    expect(begun).toEqual([workspace_id]);
    expect(await rowOf(id)).toMatchObject({
      lastOutcome: 'Paused.',
      lastRunAt: new Date(DUE),
      nextRunAt: new Date(DUE + 86_400_000),
    });
    expect(await audit()).toMatchObject([
      {
        action: 'runSchedule',
        resource: `workspace/${workspace_id}`,
        outcome: 'ok',
        message: 'Paused.',
        before: { status: 'Active' },
        after: { status: 'Pausing' },
      },
    ]);
    await runAt(24 * 60);
    expect(await rowOf(id)).toMatchObject({ lastOutcome: 'It was suspended already.' });
  });

  test('stops where auto-resume is off', async () => {
    await server.call('updateWorkspace', { params, body: { enable_auto_start: false } });
    const id = await made();
    await runAt();
    await server.settled(workspace_id, 'Stopped');
    expect(await rowOf(id)).toMatchObject({ lastOutcome: 'Stopped.' });
  });

  test('resizes a running workspace', async () => {
    const id = await made({ workspace_type_name: 'TG-1', repeat: 'NOREPEAT' });
    await runAt(1);
    await server.settled(workspace_id, 'Active');
    expect(server.driver.spec(workspace_id)).toMatchObject({ cpus: 8 });
    expect(await rowOf(id)).toMatchObject({ lastOutcome: 'Resized to TG-1.', nextRunAt: null });
    const [operation] = await server.database.db
      .select()
      .from(operations)
      .where(eq(operations.kind, 'resize'));
    expect(operation).toMatchObject({ actor: 'schedule', workspaceId: workspace_id });
  });

  test('resumes a suspended one at its size', async () => {
    await server.call('stopWorkspace', { params });
    await server.settled(workspace_id, 'Stopped');
    const id = await made({ workspace_type_name: 'TG-0' });
    await runAt();
    await server.settled(workspace_id, 'Active');
    expect(server.driver.spec(workspace_id)).toMatchObject({ cpus: 4 });
    expect(await rowOf(id)).toMatchObject({ lastOutcome: 'Resumed at the size TG-0.' });
    expect((await audit())[0]).toMatchObject({
      before: { workspace_type_name: 'TG-00', status: 'Stopped' },
      after: { workspace_type_name: 'TG-0', status: 'Resuming' },
    });
  });

  test('that the state does not allow says why, and changes nothing', async () => {
    await server.call('pauseWorkspace', { params });
    await server.settled(workspace_id, 'Idle');
    server.driver.failOnce('start', 'There is no memory left.');
    await server.call('resumeWorkspace', { params });
    await server.settled(workspace_id, 'Error');
    const id = await made();
    await runAt();
    const reason = 'The workspace is Error and cannot be paused now.';
    expect(await rowOf(id)).toMatchObject({ lastOutcome: reason, nextRunAt: new Date(DUE + 86_400_000) });
    expect(await audit()).toMatchObject([{ outcome: 'failed', message: reason }]);
  });

  test('waits for what is under way, such as the start of the workspace', async () => {
    const release = server.driver.hold('stop');
    await server.call('pauseWorkspace', { params });
    const id = await made({ workspace_type_name: 'TG-1' });
    await runAt();
    expect(await rowOf(id)).toMatchObject({ lastRunAt: null, nextRunAt: new Date(DUE) });
    release();
    await server.settled(workspace_id, 'Idle');
    await runAt(1);
    expect(await rowOf(id)).toMatchObject({ lastOutcome: 'Resumed at the size TG-1.' });
    await server.settled(workspace_id, 'Active');
    expect(await audit()).toHaveLength(1);
  });

  test('waits for it no longer than an hour', async () => {
    const release = server.driver.hold('stop');
    await server.call('pauseWorkspace', { params });
    const id = await made({ workspace_type_name: 'TG-1' });
    await runAt(61);
    expect(await rowOf(id)).toMatchObject({
      lastOutcome: 'Missed at 2090-01-01T08:00:00.000Z: another action was at work on the workspace.',
    });
    release();
    await server.settled(workspace_id, 'Idle');
  });

  test('of several that became due while nothing ran the newest is done', async () => {
    const [early, late] = [await made(), await made({ time: '08:30', workspace_type_name: 'TG-0' })];
    await runAt(45);
    await server.settled(workspace_id, 'Active');
    expect(await rowOf(late)).toMatchObject({ lastOutcome: 'Resized to TG-0.' });
    expect(await rowOf(early)).toMatchObject({
      lastOutcome:
        'Not done at 2090-01-01T08:00:00.000Z: another schedule of the workspace was due by then too.',
    });
  });

  test('after days of silence the last one counts', async () => {
    const id = await made();
    await runAt(3 * 24 * 60 + 20);
    await server.settled(workspace_id, 'Idle');
    expect(await rowOf(id)).toMatchObject({
      lastOutcome: 'Paused.',
      nextRunAt: new Date(DUE + 4 * 86_400_000),
    });
  });

  test('more than an hour late is told as missed', async () => {
    const id = await made();
    await runAt(61);
    expect(await rowOf(id)).toMatchObject({
      lastOutcome: 'Missed at 2090-01-01T08:00:00.000Z: Acacia was not running.',
      nextRunAt: new Date(DUE + 86_400_000),
    });
    expect(await statusOf()).toBe('Active');
    expect(await audit()).toMatchObject([{ outcome: 'failed' }]);
  });

  test('is done while a row about the workspace is being written', async () => {
    const id = await made();
    await server.database.db.transaction(async (tx) => {
      // The lock that PostgreSQL takes for each row that refers to the workspace.
      await tx.execute(sql`SELECT 1 FROM workspaces WHERE id = ${workspace_id} FOR KEY SHARE`);
      await runAt();
    });
    await server.settled(workspace_id, 'Idle');
    expect(await rowOf(id)).toMatchObject({ lastOutcome: 'Paused.' });
  });

  test('is done once by two that look at the same moment', async () => {
    const id = await made();
    await Promise.all([runAt(), runAt(), runAt()]);
    await server.settled(workspace_id, 'Idle');
    expect(await audit()).toHaveLength(1);
    expect(await rowOf(id)).toMatchObject({ lastOutcome: 'Paused.' });
  });
});

describe('the upgrade window', () => {
  test.each([
    ['Sunday 0:00', 0, 0, 'UTC', '2026-11-22T00:00:00Z', true],
    ['its last minute', 0, 0, 'UTC', '2026-11-22T01:59:00Z', true],
    ['two hours later', 0, 0, 'UTC', '2026-11-22T02:00:00Z', false],
    ['a minute before', 0, 0, 'UTC', '2026-11-21T23:59:00Z', false],
    ['over midnight', 6, 23, 'UTC', '2026-11-22T00:30:00Z', true],
    ['over midnight, and past it', 6, 23, 'UTC', '2026-11-22T01:00:00Z', false],
    ['by the clock of its zone', 0, 20, 'America/New_York', '2026-11-23T01:30:00Z', true],
    ['by the half hours of its zone', 1, 6, 'Asia/Kolkata', '2026-11-23T00:30:00Z', true],
    ['not by the clock of London', 0, 20, 'America/New_York', '2026-11-22T20:30:00Z', false],
    ['a day with a change of clocks', 0, 1, 'America/New_York', '2026-11-01T06:30:00Z', true],
  ])('%s', (_what, day, hour, zone, now, expected) => {
    const window = {
      maintenanceWindowDayOfWeek: day,
      maintenanceWindowHourOfDay: hour,
      maintenanceWindowTimeZone: zone,
    };
    expect(isInWindow(window, new Date(now))).toBe(expected);
  });

  /** The next time in the window of new workspaces, Sunday 0:00. */
  const inWindow = () => {
    const now = new Date();
    const days = (7 - now.getUTCDay()) % 7;
    return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + days, 0, 30));
  };
  const upgrades = () => server.database.db.select().from(operations).where(eq(operations.kind, 'upgrade'));

  test('upgrades once, with an audit row', async () => {
    const now = inWindow();
    await Promise.all([upgradeDue(runs(), now), upgradeDue(runs(), now)]);
    await server.settled(workspace_id, 'Active');
    await upgradeDue(runs(), now);
    expect(await upgrades()).toMatchObject([{ actor: 'maintenance', state: 'succeeded' }]);
    expect(server.driver.spec(workspace_id)).toMatchObject({ version: '4.3.0' });
    const rows = await server.database.db
      .select()
      .from(auditEntries)
      .where(eq(auditEntries.actor, 'maintenance'));
    expect(rows).toMatchObject([
      {
        action: 'upgradeWorkspace',
        before: { tg_version: '4.2.1', status: 'Active' },
        after: { tg_version: '4.3.0', status: 'Upgrading' },
      },
    ]);
  });

  test('that failed is not tried again in the same window', async () => {
    server.driver.failOnce('start', 'The image cannot be had.');
    // Attempts in a window are found by the creation time of their operation, which is now.
    await server.call('updateWorkspace', {
      params,
      body: {
        maintenance_window_day_of_week: new Date().getUTCDay(),
        maintenance_window_hour_of_day: new Date().getUTCHours(),
      },
    });
    await upgradeDue(runs(), new Date());
    await server.settled(workspace_id, 'Active');
    await upgradeDue(runs(), new Date());
    expect(await upgrades()).toHaveLength(1);
    const { result } = await server.call('getWorkspace', { params });
    expect(result).toMatchObject({
      tg_version: '4.2.1',
      upgrade_available: '4.3.0',
      err_message:
        'The workspace could not be upgraded, and it runs as it did before: The image cannot be had.',
    });
  });

  test.each([
    ['outside the window', {}, (now: Date) => new Date(now.getTime() + 5 * 3_600_000)],
    ['with the strategy never', { update_strategy: 'update_strategy_never' }, (now: Date) => now],
  ])('does nothing %s', async (_what, body, at) => {
    await server.call('updateWorkspace', { params, body });
    await upgradeDue(runs(), at(inWindow()));
    expect(await upgrades()).toEqual([]);
  });

  test('does nothing to a workspace that is not active', async () => {
    await server.call('pauseWorkspace', { params });
    await server.settled(workspace_id, 'Idle');
    await upgradeDue(runs(), inWindow());
    expect(await upgrades()).toEqual([]);
  });
});
