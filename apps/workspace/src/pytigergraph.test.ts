/**
 * Requests as pyTigerGraph 2.0 sends them (its sources: common/base, common/auth, common/edge,
 * common/query), and its readings of the answers.
 */
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  SOCIAL_DATA,
  SOCIAL_SCHEMA,
  startTestWorkspace,
  type Answer,
  type TestWorkspace,
} from './test-support.ts';

let workspace: TestWorkspace;
beforeAll(async () => {
  workspace = await startTestWorkspace();
  await workspace.gsql(SOCIAL_SCHEMA);
  await workspace.call('POST', '/restpp/graph/social', { body: SOCIAL_DATA });
});
afterAll(() => workspace.close());

/** `_error_check`: any `error` but false and "false" raises. */
const errorCheck = ({ json }: Answer): boolean =>
  ![false, 'false', ''].includes(json['error'] as boolean | string);
const headers = { 'X-User-Agent': 'pyTigerGraph', 'Content-Type': 'application/json' };

it('finds the version above 4.0', async () => {
  const answer = await workspace.call('GET', '/restpp/version', { headers });
  const lines = (answer.json['message'] as string).split('\n').slice(3, -1);
  const components = lines.map((line) => line.split(' ').filter((field) => field !== ''));
  expect(components.every((fields) => fields.length >= 6)).toBe(true);
  const product = components.find((fields) => fields[0] === 'product')?.[1] ?? '';
  const [major = 0, minor = 0] = (product.split('_')[1] ?? '').split('.').map(Number);
  expect(major > 4 || (major === 4 && minor > 0)).toBe(true);
});

it('gets a token by a secret, first the old way, then the new one', async () => {
  const made = await workspace.call('POST', '/gsql/v1/secrets?alias=py', { headers });
  expect(errorCheck(made)).toBe(false);
  const { value: secret } = made.json['results'] as { value: string };
  const old = await workspace.call('POST', '/restpp/requesttoken', {
    as: 'nobody',
    body: JSON.stringify({ secret, lifetime: '1000' }),
  });
  expect(errorCheck(old)).toBe(false);
  expect(typeof old.json['expiration']).toBe('number');
  expect(old.json['token']).toBe((old.json['results'] as { token: string }).token);
  const fresh = await workspace.call('POST', '/gsql/v1/tokens', {
    body: JSON.stringify({ secret, graph: 'social' }),
  });
  expect(fresh.json).toMatchObject({ error: false, message: 'Generate new JWT token successfully.' });
  const as = { authorization: `Bearer ${fresh.json['token'] as string}` };
  expect((await workspace.call('GET', '/restpp/graph/social/vertices/person', { as, headers })).status).toBe(
    200,
  );
  const wrong = await workspace.call('POST', '/restpp/requesttoken', {
    as: 'nobody',
    body: '{"secret": "no"}',
  });
  expect(wrong).toMatchObject({ status: 401, json: { error: true } });
});

it('reads the schema of a graph', async () => {
  const answer = await workspace.call('GET', '/gsql/v1/schema/graphs/social', { headers });
  const { VertexTypes, EdgeTypes, GraphName } = answer.json['results'] as {
    GraphName: string;
    VertexTypes: { Name: string; PrimaryId: { AttributeName: string } }[];
    EdgeTypes: { Name: string; FromVertexTypeName: string; IsDirected: boolean }[];
  };
  expect(GraphName).toBe('social');
  expect(VertexTypes[0]?.PrimaryId.AttributeName).toBe('id');
  expect(EdgeTypes.map((type) => type.Name)).toEqual(['friend', 'lives_in', 'called']);
  const udts = await workspace.call('GET', '/gsql/v1/udt/tuples?graph=social', { headers });
  expect(udts.json['results']).toEqual([]);
});

it('upserts several edges between the same ends by repeating the target', async () => {
  // upsertEdges writes the JSON by hand: one key a time.
  const body =
    '{"edges": {"person": {"ann": {"called": {"person": {"bob": {"at": {"value": 5}, "minutes": {"value": 1}}, ' +
    '"bob": {"at": {"value": 6}, "minutes": {"value": 2}}}}}}}}';
  const answer = await workspace.call(
    'POST',
    '/restpp/graph/social?vertex_must_exist=False&ack=all'.replace('False', 'false'),
    {
      body,
      headers,
    },
  );
  expect((answer.json['results'] as { accepted_edges: number }[])[0]?.accepted_edges).toBe(2);
  const edges = await workspace.call('GET', '/restpp/graph/social/edges/person/ann/called/person/bob', {
    headers,
  });
  expect(edges.json['results']).toHaveLength(2);
});

it('counts and deletes vertices and edges', async () => {
  const counts = await workspace.call('POST', '/restpp/builtins/social?realtime=true', {
    body: '{"function":"stat_vertex_number","type":"*"}',
    headers,
  });
  expect(counts.json['results']).toContainEqual({ v_type: 'city', count: 1 });
  const edges = await workspace.call('POST', '/restpp/builtins/social', {
    body: '{"function":"stat_edge_number","type":"lives_in","from_type":"*","to_type":"*"}',
    headers,
  });
  expect(edges.json['results']).toMatchObject([{ e_type: 'lives_in', count: 2 }]);
  const deleted = await workspace.call(
    'DELETE',
    '/restpp/graph/social/vertices/person/bob?permanent=true&ack=all',
    { headers },
  );
  expect(deleted.json['results']).toEqual({ v_type: 'person', deleted_vertices: 1 });
});

it('runs installed queries with tuples of ids and types in the address', async () => {
  const created = await workspace.call('POST', '/gsql/v1/statements', {
    body: `USE GRAPH social
      CREATE QUERY count_of(SET<VERTEX> vs, VERTEX v, VERTEX<city> c, DATETIME at, BAG<INT> ns) FOR GRAPH social {
        all = {vs};
        PRINT all.size() AS size, v AS v, c AS c, at AS at, ns.size() AS numbers;
      }
      INSTALL QUERY count_of`,
    headers: { 'Content-Type': 'text/plain' },
  });
  expect(created.text).toContain('Successfully created queries');
  const answer = await workspace.call(
    'GET',
    '/restpp/query/social/count_of?vs%5B0%5D=ann&vs%5B0%5D.type=person&vs%5B1%5D=oslo&vs%5B1%5D.type=city' +
      '&v=ann&v.type=person&c=oslo&at=2024-01-02%2003%3A04%3A05&ns=1&ns=1',
    { headers: { ...headers, 'GSQL-TIMEOUT': '16000', 'GSQL-QueryLocalMemLimitMB': '100' } },
  );
  expect(answer.json['results']).toEqual([
    { size: 2, v: 'ann', c: 'oslo', at: '2024-01-02 03:04:05', numbers: 2 },
  ]);
});

it('runs installed queries with JSON, percents written twice', async () => {
  await workspace.gsql(
    'CREATE QUERY echo_of(STRING s, SET<STRING> ss, BOOL b) FOR GRAPH social { PRINT s, ss, b; }\nINSTALL QUERY echo_of',
    'social',
  );
  const path = '/restpp/query/social/echo_of';
  const json = { s: '50%25 & more', ss: ['%25'], b: true };
  const byJson = await workspace.call('POST', path, { body: JSON.stringify(json), headers });
  expect(byJson.json['results']).toEqual([{ s: '50% & more', ss: ['%'], b: true }]);
  const plain = await workspace.call('POST', path, { body: JSON.stringify({ ...json, b: false }) });
  expect(plain.json['results']).toMatchObject([{ s: '50%25 & more', b: false }]);
  const form = await workspace.call('POST', path, {
    body: 's=a%26b&ss=1&ss=2&b=True',
    headers,
  });
  expect(form.json['results']).toEqual([{ s: 'a&b', ss: ['1', '2'], b: true }]);
});

it('checks, lists and drops queries with everything in the address', async () => {
  const checked = await workspace.call('POST', '/gsql/v1/internal/check/query?graph=social', {
    body: JSON.stringify({ code: 'CREATE QUERY z() FOR GRAPH social { PRINT 1; }' }),
    headers,
  });
  expect(checked.json).toMatchObject({ errors: [], warnings: [] });
  await workspace.gsql(
    'CREATE QUERY d1() FOR GRAPH social { PRINT 1; }\nCREATE QUERY d2() FOR GRAPH social { PRINT 1; }',
    'social',
  );
  const dropped = await workspace.call('DELETE', '/gsql/v1/queries?graph=social&query=d1&query=d2', {
    headers,
  });
  expect(dropped.json).toMatchObject({ dropped: ['d1', 'd2'], failedToDrop: [] });
  const all = await workspace.call('GET', '/restpp/query_status?graph_name=social&requestid=all', {
    headers,
  });
  expect(all.json['results']).toEqual([]);
  const aborted = await workspace.call('GET', '/restpp/abortquery/social', { headers });
  expect(aborted.json['results']).toEqual([{ aborted_queries: [] }]);
});

it('drops a token by the secret that made it', async () => {
  const made = await workspace.call('POST', '/gsql/v1/secrets?userName=&alias=gone', { headers });
  const { value: secret } = made.json['results'] as { value: string };
  const issued = await workspace.call('POST', '/gsql/v1/tokens', {
    as: 'nobody',
    body: JSON.stringify({ secret }),
  });
  const { token } = issued.json as { token: string };
  const dropped = await workspace.call('DELETE', '/gsql/v1/tokens', {
    as: 'nobody',
    body: JSON.stringify({ secret, tokens: token }),
    headers,
  });
  expect(dropped.json).toMatchObject({ error: false, results: { dropped: 1 } });
  const as = { authorization: `Bearer ${token}` };
  expect((await workspace.call('GET', '/restpp/graph/social/vertices/person', { as })).status).toBe(401);
  expect(
    (await workspace.call('DELETE', '/gsql/v1/tokens', { as: 'nobody', body: '{"tokens": "x"}' })).status,
  ).toBe(401);
});

it('takes an unknown endpoint for what it is', async () => {
  const answer = await workspace.call('GET', '/restpp/requesttokens', { headers });
  expect(answer.status).toBe(404);
  expect(answer.json['message']).toContain('Endpoint is not found from url = /requesttokens');
});

const upsert = (body: object, query = '') =>
  workspace.call('POST', `/restpp/graph/social${query}`, { body, headers });
const lives = (from: string, to: string) => ({
  edges: { person: { [from]: { lives_in: { city: { [to]: {} } } } } },
});

it('is told of vertices that were there, and of ends that were not', async () => {
  const people = { person: { ann: {}, new1: {}, ['c/d e']: {} } };
  const first = await upsert({ vertices: people }, '?new_vertex_only=true');
  expect(first.json).toMatchObject({ code: 'REST-0001' });
  expect(first.json['results']).toEqual([
    {
      accepted_vertices: 1,
      accepted_edges: 0,
      skipped_vertices: 2,
      vertices_already_exist: [
        { v_type: 'person', v_id: 'ann' },
        { v_type: 'person', v_id: 'c/d e' },
      ],
    },
  ]);
  const both = await upsert(
    { vertices: { person: { new2: {} } }, ...lives('no1', 'oslo') },
    '?vertex_must_exist=true',
  );
  expect(both.json).toMatchObject({
    code: 'REST-0003',
    results: [
      {
        accepted_vertices: 1,
        accepted_edges: 0,
        skipped_edges: 1,
        edge_vertices_not_exist: [{ v_type: 'person', v_id: 'no1' }],
      },
    ],
  });
});

it('names one end of an edge that has to exist', async () => {
  const accepted = async (from: string, to: string, query: string) => {
    const { json } = await upsert(lives(from, to), query);
    return (json['results'] as { accepted_edges: number }[])[0]?.accepted_edges;
  };
  const source = '?source_vertex_must_exist=true';
  const target = '?target_vertex_must_exist=true';
  expect(await accepted('no2', 'oslo', source)).toBe(0);
  expect(await accepted('ann', 'rome', source)).toBe(1);
  expect(await accepted('ann', 'nowhere', target)).toBe(0);
  expect(await accepted('new3', 'rome', target)).toBe(1);
  // The reverse edge's source is the city.
  const reverse = { edges: { city: { nowhere: { inhabited_by: { person: { ann: {} } } } } } };
  expect((await upsert(reverse, source)).json['results']).toMatchObject([{ accepted_edges: 0 }]);
  // A vertex that another edge of the request makes is no end that was there.
  const called = (from: string, to: string) => ({
    [from]: { called: { person: { [to]: { at: { value: 1 } } } } },
  });
  const chain = { edges: { person: { ...called('ann', 'made'), ...called('made', 'ann') } } };
  expect((await upsert(chain, source)).json['results']).toMatchObject([
    { accepted_edges: 1, skipped_edges: 1, edge_vertices_not_exist: [{ v_id: 'made' }] },
  ]);
  // An undirected edge has no source.
  const friends = { edges: { person: { ann: { friend: { person: { no3: {} } } } } } };
  expect((await upsert(friends, source)).json['results']).toMatchObject([{ accepted_edges: 0 }]);
  const twice = await upsert(lives('ann', 'oslo'), `${source}&vertex_must_exist=true`);
  expect(twice).toMatchObject({ status: 400, json: { code: 'REST-30200' } });
});

it('reads what is wrong with a request out of its body: no 404 inside of an existing path', async () => {
  for (const [path, code] of [
    ['/restpp/graph/social/vertices/person/nobody', '601'],
    ['/restpp/query_status?requestid=none', 'REST-30001'],
    ['/restpp/query_result?requestid=none', 'REST-30001'],
    ['/gsql/v1/loading-jobs/status/none?graph=social', ''],
    ['/gsql/v1/queries/install/none?graph=social', ''],
    ['/gsql/v1/statements/none', ''],
  ] as const) {
    const answer = await workspace.call('GET', path, { headers });
    expect([path, answer.status, answer.json['error'], answer.json['code'] ?? '']).toEqual([
      path,
      400,
      true,
      code,
    ]);
  }
  for (const vertices of [{ nope: { a: {} } }, { person: { ann: { shoe: { value: 1 } } } }])
    expect((await upsert({ vertices })).json['code']).toBe('REST-30200');
});

it('counts every edge type of a vertex, those without edges too', async () => {
  await upsert(lives('lone', 'oslo'));
  const count = async (path: string) =>
    (
      await workspace.call('GET', `/restpp/graph/social/edges/person/lone${path}?count_only=true`, {
        headers,
      })
    ).json['results'];
  expect(await count('')).toEqual([
    { e_type: 'friend', count: 0 },
    { e_type: 'lives_in', count: 1 },
    { e_type: 'inhabited_by', count: 0 },
    { e_type: 'called', count: 0 },
  ]);
  expect(await count('/called')).toEqual([{ e_type: 'called', count: 0 }]);
});

it('runs a query with a parameter that it does not have, and is told', async () => {
  await workspace.gsql(
    'CREATE QUERY one_of(INT n = 7) FOR GRAPH social { PRINT n; }\nINSTALL QUERY one_of',
    'social',
  );
  const path = '/restpp/query/social/one_of';
  const message = 'Parameters that the query does not have were left out: m. Its parameters are: n.';
  for (const answer of [
    await workspace.call('GET', `${path}?m=1`, { headers }),
    await workspace.call('POST', path, { headers, body: { m: 1 } }),
    await workspace.call('POST', `${path}?m=1`, { headers, body: {} }),
    await workspace.call('POST', '/gsql/v1/queries/interpret?m=1', {
      body: 'INTERPRET QUERY (INT n = 7) FOR GRAPH social { PRINT n; }',
    }),
  ])
    expect(answer.json).toMatchObject({ error: false, message, results: [{ n: 7 }] });
  const wrapped = await workspace.call('POST', '/gsql/v1/queries/one_of?graph=social', {
    body: { parameters: { m: 1 } },
  });
  expect(wrapped.json).toMatchObject({ error: false, message, results: { message, results: [{ n: 7 }] } });
  const later = await workspace.call('GET', `${path}?m=1`, { headers: { ...headers, 'GSQL-ASYNC': 'true' } });
  expect(later.json['message']).toMatch(/^The query is successfully submitted\..* left out: m\./);
});

it('reads of a query what goes in and what comes out', async () => {
  await workspace.gsql(
    `CREATE QUERY shapes(VERTEX<person> p, INT n) FOR GRAPH social {
      SumAccum<INT> @@sum; MapAccum<STRING, INT> @@m;
      S = {p}; IF n > 1 THEN PRINT @@sum, @@m AS counts; END; PRINT S, S.size() AS size; PRINT n TO_CSV "x.csv";
    }`,
    'social',
  );
  const answer = await workspace.call('POST', '/gsql/v1/queries/signature?graph=social&queryName=shapes', {
    headers,
  });
  expect(answer.json).toMatchObject({
    queryname: 'shapes',
    input: [{ p: 'VERTEX<person>' }, { n: 'INT' }],
    output: [
      { '@@sum': 'SumAccum<INT>' },
      { counts: 'MapAccum<STRING, INT>' },
      { S: 'vertex set' },
      { size: 'INT' },
    ],
  });
});

it('says hello without a version, and lists loading jobs by their names', async () => {
  expect((await workspace.call('GET', '/restpp/echo', { headers })).json).toEqual({
    error: false,
    message: 'Hello GSQL',
  });
  await workspace.gsql(
    'CREATE LOADING JOB load_people FOR GRAPH social { DEFINE FILENAME f; LOAD f TO VERTEX city VALUES ($0, $1); }',
    'social',
  );
  const jobs = await workspace.call('GET', '/gsql/v1/loading-jobs?graph=social', { headers });
  expect(jobs.json).toMatchObject({ jobNames: ['load_people'], results: ['load_people'] });
});

it('makes graphs of global types by their names, and changes a schema by GSQL', async () => {
  const made = await workspace.call('POST', '/gsql/v1/schema/graphs?gsql=false&graphName=towns', {
    headers,
    body: { VertexTypes: ['city'], EdgeTypes: ['lives_in'] },
  });
  expect(made.json).toMatchObject({ error: false, message: 'Successfully created graph: [towns].' });
  const wrong = await workspace.call('POST', '/gsql/v1/schema/graphs?graphName=none', {
    body: { VertexTypes: ['no'] },
  });
  expect(wrong).toMatchObject({ status: 400, json: { error: true } });
  const changed = await workspace.call('POST', '/gsql/v1/schema/change?graph=towns', {
    headers,
    body: {
      gsql: [
        'CREATE SCHEMA_CHANGE JOB j FOR GRAPH towns {',
        'ADD VERTEX park (PRIMARY_ID id STRING); ADD DIRECTED EDGE near (FROM park, TO park | FROM park, TO city); }',
        'RUN SCHEMA_CHANGE JOB j',
      ],
    },
  });
  expect(changed.json['error']).toBe(false);
  const { results } = (await workspace.call('GET', '/gsql/v1/schema/graphs/towns', { headers })).json as {
    results: { VertexTypes: { Name: string }[]; EdgeTypes: { Name: string; EdgePairs?: unknown }[] };
  };
  expect(results.VertexTypes.map(({ Name }) => Name).sort()).toEqual(['city', 'park', 'person']);
  // `EdgePairs` holds the pairs where there are several.
  const pairs = Object.fromEntries(results.EdgeTypes.map(({ Name, EdgePairs }) => [Name, EdgePairs]));
  expect(pairs).toEqual({
    lives_in: undefined,
    near: [
      { From: 'park', To: 'park' },
      { From: 'park', To: 'city' },
    ],
  });
});

it('gives a token its lifetime in milliseconds or in seconds, by the path', async () => {
  const newTokens = await workspace.call('POST', '/gsql/v1/tokens', { body: { lifetime: '120000' } });
  const seconds = (Date.parse(newTokens.json['expiration'] as string) - Date.now()) / 1000;
  expect(Math.round(seconds / 10)).toBe(12);
  const old = await workspace.call('POST', '/restpp/requesttoken', { body: { lifetime: '120' } });
  expect(Math.round(((old.json['expiration'] as number) - Date.now() / 1000) / 10)).toBe(12);
});

it('restarts services by their names in any case', async () => {
  const answer = await workspace.call('POST', '/api/service/restart?serviceName=GSQL&serviceName=gsql', {
    headers,
  });
  expect(answer.json).toMatchObject({ error: false, results: { restarted: ['gsql'] } });
});

const QUERY_OF_EDGES =
  'INTERPRET QUERY () FOR GRAPH social { SetAccum<EDGE> @@edges; start = {ANY}; res = SELECT s FROM start:s-(:e)->ANY:t ' +
  'WHERE e.type == "called" ACCUM @@edges += e; PRINT @@edges AS edges; }';
const some: unknown = expect.anything();
const park = (Name: string) => ({
  Name,
  PrimaryId: { AttributeType: { Name: 'STRING' }, AttributeName: 'id' },
  Attributes: [{ AttributeType: { Name: 'INT' }, AttributeName: 'size' }],
  Config: { STATS: 'OUTDEGREE_BY_EDGETYPE' },
});
const ddl = { 'RESPONSE-LIMIT': '128000000', 'GSQL-TIMEOUT': '16000' };

/** Calls of the modules of 2.0.2, in order: function, method and address, body, other headers, what the client reads. */
const CALLS: readonly (readonly [
  name: string,
  request: string,
  body: unknown,
  answer: object,
  headers?: Readonly<Record<string, string>>,
])[] = [
  [
    'getSchemaVer',
    'POST /gsql/v1/queries/interpret',
    'INTERPRET QUERY () FOR GRAPH social { PRINT "OK"; }',
    { version: { schema: expect.any(Number) as number } },
    { 'Content-Type': 'text/plain' },
  ],
  [
    'getEndpoints',
    'GET /restpp/endpoints/social?builtin=true',
    null,
    { 'GET /graph/{graph_name}/vertices/{vertex_type}': some },
  ],
  ['getEndpoints', 'GET /restpp/endpoints/social?dynamic=true', null, { 'GET /query/social/one_of': some }],
  ['getEndpoints', 'GET /restpp/endpoints/social?static=true', null, {}],
  [
    'createGlobalVertices',
    'POST /gsql/v1/schema/vertices?gsql=true',
    { gsql: ['CREATE VERTEX park_a (PRIMARY_ID id STRING)', 'CREATE VERTEX park_b (PRIMARY_ID id STRING)'] },
    { error: false },
  ],
  [
    'createGlobalVerticesJson',
    'POST /gsql/v1/schema/vertices',
    { createVertices: [park('park_c')] },
    { error: false },
  ],
  [
    'addGlobalVerticesToGraph',
    'POST /gsql/v1/schema/vertices?graph=social',
    { addVertices: ['park_a', 'park_c'] },
    { error: false },
  ],
  [
    'validateGraphSchema',
    'POST /gsql/v1/schema/check',
    null,
    { error: false },
    { 'Content-Type': 'text/plain' },
  ],
  [
    'createGraph',
    'POST /gsql/v1/schema/graphs?gsql=true&graphName=empty_one',
    { gsql: 'CREATE GRAPH empty_one()' },
    { error: false },
  ],
  [
    'createGraph',
    'POST /gsql/v1/schema/graphs?gsql=true&graphName=parks',
    { gsql: 'CREATE GRAPH parks(park_a, park_b)' },
    { error: false },
  ],
  [
    'createSchemaChangeJob',
    'POST /gsql/v1/schema/jobs/job_1?gsql=true&graph=parks',
    { gsql: 'CREATE SCHEMA_CHANGE JOB job_1 FOR GRAPH parks { ADD VERTEX bench (PRIMARY_ID id UINT); }' },
    { error: false },
  ],
  [
    'createSchemaChangeJob',
    'POST /gsql/v1/schema/jobs/job_2?gsql=true&type=global',
    { gsql: 'CREATE GLOBAL SCHEMA_CHANGE JOB job_2 { ALTER VERTEX park_b ADD ATTRIBUTE (n INT); }' },
    { error: false },
  ],
  ['getSchemaChangeJobs', 'GET /gsql/v1/schema/jobs/job_1?graph=parks&json=true', null, { error: false }],
  ['getSchemaChangeJobs', 'GET /gsql/v1/schema/jobs', null, { error: false }],
  ['runSchemaChangeJob', 'PUT /gsql/v1/schema/jobs/job_1?graph=parks&force=true', null, { error: false }],
  ['runSchemaChangeJob', 'PUT /gsql/v1/schema/jobs/job_2', null, { error: false }],
  ['dropSchemaChangeJobs', 'DELETE /gsql/v1/schema/jobs?jobName=job_1&graph=parks', null, { error: false }],
  [
    'runSchemaChange',
    'POST /gsql/v1/schema/change?graph=parks&force=true',
    {
      alterVertexTypes: [
        { name: 'bench', addAttributes: [{ AttributeName: 'n', AttributeType: { Name: 'INT' } }] },
      ],
    },
    { error: false },
  ],
  ['dropVertices', 'DELETE /gsql/v1/schema/vertices?vertex=park_c&graph=social', null, { error: false }],
  ['dropGraph', 'DELETE /gsql/v1/schema/graphs/empty_one?cascade=true', null, { error: false }],
  [
    'getVertices',
    'GET /restpp/graph/social/vertices/person?select=age&filter=age%3E0%2Cage%3C500&sort=-age&limit=1&timeout=0',
    null,
    { error: false, results: [{ v_type: 'person' }] },
  ],
  [
    'getVertexCount',
    'GET /restpp/graph/social/vertices/person?count_only=true&filter=age%3E=0',
    null,
    { results: [{ v_type: 'person', count: some }] },
  ],
  [
    'getVertexStats',
    'POST /restpp/builtins/social',
    { function: 'stat_vertex_attr', type: 'person' },
    { results: [{ v_type: 'person', attributes: { age: { MAX: some, MIN: some, AVG: some } } }] },
  ],
  [
    'getEdges',
    'GET /restpp/graph/social/edges/person/ann/friend/person?select=since&filter=since%3E1&sort=-since&limit=2&timeout=0',
    null,
    { error: false, results: some },
  ],
  [
    'getEdgeCountFrom',
    'GET /restpp/graph/social/edges/person/ann/_/city?count_only=true',
    null,
    { error: false, results: some },
  ],
  [
    'getEdgesByType',
    'POST /gsql/v1/queries/interpret',
    QUERY_OF_EDGES,
    { error: false, results: [{ edges: some }] },
    { 'Content-Type': 'text/plain' },
  ],
  [
    'delVertices',
    'DELETE /restpp/graph/social/vertices/person?filter=age%3E100000&permanent=true&timeout=0',
    null,
    { results: { v_type: 'person', deleted_vertices: 0 } },
  ],
  [
    'delVerticesByType',
    'DELETE /restpp/graph/social/delete_by_type/vertices/park_a?permanent=true&ack=all',
    null,
    { results: { deleted_vertices: 0 } },
  ],
  ['delEdges', 'DELETE /restpp/graph/social/edges/person/ann/friend?timeout=0', null, { results: some }],
  [
    'createLoadingJob',
    'POST /gsql/v1/loading-jobs?graph=social',
    'CREATE LOADING JOB from_frame FOR GRAPH social { DEFINE FILENAME f; LOAD f TO VERTEX person VALUES ($1, $2) USING SEPARATOR=","; }',
    { error: false },
  ],
  [
    'runLoadingJobWithDataFrame',
    'POST /restpp/ddl/social?tag=from_frame&filename=f&sep=%2C&eol=%0A',
    '0,frame1,31\n1,frame2,32\n',
    { error: false, results: [{ statistics: some }] },
    { ...ddl, 'Content-Type': 'application/x-www-form-urlencoded; Charset=utf-8' },
  ],
  [
    'runLoadingJobWithFile',
    'POST /restpp/ddl/social?tag=from_frame&filename=f',
    '0,frame3,33\n',
    { error: false },
    ddl,
  ],
  [
    'updateLoadingJob',
    'PUT /gsql/v1/loading-jobs?graph=social',
    'CREATE LOADING JOB from_frame FOR GRAPH social { DEFINE FILENAME f; LOAD f TO VERTEX person VALUES ($0, $1) USING SEPARATOR=","; }',
    { error: false },
  ],
  [
    'getLoadingJobInfo',
    'GET /gsql/v1/loading-jobs/from_frame?graph=social&verbose=true',
    null,
    { error: false },
  ],
  ['dropLoadingJob', 'DELETE /gsql/v1/loading-jobs/from_frame?graph=social', null, { error: false }],
  ['dropAllDataSources', 'DELETE /gsql/v1/data-sources/dropAll?graph=social', null, { error: false }],
  ['getStatistics', 'GET /restpp/statistics/social?seconds=10&segments=10', null, {}],
  ['rebuildGraph', 'GET /restpp/rebuildnow/social?force=true', null, { error: false }],
  ['getVectorIndexStatus', 'GET /restpp/vector/status/social', null, { error: false }],
  ['getVectorIndexStatus', 'GET /restpp/vector/status', null, { results: { NeedRebuildServers: [] } }],
  ['showProcesses', 'GET /restpp/showprocesslist/social', null, { error: false, results: some }],
  ['getSecrets', 'GET /gsql/v1/secrets', null, { error: false, results: some }],
  ['echo', 'GET /restpp/echo/social', null, { message: 'Hello GSQL' }],
];

it('is answered call by call, as the modules of 2.0.2 make them', async () => {
  const faults: unknown[] = [];
  for (const [name, request, body, expected, more] of CALLS) {
    const [method = '', path = ''] = request.split(' ');
    const text = body === null || typeof body === 'string' ? body : JSON.stringify(body);
    const answer = await workspace.call(method, path, {
      headers: { ...headers, ...more },
      ...(text === null ? {} : { body: text }),
    });
    try {
      expect(answer.json).toMatchObject(expected);
      expect(answer.status).toBe(200);
    } catch {
      faults.push({ name, request, status: answer.status, answer: answer.text.slice(0, 300) });
    }
  }
  expect(faults).toEqual([]);
});
