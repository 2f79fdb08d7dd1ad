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

const some = expect.anything() as unknown;

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

const json = { ...POSTED, 'content-type': 'application/json' };
const noLoad = { error: true, message: expect.stringContaining('none') as string };
const ends = '{"source":{"type":"person","id":"ann"},"target":{"type":"person","id":"bob"}';

/** Further requests of the JDBC driver and of the connector for Spark that follows it: what is asked, and answered. */
const DRIVER: readonly (readonly [
  name: string,
  request: string,
  body: string | null,
  answer: object,
  headers?: Readonly<Record<string, string>>,
])[] = [
  ['a token of before', 'GET /gsqlserver/gsql/authtoken?graph=social', null, { results: { token: some } }],
  ['get person(id=?)', 'GET /restpp/graph/social/vertices/person/ann', null, { results: [{ v_id: 'ann' }] }],
  [
    'builtins stat_vertex_number',
    'POST /restpp/builtins/social',
    '{"function":"stat_vertex_number", "type":"*"}',
    { results: some },
    json,
  ],
  [
    'find shortestpath',
    'POST /restpp/shortestpath/social',
    `${ends}}`,
    { error: false, results: [{ vertices: some, edges: some }] },
    json,
  ],
  [
    'find allpaths',
    'POST /restpp/allpaths/social',
    `${ends},"maxLength":3}`,
    { error: false, results: [{ vertices: some, edges: some }] },
    json,
  ],
  [
    'select of Spark, by parts',
    'GET /restpp/graph/social/vertices/person?limit=10&filter=age%3E%3D10,age%3C40',
    null,
    { results: some },
  ],
  ['edges for Spark', 'GET /restpp/graph/social/edges/person/ann/friend?limit=10', null, { results: some }],
  [
    'a query by parts, for its columns',
    'GET /restpp/query/social/older?than=10&topK=1',
    null,
    { error: false },
  ],
  [
    'an interpreted one by parts, for its columns',
    'POST /gsqlserver/interpreted_query?a=10&lowerBound=1&upperBound=5&topK=1',
    'INTERPRET QUERY (INT a, INT lowerBound, INT upperBound, INT topK) FOR GRAPH social { PRINT a + upperBound AS n; }',
    { results: [{ n: 15 }] },
    POSTED,
  ],
  [
    'insert into job, with limits',
    'POST /restpp/ddl/social?tag=load_people&filename=f&sep=%2C&eol=%0A&jobid=social.load_people.jdbc.1700000000000&max_num_error=5&max_percent_error=50',
    'gil,Gil,20\n',
    { error: false, results: [{ statistics: { validLine: 1 } }] },
    POSTED,
  ],
  [
    'status jobid(?)',
    'GET /gsqlserver/gsql/loading-jobs?action=getprogress&jobId=none&graph=social',
    null,
    noLoad,
  ],
  [
    'progress of all',
    'GET /gsqlserver/gsql/loading-jobs?action=getprogress&graph=social',
    null,
    { error: false, results: some },
  ],
  ['progress for Spark', 'GET /gsql/v1/loading-jobs/status?graph=social&jobIds=none', null, noLoad],
  [
    'a type for Spark',
    'GET /gsql/v1/schema/graphs/social?type=person',
    null,
    { error: false, results: { Name: 'person' } },
  ],
  [
    'an edge type for Spark',
    'GET /gsql/v1/schema/graphs/social?type=friend',
    null,
    { results: { IsDirected: false } },
  ],
  [
    'too many errors',
    'POST /restpp/ddl/social?tag=load_people&filename=f&sep=%2C&max_num_error=0',
    'x\n',
    { error: true, message: some },
  ],
  ['version for Spark', 'GET /restpp/version', null, { error: false, message: some }],
];

/** Requests of the MCP server: those of the client's modules that other tests do not make, and its texts. */
const MCP: typeof DRIVER = [
  ['create_graph', 'POST /gsql/v1/schema/graphs?graphName=mcp_one', '{}', { error: false }],
  ['list_graphs', 'GET /gsql/v1/schema/graphs', null, { error: false, graphs: some }],
  [
    'update_query_description',
    'PUT /gsql/v1/description?graph=social',
    '{"queries":[{"queryName":"older","description":"those who are older","parameters":[{"paramName":"than","description":"years"}]}]}',
    { error: false },
  ],
  [
    'get_query_description',
    'GET /gsql/v1/description?graph=social&queries=all',
    null,
    { error: false, results: some },
  ],
  ['get_loading_job_status', 'GET /gsql/v1/loading-jobs/status/none?graph=social', null, noLoad],
  ['getLoadingJobsStatus', 'GET /gsql/v1/loading-jobs/status?jobId=none&jobId=b&graph=social', null, noLoad],
  [
    'create_data_source',
    'POST /gsql/v1/data-sources?graph=social',
    '{"name":"mcp_s3","config":{"type":"s3","access.key":"a","secret.key":"b"}}',
    { error: false },
  ],
  [
    'update_data_source',
    'PUT /gsql/v1/data-sources/mcp_s3?graph=social',
    '{"name":"mcp_s3","config":{"type":"s3","access.key":"c","secret.key":"d"}}',
    { error: false },
  ],
  ['get_data_source', 'GET /gsql/v1/data-sources/mcp_s3', null, { error: false }],
  ['get_all_data_sources', 'GET /gsql/v1/data-sources', null, { error: false, results: some }],
  ['drop_data_source', 'DELETE /gsql/v1/data-sources/mcp_s3?graph=social', null, { error: false }],
  ['get_vector_index_status', 'GET /restpp/vector/status/social/person', null, { error: false }],
  ['abortLoadingJobs', 'GET /gsql/v1/loading-jobs/abort?graph=social&jobId=none&isPause=true', null, noLoad],
];

for (const [name, request, body, expected, headers] of [...DRIVER, ...MCP]) {
  it(`answers ${name}`, async () => {
    const [method = '', path = ''] = request.split(' ');
    const answer = await workspace.call(method, path, {
      ...(headers === undefined ? {} : { headers }),
      ...(body === null ? {} : { body }),
    });
    expect(answer.json).toMatchObject(expected);
    expect(answer.status).toBe('error' in expected && expected.error === true ? 400 : 200);
  });
}

/** A seed set, as the MCP server writes it. */
const query = (accums: string, body: string): string =>
  `INTERPRET QUERY () FOR GRAPH social { ${accums} SetAccum<VERTEX> @@seeds; @@seeds += to_vertex("ann", "person"); ${body} }`;

it.each([
  [
    'get_node_degree',
    query(
      'MaxAccum<INT> @@outgoing; SumAccum<INT> @@incoming;',
      `seed = {@@seeds}; result1 = SELECT s FROM seed:s POST-ACCUM @@outgoing += s.outdegree();
       // Count incoming edges by traversing
       result2 = SELECT s FROM ANY:s -(ANY:e)- seed:t ACCUM @@incoming += 1;
       PRINT @@outgoing AS outgoing, @@incoming AS incoming;`,
    ),
    [{ outgoing: some, incoming: some }],
  ],
  [
    'get_node_degree of types',
    query(
      'MaxAccum<INT> @@outgoing; SumAccum<INT> @@incoming;',
      `seed = {@@seeds}; result = SELECT s FROM seed:s POST-ACCUM @@outgoing += s.outdegree(["friend", "lives_in"]);
       result2 = SELECT s FROM ANY:s -((friend|called):e)- seed:t ACCUM @@incoming += 1;
       PRINT @@outgoing AS outgoing, @@incoming AS incoming;`,
    ),
    [{ outgoing: some, incoming: some }],
  ],
  [
    'get_neighbors',
    query(
      '',
      'src = {@@seeds}; neighbors = SELECT t FROM src:s -((friend):e)- person:t LIMIT 5; PRINT neighbors;',
    ),
    [{ neighbors: [{ v_id: 'bob' }] }],
  ],
  [
    'get_neighbors of any type',
    query('', 'src = {@@seeds}; neighbors = SELECT t FROM src:s -(ANY:e)- ANY:t ; PRINT neighbors;'),
    [{ neighbors: some }],
  ],
])('runs the text of %s', async (_name, body, results) => {
  const answer = await workspace.call('POST', '/gsql/v1/queries/interpret', {
    body,
    headers: { 'content-type': 'text/plain' },
  });
  expect(answer.json).toMatchObject({ error: false, results });
});

it('adds, lists, fills, searches and drops vectors by texts, as the MCP server does', async () => {
  const gsql = async (text: string): Promise<string> =>
    (
      await workspace.call('POST', '/gsql/v1/statements', {
        body: text,
        headers: { 'content-type': 'text/plain' },
      })
    ).text;
  expect(await gsql('USE GLOBAL\nSHOW VERTEX person')).toMatch(/VERTEX\s+person\b/);
  const change = (statement: string): Promise<string> =>
    gsql(
      `CREATE GLOBAL SCHEMA_CHANGE JOB add_vector {\n  ${statement}\n}\nRUN GLOBAL SCHEMA_CHANGE JOB add_vector\nDROP JOB add_vector`,
    );
  const failed =
    /Encountered "|SEMANTIC ERROR|Syntax Error|Failed to create|does not exist|is not a valid|already exists|Invalid syntax/;
  expect(
    await change('ALTER VERTEX person ADD VECTOR ATTRIBUTE emb(DIMENSION=2, METRIC="COSINE");'),
  ).not.toMatch(failed);
  const listed = await gsql('USE GRAPH social\nLS');
  expect(listed).not.toMatch(failed);
  expect(listed).toMatch(
    /^Vector Embeddings:?\s*\n\s*-\s+person\s*:\s*\n\s*-\s+emb\(Dimension=2, IndexType="HNSW", DataType="FLOAT", Metric="COSINE"\)/im,
  );
  const load = (from: string, more: string): string =>
    `USE GRAPH social\nCREATE LOADING JOB load_vec FOR GRAPH social {\n  DEFINE FILENAME vec_file;\n  LOAD vec_file TO VECTOR ATTRIBUTE emb ON VERTEX person\n    VALUES (${from})\n    USING ${more};\n}`;
  const fill = async (job: string, query_: string, body: string): Promise<void> => {
    expect(await gsql(job)).not.toMatch(failed);
    const ran = await workspace.call('POST', `/restpp/ddl/social?tag=load_vec&filename=vec_file${query_}`, {
      body,
      headers: { 'RESPONSE-LIMIT': '128000000', 'GSQL-TIMEOUT': '16000' },
    });
    expect(ran.json).toMatchObject({ error: false, results: some });
    expect(
      (await workspace.call('DELETE', '/gsql/v1/loading-jobs/load_vec?graph=social')).json,
    ).toMatchObject({ error: false });
  };
  await fill(load('$0, SPLIT($1, ",")', 'SEPARATOR="|"'), '&sep=%7C', 'ann|1.0,0.0\nbob|0.0,1.0\n');
  await fill(
    load('$"id", SPLIT($"vector", ",")', 'JSON_FILE="true"'),
    '',
    '{"id": "c/d e", "vector": "0.6,0.8"}\n',
  );
  const upsert = await workspace.call('POST', '/restpp/graph/social', {
    body: '{"vertices": {"person": {"ann": {"emb": {"value": [1.0, 0.0]}}}}}',
  });
  expect(upsert.json).toMatchObject({ error: false });
  const created = await gsql(
    'USE GRAPH social\nCREATE QUERY _vec_search_1(LIST<FLOAT> query_vec, INT k) FOR GRAPH social SYNTAX v3 {\n  MapAccum<VERTEX, FLOAT> @@distances;\n  v = vectorSearch({person.emb}, query_vec, k, { distance_map: @@distances, ef: 50 });\n  PRINT v WITH VECTOR;\n  PRINT @@distances AS distances;\n}\nINSTALL QUERY _vec_search_1',
  );
  expect(created).not.toMatch(failed);
  const found = await workspace.call('POST', '/restpp/query/social/_vec_search_1', {
    body: { query_vec: [1, 0], k: 1 },
  });
  expect(found.json).toMatchObject({
    results: [{ v: [{ v_id: 'ann', Embeddings: { emb: [1, 0] } }] }, { distances: some }],
  });
  expect(
    (await workspace.call('DELETE', '/gsql/v1/queries?graph=social&query=_vec_search_1')).json,
  ).toMatchObject({ error: false });
  expect(await change('ALTER VERTEX person DROP VECTOR ATTRIBUTE emb;')).not.toMatch(failed);
});
