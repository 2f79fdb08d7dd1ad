import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Engine } from '../engine.ts';
import { openEngine } from '../open.ts';
import { gsql, mustRun, temporaryFolder, testEngine } from '../testing.ts';
import type { AttributeValue, Write } from '../writes.ts';

const SCHEMA = `CREATE VERTEX V (PRIMARY_ID id INT, n INT)
CREATE GRAPH g (*)
CREATE GLOBAL SCHEMA_CHANGE JOB j { ALTER VERTEX V ADD VECTOR ATTRIBUTE e (DIMENSION=2, METRIC="L2"); }
RUN GLOBAL SCHEMA_CHANGE JOB j`;

const put = (id: number, e: AttributeValue, op?: 'ignore_if_exists'): Write => ({
  kind: 'upsertVertex',
  type: 'V',
  id: String(id),
  attributes: { e: op === undefined ? { value: e } : { value: e, op } },
});

async function nearest(engine: Engine, vector: readonly number[], k = 1): Promise<Record<string, number>> {
  const text = `INTERPRET QUERY (LIST<FLOAT> v, INT k) {
    MapAccum<VERTEX, FLOAT> @@d; S = vectorSearch({V.e}, v, k, {distance_map: @@d}); PRINT @@d; }`;
  const { results } = await engine.interpretQuery(text, 'g', { v: vector, k });
  const distances = results[0]?.['@@d'] as Record<string, number>;
  // The vectors are 32-bit floats.
  return Object.fromEntries(Object.entries(distances).map(([id, each]) => [id, Number(each.toFixed(3))]));
}

async function ready(engine: Engine): Promise<void> {
  await expect
    .poll(async () => (await engine.vectorStatus('g')).every((each) => each.isReady), { timeout: 60_000 })
    .toBe(true);
}

describe('vectors in the store', () => {
  it('are kept up to date by writes and deletes, and survive a restart', async () => {
    const dataDir = await temporaryFolder();
    let engine = await openEngine({ dataDir, memoryLimitBytes: 2 ** 28, workers: 1 });
    await mustRun(engine, SCHEMA);
    // More than an index needs, written in steps: buffers grow, and the index goes on.
    for (let step = 0; step < 4; step += 1) {
      await engine.write(
        'g',
        Array.from({ length: 400 }, (_, index) => put(step * 400 + index, [step * 400 + index, 0])),
      );
      expect(await nearest(engine, [step * 400 + 7.1, 0])).toEqual({ [step * 400 + 7]: 0.1 });
    }
    await ready(engine);
    expect(await nearest(engine, [1234.4, 0])).toEqual({ 1234: 0.4 });
    await engine.write('g', [put(1234, [0, 5000]), { kind: 'deleteVertex', type: 'V', id: '1235' }]);
    expect(await nearest(engine, [1234.4, 0], 2)).toEqual({ 1233: 1.4, 1236: 1.6 });
    expect(await nearest(engine, [0, 5000])).toEqual({ 1234: 0 });
    // The number of a deleted vertex is given again; the new vertex has no vector.
    await engine.write('g', [{ kind: 'deleteVertex', type: 'V', id: '1599' }]);
    await engine.write('g', [{ kind: 'upsertVertex', type: 'V', id: '9999', attributes: {} }]);
    expect(await nearest(engine, [1599, 0])).toEqual({ 1598: 1 });
    const before = await engine.checksums();
    await engine.close();
    engine = await testEngine({ dataDir });
    // They are read without being asked for.
    await expect.poll(() => engine.memory().graphBytes, { timeout: 50_000 }).toBeGreaterThan(0);
    expect(await engine.checksums()).toEqual(before);
    expect(await nearest(engine, [1234.4, 0], 2)).toEqual({ 1233: 1.4, 1236: 1.6 });
    await ready(engine);
    expect(await nearest(engine, [1234.4, 0], 2)).toEqual({ 1233: 1.4, 1236: 1.6 });
  }, 120_000);

  it('of an attribute that came after a query are printed, and gone with it', async () => {
    const engine = await testEngine();
    await mustRun(engine, 'CREATE VERTEX V (PRIMARY_ID id INT, n INT)\nCREATE GRAPH g (*)');
    await engine.write('g', [{ kind: 'upsertVertex', type: 'V', id: '1', attributes: {} }]);
    const printed = async (): Promise<unknown> => {
      const text = 'INTERPRET QUERY () { S = {V.*}; PRINT S WITH VECTOR; }';
      const [{ S } = {}] = (await engine.interpretQuery(text, 'g', {})).results;
      return (S as readonly { readonly Embeddings: unknown }[])[0]?.Embeddings;
    };
    expect(await printed()).toEqual({});
    await engine.changeSchema(null, {
      alterVertexTypes: [{ name: 'V', addVectors: [{ name: 'e', dimension: 2, metric: 'L2' }] }],
    });
    await engine.write('g', [put(1, [1, 0])]);
    expect(await printed()).toEqual({ e: [1, 0] });
    await engine.changeSchema(null, { alterVertexTypes: [{ name: 'V', dropVectors: ['e'] }] });
    expect(await printed()).toEqual({});
  });

  it('are made smaller when most of them were written again', async () => {
    const engine = await testEngine();
    await mustRun(engine, SCHEMA);
    const all = (shift: number): Write[] => Array.from({ length: 300 }, (_, id) => put(id, [id + shift, 0]));
    for (const shift of [0, 1000, 2000, 3000]) {
      await engine.write('g', all(shift));
      expect(await nearest(engine, [shift + 299.5, 0])).toEqual({ 299: 0.5 });
      expect(await nearest(engine, [shift - 999, 0])).toEqual({ 0: 999 });
    }
  });

  it('let the engine close while they are read', async () => {
    const dataDir = await temporaryFolder();
    const open = () => openEngine({ dataDir, memoryLimitBytes: 2 ** 28, workers: 1 });
    let engine = await open();
    await mustRun(engine, SCHEMA);
    await engine.write(
      'g',
      Array.from({ length: 3000 }, (_, id) => put(id, [id, 0])),
    );
    await engine.close();
    for (let round = 0; round < 3; round += 1) {
      engine = await open();
      await engine.close();
    }
  });

  it('come with a type that is made whole', async () => {
    const engine = await testEngine();
    await mustRun(engine, 'CREATE GRAPH g ()');
    const vectors = [{ name: 'e', dimension: 2, metric: 'L2' } as const];
    const primaryId = { name: 'id', type: 'INT', asAttribute: false, isPrimaryKey: false } as const;
    await engine.changeSchema('g', { addVertexTypes: [{ name: 'V', primaryId, attributes: [], vectors }] });
    await engine.write('g', [put(1, [1, 0])]);
    expect(await nearest(engine, [1, 0])).toEqual({ 1: 0 });
  });

  it('have a package of functions that is listed', async () => {
    const engine = await testEngine();
    const show = async (rest: string) => (await gsql(engine, `SHOW PACKAGE${rest}`)).output;
    expect(await show('')).toBe('Packages on global:\n  - gds\n  - GDBMS_ALGO\n');
    expect(await show(' gds')).toContain('- gds.vector');
    expect(await show(' gds.vector')).toContain(
      '        - gds.vector.norm(list<double> list1, string metric) RETURNS (float) (installed)\n',
    );
  });

  it('follow the operators and the modes of an upsert', async () => {
    const engine = await testEngine();
    await mustRun(engine, SCHEMA);
    await engine.write('g', [put(1, [1, 0]), put(1, [2, 0])]);
    expect(await nearest(engine, [2, 0])).toEqual({ 1: 0 });
    await engine.write('g', [put(1, [9, 9], 'ignore_if_exists'), put(2, [3, 0], 'ignore_if_exists')]);
    expect(await nearest(engine, [0, 0], 2)).toEqual({ 1: 2, 2: 3 });
    await engine.write('g', [put(1, [9, 9]), put(3, [4, 0])], { newVertexOnly: true });
    await engine.write('g', [put(2, [5, 0]), put(4, [9, 9])], { updateVertexOnly: true });
    expect(await nearest(engine, [0, 0], 9)).toEqual({ 1: 2, 2: 5, 3: 4 });
    const bad: [AttributeValue, string][] = [
      [[1], '2 numbers are expected, 1 are given'],
      [['a', 1], 'the one at place 0 is none'],
      [[1, NaN], 'the one at place 1 is none'],
      [5, 'one value is given'],
    ];
    for (const [value, message] of bad) {
      await expect(engine.write('g', [put(1, value)])).rejects.toThrow(message);
    }
  });

  it('keep their place when the type is altered, and go when they are dropped', async () => {
    const engine = await testEngine();
    await mustRun(engine, SCHEMA);
    await engine.write('g', [put(1, [1, 0])]);
    await mustRun(
      engine,
      `CREATE GLOBAL SCHEMA_CHANGE JOB k { ALTER VERTEX V ADD ATTRIBUTE (m INT); ALTER VERTEX V ADD VECTOR ATTRIBUTE f (DIMENSION=4); }
       RUN GLOBAL SCHEMA_CHANGE JOB k`,
    );
    expect(await nearest(engine, [1, 0])).toEqual({ 1: 0 });
    const { output } = await gsql(engine, 'SHOW VERTEX V', { graph: 'g' });
    expect((await gsql(engine, 'LS', { graph: 'g' })).output).toContain(
      'Vector Embeddings:\n  - V:\n    - e(',
    );
    expect(output).toContain('e(Dimension=2, IndexType="HNSW", DataType="FLOAT", Metric="L2")');
    expect(output).toContain('f(Dimension=4, IndexType="HNSW", DataType="FLOAT", Metric="COSINE")');
    await mustRun(
      engine,
      `CREATE GLOBAL SCHEMA_CHANGE JOB l { ALTER VERTEX V DROP VECTOR ATTRIBUTE e; }
       RUN GLOBAL SCHEMA_CHANGE JOB l`,
    );
    await expect(nearest(engine, [1, 0])).rejects.toThrow('Vector attribute e is not known');
    expect((await engine.vectorStatus('g')).map(({ name }) => name)).toEqual(['f']);
  });

  it('are loaded from files, in several forms', async () => {
    const engine = await testEngine();
    await mustRun(engine, SCHEMA);
    const file = path.join(await temporaryFolder(), 'vectors.csv');
    await writeFile(file, 'id|v\n1|1,0\n2| [2.5, 0] \n3|\n4|1\n5|1,x\n6|3,0\n6|4,0\n');
    await mustRun(
      engine,
      `CREATE LOADING JOB l FOR GRAPH g { DEFINE FILENAME f;
         LOAD f TO VECTOR ATTRIBUTE e ON VERTEX V VALUES ($0, SPLIT($1, ",")) USING SEPARATOR="|", HEADER="true"; }`,
      'g',
    );
    const status = await engine.loadEnded(await engine.startLoad('g', 'l', { files: { f: file } }));
    expect(status.error).toBeNull();
    expect(status.files[0]?.vertex[0]).toMatchObject({ validObject: 5, newObject: 4, invalidAttribute: 2 });
    expect(await nearest(engine, [0, 0], 9)).toEqual({ 1: 1, 2: 2.5, 6: 4 });
    const rows = await engine.rejectedRows(status.id, 10);
    expect(rows.map(({ reason }) => reason)).toEqual([
      'InvalidAttribute(load vector:V): e must be 2 numbers, but is 1',
      'InvalidAttribute(load vector:V): e must be 2 numbers, but is 1,x',
    ]);
  });

  it.each([
    ['e ON VERTEX W VALUES ($0, $1)', 'The vertex type W does not exist'],
    ['d ON VERTEX V VALUES ($0, $1)', 'The vector attribute d does not exist in V'],
    ['e ON VERTEX V VALUES ($0)', 'takes the id and the vector, 1 values are given'],
    ['e ON VERTEX V VALUES ($0, SPLIT($1))', 'give it as SPLIT($1, ",")'],
  ])('refuse to be loaded by %s', async (target, message) => {
    const engine = await testEngine();
    await mustRun(engine, SCHEMA);
    const text = `CREATE LOADING JOB l FOR GRAPH g { DEFINE FILENAME f; LOAD f TO VECTOR ATTRIBUTE ${target}; }`;
    const { code, output } = await gsql(engine, text, { graph: 'g' });
    expect(code).not.toBe(0);
    expect(output).toContain(message);
  });

  it.each([
    ['e2 (METRIC="L2")', 'needs a DIMENSION'],
    ['e2 (DIMENSION=0)', 'DIMENSION must be a whole number from 1 to 32768, not 0'],
    ['e2 (DIMENSION=3, METRIC="L1")', 'METRIC must be "COSINE", "L2" or "IP", not "L1"'],
    ['e2 (DIMENSION=3, INDEXTYPE="IVF")', 'INDEXTYPE must be "HNSW"'],
    ['e2 (DIMENSION=3, DATATYPE="DOUBLE")', 'DATATYPE must be "FLOAT"'],
    ['e2 (DIMENSION=3, M=4)', 'M is not an option'],
    ['n (DIMENSION=3)', 'n'],
    ['e (DIMENSION=3)', 'e'],
  ])('refuse the definition %s', async (definition, message) => {
    const engine = await testEngine();
    await mustRun(engine, SCHEMA);
    const { code, output } = await gsql(
      engine,
      `CREATE GLOBAL SCHEMA_CHANGE JOB k { ALTER VERTEX V ADD VECTOR ATTRIBUTE ${definition}; }`,
    );
    expect(code).not.toBe(0);
    expect(output).toContain(message);
  });

  it('cannot be added in a version that has none, whoever asks', async () => {
    const engine = await testEngine({ vectors: false });
    await mustRun(engine, 'CREATE VERTEX V (PRIMARY_ID id INT)\nCREATE GRAPH g (*)');
    const { code, output } = await gsql(
      engine,
      'CREATE GLOBAL SCHEMA_CHANGE JOB k { ALTER VERTEX V ADD VECTOR ATTRIBUTE e (DIMENSION=2); }\nRUN GLOBAL SCHEMA_CHANGE JOB k',
    );
    const refusal = "Don't support editing vector attributes in the current version.";
    expect(code).not.toBe(0);
    expect(output).toContain(refusal);
    const addVectors = [{ name: 'e', dimension: 2, metric: 'L2' } as const];
    await expect(
      engine.changeSchema(null, { alterVertexTypes: [{ name: 'V', addVectors }] }),
    ).rejects.toThrow(refusal);
    await engine.close();
  });
});
