/** Schema change jobs on pairs of edge types, indexes, keys and tuples: their effects, and refused changes. */
import { describe, expect, it } from 'vitest';
import type { Engine } from '../engine.ts';
import { gsql, mustRun, temporaryFolder, testEngine } from '../testing.ts';

const SCHEMA = `
TYPEDEF TUPLE <n INT, w STRING(10)> Pair
CREATE VERTEX A (PRIMARY_ID id STRING, i INT, p Pair, text STRING)
CREATE VERTEX B (x INT, y STRING, PRIMARY KEY (y, x))
CREATE VERTEX C (PRIMARY_ID id STRING)
CREATE DIRECTED EDGE e (FROM A, TO B, w INT) WITH REVERSE_EDGE="r_e"
CREATE UNDIRECTED EDGE u (FROM A, TO A)
CREATE GRAPH g (*)`;

async function filled(dataDir?: string): Promise<Engine> {
  const engine = await testEngine(dataDir === undefined ? {} : { dataDir });
  await mustRun(engine, SCHEMA);
  await engine.write('g', [
    { kind: 'upsertVertex', type: 'A', id: 'a', attributes: { i: { value: 4 }, p: { value: [1, 'one'] } } },
    {
      kind: 'upsertEdge',
      type: 'e',
      from: { type: 'A', id: 'a' },
      to: { type: 'B', id: 'why,7' },
      attributes: { w: { value: 9 } },
    },
  ]);
  return engine;
}

const job = (steps: string): string =>
  `CREATE GLOBAL SCHEMA_CHANGE JOB j { ${steps} }\nRUN GLOBAL SCHEMA_CHANGE JOB j\nDROP JOB j`;

describe('pairs', () => {
  it('come and go; edges of those that stay are kept', async () => {
    const dataDir = await temporaryFolder();
    const engine = await filled(dataDir);
    await mustRun(engine, job('ALTER EDGE e ADD PAIR (FROM A, TO C | FROM C, TO C);'));
    await engine.write('g', [
      {
        kind: 'upsertEdge',
        type: 'e',
        from: { type: 'A', id: 'a' },
        to: { type: 'C', id: 'c' },
        attributes: { w: { value: 2 } },
      },
    ]);
    const edges = (of: Engine) => of.edges('g', { sourceType: 'A', sourceId: 'a', edgeType: 'e' });
    expect(await edges(engine)).toMatchObject([
      { to_id: 'why,7', to_type: 'B', attributes: { w: 9 } },
      { to_id: 'c', to_type: 'C', attributes: { w: 2 } },
    ]);
    // Together with an attribute, whose column the rows are copied for.
    await mustRun(
      engine,
      job('ALTER EDGE e DROP PAIR (FROM C, TO C | FROM A, TO C); ALTER EDGE e ADD ATTRIBUTE (t Pair);'),
    );
    const kept = [{ to_id: 'why,7', attributes: { w: 9, t: { n: 0, w: '' } } }];
    expect(await edges(engine)).toMatchObject(kept);
    expect(engine.schema('g')?.edgeTypes[0]?.pairs).toEqual([{ from: 'A', to: 'B' }]);
    await mustRun(engine, job('ALTER EDGE e ADD FROM (C) TO (C);'));
    expect(engine.schema('g')?.edgeTypes[1]).toMatchObject({
      name: 'r_e',
      pairs: [
        { from: 'B', to: 'A' },
        { from: 'C', to: 'A' },
        { from: 'B', to: 'C' },
        { from: 'C', to: 'C' },
      ],
    });
    await engine.close();
    expect(await edges(await testEngine({ dataDir }))).toMatchObject(kept);
  });

  it('that are there, are not there or are the last are refused', async () => {
    const engine = await filled();
    const refused = async (steps: string, message: string): Promise<void> => {
      const { code, output } = await gsql(engine, `CREATE GLOBAL SCHEMA_CHANGE JOB j { ${steps} }`);
      expect(output).toContain(message);
      expect(code).toBe(212);
    };
    await refused('ALTER EDGE e ADD PAIR (FROM A, TO B);', 'goes from A to B already');
    await refused('ALTER EDGE e DROP PAIR (FROM B, TO A);', 'does not go from B to A');
    await refused('ALTER EDGE e DROP PAIR (FROM A, TO B);', 'would connect nothing any more');
    await refused('ALTER EDGE e ADD PAIR (FROM A, TO Z);', 'FROM or TO vertex type does not exist!');
    await refused('ALTER VERTEX B DROP ATTRIBUTE (x);', 'x of B is a key and cannot be dropped');
    await refused('ALTER VERTEX B ADD ATTRIBUTE (x INT);', 'The attribute x stands twice in B');
    await refused('ALTER VERTEX A ADD INDEX ix ON (p);', 'cannot have an index');
    await refused('ALTER VERTEX A ADD INDEX ix ON (nope);', 'The attribute nope does not exist in A');
    await refused('ALTER VERTEX A DROP INDEX ix;', 'The index ix of A does not exist');
    await refused('DROP TUPLE Pair;', 'The tuple Pair is used by A');
    await refused('ALTER VERTEX A ADD ATTRIBUTE (q Nope);', 'has the type Nope, which does not exist');
    await mustRun(engine, 'TYPEDEF TUPLE <n INT, w STRING> Loose');
    for (const type of ['Loose', 'LIST<Loose>', 'SET<Loose>', 'MAP<INT, Loose>']) {
      const reason = 'cannot be the tuple Loose: its field w is a STRING without length';
      await refused(`ALTER VERTEX A ADD ATTRIBUTE (q ${type});`, `The attribute q ${reason}`);
      await refused(`ADD VERTEX N (PRIMARY_ID id STRING, q ${type});`, `The attribute q ${reason}`);
    }
    await refused('ADD DIRECTED EDGE d (FROM A, TO A, q Loose);', 'its field w is a STRING without length');
  });
});

describe('indexes', () => {
  it('are kept, cost no copy of the rows, and go with their attribute', async () => {
    const dataDir = await temporaryFolder();
    const engine = await filled(dataDir);
    const before = await engine.checksums();
    await mustRun(
      engine,
      job('ALTER VERTEX A ADD INDEX by_i ON (i); ALTER VERTEX A ADD INDEX by_t ON (text);'),
    );
    expect((await engine.checksums()).types).toEqual(before.types);
    expect(engine.schemaVersion('g')).toBe(1);
    await engine.close();
    const again = await testEngine({ dataDir });
    expect(again.schema('g')?.vertexTypes[0]?.indexes).toEqual([
      { name: 'by_i', attribute: 'i' },
      { name: 'by_t', attribute: 'text' },
    ]);
    await mustRun(again, job('ALTER VERTEX A DROP ATTRIBUTE (text); ALTER VERTEX A DROP INDEX by_i;'));
    expect(again.schema('g')?.vertexTypes[0]).not.toHaveProperty('indexes');
    expect(await again.vertices('g', 'A')).toMatchObject([{ attributes: { i: 4, p: { n: 1, w: 'one' } } }]);
  });
});

describe('a composite key', () => {
  it('survives changes of its type, and is looked up by its text', async () => {
    const dataDir = await temporaryFolder();
    const engine = await filled(dataDir);
    await mustRun(
      engine,
      job('ALTER VERTEX B ADD ATTRIBUTE (z LIST<Pair>, d DATETIME DEFAULT "2020-01-01");'),
    );
    await engine.write('g', [
      { kind: 'upsertVertex', type: 'B', id: 'why,007', attributes: { z: { value: [[5, 'five']] } } },
      { kind: 'upsertVertex', type: 'B', id: 'a,b,8', attributes: {} },
    ]);
    await engine.close();
    const again = await testEngine({ dataDir });
    expect(await again.vertices('g', 'B', { filter: 'x>6', sort: '-x' })).toEqual([
      { v_id: 'a,b,8', v_type: 'B', attributes: { x: 8, y: 'a,b', z: [], d: '2020-01-01 00:00:00' } },
      {
        v_id: 'why,7',
        v_type: 'B',
        attributes: { x: 7, y: 'why', z: [{ n: 5, w: 'five' }], d: '2020-01-01 00:00:00' },
      },
    ]);
    expect(await again.vertices('g', 'B', { id: 'a,b,8' })).toHaveLength(1);
    await again.write('g', [{ kind: 'deleteVertex', type: 'B', id: 'why,7' }]);
    expect(await again.totals()).toEqual({ vertices: 2, edges: 0 });
  });
});

describe('a key behind other attributes', () => {
  it('keeps its place in what loads and inserts give', async () => {
    const engine = await testEngine();
    await mustRun(
      engine,
      `CREATE VERTEX V (name STRING, code INT PRIMARY KEY, n INT)
       CREATE DIRECTED EDGE to_v (FROM V, TO V)
       CREATE GRAPH g (*)
       CREATE QUERY put() FOR GRAPH g { INSERT INTO V VALUES ("seven", 7, 70); INSERT INTO to_v VALUES (7, 8); }
       INSTALL QUERY put`,
    );
    await engine.runQuery('g', 'put', {});
    await engine.write('g', [
      { kind: 'upsertVertex', type: 'V', id: '007', attributes: { n: { value: 71 } } },
    ]);
    expect(await engine.vertices('g', 'V')).toEqual([
      { v_id: '7', v_type: 'V', attributes: { name: 'seven', code: 7, n: 71 } },
      { v_id: '8', v_type: 'V', attributes: { name: '', code: 8, n: 0 } },
    ]);
    const text = 'INTERPRET QUERY () { S = SELECT v FROM V:v WHERE v.code == 7; PRINT S[S.name]; }';
    expect((await engine.interpretQuery(text, 'g', {})).results).toEqual([
      { S: [{ v_id: '7', v_type: 'V', attributes: { 'S.name': 'seven' } }] },
    ]);
  });
});

describe('a loading job that names what is gone', () => {
  it('is kept to be read, and not run', async () => {
    const engine = await filled();
    await mustRun(
      engine,
      'CREATE LOADING JOB lo FOR GRAPH g { DEFINE FILENAME f; LOAD f TO VERTEX A VALUES ($0, $1, _, $2); }',
    );
    expect(await mustRun(engine, job('ALTER VERTEX A DROP ATTRIBUTE (text);'))).toContain(
      "Loading job 'lo' from graph 'g' will be disabled after schema change.",
    );
    expect(await mustRun(engine, 'SHOW LOADING JOB lo', 'g')).toMatch(/^# disabled\nCREATE LOADING JOB lo/);
    const { code, output } = await gsql(engine, 'RUN LOADING JOB lo USING f="x"', { graph: 'g' });
    expect(code).toBe(212);
    expect(output).toContain("The loading job 'lo' is disabled");
    await mustRun(engine, 'DROP JOB lo', 'g');
  });
});
