/** Migrations agree with the schema, and keep the data of older databases. */
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { personOf } from '../identity/person.ts';
import { membersOf } from '../resources/members/store.ts';
import { startTestPostgres, type TestPostgres } from '../testing/postgres.ts';
import * as billingTables from './billing-tables.ts';
import * as factorTables from './factor-tables.ts';
import * as organizationTables from './organization-tables.ts';
import * as explorationTables from './exploration-tables.ts';
import * as feedbackTable from './feedback-table.ts';
import * as fileTables from './file-tables.ts';
import * as importTables from './import-tables.ts';
import { migrate, MIGRATIONS } from './migrate.ts';
import * as schema from './schema.ts';
import * as scimTables from './scim-tables.ts';
import * as signInTables from './sign-in-tables.ts';
import { changePlan, seed } from './seed.ts';

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
  const tables = {
    ...schema,
    ...billingTables,
    ...factorTables,
    ...explorationTables,
    ...feedbackTable,
    ...importTables,
    ...fileTables,
    ...scimTables,
    ...signInTables,
    ...organizationTables,
  };
  const present = kit.generateDrizzleJson(tables, last.id);
  // When it is not empty, run `npx drizzle-kit generate` in apps/cloud and commit the result.
  expect(await kit.generateMigration(last, present)).toEqual([]);
});

test('migrating twice changes nothing', async () => {
  const { pool, db } = await postgres.migrated();
  await seed(db, 'admin@acacia.local', PLAN);
  await migrate(pool);
  await seed(db, 'admin@acacia.local', PLAN);
  expect((await pool.query('select email from accounts')).rows).toEqual([{ email: 'admin@acacia.local' }]);
});

test('a start after a rename of the first organisation makes no second one, and keeps to its plan', async () => {
  const { pool, db } = await postgres.migrated();
  await seed(db, 'admin@acacia.local', PLAN);
  await pool.query(`update organizations set name = 'renamed', display_name = 'Renamed'`);
  await seed(db, 'admin@acacia.local', PLAN);
  await changePlan(db, { tier: 'free', maxWorkspaceMemory: 16 });
  const { rows } = await pool.query('select name, tier from organizations');
  expect(rows).toEqual([{ name: 'renamed', tier: 'free' }]);
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

/** People as the version before memberships has them: of two organisations, with roles, passwords and a link. */
const PEOPLE = `
  insert into organizations (id, name, display_name, creator, max_workspace_memory, created_at) values
    ('o1', 'acacia', 'Acacia', 'me', 256, '2026-01-01'), ('o2', 'other', 'Other', 'me', 256, '2026-02-01');
  insert into workgroups (id, org_id, name, creator, cloud_provider_id, region, enable_application_log)
    values ('g1', 'o1', 'Workgroup-1', 'me', 'aws', 'us-east-1', false);
  insert into databases (id, workgroup_id, name) values ('d1', 'g1', 'Database-1');
  insert into workspaces (id, workgroup_id, database_id, name, status, is_rw, enable_ha, workspace_type_name,
      auto_stop_minutes, enable_auto_start, port, tg_version, creator)
    values ('w1', 'g1', 'd1', 'Workspace-1', 'Idle', true, false, 'TG-00', 60, true, 14240, '4.2.1', 'me');
  insert into users (id, org_id, email, name, password_hash, password_set_at, subject, accepted_tos,
      accepted_toc_version, last_visit_cloud, created_at) values
    ('ann', 'o1', 'ann@a.b', 'Ann', 'hash of ann', '2026-01-03', null, true, '1.0.1', 'new', '2026-01-02'),
    ('bob', 'o1', 'bob@a.b', 'Bob', null, null, 'subject of bob', false, null, null, '2026-01-02'),
    ('cy', 'o2', 'cy@a.b', 'Cy', null, null, null, false, null, null, '2026-02-02');
  insert into role_grants (user_id, name, workgroup_id, workspace_id) values
    ('ann', 'org-admins', null, null), ('ann', 'workgroup-admins', 'g1', null),
    ('bob', 'workspace-users', 'g1', 'w1'), ('cy', 'org-admins', null, null);
  insert into password_links (hash, user_id, expires_at) values ('hash of a link', 'cy', '2099-01-01');
  insert into audit_entries (org_id, actor, action, resource, outcome, message, request_id)
    values ('o1', 'ann@a.b', 'createWorkgroup', 'workgroup/g1', 'ok', '', 'r1');`;

test('people of the version before memberships keep all that they had, each in their own organisation', async () => {
  const { pool, db } = await postgres.empty();
  await migrate(pool, upTo(6));
  await pool.query(PEOPLE);
  const before = await pool.query('select * from users order by id');
  await migrate(pool);
  const after = await pool.query<Record<string, unknown>>('select * from accounts order by id');
  expect(after.rows).toEqual(
    before.rows.map(({ org_id, ...kept }: Record<string, unknown>) => ({
      ...kept,
      kind: 'person',
      last_org_id: org_id,
      language: null,
      email_verified_at: kept['created_at'],
      second_factor_shown_at: null,
    })),
  );

  const grant = (name: string, workgroup_id: string | null = null, workspace_id: string | null = null) => ({
    name,
    workgroup_id,
    workspace_id,
  });
  const person = async (id: string) => {
    const { orgId, grants } = await personOf(db, { accountId: id, sid: 's', orgId: null, twoFactors: 'own' });
    return { orgId, grants: [...grants].sort((a, b) => a.name.localeCompare(b.name)) };
  };
  expect(await person('ann')).toEqual({
    orgId: 'o1',
    grants: [grant('org-admins'), grant('workgroup-admins', 'g1')],
  });
  expect(await person('bob')).toEqual({ orgId: 'o1', grants: [grant('workspace-users', 'g1', 'w1')] });
  expect(await person('cy')).toEqual({ orgId: 'o2', grants: [grant('org-admins')] });
  const place = { workgroup_id: 'g1', workspace_id: 'w1' };
  const emails = async (orgId: string) =>
    (await membersOf(db, orgId, place, 'in force')).map(({ email }) => email);
  // A role without a workgroup held everywhere.
  expect([await emails('o1'), await emails('o2')]).toEqual([['ann@a.b', 'bob@a.b'], ['cy@a.b']]);

  const links = await pool.query('select hash, kind, email, account_id from one_time_links');
  const ofCy = { hash: 'hash of a link', kind: 'first-password', email: 'cy@a.b', account_id: 'cy' };
  expect(links.rows).toEqual([ofCy]);
  const log = await pool.query('select org_id, actor, action from audit_entries');
  expect(log.rows).toEqual([{ org_id: 'o1', actor: 'ann@a.b', action: 'createWorkgroup' }]);

  await seed(db, 'admin@acacia.local', PLAN);
  const organizations = await pool.query('select name from organizations order by name');
  expect(organizations.rows).toEqual([{ name: 'acacia' }, { name: 'other' }]);
});

test('organisations of the version before the survey have answered it, and their first person has accepted the terms', async () => {
  const { pool } = await postgres.empty();
  await migrate(pool, upTo(10));
  await pool.query(`insert into organizations (id, name, display_name, creator, max_workspace_memory, created_at) values
    ('o1', 'acacia', 'Acacia', 'ann@a.b', 256, '2026-01-01'), ('o2', 'other', 'Other', 'bob@a.b', 256, '2026-02-01');
  insert into accounts (id, email, name, accepted_tos, accepted_toc_version) values
    ('ann', 'ann@a.b', 'Ann', false, null), ('bob', 'bob@a.b', 'Bob', false, null),
    ('cy', 'cy@a.b', 'Cy', true, '1.0.0')`);
  await migrate(pool);
  const people = await pool.query(
    'select id, accepted_tos, accepted_toc_version as v from accounts order by id',
  );
  expect(people.rows).toEqual([
    { id: 'ann', accepted_tos: true, v: '1.0.1' },
    { id: 'bob', accepted_tos: false, v: null },
    { id: 'cy', accepted_tos: true, v: '1.0.0' },
  ]);
  expect((await pool.query('select distinct marketing_done from organizations')).rows).toEqual([
    { marketing_done: true },
  ]);
});
