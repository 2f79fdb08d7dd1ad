import { randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseJson } from '@acacia/base';
import { RUN_BOUNDS, RunAnswerContent, RunEvent, WireRun, type StartRun } from '@acacia/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  gatewayHeaders,
  SOCIAL_DATA,
  SOCIAL_SCHEMA,
  startTestWorkspace,
  type TestWorkspace,
} from './test-support.ts';

let workspace: TestWorkspace;

const ENDLESS = 'INTERPRET QUERY () FOR GRAPH social { SumAccum<INT> @@n; WHILE true DO @@n += 1; END; }';
const QUERIES = `
USE GRAPH social
CREATE QUERY older(INT than) FOR GRAPH social {
  people = {person.*};
  found = SELECT p FROM people:p WHERE p.age > than;
  PRINT found;
}
CREATE QUERY counted() FOR GRAPH social {
  SumAccum<INT> @@runs;
  INSERT INTO city VALUES ("c", "C");
  PRINT @@runs;
}
CREATE QUERY endless(INT than) FOR GRAPH social {
  SumAccum<INT> @@n;
  WHILE than > 0 DO @@n += 1; END;
}
INSTALL QUERY ALL
`;

beforeAll(async () => {
  workspace = await startTestWorkspace();
  await workspace.gsql(SOCIAL_SCHEMA);
  await workspace.call('POST', '/restpp/graph/social', { body: SOCIAL_DATA });
  await workspace.gsql(QUERIES);
});
afterAll(() => workspace.close());

type Asked = Record<string, unknown> & Pick<StartRun, 'type'>;

const gsqlText = (text: string, more: object = {}): Asked => ({
  type: 'GSQL',
  graph: 'social',
  text,
  ...more,
});

async function put(id: string, body: Asked, as: 'tigergraph' | 'observer' = 'tigergraph') {
  return workspace.call('PUT', `/api/runs/${id}`, { as, body });
}
/** Starts a run; gives its id. */
async function start(body: Asked, as: 'tigergraph' | 'observer' = 'tigergraph'): Promise<string> {
  const id = randomUUID();
  const answer = await put(id, body, as);
  expect(answer.text).toContain('"error":false');
  return id;
}

const eventsIn = (text: string): readonly RunEvent[] =>
  text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => RunEvent.parse(parseJson(line)))
    // Its age is another with each look.
    .map((event) => (event.kind === 'end' ? { ...event, run: { ...event.run, ageMs: 0 } } : event));

/** Events to the end of the run. */
async function attached(id: string, from = 0, as: 'tigergraph' | 'observer' = 'tigergraph') {
  const events = eventsIn((await workspace.call('GET', `/api/runs/${id}/events?from=${from}`, { as })).text);
  const last = events.at(-1);
  if (last?.kind !== 'end') throw new Error('The events have no end.');
  return { events, run: last.run };
}

const runOf = async (id: string) =>
  WireRun.parse((await workspace.call('GET', `/api/runs/${id}`)).json['results']);

describe('a run', () => {
  it('of GSQL text tells its output and its answers as events, which can be read again from any number', async () => {
    const id = await start(gsqlText('LS\nRUN QUERY older(10)'));
    const { events, run } = await attached(id);
    expect(run).toMatchObject({ state: 'done', returnCode: 0, graphAfter: 'social', rows: 2, title: 'LS' });
    expect(events.map(({ kind }) => kind)).toContain('output');
    expect(events.map(({ number }) => number)).toEqual(events.map((_, i) => i));
    const answer = events.find((event) => event.kind === 'answer');
    expect(answer?.answer).toMatchObject({ whole: true, tables: [{ name: 'found', rows: 2, columns: 5 }] });
    const again = await attached(id, events.length - 2);
    expect(again.events).toEqual(events.slice(-2));
  });

  it('of an installed query has its results, its profile and what was said of its parameters', async () => {
    const parameters = { than: 31, other: 1 };
    const id = await start({ type: 'Query', graph: 'social', query: 'older', parameters, profile: true });
    expect((await attached(id)).run).toMatchObject({ state: 'done', rows: 1, answers: [{ answer: 0 }] });
    const content = RunAnswerContent.parse((await workspace.call('GET', `/api/runs/${id}/answers/0`)).json);
    expect(content.results).toMatchObject([
      { found: [{ v_id: 'bob', attributes: { age: 9007199254740993n } }] },
    ]);
    expect(content.profile.length).toBeGreaterThan(0);
    expect(content.message).toContain('other');
  });

  it('of a text in interpreted mode takes parameters', async () => {
    const text = 'INTERPRET QUERY (INT n) FOR GRAPH social { PRINT n; }';
    const id = await start({ type: 'Query', graph: null, query: 'mine', text, parameters: { n: 7 } });
    expect((await attached(id)).run).toMatchObject({
      state: 'done',
      graph: 'social',
      title: 'mine',
      rows: 1,
    });
  });

  it('is started once, however often it is asked for', async () => {
    const id = randomUUID();
    const body = gsqlText('RUN QUERY counted()');
    const answers = await Promise.all([put(id, body), put(id, body), put(id, body)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    const { events } = await attached(id);
    expect(events.filter(({ kind }) => kind === 'answer')).toHaveLength(1);
    await put(id, gsqlText('LS'));
    expect((await attached(id)).events).toEqual(events);
  });

  it('goes on when its client goes, and is cancelled on demand', async () => {
    const id = await start(gsqlText(ENDLESS));
    const leave = new AbortController();
    const response = await workspace.fetch('GET', `/api/runs/${id}/events`, { signal: leave.signal });
    await response.body?.getReader().read();
    leave.abort();
    expect(await runOf(id)).toMatchObject({ state: 'running', endedAt: null });
    await workspace.call('POST', `/api/runs/${id}/cancel`);
    expect((await attached(id)).run).toMatchObject({ state: 'cancelled', error: 'Cancelled.' });
  });

  it('of GSQL text fails with its return code and its last words', async () => {
    const id = await start(gsqlText('USE GRAPH nowhere'));
    const { run } = await attached(id);
    expect(run.state).toBe('failed');
    expect(run.returnCode).not.toBe(0);
    expect(run.error).toContain('nowhere');
  });

  it('is stopped at its time limit, and at no other', async () => {
    const id = await start(gsqlText(ENDLESS, { limits: { timeMs: 300 } }));
    const { run } = await attached(id);
    expect(run).toMatchObject({ state: 'failed', limits: { timeMs: 300 } });
    expect(run.error).toBe('Stopped at its time limit of 0.3 seconds. Set a longer one, or 0 for none.');
  });

  it('is refused by fields that are not valid, with their names', async () => {
    const refusal = async (body: object, id: string = randomUUID()) => (await put(id, body as Asked)).text;
    expect(await refusal(gsqlText('  \n'))).toContain('text: The text is empty.');
    expect(await refusal(gsqlText('LS', { limits: { timeMs: -1 } }))).toContain('limits.timeMs');
    expect(await refusal(gsqlText('LS', { graph: 'nowhere' }))).toContain('nowhere');
    expect(await refusal({ type: 'Query', graph: 'social', query: 'none' })).toContain("'none'");
    expect(await refusal(gsqlText('LS'), 'nine')).toContain("must be a UUID, not 'nine'");
  });

  it('does no more than its caller may', async () => {
    const answer = await put(randomUUID(), gsqlText('CREATE VERTEX x (PRIMARY_ID id STRING)'), 'observer');
    expect(answer).toMatchObject({ status: 403 });
  });
});

describe('tables of results', () => {
  it('are read by pages, sorted, searched, measured and saved', async () => {
    const id = await start(gsqlText('RUN QUERY older(0)'));
    await attached(id);
    const table = `/api/runs/${id}/tables/0`;
    const rows = (await workspace.call('GET', `${table}/rows?sort=4&descending=true&rows=1`)).json['results'];
    expect(rows).toMatchObject({
      total: 3,
      rows: [{ cells: ['bob', 'person', 'bob', 'Bob', 9007199254740993n] }],
    });
    const found = (await workspace.call('GET', `${table}/rows?search=ANN`)).json['results'];
    expect(found).toMatchObject({ total: 1 });
    expect((await workspace.call('GET', `${table}/rows/1/cells/0`)).text).not.toBe('');
    const facts = (await workspace.call('GET', `${table}/columns/3`)).json['results'];
    expect(facts).toMatchObject({ name: 'name', rows: 3, distinct: 3 });
    const csv = await workspace.call('GET', `${table}/file?format=csv`);
    expect(csv.headers.get('content-disposition')).toBe('attachment; filename="RUN-QUERY-older-0-found.csv"');
    expect(csv.text.split('\n')[0]).toBe('v_id,v_type,id,name,age');
    const list = parseJson((await workspace.call('GET', `${table}/file?format=json`)).text);
    expect(list).toHaveLength(3);
    const parquet = await workspace.fetch('GET', `${table}/file?format=parquet`);
    expect(
      Buffer.from(await parquet.arrayBuffer())
        .subarray(0, 4)
        .toString(),
    ).toBe('PAR1');
    for (const path of ['/tables/1/rows', '/tables/x/rows', '/tables/0/columns/99', '/tables/0/rows?sort=99'])
      expect([path, (await workspace.call('GET', `/api/runs/${id}${path}`)).status]).toEqual([path, 404]);
    expect((await workspace.call('GET', `${table}/rows`, { as: 'observer' })).status).toBe(404);
    expect((await workspace.call('GET', `${table}/rows?rows=501`)).text).toContain('rows');
  });

  it('are filtered, measured in part, copied, drawn and compared with those of another run', async () => {
    const [before, after] = [
      await start(gsqlText('RUN QUERY older(31)')),
      await start(gsqlText('RUN QUERY older(0)')),
    ];
    await Promise.all([attached(before), attached(after)]);
    const get = (path: string, query: Record<string, string>, as: 'tigergraph' | 'observer' = 'tigergraph') =>
      workspace.call('GET', `/api/runs/${after}/tables/0/${path}?${new URLSearchParams(query).toString()}`, {
        as,
      });
    const filters = JSON.stringify([{ kind: 'contains', column: 3, text: 'ANN' }]);
    expect((await get('rows', { filters })).json['results']).toMatchObject({ total: 1 });
    expect((await get('columns/3', { filters })).json['results']).toMatchObject({ rows: 1, distinct: 1 });
    expect((await get('selection', { rows: '3', column: '4' })).json['results']).toMatchObject({
      ...{ rows: 3, cells: 3, numbers: { count: 3 } },
    });
    expect((await get('copy', { rows: '9', column: '0', columns: '1', format: 'tsv', filters })).text).toBe(
      'v_id\nann',
    );
    const chart = (await get('chart', { kind: 'bars', by: '1' })).json['results'];
    expect(chart).toMatchObject({ rows: 3, points: [{ label: 'person', value: 3 }] });
    const compared = { run: before, table: '0', key: '0', kind: 'added' };
    expect((await get('compare', compared)).json['results']).toMatchObject({ added: 2, same: 1, removed: 0 });
    expect((await get('compare', { ...compared, run: randomUUID() })).status).toBe(404);
    expect((await get('compare', compared, 'observer')).status).toBe(404);
    const wrong = await get('rows', { filters: '[{"kind":"range","column":0,"from":null,"to":null}]' });
    expect([wrong.status, wrong.text]).toEqual([400, expect.stringContaining('lower or an upper end')]);
    const beyond = JSON.stringify([{ kind: 'empty', column: 99 }]);
    expect((await get('rows', { filters: beyond })).status).toBe(404);
  });

  it('are all that there is of a large answer', async () => {
    const text =
      'INTERPRET QUERY () FOR GRAPH social { ListAccum<STRING> @@l; FOREACH i IN RANGE[1, 60000] DO @@l += "a text of some eighty signs, so that sixty thousand of it are large: " + to_string(i); END; PRINT @@l; }';
    const id = await start(gsqlText(text));
    expect((await attached(id)).run).toMatchObject({
      state: 'done',
      rows: 60_000,
      answers: [{ whole: false }],
    });
    const content = RunAnswerContent.parse((await workspace.call('GET', `/api/runs/${id}/answers/0`)).json);
    expect(content.results).toBeNull();
    const last = (await workspace.call('GET', `/api/runs/${id}/tables/0/rows?offset=59999`)).json['results'];
    expect(last).toMatchObject({ total: 60_000, rows: [{ row: 59_999 }] });
  });
});

describe('a run to a file', () => {
  it('writes each printed list into a file, tells its steps, and shows nothing', async () => {
    for (const format of ['csv', 'json', 'parquet']) {
      const id = await start(gsqlText('RUN QUERY older(0)', { toFile: format }));
      const { events, run } = await attached(id);
      const name = `RUN-QUERY-older-0-found.${format}`;
      expect(run).toMatchObject({
        state: 'done',
        rows: 3,
        toFile: format,
        files: [{ name, rows: 3, cut: null }],
      });
      expect(run.answers).toMatchObject([{ whole: false, tables: [] }]);
      expect(events.flatMap((event) => (event.kind === 'progress' ? [event.text] : []))).toEqual([
        'Storing the result (1 MB).',
        `Writing ${name} (3 rows).`,
      ]);
      const response = await workspace.fetch('GET', `/api/runs/${id}/files/0`);
      const content = Buffer.from(await response.arrayBuffer());
      expect(content.length).toBe(run.files[0]?.bytes);
      if (format === 'csv') expect(content.toString().split('\n')[0]).toBe('v_id,v_type,id,name,age');
      if (format === 'json') expect(parseJson(content.toString())).toHaveLength(3);
      expect((await workspace.call('GET', `/api/runs/${id}/files/1`)).status).toBe(404);
      expect((await workspace.call('GET', `/api/runs/${id}/files/0`, { as: 'observer' })).status).toBe(404);
      expect((await workspace.call('GET', `/api/runs/${id}/tables/0/rows`)).status).toBe(404);
    }
    expect((await put(randomUUID(), gsqlText('LS', { toFile: 'xls' }))).text).toContain('toFile');
  });
});

describe('a pinned result', () => {
  it('is kept beyond newer ones, within bounds, for its owner alone', async () => {
    const id = await start(gsqlText('RUN QUERY older(10)'));
    await attached(id);
    const pin = (which: string, pinned: boolean, as: 'tigergraph' | 'observer' = 'tigergraph') =>
      workspace.call('PUT', `/api/runs/${which}/pin`, { as, body: { pinned } });
    expect((await pin(id, true, 'observer')).status).toBe(404);
    expect((await pin(id, true)).json['results']).toMatchObject({ id, pinned: true });
    const endless = await start(gsqlText(ENDLESS));
    expect((await pin(endless, true)).status).toBe(409);
    await workspace.call('POST', `/api/runs/${endless}/cancel`);
    await attached(endless);
    const others: string[] = [];
    for (let i = 0; i < RUN_BOUNDS.kept + 1; i += 1) {
      const other = await start(gsqlText('LS'));
      await attached(other);
      others.push(other);
    }
    expect(await runOf(id)).toMatchObject({ kept: true, pinned: true });
    expect(await runOf(others[0] ?? '')).toMatchObject({ kept: false });
    for (const other of others.slice(-RUN_BOUNDS.pinned + 1))
      expect((await pin(other, true)).status).toBe(200);
    expect((await pin(others[5] ?? '', true)).text).toContain('At most 10 results can be pinned.');
    expect((await pin(id, false)).json['results']).toMatchObject({ pinned: false });
    for (const other of others.slice(-RUN_BOUNDS.pinned + 1)) await pin(other, false);
  });
});

describe('a call of an endpoint', () => {
  const call = (method: string, path: string, more: object = {}): Asked => ({
    ...{ type: 'API', graph: 'social', method, path },
    ...more,
  });
  const vertices = '/restpp/graph/social/vertices/person';

  it('is a run with results and a place in the history, and can be run again from there', async () => {
    const id = await start(call('GET', vertices, { params: { limit: ['2'], select: ['name'] } }));
    const { run } = await attached(id);
    expect(run).toMatchObject({ type: 'API', state: 'done', rows: 2, title: `GET ${vertices}` });
    expect(run.answers[0]?.tables).toMatchObject([{ name: 'results', rows: 2 }]);
    const { json } = await workspace.call('GET', '/api/run-history?rows=1');
    expect(json['results']).toMatchObject({
      entries: [
        {
          ...{ id, type: 'API', text: `GET ${vertices}`, incomplete: null },
          parameters: '{"params":{"limit":["2"],"select":["name"]},"payload":null}',
        },
      ],
    });
  });

  it('of an installed query has its lists as tables, its profile and what was said', async () => {
    const payload = '{"than": 31, "other": 1}';
    const id = await start(call('POST', '/restpp/query/social/older', { payload, profile: true }));
    const { run } = await attached(id);
    expect(run.answers[0]?.tables).toMatchObject([{ name: 'found', rows: 1 }]);
    const content = RunAnswerContent.parse((await workspace.call('GET', `/api/runs/${id}/answers/0`)).json);
    expect(content.results).toMatchObject([{ found: [{ v_id: 'bob' }] }]);
    expect(content.profile.length).toBeGreaterThan(0);
    expect(content.message).toContain('other');
  });

  it('fails with the words of the endpoint, and may do no more than its caller', async () => {
    const missing = await attached(await start(call('GET', `${vertices}/nobody`)));
    expect(missing.run).toMatchObject({ state: 'failed', rows: 0 });
    expect(missing.run.error).toContain('nobody');
    const refused = await attached(await start(call('DELETE', vertices), 'observer'), 0, 'observer');
    expect(refused.run.error).toContain('DELETE_DATA');
    const { json } = await workspace.call('GET', `${vertices}?count_only=true`);
    expect(json['results']).toMatchObject([{ count: 3 }]);
  });

  it('is cancelled with what it does', async () => {
    const id = await start(call('GET', '/restpp/query/social/endless', { params: { than: ['1'] } }));
    const running = async () =>
      (await workspace.call('GET', '/restpp/showprocesslist/social')).json['results'] as unknown[];
    await expect.poll(running).toHaveLength(1);
    await workspace.call('POST', `/api/runs/${id}/cancel`);
    expect((await attached(id)).run).toMatchObject({ state: 'cancelled', error: 'Cancelled.' });
    await expect.poll(running).toEqual([]);
  });

  it('goes to endpoints of RESTPP alone, and keeps no secret and no large body', async () => {
    for (const path of [
      '/api/runs',
      '/restpp/../api/config',
      '/restpp/graph/%2E%2e/x',
      '/restpp/a b',
      '/restpp//x',
    ])
      expect((await put(randomUUID(), call('GET', path))).text).toContain('path must be that of an endpoint');
    const secret = call('POST', '/restpp/requesttoken', {
      payload: '{"secret":"s3cr3t-text","lifetime":"1"}',
    });
    await attached(await start(secret));
    const data = { vertices: { city: { c: { name: { value: 'x'.repeat(5000) } } } } };
    await attached(await start(call('POST', '/restpp/graph/social', { payload: JSON.stringify(data) })));
    const { json, text } = await workspace.call('GET', '/api/run-history?rows=2');
    expect(text).not.toContain('s3cr3t-text');
    expect(json['results']).toMatchObject({
      entries: [
        { state: 'done', incomplete: 'The body of the call is not kept in the history.' },
        { incomplete: 'Secrets are masked in the history.' },
      ],
    });
  });
});

describe('a plan', () => {
  const plan = (body: object, as: 'tigergraph' | 'observer' = 'tigergraph') =>
    workspace.call('POST', '/api/query-plan', { as, body });

  it('is that of a text, which is not run', async () => {
    const before = (await workspace.call('GET', '/restpp/statistics/social')).json;
    const text = `CREATE QUERY drafted(INT than) FOR GRAPH social {
      found = SELECT p FROM person:p WHERE p.age > than;
      INSERT INTO city VALUES ("planned", "P");
    }`;
    const { json } = await plan({ graph: 'social', text });
    expect(json['results']).toMatchObject([
      { depth: 0, operator: 'SELECT', line: 2, choices: 1 },
      { depth: 1, operator: 'scan', text: 'person:p', rowsIn: 3 },
      { depth: 0, operator: 'INSERT', line: 3 },
    ]);
    expect((await workspace.call('GET', '/restpp/graph/social/vertices/city/planned')).status).not.toBe(200);
    expect((await workspace.call('GET', '/restpp/statistics/social')).json['results']).toEqual(
      before['results'],
    );
  });

  it('is refused by its fields, for the faults of its text, and to who may not run it', async () => {
    expect((await plan({ graph: 'social', text: ' ' })).text).toContain('The text is empty.');
    expect((await plan({ text: 'x' })).text).toContain('graph must be the name of a graph');
    expect((await plan({ graph: 'nowhere', text: 'CREATE QUERY q() { PRINT 1; }' })).text).toContain(
      'nowhere',
    );
    const wrong = await plan({ graph: 'social', text: 'CREATE QUERY q() { T = SELECT x FROM Nobody:x; }' });
    expect(wrong.text).toContain('Nobody');
    const writes = 'CREATE QUERY q() { INSERT INTO city VALUES ("c", "C"); }';
    expect((await plan({ graph: 'social', text: writes }, 'observer')).text).toContain('UPDATE_DATA');
  });
});

describe('limits', () => {
  it('that hold are told before the run: none of its own means those of the workspace', async () => {
    const limits = async (search: string) =>
      (await workspace.call('GET', `/api/runs/limits${search}`)).json['results'];
    expect(await limits('')).toEqual({ timeMs: RUN_BOUNDS.ceilingMs, memoryMb: 128 });
    expect(await limits('?timeMs=5000&memoryMb=64')).toEqual({ timeMs: 5000, memoryMb: 64 });
    expect(await limits('?timeMs=999999999&memoryMb=9999')).toEqual({
      timeMs: RUN_BOUNDS.ceilingMs,
      memoryMb: 128,
    });
  });

  it('of memory hold for queries of a text', async () => {
    const text =
      'INTERPRET QUERY () FOR GRAPH social { ListAccum<STRING> @@l; FOREACH i IN RANGE[0, 9000000] DO @@l += "some words"; END; }';
    const id = await start(gsqlText(text, { limits: { memoryMb: 8 } }));
    expect((await attached(id)).run).toMatchObject({ state: 'failed', limits: { memoryMb: 8 } });
  });

  it('hold for the number of runs of one person, whose others go on', async () => {
    const ids = await Promise.all(
      Array.from({ length: RUN_BOUNDS.atOnce }, () => start(gsqlText(ENDLESS), 'observer')),
    );
    const refused = await put(randomUUID(), gsqlText('LS'), 'observer');
    expect(refused).toMatchObject({ status: 429 });
    expect(refused.text).toContain(`${RUN_BOUNDS.atOnce} of your runs have not ended`);
    expect((await attached(await start(gsqlText('LS')))).run.state).toBe('done');
    await Promise.all(ids.map((id) => workspace.call('POST', `/api/runs/${id}/cancel`, { as: 'observer' })));
    await Promise.all(ids.map((id) => attached(id, 0, 'observer')));
  });
});

describe('runs of others', () => {
  it('are not seen, not attached to and not cancelled; their ids are taken', async () => {
    const id = await start(gsqlText('LS'));
    await attached(id);
    for (const [method, path] of [
      ['GET', ''],
      ['GET', '/events'],
      ['POST', '/cancel'],
      ['GET', '/answers/0'],
    ] as const) {
      const answer = await workspace.call(method, `/api/runs/${id}${path}`, { as: 'observer' });
      expect([path, answer.status]).toEqual([path, 404]);
    }
    expect(await put(id, gsqlText('LS'), 'observer')).toMatchObject({ status: 409 });
    expect((await workspace.call('GET', '/api/runs', { as: 'observer' })).text).not.toContain(id);
    expect(await workspace.call('GET', '/api/runs?all=true', { as: 'observer' })).toMatchObject({
      status: 403,
    });
  });

  it('are listed for a superuser without their texts, who may cancel them', async () => {
    const id = await start(gsqlText(ENDLESS), 'observer');
    const list = WireRun.array().parse((await workspace.call('GET', '/api/runs?all=true')).json['results']);
    const run = list.find((each) => each.id === id);
    expect(run).toMatchObject({ owner: 'reader@acacia.local', state: 'running', title: '', graph: 'social' });
    await workspace.call('POST', `/api/runs/${id}/cancel`);
    expect((await attached(id, 0, 'observer')).run.state).toBe('cancelled');
  });

  it('end when a person has less than before, and their results go', async () => {
    const body = { type: 'GSQL', graph: 'social', text: ENDLESS };
    const id = randomUUID();
    const headers = gatewayHeaders('gone@acacia.local', 'globalobserver');
    const as = { authorization: '' };
    await workspace.people({
      'reader@acacia.local': 'globalobserver',
      'gone@acacia.local': 'globalobserver',
    });
    await workspace.call('PUT', `/api/runs/${id}`, { as, headers, body });
    await workspace.people({ 'reader@acacia.local': 'globalobserver' });
    const list = WireRun.array().parse((await workspace.call('GET', '/api/runs?all=true')).json['results']);
    expect(list.filter((each) => each.id === id)).toEqual([]);
  });
});

describe('the history', () => {
  it('tells who ran what, is searched, is for its owner alone, and can be emptied', async () => {
    const parameters = { than: 31, password: 'hush' };
    const id = await start({ type: 'Query', graph: 'social', query: 'older', parameters }, 'observer');
    await attached(id, 0, 'observer');
    const found = async (search: string, as: 'tigergraph' | 'observer' = 'observer') =>
      (await workspace.call('GET', `/api/run-history?${search}`, { as })).json['results'];
    expect(await found('rows=1')).toMatchObject({
      entries: [
        {
          id,
          query: 'older',
          text: null,
          state: 'done',
          rows: 1,
          parameters: '{"than":31,"password":"***"}',
        },
      ],
    });
    expect(await found('search=OLDER')).toMatchObject({
      total: 1,
      entries: [{ incomplete: 'Secrets are masked in the history.' }],
    });
    expect(await found('search=hush')).toMatchObject({ total: 0 });
    expect(await found('query=older&graph=social')).toMatchObject({ total: 1 });
    expect(await found('query=old')).toMatchObject({ total: 0 });
    expect(await found('query=older&graph=other')).toMatchObject({ total: 0 });
    expect(await found('state=interrupted')).toMatchObject({ total: 0 });
    expect(JSON.stringify(await found('', 'tigergraph'))).not.toContain(id);
    await workspace.call('DELETE', '/api/run-history', { as: 'observer' });
    expect(await found('')).toMatchObject({ total: 0 });
  });
});

describe('a stop of the workspace', () => {
  it('ends runs as interrupted, removes their results, and keeps their record', async () => {
    const done = await start(gsqlText('RUN QUERY older(10)'));
    await attached(done);
    const folder = join(workspace.dataDir, 'runs', 'results');
    expect((await readdir(folder)).length).toBeGreaterThan(0);
    const id = await start(gsqlText(ENDLESS));
    const events = attached(id);
    await workspace.restart();
    expect((await events).run).toMatchObject({ state: 'interrupted' });
    expect(await readdir(folder)).toEqual([]);
    expect(await runOf(id)).toMatchObject({ state: 'interrupted', kept: false });
    expect(await runOf(done)).toMatchObject({ state: 'done', rows: 2, kept: false });
    expect((await attached(done)).events).toMatchObject([{ kind: 'end', run: { state: 'done' } }]);
    expect((await workspace.call('GET', `/api/runs/${done}/answers/0`)).status).toBe(410);
    // A command whose id already has a result is not run again (specification part 4, section 4).
    await put(id, gsqlText('LS'));
    expect(await runOf(id)).toMatchObject({ state: 'interrupted' });
  });

  it('leaves no secret in the history', async () => {
    const text = 'CREATE DATA_SOURCE s3 src = "{\\"access.key\\":\\"AKIA-very-secret\\"}" FOR GRAPH social';
    await attached(await start(gsqlText(text)));
    const stored = await readFile(join(workspace.dataDir, 'runs', 'history.jsonl'), 'utf8');
    expect(stored).toContain('CREATE DATA_SOURCE');
    expect(stored).not.toContain('AKIA');
  });
});
