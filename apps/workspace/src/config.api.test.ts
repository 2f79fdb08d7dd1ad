/** Graph Admin: settings that take effect, services that restart, files of user-defined functions. */
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  CONFIG_SETTINGS,
  ConfigAnswer,
  ConfigSaved,
  MASKED_SECRET,
  ServicesRestarted,
  UdfAnswer,
  type ConfigKey,
} from '@acacia/contract';
import { READ_ONLY_MESSAGE } from '@acacia/engine';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import {
  gatewayHeaders,
  SOCIAL_DATA,
  SOCIAL_SCHEMA,
  startTestWorkspace,
  type TestWorkspace,
} from './test-support.ts';

let workspace: TestWorkspace;
beforeAll(async () => {
  workspace = await startTestWorkspace();
  await workspace.gsql(SOCIAL_SCHEMA);
  await workspace.call('POST', '/restpp/graph/social', { body: SOCIAL_DATA });
}, 120_000);
afterAll(() => workspace.close());

async function read(...keys: ConfigKey[]) {
  const search = new URLSearchParams(keys.map((key) => ['key', key]));
  return ConfigAnswer.parse((await workspace.call('GET', `/api/config?${search.toString()}`)).json).results;
}
const save = (values: Record<string, string>) => workspace.call('POST', '/api/config', { body: values });
async function restart(...names: string[]) {
  const search = new URLSearchParams(names.map((name) => ['serviceName', name]));
  return workspace.call('POST', `/api/service/restart?${search.toString()}`);
}
/** Saves a value and restarts the services that apply it. */
async function set(key: ConfigKey, value: string) {
  const saved = ConfigSaved.parse((await save({ [key]: value })).json);
  return ServicesRestarted.parse((await restart(...saved.results.restart)).json);
}
async function reset(key: ConfigKey) {
  await set(key, CONFIG_SETTINGS.find((setting) => setting.key === key)?.default ?? '');
}
const interpret = (text: string) =>
  workspace.call('POST', '/gsql/v1/queries/interpret?graph=social', { body: text });

const ENDLESS = 'INTERPRET QUERY () { WHILE TRUE DO INT a = 1; END; }';

describe('the settings', () => {
  it('are given with their defaults, all of them or those that are named', async () => {
    const all = await read();
    expect(Object.keys(all)).toEqual(CONFIG_SETTINGS.map((setting) => setting.key));
    expect(await read('Nginx.ClientMaxBodySize', 'GSQL.GithubBranch')).toEqual({
      'Nginx.ClientMaxBodySize': '200',
      'GSQL.GithubBranch': 'master',
    });
    const unknown = await workspace.call('GET', '/api/config?key=No.Such');
    expect([unknown.status, unknown.json['message']]).toEqual([
      400,
      "There is no configuration key 'No.Such'.",
    ]);
  });

  it('are saved all or none, and refused by the name of the key', async () => {
    const refused = await save({ 'GSQL.GithubPath': 'functions', 'Nginx.ClientMaxBodySize': '0' });
    expect([refused.status, refused.json['message']]).toEqual([
      400,
      "Nginx.ClientMaxBodySize: Max request body size must be a whole number from 1 to 1024, not '0'.",
    ]);
    expect((await save({ 'No.Such': '1' })).json['message']).toContain("'No.Such'");
    expect((await save({ 'GSQL.GithubPath': 1 as unknown as string })).status).toBe(400);
    expect(await read('GSQL.GithubPath')).toEqual({ 'GSQL.GithubPath': '' });
    const same = ConfigSaved.parse((await save({ 'Nginx.ClientMaxBodySize': '200' })).json);
    expect(same).toMatchObject({ results: { restart: ['nginx'] } });
    expect((await save({ 'Nginx.ClientMaxBodySize': '200' })).json['message']).toBe('No config to update');
  });

  it('keep secrets to themselves, in a file of the owner alone', async () => {
    const key = 'GSQL.GithubUserAcessToken';
    await save({ [key]: 'ghp_verysecret' });
    expect(await read(key)).toEqual({ [key]: MASKED_SECRET });
    // The page sends masked secrets back masked: the secret stays.
    await save({ [key]: MASKED_SECRET, 'GSQL.GithubPath': 'x' });
    const file = join(workspace.dataDir, 'server', 'settings.json');
    expect(await readFile(file, 'utf8')).toContain('ghp_verysecret');
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    await save({ [key]: '' });
    expect(await read(key)).toEqual({ [key]: '' });
  });

  it('survive a restart, and act after it', async () => {
    await save({ 'RESTPP.Factory.DefaultQueryTimeoutSec': '1' });
    await workspace.restart();
    expect(await read('RESTPP.Factory.DefaultQueryTimeoutSec')).toEqual({
      'RESTPP.Factory.DefaultQueryTimeoutSec': '1',
    });
    expect((await interpret(ENDLESS)).status).toBe(504);
    await reset('RESTPP.Factory.DefaultQueryTimeoutSec');
  }, 120_000);

  it('are for superusers alone', async () => {
    for (const [method, path] of [
      ['GET', '/api/config'],
      ['POST', '/api/config'],
      ['POST', '/api/service/restart?serviceName=gpe'],
      ['GET', '/api/udf/ExprUtil'],
      ['PUT', '/api/udf/ExprUtil'],
    ] as const) {
      expect((await workspace.call(method, path, { as: 'observer' })).status, path).toBe(403);
      expect((await workspace.call(method, path, { as: 'nobody' })).status, path).toBe(401);
    }
    const issued = await workspace.call('POST', '/gsql/v1/tokens', { body: { graph: 'social' } });
    const as = { authorization: `Bearer ${String(issued.json['token'])}` };
    expect((await workspace.call('GET', '/api/config', { as })).status).toBe(403);
  });
});

describe('a value acts when its services were restarted', () => {
  it('time limit', async () => {
    await save({ 'RESTPP.Factory.DefaultQueryTimeoutSec': '1' });
    await restart('gsql');
    const running = interpret(ENDLESS);
    const process = await vi.waitFor(
      async () => {
        const { results } = (await workspace.call('GET', '/restpp/showprocesslistall')).json;
        const [first] = results as { requestid: string; startTime: string; expirationTime: string }[];
        if (first === undefined) throw new Error('It does not run yet');
        return first;
      },
      { timeout: 30_000 },
    );
    // Not restarted: the old limit counts.
    expect(Date.parse(process.expirationTime) - Date.parse(process.startTime)).toBe(16_000);
    await workspace.call('GET', `/restpp/abortquery/social?requestid=${process.requestid}`);
    expect((await running).json['message']).toContain('aborted');
    expect(ServicesRestarted.parse((await restart('restpp')).json).results).toEqual({
      restarted: ['restpp'],
    });
    expect((await interpret(ENDLESS)).status).toBe(504);
    await reset('RESTPP.Factory.DefaultQueryTimeoutSec');
  }, 120_000);

  it('memory of a query: one that needs more fails alone', async () => {
    const hungry =
      'INTERPRET QUERY () { ListAccum<INT> @@l; FOREACH i IN RANGE[1, 2000000] DO @@l += i; END; PRINT @@l.size(); }';
    await save({ 'RESTPP.Factory.QueryMemoryLimitMB': '1' });
    await restart('restpp');
    expect((await interpret(hungry)).status).toBe(200);
    await restart('gpe');
    const [failed, fine] = await Promise.all([
      interpret(hungry),
      interpret('INTERPRET QUERY () { PRINT 1; }'),
    ]);
    expect(failed.json['message']).toContain('needs more memory than its limit allows');
    expect(fine.status).toBe(200);
    await reset('RESTPP.Factory.QueryMemoryLimitMB');
    expect((await interpret(hungry)).status).toBe(200);
  }, 120_000);

  it('size of an answer, of interpreted queries and of those that pages run', async () => {
    const long =
      'INTERPRET QUERY () { ListAccum<INT> @@l; FOREACH i IN RANGE[1, 2000] DO @@l += i; END; PRINT @@l; }';
    expect((await interpret(long)).status).toBe(200);
    await set('GSQL.QueryResponseMaxSizeByte', '2048');
    const refused = await interpret(long);
    expect([refused.status, refused.json['message']]).toEqual([
      400,
      expect.stringContaining('which exceeds limit 2KB') as string,
    ]);
    expect(await workspace.gsql(long, 'social')).toMatch(
      /^The query response size is .* exceeds limit 2KB\.$/m,
    );
    await reset('GSQL.QueryResponseMaxSizeByte');
    expect(await workspace.gsql(long, 'social')).toContain('2000');

    await workspace.gsql(
      'CREATE QUERY numbers() FOR GRAPH social { ListAccum<INT> @@l; FOREACH i IN RANGE[1, 2000] DO @@l += i; END; PRINT @@l; }\nINSTALL QUERY numbers',
      'social',
    );
    await set('GUI.RESTPPResponseMaxSizeBytes', '2048');
    expect((await workspace.call('GET', '/api/restpp/query/social/numbers')).status).toBe(400);
    expect((await workspace.call('GET', '/restpp/query/social/numbers')).status).toBe(200);
    await reset('GUI.RESTPPResponseMaxSizeBytes');
    expect((await workspace.call('GET', '/api/restpp/query/social/numbers')).status).toBe(200);
  }, 120_000);

  it('size of a request, announced or not', async () => {
    await set('Nginx.ClientMaxBodySize', '1');
    const body = JSON.stringify({ vertices: { person: { x: { name: { value: 'x'.repeat(1_100_000) } } } } });
    const announced = await workspace.call('POST', '/restpp/graph/social', { body });
    expect([announced.status, announced.json['message']]).toEqual([413, 'The body is larger than 1 MB.']);
    // In chunks, without a length that would tell.
    const streamed = await new Promise<number | undefined>((resolve, reject) => {
      const sent = request(
        `${workspace.origin}/restpp/graph/social`,
        { method: 'POST', headers: { authorization: `Basic ${btoa('tigergraph:tigergraph')}` } },
        (response) => {
          response.resume();
          resolve(response.statusCode);
        },
      );
      sent.on('error', reject);
      sent.write(body.slice(0, 1000));
      sent.end(body.slice(1000));
    });
    expect(streamed).toBe(413);
    await reset('Nginx.ClientMaxBodySize');
    expect((await workspace.call('POST', '/restpp/graph/social', { body })).status).toBe(200);
  }, 120_000);

  it('queries at one time, and those that wait', async () => {
    await set('RESTPP.WorkLoadManager.MaxConcurrentQueries', '1');
    await set('RESTPP.WorkLoadManager.MaxDelayQueueSize', '1');
    const running = interpret(ENDLESS);
    const count = async () =>
      ((await workspace.call('GET', '/restpp/showprocesslistall')).json['results'] as unknown[]).length;
    await vi.waitFor(async () => expect(await count()).toBe(1), { timeout: 30_000 });
    const waiting = interpret('INTERPRET QUERY () { PRINT 2 AS two; }');
    await vi.waitFor(async () => expect(await count()).toBe(2), { timeout: 30_000 });
    const refused = await interpret('INTERPRET QUERY () { PRINT 3; }');
    expect([refused.status, refused.json['code']]).toEqual([503, 'REST-14000']);
    expect(refused.json['message']).toContain('Too many queries: 1 run and 1 wait');
    const [first] = (await workspace.call('GET', '/restpp/showprocesslistall')).json['results'] as {
      requestid: string;
    }[];
    await workspace.call('GET', `/restpp/abortquery/social?requestid=${String(first?.requestid)}`);
    await running;
    expect((await waiting).json['results']).toEqual([{ two: 2 }]);
    await reset('RESTPP.WorkLoadManager.MaxConcurrentQueries');
    await reset('RESTPP.WorkLoadManager.MaxDelayQueueSize');
  }, 120_000);
});

it('lets heavy built-in calls wait for their turn', async () => {
  await set('RESTPP.WorkLoadManager.MaxHeavyBuiltinQueries', '1');
  const calls = Array.from({ length: 6 }, (_, number) =>
    number % 2 === 0
      ? workspace.call('GET', '/restpp/graph/social/vertices/person')
      : workspace.call('POST', '/restpp/builtins/social', { body: { function: 'stat_vertex_number' } }),
  );
  expect(new Set((await Promise.all(calls)).map((answer) => answer.status))).toEqual(new Set([200]));
  await reset('RESTPP.WorkLoadManager.MaxHeavyBuiltinQueries');
}, 120_000);

it('gives loads their turns and threads', async () => {
  await workspace.gsql(
    'CREATE LOADING JOB cities FOR GRAPH social { DEFINE FILENAME f; LOAD f TO VERTEX city VALUES ($0, $1) USING SEPARATOR=","; }',
    'social',
  );
  const threads = await set('KafkaConnect.AllowedTaskPerCPU', '0.5');
  expect(threads.results.restarted).toEqual(['gpe', 'ctrl']);
  const loads = Array.from({ length: 4 }, (_, number) =>
    workspace.call('POST', '/restpp/ddl/social?tag=cities&filename=f', { body: `c${number},C\n` }),
  );
  expect((await Promise.all(loads)).map((answer) => answer.status)).toEqual([200, 200, 200, 200]);
  await reset('KafkaConnect.AllowedTaskPerCPU');
}, 120_000);

describe('restarting services', () => {
  it('stops the queries of gpe with a clear message; new ones run', async () => {
    const running = interpret(ENDLESS);
    await vi.waitFor(
      async () => {
        const { results } = (await workspace.call('GET', '/restpp/showprocesslistall')).json;
        expect(results).toHaveLength(1);
      },
      { timeout: 30_000 },
    );
    const restarted = await restart('gpe', 'gse', 'gpe');
    expect(ServicesRestarted.parse(restarted.json)).toMatchObject({
      message: 'Restarted: gpe, gse.',
      results: { restarted: ['gpe', 'gse'] },
    });
    const stopped = await running;
    expect([stopped.status, stopped.json['message']]).toEqual([
      503,
      'The query was stopped: the service gpe was restarted. Run it again.',
    ]);
    expect(
      (await interpret('INTERPRET QUERY () { S = {person.*}; PRINT S.size() AS n; }')).json['results'],
    ).toEqual([{ n: expect.any(Number) as number }]);
  }, 120_000);

  it('stops the statements of gsql', async () => {
    const running = workspace.gsql(ENDLESS, 'social');
    await vi.waitFor(
      async () => {
        const { results } = (await workspace.call('GET', '/restpp/showprocesslistall')).json;
        expect(results).toHaveLength(1);
      },
      { timeout: 30_000 },
    );
    await restart('gsql');
    expect(await running).toContain('aborted');
  }, 120_000);

  it('takes every service, refuses others by name, and needs one', async () => {
    const all = ['restpp', 'gui', 'nginx', 'gpe', 'gsql', 'gse', 'ctrl'];
    expect(ServicesRestarted.parse((await restart(...all)).json).results.restarted).toEqual(all);
    const refused = await restart('gpe', 'kafka');
    expect([refused.status, refused.json['message']]).toEqual([
      400,
      "There is no service 'kafka'; there are: restpp, gui, nginx, gpe, gsql, gse, ctrl.",
    ]);
    expect((await restart()).json['message']).toBe('The parameter "serviceName" is missing.');
  });
});

describe('files of user-defined functions', () => {
  const CODE = `
    namespace UDIMPL {
      // inline int commented_out(int a) { return a; }
      inline double risk_of(double amount, int64_t& age) {
        if (amount > 10) { return 1; }
        return 0;
      }
    }`;

  it('are templates until one is saved, and kept', async () => {
    const template = UdfAnswer.parse((await workspace.call('GET', '/api/udf/ExprFunctions')).json).results;
    expect(template).toContain('namespace UDIMPL');
    const saved = await workspace.call('PUT', '/api/udf/ExprFunctions', { body: { udf: CODE } });
    expect(saved.json['message']).toContain(
      'ExprFunctions.hpp was saved. User-defined functions in C++ cannot run',
    );
    await workspace.restart();
    expect(UdfAnswer.parse((await workspace.call('GET', '/api/udf/ExprFunctions')).json).results).toBe(CODE);
    expect((await workspace.call('GET', '/api/udf/Other')).status).toBe(404);
    expect((await workspace.call('PUT', '/api/udf/ExprUtil', { body: {} })).status).toBe(400);
    const large = { udf: 'x'.repeat(1024 * 1024 + 1) };
    expect((await workspace.call('PUT', '/api/udf/ExprUtil', { body: large })).status).toBe(400);
  });

  it('run in queries when they are JavaScript', async () => {
    const put = (name: string, udf: string) => workspace.call('PUT', `/api/udf/${name}`, { body: { udf } });
    const code = '/** @param {INT} a @returns {INT} */ function thrice(a) { return times(a, 3); }';
    const util = await put('ExprUtil', 'const times = (a, b) => a * b;');
    expect(util.json['message']).toBe(
      'ExprUtil.hpp was saved. Queries and loading jobs may call its functions.',
    );
    expect((await put('ExprFunctions', code)).status).toBe(200);
    await workspace.restart();
    const text = 'INTERPRET QUERY () { PRINT thrice(14) AS x; }';
    expect((await interpret(text)).json['results']).toEqual([{ x: 42 }]);
    const broken = await put('ExprFunctions', `${code} {`);
    expect(broken.status).toBe(400);
    expect(broken.json['message']).toContain('ExprFunctions cannot be stored: SyntaxError');
    expect((await interpret(text)).json['results']).toEqual([{ x: 42 }]);
    const shout = '/** @param {STRING} text @returns {STRING} */ function shout(text) { return `${text}!`; }';
    expect((await put('TokenBank', shout)).status).toBe(200);
    expect((await interpret('INTERPRET QUERY () { PRINT shout("x") AS x; }')).json['results']).toEqual([
      { x: 'x!' },
    ]);
    await put('ExprFunctions', CODE);
    expect((await interpret(text)).json['message']).toContain('Function thrice is not known');
  });

  it('are named to who calls a function of theirs', async () => {
    const said =
      'The function risk_of is defined in ExprFunctions.hpp: user-defined functions in C++ cannot run';
    const text = 'INTERPRET QUERY () { PRINT risk_of(1, 2); }';
    expect((await interpret(text)).json['message']).toContain(said);
    expect(await workspace.gsql(text, 'social')).toContain(said);
    const create = 'CREATE QUERY risky() FOR GRAPH social { PRINT risk_of(1, 2); }';
    expect(await workspace.gsql(create, 'social')).toContain(said);
    const checked = await workspace.call('POST', '/gsql/v1/internal/check/query', {
      body: { code: create, graph: 'social' },
    });
    expect(checked.text).toContain(said);
    expect((await interpret('INTERPRET QUERY () { PRINT commented_out(1); }')).json['message']).toContain(
      'Function commented_out is not known.',
    );
  });
});

it('goes with copies; a read-only workspace takes values for as long as it runs, but no files', async () => {
  await save({ 'GSQL.GithubPath': 'kept', 'GSQL.GithubUserAcessToken': 'secret' });
  const parent = await mkdtemp(join(tmpdir(), 'acacia-config-'));
  const folder = join(parent, 'copy');
  await workspace.call('POST', '/internal/copy', {
    as: 'nobody',
    headers: gatewayHeaders('boss', 'superuser'),
    body: { folder },
  });
  const copy = await startTestWorkspace({ dataDir: folder, readOnly: true });
  try {
    const before = await readFile(join(folder, 'server', 'settings.json'), 'utf8');
    const { results } = ConfigAnswer.parse((await copy.call('GET', '/api/config?key=GSQL.GithubPath')).json);
    expect(results).toEqual({ 'GSQL.GithubPath': 'kept' });
    expect((await readdir(join(folder, 'server', 'udf'))).sort()).toEqual([
      'ExprFunctions.hpp',
      'ExprUtil.hpp',
      'TokenBank.cpp',
    ]);
    const saved = await copy.call('POST', '/api/config', { body: { 'GSQL.GithubPath': 'other' } });
    expect(saved.json['message']).toContain('until this read-only workspace is stopped');
    const udf = await copy.call('PUT', '/api/udf/ExprUtil', { body: { udf: '// x' } });
    expect([udf.status, udf.json['message']]).toEqual([403, READ_ONLY_MESSAGE]);
    expect(await readFile(join(folder, 'server', 'settings.json'), 'utf8')).toBe(before);
  } finally {
    await copy.close();
    await rm(parent, { recursive: true, force: true });
  }
}, 120_000);
