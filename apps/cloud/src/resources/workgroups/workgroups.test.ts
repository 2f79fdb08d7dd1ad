import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { backups, operations, solutionInstances } from '../../database/schema.ts';
import { startTestPostgres, type TestPostgres } from '../../testing/postgres.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';

const SOON = { timeout: 50_000, interval: 10 };

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
  test('is changed while workspaces run and are busy, and restarts none', async () => {
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
    const before = callsOf(id);
    for (const enable_application_log of [true, false]) {
      const { status, result } = await collect(workgroup_id, enable_application_log);
      expect(status).toBe(200);
      expect(result).toMatchObject({ enable_application_log, workspaces: [{ status: 'Active' }] });
    }
    expect(callsOf(id)).toEqual(before);
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
