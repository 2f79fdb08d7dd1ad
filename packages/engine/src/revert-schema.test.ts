import { spawn } from 'node:child_process';
import { describe, expect, it, vi } from 'vitest';
import { applySchemaChange } from './catalog/change-graphs.ts';
import type { Engine } from './engine.ts';
import { sql } from './sql.ts';
import { mustRun, temporaryFolder, testEngine } from './testing.ts';
import { keepDropped } from './storage/kept-data.ts';
import { Store } from './storage/store.ts';

const GRAPH = `
  CREATE GRAPH g ()
  USE GRAPH g
  CREATE SCHEMA_CHANGE JOB make FOR GRAPH g {
    ADD VERTEX Person (PRIMARY_ID id STRING, age INT, note STRING);
    ADD VERTEX City (PRIMARY_ID id STRING, size INT);
    ADD DIRECTED EDGE lives (FROM Person, TO City, since INT, how STRING) WITH REVERSE_EDGE="houses";
    ADD UNDIRECTED EDGE knows (FROM Person, TO Person, DISCRIMINATOR(y INT), w INT);
    ALTER VERTEX Person ADD VECTOR ATTRIBUTE emb(DIMENSION=2, METRIC="L2");
  }
  RUN SCHEMA_CHANGE JOB make
  DROP JOB make`;

const person = (id: string, age: number) => ({
  kind: 'upsertVertex' as const,
  type: 'Person',
  id,
  attributes: { age: { value: age }, note: { value: `note of ${id}` }, emb: { value: [age, 1] } },
});

async function filled(options: { dataDir?: string } = {}): Promise<Engine> {
  const engine = await testEngine(options);
  await mustRun(engine, GRAPH);
  const end = (type: string, id: string) => ({ type, id });
  await engine.write('g', [
    person('ann', 30),
    person('bob', 40),
    person('cid', 50),
    { kind: 'upsertVertex', type: 'City', id: 'Rom', attributes: { size: { value: 3 } } },
    ...['ann', 'bob'].map((id) => ({
      kind: 'upsertEdge' as const,
      type: 'lives',
      from: end('Person', id),
      to: end('City', 'Rom'),
      attributes: { since: { value: 1990 }, how: { value: `${id} rents` } },
    })),
    ...[1, 2].map((year) => ({
      kind: 'upsertEdge' as const,
      type: 'knows',
      from: end('Person', 'bob'),
      to: end('Person', 'ann'),
      attributes: { y: { value: year }, w: { value: year * 10 } },
    })),
  ]);
  return engine;
}

/** All that the graph holds, as text, in an order of its own. */
async function contents(engine: Engine): Promise<string> {
  const rows: string[] = [];
  for (const { name } of engine.schema('g')?.vertexTypes ?? [])
    for (const vertex of await engine.vertices('g', name, {}))
      rows.push(
        JSON.stringify([
          name,
          vertex.v_id,
          Object.entries(vertex.attributes).sort(([a], [b]) => a.localeCompare(b)),
        ]),
      );
  for (const { name, reverseOf } of engine.schema('g')?.edgeTypes ?? []) {
    if (reverseOf !== undefined) continue;
    const { results } = await engine.interpretQuery(
      `INTERPRET QUERY () FOR GRAPH g { ListAccum<EDGE> @@all; s = {ANY}; r = SELECT t FROM s:s -(${name}:e)- :t ACCUM @@all += e; PRINT @@all; }`,
      'g',
      {},
    );
    const [printed] = results as { '@@all': { attributes: object }[] }[];
    for (const edge of printed?.['@@all'] ?? [])
      rows.push(
        JSON.stringify({
          ...edge,
          attributes: Object.entries(edge.attributes).sort(([one], [other]) => one.localeCompare(other)),
        }),
      );
  }
  if (engine.schema('g')?.vertexTypes.some(({ vectors = [] }) => vectors.length > 0) === true) {
    const { results } = await engine.interpretQuery(
      'INTERPRET QUERY (LIST<FLOAT> v) FOR GRAPH g { s = vectorSearch({Person.emb}, v, 3); PRINT s WITH VECTOR; }',
      'g',
      { v: [30, 1] },
    );
    const [printed] = results as { s: { v_id: string; Embeddings: object }[] }[];
    for (const { v_id, Embeddings } of printed?.s ?? []) rows.push(JSON.stringify([v_id, Embeddings]));
  }
  return rows.sort().join('\n');
}

const change = (engine: Engine, steps: string): Promise<string> =>
  mustRun(
    engine,
    `CREATE SCHEMA_CHANGE JOB j FOR GRAPH g { ${steps} }\nRUN SCHEMA_CHANGE JOB j\nDROP JOB j`,
    'g',
  );

const newest = async (engine: Engine): Promise<number> => (await engine.schemaVersions('g'))[0]?.version ?? 0;

describe('reverting a version', () => {
  it('brings back what it dropped, with its data, and can be reverted itself', async () => {
    const engine = await filled();
    const before = await contents(engine);
    for (const steps of [
      'ALTER VERTEX Person DROP ATTRIBUTE (age, note); ALTER EDGE lives DROP ATTRIBUTE (how);',
      'ALTER EDGE knows DROP ATTRIBUTE (w);',
      'ALTER VERTEX Person DROP VECTOR ATTRIBUTE emb;',
      'DROP EDGE lives, knows;',
      'DROP EDGE lives, knows; DROP VERTEX Person, City;',
      'ALTER VERTEX Person DROP ATTRIBUTE (age); ALTER VERTEX Person ADD ATTRIBUTE (age STRING);',
    ]) {
      await change(engine, steps);
      const dropped = await contents(engine);
      const version = await newest(engine);
      const preview = await engine.previewRevert('g', version);
      expect(preview.restored.length, steps).toBeGreaterThan(0);
      expect(await engine.revertSchema('g', version, 'ann')).toEqual(preview.restored);
      expect(await contents(engine), steps).toBe(before);
      const [made, old] = await engine.schemaVersions('g');
      expect(made).toMatchObject({ version: version + 1, author: 'ann' });
      expect(old?.revert).toBeNull();
      await engine.revertSchema('g', version + 1);
      expect(await contents(engine), steps).toBe(dropped);
      await engine.revertSchema('g', version + 2);
      expect(await contents(engine), steps).toBe(before);
    }
    await engine.close();
  });

  it('leaves out what belongs to vertices that are gone, and keeps later changes', async () => {
    const engine = await filled();
    await change(engine, 'ALTER VERTEX Person DROP ATTRIBUTE (age); DROP EDGE lives;');
    const version = await newest(engine);
    await change(engine, 'ADD VERTEX Pet (PRIMARY_ID id STRING); ALTER VERTEX City DROP ATTRIBUTE (size);');
    await engine.write('g', [
      { kind: 'deleteVertex', type: 'Person', id: 'ann' } as never,
      { kind: 'upsertVertex', type: 'Person', id: 'dan', attributes: {} },
    ]);
    expect(await engine.revertSchema('g', version)).toEqual([
      { kind: 'vertex', type: 'Person', attribute: 'age', rows: 2 },
      { kind: 'edge', type: 'lives', rows: 1 },
    ]);
    const ages = await engine.vertices('g', 'Person', {});
    expect(Object.fromEntries(ages.map(({ v_id, attributes }) => [v_id, Number(attributes['age'])]))).toEqual(
      {
        bob: 40,
        cid: 50,
        dan: 0,
      },
    );
    expect(engine.schema('g')?.vertexTypes.map(({ name }) => name)).toContain('Pet');
    await engine.close();
  });

  it('is refused where later changes stand in the way, and changes nothing then', async () => {
    const engine = await filled();
    await change(engine, 'ALTER VERTEX Person DROP ATTRIBUTE (age);');
    const age = await newest(engine);
    await change(engine, 'DROP EDGE lives, knows; DROP VERTEX City;');
    const city = await newest(engine);
    await change(engine, 'ADD VERTEX City (PRIMARY_ID id STRING);');
    const before = await contents(engine);
    await expect(engine.revertSchema('g', city)).rejects.toThrow(
      `Version ${city} cannot be reverted: there is another type City by now. Drop that type in a change of its own, then revert again.`,
    );
    await change(engine, 'DROP VERTEX Person;');
    await expect(engine.previewRevert('g', age)).rejects.toThrow(
      `Version ${age} cannot be reverted: the type Person, which it changed, was dropped or made anew since.`,
    );
    await change(engine, 'ADD VERTEX Person (PRIMARY_ID id STRING);');
    await expect(engine.revertSchema('g', age)).rejects.toThrow('made anew since');
    await change(engine, 'ALTER VERTEX Person ADD ATTRIBUTE (note STRING);');
    await change(engine, 'ALTER VERTEX Person DROP ATTRIBUTE (note);');
    const note = await newest(engine);
    await change(engine, 'ALTER VERTEX Person ADD ATTRIBUTE (note INT);');
    await expect(engine.previewRevert('g', note)).rejects.toThrow(
      /^Version \d+ cannot be reverted: Person has another attribute note by now\. Drop that attribute in a change of its own, then revert again\.$/,
    );
    await change(engine, 'ALTER VERTEX Person DROP ATTRIBUTE (note);');
    await engine.revertSchema('g', note);
    expect(engine.schema('g')?.vertexTypes.find(({ name }) => name === 'Person')?.attributes).toMatchObject([
      { name: 'note', type: { name: 'STRING' } },
    ]);
    await expect(engine.revertSchema('g', 99)).rejects.toThrow('cannot be reverted any more');
    expect(before).not.toBe('');
    expect((await engine.schemaVersions('g')).find(({ version }) => version === city)?.revert).not.toBeNull();
    await engine.close();
  });

  it('drops what the version added, which is kept as well', async () => {
    const engine = await filled();
    await change(
      engine,
      'ADD VERTEX Pet (PRIMARY_ID id STRING, name STRING); ALTER EDGE lives ADD PAIR (FROM Pet, TO City);',
    );
    const version = await newest(engine);
    await engine.write('g', [
      { kind: 'upsertVertex', type: 'Pet', id: 'rex', attributes: { name: { value: 'Rex' } } },
    ]);
    const before = await contents(engine);
    expect((await engine.previewRevert('g', version)).erased).toEqual([
      { kind: 'vertex', type: 'Pet', rows: 1 },
    ]);
    await engine.revertSchema('g', version);
    expect(engine.schema('g')?.vertexTypes.map(({ name }) => name)).not.toContain('Pet');
    await engine.revertSchema('g', version + 1);
    expect(await contents(engine)).toBe(before);
    await engine.close();
  });

  it('brings back a global type into the graphs that used it', async () => {
    const engine = await testEngine();
    await mustRun(engine, 'CREATE VERTEX P (PRIMARY_ID id STRING, n INT)\nCREATE GRAPH g (P)');
    await engine.write('g', [{ kind: 'upsertVertex', type: 'P', id: 'a', attributes: { n: { value: 7 } } }]);
    await mustRun(
      engine,
      'CREATE GLOBAL SCHEMA_CHANGE JOB j { DROP VERTEX P FROM GRAPH g; }\nRUN GLOBAL SCHEMA_CHANGE JOB j',
    );
    await engine.revertSchema('g', await newest(engine));
    expect(await engine.countVertices('g', 'P')).toMatchObject([{ count: 1 }]);
    await mustRun(
      engine,
      'CREATE GLOBAL SCHEMA_CHANGE JOB k { DROP VERTEX P; }\nRUN GLOBAL SCHEMA_CHANGE JOB k',
    );
    expect(engine.schema('g')?.vertexTypes).toEqual([]);
    const [last] = await engine.schemaVersions(null);
    await engine.revertSchema(null, last?.version ?? 0);
    expect(await engine.vertices('g', 'P', {})).toMatchObject([{ v_id: 'a' }]);
    await engine.close();
  });
});

describe('what is kept', () => {
  it('is there after a kill, and goes after seven days, with its graph, and when it is erased', async () => {
    const dataDir = await temporaryFolder();
    const engine = await filled({ dataDir });
    await engine.close();
    const child = spawn(
      process.execPath,
      [
        '--input-type=module',
        '-e',
        `import { openEngine } from ${JSON.stringify(new URL('./open.ts', import.meta.url).href)};
         const engine = await openEngine({ dataDir: ${JSON.stringify(dataDir)}, memoryLimitBytes: 2 ** 28, workers: 1 });
         await engine.changeSchema('g', { dropEdgeTypes: ['lives', 'knows'], dropVertexTypes: ['Person'] });
         await engine.changeSchema('g', { dropVertexTypes: ['City'] });
         console.log('dropped');
         setInterval(() => {}, 1000);`,
      ],
      { stdio: ['ignore', 'pipe', 'inherit'] },
    );
    const exited = new Promise((resolve) => child.on('exit', resolve));
    await new Promise((resolve) => child.stdout.once('data', resolve));
    child.kill('SIGKILL');
    await exited;

    const again = await testEngine({ dataDir });
    const [city, people] = await again.schemaVersions('g');
    expect([city?.revert?.bytes, people?.revert?.bytes]).toEqual([expect.any(Number), expect.any(Number)]);
    await again.eraseKept('g', city?.version ?? 0);
    await expect(again.eraseKept('g', city?.version ?? 0)).rejects.toThrow('cannot be reverted any more');
    await again.close();

    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 8 * 24 * 3_600_000 });
    try {
      const later = await testEngine({ dataDir });
      expect((await later.schemaVersions('g')).every(({ revert }) => revert === null)).toBe(true);
      await expect(later.revertSchema('g', people?.version ?? 0)).rejects.toThrow('is erased');
      await later.close();
    } finally {
      vi.useRealTimers();
    }
    // The clock is back, and what had been erased stays erased.
    const last = await testEngine({ dataDir });
    expect((await last.schemaVersions('g')).every(({ revert }) => revert === null)).toBe(true);
    await last.close();
  });

  it.each(['DROP ALL', 'CLEAR GRAPH STORE'])('is erased by %s', async (text) => {
    const engine = await testEngine();
    await mustRun(engine, 'CREATE VERTEX P (PRIMARY_ID id STRING)\nCREATE VERTEX Q (PRIMARY_ID id STRING)');
    await mustRun(engine, 'DROP VERTEX Q');
    expect((await engine.schemaVersions(null))[0]?.revert).not.toBeNull();
    await mustRun(engine, text);
    expect((await engine.schemaVersions(null)).every(({ revert }) => revert === null)).toBe(true);
    await engine.close();
  });
});

it('does not keep what is too much', async () => {
  const store = await Store.open({
    dataDir: await temporaryFolder(),
    memoryLimitBytes: 512 * 2 ** 20,
    threads: 1,
  });
  const type = (name: string) => ({
    name,
    primaryId: { name: 'id', type: 'STRING', asAttribute: true, isPrimaryKey: false } as const,
    attributes: [],
  });
  await store.changeCatalog((catalog) =>
    applySchemaChange(catalog, null, { addVertexTypes: [type('A'), type('B')] }),
  );
  await store.write(async (transaction, catalog) => {
    for (const { table } of catalog.vertexTypes.values())
      await transaction.run(sql`INSERT INTO ${table} VALUES (0, '12345678')`);
    const after = applySchemaChange(catalog, null, { dropVertexTypes: ['A', 'B'] });
    expect(await keepDropped(transaction, catalog, after, 15)).toEqual([]);
    expect(await keepDropped(transaction, catalog, after, 16)).toMatchObject([
      { graph: null, bytes: 16, change: { rows: [{ rows: 1 }, { rows: 1 }] } },
    ]);
  });
  await store.close();
});
