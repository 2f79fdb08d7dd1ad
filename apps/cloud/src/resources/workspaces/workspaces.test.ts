import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { NO_ACTIVE_WRITER, NO_SNAPSHOT_SOURCE, SIZE_NOT_AVAILABLE } from '@acacia/contract';
import { asc, eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import {
  operations,
  orgAddons,
  snapshots,
  solutionInstances,
  workspaceReadings,
  workspaces,
} from '../../database/schema.ts';
import { createMemoryDriver } from '../../testing/memory-driver.ts';
import { startTestPostgres, type TestPostgres } from '../../testing/postgres.ts';
import {
  startTestServer,
  type Answer,
  type TestServer,
  type TestServerOptions,
} from '../../testing/server.ts';
import { BUILT_IN } from '../../catalog/built-in.ts';
import { sweepSnapshots } from '../databases/snapshots.ts';

const SOON = { timeout: 50_000, interval: 10 };
const GIB = 2 ** 30;

let postgres: TestPostgres;
const running: TestServer[] = [];

beforeAll(async () => {
  postgres = await startTestPostgres();
});
afterEach(async () => {
  await Promise.all(running.splice(0).map((server) => server.stop()));
});
afterAll(() => postgres.stop());

/** A catalog with three versions; test workspaces have the middle one. */
const CATALOG = path.join(mkdtempSync(path.join(tmpdir(), 'acacia-catalog-')), 'catalog.json');
const image = 'acacia/workspace';
const versions = [
  { name: '4.2.0', image },
  { name: '4.10.0', image },
  { name: '4.2.1', image },
];
writeFileSync(CATALOG, JSON.stringify({ ...BUILT_IN, versions }));

async function serve(options: TestServerOptions = {}): Promise<TestServer> {
  const environment = { ACACIA_CATALOG: CATALOG, ...options.environment };
  const server = await startTestServer(postgres, { ...options, environment });
  running.push(server);
  return server;
}

interface Place {
  readonly server: TestServer;
  readonly workgroup_id: string;
  readonly workspace_id: string;
  readonly databaseId: string;
}

/** An Active read-write workspace. */
async function writer(options: TestServerOptions = {}): Promise<Place> {
  const server = await serve(options);
  const workgroup_id = await server.workgroup();
  const { id, databaseId } = await server.workspace(workgroup_id);
  return { server, workgroup_id, workspace_id: id, databaseId };
}

const create = ({ server, workgroup_id, databaseId }: Omit<Place, 'workspace_id'>, body: object = {}) =>
  server.call('createWorkspace', {
    params: { workgroup_id },
    body: {
      name: `Made-${Math.random().toString(36).slice(2)}`,
      tg_database_id: databaseId,
      tg_version: '4.2.1',
      workspace_type_name: 'TG-00',
      ...body,
    },
  });

/** An Active read-only workspace beside a read-write one. */
async function reader(options: TestServerOptions = {}) {
  const place = await writer(options);
  const { result } = await create(place);
  const readerId = String(result['workspace_id']);
  await place.server.settled(readerId, 'Active');
  return { ...place, readerId, params: { workgroup_id: place.workgroup_id, workspace_id: readerId } };
}

const update = ({ server, workgroup_id, workspace_id }: Place, body: object) =>
  server.call('updateWorkspace', { params: { workgroup_id, workspace_id }, body });

const refusal = ({ status, body }: Answer) => [status, body.ErrorDetails?.[0]?.FieldName ?? '', body.Message];

async function rowOf({ database }: TestServer, id: string) {
  const [row] = await database.db.select().from(workspaces).where(eq(workspaces.id, id));
  return row;
}
const snapshotsOf = ({ database }: TestServer) => database.db.select().from(snapshots);
const callsOf = ({ driver }: TestServer, id: string) => driver.calls.filter((call) => call.endsWith(id));

describe('creation', () => {
  test('a second workspace of a database is read-only, without high availability, on a snapshot', async () => {
    const { server, readerId, databaseId, params, workgroup_id } = await reader();
    const { result } = await server.call('getWorkspace', { params });
    expect(result).toMatchObject({ is_rw: false, enable_ha: false, status: 'Active', refresh_status: '' });
    expect(Date.parse(String(result['snapshot_time']))).toBeGreaterThan(Date.now() - 60_000);
    const [snapshot] = await snapshotsOf(server);
    expect(server.driver.spec(readerId)).toMatchObject({ snapshotId: snapshot?.id, replicas: 1 });
    const database = await server.call('getDatabase', { params: { workgroup_id, database_id: databaseId } });
    expect(database.result['snapshots']).toMatchObject([{ workspace_id: readerId, size_bytes: 4096 }]);
    expect(database.result['folder_statistics']).toMatchObject({ snapshot_size: 4096 });
  });

  test('asking for high availability there is no fault, it is just off', async () => {
    const place = await writer();
    const { result } = await create(place, { enable_ha: true, is_rw: true });
    expect(result).toMatchObject({ is_rw: false, enable_ha: false });
  });

  test('with high availability there are three copies on one partition and two on more', async () => {
    const server = await serve();
    const workgroup_id = await server.workgroup();
    for (const [workspace_type_name, replicas] of [
      ['TG-8', 3],
      ['TG-16', 2],
    ] as const) {
      const databaseId = await server.createDatabase(workgroup_id);
      const made = await create(
        { server, workgroup_id, databaseId },
        { workspace_type_name, enable_ha: true },
      );
      const id = String(made.result['workspace_id']);
      await server.settled(id, 'Active');
      expect(server.driver.spec(id)).toMatchObject({ replicas });
    }
  });

  test('read-only needs an active read-write workspace', async () => {
    const place = await writer();
    const { server, workgroup_id, workspace_id } = place;
    const empty = await server.createDatabase(workgroup_id);
    expect(refusal(await create({ ...place, databaseId: empty }, { is_rw: false }))).toEqual([
      409,
      'tg_database_id',
      NO_ACTIVE_WRITER,
    ]);
    await server.call('pauseWorkspace', { params: { workgroup_id, workspace_id } });
    await server.settled(workspace_id, 'Idle');
    expect(refusal(await create(place))).toEqual([409, 'tg_database_id', NO_ACTIVE_WRITER]);
    expect(await snapshotsOf(server)).toEqual([]);
  });

  test('a snapshot that fails leaves Error with the reason, and resuming takes it', async () => {
    const place = await writer();
    const { server } = place;
    server.driver.failOnce('takeSnapshot', 'The disk is full.');
    const { result } = await create(place);
    const id = String(result['workspace_id']);
    await server.settled(id, 'Error');
    expect((await rowOf(server, id))?.errMessage).toBe('The disk is full.');
    const params = { workgroup_id: place.workgroup_id, workspace_id: id };
    expect((await server.call('resumeWorkspace', { params })).status).toBe(200);
    await server.settled(id, 'Active');
    expect(callsOf(server, id)).toContain(`start ${id}`);
  });

  test('add-ons, solution and maintenance zone are kept; the installation waits for the creation', async () => {
    const server = await serve({ start: false });
    const workgroup_id = await server.workgroup();
    const databaseId = await server.createDatabase(workgroup_id);
    const { db } = server.database;
    const organization = (await server.call('getMyOrganization')).result;
    await db.insert(orgAddons).values({ orgId: String(organization['org_id']), addonId: 'copilot' });
    const { result } = await create(
      { server, workgroup_id, databaseId },
      {
        maintenance_window_time_zone: 'Europe/Berlin',
        addons: [{ addons_id: 'copilot', enable: true, enable_configuration: false }],
        solution_install_request: { name: 'Fraud', solution_catalog_id: 'transaction-fraud' },
      },
    );
    expect(result).toMatchObject({
      maintenance_window_time_zone: 'Europe/Berlin',
      maintenance_window_day_of_week: 0,
      maintenance_window_hour_of_day: 0,
      update_strategy: 'update_strategy_window',
      addons: [{ addons_id: 'copilot', enable: true, enable_configuration: false }],
      solution_catalog_id: 'transaction-fraud',
      solution_status: 'install_pending',
    });
    const queued = await db.select().from(operations).orderBy(asc(operations.createdAt));
    expect(queued.map(({ kind }) => kind)).toEqual(['create', 'install-solution']);
    const [solution] = await db.select().from(solutionInstances);
    expect(solution).toMatchObject({ name: 'Fraud', graphName: 'Transaction_Fraud' });
    expect(queued[1]?.payload).toMatchObject({ solution_id: solution?.id });
  });

  test.each([
    [
      'a solution that there is not',
      { solution_install_request: { name: 'X', solution_catalog_id: 'nothing' } },
      [400, 'solution_install_request.solution_catalog_id', "There is no solution 'nothing'."],
    ],
    [
      'a size of its data that a solution does not have',
      {
        solution_install_request: {
          name: 'X',
          solution_catalog_id: 'entity-resolution',
          data_source_origin: 'full',
        },
      },
      [
        400,
        'solution_install_request.data_source_origin',
        "The data of Entity Resolution have one size: choose 'sample' or 'none'.",
      ],
    ],
    [
      'an add-on that the organisation has not added',
      { addons: [{ addons_id: 'graphql', enable: true, enable_configuration: false }] },
      [400, 'addons', "The organization has not added the add-on 'graphql'."],
    ],
  ])('%s is refused and leaves nothing', async (_what, wish, expected) => {
    const server = await serve({ start: false });
    const workgroup_id = await server.workgroup();
    const databaseId = await server.createDatabase(workgroup_id);
    expect(refusal(await create({ server, workgroup_id, databaseId }, wish))).toEqual(expected);
    const { db } = server.database;
    expect(await db.select().from(workspaces)).toEqual([]);
    expect(await db.select().from(operations)).toEqual([]);
    expect(await db.select().from(solutionInstances)).toEqual([]);
  });

  test('a read-only workspace takes no solution', async () => {
    const place = await writer();
    const wish = { solution_install_request: { name: 'X', solution_catalog_id: 'transaction-fraud' } };
    expect(refusal(await create(place, wish))).toEqual([
      409,
      'solution_install_request',
      'A read-only workspace cannot be given a solution.',
    ]);
    expect(await snapshotsOf(place.server)).toEqual([]);
  });
});

describe('size, high availability and version', () => {
  test('of an Active workspace: Resizing, then Active with the new size', async () => {
    const place = await writer();
    const { result } = await update(place, { workspace_type_name: 'TG-1', enable_ha: true });
    expect(result).toMatchObject({
      status: 'Resizing',
      enable_ha: true,
      workspace_type: { typeName: 'TG-1', cpu: '8', memory: '64' },
    });
    await place.server.settled(place.workspace_id, 'Active');
    expect(place.server.driver.spec(place.workspace_id)).toMatchObject({
      memoryBytes: 64 * GIB,
      cpus: 8,
      replicas: 3,
    });
  });

  test('high availability alone is an update, a version an upgrade', async () => {
    const place = await writer();
    expect((await update(place, { enable_ha: true })).result['status']).toBe('Updating');
    await place.server.settled(place.workspace_id, 'Active');
    const upgraded = await update(place, { tg_version: '4.10.0', workspace_type_name: 'TG-0' });
    expect(upgraded.result).toMatchObject({ status: 'Upgrading', upgrade_available: null });
    await place.server.settled(place.workspace_id, 'Active');
    expect(place.server.driver.spec(place.workspace_id)).toMatchObject({ version: '4.10.0', cpus: 4 });
  });

  test('of an Idle workspace the row alone changes', async () => {
    const place = await writer();
    const { server, workgroup_id, workspace_id } = place;
    await server.call('pauseWorkspace', { params: { workgroup_id, workspace_id } });
    await server.settled(workspace_id, 'Idle');
    const starts = callsOf(server, workspace_id).length;
    const { result } = await update(place, { workspace_type_name: 'TG-0' });
    expect(result).toMatchObject({ status: 'Idle', workspace_type: { typeName: 'TG-0' } });
    expect(callsOf(server, workspace_id)).toHaveLength(starts);
    await server.call('resumeWorkspace', { params: { workgroup_id, workspace_id } });
    await server.settled(workspace_id, 'Active');
    expect(server.driver.spec(workspace_id)).toMatchObject({ cpus: 4 });
  });

  test('a resize that fails leaves the workspace running as it was, and says why', async () => {
    const place = await writer();
    const { server, workspace_id } = place;
    server.driver.failOnce('start', 'There is not that much memory.');
    await update(place, { workspace_type_name: 'TG-8' });
    await server.settled(workspace_id, 'Active');
    expect(await rowOf(server, workspace_id)).toMatchObject({
      workspaceTypeName: 'TG-00',
      errMessage:
        'The workspace could not be resized, and it runs as it did before: There is not that much memory.',
    });
    expect(server.driver.spec(workspace_id)).toMatchObject({ cpus: 2 });
  });

  test('a resize that was cut off goes on at the next start', async () => {
    const place = await writer();
    const { server, workspace_id } = place;
    const release = server.driver.hold('start');
    await update(place, { workspace_type_name: 'TG-1' });
    const started = () => callsOf(server, workspace_id).filter((call) => call.startsWith('start'));
    await expect.poll(started, SOON).toHaveLength(2);
    const driver = createMemoryDriver();
    const second = await serve({ database: server.database, driver });
    await second.settled(workspace_id, 'Active');
    expect(driver.spec(workspace_id)).toMatchObject({ cpus: 8 });
    release();
  });

  test('several fields at once, judged together: one refusal changes nothing', async () => {
    const place = await writer();
    const before = await rowOf(place.server, place.workspace_id);
    const answer = await update(place, { workspace_name: 'Renamed', tg_version: '9.9.9' });
    expect(refusal(answer)).toEqual([400, 'tg_version', "There is no version '9.9.9'."]);
    expect(await rowOf(place.server, place.workspace_id)).toEqual(before);
    const { result } = await update(place, {
      workspace_name: 'Renamed',
      update_strategy: 'update_strategy_never',
      maintenance_window_day_of_week: 6,
      maintenance_window_hour_of_day: 23,
      maintenance_window_time_zone: 'Asia/Kolkata',
    });
    expect(result).toMatchObject({
      name: 'Renamed',
      status: 'Active',
      update_strategy: 'update_strategy_never',
      maintenance_window_day_of_week: 6,
      maintenance_window_hour_of_day: 23,
      maintenance_window_time_zone: 'Asia/Kolkata',
    });
  });

  test.each([
    ['an older version', { tg_version: '4.2.0' }, 400, 'tg_version', 'The workspace has version 4.2.1'],
    [
      'an unknown size',
      { workspace_type_name: 'XXL' },
      400,
      'workspace_type_name',
      "no workspace size 'XXL'",
    ],
    [
      'an unknown zone',
      { maintenance_window_time_zone: 'Moon/Base' },
      400,
      'maintenance_window_time_zone',
      '',
    ],
    ['hour 24', { maintenance_window_hour_of_day: 24 }, 400, 'maintenance_window_hour_of_day', ''],
    ['an empty name', { workspace_name: '' }, 400, 'workspace_name', 'invalid name'],
  ])('%s is refused at its field', async (_what, wish, status, field, message) => {
    const [found, at, said] = refusal(await update(await writer(), wish));
    expect([found, at]).toEqual([status, field]);
    expect(said).toContain(message);
  });

  test('the graph in memory must fit a smaller size', async () => {
    const place = await writer();
    const { server, workspace_id } = place;
    await update(place, { workspace_type_name: 'TG-1' });
    await server.settled(workspace_id, 'Active');
    await server.database.db.insert(workspaceReadings).values({
      workspaceId: workspace_id,
      at: new Date(),
      memoryPercent: 30,
      dataMemoryPercent: 40,
      volumePercent: 1,
      graphBytes: 12.5 * GIB,
    });
    expect(refusal(await update(place, { workspace_type_name: 'TG-00' }))).toEqual([
      409,
      'workspace_type_name',
      'The graph takes 12.5 GiB of memory, and TG-00 has room for 8.0 GiB. Choose a larger size.',
    ]);
    expect((await update(place, { workspace_type_name: 'TG-0' })).result['status']).toBe('Resizing');
  });

  test('a read-only workspace is neither resized nor highly available', async () => {
    const place = await reader();
    const ofReader = { ...place, workspace_id: place.readerId };
    expect(refusal(await update(ofReader, { workspace_type_name: 'TG-0' }))[2]).toBe(
      'A read-only workspace cannot be resized.',
    );
    expect(refusal(await update(ofReader, { enable_ha: true }))).toEqual([
      409,
      'enable_ha',
      'A read-only workspace has no high availability.',
    ]);
    expect((await update(ofReader, { workspace_type_name: 'TG-00', enable_ha: false })).status).toBe(200);
  });

  test('while a solution is installed it is not resized, upgraded, paused or stopped', async () => {
    const place = await writer();
    const { server, workgroup_id, workspace_id } = place;
    await server.database.db.insert(solutionInstances).values({
      id: 'one',
      workspaceId: workspace_id,
      solutionCatalogId: 'transaction-fraud',
      name: 'Fraud',
      graphName: 'Fraud',
      ownerEmail: 'someone@example.org',
      dataSourceOrigin: 'sample',
      status: 'install_pending',
    });
    const params = { workgroup_id, workspace_id };
    const sentence = (word: string) =>
      `The current workspace is in the process of installing a solution and cannot be ${word} at this time.`;
    expect(refusal(await update(place, { workspace_type_name: 'TG-0' }))[2]).toBe(sentence('resized'));
    expect(refusal(await update(place, { tg_version: '4.10.0' }))[2]).toBe(sentence('upgraded'));
    expect(refusal(await server.call('pauseWorkspace', { params }))[2]).toBe(sentence('paused'));
    expect(refusal(await server.call('stopWorkspace', { params }))[2]).toBe(sentence('stopped'));
  });

  test('automatic upgrade is changed while the workspace is active', async () => {
    const place = await writer();
    const { server, workgroup_id, workspace_id } = place;
    await server.call('pauseWorkspace', { params: { workgroup_id, workspace_id } });
    await server.settled(workspace_id, 'Idle');
    expect(refusal(await update(place, { update_strategy: 'update_strategy_never' }))[2]).toBe(
      'Automatic upgrade needs the workspace to be active.',
    );
  });

  test('a member without the role is refused', async () => {
    const place = await writer();
    const { server, workgroup_id, workspace_id } = place;
    const token = await server.person([{ name: 'workspace-users', workgroup_id, workspace_id }]);
    const params = { workgroup_id, workspace_id };
    const body = { workspace_type_name: 'TG-0' };
    expect((await server.call('updateWorkspace', { params, body, token })).status).toBe(403);
    expect((await server.call('refreshWorkspace', { params, token })).status).toBe(403);
  });
});

describe('quota', () => {
  const quota = async (server: TestServer) => (await server.call('getQuota')).result;

  test('the free tier: one read-write workspace, two read-only ones, sizes up to TG-4', async () => {
    const place = await writer({ environment: { ACACIA_TIER: 'free' } });
    const { server, workgroup_id } = place;
    expect(await quota(server)).toEqual({
      tier: 'free',
      max_workspace_memory: 256,
      rw_workspace_count_limit: 1,
      rw_workspace_count_usage: 1,
      ro_workspace_count_limit: 2,
      ro_workspace_count_usage: 0,
      memory_limit: 768,
      memory_usage: 16,
      workspace_manual_backup_count_limit: 1,
      workspace_auto_backup_count_limit: 0,
    });
    const other = { ...place, databaseId: await server.createDatabase(workgroup_id) };
    expect(refusal(await create(other))).toEqual([
      403,
      'is_rw',
      "Your organization's quota is 1 read-write workspace, and it has 1. Please contact sales to request an upgrade.",
    ]);
    expect(refusal(await create(other, { workspace_type_name: 'TG-6' }))).toEqual([
      403,
      'workspace_type_name',
      SIZE_NOT_AVAILABLE,
    ]);
    expect((await create(place, { workspace_type_name: 'TG-4' })).status).toBe(200);
    expect((await create(place, { workspace_type_name: 'TG-4' })).status).toBe(200);
    expect(refusal(await create(place))[1]).toBe('is_rw');
    expect(refusal(await update(place, { workspace_type_name: 'TG-6' }))).toEqual([
      403,
      'workspace_type_name',
      SIZE_NOT_AVAILABLE,
    ]);
  });

  test('memory counts over all workspaces, and over the copies of one', async () => {
    const place = await writer({ environment: { ACACIA_TIER: 'free' } });
    await update(place, { workspace_type_name: 'TG-4' });
    await place.server.settled(place.workspace_id, 'Active');
    expect((await create(place)).status).toBe(200);
    expect(refusal(await update(place, { enable_ha: true }))).toEqual([
      403,
      'enable_ha',
      "Your organization's quota is 768 GiB of memory over all workspaces. This one would take 768 GiB beside the 16 GiB of the others. Please contact sales to request an upgrade.",
    ]);
  });

  test('auto suspend stays on in the free tier', async () => {
    const place = await writer({ environment: { ACACIA_TIER: 'free' } });
    const expected = [400, 'auto_stop_minutes', 'Auto suspend cannot be turned off on the free tier.'];
    expect(refusal(await create(place, { auto_stop_minutes: 0 }))).toEqual(expected);
    expect(refusal(await update(place, { auto_stop_minutes: 0 }))).toEqual(expected);
    expect((await update(place, { auto_stop_minutes: 30 })).status).toBe(200);
  });

  test('of two creations at once for the last place one is made', async () => {
    const server = await serve({ environment: { ACACIA_TIER: 'free' }, start: false });
    const workgroup_id = await server.workgroup();
    const ids = await Promise.all([1, 2].map(() => server.createDatabase(workgroup_id)));
    const answers = await Promise.all(ids.map((databaseId) => create({ server, workgroup_id, databaseId })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 403]);
  });

  test('what is terminated is free again', async () => {
    const { server, workgroup_id, workspace_id } = await writer({ environment: { ACACIA_TIER: 'free' } });
    await server.call('deleteWorkspace', { params: { workgroup_id, workspace_id } });
    await server.settled(workspace_id, null);
    expect(await quota(server)).toMatchObject({ rw_workspace_count_usage: 0, memory_usage: 0 });
  });

  test('an enterprise has room for thousands', async () => {
    expect(await quota(await serve())).toMatchObject({ tier: 'enterprise', rw_workspace_count_limit: 4000 });
  });
});

describe('refreshing a read-only workspace', () => {
  const refresh = ({ server, params }: Awaited<ReturnType<typeof reader>>) =>
    server.call('refreshWorkspace', { params });

  test('takes a new snapshot, restarts on it at the same port, and removes the old one', async () => {
    const place = await reader();
    const { server, readerId } = place;
    const before = await rowOf(server, readerId);
    const { result } = await refresh(place);
    expect(result).toMatchObject({ status: 'Updating', refresh_status: 'refreshing' });
    await server.settled(readerId, 'Active');
    const after = await rowOf(server, readerId);
    expect(after).toMatchObject({ port: before?.port, refreshStatus: '', refreshMessage: '' });
    expect(after?.snapshotId).not.toBe(before?.snapshotId);
    expect(server.driver.spec(readerId)?.snapshotId).toBe(after?.snapshotId);
    await expect.poll(() => server.driver.calls, SOON).toContain(`deleteSnapshot ${before?.snapshotId}`);
    await expect.poll(() => snapshotsOf(server), SOON).toMatchObject([{ id: after?.snapshotId }]);
  });

  test('of an idle one leaves it idle', async () => {
    const place = await reader();
    const { server, readerId, params } = place;
    await server.call('pauseWorkspace', { params });
    await server.settled(readerId, 'Idle');
    const starts = () => callsOf(server, readerId).filter((call) => call.startsWith('start')).length;
    const before = [starts(), (await rowOf(server, readerId))?.snapshotId];
    await refresh(place);
    await server.settled(readerId, 'Idle');
    expect(starts()).toBe(before[0]);
    expect((await rowOf(server, readerId))?.snapshotId).not.toBe(before[1]);
  });

  test.each(['takeSnapshot', 'start'] as const)('when %s fails the old one is shown on', async (step) => {
    const place = await reader();
    const { server, readerId } = place;
    const before = await rowOf(server, readerId);
    server.driver.failOnce(step, 'The disk is full.');
    await refresh(place);
    await server.settled(readerId, 'Active');
    expect(await rowOf(server, readerId)).toMatchObject({
      snapshotId: before?.snapshotId,
      errMessage: '',
      refreshStatus: 'failed',
      refreshMessage: 'The disk is full.',
    });
    expect(server.driver.spec(readerId)?.snapshotId).toBe(before?.snapshotId);
    await expect.poll(() => snapshotsOf(server), SOON).toMatchObject([{ id: before?.snapshotId }]);
    await refresh(place);
    await server.settled(readerId, 'Active');
    expect(await rowOf(server, readerId)).toMatchObject({ refreshStatus: '', refreshMessage: '' });
  });

  test('when the old one cannot be shown either, says both', async () => {
    const place = await reader();
    const { server, readerId, params } = place;
    const before = await rowOf(server, readerId);
    const start = vi.spyOn(server.driver, 'start').mockRejectedValue(new Error('The disk is away.'));
    await refresh(place);
    await server.settled(readerId, 'Error');
    const message = 'The disk is away. Going back failed too: The disk is away.';
    expect(await rowOf(server, readerId)).toMatchObject({
      snapshotId: before?.snapshotId,
      errMessage: message,
      refreshStatus: 'failed',
      refreshMessage: message,
    });
    start.mockRestore();
    await server.call('resumeWorkspace', { params });
    await server.settled(readerId, 'Active');
    expect(server.driver.spec(readerId)?.snapshotId).toBe(before?.snapshotId);
  });

  test('is refused without an active read-write workspace, when stopped, and for a read-write one', async () => {
    const place = await reader();
    const { server, workgroup_id, workspace_id, readerId, params } = place;
    expect(refusal(await refresh({ ...place, params: { workgroup_id, workspace_id } }))[2]).toBe(
      'Only a read-only workspace shows a snapshot that can be updated.',
    );
    await server.call('pauseWorkspace', { params: { workgroup_id, workspace_id } });
    await server.settled(workspace_id, 'Idle');
    expect(refusal(await refresh(place))).toEqual([409, '', NO_SNAPSHOT_SOURCE]);
    await server.call('stopWorkspace', { params });
    await server.settled(readerId, 'Stopped');
    expect(refusal(await refresh(place))[2]).toBe(
      'The workspace is Stopped and cannot be updated now. Resume it first.',
    );
    expect(await snapshotsOf(server)).toHaveLength(1);
  });

  test.each(['takeSnapshot', 'start'] as const)(
    'cut off at %s it goes on at the next start and leaves one snapshot',
    async (step) => {
      const place = await reader();
      const { server, readerId } = place;
      const before = await rowOf(server, readerId);
      const calls = () => server.driver.calls.filter((call) => call.startsWith(step)).length;
      const done = calls();
      const release = server.driver.hold(step);
      await refresh(place);
      await expect.poll(calls, SOON).toBe(done + 1);
      const driver = createMemoryDriver();
      const second = await serve({ database: server.database, driver });
      await second.settled(readerId, 'Active');
      const after = await rowOf(second, readerId);
      expect(after).toMatchObject({ refreshStatus: '' });
      expect(after?.snapshotId).not.toBe(before?.snapshotId);
      await expect.poll(() => snapshotsOf(second), SOON).toMatchObject([{ id: after?.snapshotId }]);
      release();
    },
  );

  test('a snapshot that nothing knows of is removed at the next start', async () => {
    const { server, databaseId, readerId } = await reader();
    const shown = (await rowOf(server, readerId))?.snapshotId;
    const { db } = server.database;
    await db.insert(snapshots).values({ id: 'left', databaseId, workspaceId: readerId, sizeBytes: 1 });
    await db.insert(snapshots).values({ id: 'wanted', databaseId, workspaceId: readerId, sizeBytes: 0 });
    await db.insert(operations).values({
      id: 'open',
      kind: 'refresh',
      workspaceId: null,
      databaseId,
      state: 'queued',
      step: '',
      actor: 'test',
      payload: { snapshotId: 'wanted' },
      runAfter: new Date(Date.now() + 600_000),
    });
    await sweepSnapshots(db, server.driver);
    const kept = (await snapshotsOf(server)).map(({ id }) => id).sort();
    expect(kept).toEqual([shown, 'wanted'].sort());
    expect(server.driver.calls).toContain('deleteSnapshot left');
  });
});

describe('termination', () => {
  test('of a read-only workspace removes its snapshot, and the database stays', async () => {
    const { server, readerId, params, workgroup_id, databaseId } = await reader();
    const snapshot = (await rowOf(server, readerId))?.snapshotId;
    await server.call('deleteWorkspace', { params });
    await server.settled(readerId, null);
    expect(server.driver.calls).toContain(`deleteSnapshot ${snapshot}`);
    expect(await snapshotsOf(server)).toEqual([]);
    const database = await server.call('getDatabase', { params: { workgroup_id, database_id: databaseId } });
    expect(database.result).toMatchObject({ snapshots: [], folder_statistics: { snapshot_size: 0 } });
  });

  test('during a refresh leaves no snapshot behind', async () => {
    const { server, readerId, params } = await reader();
    const release = server.driver.hold('takeSnapshot');
    await server.call('refreshWorkspace', { params });
    await expect
      .poll(() => server.driver.calls.filter((call) => call.startsWith('takeSnapshot')), SOON)
      .toHaveLength(2);
    expect((await server.call('deleteWorkspace', { params })).status).toBe(200);
    release();
    await server.settled(readerId, null);
    await expect.poll(() => snapshotsOf(server), SOON).toEqual([]);
  });
});
