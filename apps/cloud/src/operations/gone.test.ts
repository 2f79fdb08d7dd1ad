import { asc } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { auditEntries } from '../database/audit-schema.ts';
import { goneResources } from '../database/billing-tables.ts';
import { usageIntervals } from '../database/schema.ts';
import { startTestPostgres, type TestPostgres } from '../testing/postgres.ts';
import { startTestServer, type TestServer } from '../testing/server.ts';
import { nameGone } from './gone.ts';

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

test('workspaces that were removed before names were kept have the name of the audit log, or their id', async () => {
  const { db } = server.database;
  const orgId = String((await server.call('getMyOrganization')).result['org_id']);
  const body = { name: 'Group', cloud_provider_id: 'aws', platform: 'AWS', region: 'us-east-1' };
  const workgroupId = String((await server.call('createWorkgroup', { body })).result['workgroup_id']);
  const used = (workspaceId: string) => ({
    orgId,
    workgroupId,
    workspaceId,
    workspaceTypeName: 'TG-0',
    enableHa: false,
    startedAt: new Date('2026-05-01T00:00:00Z'),
    endedAt: new Date('2026-05-01T05:00:00Z'),
  });
  const told = (action: string, after: object, outcome: 'ok' | 'failed' = 'ok') => ({
    orgId,
    actor: 'ann@acacia.local',
    action,
    resource: 'workspace/w1',
    after,
    outcome,
    message: '',
    requestId: action,
  });
  await db.insert(usageIntervals).values([used('w1'), used('w2')]);
  await db
    .insert(auditEntries)
    .values([
      told('createWorkspace', { name: 'First' }),
      told('updateWorkspace', { workspace_name: 'Renamed' }),
      told('updateWorkspace', { workspace_name: 'Refused' }, 'failed'),
      told('pauseWorkspace', {}),
    ]);
  await nameGone(db);
  await nameGone(db);
  const kept = await db.select().from(goneResources).orderBy(asc(goneResources.id));
  expect(kept.map(({ id, name, workgroupName, region }) => [id, name, workgroupName, region])).toEqual([
    ['w1', 'Renamed', 'Group', 'us-east-1'],
    ['w2', 'w2', 'Group', 'us-east-1'],
  ]);
});
