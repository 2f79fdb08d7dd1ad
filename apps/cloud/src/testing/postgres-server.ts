/** The PostgreSQL server of a test run, in a process of its own, with the databases that tests copy. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { cheapHash } from '@acacia/passwords/testing';
import { eq } from 'drizzle-orm';
import { connect, type Database } from '../database/database.ts';
import { startEmbedded } from '../database/embedded/server.ts';
import { migrate } from '../database/migrate.ts';
import { accounts } from '../database/schema.ts';
import { seed } from '../database/seed.ts';
import { loadKeys } from '../identity/embedded/keys.ts';
import { FIRST_PASSWORD } from '../identity/first-password.ts';
import { loadCatalog } from '../catalog/catalog.ts';
import { loadSettings } from '../settings.ts';
import { createMemoryDriver } from './memory-driver.ts';
import { databaseUrl, MIGRATED, SEEDED } from './templates.ts';

function rethrow(error: Error): never {
  throw error;
}

/** Fills empty tables as a first start with default settings does, but for the cost of the admin's password. */
async function firstStart({ db }: Database): Promise<void> {
  const { adminEmail } = loadSettings({});
  const { max_workspace_memory: maxWorkspaceMemory } = loadCatalog(null, createMemoryDriver().promise).quota(
    'enterprise',
  );
  await seed(db, adminEmail, { tier: 'enterprise', maxWorkspaceMemory });
  await db
    .update(accounts)
    .set({ passwordHash: cheapHash(FIRST_PASSWORD) })
    .where(eq(accounts.email, adminEmail));
  await loadKeys(db);
}

const home = mkdtempSync(path.join(tmpdir(), 'acacia-test-'));
const server = await startEmbedded({ home, durable: false });

async function make(
  name: string,
  template: string,
  fill: (database: Database) => Promise<void>,
): Promise<void> {
  const admin = connect(server.url, rethrow);
  await admin.pool.query(`create database ${name} template ${template}`);
  await admin.close();
  const database = connect(databaseUrl(server.url, name), rethrow);
  await fill(database);
  await database.close();
}

await make(MIGRATED, 'template0', ({ pool }) => migrate(pool));
await make(SEEDED, MIGRATED, firstStart);
// The channel closes however the run ends.
process.once('disconnect', () => {
  void server.stop().then(() => {
    rmSync(home, { recursive: true, force: true });
    process.exit();
  });
});
process.send?.(server.url);
