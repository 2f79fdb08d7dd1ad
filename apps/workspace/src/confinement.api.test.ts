/**
 * Attacks by paths on a workspace that people share: no answer shows a file outside of the readable folders, and nobody
 * writes where others do.
 */
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { workspaceApi } from '@acacia/contract';
import { gatewayHeaders, startTestWorkspace, type Answer, type TestWorkspace } from './test-support.ts';

const CANARY = 'canary-4711';
const ALICE = gatewayHeaders('alice@acacia.local', 'superuser');
const READER = gatewayHeaders('reader@acacia.local', 'globalobserver');

let workspace: TestWorkspace;
/** Holds the data folder, and beside it a file that nobody may read. */
let home: string;

const call = (
  headers: Record<string, string>,
  method: string,
  path: string,
  body?: unknown,
): Promise<Answer> =>
  workspace.call(method, path, { as: 'nobody', headers, ...(body === undefined ? {} : { body }) });

const gsql = async (headers: Record<string, string>, text: string): Promise<string> =>
  (await call(headers, 'POST', '/gsql/v1/statements?graph=g', text)).text;

/** All loaded rows, as the superuser sees them. */
const loaded = async (): Promise<string> =>
  (await call(ALICE, 'GET', '/restpp/graph/g/vertices/P')).text + (await gsql(ALICE, 'SHOW DATA_SOURCE *'));

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'acacia-confined-'));
  const dataDir = join(home, 'data');
  await writeFile(join(home, 'control.json'), `{"type": "s3", "note": "${CANARY}"}\n${CANARY}\n`);
  await writeFile(join(home, 'rows.csv'), `${CANARY},1\n`);
  await mkdir(join(dataDir, 'uploads', 'folder'), { recursive: true });
  await writeFile(join(dataDir, 'uploads', 'good.csv'), 'good,1\n');
  await writeFile(join(dataDir, 'uploads', 'folder', 'inner.csv'), 'inner,1\n');
  // Nobody can make links through the API: someone with the machine did, or an archive of another tool.
  await symlink(join(home, 'rows.csv'), join(dataDir, 'uploads', 'link.csv'));
  await symlink(home, join(dataDir, 'uploads', 'up'));
  await mkdir(join(dataDir, 'output', 'old'), { recursive: true });
  await writeFile(join(dataDir, 'output', 'old', 'kept.csv'), 'old,1\n');
  workspace = await startTestWorkspace({ dataDir });
  await call(
    ALICE,
    'POST',
    '/gsql/v1/statements',
    `CREATE VERTEX P (PRIMARY_ID id STRING, n STRING)
     CREATE GRAPH g (*)
     USE GRAPH g
     CREATE LOADING JOB j FOR GRAPH g { DEFINE FILENAME f; LOAD f TO VERTEX P VALUES ($0, $1); }
     CREATE DATA_SOURCE s = "{\\"type\\": \\"s3\\"}"`,
  );
});
afterAll(async () => {
  await workspace.close();
  await rm(home, { recursive: true, force: true });
});

/** Paths that lead to the canary, or to private files of the workspace and the machine. */
const HOSTILE = [
  '../../rows.csv',
  '[.][.]/[.][.]/rows.csv',
  '[.]./.[.]/rows.csv',
  '?./?./rows.csv',
  '.?/.?/rows.csv',
  '..[/]..[/]rows.csv',
  '[.][.]/[s]erver/credentials.json',
  '../server/credentials.json',
  'folder/../../../rows.csv',
  'folder/[.][.]/[.][.]/[.][.]/rows.csv',
  '{..,x}/../rows.csv',
  '@(..)/@(..)/rows.csv',
  '**/rows.csv',
  'link.csv',
  'li*.csv',
  'l[i]nk.csv',
  'up/rows.csv',
  'u?/rows.csv',
  '*/rows.csv',
  'any:../../rows.csv',
  'm1:good.csv, m2:[.][.]/[.][.]/rows.csv',
  '$sys.data_root/../../rows.csv',
  '$sys.data_root/[.][.]/[.][.]/rows.csv',
  '$s:[.][.]/[.][.]/control.json',
  '$s:../../control.json',
  '$s:/etc/passwd',
  '/proc/self/environ',
  '/proc/self/' + 'root/etc/passwd',
  '/dev/fd/0',
  '/dev/zero',
  '/etc/pass[w]d',
  'HOME/rows.csv',
  'HOME/[r]ows.csv',
  'file://HOME/rows.csv',
  '../uploads/../../rows.csv',
  'x'.repeat(300),
  'x/'.repeat(3000),
  'a\\0b.csv',
];

describe('paths that lead out', () => {
  const statements: readonly (readonly [string, (path: string) => string])[] = [
    ['RUN … USING', (path) => `RUN LOADING JOB j USING f="${path}"`],
    [
      'DEFINE FILENAME',
      (path) =>
        `CREATE LOADING JOB bad FOR GRAPH g { DEFINE FILENAME f="${path}"; LOAD f TO VERTEX P VALUES ($0, $1); }
         RUN LOADING JOB bad
         DROP JOB bad`,
    ],
    [
      'LOAD',
      (path) =>
        `CREATE LOADING JOB bad FOR GRAPH g { LOAD "${path}" TO VERTEX P VALUES ($0, $1); }\nRUN LOADING JOB bad\nDROP JOB bad`,
    ],
    ['sys.data_root', (path) => `SET sys.data_root = "${path}"\nRUN LOADING JOB j USING f="$sys.data_root"`],
    ['CREATE DATA_SOURCE', (path) => `CREATE DATA_SOURCE spy = "${path}"\nDROP DATA_SOURCE spy`],
    ['SET of a data source', (path) => `SET s = "${path}"`],
    ['IMPORT GRAPH', (path) => `IMPORT GRAPH other FROM "${path}"`],
    [
      'SelectVertex',
      (path) => `INTERPRET QUERY () { S = SelectVertex("${path}", $0, P, ",", false); PRINT S; }`,
    ],
    [
      'LOADACCUM',
      (path) =>
        `INTERPRET QUERY () { SetAccum<STRING> @@a; @@a = { LOADACCUM("${path}", $0, ",", false) }; PRINT @@a; }`,
    ],
  ];
  it.each(statements)('are refused by %s', async (_what, text) => {
    for (const each of HOSTILE) {
      const path = each.replace('HOME', home);
      const answer = await call(ALICE, 'POST', '/gsql/v1/statements?graph=g', text(path));
      expect(answer.status, path).toBeLessThan(500);
      expect(answer.text, path).not.toContain(CANARY);
      expect(answer.text, path).not.toMatch(
        /LOAD SUCCESSFUL|root:x|tigergraph":|Successfully (?:imported|created data)/,
      );
      expect(answer.text, path).not.toMatch(/failed by a fault|SELECT|read_csv/);
      // Messages contain only paths that the person wrote.
      if (!path.includes(home)) expect(answer.text, path).not.toContain(home);
    }
    expect(await loaded()).not.toContain(CANARY);
  });

  it('are refused by the calls that run jobs', async () => {
    for (const each of HOSTILE) {
      const path = each.replace('HOME', home).replace('\\0', '\0');
      for (const body of [
        { name: 'j', dataSources: [{ filename: 'f', path }] },
        { name: 'j', dataSources: [{ filename: 'f', name: 's', config: path }] },
        { name: 'j', 'sys.data_root': path, dataSources: [{ filename: 'f', path: '$sys.data_root' }] },
      ]) {
        const answer = await call(ALICE, 'POST', '/gsql/v1/loading-jobs/run?graph=g', [body]);
        expect([400, 403, 404], `${answer.text} ${JSON.stringify(body)}`).toContain(answer.status);
        expect(answer.text).not.toContain(CANARY);
      }
    }
    expect(await loaded()).not.toContain(CANARY);
  });

  it('leave patterns and folders of what may be read as they were', async () => {
    for (const path of [
      'good.csv',
      'go*.csv',
      'g[o]od.csv',
      'folder',
      'folder/*.csv',
      './good.csv',
      'any:good.csv',
    ])
      expect(await gsql(ALICE, `RUN LOADING JOB j USING f="${path}"`), path).toContain('LOAD SUCCESSFUL');
    expect(await loaded()).toContain('inner');
  });
});

describe('a job', () => {
  it('is judged when it runs: a link that came later leads nowhere', async () => {
    const place = join(workspace.dataDir, 'uploads', 'later.csv');
    await writeFile(place, 'later,1\n');
    const text =
      'CREATE LOADING JOB later FOR GRAPH g { DEFINE FILENAME f="later.csv"; LOAD f TO VERTEX P VALUES ($0, $1); }';
    expect(await gsql(ALICE, `${text}\nRUN LOADING JOB later`)).toContain('LOAD SUCCESSFUL');
    await rm(place);
    await symlink(join(home, 'rows.csv'), place);
    expect(await gsql(ALICE, 'RUN LOADING JOB later')).toContain('is not an uploaded file');
    const started = await call(ALICE, 'POST', '/gsql/v1/loading-jobs/run?graph=g', [{ name: 'later' }]);
    expect(started.json['message']).toContain('is not an uploaded file');
    expect(await loaded()).not.toContain(CANARY);
  });
});

describe('outputs', () => {
  const outputs = (name: string): string => join(workspace.dataDir, 'output', 'users', name);

  it('belong to whoever wrote them, and readers write none', async () => {
    const bob = gatewayHeaders('bob@acacia.local', 'superuser');
    await gsql(ALICE, 'INTERPRET QUERY () { PRINT "of alice" TO_CSV "same.csv"; }');
    await gsql(bob, 'INTERPRET QUERY () { PRINT "of bob" TO_CSV "same.csv"; }');
    expect(await readFile(join(outputs('alice@acacia.local'), 'same.csv'), 'utf8')).toBe('of alice\n');
    expect(await readFile(join(outputs('bob@acacia.local'), 'same.csv'), 'utf8')).toBe('of bob\n');
    await gsql(
      ALICE,
      `CREATE QUERY prints(STRING p) FOR GRAPH g { PRINT 1 TO_CSV p; }
       CREATE QUERY opens(STRING p) FOR GRAPH g { FILE f (p); f.println("x"); }
       INSTALL QUERY prints, opens`,
    );
    for (const query of ['prints', 'opens']) {
      for (const p of ['same.csv', '../alice@acacia.local/same.csv', 'users/alice@acacia.local/same.csv']) {
        const answer = await call(READER, 'GET', `/restpp/query/g/${query}?p=${encodeURIComponent(p)}`);
        expect([answer.status, p]).toEqual([p.startsWith('..') ? 400 : 403, p]);
        if (answer.status === 403) expect(answer.json['message']).toContain('WRITE_FILE');
      }
    }
    expect(await gsql(READER, 'INTERPRET QUERY () { PRINT 1 TO_CSV "same.csv"; }')).toContain('WRITE_FILE');
    expect(await readdir(join(workspace.dataDir, 'output', 'users'))).toEqual([
      'alice@acacia.local',
      'bob@acacia.local',
    ]);
    expect(await readFile(join(outputs('alice@acacia.local'), 'same.csv'), 'utf8')).toBe('of alice\n');
  });

  it('are read by their people, and by superusers those of all', async () => {
    const read = (path: string): string =>
      `INTERPRET QUERY () { SetAccum<STRING> @@a; @@a = { LOADACCUM("${path}", $0, ",", false) }; PRINT @@a; }`;
    expect(await gsql(ALICE, read('same.csv'))).toContain('of alice');
    expect(await gsql(ALICE, read('users/bob@acacia.local/same.csv'))).toContain('of bob');
    expect(await gsql(ALICE, read('old/kept.csv'))).toContain('"old"');
    for (const path of [
      'same.csv',
      'users/bob@acacia.local/same.csv',
      'old/kept.csv',
      'bob@acacia.local/same.csv',
    ])
      expect(await gsql(READER, read(path)), path).toContain('there is none of that name');
  });

  it('of exports stay where their people put them', async () => {
    expect(await gsql(ALICE, 'EXPORT GRAPH ALL TO "/mine"')).toContain('to /mine, below your outputs.');
    const manifest = await readFile(join(outputs('alice@acacia.local'), 'mine', 'export.json'), 'utf8');
    const bob = gatewayHeaders('bob@acacia.local', 'superuser');
    await gsql(bob, 'INTERPRET QUERY () { PRINT 1 TO_CSV "mine/export.json"; }');
    await gsql(bob, 'INTERPRET QUERY () { PRINT 1 TO_CSV "users/alice@acacia.local/mine/export.json"; }');
    expect(await readFile(join(outputs('alice@acacia.local'), 'mine', 'export.json'), 'utf8')).toBe(manifest);
    expect(await gsql(READER, 'EXPORT GRAPH ALL TO "x"')).toContain('EXPORT_GRAPH');
  });
});

describe('names that no file can have', () => {
  const long = 'n'.repeat(300);
  it.each([
    ['PUT', `/api/data-files/${long}`, 400],
    ['PUT', `/api/data-files/${encodeURIComponent('😀'.repeat(100))}`, 400],
    ['PUT', '/api/data-files/a%00b', 400],
    ['DELETE', `/api/data-files/${long}`, 400],
    ['DELETE', `/api/graph-styles/local/${long}`, 200],
    ['GET', `/api/graph-styles/local/${encodeURIComponent('../../credentials.json')}`, 404],
    ['DELETE', `/api/loading-job-info/${encodeURIComponent('a\0b')}`, 400],
    ['GET', `/gsql/v1/loading-jobs/status/${long}?graph=g`, 400],
    ['GET', `/api/loading-jobs/g/rejected/${encodeURIComponent('../../server/credentials')}`, 400],
    ['GET', `/gsql/v1/loading-jobs/resume/${encodeURIComponent('../x')}?graph=g`, 400],
  ])('%s %s', async (method, path, status) => {
    const answer = await call(ALICE, method, path, method === 'PUT' ? 'x' : undefined);
    expect([answer.status, answer.text]).toEqual([status, expect.not.stringContaining(home)]);
  });

  it('are no fault of the server in any call', async () => {
    const faults: string[] = [];
    for (const route of Object.keys(workspaceApi).filter((each) => / .*(?::|\/\*)/.test(each))) {
      const [method = '', pattern = ''] = route.split(' ');
      // The graph itself is needed below.
      const graph = route === 'DELETE /gsql/v1/schema/graphs/:graph' ? long : 'g';
      const withNames = (inGraph: string, name: string): string =>
        pattern.replace(':graph', inGraph).replaceAll(/:\w+|\*/g, name);
      for (const path of [withNames(long, 'x'), withNames(graph, long), withNames(graph, 'é'.repeat(300))]) {
        const answer = await call(ALICE, method, encodeURI(path), method === 'GET' ? undefined : '{}');
        if (answer.status >= 500 || answer.text.includes(home)) faults.push(`${route}: ${answer.status}`);
      }
    }
    expect(faults).toEqual([]);
  });

  it('are refused by the language', async () => {
    for (const text of [
      `CREATE GRAPH ${'g'.repeat(101)} ()`,
      `CREATE VERTEX ${'v'.repeat(101)} (PRIMARY_ID id STRING)`,
      `USE GRAPH g\nCREATE LOADING JOB ${'j'.repeat(101)} FOR GRAPH g { LOAD "good.csv" TO VERTEX P VALUES ($0, $1); }`,
    ])
      expect(await gsql(ALICE, text)).toContain('it has more than 100 characters');
    const printed = await gsql(ALICE, `INTERPRET QUERY () { PRINT 1 TO_CSV "${long}"; }`);
    expect(printed).toContain('its name has more than 200 bytes');
    expect(await gsql(ALICE, `EXPORT GRAPH ALL TO "${long}"`)).toContain('its name has more than 200 bytes');
    expect(await gsql(ALICE, 'CREATE VERTEX V (PRIMARY_ID id STRING, s STRING DEFAULT "a\0b")')).toContain(
      'NUL',
    );
  });
});
