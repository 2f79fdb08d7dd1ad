import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Engine } from '../engine.ts';
import type { LoadStatus } from '../load-status.ts';
import { gsql, mustRun, temporaryFolder, testEngine } from '../testing.ts';

const SCHEMA = `
CREATE VERTEX Movie (PRIMARY_ID id STRING, title STRING)
CREATE VERTEX Genre (PRIMARY_ID id STRING)
CREATE VERTEX Person (PRIMARY_ID id STRING, age INT)
CREATE DIRECTED EDGE Has_Genre (FROM Movie, TO Genre)
CREATE DIRECTED EDGE Cast (FROM Movie, TO Person, role STRING)
CREATE GRAPH g (*)`;

async function open(job: string): Promise<Engine> {
  const engine = await testEngine();
  await mustRun(engine, SCHEMA);
  await mustRun(engine, `CREATE LOADING JOB j FOR GRAPH g { ${job} }`);
  return engine;
}

async function load(engine: Engine, content: string): Promise<LoadStatus> {
  const file = path.join(await temporaryFolder(), 'f.csv');
  await writeFile(file, content);
  return engine.loadEnded(await engine.startLoad('g', 'j', { files: { f: file } }));
}

const ids = async (engine: Engine, type: string): Promise<string[]> =>
  (await engine.vertices('g', type)).map(({ v_id }) => v_id).sort();

async function ends(engine: Engine, id: string): Promise<unknown> {
  const edges = await engine.edges('g', { sourceType: 'Movie', sourceId: id });
  return edges.map(({ to_id, attributes }) => [to_id, ...Object.values(attributes)].join()).sort();
}

describe('TEMP_TABLE', () => {
  it('makes several rows of a line with flatten, beside the targets of the file', async () => {
    const engine = await open(`DEFINE FILENAME f;
      LOAD f TO TEMP_TABLE t (movie, genre) VALUES ($"id", flatten($"genres", "|", 1)) WHERE $"id" != "skip",
        TO VERTEX Movie VALUES ($"id", $"title") USING HEADER="true", SEPARATOR=",";
      LOAD TEMP_TABLE t TO VERTEX Genre VALUES ($"genre"), TO EDGE Has_Genre VALUES ($"movie", $1) WHERE $"genre" != "none";`);
    const status = await load(engine, 'id,title,genres\nm1,One,a|b\nm2,Two,b\nm3,Three,none\nskip,Four,x\n');
    expect(status).toMatchObject({ state: 'finished', error: null });
    expect(await ids(engine, 'Movie')).toEqual(['m1', 'm2', 'm3', 'skip']);
    expect(await ids(engine, 'Genre')).toEqual(['a', 'b', 'none']);
    expect(await ends(engine, 'm1')).toEqual(['a', 'b']);
    expect(await ends(engine, 'm3')).toEqual([]);
    expect(status.files[0]).toMatchObject({
      validLine: 4,
      vertex: [
        { typeName: 'Movie', validObject: 4 },
        { typeName: 'Genre', validObject: 4, newObject: 3 },
      ],
      edge: [{ typeName: 'Has_Genre', validObject: 3, failedCondition: 1 }],
    });
  });

  it('makes several columns of a group, and reports rows that cannot be loaded by their line', async () => {
    const engine = await open(`DEFINE FILENAME f;
      LOAD f TO TEMP_TABLE t (movie, person, age, role) VALUES (gsql_upper($0), flatten($1, ";", ":", 3));
      LOAD TEMP_TABLE t TO VERTEX Person VALUES ($"person", $"age"), TO EDGE Cast VALUES ($"movie", $"person", $"role");`);
    const status = await load(engine, 'm1,ann:30:lead;bob:40:\nm2,cat:old:extra\n');
    expect(status.state).toBe('finished');
    expect(await ends(engine, 'M1')).toEqual(['ann,lead', 'bob,']);
    expect((await engine.vertices('g', 'Person', { id: 'bob' }))[0]?.attributes).toEqual({ age: 40 });
    expect(await engine.rejectedRows(status.id, 10)).toMatchObject([
      { line: 2, target: 'Person', content: 'm2,cat:old:extra' },
    ]);
  });

  it.each([
    [
      'LOAD TEMP_TABLE t TO VERTEX Genre VALUES ($0);',
      'The table t is not filled by a LOAD before this one.',
    ],
    [
      'LOAD f TO TEMP_TABLE t (a, b, c) VALUES ($0, flatten($1, ",", 1));',
      'The table t has 3 columns; its values make 2.',
    ],
    [
      'LOAD f TO TEMP_TABLE t (a, b) VALUES (flatten($0, ",", 1), flatten($1, ",", 1));',
      'A TEMP_TABLE can have one flatten.',
    ],
    [
      'LOAD f TO TEMP_TABLE t (a) VALUES (flatten($0, ",", 2));',
      'flatten with one separator makes 1 column.',
    ],
    [
      'LOAD f TO TEMP_TABLE t (a) VALUES (flatten($0));',
      'flatten is called as flatten(column, separator, 1)',
    ],
    [
      'LOAD f TO TEMP_TABLE t (a) VALUES ($0); LOAD TEMP_TABLE t TO VERTEX Genre VALUES ($"b");',
      'The table t has no column $"b"; it has a.',
    ],
    [
      'LOAD f TO TEMP_TABLE t (a) VALUES ($0); LOAD TEMP_TABLE t TO VERTEX Genre VALUES ($3);',
      'The table t has no column $3; it has a.',
    ],
    [
      'LOAD f TO TEMP_TABLE t (a) VALUES ($0), TO TEMP_TABLE t (a) VALUES ($1);',
      'The table t is filled twice.',
    ],
    [
      'LOAD f TO TEMP_TABLE t (a) VALUES ($0); LOAD TEMP_TABLE t TO VERTEX Genre VALUES ($0) USING HEADER="true";',
      'LOAD TEMP_TABLE t takes the options of its file.',
    ],
  ])('refuses %s', async (loads, message) => {
    const engine = await testEngine();
    await mustRun(engine, SCHEMA);
    const text = `CREATE LOADING JOB j FOR GRAPH g { DEFINE FILENAME f; ${loads} }`;
    const { code, output } = await gsql(engine, text);
    expect(code).toBe(212);
    expect(output).toContain(message.replace('TEMP_TABLE t takes', 'TEMP_TABLE takes'));
  });
});

describe('INPUT_LINE_FILTER', () => {
  it('rejects lines, and reports them', async () => {
    const engine =
      await open(`DEFINE FILENAME f; DEFINE INPUT_LINE_FILTER young = to_int($1) < 18 OR $0 == "x";
      LOAD f TO VERTEX Person VALUES ($0, $1), TO TEMP_TABLE t (a) VALUES ($0) USING REJECT_LINE_RULE="young";
      LOAD TEMP_TABLE t TO VERTEX Genre VALUES ($0);`);
    const status = await load(engine, 'a,17\nb,18\nx,40\nc,y\n');
    expect(await ids(engine, 'Genre')).toEqual(['b', 'c']);
    expect(status.files[0]).toMatchObject({ validLine: 2, rejectLine: 2 });
    expect((await engine.rejectedRows(status.id, 10)).map(({ line, reason }) => [line, reason])).toEqual([
      [1, 'RejectLine: the line is left out by young'],
      [3, 'RejectLine: the line is left out by young'],
      [4, expect.stringContaining('age must be INT')],
    ]);
  });

  it('must be defined', async () => {
    const engine = await testEngine();
    await mustRun(engine, SCHEMA);
    const text = `CREATE LOADING JOB j FOR GRAPH g { DEFINE FILENAME f; LOAD f TO VERTEX Genre VALUES ($0) USING REJECT_LINE_RULE="no"; }`;
    expect((await gsql(engine, text)).output).toContain(
      'The filter no is not defined; use DEFINE INPUT_LINE_FILTER.',
    );
  });
});

describe('JSON lines', () => {
  it('are read by name and by path, and unfolded', async () => {
    const engine = await open(`DEFINE FILENAME f;
      LOAD f TO VERTEX Movie VALUES ($"id", $"name":"en"),
        TO TEMP_TABLE genres (movie, genre) VALUES ($"id", flatten_json_array($"kinds")),
        TO TEMP_TABLE parts (movie, person, age, role)
          VALUES ($"id", flatten_json_array($"cast", $"who":"id", $"who":"age", $"role")) USING JSON_FILE="true";
      LOAD TEMP_TABLE genres TO EDGE Has_Genre VALUES ($"movie", $"genre");
      LOAD TEMP_TABLE parts TO VERTEX Person VALUES ($"person", $"age"), TO EDGE Cast VALUES ($"movie", $"person", $"role");`);
    const lines = [
      {
        id: 'm1',
        name: { en: 'One, "the" first', 'de"': 'x' },
        kinds: ['a', 'b c'],
        cast: [
          { who: { id: 'ann', age: 30 }, role: 'lead' },
          { who: { id: 'bob' }, role: null },
        ],
      },
      { id: 'm2', kinds: 'none' },
      { id: 'm3', name: {} },
      { name: { en: 'no id' } },
    ].map((line) => JSON.stringify(line));
    const status = await load(engine, [...lines, '[1]', '{"id": ', ''].join('\n'));
    expect(status).toMatchObject({ state: 'finished', error: null });
    expect(
      (await engine.vertices('g', 'Movie')).map(({ v_id, attributes }) => [v_id, attributes.title]),
    ).toEqual([
      ['m1', 'One, "the" first'],
      ['m2', ''],
      ['m3', ''],
    ]);
    expect(await ids(engine, 'Genre')).toEqual(['a', 'b c']);
    expect(await ends(engine, 'm1')).toEqual(['a', 'ann,lead', 'b c', 'bob,']);
    expect((await engine.vertices('g', 'Person', { id: 'ann' }))[0]?.attributes).toEqual({ age: 30 });
    expect(status.files[0]).toMatchObject({ validLine: 4, notEnoughToken: 0, invalidJson: 2 });
    expect((await engine.rejectedRows(status.id, 10)).map(({ line, reason }) => [line, reason])).toEqual([
      [4, expect.stringContaining('NoIdFound')],
      [5, 'InvalidJson(file): the line is no JSON object'],
      [6, 'InvalidJson(file): the line is no JSON object'],
    ]);
  });

  it.each([
    [
      'LOAD f TO VERTEX Genre VALUES ($0) USING JSON_FILE="true";',
      '$0 cannot stand for a part of a JSON object',
    ],
    [
      'LOAD f TO VERTEX Genre VALUES ($"a":"b") USING HEADER="true";',
      'The path $"a":"b" needs JSON_FILE="true".',
    ],
    [
      'LOAD f TO VERTEX Genre VALUES ($"a") USING JSON_FILE="true", HEADER="true";',
      'The option HEADER cannot stand beside JSON_FILE="true".',
    ],
    [
      'LOAD f TO TEMP_TABLE t (a) VALUES (flatten_json_array("x")) USING JSON_FILE="true";',
      'flatten_json_array is called as flatten_json_array($"array")',
    ],
  ])('refuse %s', async (loads, message) => {
    const engine = await testEngine();
    await mustRun(engine, SCHEMA);
    const text = `CREATE LOADING JOB j FOR GRAPH g { DEFINE FILENAME f; ${loads} }`;
    expect((await gsql(engine, text)).output).toContain(message);
  });
});
