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
  expect(deleted.json['results']).toEqual([{ v_type: 'person', deleted_vertices: 1 }]);
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
