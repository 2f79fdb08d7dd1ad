/** Listings and their choice by name; disabled queries; CLEAR GRAPH STORE. */
import { describe, expect, it } from 'vitest';
import { gsql, mustRun, testEngine } from '../testing.ts';

const SCHEMA = `
TYPEDEF TUPLE <a INT, b STRING(10)> Pair
CREATE VERTEX Person (PRIMARY_ID id STRING, age INT) WITH STATS="none"
CREATE VERTEX Pet (PRIMARY_ID id STRING, tag Pair)
CREATE VERTEX Place (x INT, y INT, name STRING, PRIMARY KEY (x, y))
CREATE DIRECTED EDGE owns (FROM Person, TO Pet) WITH REVERSE_EDGE="owned_by"
CREATE UNDIRECTED EDGE at (FROM Person, TO Place | FROM Pet, TO Place)
CREATE GRAPH g (*)
CREATE LOADING JOB lo FOR GRAPH g { DEFINE FILENAME f; LOAD f TO VERTEX Person VALUES ($0, $1); }
CREATE SCHEMA_CHANGE JOB sc FOR GRAPH g { ADD VERTEX Extra (PRIMARY_ID id STRING); }`;

describe('SHOW', () => {
  it('takes names, patterns and regular expressions of every kind of object', async () => {
    const engine = await testEngine();
    await mustRun(engine, SCHEMA);
    await mustRun(
      engine,
      'CREATE GLOBAL SCHEMA_CHANGE JOB ix { ALTER VERTEX Person ADD INDEX by_age ON (age); }\nRUN GLOBAL SCHEMA_CHANGE JOB ix\nDROP JOB ix',
    );
    const shown = (text: string, graph: string | null = 'g'): Promise<string> => mustRun(engine, text, graph);
    expect(await shown('SHOW VERTEX P?t')).toBe(
      'Vertex Types:\n  - VERTEX Pet(PRIMARY_ID id STRING, tag Pair) WITH STATS="OUTDEGREE_BY_EDGETYPE"\n',
    );
    expect(await shown('SHOW VERTEX -r "Per.*|Pla.e"')).toBe(
      'Vertex Types:\n  - VERTEX Person(PRIMARY_ID id STRING, age INT) WITH STATS="NONE"\n' +
        '  - VERTEX Place(x INT, y INT, name STRING, PRIMARY KEY(x, y)) WITH STATS="OUTDEGREE_BY_EDGETYPE"\n',
    );
    expect(await shown('SHOW EDGE own*')).toBe(
      'Edge Types:\n  - DIRECTED EDGE owns(FROM Person, TO Pet) WITH REVERSE_EDGE="owned_by"\n' +
        '  - DIRECTED EDGE owned_by(FROM Pet, TO Person) WITH REVERSE_EDGE="owns"\n',
    );
    expect(await shown('SHOW EDGE at')).toContain(
      'UNDIRECTED EDGE at(FROM Person, TO Place|FROM Pet, TO Place)',
    );
    expect(await shown('SHOW TUPLE')).toBe('Tuples:\n  - TUPLE Pair<a INT, b STRING(10)>\n');
    expect(await shown('SHOW INDEX by_*', null)).toBe('Indexes:\n  - INDEX by_age ON VERTEX Person(age)\n');
    expect(await shown('SHOW JOB *')).toMatch(/SCHEMA_CHANGE JOB sc[\s\S]*LOADING JOB lo/);
    expect(await shown('SHOW LOADING JOB')).not.toContain('SCHEMA_CHANGE');
    expect(await shown('SHOW SCHEMA_CHANGE JOB s?')).not.toContain('LOADING');
    expect(await shown('SHOW GRAPH')).toBe(
      '  - Graph g(Person:v, Pet:v, Place:v, owns:e, owned_by:e, at:e)\n',
    );
    expect((await gsql(engine, 'SHOW GRAPH nope')).output).toBe(
      "Semantic Check Fails: The graph nope doesn't exist!\n",
    );
    expect(await gsql(engine, 'SHOW VERTEX -r "("', { graph: 'g' })).toMatchObject({
      code: 212,
      output: expect.stringContaining('The pattern cannot be read') as string,
    });
    expect(await shown('LS')).toContain('Indexes:\n  - INDEX by_age ON VERTEX Person(age)\n');
  });
});

describe('queries', () => {
  it('are disabled with what they call, and enabled again', async () => {
    const engine = await testEngine();
    await mustRun(engine, SCHEMA);
    const sub = 'CREATE QUERY tg_sub(INT n) FOR GRAPH g RETURNS (INT) { RETURN n + 1; }';
    await mustRun(
      engine,
      `${sub}\nCREATE QUERY tg_top(INT n) FOR GRAPH g { PRINT tg_sub(n) AS x; }\nCREATE QUERY other() FOR GRAPH g { PRINT 1; }`,
    );
    const list = async (): Promise<string> =>
      /Queries:\n([\s\S]*?)\n\n/.exec(await mustRun(engine, 'LS', 'g'))?.[1] ?? '';
    expect(await mustRun(engine, 'INSTALL QUERY tg_*', 'g')).toContain('Query installation finished.');
    expect(await list()).toBe(
      '  - tg_sub(INT n) (installed v2)\n  - tg_top(INT n) (installed v2)\n  - other()',
    );
    expect(await mustRun(engine, 'DROP QUERY tg_sub', 'g')).toContain('Query tg_top is disabled');
    expect(await list()).toBe('  - tg_top(INT n) (disabled)\n  - other()');
    expect((await gsql(engine, 'RUN QUERY tg_top(1)', { graph: 'g' })).output).toContain('is disabled');
    expect(await mustRun(engine, 'SHOW QUERY tg_*', 'g')).toMatch(/^# disabled\nCREATE QUERY tg_top/);
    await mustRun(engine, `${sub}\nINSTALL QUERY ALL`, 'g');
    expect(await list()).toContain('tg_top(INT n) (installed v2)');
    expect(await mustRun(engine, 'INSTALL QUERY *', 'g')).toContain('No query needs to be installed.');
    expect(await mustRun(engine, 'RECOMPILE QUERY tg_top', 'g')).toContain('tg_top query:');
    expect(await mustRun(engine, 'INSTALL QUERY -FORCE -COST *', 'g')).toMatch(/tg_top[\s\S]*other/);
    expect(await mustRun(engine, 'RUN QUERY -av tg_top({"n": 41})', 'g')).toContain('"x": 42');
    expect(await mustRun(engine, 'RUN QUERY tg_top({"n": 9007199254740993})', 'g')).toContain(
      '"x": 9007199254740994',
    );
    expect((await gsql(engine, 'RUN QUERY -async tg_top(1)', { graph: 'g' })).output).toContain(
      'needs a server',
    );
  });
});

describe('DROP QUERY', () => {
  it('of all in the global scope is of all graphs', async () => {
    const engine = await testEngine();
    await mustRun(
      engine,
      'CREATE GRAPH a ()\nCREATE GRAPH b ()\nCREATE QUERY q() FOR GRAPH a { PRINT 1; }\nCREATE QUERY r() FOR GRAPH b { PRINT 1; }',
    );
    expect((await gsql(engine, 'DROP QUERY q')).code).toBe(213);
    expect(await mustRun(engine, 'DROP QUERY ALL')).toBe(
      "Successfully dropped queries on the graph 'a': [q].\nSuccessfully dropped queries on the graph 'b': [r].\n",
    );
    expect([...engine.queries('a'), ...engine.queries('b')]).toEqual([]);
  });
});

describe('CLEAR GRAPH STORE', () => {
  it('takes the rows and leaves the definitions', async () => {
    const engine = await testEngine();
    await mustRun(engine, SCHEMA);
    await engine.write('g', [
      { kind: 'upsertVertex', type: 'Place', id: '1,2', attributes: {} },
      {
        kind: 'upsertEdge',
        type: 'at',
        from: { type: 'Pet', id: 'p' },
        to: { type: 'Place', id: '3,4' },
        attributes: {},
      },
    ]);
    expect(await engine.totals()).toEqual({ vertices: 3, edges: 1 });
    await mustRun(
      engine,
      'CREATE QUERY q() FOR GRAPH g { S = {ANY}; PRINT S.size(); }\nINSTALL QUERY q',
      'g',
    );
    const before = engine.schema('g');
    await mustRun(engine, 'CLEAR GRAPH STORE -HARD');
    expect(await engine.totals()).toEqual({ vertices: 0, edges: 0 });
    expect(engine.schema('g')).toEqual(before);
    expect((await engine.runQuery('g', 'q', {})).results).toEqual([{ 'S.size()': 0 }]);
  });
});
