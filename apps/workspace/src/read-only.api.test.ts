/** A workspace on a read-only copy of another one: it answers, signs in, and refuses every change. */
import { randomUUID } from 'node:crypto';
import { createHash } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Privilege, workspaceApi, type WorkspaceCall } from '@acacia/contract';
import { READ_ONLY_MESSAGE } from '@acacia/engine';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { changesSomething } from './auth/privileges.ts';
import {
  gatewayHeaders,
  SOCIAL_DATA,
  SOCIAL_SCHEMA,
  startTestWorkspace,
  type TestWorkspace,
} from './test-support.ts';

async function filesOf(folder: string): Promise<Record<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const hashes = entries.map(async (entry): Promise<[string, string]> => {
    const place = join(entry.parentPath, entry.name);
    if (!entry.isFile()) return [place, 'folder'];
    return [
      place,
      createHash('sha256')
        .update(await readFile(place))
        .digest('hex'),
    ];
  });
  return Object.fromEntries(await Promise.all(hashes));
}

let parent: string;
let original: TestWorkspace;
let workspace: TestWorkspace;
let before: Record<string, string>;

const asGateway = { as: 'nobody', headers: gatewayHeaders('boss@acacia.local', 'superuser') } as const;
const checksums = async (of: TestWorkspace) => (await of.call('GET', '/internal/checksums', asGateway)).json;

beforeAll(async () => {
  parent = await mkdtemp(join(tmpdir(), 'acacia-read-only-'));
  original = await startTestWorkspace();
  await original.gsql(SOCIAL_SCHEMA);
  await original.call('POST', '/restpp/graph/social', { body: SOCIAL_DATA });
  for (const text of [
    'CREATE LOADING JOB cities FOR GRAPH social { DEFINE FILENAME f="x.csv"; LOAD f TO VERTEX city VALUES ($0, $1); }',
    'CREATE QUERY q() FOR GRAPH social { PRINT 1 AS one; }\nINSTALL QUERY q',
    'CREATE QUERY waiting() FOR GRAPH social { PRINT 2 AS two; }',
  ]) {
    expect(await original.gsql(text, 'social')).toContain('Successfully');
  }
  await original.call('PUT', '/api/data-files/x.csv', { body: 'rome,Rome\n' });
  await original.call('PUT', '/api/graph-styles/local/social', {
    body: { vertexStyles: { person: { x: 1 } } },
  });
  await original.call('POST', '/gsql/v1/secrets', { body: { alias: 'kept' } });
  const folder = join(parent, 'copy');
  const copied = await original.call('POST', '/internal/copy', { ...asGateway, body: { folder } });
  expect(copied.json).toEqual({
    bytes: expect.any(Number) as number,
    writesHeldMs: expect.any(Number) as number,
  });
  before = await filesOf(folder);
  workspace = await startTestWorkspace({ dataDir: folder, readOnly: true });
}, 120_000);
afterAll(async () => {
  await original.close();
  await rm(parent, { recursive: true, force: true });
});

function isMutating([, { needs }]: [string, WorkspaceCall]): boolean {
  const privilege = Privilege.safeParse(needs);
  return privilege.success && changesSomething(privilege.data);
}
const MUTATING = Object.entries<WorkspaceCall>(workspaceApi)
  .filter(isMutating)
  .map(([name]) => name);

const PARTS: Readonly<Record<string, string>> = {
  graph: 'social',
  type: 'person',
  id: 'ann',
  query: 'q',
  job: 'cities',
  name: 'x.csv',
};

const STATEMENTS = [
  'CREATE VERTEX x (PRIMARY_ID id STRING)',
  'CREATE GRAPH g (*)',
  'DROP VERTEX city',
  'DROP ALL',
  'CREATE LOADING JOB other { DEFINE FILENAME f; LOAD f TO VERTEX city VALUES ($0, $1); }',
  'RUN LOADING JOB cities',
  'DROP JOB cities',
  'CREATE QUERY n() { PRINT 1; }',
  'INSTALL QUERY waiting',
  'DROP QUERY q',
  'CREATE USER -u joe -p secret',
  'CREATE ROLE r ON GLOBAL',
  'GRANT ROLE observer TO tigergraph',
  'ALTER PASSWORD tigergraph -p other',
  'CREATE PACKAGE lib',
  'INTERPRET QUERY () { INSERT INTO city VALUES ("x", "X"); }',
  'INTERPRET QUERY () { UPDATE p FROM person:p SET p.age = 1; }',
  'INTERPRET QUERY () { DELETE p FROM person:p; }',
];

describe('a read-only workspace', () => {
  it('has what the original had when it was copied', async () => {
    expect(await checksums(workspace)).toEqual(await checksums(original));
    expect((await workspace.call('GET', '/restpp/query/social/q')).json['results']).toEqual([{ one: 1 }]);
    expect((await workspace.call('GET', '/restpp/graph/social/vertices/person/ann')).status).toBe(200);
    const styles = await workspace.call('GET', '/api/graph-styles/local/social');
    expect(styles.json['results']).toEqual({ vertexStyles: { person: { x: 1 } }, edgeStyles: {} });
    expect((await workspace.call('GET', '/api/data-files')).json['results']).toEqual([]);
  });

  it.each(MUTATING)('refuses %s', async (name) => {
    const [method = '', pattern = ''] = name.split(' ');
    const path = pattern
      .replace(/:(\w+)/g, (_, part: string) => PARTS[part] ?? part)
      .replace('*', 'person/ann');
    const answer = await workspace.call(method, path, method === 'GET' ? {} : { body: {} });
    expect([answer.status, answer.json['message']]).toEqual([403, READ_ONLY_MESSAGE]);
  });

  it.each(STATEMENTS)('refuses %s', async (statement) => {
    expect(await workspace.gsql(statement, 'social')).toContain(READ_ONLY_MESSAGE);
    if (!statement.startsWith('INTERPRET')) return;
    const answer = await workspace.call('POST', '/gsql/v1/queries/interpret?graph=social', {
      body: statement,
    });
    expect([answer.status, answer.json['message']]).toEqual([403, READ_ONLY_MESSAGE]);
  });

  it('refuses new passwords, and to drop a role', async () => {
    const password = { username: 'tigergraph', password: 'long enough' };
    for (const [method, path, body] of [
      ['PUT', '/gsql/v1/users', password],
      ['DELETE', '/gsql/v1/roles/r', {}],
    ] as const) {
      const answer = await workspace.call(method, path, { body });
      expect([answer.status, answer.json['message']]).toEqual([403, READ_ONLY_MESSAGE]);
    }
  });

  it('signs in by what the original knew, and keeps new secrets and tokens in memory', async () => {
    const [secret] = (await workspace.call('GET', '/gsql/v1/secrets')).json['results'] as { value: string }[];
    expect(secret).toMatchObject({ alias: 'kept' });
    const made = await workspace.call('POST', '/gsql/v1/secrets', { body: { alias: 'new' } });
    const { value } = made.json['results'] as { value: string };
    const issued = await workspace.call('POST', '/gsql/v1/tokens', { as: 'nobody', body: { secret: value } });
    const as = { authorization: `Bearer ${String(issued.json['token'])}` };
    expect((await workspace.call('GET', '/gsql/v1/auth/simple', { as })).status).toBe(200);
    const dropped = await workspace.call('DELETE', '/gsql/v1/secrets/new');
    expect(dropped.status).toBe(200);
  });

  it('runs calls of endpoints by GET alone', async () => {
    const call = (method: string) => ({ type: 'API', graph: null, path: '/restpp/statistics', method });
    const run = (method: string) =>
      workspace.call('PUT', `/api/runs/${randomUUID()}`, { body: call(method) });
    expect((await run('GET')).status).toBe(200);
    expect((await run('POST')).text).toContain('READ-ONLY');
  });

  it('leaves its folder as it was', async () => {
    await workspace.close();
    expect(await filesOf(join(parent, 'copy'))).toEqual(before);
  });
});

it('refuses a copy into a folder that is there, and to whom is not the gateway', async () => {
  const body = { folder: parent };
  const there = await original.call('POST', '/internal/copy', { ...asGateway, body });
  expect([there.status, there.json['message']]).toEqual([
    409,
    `The folder ${parent} is there already: a copy needs one that is not.`,
  ]);
  expect((await original.call('POST', '/internal/copy', { body })).status).toBe(403);
  expect((await original.call('GET', '/internal/checksums')).status).toBe(403);
  const relative = await original.call('POST', '/internal/copy', { ...asGateway, body: { folder: 'copy' } });
  expect(relative.status).toBe(400);
});

it('starts read-only on a folder without anything in it', async () => {
  const empty = await startTestWorkspace({ readOnly: true });
  expect((await empty.call('GET', '/gsql/v1/schema')).status).toBe(200);
  await empty.close();
});
