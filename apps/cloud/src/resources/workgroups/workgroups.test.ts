import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { backups, operations, solutionInstances } from '../../database/schema.ts';
import { startTestPostgres, type TestPostgres } from '../../testing/postgres.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';

const SOON = { timeout: 15_000, interval: 10 };

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

const collect = (workgroup_id: string, enable_application_log: boolean) =>
  server.call('updateWorkgroup', { params: { workgroup_id }, body: { enable_application_log } });
const callsOf = (id: string) => server.driver.calls.filter((call) => call.endsWith(id));

describe('log collection', () => {
  test('being changed restarts the running workspaces, and them alone', async () => {
    const workgroup_id = await server.workgroup();
    const [up, down] = [await server.workspace(workgroup_id), await server.workspace(workgroup_id)];
    await server.call('pauseWorkspace', { params: { workgroup_id, workspace_id: down.id } });
    await server.settled(down.id, 'Idle');
    const before = callsOf(down.id);
    const { result } = await collect(workgroup_id, true);
    expect(result).toMatchObject({
      enable_application_log: true,
      workspaces: [{ status: 'Updating' }, { status: 'Idle' }],
    });
    await server.settled(up.id, 'Active');
    expect(callsOf(up.id).slice(-3)).toEqual([`stop ${up.id}`, `create ${up.id}`, `start ${up.id}`]);
    expect(callsOf(down.id)).toEqual(before);
    await collect(workgroup_id, true);
    expect((await server.call('getWorkgroup', { params: { workgroup_id } })).result).toMatchObject({
      workspaces: [{ status: 'Active' }, { status: 'Idle' }],
    });
  });

  test('is not changed while a solution is installed', async () => {
    const workgroup_id = await server.workgroup();
    const { id } = await server.workspace(workgroup_id, 'Busy');
    await server.database.db.insert(solutionInstances).values({
      id: 'one',
      workspaceId: id,
      solutionCatalogId: 'transaction-fraud',
      name: 'Fraud',
      graphName: 'Fraud',
      ownerEmail: 'someone@example.org',
      dataSourceOrigin: 'sample',
      status: 'install_pending',
    });
    const answer = await collect(workgroup_id, true);
    expect([answer.status, answer.body.Message]).toEqual([
      409,
      "A solution is being installed in or removed from the workspace 'Busy', which would be restarted. Wait until that has ended.",
    ]);
    expect((await server.call('getWorkgroup', { params: { workgroup_id } })).result).toMatchObject({
      enable_application_log: false,
      workspaces: [{ status: 'Active' }],
    });
  });

  test('a workspace that does not come up again says why', async () => {
    const workgroup_id = await server.workgroup();
    const { id } = await server.workspace(workgroup_id);
    server.driver.failOnce('start', 'The disk is full.');
    await collect(workgroup_id, true);
    await server.settled(id, 'Error');
    const params = { workgroup_id, workspace_id: id };
    expect((await server.call('getWorkspace', { params })).result['err_message']).toBe('The disk is full.');
  });
});

describe('deleting a database', () => {
  test('erases its backups too, also when that has to be tried again', async () => {
    const workgroup_id = await server.workgroup();
    const database_id = await server.createDatabase(workgroup_id);
    const { db } = server.database;
    for (const id of ['b-1', 'b-2']) {
      await db.insert(backups).values({
        id,
        databaseId: database_id,
        workspaceId: 'gone',
        tag: id,
        isAutomatic: false,
        status: 'Succeed',
        version: '4.2.1',
      });
    }
    server.driver.failOnce('deleteBackup', 'The store is away.');
    const params = { workgroup_id, database_id };
    expect((await server.call('deleteDatabase', { params })).status).toBe(200);
    const state = async () => {
      const [row] = await db.select().from(operations).where(eq(operations.databaseId, database_id));
      return row?.state;
    };
    await expect.poll(state, SOON).toBe('succeeded');
    const erased = server.driver.calls.filter((call) => call.startsWith('deleteBackup'));
    expect(erased).toEqual(['deleteBackup b-1', 'deleteBackup b-1', 'deleteBackup b-2']);
    expect(await db.select().from(backups)).toEqual([]);
  });
});
