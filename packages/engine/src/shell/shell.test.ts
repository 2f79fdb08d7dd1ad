import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Engine, GsqlSession } from '../engine.ts';
import { gsql, mustRun, temporaryFolder, testEngine } from '../testing.ts';

const SCHEMA = `
CREATE VERTEX Person (PRIMARY_ID id STRING, age INT DEFAULT 7, tags SET<STRING>) WITH primary_id_as_attribute="true"
CREATE VERTEX City (id INT PRIMARY KEY, name STRING)
CREATE DIRECTED EDGE Lives (FROM Person, TO City, since DATETIME DEFAULT "2020-01-01") WITH REVERSE_EDGE="Houses"
CREATE UNDIRECTED EDGE Near (FROM City, TO City, DISCRIMINATOR(road STRING), km DOUBLE)
CREATE GRAPH g (*)
`;

async function withSchema(): Promise<Engine> {
  const engine = await testEngine();
  await mustRun(engine, SCHEMA);
  return engine;
}

describe('definitions', () => {
  it('say what was made', async () => {
    const engine = await testEngine();
    const session: GsqlSession = { graph: null };
    const { code, output } = await gsql(engine, SCHEMA, session);
    expect(code).toBe(0);
    expect(output).toBe(
      [
        'Successfully created vertex types: [Person].',
        'Successfully created vertex types: [City].',
        'Successfully created edge types: [Lives].',
        'Successfully created reverse edge types: [Houses].',
        'Successfully created edge types: [Near].',
        'The graph g is created.',
        '',
      ].join('\n'),
    );
    expect(session.graph).toBe('g');
    expect(engine.schema('g')?.edgeTypes.map((type) => [type.name, type.reverseOf ?? null])).toEqual([
      ['Lives', null],
      ['Houses', 'Lives'],
      ['Near', null],
    ]);
    expect(engine.schemaVersion('g')).toBe(0);
  });

  it('refuse what clashes or cannot be, and change nothing', async () => {
    const engine = await withSchema();
    const before = engine.schema(null);
    const refused: [string, string, string][] = [
      [
        'CREATE VERTEX Person (PRIMARY_ID x STRING)',
        'Semantic Check Fails: The vertex name Person is used by another object! Please use a different name.',
        'Failed to create vertex types: [Person].',
      ],
      [
        'CREATE DIRECTED EDGE e2 (FROM Nope, TO City)',
        'Semantic Check Fails: FROM or TO vertex type does not exist!',
        'Failed to create edge types: [e2].',
      ],
      [
        'CREATE DIRECTED EDGE Houses (FROM City, TO City)',
        'The edge name Houses is used by another object!',
        'Houses',
      ],
      [
        'CREATE UNDIRECTED EDGE e2 (FROM City, TO City) WITH REVERSE_EDGE="r"',
        'The edge type e2 is undirected and has no reverse edge.',
        'e2',
      ],
      ['CREATE GRAPH h (Nope)', 'The vertex or edge type Nope does not exist!', 'could not be created!'],
      [
        'CREATE GRAPH g (*)',
        'The graph name g is used by another object!',
        'The graph g could not be created!',
      ],
      [
        'CREATE VERTEX V (a STRING, b DOUBLE, PRIMARY KEY (a, b))',
        'The attribute b in the key of V cannot have its type',
        'V',
      ],
      ['CREATE VERTEX V (a STRING)', 'needs exactly one PRIMARY_ID or PRIMARY KEY', 'V'],
      ['CREATE VERTEX V (PRIMARY_ID a DOUBLE)', 'cannot be DOUBLE', 'V'],
      ['CREATE VERTEX V (PRIMARY_ID a INT, b INT, b STRING)', 'The attribute b stands twice in V', 'V'],
      [
        'CREATE VERTEX V (PRIMARY_ID a INT, b INT DEFAULT "x")',
        'The default of the attribute b in V does not fit',
        'V',
      ],
      ['CREATE VERTEX gsql_sys_v (PRIMARY_ID a INT)', 'reserved prefix gsql_sys_', 'gsql_sys_v'],
      ['CREATE VERTEX V (PRIMARY_ID a INT, b Money)', 'has the type Money, which does not exist', 'V'],
    ];
    for (const [text, reason, failure] of refused) {
      const { code, output } = await gsql(engine, text);
      expect(output).toContain(reason);
      expect(output).toContain(failure);
      expect(code).toBe(212);
    }
    expect(engine.schema(null)).toBe(before);
  });

  it('outlive a restart', async () => {
    const dataDir = await temporaryFolder();
    const first = await testEngine({ dataDir });
    await mustRun(first, SCHEMA);
    await mustRun(
      first,
      'CREATE LOADING JOB j FOR GRAPH g { DEFINE FILENAME f = "a.csv"; LOAD f TO VERTEX Person VALUES ($0, $1, _); }',
    );
    const schema = first.schema('g');
    await first.close();
    const second = await testEngine({ dataDir });
    expect(second.schema('g')).toEqual(schema);
    expect(second.loadingJobs('g')).toMatchObject([{ name: 'j', files: { f: 'a.csv' } }]);
    await mustRun(second, 'CREATE VERTEX More (PRIMARY_ID id STRING)');
    expect(second.schema(null)?.vertexTypes).toHaveLength(3);
  });
});

describe('listings', () => {
  it('show the global scope and a graph in the layout that clients read', async () => {
    const engine = await withSchema();
    const { output } = await gsql(engine, 'LS');
    expect(output).toBe(`---- Global vertices, edges, and all graphs
Vertex Types:
  - VERTEX Person(PRIMARY_ID id STRING, age INT DEFAULT 7, tags SET<STRING>) WITH STATS="OUTDEGREE_BY_EDGETYPE", PRIMARY_ID_AS_ATTRIBUTE="true"
  - VERTEX City(id INT PRIMARY KEY, name STRING) WITH STATS="OUTDEGREE_BY_EDGETYPE"
Edge Types:
  - DIRECTED EDGE Lives(FROM Person, TO City, since DATETIME DEFAULT "2020-01-01") WITH REVERSE_EDGE="Houses"
  - DIRECTED EDGE Houses(FROM City, TO Person, since DATETIME DEFAULT "2020-01-01") WITH REVERSE_EDGE="Lives"
  - UNDIRECTED EDGE Near(FROM City, TO City, DISCRIMINATOR(road STRING), km DOUBLE)

Graphs:
  - Graph g(Person:v, City:v, Lives:e, Houses:e, Near:e)
Jobs:

JSON API version: v2
Syntax version: v2

`);
    await mustRun(engine, 'CREATE QUERY q(INT k, SET<STRING> names) FOR GRAPH g { PRINT k; }');
    const inGraph = await mustRun(engine, 'LS', 'g');
    expect(inGraph).toMatch(/^---- Graph g\n/);
    expect(inGraph).toContain('Queries:\n  - q(INT k, SET<STRING> names)\n');
    expect(await mustRun(engine, 'SHOW VERTEX Per*')).toBe(
      'Vertex Types:\n  - VERTEX Person(PRIMARY_ID id STRING, age INT DEFAULT 7, tags SET<STRING>) WITH STATS="OUTDEGREE_BY_EDGETYPE", PRIMARY_ID_AS_ATTRIBUTE="true"\n',
    );
    expect(await mustRun(engine, 'SHOW GRAPH *')).toContain('  - Graph g(');
    expect(await mustRun(engine, 'SHOW QUERY q', 'g')).toContain('CREATE QUERY q(INT k');
  });
});

describe('scope and errors', () => {
  it('USE GRAPH changes the session, and an unknown graph ends with 213', async () => {
    const engine = await withSchema();
    const session: GsqlSession = { graph: null };
    expect(await gsql(engine, 'USE GRAPH g', session)).toEqual({ code: 0, output: "Using graph 'g'\n" });
    expect(session.graph).toBe('g');
    expect(await gsql(engine, 'USE GRAPH nope', session)).toEqual({
      code: 213,
      output: "Graph 'nope' does not exist.\n",
    });
    await gsql(engine, 'USE GLOBAL', session);
    expect(session.graph).toBeNull();
    expect((await gsql(engine, 'RUN QUERY q()', session)).code).toBe(213);
  });

  it('a syntax error is placed and nothing of the text is begun', async () => {
    const engine = await testEngine();
    const { code, output } = await gsql(
      engine,
      'CREATE VERTEX V (PRIMARY_ID id STRING)\nCREATE GRAPHH g (*)',
    );
    expect(code).toBe(211);
    expect(output).toMatch(/^line 2:7 .*\nParsing encountered 1 syntax error\(s\)\n$/);
    expect(engine.schema(null)?.vertexTypes).toEqual([]);
  });

  it('stops at the first statement that fails', async () => {
    const engine = await withSchema();
    const { code } = await gsql(engine, 'CREATE GRAPH h (Nope)\nCREATE VERTEX After (PRIMARY_ID id STRING)');
    expect(code).toBe(212);
    expect(engine.schema(null)?.vertexTypes.map((type) => type.name)).toEqual(['Person', 'City']);
  });
});

describe('DROP', () => {
  it('keeps types that are used, and drops graphs, jobs, queries and all', async () => {
    const engine = await withSchema();
    const step = 'DROP VERTEX Person FROM GRAPH g;';
    expect((await gsql(engine, 'DROP VERTEX Person')).output).toContain(
      `is used by the graph g. Drop it from the graph first, in a global schema change job: ${step}`,
    );
    await mustRun(
      engine,
      `CREATE GLOBAL SCHEMA_CHANGE JOB less { ${step} }\nRUN GLOBAL SCHEMA_CHANGE JOB less`,
    );
    await mustRun(engine, 'CREATE QUERY q() FOR GRAPH g { PRINT 1; }');
    await mustRun(
      engine,
      'CREATE LOADING JOB j FOR GRAPH g { DEFINE FILENAME f; LOAD f TO VERTEX City VALUES ($0, $1); }',
    );
    expect(await mustRun(engine, 'DROP QUERY q', 'g')).toBe(
      "Successfully dropped queries on the graph 'g': [q].\n",
    );
    expect(await mustRun(engine, 'DROP JOB j', 'g')).toBe(
      "Successfully dropped jobs on the graph 'g': [j].\n",
    );
    expect(await mustRun(engine, 'DROP JOB j\nDROP QUERY q', 'g')).toBe(
      'Warning: cannot find job j, thus its drop is skipped!\nWarning: cannot find query q, thus its drop is skipped!\n',
    );
    await engine.write('g', [{ kind: 'upsertVertex', type: 'City', id: '1', attributes: {} }]);
    expect(await mustRun(engine, 'DROP GRAPH g')).toBe('The graph g is dropped.\n');
    expect((await gsql(engine, 'DROP VERTEX City')).output).toContain(
      'is used by the edge type Lives, Houses, Near',
    );
    await mustRun(engine, 'CREATE GRAPH again (*)');
    expect(await engine.countVertices('again', 'City')).toEqual([{ type: 'City', count: 1 }]);
    expect(await mustRun(engine, 'DROP ALL')).toContain('Everything is dropped.');
    expect(engine.graphs()).toEqual([]);
    expect(engine.schema(null)?.vertexTypes).toEqual([]);
  });
});

describe('queries', () => {
  it('with faults are kept as drafts; a good definition is not replaced by one', async () => {
    const engine = await withSchema();
    const bad = 'CREATE QUERY q() FOR GRAPH g {\n  S = SELECT p FROM Persn:p;\n}';
    const { code, output } = await gsql(engine, bad);
    expect(code).toBe(212);
    expect(output).toMatch(/^Semantic Check Error in query q \(SEM-\d+\): line 2, col 20\n.*Persn.*\n/);
    expect(output).toContain('Saved as draft query with type/semantic error: [q].');
    expect(engine.queries('g')).toMatchObject([{ name: 'q', draft: true, installed: false }]);
    expect((await gsql(engine, 'INSTALL QUERY q', { graph: 'g' })).output).toContain(
      'Failed to install queries: [q].',
    );
    const good = 'CREATE OR REPLACE QUERY q() FOR GRAPH g { S = SELECT p FROM Person:p; PRINT S; }';
    expect(await mustRun(engine, good)).toBe('Successfully created queries: [q].\n');
    expect((await gsql(engine, good.replace('OR REPLACE ', ''))).output).toContain('already exists');
    const replaced = await gsql(engine, bad.replace('CREATE', 'CREATE OR REPLACE'));
    expect(replaced.output).toContain('its former definition stays');
    expect(engine.queries('g')).toMatchObject([{ name: 'q', draft: false }]);
  });

  it('are installed, run with arguments, and print the envelope with exact integers', async () => {
    const engine = await withSchema();
    await engine.write('g', [
      { kind: 'upsertVertex', type: 'Person', id: 'a', attributes: { age: { value: 9007199254740993n } } },
      { kind: 'upsertVertex', type: 'Person', id: 'b', attributes: {} },
    ]);
    await mustRun(
      engine,
      'CREATE QUERY q(INT least = 8, SET<STRING> ids) FOR GRAPH g { S = SELECT p FROM Person:p WHERE p.age >= least; PRINT S[S.age], ids.size() AS n; }',
    );
    expect((await gsql(engine, 'RUN QUERY q()', { graph: 'g' })).output).toContain('is not installed');
    const installed = await mustRun(engine, 'INSTALL QUERY q', 'g');
    expect(installed).toMatch(/^Start installing queries, about 1 minute \.\.\.\n/);
    expect(installed).toContain('Query installation finished.');
    const all = await mustRun(engine, 'RUN QUERY q(_, ["x", "y"])', 'g');
    expect(all).toContain('9007199254740993');
    expect(JSON.parse(all)).toMatchObject({
      error: false,
      version: { schema: 0, edition: 'enterprise', api: 'v2' },
      results: [{ S: [{ v_id: 'a', v_type: 'Person' }], n: 2 }],
    });
    const two = await mustRun(engine, 'RUN QUERY q({"least": 1, "ids": []})', 'g');
    expect((JSON.parse(two) as { results: [{ S: unknown[] }] }).results[0].S).toHaveLength(2);
    const interpreted = await mustRun(engine, 'INTERPRET QUERY () FOR GRAPH g { PRINT 1 AS one; }');
    expect(JSON.parse(interpreted)).toMatchObject({ results: [{ one: 1 }] });
    expect((await gsql(engine, 'RUN QUERY q(1, [], 3)', { graph: 'g' })).output).toContain(
      'takes 2 parameter(s), 3 are given',
    );
    expect((await gsql(engine, 'RUN QUERY q({"least": })', { graph: 'g' })).output).toContain(
      'not valid JSON',
    );
  });

  it('that a change of the schema breaks become drafts, and jobs over what is gone are disabled', async () => {
    const engine = await withSchema();
    await mustRun(
      engine,
      `CREATE QUERY uses() FOR GRAPH g { S = SELECT p FROM Person:p WHERE p.age > 1; PRINT S; }
       CREATE QUERY other() FOR GRAPH g { S = SELECT c FROM City:c; PRINT S; }
       CREATE LOADING JOB j FOR GRAPH g { DEFINE FILENAME f; LOAD f TO EDGE Lives VALUES ($0, $1, $2); }
       USE GRAPH g
       INSTALL QUERY ALL`,
    );
    await engine.changeSchema(null, {
      alterVertexTypes: [{ name: 'Person', dropAttributes: ['age'] }],
    });
    await engine.changeSchema('g', { dropGlobalTypes: ['Lives'] });
    expect(engine.queries('g').map(({ name, draft, installed }) => [name, draft, installed])).toEqual([
      ['uses', true, false],
      ['other', false, true],
    ]);
    expect(engine.loadingJobs('g')).toMatchObject([{ name: 'j', disabled: true }]);
    expect(engine.schemaVersion('g')).toBe(2);
    await expect(engine.runQuery('g', 'uses', {})).rejects.toThrow(/not installed/);
  });
});

describe('loading jobs', () => {
  it('are checked with the place of the fault, run, and print their result', async () => {
    const engine = await withSchema();
    const wrong = await gsql(
      engine,
      '\nCREATE LOADING JOB j FOR GRAPH g {\n  DEFINE FILENAME f;\n  LOAD f TO VERTEX Persn VALUES ($0);\n}',
    );
    expect(wrong.code).toBe(212);
    expect(wrong.output).toBe(
      'Semantic Check Fails: line 4, col 9: The vertex type Persn does not exist in the graph g.\nFailed to create loading jobs: [j].\n',
    );
    const folder = await temporaryFolder();
    await writeFile(path.join(folder, 'people.csv'), 'id,age\na,1\nb,x\nc\n');
    expect(
      await mustRun(
        engine,
        'CREATE LOADING JOB j FOR GRAPH g { DEFINE FILENAME f; LOAD f TO VERTEX Person VALUES ($"id", $1, _) USING HEADER="true"; }',
      ),
    ).toBe('Successfully created loading jobs: [j].\n');
    let output = '';
    const code = await engine.executeGsql(
      'RUN LOADING JOB j USING f="people.csv"',
      { graph: 'g' },
      (part) => (output += part),
      {
        baseDir: folder,
      },
    );
    expect(code).toBe(0);
    expect(output).toMatch(/\|\s+people\.csv \|\s+3 \|\s+1 \|\s+2 \|/);
    expect(output).toContain('vertex Person: 1 new, 0 updated, 1 rejected');
    expect(output).toContain('people.csv: 1 line(s) do not have enough number of tokens.');
    expect(output).toMatch(/LOAD SUCCESSFUL for loading jobid: g\.j\.file\.m1\.\d+\n$/);
    const absent = await gsql(engine, 'RUN LOADING JOB j USING f="/no/such.csv"', { graph: 'g' });
    expect(absent).toMatchObject({
      code: 212,
      output: 'The file /no/such.csv does not exist or cannot be read.\n',
    });
  });
});
