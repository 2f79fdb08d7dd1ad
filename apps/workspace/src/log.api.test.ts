/** The log as JSON lines: their content, their form, and what they never contain. */
import { Writable } from 'node:stream';
import { WorkspaceLogLine } from '@acacia/contract';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { createLogger } from './log.ts';
import { SOCIAL_SCHEMA, startTestWorkspace, type TestWorkspace } from './test-support.ts';

let text = '';
const into = new Writable({
  write(chunk: Buffer, _encoding, done) {
    text += chunk.toString();
    done();
  },
});
const lines = (): WorkspaceLogLine[] =>
  text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => WorkspaceLogLine.parse(JSON.parse(line)));
/** Waits for a line; a request's comes when its answer is out. */
const told = (component: string, msg: RegExp) =>
  vi.waitFor(
    () => {
      const line = lines().find((each) => each.component === component && msg.test(each.msg));
      if (line === undefined) throw new Error(`${component} does not tell ${msg.source}:\n${text}`);
      return line;
    },
    { timeout: 30_000 },
  );

let workspace: TestWorkspace;
beforeAll(async () => {
  workspace = await startTestWorkspace({ logger: createLogger('json', into) });
}, 120_000);
afterAll(() => workspace.close());

it('tells the start, and later the stop', async () => {
  await told('admin', /^The workspace serves read-write with 512 MB of memory, as version 4\.2\.1\.$/);
  await workspace.restart();
  await told('admin', /^The workspace stops\.$/);
  await told('admin', /^The workspace has stopped; everything is stored\.$/);
});

it('tells changes of the schema and of queries, one by one', async () => {
  await workspace.gsql(SOCIAL_SCHEMA);
  await told('gsql', /^The graph social was created\.$/);
  await told('gsql', /^The vertex type person was created\.$/);
  await workspace.gsql(
    'CREATE QUERY q() FOR GRAPH social { PRINT 1; }\nINSTALL QUERY q\nDROP QUERY q',
    'social',
  );
  await told('gsql', /^The query q of the graph social was created\.$/);
  await told('gsql', /^The query q of the graph social was installed\.$/);
  await told('gsql', /^The query q of the graph social was dropped\.$/);
});

it('tells queries that failed, or ran too long', async () => {
  const interpret = (body: string, headers?: Record<string, string>) =>
    workspace.call('POST', '/gsql/v1/queries/interpret?graph=social', { body, ...(headers && { headers }) });
  await interpret('INTERPRET QUERY () { PRINT 1 / 0; }');
  await told('gpe', /^A query of the graph social failed after 0\.\d s: .*divi/i);
  const endless = 'INTERPRET QUERY () { WHILE TRUE DO INT a = 1; END; }';
  await interpret(endless, { 'gsql-timeout': '20' });
  expect((await told('gpe', /was stopped by its time limit/)).level).toBe('warn');
});

it('tells loads', async () => {
  await workspace.gsql(
    'CREATE LOADING JOB cities FOR GRAPH social { DEFINE FILENAME f; LOAD f TO VERTEX city VALUES ($0, $1) USING SEPARATOR=","; }',
    'social',
  );
  await workspace.call('POST', '/restpp/ddl/social?tag=cities&filename=f', { body: 'rome,Rome\nshort\n' });
  await told('loader', /^The loading job cities of the graph social began with 1 file\.$/);
  await told(
    'loader',
    /^The loading job cities of the graph social loaded 1 lines in .* s; 1 were rejected\.$/,
  );
});

it('tells requests by their part, and refused sign-ins, but no secret', async () => {
  await workspace.call('GET', '/restpp/echo?token=parameter-of-the-address');
  await told('restpp', /^GET \/restpp\/echo was answered by 200 in \d+ ms$/);
  await workspace.call('GET', '/nowhere');
  await told('nginx', /^GET \/nowhere was answered by 404/);
  await workspace.call('GET', '/api/config', {
    as: { authorization: `Basic ${btoa('tigergraph:wrong-password')}` },
  });
  expect((await told('gui', /^A sign-in was refused: The username or password is incorrect/)).level).toBe(
    'warn',
  );
  const made = await workspace.call('POST', '/gsql/v1/secrets', { body: { alias: 'a' } });
  const { value } = made.json['results'] as { value: string };
  const issued = await workspace.call('POST', '/gsql/v1/tokens', { body: { secret: value } });
  await workspace.call('POST', '/api/config', { body: { 'GSQL.GithubUserAcessToken': 'ghp_secret' } });
  await workspace.call('POST', '/api/service/restart?serviceName=gpe');
  await told('admin', /^The service gpe was restarted\.$/);
  await workspace.call('GET', '/api/ping');
  await told('gui', /^POST \/api\/config was answered by 200/);
  for (const secret of [
    value,
    String(issued.json['token']),
    'ghp_secret',
    'wrong-password',
    'parameter-of-the-address',
  ]) {
    expect(text).not.toContain(secret);
  }
  expect(text).not.toContain('/api/ping');
});
