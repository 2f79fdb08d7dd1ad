import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SOCIAL_DATA, SOCIAL_SCHEMA, startTestWorkspace, type TestWorkspace } from './test-support.ts';

let workspace: TestWorkspace;
beforeAll(async () => {
  workspace = await startTestWorkspace();
  await workspace.gsql(SOCIAL_SCHEMA);
  await workspace.call('POST', '/restpp/graph/social', { body: SOCIAL_DATA });
});
afterAll(() => workspace.close());

const get = async (path: string) => (await workspace.call('GET', `/restpp/graph/social/${path}`)).json;

describe('upsert', () => {
  it("counts what it accepted, in RESTPP's envelope", async () => {
    const answer = await workspace.call('POST', '/restpp/graph/social', { body: SOCIAL_DATA });
    expect(answer).toMatchObject({
      status: 200,
      json: {
        version: { edition: 'enterprise', api: 'v2', schema: 0 },
        error: false,
        code: 'REST-0003',
        results: [{ accepted_vertices: 4, accepted_edges: 3 }],
      },
    });
  });

  it('applies operators, and refuses attributes that do not exist', async () => {
    const upsert = (ann: object) =>
      workspace.call('POST', '/restpp/graph/social', { body: { vertices: { person: { ann } } } });
    await upsert({ age: { value: 4, op: '+' } });
    const wrong = await upsert({ age: { value: 1 }, shoe: { value: 38 } });
    expect(wrong).toMatchObject({ status: 400, json: { error: true, code: 'REST-30200' } });
    expect(wrong.json['message']).toContain("no attribute 'shoe' in person");
    expect((await get('vertices/person/ann'))['results']).toMatchObject([{ attributes: { age: 35 } }]);
  });

  it('refuses edges without ends where asked to', async () => {
    const body = { edges: { person: { ghost: { lives_in: { city: { oslo: {} } } } } } };
    const answer = await workspace.call('POST', '/restpp/graph/social?vertex_must_exist=true', { body });
    expect(answer.json['results']).toMatchObject([
      { accepted_edges: 0, edge_vertices_not_exist: [{ v_type: 'person', v_id: 'ghost' }] },
    ]);
    expect((await workspace.call('GET', '/restpp/graph/social/vertices/person/ghost')).status).toBe(400);
  });

  it('takes the whole body or nothing', async () => {
    const body = { vertices: { person: { zoe: { age: { value: 1 } }, yan: { age: { value: 'old' } } } } };
    const answer = await workspace.call('POST', '/restpp/graph/social', { body });
    expect(answer.status).toBe(400);
    expect(answer.json['message']).toContain('age');
    expect((await workspace.call('GET', '/restpp/graph/social/vertices/person/zoe')).status).toBe(400);
  });

  it('tells where a body is no JSON, of which type or graph nobody knows', async () => {
    const post = (path: string, body: string) => workspace.call('POST', path, { body });
    const broken = await post('/restpp/graph/social', '{"vertices": {"person": {"x": {"age": }}}}');
    expect(broken).toMatchObject({ status: 400, json: { code: 'REST-2001' } });
    expect(broken.json['message']).toContain('line 1, column 39');
    expect((await post('/restpp/graph/social', '{"vertices": {"nope": {}}}')).json['code']).toBe(
      'REST-30200',
    );
    expect((await post('/restpp/graph/nope', '{}')).json['code']).toBe('REST-1004');
  });
});

describe('reading', () => {
  it('keeps integers beyond 2^53', async () => {
    const { results } = await get('vertices/person/bob');
    expect(results).toEqual([
      { v_id: 'bob', v_type: 'person', attributes: { id: 'bob', name: 'Bob', age: 9007199254740993n } },
    ]);
  });

  it('takes ids with slashes and blanks', async () => {
    expect((await get('vertices/person/c%2Fd%20e'))['results']).toMatchObject([
      { attributes: { name: 'Cy' } },
    ]);
  });

  it('selects, filters, sorts, limits and counts', async () => {
    const { results } = await get('vertices/person?select=name&filter=age%3C100&sort=-age&limit=1');
    expect(results).toEqual([{ v_id: 'ann', v_type: 'person', attributes: { name: 'Ann' } }]);
    expect((await get('vertices/person?count_only=true'))['results']).toEqual([
      { v_type: 'person', count: 3 },
    ]);
    expect((await get('vertices/person?count_only=true&filter=age%3D7'))['results']).toEqual([
      { v_type: 'person', count: 1 },
    ]);
  });

  it('follows edges by type, target type and target', async () => {
    const all = (await get('edges/person/ann'))['results'] as { e_type: string }[];
    expect(all.map((edge) => edge.e_type).sort()).toEqual(['friend', 'lives_in']);
    expect((await get('edges/person/bob/friend'))['results']).toMatchObject([
      { e_type: 'friend', directed: false, to_id: 'ann', attributes: { since: 2001 } },
    ]);
    expect((await get('edges/city/oslo/inhabited_by/person/ann'))['results']).toMatchObject([
      { to_id: 'ann' },
    ]);
    expect((await get('edges/person/ann/_/city'))['results']).toHaveLength(1);
    expect((await get('edges/person/ann?count_only=true'))['results']).toContainEqual({
      e_type: 'friend',
      count: 1,
    });
  });

  it('names unknown types, attributes and parameters', async () => {
    for (const [method, path, what] of [
      ['GET', 'vertices/persn', 'vertex_type'],
      ['GET', 'vertices/persn/ann', 'vertex_type'],
      ['DELETE', 'vertices/persn', 'vertex_type'],
      ['DELETE', 'vertices/persn/ann', 'vertex_type'],
      ['DELETE', 'delete_by_type/vertices/persn', 'vertex_type'],
      ['GET', 'edges/persn/ann', 'vertex_type'],
      ['GET', 'edges/person/ann/persn', 'edge_type'],
      ['GET', 'edges/person/ann/friend/persn/bob', 'vertex_type'],
      ['DELETE', 'edges/persn/ann', 'vertex_type'],
      ['DELETE', 'edges/person/ann/persn', 'edge_type'],
      ['DELETE', 'edges/person/ann/friend/persn/bob', 'vertex_type'],
    ] as const) {
      const { status, json } = await workspace.call(method, `/restpp/graph/social/${path}`);
      const message = `The input parameter ${what} = 'persn' is not a valid ${what.replace('_', ' ')} in graph 'social'.`;
      expect([path, status, json]).toMatchObject([path, 400, { error: true, code: 'REST-30000', message }]);
    }
    expect((await get('vertices/person?select=nme'))['message']).toContain("'nme'");
    expect((await get('vertices/person?sort=nme'))['message']).toContain("'nme'");
    expect((await get('vertices/person?filter=nme%3D1'))['message']).toContain("'nme'");
    expect((await get('vertices/person?limit=some'))['message']).toContain('limit');
    expect((await workspace.call('GET', '/restpp/graph/social/vertices/person/nobody')).status).toBe(400);
  });

  it('counts by type', async () => {
    const count = (name: string, type?: string) =>
      workspace.call('POST', '/restpp/builtins/social', { body: { function: name, type } });
    expect((await count('stat_vertex_number')).json['results']).toEqual([
      { v_type: 'person', count: 3 },
      { v_type: 'city', count: 1 },
    ]);
    expect((await count('stat_edge_number', 'friend')).json['results']).toEqual([
      { e_type: 'friend', count: 1 },
    ]);
    for (const name of ['stat_vertex_number', 'stat_edge_number', 'stat_vertex_attr', 'stat_edge_attr'])
      expect((await count(name, 'nope')).json['code']).toBe('GSQL-7004');
    expect((await count('stat_luck')).status).toBe(400);
  });
});

describe('deleting', () => {
  it('tells how many, and takes the edges along', async () => {
    await workspace.call('POST', '/restpp/graph/social', {
      body: `{"edges": {"person": {"x": {"called": {"person": {
        "y": {"at": {"value": 1}}, "y": {"at": {"value": 2}}, "z": {"at": {"value": 1}}}}}}}}`,
    });
    expect((await get('edges/person/x/called'))['results']).toHaveLength(3);
    const one = await workspace.call('DELETE', '/restpp/graph/social/edges/person/x/called/person/y/2');
    expect(one.json['results']).toEqual([{ e_type: 'called', deleted_edges: 1 }]);
    expect((await get('edges/person/x/called'))['results']).toHaveLength(2);
    const vertex = await workspace.call('DELETE', '/restpp/graph/social/vertices/person/y');
    expect(vertex.json['results']).toEqual({ v_type: 'person', deleted_vertices: 1 });
    expect((await get('edges/person/x/called'))['results']).toHaveLength(1);
    const some = await workspace.call('DELETE', '/restpp/graph/social/vertices/person?filter=age%3D0');
    expect(some.json['results']).toEqual({ v_type: 'person', deleted_vertices: 2 });
  });

  /** As written, unlike by fetch, which resolves dots. */
  const raw = (method: string, path: string): Promise<number | undefined> =>
    new Promise((resolve, reject) => {
      const { hostname, port } = new URL(workspace.origin);
      const headers = { authorization: `Basic ${btoa('tigergraph:tigergraph')}` };
      const call = request({ hostname, port, path, method, headers }, (answer) => {
        answer.resume();
        resolve(answer.statusCode);
      });
      call.on('error', reject).end();
    });

  it('takes an id of dots for an id, however it is written, and refuses an empty one', async () => {
    await workspace.call('POST', '/restpp/graph/social', {
      body: { vertices: { city: { rome: {}, '..': {}, '.': {} } }, edges: { city: { rome: {} } } },
    });
    const cities = async (): Promise<unknown[]> => (await get('vertices/city'))['results'] as unknown[];
    const before = (await cities()).length;
    const city = '/restpp/graph/social/vertices/city';
    expect(await raw('DELETE', `${city}/%2e%2E`)).toBe(200);
    expect(await cities()).toHaveLength(before - 1);
    expect(await raw('DELETE', `${city}/..`)).toBe(200);
    expect(await raw('DELETE', `/api/encoded-twice${city}/%252e`)).toBe(200);
    expect(await cities()).toHaveLength(before - 2);
    for (const path of [
      `${city}/`,
      `${city}/?filter=`,
      `/api/encoded-twice${city}/`,
      '/api/restpp/graph/social/vertices/city/',
    ]) {
      expect(await raw('DELETE', path), path).toBe(400);
    }
    const edges = '/restpp/graph/social/edges/person';
    await workspace.call('POST', '/restpp/graph/social', { body: SOCIAL_DATA });
    for (const path of [
      `${edges}/ann/`,
      `${edges}/ann/lives_in/city/`,
      `${edges}//ann`,
      `${edges}/ann//city`,
    ]) {
      expect(await raw('DELETE', path), path).toBe(400);
    }
    expect((await get('edges/person/ann/lives_in'))['results']).toHaveLength(1);
    expect(await cities()).toHaveLength(before - 2);
  });
});
