/** Migrations agree with the schema, and keep the data of older databases. */
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestPostgres, type TestPostgres } from '../testing/postgres.ts';
import { migrate, MIGRATIONS } from './migrate.ts';
import * as schema from './schema.ts';
import { seed } from './seed.ts';

const PLAN = { tier: 'enterprise', maxWorkspaceMemory: 4096 } as const;

interface Journal {
  entries: { idx: number; tag: string }[];
}

let postgres: TestPostgres;
const folders: string[] = [];

beforeAll(async () => {
  postgres = await startTestPostgres();
});
afterAll(async () => {
  await postgres.stop();
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

const journalOf = (folder: string): Journal =>
  JSON.parse(readFileSync(path.join(folder, 'meta', '_journal.json'), 'utf8')) as Journal;

/** A folder with the first `count` migrations. */
function upTo(count: number): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'acacia-test-'));
  folders.push(folder);
  cpSync(MIGRATIONS, folder, { recursive: true });
  const journal = journalOf(folder);
  journal.entries = journal.entries.slice(0, count);
  writeFileSync(path.join(folder, 'meta', '_journal.json'), JSON.stringify(journal));
  return folder;
}

interface Snapshot {
  readonly id: string;
}
/** The part of drizzle-kit that the test uses; its own types need packages that are not installed. */
interface DrizzleKit {
  generateDrizzleJson(tables: object, previousId: string): Snapshot;
  generateMigration(previous: Snapshot, present: Snapshot): Promise<string[]>;
}

test('the migrations say all that the schema says', async () => {
  const kit = createRequire(import.meta.url)('drizzle-kit/api') as DrizzleKit;
  const names = readdirSync(path.join(MIGRATIONS, 'meta')).filter((name) => name.endsWith('_snapshot.json'));
  const file = path.join(MIGRATIONS, 'meta', names.sort().at(-1) ?? '');
  const last = JSON.parse(readFileSync(file, 'utf8')) as Snapshot;
  const present = kit.generateDrizzleJson({ ...schema }, last.id);
  // When it is not empty, run `npx drizzle-kit generate` in apps/cloud and commit the result.
  expect(await kit.generateMigration(last, present)).toEqual([]);
});

test('migrating twice changes nothing', async () => {
  const { pool, db } = await postgres.migrated();
  await seed(db, 'admin@acacia.local', PLAN);
  await migrate(pool);
  await seed(db, 'admin@acacia.local', PLAN);
  expect((await pool.query('select email from users')).rows).toEqual([{ email: 'admin@acacia.local' }]);
});

test('two that migrate at once take turns', async () => {
  const { pool } = await postgres.empty();
  await Promise.all([migrate(pool), migrate(pool), migrate(pool)]);
  const { rows } = await pool.query('select count(*)::int as n from drizzle.__drizzle_migrations');
  expect(rows).toEqual([{ n: journalOf(MIGRATIONS).entries.length }]);
});

const versions = journalOf(MIGRATIONS).entries.map(({ idx, tag }) => [tag, idx + 1] as const);

test.each(versions)(
  'a database of the version %s goes through to the present one with its data',
  async (_, n) => {
    const { pool } = await postgres.empty();
    await migrate(pool, upTo(n));
    // Only columns of the first version, so that every version has them.
    await pool.query(`insert into organizations (id, name, display_name, creator, max_workspace_memory)
    values ('o1', 'acacia', 'Acacia', 'me', 256)`);
    await pool.query(`insert into workgroups (id, org_id, name, creator, cloud_provider_id, region, enable_application_log)
    values ('g1', 'o1', 'Workgroup-1', 'me', 'aws', 'us-east-1', false)`);
    await pool.query(`insert into databases (id, workgroup_id, name) values ('d1', 'g1', 'Database-1')`);
    await pool.query(`insert into workspaces (id, workgroup_id, database_id, name, status, is_rw, enable_ha,
      workspace_type_name, auto_stop_minutes, enable_auto_start, port, tg_version, creator)
    values ('w1', 'g1', 'd1', 'Workspace-1', 'Idle', true, false, 'TG-00', 60, true, 14240, '4.2.1', 'me')`);
    await migrate(pool);
    const { rows } = await pool.query('select name, status, port, restarts from workspaces');
    expect(rows).toEqual([{ name: 'Workspace-1', status: 'Idle', port: 14240, restarts: 0 }]);
  },
);
