import { readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Engine } from '../engine.ts';
import { gsql, mustRun, temporaryFolder, testEngine } from '../testing.ts';

const SCHEMA = `CREATE VERTEX P (PRIMARY_ID id STRING, name STRING, tags LIST<INT>)
  CREATE VERTEX N (a STRING, b INT, text STRING, PRIMARY KEY (a, b))
  CREATE DIRECTED EDGE E (FROM P, TO P, DISCRIMINATOR (day INT), w INT) WITH REVERSE_EDGE="R"
  CREATE UNDIRECTED EDGE U (FROM P, TO N, w INT)
  CREATE GRAPH g (*)`;

const JOBS = `CREATE LOADING JOB people FOR GRAPH g { DEFINE FILENAME f;
    LOAD f TO VERTEX P VALUES ($0, REDUCE(add($1)), SPLIT($2, ";")); }
  CREATE LOADING JOB edges FOR GRAPH g { DEFINE FILENAME f;
    LOAD f TO EDGE E VALUES ($0, $1, $2, $3), TO EDGE U VALUES ($0, ($1, $2), $3),
      TO VERTEX N VALUES ($1, $2, REDUCE(add($3))); }
  CREATE LOADING JOB drop_people FOR GRAPH g { DEFINE FILENAME f; DELETE VERTEX P (PRIMARY_ID $0) FROM f; }
  CREATE LOADING JOB drop_edges FOR GRAPH g { DEFINE FILENAME f;
    DELETE EDGE E (FROM $0, TO $1, DISCRIMINATOR($2)) FROM f WHERE $2 != "9";
    DELETE EDGE * (FROM $1 P) FROM f WHERE $2 == "9";
    DELETE VERTEX N (PRIMARY_ID $1, $2) FROM f; }`;

async function open(dataDir?: string): Promise<Engine> {
  const engine = await testEngine(dataDir === undefined ? {} : { dataDir });
  await mustRun(engine, SCHEMA);
  await mustRun(engine, JOBS, 'g');
  return engine;
}

async function load(engine: Engine, job: string, lines: string): Promise<string> {
  const file = path.join(await temporaryFolder(), 'f.csv');
  await writeFile(file, lines);
  const status = await engine.loadEnded(await engine.startLoad('g', job, { files: { f: file } }));
  expect(status).toMatchObject({ state: 'finished', error: null });
  return status.id;
}

/** All there is, whatever the order. */
async function everything(engine: Engine): Promise<unknown> {
  const { types } = await engine.checksums();
  const sources = await engine.vertices('g', 'P');
  const edges = [];
  for (const { v_id } of sources)
    edges.push(...(await engine.edges('g', { sourceType: 'P', sourceId: v_id })));
  const vertices = [...sources, ...(await engine.vertices('g', 'N'))];
  const text = (rows: readonly unknown[]): string[] => rows.map((row) => JSON.stringify(row)).sort();
  return { types, vertices: text(vertices), edges: text(edges) };
}

const FIRST = 'a,x,1;2\nb,y,3\n';
const SECOND = 'b,z,4\nc,w,\nb,!,5\n';
const EDGES = 'a,b,1,10\na,b,2,20\nd,a,1,30\n';
const EDGES_AGAIN = 'a,b,2,21\nd,a,2,31\ne,e,1,1\na,b,3,5\n';

describe('a load that is undone', () => {
  it('leaves what was there before it, one after the other', async () => {
    const engine = await open();
    const states = [await everything(engine)];
    const ids: string[] = [];
    for (const [job, lines] of [
      ['people', FIRST],
      ['edges', EDGES],
      ['people', SECOND],
      // A second load changes nothing but values that are sums.
      ['edges', EDGES],
      ['edges', EDGES_AGAIN],
      ['drop_edges', 'a,b,1\nd,a,2\nx,e,9\nnobody,b,1\n'],
      ['people', SECOND],
      ['edges', 'c,a,7,7\nz,b,1,3\n'],
      // Among them what the very first load brought.
      ['drop_people', 'z\nb\nnobody\na\n'],
      ['people', FIRST],
    ] as const) {
      ids.push(await load(engine, job, lines));
      states.push(await everything(engine));
    }
    for (const id of ids.toReversed()) {
      states.pop();
      await engine.undoLoad(id);
      expect(await everything(engine)).toEqual(states.at(-1));
      expect(engine.loadStatus(id)).toMatchObject({ state: 'aborted', error: 'The load was undone.' });
    }
    await load(engine, 'people', FIRST);
    expect(await engine.countVertices('g', 'P')).toEqual([{ type: 'P', count: 2 }]);
  });

  it('can be so in a later process, and keeps no file of it', async () => {
    const dataDir = await temporaryFolder();
    const engine = await open(dataDir);
    await load(engine, 'people', FIRST);
    const before = await everything(engine);
    const id = await load(engine, 'people', SECOND);
    const images = async (): Promise<string[]> =>
      (await readdir(path.join(dataDir, 'loads'))).filter((name) => name.endsWith('.parquet'));
    expect(await images()).not.toEqual([]);
    await engine.close();
    const next = await testEngine({ dataDir });
    const { output } = await gsql(next, `UNDO LOADING JOB ${id}`, { graph: 'g' });
    expect(output).toContain('[UNDO_SUCCESS] m1');
    expect(await everything(next)).toEqual(before);
    expect(await images()).toEqual([]);
    await expect(next.undoLoad(id)).rejects.toThrow('nothing of it is stored');
  });

  it('changed nothing when it was loaded before', async () => {
    const engine = await open();
    const job =
      'CREATE LOADING JOB plain FOR GRAPH g { DEFINE FILENAME f; LOAD f TO EDGE E VALUES ($0, $1, $2, $3); }';
    await mustRun(engine, job, 'g');
    const first = await load(engine, 'plain', EDGES);
    const before = await everything(engine);
    const second = await load(engine, 'plain', EDGES);
    await engine.undoLoad(second);
    expect(await everything(engine)).toEqual(before);
    await engine.undoLoad(first);
    expect(await engine.countEdges('g', 'E')).toEqual([{ type: 'E', count: 0 }]);
  });

  it('is refused when something else wrote there since, and is possible when that is undone', async () => {
    const engine = await open();
    const first = await load(engine, 'people', FIRST);
    const second = await load(engine, 'people', SECOND);
    const between = await load(engine, 'edges', EDGES);
    await expect(engine.undoLoad(first)).rejects.toThrow(
      `The load '${first}' cannot be undone yet: later loads changed P. Undo them first, in this order: ${between}, ${second}.`,
    );
    await engine.undoLoad(between);
    await engine.undoLoad(second);
    await engine.undoLoad(first);
    const third = await load(engine, 'people', FIRST);
    await engine.write('g', [{ kind: 'upsertVertex', type: 'N', id: 'n,1', attributes: {} }]);
    await engine.undoLoad(third);
    const fourth = await load(engine, 'people', FIRST);
    await engine.write('g', [{ kind: 'upsertVertex', type: 'P', id: 'new', attributes: {} }]);
    const refusal = `The load '${fourth}' cannot be undone: what cannot be undone has changed P since.`;
    await expect(engine.undoLoad(fourth)).rejects.toThrow(refusal);
    // A load over a write is undone without it, which is still there.
    await load(engine, 'people', FIRST);
    await expect(engine.undoLoad(fourth)).rejects.toThrow(refusal);
    const fifth = await load(engine, 'people', 'q,1,\n');
    await engine.changeSchema(null, { alterVertexTypes: [{ name: 'P', dropAttributes: ['tags'] }] });
    await expect(engine.undoLoad(fifth)).rejects.toThrow('cannot be undone');
  });

  it('is refused where nothing is known of it', async () => {
    const engine = await open();
    await expect(engine.undoLoad('nothing')).rejects.toThrow('There is no load');
  });

  it('brings back what it deleted between rows that stay', async () => {
    const engine = await open();
    const first = await load(engine, 'people', 'a,1,\nb,1,\nc,1,\n');
    const before = await everything(engine);
    const second = await load(engine, 'people', 'd,1,\ne,1,\n');
    const third = await load(engine, 'drop_people', 'b\nd\na\n');
    expect(await engine.countVertices('g', 'P')).toEqual([{ type: 'P', count: 2 }]);
    await engine.undoLoad(third);
    await engine.undoLoad(second);
    expect(await everything(engine)).toEqual(before);
    await engine.undoLoad(first);
    expect(await engine.countVertices('g', 'P')).toEqual([{ type: 'P', count: 0 }]);
  });

  it('takes vectors back', async () => {
    const engine = await testEngine();
    await mustRun(
      engine,
      `CREATE VERTEX D (PRIMARY_ID id STRING)
       CREATE GRAPH v (*)
       USE GRAPH v
       CREATE GLOBAL SCHEMA_CHANGE JOB s { ALTER VERTEX D ADD VECTOR ATTRIBUTE e (DIMENSION=2); }
       RUN GLOBAL SCHEMA_CHANGE JOB s
       CREATE LOADING JOB j FOR GRAPH v { DEFINE FILENAME f;
         LOAD f TO VECTOR ATTRIBUTE e ON VERTEX D VALUES ($0, SPLIT($1, ";")); }`,
    );
    const run = async (lines: string): Promise<string> => {
      const file = path.join(await temporaryFolder(), 'f.csv');
      await writeFile(file, lines);
      const status = await engine.loadEnded(await engine.startLoad('v', 'j', { files: { f: file } }));
      expect(status.error).toBeNull();
      return status.id;
    };
    const shown = async (): Promise<string> =>
      JSON.stringify(
        (
          await engine.interpretQuery(
            'INTERPRET QUERY () FOR GRAPH v { S = {D.*}; PRINT S WITH VECTOR; }',
            'v',
            {},
          )
        ).results,
      );
    const first = await run('a,1;2\n');
    const before = await shown();
    const id = await run('a,3;4\nb,5;6\n');
    expect(await shown()).not.toBe(before);
    await engine.undoLoad(id);
    expect(await shown()).toBe(before);
    await expect(engine.undoLoad(first)).rejects.toThrow('what cannot be undone has changed D since');
    await mustRun(
      engine,
      'CREATE LOADING JOB gone FOR GRAPH v { DEFINE FILENAME f; DELETE VERTEX D (PRIMARY_ID $0) FROM f; }',
    );
    const file = path.join(await temporaryFolder(), 'f.csv');
    await writeFile(file, 'a\n');
    const gone = await engine.startLoad('v', 'gone', { files: { f: file } });
    expect((await engine.loadEnded(gone)).error).toBeNull();
    expect(await shown()).not.toBe(before);
    await engine.undoLoad(gone);
    expect(await shown()).toBe(before);
  });
});
