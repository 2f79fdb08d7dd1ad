/** The calls that read the audit log, over a real server and database. */
import { AuditEntry } from '@acacia/contract';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { recordAudit } from '../../audit/record.ts';
import { auditEntries, memberships } from '../../database/schema.ts';
import { startTestPostgres, type TestPostgres } from '../../testing/postgres.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';

let postgres: TestPostgres;
let server: TestServer;
let workgroup_id: string;
let admin: { id: string; orgId: string };

beforeAll(async () => {
  postgres = await startTestPostgres();
  server = await startTestServer(postgres, { start: false });
  const { db } = server.database;
  const [found] = await db.select().from(memberships);
  if (found === undefined) throw new Error('The admin was not seeded.');
  admin = { id: found.accountId, orgId: found.orgId };
  workgroup_id = await server.workgroup('Shop');
  await server.call('updateWorkgroup', { params: { workgroup_id }, body: { workgroup_name: 'Market' } });
  await server.call('updateWorkgroup', { params: { workgroup_id }, body: { workgroup_name: 'a b' } });
  const row = { orgId: admin.orgId, requestId: '' } as const;
  await recordAudit(db, {
    ...row,
    actor: '=cmd|calc',
    action: 'signIn',
    resource: 'user',
    outcome: 'failed',
    message: 'Wrong, "quoted"\nand 100%',
    address: '192.0.2.7',
    userAgent: '@SUM(A1)',
  });
  await recordAudit(db, {
    ...row,
    actor: 'gateway',
    action: 'wakeWorkspace',
    resource: 'workspace/gone',
    outcome: 'ok',
  });
});
afterAll(async () => {
  await server.stop();
  await postgres.stop();
});

async function list(query: Record<string, string> = {}, token?: string): Promise<AuditEntry[]> {
  const answer = await server.call('listAuditEntries', { query, ...(token === undefined ? {} : { token }) });
  expect(answer.body.Message).toBe('');
  return answer.result as unknown as AuditEntry[];
}
const actions = async (query: Record<string, string>): Promise<string[]> =>
  (await list(query)).map(({ action }) => action);

test('a change has its person, its values, and the living thing by name', async () => {
  const changes = await list({ resource: `workgroup/${workgroup_id}`, outcome: 'ok' });
  expect(changes).toMatchObject([
    {
      action: 'updateWorkgroup',
      actor: 'admin@acacia.local',
      actor_id: admin.id,
      resource_name: 'Market',
      workgroup_id,
      before: { name: 'Shop' },
      after: { name: 'Market' },
    },
    { action: 'createWorkgroup', resource_name: 'Market', before: null, after: { name: 'Shop' } },
  ]);
  expect(await list({ resource: 'workspace/gone' })).toMatchObject([
    { actor: 'gateway', actor_id: null, resource_name: null, workgroup_id: null },
  ]);
});

describe('filters', () => {
  test.each<[string, Record<string, string>, string[]]>([
    ['a part of the e-mail', { actor: 'ADMIN@' }, ['updateWorkgroup', 'updateWorkgroup', 'createWorkgroup']],
    ['an action', { action: 'signIn' }, ['signIn']],
    ['an outcome', { outcome: 'failed' }, ['signIn', 'updateWorkgroup']],
    ['a kind of resource', { resource: 'workspace' }, ['wakeWorkspace']],
    ['a text of the message, with signs of LIKE', { text: '100%' }, ['signIn']],
    ['a text in the values', { text: 'market' }, ['updateWorkgroup']],
    ['signs of LIKE that are nowhere', { text: '_%_' }, []],
    ['a time to come', { from: '2100-01-01T00:00:00Z' }, []],
    ['a time long ago', { to: '2000-01-01T00:00:00Z' }, []],
    ['several together', { action: 'updateWorkgroup', outcome: 'failed' }, ['updateWorkgroup']],
  ])('by %s', async (_what, query, expected) => {
    expect(await actions(query)).toEqual(expected);
  });

  test('by the id of an account', async () => {
    expect(await actions({ actor: admin.id })).toHaveLength(3);
  });

  test.each([
    [{ from: '2026-01-02T00:00:00Z', to: '2026-01-01T00:00:00Z' }, 'from'],
    [{ from: 'yesterday' }, 'from'],
    [{ outcome: 'good' }, 'outcome'],
    [{ before: 'x' }, 'before'],
    [{ before: '9999999999999999999' }, 'before'],
    [{ limit: '501' }, 'limit'],
    [{ text: 'x'.repeat(201) }, 'text'],
  ])('%j is refused at its field', async (query: Record<string, string>, field) => {
    const { status, body } = await server.call('listAuditEntries', { query });
    expect([status, body.ErrorDetails?.[0]?.FieldName]).toEqual([400, field]);
  });
});

test('pages go on with older entries, whatever is added meanwhile', async () => {
  const all = (await list()).map(({ id }) => id);
  const first = await list({ limit: '2' });
  await server.workgroup('Meanwhile');
  const second = await list({ limit: '500', before: first.at(-1)?.id ?? '' });
  expect([...first, ...second].map(({ id }) => id)).toEqual(all);
});

describe('the file', () => {
  const file = (query: Record<string, string>, token = server.admin) =>
    server.plane.app.inject({
      method: 'GET',
      url: `/api/v2/audit-logs/export?${new URLSearchParams(query)}`,
      headers: { authorization: `Bearer ${token}` },
    });

  test('is JSON with an entry a line, as the list has them', async () => {
    const answer = await file({ format: 'jsonl', outcome: 'failed' });
    expect(answer.headers).toMatchObject({
      'content-type': 'application/x-ndjson; charset=utf-8',
      'content-disposition': 'attachment; filename="audit-log.jsonl"',
    });
    const entries = answer.body
      .trimEnd()
      .split('\n')
      .map((line) => AuditEntry.parse(JSON.parse(line)));
    expect(entries).toEqual(await list({ outcome: 'failed' }));
  });

  test('is CSV in which a spreadsheet finds no formula', async () => {
    const { headers, body } = await file({ action: 'signIn' });
    expect(headers['content-type']).toBe('text/csv; charset=utf-8');
    const [head, row, rest] = body.split(/\r\n/);
    expect(head).toBe(
      'id,at,actor,actor_id,action,resource,resource_name,workgroup_id,before,after,outcome,message,address,user_agent',
    );
    expect(row).toMatch(
      /^\d+,[\d-]+T[\d:.]+Z,'=cmd\|calc,,signIn,user,,,,,failed,"Wrong, ""quoted""\nand 100%",192\.0\.2\.7,'@SUM\(A1\)$/,
    );
    expect(rest).toBe('');
  });

  test('has every entry of a log of many batches once, and none of another organisation', async () => {
    const { db } = server.database;
    await db.execute(sql`
      insert into audit_entries (org_id, actor, action, resource, outcome, message, request_id)
      select ${admin.orgId}, 'many', 'runSchedule', 'workspace/' || n, 'ok', '', '' from generate_series(1, 450) n`);
    const stranger = await server.organization();
    await recordAudit(db, {
      orgId: stranger,
      actor: 'stranger',
      action: 'signIn',
      resource: `workgroup/${workgroup_id}`,
      outcome: 'ok',
      requestId: '',
    });
    const lines = (await file({ format: 'jsonl' })).body.trimEnd().split('\n');
    expect(new Set(lines).size).toBe(lines.length);
    expect(lines).toHaveLength(await db.$count(auditEntries, eq(auditEntries.orgId, admin.orgId)));
    const theirs = await list({}, await server.person([{ name: 'org-admins' }], stranger));
    expect(theirs).toMatchObject([{ actor: 'stranger', resource_name: null, workgroup_id: null }]);
  });

  test('is for administrators of the organisation', async () => {
    const answer = await file({}, await server.person([{ name: 'workgroup-admins', workgroup_id }]));
    expect(answer.statusCode).toBe(403);
  });
});
