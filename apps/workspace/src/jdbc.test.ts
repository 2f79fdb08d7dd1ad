/**
 * Requests as TigerGraph's JDBC driver builds them from its statements (`QueryParser.buildQuery`, `RestppConnection` of
 * the ecosys repository), also where Spark uses it; and what its MCP server asks for beyond pyTigerGraph's own calls.
 */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { SOCIAL_DATA, SOCIAL_SCHEMA, startTestWorkspace, type TestWorkspace } from './test-support.ts';

let workspace: TestWorkspace;
beforeAll(async () => {
  workspace = await startTestWorkspace();
  await workspace.gsql(SOCIAL_SCHEMA);
  await workspace.call('POST', '/restpp/graph/social', { body: SOCIAL_DATA });
  await workspace.gsql(`USE GRAPH social
    CREATE QUERY older(INT than, INT topK = 10) { R = SELECT p FROM person:p WHERE p.age > than LIMIT topK; PRINT R; }
    INSTALL QUERY older
    CREATE LOADING JOB load_people { DEFINE FILENAME f; LOAD f TO VERTEX person VALUES ($0, $1, $2); }`);
}, 240_000);
afterAll(() => workspace.close());

/** The driver names the character set as the encoding of every body. */
const POSTED = { 'content-encoding': 'UTF-8' };

it('gets a token by a secret, and uses it', async () => {
  const made = await workspace.call('POST', '/gsql/v1/secrets?alias=jdbc');
  const { value } = made.json['results'] as { value: string };
  const answer = await workspace.call('POST', '/restpp/requesttoken', {
    as: 'nobody',
    headers: { ...POSTED, 'content-type': 'application/json' },
    body: `{"secret":"${value}","graph":"social","lifetime":"1000000"}`,
  });
  const token = (answer.json['results'] as { token: string }).token;
  const rows = await workspace.call('GET', '/restpp/graph/social/vertices/person?limit=1', {
    as: { authorization: `Bearer ${token}` },
  });
  expect(rows.json).toMatchObject({ error: false, results: [{ v_type: 'person' }] });
});

it('runs "builtins stat_vertex_number(type=?)"', async () => {
  const counts = await workspace.call('POST', '/restpp/builtins/social', {
    headers: { ...POSTED, 'content-type': 'application/json' },
    body: '{"function":"stat_vertex_number", "type":"person"}',
  });
  expect(counts.json).toMatchObject({ error: false, results: [{ v_type: 'person', count: 3 }] });
});

it('runs "get person(filter=?)", "get edges(person, ?)" and "get edge(…)"', async () => {
  const filtered = await workspace.call('GET', '/restpp/graph/social/vertices/person?filter=age%3C20');
  expect(filtered.json).toMatchObject({ results: [{ v_id: 'c/d e' }] });
  const edges = await workspace.call('GET', '/restpp/graph/social/edges/person/ann/friend/person');
  expect(edges.json).toMatchObject({ results: [{ e_type: 'friend', to_id: 'bob' }] });
  const edge = await workspace.call('GET', '/restpp/graph/social/edges/person/ann/friend/person/bob');
  expect(edge.json).toMatchObject({ results: [{ attributes: { since: 2001 } }] });
});

it('inserts vertices and edges, and deletes by an id and a filter', async () => {
  const insert = await workspace.call('POST', '/restpp/graph/social?atomic_post=true', {
    headers: { ...POSTED, 'content-type': 'application/json' },
    body:
      '{"vertices":{"person":{"dan":{"name":{"value":"Dan"},"age":{"value":50}}}},' +
      '"edges":{"person":{"dan":{"friend":{"person":{"ann":{"since":{"value":2020}}}}}}}}',
  });
  expect(insert.json['results']).toEqual([{ accepted_vertices: 1, accepted_edges: 1 }]);
  const one = await workspace.call('DELETE', '/restpp/graph/social/edges/person/dan/friend/person/ann');
  expect(one.json).toMatchObject({ error: false, results: [{ deleted_edges: 1 }] });
  const byFilter = await workspace.call(
    'DELETE',
    '/restpp/graph/social/vertices/person?filter=name%3D%22Dan%22',
  );
  expect(byFilter.json).toMatchObject({ error: false, results: { deleted_vertices: 1 } });
});

it('runs installed and interpreted queries with their values in the address', async () => {
  const installed = await workspace.call('GET', '/restpp/query/social/older?than=10&topK=1');
  expect(installed.json).toMatchObject({ error: false, results: [{ R: [{ v_type: 'person' }] }] });
  const interpreted = await workspace.call('POST', '/gsqlserver/interpreted_query?a=10', {
    headers: POSTED,
    body: 'INTERPRET QUERY (INT a) FOR GRAPH social { PRINT a; }',
  });
  expect(interpreted.json).toMatchObject({ error: false, results: [{ a: 10 }] });
});

it('reads the schema of a type for Spark, and loads lines by a job', async () => {
  const vertex = await workspace.call('GET', '/gsqlserver/gsql/schema?graph=social&type=person');
  expect(vertex.json).toMatchObject({
    error: false,
    results: {
      Name: 'person',
      PrimaryId: {},
      Attributes: [{ AttributeName: 'name' }, { AttributeName: 'age' }],
    },
  });
  const edge = await workspace.call('GET', '/gsqlserver/gsql/schema?graph=social&type=friend');
  expect(edge.json).toMatchObject({ results: { Name: 'friend', IsDirected: false } });
  const loaded = await workspace.call(
    'POST',
    '/restpp/ddl/social?tag=load_people&filename=f&sep=%2C&eol=%0A&atomic_post=true',
    { headers: POSTED, body: 'eve,Eve,20\nfay,Fay,30\n' },
  );
  expect(loaded.json).toMatchObject({
    error: false,
    results: [
      { statistics: { validLine: 2, rejectLine: 0, vertex: [{ typeName: 'person', validObject: 2 }] } },
    ],
  });
});

it('previews rows of an uploaded file, as the MCP server asks for it', async () => {
  await workspace.call('PUT', '/api/data-files/people.csv', { body: 'id,name\n1,Ann\n2,Bob\n' });
  const sample = await workspace.call('POST', '/gsql/v1/sample-data', {
    body: {
      graphName: 'social',
      dataSource: '',
      type: 'file',
      path: 'people.csv',
      dataFormat: 'csv',
      parsing: { fileFormat: 'none', eol: '\\n' },
      filling: 'N/A',
      size: 2,
    },
  });
  expect(sample.json).toMatchObject({
    error: false,
    results: {
      header: ['id', 'name'],
      data: [
        ['1', 'Ann'],
        ['2', 'Bob'],
      ],
      json: false,
    },
  });
});
