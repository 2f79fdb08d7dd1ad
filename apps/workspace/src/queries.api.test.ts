import { randomUUID } from 'node:crypto';
import { parseJson } from '@acacia/base';
import { offeredEndpoints, QueryAnswer, type GsqlCommandMessage } from '@acacia/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SOCIAL_DATA, SOCIAL_SCHEMA, startTestWorkspace, type TestWorkspace } from './test-support.ts';

let workspace: TestWorkspace;

const QUERIES = `
USE GRAPH social
CREATE QUERY older(INT than, SET<STRING> names) FOR GRAPH social {
  people = {person.*};
  found = SELECT p FROM people:p WHERE p.age > than AND p.name IN names;
  PRINT found;
}
CREATE QUERY friends_of(VERTEX<person> who) FOR GRAPH social {
  start = {who};
  friends = SELECT t FROM start:s -(friend:e)- person:t;
  PRINT friends[friends.name];
}
CREATE QUERY endless() FOR GRAPH social {
  SumAccum<INT> @@n;
  WHILE true DO @@n += 1; END;
  PRINT @@n;
}
CREATE QUERY grow() FOR GRAPH social {
  INSERT INTO city VALUES ("bergen", "Bergen");
}
INSTALL QUERY ALL
`;

beforeAll(async () => {
  workspace = await startTestWorkspace();
  await workspace.gsql(SOCIAL_SCHEMA);
  await workspace.call('POST', '/restpp/graph/social', { body: SOCIAL_DATA });
  const output = await workspace.gsql(QUERIES);
  expect(output).toContain('Successfully created queries: [older]');
});
afterAll(() => workspace.close());

/** Waits until a condition holds; the test's own time limit ends the waiting. */
async function until(condition: () => Promise<boolean>): Promise<void> {
  while (!(await condition())) await new Promise((resolve) => setTimeout(resolve, 20));
}

const processes = async () =>
  (await workspace.call('GET', '/restpp/showprocesslist/social')).json['results'] as { requestid: string }[];
const running = async () => (await processes()).length;

describe('installed queries', () => {
  it('run by the GSQL server, with parameters in the body', async () => {
    const run = (query: string, body: unknown) =>
      workspace.call('POST', `/gsql/v1/queries/${query}?graph=social`, { body });
    const switches = { diagnose: false, denseMode: false, allvertex: false, asyncRun: false };
    const found = await run('older', { ...switches, parameters: { than: 10, names: ['Ann'] } });
    expect(found.json).toMatchObject({
      error: false,
      message: '',
      results: { error: false, version: { api: 'v2' }, results: [{ found: [{ v_id: 'ann' }] }] },
    });
    const typed = await run('friends_of', { parameters: { who: 'ann', 'who.type': 'person' } });
    expect(typed.status).toBe(200);
    const background = await run('older', { asyncRun: true, parameters: { than: 10, names: [] } });
    expect(background.json).toMatchObject({ error: false, request_id: expect.any(String) as string });
    expect((await run('older', { diagnose: true })).status).toBe(400);
    expect((await run('nothing', {})).status).toBe(404);
  });

  it('run with parameters from the address and from the body', async () => {
    const byGet = await workspace.call('GET', '/restpp/query/social/older?than=10&names=Ann&names=Cy');
    expect(byGet).toMatchObject({
      status: 200,
      json: {
        version: { edition: 'enterprise', api: 'v2' },
        error: false,
        message: '',
        results: [{ found: [{ v_id: 'ann', v_type: 'person', attributes: { name: 'Ann', age: 31 } }] }],
      },
    });
    const byPost = await workspace.call('POST', '/api/restpp/query/social/older', {
      body: { than: 9007199254740992n, names: ['Ann', 'Bob'] },
    });
    expect(byPost.json['results']).toMatchObject([
      { found: [{ v_id: 'bob', attributes: { age: 9007199254740993n } }] },
    ]);
    expect(byPost.text).toContain(':9007199254740993');
  });

  it('take vertices as ids and objects', async () => {
    const expected = [{ friends: [{ v_id: 'bob', attributes: { 'friends.name': 'Bob' } }] }];
    const path = '/restpp/query/social/friends_of';
    expect((await workspace.call('GET', `${path}?who=ann`)).json['results']).toMatchObject(expected);
    for (const who of [{ id: 'ann' }, { id: 'ann', type: 'person' }]) {
      expect((await workspace.call('POST', path, { body: { who } })).json['results']).toMatchObject(expected);
    }
    // In these words pyTigerGraph reads that it has to ask by GET.
    const bare = await workspace.call('POST', path, { body: { who: 'ann' } });
    expect(bare).toMatchObject({ status: 400, json: { code: 'REST-30000' } });
    expect(bare.json['message']).toContain("'id' is not found in the VERTEX parameter");
    const otherType = await workspace.call('GET', `${path}?who=ann&who.type=city`);
    expect(otherType.json['results']).toMatchObject(expected);
    const missing = await workspace.call('GET', `${path}?who=nobody`);
    expect(missing.json).toMatchObject({ error: true });
    expect(missing.json['message']).toContain('nobody');
  });

  it('say what is wrong with a call', async () => {
    const get = async (path: string) => (await workspace.call('GET', `/restpp/query/social/${path}`)).json;
    expect((await get('older?than=a&names=x'))['message']).toContain('than');
    expect((await get('friends_of'))['message']).toContain('who');
    expect(await get('nope')).toMatchObject({ code: 'REST-1000' });
    const headers = { 'GSQL-TIMEOUT': 'soon' };
    const answer = await workspace.call('GET', '/restpp/query/social/grow', { headers });
    expect(answer.json['message']).toBe("The header gsql-timeout must be a whole number, not 'soon'.");
  });

  it('give a profile when asked, and refuse an answer beyond the limit', async () => {
    const path = '/restpp/query/social/older?than=1&names=Ann';
    const profiled = await workspace.call('GET', path, { headers: { Profile: 'BASIC' } });
    const { profile = [] } = QueryAnswer.parse(profiled.json);
    expect(profile.map(({ operator }) => operator)).toEqual(
      expect.arrayContaining(['SELECT', 'scan', 'PRINT']),
    );
    const scan = profile.findIndex(({ operator }) => operator === 'scan');
    expect(profile.slice(scan - 1, scan + 1).map(({ depth, kind }) => [depth, kind])).toEqual([
      [0, 'statement'],
      [1, 'operator'],
    ]);
    const unasked = await workspace.call('GET', path);
    expect(unasked.json['profile']).toBeUndefined();
    const limited = await workspace.call('GET', path, { headers: { 'RESPONSE-LIMIT': '10' } });
    expect(limited.json).toMatchObject({ error: true, code: 'REST-4000' });
  });

  it('stop at their time limit', async () => {
    const answer = await workspace.call('GET', '/restpp/query/social/endless', {
      headers: { 'GSQL-TIMEOUT': '100' },
    });
    expect(answer).toMatchObject({ status: 504, json: { error: true } });
    const statistics = await workspace.call('GET', '/restpp/statistics/social?seconds=60');
    expect(statistics.json).toMatchObject({ 'GET /query/social/endless': { TimeoutRequests: 1 } });
  });

  it('stop when the client closes the connection', async () => {
    const controller = new AbortController();
    const answer = workspace.fetch('GET', '/restpp/query/social/endless', { signal: controller.signal });
    const outcome = expect(answer).rejects.toThrow('aborted');
    await until(async () => (await running()) === 1);
    controller.abort();
    await outcome;
    await until(async () => (await running()) === 0);
  });

  it('are listed while they run and stopped by request', async () => {
    const answer = workspace.call('GET', '/restpp/query/social/endless');
    await until(async () => (await running()) === 1);
    const [process] = await processes();
    expect(process).toMatchObject({ url: '/restpp/query/social/endless' });
    const aborted = await workspace.call('GET', `/restpp/abortquery/social?requestid=${process?.requestid}`);
    expect(aborted.json['results']).toMatchObject([{ aborted_queries: [{ requestid: process?.requestid }] }]);
    expect((await answer).json).toMatchObject({ error: true });
  });

  it('run in the background', async () => {
    const start = async (path: string) => {
      const answer = await workspace.call('GET', path, { headers: { 'GSQL-ASYNC': 'true' } });
      return answer.json['request_id'] as string;
    };
    const statusOf = async (id: string) => {
      const answer = await workspace.call('GET', `/restpp/query_status?graph_name=social&requestid=${id}`);
      return (answer.json['results'] as { status: string }[])[0]?.status;
    };
    const id = await start('/restpp/query/social/older?than=1&names=Ann');
    await until(async () => (await statusOf(id)) === 'success');
    const result = await workspace.call('GET', `/restpp/query_result?requestid=${id}`);
    expect(result.json['results']).toMatchObject([{ found: [{ v_id: 'ann' }] }]);

    const whole = (path: string, as: 'tigergraph' | 'observer' = 'tigergraph') =>
      workspace.call('GET', `/api/queries/${path}`, { as });
    expect((await whole(`social/query_status?requestid=${id}`)).json).toMatchObject({
      error: false,
      message: '',
      results: [
        {
          requestid: id,
          status: 'success',
          startTime: expect.stringMatching(/^\d{4}-\d\d-\d\d [\d:.]+$/) as string,
          url: expect.stringContaining('query/social/older') as string,
          elapsedTime: expect.any(Number) as number,
          results: [{ found: [{ v_id: 'ann' }] }],
          processLogs: {},
        },
      ],
    });
    for (const [path, as] of [
      [`social/query_status?requestid=${id}`, 'observer'],
      ['social/query_status?requestid=none', 'tigergraph'],
      ['social/query_status', 'tigergraph'],
    ] as const)
      expect((await whole(path, as)).json).toMatchObject({ error: true, code: 'REST-30001' });
    expect((await whole(`nothing/query_status?requestid=${id}`)).json).toMatchObject({ error: true });

    const long = await start('/restpp/query/social/endless');
    await until(async () => (await running()) === 1);
    expect(await statusOf(long)).toBe('running');
    expect((await whole(`social/query_status?requestid=${long}`)).json['results']).toMatchObject([
      { requestid: long, status: 'running', results: [] },
    ]);
    expect((await workspace.call('GET', `/restpp/query_result?requestid=${long}`)).status).toBe(409);
    expect((await processes())[0]?.requestid).toBe(long);
    const other = await workspace.call('GET', '/restpp/abortquery/social?requestid=all', { as: 'observer' });
    expect(other.json['results']).toEqual([{ aborted_queries: [] }]);
    expect(
      (await workspace.call('GET', `/restpp/query_result?requestid=${long}`, { as: 'observer' })).status,
    ).toBe(400);
    await workspace.call('GET', '/restpp/abortquery/social?requestid=all');
    await until(async () => (await statusOf(long)) === 'aborted');
    expect((await workspace.call('GET', '/restpp/query_status?requestid=none')).status).toBe(400);
  });

  it('end when the person who waits for them has less access', async () => {
    const reader = 'reader@acacia.local';
    await workspace.people({ [reader]: 'superuser' });
    const waiting = workspace.fetch('GET', '/restpp/query/social/endless', { as: 'observer' });
    const broken = waiting.then(
      () => false,
      () => true,
    );
    await until(async () => (await running()) === 1);
    await workspace.people({ [reader]: 'globalobserver' });
    expect(await broken).toBe(true);
    await until(async () => (await running()) === 0);
  });

  it('end in the background when the person who started them has less access', async () => {
    const start = async (as: 'tigergraph' | 'observer'): Promise<string> => {
      const options = { as, headers: { 'GSQL-ASYNC': 'true' } };
      return (await workspace.call('GET', '/restpp/query/social/endless', options)).json[
        'request_id'
      ] as string;
    };
    const reader = 'reader@acacia.local';
    const lists: readonly Record<string, 'globalobserver'>[] = [{}, { [reader]: 'globalobserver' }];
    for (const people of lists) {
      await workspace.people({ [reader]: 'superuser' });
      await start('observer');
      await workspace.people(people);
    }
    const other = await start('tigergraph');
    const kept = await start('observer');
    await workspace.people({ [reader]: 'superuser' });
    await until(async () => (await running()) === 2);
    expect((await processes()).map(({ requestid }) => requestid).sort()).toEqual([other, kept].sort());
    await workspace.people({ [reader]: 'globalobserver' });
    await until(async () => (await running()) === 1);
    await workspace.call('GET', '/restpp/abortquery/social?requestid=all');
    await until(async () => (await running()) === 0);
  });

  it('are refused in the background beyond a number for each person, however they are started', async () => {
    const start = (as: 'tigergraph' | 'observer') =>
      workspace.call('GET', '/restpp/query/social/endless', { as, headers: { 'GSQL-ASYNC': 'true' } });
    const answers = await Promise.all(Array.from({ length: 70 }, () => start('tigergraph')));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(64);
    expect(answers.find(({ status }) => status !== 200)).toMatchObject({
      status: 429,
      json: { error: true, code: 'REST-14000', message: expect.stringContaining('abortquery') as string },
    });
    expect(await workspace.gsql('RUN QUERY -ASYNC endless()', 'social')).toContain('You have 64 runs');
    const statements = '/gsql/v1/statements?graph=social&async=true';
    expect((await workspace.call('POST', statements, { body: 'LS' })).status).toBe(429);
    expect((await start('observer')).status).toBe(200);
    await workspace.call('GET', '/restpp/abortquery/social?requestid=all');
    await until(async () => (await running()) === 0);
    const after = await workspace.call('POST', statements, { body: 'LS' });
    expect(after.status).toBe(200);
  });

  it('are open to an observer as long as they change nothing', async () => {
    const as = 'observer' as const;
    expect((await workspace.call('GET', '/restpp/query/social/friends_of?who=ann', { as })).status).toBe(200);
    const refused = await workspace.call('GET', '/restpp/query/social/grow', { as });
    expect(refused).toMatchObject({ status: 403 });
    expect((await workspace.call('GET', '/restpp/query/social/grow')).status).toBe(200);
    expect((await workspace.call('GET', '/restpp/graph/social/vertices/city/bergen')).status).toBe(200);
  });
});

describe('texts', () => {
  const text = `INTERPRET QUERY (INT least, VERTEX<person> who) FOR GRAPH social {
    start = {who};
    t = SELECT t FROM start:s -(friend:e)- person:t WHERE e.since >= least;
    PRINT t.size() AS n;
  }`;

  it('run without being stored, below every prefix', async () => {
    for (const path of [
      '/gsql/v1/queries/interpret',
      '/api/gsql-server/interpreted_query',
      '/gsqlserver/interpreted_query',
    ]) {
      const answer = await workspace.call('POST', `${path}?graph=social&least=2000&who=ann`, { body: text });
      expect(answer.json['results']).toEqual([{ n: 1 }]);
    }
  });

  it('tell where they are wrong', async () => {
    const body = 'INTERPRET QUERY () FOR GRAPH social { PRNT 1; }';
    const answer = await workspace.call('POST', '/gsql/v1/queries/interpret', { body });
    const well = await workspace.call('POST', '/gsql/v1/queries/interpret', {
      body: 'INTERPRET QUERY () FOR GRAPH social { PRINT 1; }',
    });
    const { version } = well.json;
    expect(version).toMatchObject({ edition: 'enterprise', schema: expect.any(Number) as number });
    expect(answer).toMatchObject({ status: 400, json: { error: true, version } });
    expect(answer.json['message']).toContain('PRNT');
    const failed = await workspace.call('POST', '/gsql/v1/queries/interpret?n=0', {
      body: 'INTERPRET QUERY (INT n) FOR GRAPH social { PRINT 1 / n; }',
    });
    expect(failed.json).toMatchObject({ error: true, version });
    // Who asks is told as by every call of the GSQL server.
    const nobody = await workspace.call('POST', '/gsql/v1/queries/interpret', { as: 'nobody', body });
    expect(nobody).toMatchObject({ status: 401, json: { error: true } });
    expect(nobody.json).not.toHaveProperty('version');
  });

  it('are checked without running', async () => {
    const check = (code: string, graph = 'social') =>
      workspace.call('POST', '/gsql/v1/internal/check/query', { body: { code, graph } });
    const code = 'CREATE QUERY q() FOR GRAPH social {\n  x = {persn.*};\n  PRINT x;\n}';
    const { json } = await check(code);
    expect(json['warnings']).toEqual([]);
    expect(json['errors']).toMatchObject([
      {
        msg: expect.stringContaining('persn') as string,
        startLine: 2,
        endLine: 2,
        startindex: code.indexOf('persn'),
      },
    ]);
    expect((await check('CREATE QUERY q() { PRINT 1; }')).json).toMatchObject({ error: false, errors: [] });
    expect((await check('CREATE QUERY q( {')).json['errors']).not.toEqual([]);
    expect((await check('x', 'nope')).status).toBe(404);
  });
});

describe('stored queries', () => {
  it('are saved, listed, installed, described and dropped', async () => {
    const text = 'CREATE QUERY one(INT a = 7) FOR GRAPH social { PRINT a; }';
    const saved = await workspace.call('POST', '/gsql/v1/queries?graph=social', { body: text });
    expect(saved.json['message']).toContain('Successfully created queries: [one].');
    const info = async () => {
      const answer = await workspace.call('GET', '/gsql/v1/queries/info?graph=social&query=one');
      return (answer.json['results'] as Record<string, unknown>[])[0];
    };
    expect(await info()).toMatchObject({
      name: 'one',
      installed: false,
      parameters: [{ paramName: 'a', paramType: 'INT', paramDefaultValue: 7 }],
    });
    expect((await workspace.call('GET', '/restpp/query/social/one')).json['message']).toContain(
      'not installed',
    );

    const installed = await workspace.call('GET', '/gsql/v1/queries/install?graph=social&queries=one');
    expect(installed.json['error']).toBe(false);
    const poll = await workspace.call(
      'GET',
      `/gsql/v1/queries/install/${String(installed.json['requestId'])}`,
    );
    expect(poll.json['message']).toContain('SUCCESS');
    expect(await info()).toMatchObject({ installed: true });
    expect((await workspace.call('GET', '/restpp/query/social/one')).json['results']).toEqual([{ a: 7 }]);

    const endpoints = await workspace.call('GET', '/api/restpp/endpoints?graph=social&dynamic=true');
    expect(endpoints.json['results']).toMatchObject({
      'GET /query/social/one': {
        enabled: true,
        parameters: { a: { type: 'INT64', default: 7, min_count: 0 } },
      },
      'POST /query/social/one': { enabled: true },
    });
    const signature = await workspace.call('GET', '/gsql/v1/queries/signature?graph=social&queryName=one');
    expect(signature.json).toMatchObject({ queryname: 'one', input: [{ a: 'INT' }] });

    const dropped = await workspace.call('DELETE', '/gsql/v1/queries/one?graph=social');
    expect(dropped.json['message']).toBe('Successfully dropped queries: [one].');
    expect((await workspace.call('DELETE', '/gsql/v1/queries/one?graph=social')).status).toBe(404);
  });

  it('are replaced and dropped over the version that was read, and no other', async () => {
    const query = (value: number) => `CREATE OR REPLACE QUERY ours() FOR GRAPH social { PRINT ${value}; }`;
    const save = (text: string) => workspace.call('POST', '/gsql/v1/queries?graph=social', { body: text });
    const info = async () => {
      const { json } = await workspace.call('GET', '/gsql/v1/queries/info?graph=social&query=ours');
      return (json['results'] as { code: string; version: string }[])[0];
    };
    await save(query(1));
    const read = await info();
    await save(query(2));
    const run = async (text: string, version: string | null) => {
      const id = randomUUID();
      const body = { type: 'GSQL', graph: 'social', text, over: { query: 'ours', version } };
      await workspace.call('PUT', `/api/runs/${id}`, { body });
      await workspace.call('GET', `/api/runs/${id}/events`);
      const { json } = await workspace.call('GET', `/api/runs`);
      return (json['results'] as { id: string; state: string; error: string }[]).find(
        (each) => each.id === id,
      );
    };
    const changed = "The query 'ours' of the graph 'social' was changed by somebody else meanwhile.";
    for (const version of [read?.version ?? '', null]) {
      expect(await run(query(3), version)).toMatchObject({
        state: 'failed',
        error: expect.stringContaining(changed) as string,
      });
    }
    const drop = (version: string) =>
      workspace.call('DELETE', '/gsql/v1/queries/ours?graph=social', { headers: { 'If-Match': version } });
    const late = await drop(`"${read?.version}"`);
    expect([late.status, late.json['message']]).toEqual([412, changed]);
    expect((await drop('*')).status).toBe(400);
    const now = await info();
    expect(now?.code).toContain('PRINT 2');
    expect(await run(query(3), now?.version ?? '')).toMatchObject({ state: 'done' });
    expect((await drop(`"${(await info())?.version}"`)).status).toBe(200);
  });

  it('refuse a faulty text and names that are none', async () => {
    const save = (body: string) => workspace.call('POST', '/gsql/v1/queries?graph=social', { body });
    expect((await save('CREATE QUERY (')).status).toBe(400);
    expect(
      (await workspace.call('GET', '/gsql/v1/queries/install?graph=social&queries=a;DROP%20ALL')).status,
    ).toBe(400);
    expect((await workspace.call('GET', '/gsql/v1/queries')).json['message']).toContain('"graph" is missing');
  });

  it('stand beside the built-in endpoints, wrapped for the GUI alone', async () => {
    const bare = await workspace.call('GET', '/restpp/endpoints/social?builtin=true');
    expect(bare.json).toHaveProperty(['GET /graph/{graph_name}/vertices/{vertex_type}', 'enabled'], true);
    expect(bare.json).not.toHaveProperty('results');
  });

  it('answer at each of the built-in endpoints that the console offers', async () => {
    const listed = await workspace.call('GET', '/api/restpp/endpoints?graph=social&builtin=true');
    const names = Object.keys(offeredEndpoints());
    expect(Object.keys(listed.json['results'] as object)).toEqual(expect.arrayContaining(names));
    const values: Readonly<Record<string, string>> = { graph_name: 'social', vertex_type: 'nothing' };
    const answers = await Promise.all(
      names.map(async (name) => {
        const [method = '', path = ''] = name.split(' ');
        const address = path.replace(/\{(\w+)\}/g, (_, part: string) => values[part] ?? 'none');
        const body = method === 'POST' ? { body: '{}' } : {};
        return [name, (await workspace.call(method, `/api/restpp${address}`, body)).json['code']];
      }),
    );
    expect(answers.filter(([, code]) => code === 'REST-1000')).toEqual([]);
  });
});

describe('gsql-command', () => {
  const messages = (text: string): GsqlCommandMessage[] =>
    text
      .split('\n\n')
      .filter((event) => event.startsWith('data: '))
      .map((event) => parseJson(event.slice('data: '.length)) as GsqlCommandMessage);

  it('streams output and ends with the graph and the return code', async () => {
    const answer = await workspace.call('POST', '/api/gsql-command', {
      body: { command: 'USE GRAPH social\nLS', cookie: { graph: '', fromGsqlServer: true } },
    });
    expect(answer.headers.get('content-type')).toContain('text/event-stream');
    const all = messages(answer.text);
    expect(all.map((message) => message.results).join('')).toContain('person');
    expect(all.at(-1)).toMatchObject({ done: true, graph: 'social', returnCode: 0 });
    expect(all.slice(0, -1).every((message) => !message.done)).toBe(true);
  });

  it('takes limits from the headers', async () => {
    const answer = await workspace.call('POST', '/api/gsql-command', {
      body: { command: 'RUN QUERY endless()', cookie: { graph: 'social' } },
      headers: { 'Gsql-Timeout': '100' },
    });
    expect(messages(answer.text).at(-1)?.returnCode).toBe(212);
    const faulty = await workspace.call('POST', '/api/gsql-command', {
      body: { command: 'LS' },
      headers: { 'Gsql-Timeout': 'soon' },
    });
    expect(faulty.status).toBe(400);
  });

  it('gives the return code of a failure', async () => {
    const run = async (command: string) => {
      const answer = await workspace.call('POST', '/api/gsql-command', {
        body: { command, cookie: { graph: 'social' } },
      });
      return messages(answer.text).at(-1)?.returnCode;
    };
    expect(await run('CREATE VERTEKS x')).toBe(211);
    expect(await run('RUN QUERY nope()')).toBe(212);
    expect(await run('DROP QUERY nope'), 'only warned of').toBe(0);
    const unknown = await workspace.call('POST', '/api/gsql-command', {
      body: { command: 'LS', cookie: { graph: 'x' } },
    });
    expect(unknown.status).toBe(404);
  });

  it('is cancelled by closing the connection', async () => {
    const controller = new AbortController();
    const response = await workspace.fetch('POST', '/api/gsql-command', {
      body: { command: 'RUN QUERY endless()', cookie: { graph: 'social' } },
      signal: controller.signal,
    });
    expect(response.status).toBe(200);
    await until(async () => (await running()) === 1);
    controller.abort();
    await until(async () => (await running()) === 0);
  });

  it('runs statements in the background and cancels them', async () => {
    const started = await workspace.call('POST', '/gsql/v1/statements?graph=social&async=true', {
      body: 'RUN QUERY endless()',
    });
    const id = String(started.json['requestId']);
    await until(async () => (await running()) === 1);
    const status = () => workspace.call('GET', `/gsql/v1/statements/${id}`);
    expect((await status()).json['message']).toContain('is running');
    await workspace.call('PUT', `/gsql/v1/statements/${id}/cancel`);
    await until(async () =>
      String((await status()).json['message']).includes('is finished with status FAILED'),
    );
    expect((await workspace.call('GET', '/gsql/v1/statements/none')).status).toBe(400);
  });
});

it('answers unknown paths with the text that clients look for', async () => {
  const answer = await workspace.call('GET', '/restpp/nope?x=1', { as: 'nobody' });
  expect(answer).toMatchObject({
    status: 404,
    json: {
      error: true,
      code: 'REST-1000',
      message:
        'Endpoint is not found from url = /nope, please use GET /endpoints to list all valid endpoints.',
    },
  });
});
