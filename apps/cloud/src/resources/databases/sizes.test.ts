import { eq } from 'drizzle-orm';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { databases } from '../../database/schema.ts';
import { createMemoryDriver } from '../../testing/memory-driver.ts';
import { startTestPostgres, type TestPostgres } from '../../testing/postgres.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';
import { createDatabaseSizes } from './sizes.ts';

let postgres: TestPostgres;
let server: TestServer;

beforeAll(async () => {
  postgres = await startTestPostgres();
  server = await startTestServer(postgres, { start: false });
});
afterAll(async () => {
  await server.stop();
  await postgres.stop();
});

async function sizeOf(id: string) {
  const { db } = server.database;
  const [row] = await db.select().from(databases).where(eq(databases.id, id));
  return row?.sizeBytes;
}

test('sizes of all databases are read at first; one that cannot be read keeps its own', async () => {
  const workgroup_id = await server.workgroup();
  const [good, bad] = [await server.createDatabase(workgroup_id), await server.createDatabase(workgroup_id)];
  const { db } = server.database;
  await db.update(databases).set({ sizeBytes: 7 });
  const log = pino({ level: 'silent' });
  const warned = vi.spyOn(log, 'warn');
  const driver = {
    ...createMemoryDriver(),
    databaseSize: async (id: string) => {
      if (id === bad) throw new Error('The volume is away.');
      return 12_345;
    },
  };
  const sizes = createDatabaseSizes({ db, driver, log });
  await sizes.read();
  expect(await sizeOf(good)).toBe(12_345);
  expect(warned).toHaveBeenCalledTimes(1);
  expect(await sizeOf(bad)).toBe(7);
});

test('what could not be looked up is read the next time', async () => {
  const id = await server.createDatabase(await server.workgroup());
  const { db } = server.database;
  const driver = { ...createMemoryDriver(), databaseSize: async () => 54_321 };
  const sizes = createDatabaseSizes({ db, driver, log: pino({ level: 'silent' }) });
  await db.execute('alter table databases rename to away');
  await expect(sizes.read()).rejects.toThrow('databases');
  await db.execute('alter table away rename to databases');
  await sizes.read();
  expect(await sizeOf(id)).toBe(54_321);
});

test('asking for a list asks no driver', async () => {
  const workgroup_id = await server.workgroup();
  await server.createDatabase(workgroup_id);
  const asked = vi.spyOn(server.driver, 'databaseSize');
  expect((await server.call('listWorkgroups')).status).toBe(200);
  expect((await server.call('listDatabases', { params: { workgroup_id } })).status).toBe(200);
  expect(asked).not.toHaveBeenCalled();
});
