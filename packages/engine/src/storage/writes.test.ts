import { describe, expect, it } from 'vitest';
import type { Engine } from '../engine.ts';
import { mustRun, temporaryFolder, testEngine } from '../testing.ts';
import type { AttributeWrite, Write } from '../writes.ts';

const SCHEMA = `
CREATE VERTEX Person (PRIMARY_ID id STRING, age INT DEFAULT 7, big UINT, score DOUBLE, small FLOAT, ok BOOL, name STRING DEFAULT "o'x",
  born DATETIME, tags LIST<INT>, kinds SET<STRING>, notes MAP<STRING, INT>) WITH primary_id_as_attribute="true"
CREATE VERTEX City (id INT PRIMARY KEY, name STRING)
CREATE DIRECTED EDGE Knows (FROM Person, TO Person, since INT) WITH REVERSE_EDGE="KnownBy"
CREATE UNDIRECTED EDGE Near (FROM Person, TO City | FROM City, TO City, km DOUBLE)
CREATE DIRECTED EDGE Paid (FROM Person, TO Person, DISCRIMINATOR(day DATETIME, nr INT), amount INT)
CREATE GRAPH g (*)`;

async function open(): Promise<Engine> {
  const engine = await testEngine();
  await mustRun(engine, SCHEMA);
  return engine;
}

const person = (id: string, attributes: Record<string, AttributeWrite> = {}): Write => ({
  kind: 'upsertVertex',
  type: 'Person',
  id,
  attributes,
});
const edge = (
  type: string,
  from: readonly [string, string],
  to: readonly [string, string],
  attributes: Record<string, AttributeWrite> = {},
): Write => ({
  kind: 'upsertEdge',
  type,
  from: { type: from[0], id: from[1] },
  to: { type: to[0], id: to[1] },
  attributes,
});
const attributesOf = async (engine: Engine, id: string): Promise<Record<string, unknown>> =>
  (await engine.vertices('g', 'Person', { id }))[0]?.attributes ?? {};
const count = async (engine: Engine, type: string): Promise<number> =>
  (await engine.countEdges('g', type))[0]?.count ?? -1;

describe('upserts of vertices', () => {
  it('give defaults to what is not given and keep it afterwards', async () => {
    const engine = await open();
    const summary = await engine.write('g', [person('a', { score: { value: 1.5 } })]);
    expect(summary).toMatchObject({ acceptedVertices: 1, skippedVertices: 0 });
    await engine.write('g', [person('a', { name: { value: 'Ann' } })]);
    expect(await attributesOf(engine, 'a')).toEqual({
      id: 'a',
      age: 7,
      big: 0,
      score: 1.5,
      small: 0,
      ok: false,
      name: 'Ann',
      born: '1970-01-01 00:00:00',
      tags: [],
      kinds: [],
      notes: {},
    });
  });

  it('keep 64-bit integers exactly, stored, listed and in the graph in memory', async () => {
    const engine = await open();
    await engine.write('g', [
      person('a', { age: { value: 9223372036854775807n }, big: { value: 18446744073709551615n } }),
      person('b', { age: { value: -9223372036854775808n }, tags: { value: [9007199254740993n] } }),
    ]);
    expect(await attributesOf(engine, 'a')).toMatchObject({
      age: 9223372036854775807n,
      big: 18446744073709551615n,
    });
    expect(await attributesOf(engine, 'b')).toMatchObject({
      age: -9223372036854775808n,
      tags: [9007199254740993n],
    });
  });

  it('apply operators, within a batch and to what is there', async () => {
    const engine = await open();
    const write = (op: AttributeWrite['op'], values: Record<string, AttributeWrite['value']>): Write =>
      person(
        'a',
        Object.fromEntries(
          Object.entries(values).map(([name, value]) => [name, { value, ...(op && { op }) }]),
        ),
      );
    await engine.write('g', [
      write(undefined, { age: 10, ok: true, name: 'x', tags: [1], kinds: ['p'], notes: new Map([['k', 1]]) }),
    ]);
    await engine.write('g', [
      write('add', { age: 5, name: 'y', tags: [2], kinds: ['q', 'p'], notes: new Map([['l', 2]]) }),
      write('add', { age: 1, name: 'z', tags: [3, 1] }),
    ]);
    expect(await attributesOf(engine, 'a')).toMatchObject({
      age: 16,
      name: 'xyz',
      tags: [1, 2, 3, 1],
      notes: { k: 1, l: 2 },
    });
    expect(new Set((await attributesOf(engine, 'a')).kinds as string[])).toEqual(new Set(['p', 'q']));
    await engine.write('g', [
      write('max', { age: 3 }),
      write('max', { age: 40 }),
      write('and', { ok: false }),
    ]);
    expect(await attributesOf(engine, 'a')).toMatchObject({ age: 40, ok: false });
    await engine.write('g', [
      write('min', { age: 3 }),
      write('or', { ok: true }),
      write('ignore_if_exists', { name: 'no' }),
    ]);
    expect(await attributesOf(engine, 'a')).toMatchObject({ age: 3, ok: true, name: 'xyz' });
    await engine.write('g', [
      person('new', { name: { value: 'yes', op: 'ignore_if_exists' }, age: { value: 2, op: 'add' } }),
    ]);
    expect(await attributesOf(engine, 'new')).toMatchObject({ name: 'yes', age: 2 });
  });

  it('skip by newVertexOnly and updateVertexOnly', async () => {
    const engine = await open();
    await engine.write('g', [person('a')]);
    const both = [person('a', { age: { value: 1 } }), person('b', { age: { value: 1 } })];
    expect(await engine.write('g', both, { newVertexOnly: true })).toMatchObject({
      acceptedVertices: 1,
      skippedVertices: 1,
    });
    expect(await attributesOf(engine, 'a')).toMatchObject({ age: 7 });
    const other = [person('a', { age: { value: 2 } }), person('c')];
    expect(await engine.write('g', other, { updateVertexOnly: true })).toMatchObject({
      acceptedVertices: 1,
      skippedVertices: 1,
    });
    expect(await engine.countVertices('g', 'Person')).toEqual([{ type: 'Person', count: 2 }]);
  });

  it('know an INT id in every form as the same vertex', async () => {
    const engine = await open();
    const city = (id: string): Write => ({ kind: 'upsertVertex', type: 'City', id, attributes: {} });
    await engine.write('g', [city('7'), city('007'), city('+7')]);
    expect(await engine.vertices('g', 'City')).toEqual([
      { v_id: '7', v_type: 'City', attributes: { id: 7, name: '' } },
    ]);
  });

  it('refuse a wrong type, a value that does not fit and an empty id, and store nothing of the batch', async () => {
    const engine = await open();
    const refused: [Write, RegExp][] = [
      [
        { kind: 'upsertVertex', type: 'Persn', id: 'x', attributes: {} },
        /vertex type 'Persn' does not exist/,
      ],
      [person('x', { age: { value: 'many' } }), /"many" for the attribute 'age': INT is expected/],
      [person('x', { big: { value: -1 } }), /-1 for the attribute 'big': UINT/],
      [person('x', { born: { value: '2020-02-30' } }), /"2020-02-30" for the attribute 'born': DATETIME/],
      [person(''), /needs an id/],
      [
        { kind: 'upsertVertex', type: 'City', id: 'Rome', attributes: {} },
        /'Rome' is not an id of the vertex type 'City'/,
      ],
      [edge('Knws', ['Person', 'a'], ['Person', 'b']), /edge type 'Knws' does not exist/],
      [edge('Knows', ['Person', 'a'], ['City', '1']), /does not go from 'Person' to 'City'/],
      [edge('Paid', ['Person', 'a'], ['Person', 'b'], { nr: { value: 1 } }), /needs its discriminator 'day'/],
    ];
    for (const [write, message] of refused) {
      await expect(engine.write('g', [person('first'), write])).rejects.toThrow(message);
    }
    await engine.write('g', [person('m', { age: { value: 9223372036854775807n } })]);
    await expect(engine.write('g', [person('m', { age: { value: 1, op: 'add' } })])).rejects.toThrow(/range/);
    expect(await engine.countVertices('g', '*')).toEqual([
      { type: 'Person', count: 1 },
      { type: 'City', count: 0 },
    ]);
  });
});

describe('upserts of edges', () => {
  it('make missing ends, update an edge that is there, and keep reverse edges in step', async () => {
    const engine = await open();
    await engine.write('g', [edge('Knows', ['Person', 'a'], ['Person', 'b'], { since: { value: 1 } })]);
    await engine.write('g', [edge('KnownBy', ['Person', 'b'], ['Person', 'a'], { since: { value: 2 } })]);
    expect(await count(engine, 'Knows')).toBe(1);
    expect(await engine.edges('g', { sourceType: 'Person', sourceId: 'b', edgeType: 'KnownBy' })).toEqual([
      {
        e_type: 'KnownBy',
        directed: true,
        from_id: 'b',
        from_type: 'Person',
        to_id: 'a',
        to_type: 'Person',
        attributes: { since: 2 },
      },
    ]);
    expect(await engine.countVertices('g', 'Person')).toEqual([{ type: 'Person', count: 2 }]);
  });

  it('store an undirected edge once, whichever end is written first', async () => {
    const engine = await open();
    await engine.write('g', [
      edge('Near', ['City', '1'], ['City', '2'], { km: { value: 5 } }),
      edge('Near', ['City', '2'], ['City', '1'], { km: { value: 6 } }),
      edge('Near', ['City', '1'], ['Person', 'p']),
      edge('Near', ['City', '3'], ['City', '3']),
    ]);
    expect(await count(engine, 'Near')).toBe(3);
    const near = await engine.edges('g', { sourceType: 'City', sourceId: '1' });
    expect(near.map(({ to_id, attributes }) => [to_id, attributes.km])).toEqual(
      expect.arrayContaining([
        ['2', 6],
        ['p', 0],
      ]),
    );
    expect(await engine.edges('g', { sourceType: 'City', sourceId: '3' })).toHaveLength(1);
  });

  it('tell edges apart by their discriminators', async () => {
    const engine = await open();
    const paid = (day: string, nr: number, amount: number): Write =>
      edge('Paid', ['Person', 'a'], ['Person', 'b'], {
        day: { value: day },
        nr: { value: nr },
        amount: { value: amount },
      });
    await engine.write('g', [
      paid('2025-01-01', 1, 10),
      paid('2025-01-01', 2, 20),
      paid('2025-01-01', 1, 30),
    ]);
    const listed = await engine.edges(
      'g',
      { sourceType: 'Person', sourceId: 'a', edgeType: 'Paid' },
      { sort: 'nr' },
    );
    expect(listed.map(({ discriminator, attributes }) => [discriminator, attributes.amount])).toEqual([
      ['2025-01-01 00:00:00,1', 30],
      ['2025-01-01 00:00:00,2', 20],
    ]);
    const from = { type: 'Person', id: 'a' };
    const to = { type: 'Person', id: 'b' };
    await engine.write('g', [{ kind: 'deleteEdge', type: 'Paid', from, to, discriminator: { nr: 1 } }]);
    expect(await count(engine, 'Paid')).toBe(1);
  });

  it('report ends that must exist and do not', async () => {
    const engine = await open();
    await engine.write('g', [person('a')]);
    const summary = await engine.write(
      'g',
      [edge('Knows', ['Person', 'a'], ['Person', 'zz']), edge('Knows', ['Person', 'a'], ['Person', 'a'])],
      { endsMustExist: 'both' },
    );
    expect(summary).toMatchObject({
      acceptedEdges: 1,
      skippedEdges: 1,
      missingVertices: [{ type: 'Person', id: 'zz' }],
    });
  });
});

it('an id has 16,384 bytes at most, however it comes', async () => {
  const engine = await open();
  const most = 'é'.repeat(8192);
  const long = `${most}x`;
  const refused = "An id of the vertex type 'Person' has 16385 bytes: 16384 are the limit.";
  await engine.write('g', [person(most), edge('Knows', ['Person', most], ['Person', 'b'])]);
  expect(await engine.vertices('g', 'Person', { id: most })).toHaveLength(1);
  await expect(engine.write('g', [person(long)])).rejects.toThrow(refused);
  await expect(engine.write('g', [edge('Knows', ['Person', 'b'], ['Person', long])])).rejects.toThrow(
    refused,
  );
  const insert = 'INTERPRET QUERY (STRING id) { INSERT INTO Person (PRIMARY_ID) VALUES (id); }';
  await expect(engine.interpretQuery(insert, 'g', { id: long })).rejects.toThrow(refused);
});

describe('deletes', () => {
  it('take the edges of a vertex with it, in order with the upserts around them', async () => {
    const engine = await open();
    await engine.write('g', [
      edge('Knows', ['Person', 'a'], ['Person', 'b']),
      edge('Knows', ['Person', 'b'], ['Person', 'c']),
      edge('Near', ['Person', 'b'], ['City', '1']),
    ]);
    const summary = await engine.write('g', [
      { kind: 'deleteVertex', type: 'Person', id: 'b' },
      { kind: 'deleteVertex', type: 'Person', id: 'nobody' },
      person('b', { age: { value: 1 } }),
    ]);
    expect(summary).toMatchObject({ deletedVertices: 1, deletedEdges: 3, acceptedVertices: 1 });
    expect(await attributesOf(engine, 'b')).toMatchObject({ age: 1, name: "o'x" });
    expect(await engine.countEdges('g', '*')).toEqual([
      { type: 'Knows', count: 0 },
      { type: 'KnownBy', count: 0 },
      { type: 'Near', count: 0 },
      { type: 'Paid', count: 0 },
    ]);
  });
});

describe('lists', () => {
  it('filter, sort, select, page and refuse what they cannot read', async () => {
    const engine = await open();
    await engine.write(
      'g',
      [1, 2, 3, 4].map((n) => person(`p${n}`, { age: { value: n }, name: { value: `N,"${n}` } })),
    );
    const ids = async (options: Parameters<Engine['vertices']>[2]): Promise<string[]> =>
      (await engine.vertices('g', 'Person', options)).map((vertex) => vertex.v_id);
    expect(await ids({ filter: 'age>1,age<=3' })).toEqual(['p2', 'p3']);
    expect(await ids({ filter: 'name="N,\\"2"' })).toEqual(['p2']);
    expect(await ids({ sort: '-age', limit: 2, offset: 1 })).toEqual(['p3', 'p2']);
    expect(await engine.vertices('g', 'Person', { id: 'p1', select: ['age'] })).toEqual([
      { v_id: 'p1', v_type: 'Person', attributes: { age: 1 } },
    ]);
    await expect(ids({ filter: 'height>1' })).rejects.toThrow(
      /'height' of the parameter 'filter' does not exist/,
    );
    await expect(ids({ filter: 'age~1' })).rejects.toThrow(/cannot be read/);
    await expect(ids({ limit: Number.NaN })).rejects.toThrow(/'limit' must be a whole number/);
    await expect(ids({ sort: 'height' })).rejects.toThrow(/'height' of the parameter 'sort'/);
    await expect(engine.vertices('nope', 'Person')).rejects.toThrow(/graph 'nope' does not exist/);
    await expect(engine.edges('g', { sourceType: 'Person', sourceId: 'nobody' })).rejects.toThrow(
      /'nobody' is not a valid vertex id/,
    );
  });
});

describe('opening', () => {
  it('refuses a second engine on one folder, and lets it in after the first closed', async () => {
    const dataDir = await temporaryFolder();
    const first = await testEngine({ dataDir });
    await expect(testEngine({ dataDir })).rejects.toThrow(/in use by another engine/);
    await first.close();
    await expect(testEngine({ dataDir })).resolves.toBeDefined();
  });

  it('for reading only refuses every write and reads all', async () => {
    const dataDir = await temporaryFolder();
    const first = await testEngine({ dataDir });
    await mustRun(first, SCHEMA);
    await first.write('g', [person('a')]);
    await first.close();
    const reader = await testEngine({ dataDir, readOnly: true });
    expect(await reader.countVertices('g', 'Person')).toEqual([{ type: 'Person', count: 1 }]);
    await expect(reader.write('g', [person('b')])).rejects.toThrow(/read-only/);
    await expect(reader.createGraph('h', [])).rejects.toThrow(/read-only/);
    await expect(reader.startLoad('g', 'j', { files: {} })).rejects.toThrow(/read-only/);
  });

  it('for reading only works on a folder that is new', async () => {
    const reader = await testEngine({ readOnly: true });
    expect(reader.graphs()).toEqual([]);
  });
});
