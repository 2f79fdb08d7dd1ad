/** Edits that were compared with what a person saw, on a real server. */
import type { EditAnswer, EditRequest } from '@acacia/contract';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { startTestWorkspace, type TestWorkspace } from './test-support.ts';

let workspace: TestWorkspace;

beforeAll(async () => {
  workspace = await startTestWorkspace();
  await workspace.gsql(`
    CREATE VERTEX town (PRIMARY_ID id STRING, name STRING, people INT, tags SET<STRING>)
    CREATE DIRECTED EDGE road (FROM town, TO town, length INT, DISCRIMINATOR(lane INT))
    CREATE GRAPH land (*)`);
});
afterAll(() => workspace.close());

type Row = Readonly<Record<string, unknown>>;
async function results(method: string, path: string, body?: unknown): Promise<readonly Row[]> {
  const { json } = await workspace.call(method, path, body === undefined ? {} : { body });
  return json['results'] as readonly Row[];
}
const vertices = () => results('GET', '/restpp/graph/land/vertices/town');
const edges = (id: string) => results('GET', `/restpp/graph/land/edges/town/${id}`);
const post = (body: unknown) => workspace.call('POST', '/restpp/edit/land', { body });
async function edit(body: EditRequest): Promise<EditAnswer> {
  const { status, json, text } = await post(body);
  expect(status, text).toBe(200);
  return (json['results'] as readonly EditAnswer[])[0] as EditAnswer;
}

beforeEach(async () => {
  await results('DELETE', '/restpp/graph/land/vertices/town');
  await results('POST', '/restpp/graph/land', {
    vertices: {
      town: {
        a: { name: { value: 'Ann' }, people: { value: 3 } },
        b: { name: { value: 'Ben' }, people: { value: 4 } },
      },
    },
    edges: { town: { a: { road: { town: { b: { lane: { value: 1 }, length: { value: 7 } } } } } } },
  });
});

const town = async (id: string) => (await vertices()).find((each) => each['v_id'] === id)?.['attributes'];
const end = (id: string) => ({ type: 'town', id });

it('adds, changes and deletes vertices and edges in one transaction', async () => {
  const answer = await edit({
    vertices: [
      { type: 'town', id: 'a', before: { people: 3, name: 'Ann' }, after: { people: 5 } },
      { type: 'town', id: 'c/1, "x"', before: null, after: { name: 'New', tags: ['x', 'y'] } },
    ],
    edges: [
      {
        type: 'road',
        from: end('a'),
        to: end('b'),
        discriminator: { lane: 1 },
        before: { length: 7 },
        after: null,
      },
      { type: 'road', from: end('b'), to: end('c/1, "x"'), before: null, after: { lane: 2, length: 1 } },
    ],
  });
  expect(answer).toEqual({ saved: true, conflicts: [] });
  expect(await town('a')).toMatchObject({ people: 5, name: 'Ann' });
  expect(await town('c/1, "x"')).toMatchObject({ name: 'New', tags: ['x', 'y'] });
  expect(await edges('a')).toEqual([]);
  expect(await edges('b')).toMatchObject([{ to_id: 'c/1, "x"' }]);
});

it('saves nothing where something is not as it was seen, until it is to be overwritten', async () => {
  const edits = {
    vertices: [
      { type: 'town', id: 'a', before: { people: 2 }, after: { people: 9 } },
      { type: 'town', id: 'b', before: null, after: { people: 9 } },
      { type: 'town', id: 'gone', before: { people: 1 }, after: null },
    ],
    edges: [
      { type: 'road', from: end('a'), to: end('b'), before: { length: 1 }, after: { length: 2, lane: 1 } },
    ],
  };
  const { saved, conflicts } = await edit(edits);
  expect(saved).toBe(false);
  expect(conflicts.map(({ kind, index, reason }) => [kind, index, reason])).toEqual([
    ['vertex', 0, 'changed'],
    ['vertex', 1, 'exists'],
    ['vertex', 2, 'gone'],
    ['edge', 0, 'changed'],
  ]);
  expect(conflicts[0]?.now).toMatchObject({ people: 3 });
  expect(await town('b')).toMatchObject({ people: 4 });
  expect(await edit({ ...edits, overwrite: true })).toEqual({ saved: true, conflicts: [] });
  expect(await town('b')).toMatchObject({ people: 9, name: 'Ben' });
});

it('of two who edit what both saw, one saves', async () => {
  const raise = (people: number) =>
    edit({ vertices: [{ type: 'town', id: 'a', before: { people: 3 }, after: { people } }] });
  const answers = await Promise.all(Array.from({ length: 8 }, (_, n) => raise(100 + n)));
  expect(answers.filter(({ saved }) => saved)).toHaveLength(1);
});

it.each([
  ['no edits', {}, 400, /between 1 and 500/],
  [
    'a type that is not there',
    { vertices: [{ type: 'ship', id: 'a', before: null, after: {} }] },
    400,
    /ship/,
  ],
  [
    'a value of another type',
    { vertices: [{ type: 'town', id: 'a', before: { people: 3 }, after: { people: 'many' } }] },
    400,
    /people/,
  ],
  ['an id of nothing', { vertices: [{ type: 'town', id: '', before: null, after: {} }] }, 400, /id/],
] as const)('refuses %s', async (_, edits, status, words) => {
  const refused = await post(edits);
  expect(refused.text).toMatch(words);
  expect(refused.status).toBe(status);
});

it('asks for the privilege of each kind of edit', async () => {
  await workspace.gsql('CREATE USER -u joe -p firstwords77');
  await workspace.gsql('CREATE ROLE changer ON GRAPH land', 'land');
  await workspace.gsql('GRANT UPDATE_DATA, READ_DATA ON GRAPH land TO changer', 'land');
  await workspace.gsql('GRANT ROLE changer ON GRAPH land TO joe', 'land');
  const authorization = `Basic ${Buffer.from('joe:firstwords77').toString('base64')}`;
  const said = async (options: Parameters<typeof workspace.call>[2]) =>
    (await workspace.call('POST', '/restpp/edit/land', options)).text;
  const vertex = (before: object | null, after: object | null) => ({
    body: { vertices: [{ type: 'town', id: before === null ? 'new' : 'a', before, after }] },
    as: { authorization },
  });
  expect(await said({ ...vertex({ people: 3 }, { people: 4 }), as: 'observer' })).toContain('UPDATE_DATA');
  expect(await said(vertex(null, {}))).toContain('CREATE_DATA');
  expect(await said(vertex({}, null))).toContain('DELETE_DATA');
  expect(await said(vertex({ people: 3 }, { people: 4 }))).toContain('"saved":true');
});
