import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { gzipSync } from 'node:zlib';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import type { Engine, LoadOptions } from '../engine.ts';
import type { LoadStatus } from '../load-status.ts';
import { gsql, mustRun, temporaryFolder, testEngine } from '../testing.ts';

const SCHEMA = `
CREATE VERTEX P (PRIMARY_ID id STRING, age INT, name STRING, born DATETIME, ok BOOL, score DOUBLE, tags LIST<INT>, notes MAP<STRING, INT>)
CREATE VERTEX N (id INT PRIMARY KEY, text STRING DEFAULT "?")
CREATE DIRECTED EDGE E (FROM P, TO P, n INT)
CREATE GRAPH g (*)`;

async function open(job: string): Promise<Engine> {
  const engine = await testEngine();
  await mustRun(engine, SCHEMA);
  await mustRun(engine, `CREATE LOADING JOB j FOR GRAPH g { ${job} }`);
  return engine;
}

async function fileOf(content: string | Buffer, name = 'f.csv'): Promise<string> {
  const file = path.join(await temporaryFolder(), name);
  await writeFile(file, content);
  return file;
}

const load = async (
  engine: Engine,
  content: string | Buffer,
  options: Partial<LoadOptions> = {},
): Promise<LoadStatus> =>
  engine.loadEnded(await engine.startLoad('g', 'j', { files: { f: await fileOf(content) }, ...options }));

const people = async (engine: Engine): Promise<Record<string, unknown>> =>
  Object.fromEntries((await engine.vertices('g', 'P')).map((each) => [each.v_id, each.attributes.name]));

const reasons = async (engine: Engine, status: LoadStatus): Promise<[number, string][]> =>
  (await engine.rejectedRows(status.id, 100)).map(({ line, reason }) => [line, reason]);

const NAMES = 'DEFINE FILENAME f; LOAD f TO VERTEX P VALUES ($0, _, $1)';

describe('lines', () => {
  it.each([
    ['Windows line ends', 'id,name\r\na,Ann\r\nb,Bob\r\n'],
    ['a byte-order mark', '\ufeffid,name\na,Ann\nb,Bob\n'],
    ['both', '\ufeffid,name\r\na,Ann\r\nb,Bob'],
    ['no line end at the end', 'id,name\na,Ann\nb,Bob'],
    ['blank lines', '\n\nid,name\n\na,Ann\r\n\r\nb,Bob\n\n'],
    ['spaces in the header', ' id , name \na,Ann\nb,Bob'],
  ])('with %s are read', async (_what, text) => {
    const engine = await open(
      `DEFINE FILENAME f; LOAD f TO VERTEX P VALUES ($"id", _, $"name") USING HEADER="true"`,
    );
    const status = await load(engine, text);
    expect(status).toMatchObject({ state: 'finished', error: null, progress: 1 });
    expect(await people(engine)).toEqual({ a: 'Ann', b: 'Bob' });
    expect(status.files[0]).toMatchObject({ validLine: 2, rejectLine: 0, notEnoughToken: 0 });
  });

  it('are separated as the job says: tab, decimal code, another end of line, gzip', async () => {
    const engine = await open(`${NAMES} USING SEPARATOR="\\t";`);
    await load(engine, 'a\tx,y\n');
    await load(engine, 'b|x\ny', { using: { SEPARATOR: '\\124', EOL: ';' } });
    await load(engine, 'c|1;d|2;', { using: { SEPARATOR: '|', EOL: ';' } });
    const zipped = await fileOf(gzipSync('e\tz\n'), 'f.csv.gz');
    await load(engine, '', { files: { f: zipped } });
    expect(await people(engine)).toEqual({ a: 'x,y', b: 'x\ny', c: '1', d: '2', e: 'z' });
  });

  it('keep their numbers in reports past blank and joined lines', async () => {
    const engine = await open(`${NAMES} USING QUOTE="double";`);
    const status = await load(engine, 'a,1\n\nb,"two\nlines"\nshort\n');
    expect(await people(engine)).toEqual({ a: '1', b: 'two\nlines' });
    expect(await reasons(engine, status)).toEqual([
      [5, 'ShortOfToken(file): the line has 1 of the 2 columns that are read'],
    ]);
  });

  it('that are no UTF-8 are rejected one by one', async () => {
    const engine = await open(`${NAMES};`);
    const status = await load(
      engine,
      Buffer.concat([Buffer.from('a,1\nb,'), Buffer.from([0xff, 0xfe]), Buffer.from('\nc,3\n')]),
    );
    expect(await people(engine)).toEqual({ a: '1', c: '3' });
    expect(status.files[0]).toMatchObject({ validLine: 2, rejectLine: 1 });
    expect(await reasons(engine, status)).toEqual([[2, 'InvalidEncoding: the line is not valid UTF-8']]);
  });

  it('keep a lone carriage return and control characters', async () => {
    const engine = await open(`${NAMES};`);
    await load(engine, 'a,x\ry\nb,p\u001dq\n');
    expect(await people(engine)).toEqual({ a: 'x\ry', b: 'p\u001dq' });
  });
});

describe('quotes', () => {
  it('keep separators and doubled quotes', async () => {
    const engine = await open(`${NAMES} USING QUOTE="double";`);
    await load(engine, 'a,"x,y"\n"b","say ""hi"""\nc,""\nd,""""\n');
    expect(await people(engine)).toEqual({ a: 'x,y', b: 'say "hi"', c: '', d: '"' });
  });

  it('that are never closed reject their line alone', async () => {
    const engine = await open(`${NAMES} USING QUOTE="double";`);
    const status = await load(engine, 'a,1\nb,"broken\nc,3\nd,"x"\ne,"also\nf,6\n');
    expect(await people(engine)).toEqual({ a: '1', c: '3', d: 'x', f: '6' });
    expect(await engine.rejectedRows(status.id, 10)).toMatchObject([
      {
        line: 2,
        target: null,
        reason: 'BrokenQuote: a quote is opened and not closed',
        content: 'b,"broken',
      },
      { line: 5, content: 'e,"also' },
    ]);
    expect(status.files[0]).toMatchObject({ validLine: 4, rejectLine: 2 });
  });

  it('are plain characters when the job does not say QUOTE', async () => {
    const engine = await open(`${NAMES};`);
    await load(engine, 'a,"x"\nb,"\n');
    expect(await people(engine)).toEqual({ a: '"x"', b: '"' });
  });
});

describe('rows that do not fit', () => {
  it('are counted by what is wrong, with line, target, reason and content', async () => {
    const engine = await open(`DEFINE FILENAME f;
      LOAD f TO VERTEX P VALUES ($0, $1, $2, $3, $4, $5), TO VERTEX N VALUES ($6, $2) WHERE $2 != "skip" USING HEADER="true";`);
    const status = await load(
      engine,
      [
        'id,age,name,born,ok,score,n',
        'a,1,Ann,2020-01-02 03:04:05,true,1.5,1',
        'b,x,Bob,2020/01/02,1,1e3,2',
        ',3,noid,,,,3',
        'd,9223372036854775808,big,,,,4',
        'e,5,skip,yesterday,,,5',
        'f,6,name,,maybe,,x7',
        'g,7,nan,,,nan,7',
        'a,,later,1577934245,FALSE,,1',
      ].join('\n'),
    );
    expect(status.files[0]).toMatchObject({
      validLine: 8,
      vertex: [
        { typeName: 'P', validObject: 2, newObject: 1, updatedObject: 1, noIdFound: 1, invalidAttribute: 5 },
        {
          typeName: 'N',
          validObject: 6,
          newObject: 5,
          updatedObject: 1,
          invalidPrimaryId: 1,
          failedCondition: 1,
        },
      ],
    });
    expect(await engine.rejectedRows(status.id, 100)).toEqual([
      {
        file: status.files[0]?.file,
        line: 3,
        target: 'P',
        reason: 'InvalidAttribute(load vertex:P): age must be INT, but is x',
        content: 'b,x,Bob,2020/01/02,1,1e3,2',
      },
      expect.objectContaining({ line: 4, reason: 'NoIdFound(load vertex:P): the id is empty' }),
      expect.objectContaining({
        line: 5,
        reason: 'InvalidAttribute(load vertex:P): age must be INT, but is 9223372036854775808',
      }),
      expect.objectContaining({
        line: 6,
        reason: 'InvalidAttribute(load vertex:P): born must be DATETIME, but is yesterday',
      }),
      expect.objectContaining({
        line: 7,
        target: 'N',
        reason: 'InvalidPrimaryId(load vertex:N): the id must be INT as the id of N, but is x7',
      }),
      expect.objectContaining({
        line: 7,
        target: 'P',
        reason: 'InvalidAttribute(load vertex:P): ok must be BOOL, but is maybe',
      }),
      expect.objectContaining({
        line: 8,
        reason: 'InvalidAttribute(load vertex:P): score must be DOUBLE, but is nan',
      }),
    ]);
    expect((await engine.vertices('g', 'P'))[0]?.attributes).toMatchObject({
      age: 1,
      name: 'later',
      born: '2020-01-02 03:04:05',
      ok: false,
      score: 1.5,
    });
    expect(await engine.rejectedRows(status.id, 1)).toHaveLength(1);
  });

  it('and lines without enough tokens are left out of every target', async () => {
    const engine = await open(`${NAMES};`);
    const status = await load(engine, 'a,1\nb\nc,3,more\n');
    expect(status.files[0]).toMatchObject({ validLine: 2, notEnoughToken: 1, surplusToken: 1 });
    expect(await people(engine)).toEqual({ a: '1', c: '3' });
  });
});

describe('values', () => {
  it('come from functions, literals, lists, maps and reducers', async () => {
    const engine = await open(`DEFINE FILENAME f; LOAD f TO VERTEX P VALUES
      (gsql_concat($0, "-", gsql_upper($1)), REDUCE(add($2)), gsql_substring($1, 1, 2), _, gsql_to_bool($3), 2.5, SPLIT($4, ";"), SPLIT($5, "=", ";"))
      WHERE to_int($2) < 100 AND NOT $1 IS EMPTY;`);
    const status = await load(
      engine,
      'a,xyz,1,t,1;2,p=1;q=2\na,xyz,2,n,3,q=5\nb,xyz,100,t,,\nc,,1,t,,\nd,dd,1,t,1;x,\n',
    );
    expect(status.files[0]?.vertex[0]).toMatchObject({
      validObject: 2,
      failedCondition: 2,
      invalidAttribute: 1,
    });
    expect(await engine.vertices('g', 'P')).toEqual([
      {
        v_id: 'a-XYZ',
        v_type: 'P',
        attributes: expect.objectContaining({
          age: 3,
          name: 'yz',
          ok: false,
          score: 2.5,
          tags: [1, 2, 3],
          notes: { p: 1, q: 5 },
        }) as unknown,
      },
    ]);
  });

  it('of 64-bit integers are exact and their ids canonical', async () => {
    const engine = await open('DEFINE FILENAME f; LOAD f TO VERTEX N VALUES ($0, $1);');
    await load(engine, '9223372036854775807,max\n007,seven\n7,again\n');
    expect(
      (await engine.vertices('g', 'N')).map((each) => [each.v_id, each.attributes.id, each.attributes.text]),
    ).toEqual([
      ['9223372036854775807', 9223372036854775807n, 'max'],
      ['7', 7, 'again'],
    ]);
  });
});

describe('edges', () => {
  const EDGES = 'DEFINE FILENAME f; LOAD f TO EDGE E VALUES ($0, $1, $2)';

  it('make their ends, or report the ends that must exist', async () => {
    const engine = await open(`${EDGES};`);
    await load(engine, 'a,b,1\nb,c,2\na,b,3\n');
    expect(await engine.countVertices('g', 'P')).toEqual([{ type: 'P', count: 3 }]);
    expect(await engine.countEdges('g', 'E')).toEqual([{ type: 'E', count: 2 }]);
    await mustRun(engine, `CREATE LOADING JOB k { ${EDGES} USING VERTEX_MUST_EXIST="true"; }`, 'g');
    const f = await fileOf('a,c,1\na,x,2\ny,z,3\n,a,4\n');
    const status = await engine.loadEnded(await engine.startLoad('g', 'k', { files: { f } }));
    expect(status.files[0]?.edge[0]).toMatchObject({
      validObject: 1,
      newObject: 1,
      missingEndpoint: 2,
      noIdFound: 1,
    });
    expect(await reasons(engine, status)).toEqual([
      [2, 'MissingVertex(load edge:E): P "x" does not exist'],
      [3, 'MissingVertex(load edge:E): P "y" and P "z" do not exist'],
      [4, 'NoIdFound(load edge:E): the source is empty'],
    ]);
  });
});

describe('a job', () => {
  it('takes its column names from DEFINE HEADER', async () => {
    const engine = await open(
      'DEFINE FILENAME f; DEFINE HEADER h = "name", "id"; LOAD f TO VERTEX P VALUES ($"id", _, $"name") USING USER_DEFINED_HEADER="h";',
    );
    await load(engine, 'Ann,a\n');
    expect(await people(engine)).toEqual({ a: 'Ann' });
  });

  it('is refused when made with the place of its fault', async () => {
    const engine = await testEngine();
    await mustRun(engine, SCHEMA);
    const refused: [string, string][] = [
      ['LOAD f TO VERTEX P VALUES ($0) USING SEPARATOR=""', 'SEPARATOR is ""; a character is expected'],
      [
        'LOAD f TO VERTEX P VALUES ($0) USING HEADER="maybe"',
        'HEADER is "maybe"; "true" or "false" is expected',
      ],
      [
        'LOAD f TO VERTEX P VALUES ($0) USING QUOTE="back"',
        'QUOTE is "back"; "double" or "single" is expected',
      ],
      ['LOAD f TO VERTEX P VALUES ($0) USING COLOUR="red"', 'The option COLOUR is not known'],
      ['LOAD f TO VERTEX P VALUES ($0) USING USER_DEFINED_HEADER="h"', 'The header h is not defined'],
      ['LOAD f TO VERTEX P VALUES ($"id")', 'The column $"id" needs a header'],
      ['LOAD g TO VERTEX P VALUES ($0)', 'The file variable g is not defined'],
      ['LOAD f TO VERTEX P VALUES (_)', "'_' cannot stand for the id"],
      ['LOAD f TO VERTEX N VALUES ($0, $1, $2)', 'takes 1 to 2 values, 3 are given'],
      ['LOAD f TO EDGE Nope VALUES ($0, $1)', 'The edge type Nope does not exist in the graph g'],
      ['LOAD f TO EDGE E VALUES ($0 N, $1 P)', "does not go from 'N' to 'P'"],
      [
        'LOAD f TO VERTEX P VALUES ($0) USING HEADER="true"; LOAD f TO VERTEX N VALUES ($0)',
        'need the same USING options',
      ],
    ];
    for (const [statements, message] of refused) {
      const text = `CREATE LOADING JOB j FOR GRAPH g { DEFINE FILENAME f; ${statements}; }`;
      const { code, output } = await gsql(engine, text);
      expect(output).toContain(message);
      expect(output).toMatch(/line 1, col \d+/);
      expect(code).toBe(212);
    }
    expect(engine.loadingJobs('g')).toEqual([]);
  });

  it('is refused for a value that cannot be computed', async () => {
    const engine = await testEngine();
    await mustRun(engine, SCHEMA);
    const refused: [string, string][] = [
      ['nonsense($0)', "The token function 'nonsense' is not known"],
      ['gsql_upper($0, $1)', 'gsql_upper does not take 2 arguments'],
      ['REDUCE(average($0))', 'REDUCE takes one of'],
    ];
    for (const [value, message] of refused) {
      const text = `CREATE LOADING JOB j FOR GRAPH g { DEFINE FILENAME f; LOAD f TO VERTEX P VALUES ($0, ${value}); }`;
      expect((await gsql(engine, text)).output).toContain(message);
    }
    expect(engine.loadingJobs('g')).toEqual([]);
  });
});

describe('a load', () => {
  it('of a file that cannot be had is refused with a sentence that names it', async () => {
    const engine = await open(
      `DEFINE FILENAME f; LOAD f TO VERTEX P VALUES ($"id", _, $"nme") USING HEADER="true";`,
    );
    const missing = engine.startLoad('g', 'j', { files: { f: '/no/such/file.csv' } });
    await expect(missing).rejects.toThrow('The file /no/such/file.csv does not exist or cannot be read.');
    await expect(engine.startLoad('g', 'j', { files: {} })).rejects.toThrow(
      /'f' of the loading job 'j' has no path/,
    );
    await expect(engine.startLoad('g', 'j', { files: { x: 'y' } })).rejects.toThrow(
      /no file variable 'x'; it has: f/,
    );
    await expect(engine.startLoad('g', 'nope', { files: {} })).rejects.toThrow(/'nope' does not exist/);
    for (const text of ['', '\ufeff', '\n\r\n\n']) {
      const empty = await load(engine, text);
      expect(empty.state).toBe('failed');
      expect(empty.error).toMatch(/The file .*f\.csv is empty\./);
    }
    const renamed = await load(engine, 'id,name\na,b\n');
    expect(renamed.error).toMatch(/f\.csv has no column "nme"; its header \(line 1\) has: id, name\./);
    expect(await engine.countVertices('g', 'P')).toEqual([{ type: 'P', count: 0 }]);
    expect((await load(engine, 'id,nme\n')).files[0]).toMatchObject({ validLine: 0 });
  });

  it('can be aborted and then leaves nothing', async () => {
    const engine = await open(`${NAMES};`);
    const lines = Array.from({ length: 400_000 }, (_, n) => `id${n},name ${n}`);
    const id = await engine.startLoad('g', 'j', { files: { f: await fileOf(lines.join('\n')) } });
    expect(engine.loadStatus(id)?.state).toBe('running');
    expect(engine.activity().runningLoads).toBe(1);
    expect(engine.abortLoad(id)).toBe(true);
    expect(await engine.loadEnded(id)).toMatchObject({ state: 'aborted', error: null });
    expect(engine.abortLoad(id)).toBe(false);
    expect(await engine.countVertices('g', 'P')).toEqual([{ type: 'P', count: 0 }]);
    expect((await load(engine, 'a,1\n')).state).toBe('finished');
  });

  it('that waits for another one is aborted at once', async () => {
    const engine = await open(`${NAMES};`);
    const lines = Array.from({ length: 200_000 }, (_, n) => `id${n},name ${n}`);
    const big = await fileOf(lines.join('\n'));
    const first = await engine.startLoad('g', 'j', { files: { f: big } });
    const small = await fileOf('a,1\n');
    const waiting = new AbortController();
    const second = await engine.startLoad('g', 'j', { files: { f: small }, signal: waiting.signal });
    waiting.abort();
    expect(await engine.loadEnded(second)).toMatchObject({ state: 'aborted' });
    expect(await engine.loadEnded(first)).toMatchObject({ state: 'finished' });
    expect(await engine.countVertices('g', 'P')).toEqual([{ type: 'P', count: 200_000 }]);
  });

  it('that waited while the schema changed goes by the new schema', async () => {
    const engine = await open(`${NAMES};`);
    const lines = Array.from({ length: 100_000 }, (_, n) => `id${n},name ${n}`);
    const first = await engine.startLoad('g', 'j', { files: { f: await fileOf(lines.join('\n')) } });
    const change = engine.changeSchema(null, { alterVertexTypes: [{ name: 'P', dropAttributes: ['ok'] }] });
    const second = await engine.startLoad('g', 'j', { files: { f: await fileOf('a,1\n') } });
    expect(await engine.loadEnded(first)).toMatchObject({ state: 'finished' });
    await change;
    expect(await engine.loadEnded(second)).toMatchObject({ state: 'finished', error: null });
    expect(await engine.countVertices('g', 'P')).toEqual([{ type: 'P', count: 100_001 }]);
  });

  it('takes a file whatever its name is', async () => {
    const engine = await open(`${NAMES};`);
    const file = await fileOf('a,1\n', "odd [1]*? it's {x}.csv");
    const status = await engine.loadEnded(await engine.startLoad('g', 'j', { files: { f: file } }));
    expect(status).toMatchObject({ state: 'finished', error: null });
    const folder = path.dirname(file);
    await writeFile(path.join(folder, 'second.csv'), 'b,2\n');
    await engine.loadEnded(await engine.startLoad('g', 'j', { files: { f: `any:${folder}` } }));
    expect(await people(engine)).toEqual({ a: '1', b: '2' });
  });

  it('is still reported after the engine was opened again', async () => {
    const dataDir = await temporaryFolder();
    const first = await testEngine({ dataDir });
    await mustRun(first, SCHEMA);
    await mustRun(first, `CREATE LOADING JOB j FOR GRAPH g { ${NAMES}; }`);
    const status = await load(first, 'a,1\nb\n');
    await first.close();
    const second = await testEngine({ dataDir });
    expect(second.loadStatus(status.id)).toEqual(status);
    expect(await second.rejectedRows(status.id, 5)).toHaveLength(1);
    expect(second.loads('g')).toHaveLength(1);
    await expect(second.rejectedRows('nothing', 5)).rejects.toThrow(/no load with the id/);
  });
});

describe('real files', () => {
  const data = (name: string): string =>
    fileURLToPath(new URL(`../../../../node_modules/vega-datasets/data/${name}`, import.meta.url));

  it('of airports and routes load whole; routes to airports that are missing are reported', async () => {
    const engine = await testEngine();
    await mustRun(
      engine,
      `CREATE VERTEX Airport (PRIMARY_ID iata STRING, name STRING, city STRING, state STRING, country STRING, latitude DOUBLE, longitude DOUBLE)
       CREATE DIRECTED EDGE Flight (FROM Airport, TO Airport, count INT)
       CREATE GRAPH air (*)
       CREATE LOADING JOB load_air FOR GRAPH air {
         DEFINE FILENAME airports; DEFINE FILENAME flights;
         LOAD flights TO EDGE Flight VALUES ($"origin", $"destination", $"count") USING HEADER="true", VERTEX_MUST_EXIST="true";
         LOAD airports TO VERTEX Airport VALUES ($"iata", $"name", $"city", $"state", $"country", $"latitude", $"longitude") USING HEADER="true", QUOTE="double";
       }`,
    );
    const start = (airports: string): Promise<string> =>
      engine.startLoad('air', 'load_air', { files: { airports, flights: data('flights-airport.csv') } });
    const without = readFileSync(data('airports.csv'), 'utf8').replace(/^ATL,.*\n/m, '');
    const partial = await engine.loadEnded(await start(await fileOf(without, 'airports.csv')));
    const [, airports] = partial.files;
    expect(airports?.vertex[0]).toMatchObject({ validObject: 3375, newObject: 3375 });
    const missing = partial.files[0]?.edge[0]?.missingEndpoint ?? 0;
    expect(missing).toBeGreaterThan(100);
    expect(partial.files[0]?.edge[0]).toMatchObject({ validObject: 5366 - missing });
    const [row] = await engine.rejectedRows(partial.id, 1);
    expect(row).toMatchObject({
      target: 'Flight',
      reason: 'MissingVertex(load edge:Flight): Airport "ATL" does not exist',
    });

    const whole = await engine.loadEnded(await start(data('airports.csv')));
    expect(whole.files[1]?.vertex[0]).toMatchObject({ validObject: 3376, newObject: 1, updatedObject: 3375 });
    expect(whole.files[0]?.edge[0]).toMatchObject({
      newObject: missing,
      updatedObject: 5366 - missing,
      missingEndpoint: 0,
    });
    expect(await engine.countEdges('air', 'Flight')).toEqual([{ type: 'Flight', count: 5366 }]);
    expect(
      await engine.edges('air', {
        sourceType: 'Airport',
        sourceId: 'ABE',
        targetType: 'Airport',
        targetId: 'ATL',
      }),
    ).toMatchObject([{ attributes: { count: 853 } }]);
  });
});

it('an id that is longer than ids may be is rejected, and its line is told', async () => {
  const most = 'é'.repeat(8192);
  const engine = await open(
    `DEFINE FILENAME f; LOAD f TO VERTEX P VALUES ($0, _, $1), TO EDGE E VALUES ($0, $1, _)`,
  );
  const status = await load(engine, `${most},a\n${most}x,b\nc,${most}x\n`);
  expect(status.state).toBe('finished');
  expect((await engine.vertices('g', 'P')).map(({ v_id }) => v_id).sort()).toEqual(['a', 'c', most]);
  const why = (what: string, label: string): string =>
    `InvalidPrimaryId(load ${label}): ${what} must be STRING of at most 16384 bytes as the id of P, but is 16385 bytes long`;
  expect(await reasons(engine, status)).toEqual(
    expect.arrayContaining([
      [2, why('the id', 'vertex:P')],
      [2, why('the source', 'edge:E')],
      [3, why('the target', 'edge:E')],
    ]),
  );
});
