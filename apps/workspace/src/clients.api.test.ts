/**
 * Requests as clients in other languages send them: RESTPP's paths without a prefix, as on its own port; GSQL text by
 * the shell's calls before 4.1; queries without the name of a graph; tokens by GET.
 */
import type { Expansion, Subgraph } from '@acacia/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { SOCIAL_DATA, SOCIAL_SCHEMA, startTestWorkspace, type TestWorkspace } from './test-support.ts';

let workspace: TestWorkspace;
beforeAll(async () => {
  workspace = await startTestWorkspace();
  await workspace.gsql(SOCIAL_SCHEMA);
  await workspace.call('POST', '/restpp/graph/social', { body: SOCIAL_DATA });
});
afterAll(() => workspace.close());

/** The text encoded like `url.QueryEscape` and `quote_plus` do. */
const plusEncoded = (text: string): string => new URLSearchParams({ '': text }).toString().slice(1);

const RETURN_CODE = '__GSQL__RETURN__CODE__';

it('answers RESTPP calls without their prefix', async () => {
  const echo = await workspace.call('GET', '/echo');
  expect(echo.json).toMatchObject({ error: false, message: 'Hello GSQL' });
  const person = await workspace.call('GET', '/graph/social/vertices/person/ann');
  expect(person.json['results']).toMatchObject([{ v_id: 'ann', v_type: 'person' }]);
  const counts = await workspace.call('POST', '/builtins/social', {
    body: { function: 'stat_vertex_number', type: 'person' },
  });
  expect(counts.json).toMatchObject({ error: false, results: [{ v_type: 'person' }] });
  const upsert = await workspace.call('POST', '/graph/social', {
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: '{"vertices":{"person":{"zoe":{}}}}',
  });
  expect(upsert.json['results']).toEqual([{ accepted_vertices: 1, accepted_edges: 0 }]);
});

it("says in RESTPP's words that there is no such vertex", async () => {
  const vertex = await workspace.call('GET', '/graph/social/vertices/person/66666');
  expect(vertex.json).toMatchObject({
    error: true,
    code: '601',
    message: "The input vertex id '66666' is not a valid vertex id for vertex type = person.",
  });
  for (const method of ['GET', 'DELETE']) {
    const edges = await workspace.call(method, '/graph/social/edges/person/66666/friend');
    expect(edges.json).toMatchObject({
      error: true,
      code: '601',
      message: "The input source_vertex_id '66666' is not a valid vertex id for vertex type = person.",
    });
  }
  const none = await workspace.call('GET', '/graph/social/edges/person/zoe');
  expect(none.json).toMatchObject({ error: false, results: [] });
});

it('gives a token by GET', async () => {
  const made = await workspace.call('POST', '/gsql/v1/secrets?alias=js');
  const { value } = made.json['results'] as { value: string };
  const answer = await workspace.call('GET', `/requesttoken?secret=${value}&lifetime=1000000`, {
    as: 'nobody',
  });
  const as = { authorization: `Bearer ${answer.json['token'] as string}` };
  expect((await workspace.call('GET', '/echo/social', { as })).json).toMatchObject({ error: false });
});

it('runs GSQL that comes URL-encoded, and tells the return code in a line', async () => {
  const text =
    'USE GRAPH social\nCREATE OR REPLACE QUERY older(INT a = 20) FOR GRAPH social { PRINT a + 1 AS b, "x&y" AS c; }\nINSTALL QUERY older';
  const answer = await workspace.call('POST', '/gsqlserver/gsql/file', {
    headers: { 'content-type': 'application/octet-stream' },
    body: plusEncoded(text),
  });
  const lines = answer.text.split('\n');
  expect(answer.status).toBe(200);
  expect(lines.slice(-2)).toEqual([`${RETURN_CODE},0`, '']);
  expect(lines.at(-3)).toBe('__GSQL__COOKIES__,{"graph":"social"}');
  expect(answer.text).toContain('Successfully created queries: [older].');
  const run = await workspace.call('GET', '/query/older?a=1');
  expect(run.json['results']).toEqual([{ b: 2, c: 'x&y' }]);
  const posted = await workspace.call('POST', '/query/older', { body: { a: 5 } });
  expect(posted.json['results']).toEqual([{ b: 6, c: 'x&y' }]);
  expect((await workspace.call('GET', '/query/nope')).json).toMatchObject({ error: true, code: 'REST-1000' });
});

it('runs GSQL that comes as it is, in the graph of the session', async () => {
  const answer = await workspace.call('POST', '/gsqlserver/gsql/command', {
    headers: { cookie: '{"graph":"social","clientCommit":"e9d3c5d"}' },
    body: 'ls',
  });
  expect(answer.text).toContain('---- Graph social');
  expect(answer.text).not.toContain(RETURN_CODE);
  expect(answer.text).toContain('__GSQL__COOKIES__,{"graph":"social","clientCommit":"e9d3c5d"}\n');
  const wrong = await workspace.call('POST', '/gsqlserver/gsql/command', { body: 'CREATE WORLD peace' });
  expect(wrong.text.endsWith(`${RETURN_CODE},211\n`)).toBe(true);
});

it('takes the login of the shell', async () => {
  const login = (body: string) => workspace.call('POST', '/gsqlserver/gsql/login', { as: 'nobody', body });
  const answer = await login(btoa('tigergraph:tigergraph'));
  expect(answer.json).toMatchObject({ error: false, isClientCompatible: true });
  expect(answer.headers.get('set-cookie')).toContain('session');
  expect(await login(btoa('tigergraph:wrong'))).toMatchObject({ status: 401, json: { error: true } });
  expect((await workspace.call('POST', '/gsqlserver/gsql/file', { as: 'nobody', body: 'ls' })).status).toBe(
    401,
  );
});

it('takes times as programs write them', async () => {
  await workspace.gsql(
    'USE GRAPH social\nCREATE SCHEMA_CHANGE JOB stamps FOR GRAPH social { ADD VERTEX stamp (PRIMARY_ID id STRING, at DATETIME); }\nRUN SCHEMA_CHANGE JOB stamps',
  );
  const times = {
    go: '2023-05-02T15:04:05.123456789+01:00',
    python: '2023-05-02T15:04:05+00:00',
    js: '2023-05-02T15:04:05.000Z',
    net: '2023-05-02T15:04:05.0000000+00:00',
  };
  const stamp = Object.fromEntries(Object.entries(times).map(([id, value]) => [id, { at: { value } }]));
  const upsert = await workspace.call('POST', '/graph/social', { body: { vertices: { stamp } } });
  expect(upsert.json).toMatchObject({ error: false, results: [{ accepted_vertices: 4 }] });
  const read = await workspace.call('GET', '/graph/social/vertices/stamp');
  for (const vertex of read.json['results'] as { attributes: { at: string } }[]) {
    expect(vertex.attributes.at).toBe('2023-05-02 15:04:05');
  }
});

it('gives a token to who signs in by password', async () => {
  const answer = await workspace.call('POST', '/requesttoken', { body: '{"graph":"social"}' });
  expect(answer.json).toMatchObject({ error: false, results: { token: answer.json['token'] } });
  const nobody = await workspace.call('POST', '/requesttoken', { as: 'nobody', body: '{"graph":"social"}' });
  expect(nobody.json['message']).toBe('The parameter "secret" is missing.');
});

it('lists and stops what runs, in all graphs', async () => {
  expect((await workspace.call('GET', '/showprocesslist')).json).toMatchObject({ error: false, results: [] });
  const stopped = await workspace.call('GET', '/abortquery?requestid=all');
  expect(stopped.json).toMatchObject({ error: false, results: [{ aborted_queries: [] }] });
});

it('tells what the values of attributes are like, and counts edges between types', async () => {
  await workspace.gsql(
    'USE GRAPH social\nCREATE SCHEMA_CHANGE JOB scores FOR GRAPH social { ADD VERTEX score (PRIMARY_ID id STRING, n INT, w DOUBLE, done BOOL, t STRING); ADD UNDIRECTED EDGE scored (FROM person, TO score, w FLOAT); ADD DIRECTED EDGE bare (FROM person, TO score); }\nRUN SCHEMA_CHANGE JOB scores',
  );
  const score = (n: number, w: number, done: boolean) => ({
    n: { value: n },
    w: { value: w },
    done: { value: done },
  });
  await workspace.call('POST', '/graph/social', {
    body: {
      vertices: { score: { a: score(1, 0.5, true), b: score(4, 2.5, true), c: score(4, 3, false) } },
      edges: { person: { Tom: { scored: { score: { a: { w: { value: 2 } } } } } } },
    },
  });
  const builtin = async (body: object) => (await workspace.call('POST', '/builtins/social', { body })).json;
  expect(await builtin({ function: 'stat_vertex_attr', type: 'score' })).toMatchObject({
    error: false,
    results: [
      {
        v_type: 'score',
        attributes: {
          n: { MAX: 4, MIN: 1, AVG: 3 },
          w: { MAX: 3, MIN: 0.5, AVG: 2 },
          done: { TRUE: 2, FALSE: 1 },
        },
      },
    ],
  });
  const ends = { type: 'scored', from_type: '*', to_type: '*' };
  expect(await builtin({ function: 'stat_edge_attr', ...ends })).toMatchObject({
    results: [{ e_type: 'scored', attributes: { w: { MAX: 2, MIN: 2, AVG: 2 } } }],
  });
  expect(await builtin({ function: 'stat_edge_attr', type: 'bare' })).toMatchObject({
    error: true,
    message: "stat_edge_attr is skiped: no attribute of 'bare' is a number or a truth value.",
  });
  const all = await builtin({ function: 'stat_vertex_attr' });
  expect((all['results'] as { v_type: string }[]).map(({ v_type }) => v_type)).toContain('score');
  const counted = (more: object) => builtin({ function: 'stat_edge_number', type: 'scored', ...more });
  expect((await counted({ from_type: 'person', to_type: 'score' }))['results']).toEqual([
    { e_type: 'scored', count: 1 },
  ]);
  expect((await counted({ from_type: 'score', to_type: 'score' }))['results']).toEqual([
    { e_type: 'scored', count: 0 },
  ]);
});

it('has nothing to rebuild, and no licence', async () => {
  const rebuilt = { error: false, message: 'RebuildNow finished.', code: 'REST-0000' };
  expect((await workspace.call('GET', '/rebuildnow')).json).toMatchObject(rebuilt);
  expect((await workspace.call('POST', '/restpp/rebuildnow/social')).json).toMatchObject(rebuilt);
  expect(await workspace.call('GET', '/showlicenseinfo')).toMatchObject({
    status: 200,
    json: { error: true, code: 'REST-5000' },
  });
});

it('finds paths between vertices', async () => {
  await workspace.gsql(
    'USE GRAPH social\nCREATE SCHEMA_CHANGE JOB roads FOR GRAPH social { ADD VERTEX place (PRIMARY_ID id STRING, height INT); ADD UNDIRECTED EDGE road (FROM place, TO place, length INT); }\nRUN SCHEMA_CHANGE JOB roads',
  );
  const place = Object.fromEntries(['a', 'b', 'c', 'd', 'e'].map((id, n) => [id, { height: { value: n } }]));
  const roads: Record<string, readonly string[]> = { a: ['b', 'c'], b: ['d'], c: ['d'], d: ['e'] };
  const edges = Object.fromEntries(
    Object.entries(roads).map(([from, ends]) => [
      from,
      { road: { place: Object.fromEntries(ends.map((to) => [to, { length: { value: 7 } }])) } },
    ]),
  );
  await workspace.call('POST', '/graph/social', { body: { vertices: { place }, edges: { place: edges } } });
  const paths = async (kind: string, more: object = {}) => {
    const body = { sources: [{ type: 'place', id: 'a' }], targets: [{ type: 'place', id: 'd' }], ...more };
    const { json } = await workspace.call('POST', `/${kind}/social`, { body });
    if (json['error'] === true) return json['message'];
    const [found] = json['results'] as { vertices: { v_id: string }[]; edges: unknown[] }[];
    return [found?.vertices.map(({ v_id }) => v_id).join(''), found?.edges.length];
  };
  const [one, length] = (await paths('shortestpath')) as [string, number];
  expect([one.length, length, one.at(0), one.at(-1)]).toEqual([3, 2, 'a', 'd']);
  const sorted = async (...asked: Parameters<typeof paths>) => {
    const [ids, edgeCount] = (await paths(...asked)) as [string, number];
    return [[...ids].sort().join(''), edgeCount];
  };
  expect(await sorted('shortestpath', { allShortestPaths: true })).toEqual(['abcd', 4]);
  const low = { vertexFilters: [{ type: 'place', condition: 'height != 2' }] };
  expect(await sorted('shortestpath', { allShortestPaths: true, ...low })).toEqual(['abd', 2]);
  const short = { edgeFilters: [{ type: 'road', condition: 'length < 5' }] };
  expect(await paths('allpaths', short)).toEqual(['', 0]);
  expect(await sorted('allpaths', { maxLength: 2 })).toEqual(['abcd', 4]);
  expect(await sorted('allpaths', { maxLength: 4 })).toEqual(['abcde', 5]);
  expect(await paths('shortestpath', { edgeFilters: [{ type: 'road', condition: 'f(1) > 0' }] })).toContain(
    'may call lower, upper, to_string, to_datetime alone, not f.',
  );
  const expanded = async (more: object = {}) => {
    const body = {
      vertices: [
        { type: 'place', id: 'a' },
        { type: 'place', id: 'd' },
      ],
      ...more,
    };
    const { json } = await workspace.call('POST', '/restpp/expand/social', { body });
    if (json['error'] === true) return String(json['message']);
    const [answer] = json['results'] as [Expansion];
    return [
      answer.counts.map((each) => `${each.e_type} ${each.direction} ${each.count}`).join(', '),
      answer.vertices
        .map(({ v_id }) => v_id)
        .sort()
        .join(''),
      answer.edges.length,
    ];
  };
  expect(await expanded({ edgeTypes: ['road'] })).toEqual(['road undirected 5', 'bce', 5]);
  const [all, , sampled] = await expanded({ edgeTypes: ['road'], limit: 1 });
  expect([all, sampled]).toEqual(['road undirected 5', 2]);
  expect(await expanded({ edgeTypes: ['road'], countOnly: true })).toEqual(['road undirected 5', '', 0]);
  expect(await expanded({ vertexTypes: ['place'], ...low })).toEqual(['road undirected 3', 'be', 3]);
  expect(await expanded({ vertices: [{ type: 'place', id: 'nobody' }] })).toEqual(['', '', 0]);
  expect(await expanded({ edgeTypes: ['road) -> (x'] })).toContain(
    "edge_type = 'road) -> (x' is not a valid edge type",
  );
  expect(await expanded({ vertexTypes: ['x" OR "'] })).toContain("vertex_type = 'x");
  const among = async (ids: readonly string[], more: object = {}) => {
    const body = { vertices: ids.map((id) => ({ type: 'place', id })), ...more };
    const { json } = await workspace.call('POST', '/restpp/subgraph/social', { body });
    if (json['error'] === true) return String(json['message']);
    const [answer] = json['results'] as [Subgraph];
    return [answer.vertices.map(({ v_id }) => v_id).sort(), answer.edges.length];
  };
  expect(await among(['a', 'b', 'd', 'nobody'])).toEqual([['a', 'b', 'd'], 2]);
  expect(await among(['a', 'b', 'd'], { edgeTypes: [] })).toEqual([['a', 'b', 'd'], 0]);
  expect(await among(['a'], { edgeTypes: ['none'] })).toContain(
    "edge_type = 'none' is not a valid edge type",
  );
  expect(await among([])).toContain('vertices');
  expect(await expanded({ limit: 0 })).toContain('limit');
  expect(await expanded({ vertices: [] })).toContain('vertices');
  expect(await expanded({ vertexFilters: [{ type: '*', condition: 'TRUE) ACCUM @@x += (1' }] })).toContain(
    'cannot be read',
  );
  expect(
    await paths('shortestpath', { vertexFilters: [{ type: '*', condition: '1 == 1) OR (2' }] }),
  ).toContain('cannot be read');
  expect(await paths('shortestpath', { sources: [] })).toContain('Name where the paths begin');
});
