import { cp } from 'node:fs/promises';
import path from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { afterEach, expect, it, vi } from 'vitest';
import type { Engine } from '../engine.ts';
import { mustRun, temporaryFolder, testEngine } from '../testing.ts';
import type { AttributeWrite, Write } from '../writes.ts';

const SCHEMA = `CREATE VERTEX P (PRIMARY_ID id INT, n INT DEFAULT 7, r DOUBLE, f FLOAT, ok BOOL, name STRING, at DATETIME, u UINT, tags LIST<STRING>)
CREATE DIRECTED EDGE E (FROM P, TO P, w INT, note STRING)
CREATE UNDIRECTED EDGE U (FROM P, TO P, w INT)
CREATE DIRECTED EDGE D (FROM P, TO P, DISCRIMINATOR(k INT), w INT)
CREATE GRAPH g (*)`;

type Values = Readonly<Record<string, AttributeWrite['value']>>;
const attributesOf = (values: Values, op?: AttributeWrite['op']) =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, op === undefined ? { value } : { value, op }]),
  );
const vertex = (id: number, values: Values = {}, op?: AttributeWrite['op']): Write => ({
  kind: 'upsertVertex',
  type: 'P',
  id: String(id),
  attributes: attributesOf(values, op),
});
const edge = (type: string, from: number, to: number, values: Values = {}): Write => ({
  kind: 'upsertEdge',
  type,
  from: { type: 'P', id: String(from) },
  to: { type: 'P', id: String(to) },
  attributes: attributesOf(values),
});

/** Keeps the journal from being stored in time; tables read before stay in memory. */
const hold = (): void => void vi.useFakeTimers({ toFake: ['setTimeout'] });
afterEach(() => void vi.useRealTimers());

/** An engine whose graph is in memory, with the vertices 0 to 10 and an edge from 0 to 1. */
async function anEngine(): Promise<{ readonly engine: Engine; readonly dataDir: string }> {
  const dataDir = await temporaryFolder();
  const engine = await testEngine({ dataDir });
  await mustRun(engine, SCHEMA);
  await engine.write('g', [
    ...Array.from({ length: 10 }, (_, n) => vertex(n, { n, name: `name ${n}` })),
    // Columns in memory are as wide as their values.
    vertex(10, { n: -(2n ** 63n), u: 2n ** 64n - 1n }),
    edge('E', 0, 1, { w: 1, note: 'first' }),
  ]);
  await engine.vectorStatus('g');
  return { engine, dataDir };
}

/** Commits and rows that stand in the journal of a copy of the folder, as it would be after a kill now. */
async function journalOf(dataDir: string): Promise<{ readonly copy: string; readonly entries: number }> {
  const copy = path.join(await temporaryFolder(), 'data');
  await cp(dataDir, copy, { recursive: true });
  const file = path.join(await temporaryFolder(), 'look');
  await cp(dataDir, file, { recursive: true });
  const instance = await DuckDBInstance.create(path.join(file, 'graph.duckdb'));
  const connection = await instance.connect();
  const [row] = await (await connection.run('SELECT count(*) FROM acacia_journal')).getRows();
  connection.closeSync();
  instance.closeSync();
  return { copy, entries: Number(row?.[0]) };
}

const contentOf = async (engine: Engine) => ({
  vertices: await engine.vertices('g', 'P', { sort: 'n' }),
  edges: await Promise.all(
    ['E', 'U', 'D'].flatMap((type) =>
      [0, 1, 20].map((id) =>
        engine.edges('g', { sourceType: 'P', sourceId: String(id), edgeType: type }, {}).catch(String),
      ),
    ),
  ),
  counts: await engine.countEdges('g', '*'),
});

/** Upserts that the graph in memory tells all about: each a commit of its own. */
const SINGLES: readonly Write[] = [
  vertex(3, { n: -(2n ** 63n), name: `it's "new" \\ ünï \u{1f600}` }),
  vertex(3, {
    n: 5,
    r: 0.1,
    f: 0.1,
    ok: true,
    at: '2025-01-01 00:00:00',
    u: 2n ** 64n - 1n,
    tags: ['a', 'b'],
  }),
  vertex(20, { n: 20, r: 1e300 }),
  vertex(20, { name: 'twenty' }),
  vertex(21),
  edge('E', 0, 1, { w: 2, note: 'second' }),
  edge('E', 20, 0),
  edge('U', 20, 0, { w: 9 }),
  edge('U', 0, 20, { w: 8 }),
];

it('makes single upserts durable and visible before they stand in their tables', async () => {
  const { engine, dataDir } = await anEngine();
  const before = engine.commit;
  hold();
  for (const write of SINGLES) {
    const summary = await engine.write('g', [write]);
    expect(summary.acceptedVertices + summary.acceptedEdges).toBe(1);
  }
  expect(engine.commit).toBe(before + SINGLES.length);
  expect(await engine.vertices('g', 'P', { id: '20' })).toMatchObject([
    { attributes: { n: 20, r: 1e300, name: 'twenty', ok: false, tags: [] } },
  ]);
  const { copy, entries } = await journalOf(dataDir);
  expect(entries).toBe(SINGLES.length);

  // A list in an order is read from the tables, which have everything then.
  const content = await contentOf(engine);
  expect((await journalOf(dataDir)).entries).toBe(0);
  const [third] = content.vertices.filter(({ v_id: id }) => id === '3');
  expect(third?.attributes).toEqual({
    n: 5,
    r: 0.1,
    f: Math.fround(0.1),
    ok: true,
    name: `it's "new" \\ ünï \u{1f600}`,
    at: '2025-01-01 00:00:00',
    u: 2n ** 64n - 1n,
    tags: ['a', 'b'],
  });
  // As after a kill: the journal is stored when the folder is opened.
  const recovered = await testEngine({ dataDir: copy });
  expect(await contentOf(recovered)).toEqual(content);
  expect(recovered.commit).toBeGreaterThanOrEqual(engine.commit);
  expect((await journalOf(copy)).entries).toBe(0);
});

it.each([
  ['vertices', (n: number) => vertex(3, { n })],
  ['edges', (n: number) => edge('E', 0, 1, { w: n, note: '' })],
] as const)(
  'is written once upserts of %s alone have brought the graph into memory',
  async (_kind, write) => {
    const { engine, dataDir } = await anEngine();
    await engine.close();
    const opened = await testEngine({ dataDir });
    for (let n = 0; n < 20; n += 1) await opened.write('g', [write(n)]);
    await vi.waitFor(
      async () => {
        await opened.write('g', [write(Date.now())]);
        expect((await journalOf(dataDir)).entries).toBeGreaterThan(0);
      },
      { timeout: 50_000 },
    );
  },
);

it('is stored before whatever does not go through it', async () => {
  const { engine, dataDir } = await anEngine();
  const changes: readonly (() => Promise<unknown>)[] = [
    () => engine.write('g', [vertex(20, { n: 1 }, 'add')]),
    () => engine.write('g', [edge('E', 20, 99)]),
    () => engine.write('g', [edge('D', 20, 21, { k: 1 })]),
    () => engine.write('g', [edge('E', 0, 1, { w: 3 })]),
    () => engine.write('g', [vertex(30), edge('E', 30, 99)]),
    () => engine.write('g', [vertex(31)], { newVertexOnly: true }),
    () => engine.write('g', [{ kind: 'deleteVertex', type: 'P', id: '21' }]),
    () => mustRun(engine, 'CREATE VERTEX Q (PRIMARY_ID id INT)'),
  ];
  hold();
  for (const change of changes) {
    for (const write of SINGLES) await engine.write('g', [write]);
    await change();
  }
  const { copy, entries } = await journalOf(dataDir);
  expect(entries).toBe(0);
  expect(await contentOf(await testEngine({ dataDir: copy }))).toEqual(await contentOf(engine));
});

it('writes nothing where nothing changes, and refuses what it cannot store', async () => {
  const { engine, dataDir } = await anEngine();
  const before = engine.commit;
  await engine.write('g', [vertex(4, { n: 4 })]);
  await engine.write('g', [vertex(4)]);
  await engine.write('g', [edge('E', 0, 1, { w: 1, note: 'first' })]);
  expect(engine.commit).toBe(before);
  await expect(engine.write('g', [vertex(4, { n: 'many' })])).rejects.toThrow('INT is expected');
  hold();
  await engine.write('g', [vertex(4, { n: 40 }), vertex(4, { n: 41 }), vertex(22), vertex(22, { n: 1 })]);
  expect((await journalOf(dataDir)).entries).toBe(1);
  expect(await engine.vertices('g', 'P', { filter: 'n=41' })).toHaveLength(1);
  expect(await engine.vertices('g', 'P', { id: '22' })).toMatchObject([{ attributes: { n: 1 } }]);
});

it('cannot be left to who only reads', async () => {
  const { engine, dataDir } = await anEngine();
  hold();
  await engine.write('g', [vertex(4, { n: 40 })]);
  const { copy } = await journalOf(dataDir);
  await expect(testEngine({ dataDir: copy, readOnly: true })).rejects.toThrow('Open it once for writing');
  const once = await testEngine({ dataDir: copy });
  await once.close();
  const reader = await testEngine({ dataDir: copy, readOnly: true });
  expect(await reader.vertices('g', 'P', { id: '4' })).toMatchObject([{ attributes: { n: 40 } }]);
});
