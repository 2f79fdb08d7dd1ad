import { describe, expect, it } from 'vitest';
import { gsql, mustRun, temporaryFolder, testEngine } from '../testing.ts';

const SCHEMA = `CREATE VERTEX Person (PRIMARY_ID id STRING, age INT, name STRING)
CREATE DIRECTED EDGE Knows (FROM Person, TO Person, since INT)
CREATE GRAPH g (Person, Knows)
CREATE GRAPH h (Person, Knows)`;

async function started() {
  const dataDir = await temporaryFolder();
  const engine = await testEngine({ dataDir });
  await mustRun(engine, SCHEMA);
  await engine.write('g', [
    {
      kind: 'upsertVertex',
      type: 'Person',
      id: 'ann',
      attributes: { age: { value: 30 }, name: { value: 'A' } },
    },
    {
      kind: 'upsertVertex',
      type: 'Person',
      id: 'bob',
      attributes: { age: { value: 20 }, name: { value: 'B' } },
    },
    {
      kind: 'upsertEdge',
      type: 'Knows',
      from: { type: 'Person', id: 'ann' },
      to: { type: 'Person', id: 'bob' },
      attributes: { since: { value: 7 } },
    },
  ]);
  return { engine, dataDir };
}

describe('schema change jobs', () => {
  it('of a graph add, alter and drop its own types, and keep what stays', async () => {
    const { engine, dataDir } = await started();
    const output = await mustRun(
      engine,
      `CREATE SCHEMA_CHANGE JOB more FOR GRAPH g {
         ADD VERTEX City (name STRING PRIMARY KEY, size INT DEFAULT 3);
         ADD DIRECTED EDGE Lives_In (FROM Person, TO City, years INT) WITH REVERSE_EDGE="Home_Of";
       }
       RUN SCHEMA_CHANGE JOB more -N`,
      'g',
    );
    expect(output).toContain('Successfully created schema change jobs: [more].');
    expect(output).toContain("Doing schema change on graph 'g' (current version: 0)");
    expect(output).toContain(
      "Trying to add local edge 'Lives_In' and its reverse edge 'Home_Of' to the graph 'g'.",
    );
    expect(output).toContain('Graph g updated to new version 1');
    expect(output).toContain('Local schema change succeeded.');
    await mustRun(
      engine,
      'INTERPRET QUERY () { INSERT INTO Lives_In VALUES ("ann", "Ulm", 4); INSERT INTO City VALUES ("Kiel", 9); }',
      'g',
    );
    await mustRun(
      engine,
      `CREATE SCHEMA_CHANGE JOB alter_all FOR GRAPH g {
         ALTER VERTEX City ADD ATTRIBUTE (open BOOL DEFAULT TRUE, tags SET<STRING>);
         ALTER VERTEX City ADD INDEX by_size ON (size);
         ALTER EDGE Lives_In DROP ATTRIBUTE (years);
         ALTER EDGE Lives_In ADD ATTRIBUTE (years STRING DEFAULT "none");
         ALTER EDGE Lives_In ADD PAIR (FROM City, TO City);
       }
       RUN SCHEMA_CHANGE JOB alter_all`,
      'g',
    );
    await mustRun(
      engine,
      'INTERPRET QUERY () { INSERT INTO Lives_In VALUES ("Ulm" City, "Kiel" City, "x"); }',
      'g',
    );
    const edges = [
      ...(await engine.edges('g', { sourceType: 'Person', sourceId: 'ann', edgeType: 'Lives_In' })),
      ...(await engine.edges('g', { sourceType: 'City', sourceId: 'Ulm', edgeType: 'Lives_In' })),
    ];
    expect(edges.map(({ to_id, attributes }) => [to_id, attributes])).toEqual([
      ['Ulm', { years: 'none' }],
      ['Kiel', { years: 'x' }],
    ]);
    expect((await engine.vertices('g', 'City', { id: 'Kiel' }))[0]?.attributes).toEqual({
      name: 'Kiel',
      size: 9,
      open: true,
      tags: [],
    });
    await engine.close();
    const again = await testEngine({ dataDir });
    expect(await mustRun(again, 'SHOW JOB *', 'g')).toContain('ADD DIRECTED EDGE Lives_In');
    await mustRun(
      again,
      'CREATE SCHEMA_CHANGE JOB less FOR GRAPH g { DROP VERTEX City; }; RUN SCHEMA_CHANGE JOB less',
      'g',
    );
    expect(again.schema('g')?.edgeTypes.map(({ name }) => name)).toEqual(['Knows']);
    expect(await mustRun(again, 'DROP JOB more, less', 'g')).toContain(': [more, less].');
  });

  it('of the global scope change global types, and say which queries no longer fit', async () => {
    const { engine } = await started();
    await mustRun(
      engine,
      `CREATE QUERY fits() { S = {Person.*}; PRINT S[S.age]; }
       CREATE QUERY breaks() { S = {Person.*}; PRINT S[S.name]; }
       INSTALL QUERY ALL`,
      'g',
    );
    const output = await mustRun(
      engine,
      `CREATE GLOBAL SCHEMA_CHANGE JOB wide {
         ADD VERTEX Extra (PRIMARY_ID id STRING);
         ADD UNDIRECTED EDGE Near (FROM Extra, TO Person);
         ALTER VERTEX Person DROP ATTRIBUTE (name);
         ADD EDGE Near TO GRAPH g;
       }
       RUN GLOBAL SCHEMA_CHANGE JOB wide`,
    );
    expect(output).toContain('Query breaks becomes invalid after schema update, please update it.');
    expect(output).not.toContain('Query fits');
    expect(output).toContain('Global schema change succeeded.');
    expect(engine.queries('g').map(({ name, installed, draft }) => [name, installed, draft])).toEqual([
      ['fits', true, false],
      ['breaks', false, true],
    ]);
    expect(engine.schema('g')?.vertexTypes.map(({ name }) => name)).toEqual(['Person', 'Extra']);
    expect(engine.schema('h')?.vertexTypes.map(({ name }) => name)).toEqual(['Person']);
    expect((await engine.vertices('h', 'Person', { id: 'ann' }))[0]?.attributes).toEqual({ age: 30 });
    await mustRun(
      engine,
      'CREATE GLOBAL SCHEMA_CHANGE JOB back { DROP EDGE Near FROM GRAPH g; }; RUN GLOBAL SCHEMA_CHANGE JOB back',
    );
    expect(engine.schema('g')?.edgeTypes.map(({ name }) => name)).toEqual(['Knows']);
    expect(engine.schema(null)?.edgeTypes.map(({ name }) => name)).toEqual(['Knows', 'Near']);
  });

  it.each([
    [
      'ALTER VERTEX Person DROP ATTRIBUTE (age);',
      'Person is a global type: a GLOBAL SCHEMA_CHANGE JOB changes it',
    ],
    ['DROP VERTEX Nobody;', 'The vertex type Nobody does not exist!'],
    ['ADD VERTEX Person (PRIMARY_ID id STRING);', 'The vertex name Person is used by another object!'],
    ['ADD VERTEX Person TO GRAPH g;', 'Only a global schema change job gives types to a graph'],
    ['DROP TUPLE Nothing;', 'The tuple Nothing does not exist.'],
  ])('refuse %s', async (step, message) => {
    const { engine } = await started();
    const { code, output } = await gsql(engine, `CREATE SCHEMA_CHANGE JOB j FOR GRAPH g { ${step} }`);
    expect(code).toBe(212);
    expect(output).toContain(message);
    expect(output).toContain('Failed to create schema change jobs: [j].');
  });

  it('are done whole or not at all, and are found by name and scope', async () => {
    const { engine } = await started();
    await mustRun(
      engine,
      'CREATE SCHEMA_CHANGE JOB j FOR GRAPH g { ADD VERTEX A (PRIMARY_ID id STRING); }',
      'g',
    );
    await mustRun(engine, 'RUN SCHEMA_CHANGE JOB j', 'g');
    const twice = await gsql(engine, 'RUN SCHEMA_CHANGE JOB j', { graph: 'g' });
    expect(twice.output).toContain('Local schema change failed. The schema is as it was before.');
    expect(engine.schemaVersion('g')).toBe(1);
    expect((await gsql(engine, 'RUN GLOBAL SCHEMA_CHANGE JOB j')).output).toContain(
      'The global schema change job j does not exist. Use RUN SCHEMA_CHANGE JOB j.',
    );
    expect((await gsql(engine, 'RUN SCHEMA_CHANGE JOB none', { graph: 'g' })).output).toContain(
      'The schema change job none does not exist.',
    );
    expect((await gsql(engine, 'CREATE SCHEMA_CHANGE JOB j { }', { graph: 'g' })).output).toContain(
      'The job name j already exists',
    );
  });
});

describe('tuples of the catalog', () => {
  it('serve every query, and queries without them become drafts', async () => {
    const { engine } = await started();
    await mustRun(engine, 'TYPEDEF TUPLE <age INT, name STRING(20)> Who');
    const text = `CREATE QUERY best() { HeapAccum<Who>(1, age DESC) @@top; S = {Person.*};
      S = SELECT s FROM S:s ACCUM @@top += Who(s.age, s.name); PRINT @@top; }
      INSTALL QUERY best`;
    await mustRun(engine, text, 'g');
    expect((await engine.runQuery('g', 'best', {})).results).toEqual([{ '@@top': [{ age: 30, name: 'A' }] }]);
    expect((await gsql(engine, 'TYPEDEF TUPLE <a INT> Who')).output).toContain('is used by another object');
    expect((await gsql(engine, 'TYPEDEF TUPLE <a INT, a INT> Twice')).output).toContain(
      'The field a stands twice',
    );
    expect(await mustRun(engine, 'DROP TUPLE Who')).toContain('Query best becomes invalid');
    expect((await gsql(engine, 'DROP TUPLE Who')).output).toContain('The tuple Who does not exist.');
  });
});
