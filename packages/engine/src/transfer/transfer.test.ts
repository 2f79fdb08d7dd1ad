/** EXPORT GRAPH and IMPORT GRAPH: an import restores the exported state. */
import { cp, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Engine } from '../engine.ts';
import type { Write } from '../writes.ts';
import { gsql, mustRun, temporaryFolder, testEngine } from '../testing.ts';
import { zipOf } from '../testing-zip.ts';

const SCHEMA = `
TYPEDEF TUPLE <score INT, word STRING(10), day DATETIME> Mark
CREATE VERTEX Movie (id UINT, title STRING, year INT, PRIMARY KEY (title, year)) WITH STATS="none"
CREATE VERTEX Thing (PRIMARY_ID id INT, i INT DEFAULT -3, u UINT, f FLOAT, d DOUBLE, b BOOL DEFAULT true, s STRING DEFAULT "none",
  t DATETIME DEFAULT "2020-01-01", l LIST<INT>, st SET<STRING>, m MAP<STRING, DOUBLE>, k Mark, ks LIST<Mark>, km MAP<INT, Mark>)
  WITH PRIMARY_ID_AS_ATTRIBUTE="true"
CREATE DIRECTED EDGE saw (FROM Thing, TO Movie | FROM Movie, TO Movie, DISCRIMINATOR(day DATETIME, place STRING), mark Mark) WITH REVERSE_EDGE="seen_by"
CREATE UNDIRECTED EDGE near (FROM *, TO *, km FLOAT)
CREATE VERTEX Lonely (PRIMARY_ID id STRING)
CREATE GRAPH films (Movie, Thing, saw, near)
CREATE GRAPH others ()
CREATE GLOBAL SCHEMA_CHANGE JOB things { ADD VERTEX Thing TO GRAPH others; }
RUN GLOBAL SCHEMA_CHANGE JOB things
DROP JOB things
CREATE SCHEMA_CHANGE JOB own FOR GRAPH others {
  ADD VERTEX Own (id STRING PRIMARY KEY, n INT);
  ADD DIRECTED EDGE has (FROM Own, TO Thing);
}
USE GRAPH others
RUN SCHEMA_CHANGE JOB own
CREATE GLOBAL SCHEMA_CHANGE JOB indexes { ALTER VERTEX Thing ADD INDEX by_s ON (s); ALTER VERTEX Thing ADD VECTOR ATTRIBUTE e (DIMENSION=3, METRIC="L2"); }
RUN GLOBAL SCHEMA_CHANGE JOB indexes
CREATE QUERY counted(INT n = 2) FOR GRAPH films { S = {Thing.*}; PRINT S.size() + n AS c; }
CREATE QUERY kept() FOR GRAPH others { PRINT 1; }
CREATE LOADING JOB fill FOR GRAPH films { DEFINE FILENAME f; LOAD f TO VERTEX Thing VALUES ($0, $1, _, _, _, _, _, _, _, _, _, _, _, _); }`;

const TEXTS = [
  '',
  ' ',
  ',',
  '"',
  '""',
  "'",
  'a,b',
  'line\nbreak',
  'cr\r\nlf',
  'tab\t',
  'ü€𝄞',
  '\\',
  'NULL',
  '|',
];

/** An engine with a value of every kind that files have trouble with. */
async function filled(dataDir?: string): Promise<Engine> {
  const engine = await testEngine(dataDir === undefined ? {} : { dataDir });
  await mustRun(engine, SCHEMA);
  await mustRun(
    engine,
    'INSTALL QUERY counted\nUPDATE DESCRIPTION OF QUERY counted "counts, \\"all\\""',
    'films',
  );
  const mark = (word: string): readonly (string | number)[] => [1, word, '2024-02-03 04:05:06'];
  await engine.write(
    'films',
    TEXTS.flatMap((text, n): Write[] => [
      {
        kind: 'upsertVertex',
        type: 'Thing',
        id: String(n * 1000 - 3),
        attributes: {
          i: { value: -(2n ** 63n) + BigInt(n) },
          u: { value: 2n ** 64n - 1n - BigInt(n) },
          f: { value: 0.1 * n },
          d: { value: 1 / (n + 3) },
          b: { value: n % 2 === 0 },
          s: { value: text },
          t: { value: 86_400 * n - 5 },
          l: { value: [n, -n, 2n ** 60n] },
          st: { value: [text, 'x'] },
          m: { value: new Map([[text, n / 7]]) },
          k: { value: mark(text) },
          ks: { value: [mark(text), mark('b')] },
          km: { value: new Map([[n, mark(text)]]) },
          ...(n % 2 === 0 ? {} : { e: { value: [n / 3, -0.1, 1e-7] } }),
        },
      },
      { kind: 'upsertVertex', type: 'Movie', id: `${text}x,${n}`, attributes: { id: { value: n } } },
    ]),
  );
  await engine.write('films', [{ kind: 'upsertVertex', type: 'Thing', id: '99', attributes: {} }]);
  await engine.write('films', [{ kind: 'deleteVertex', type: 'Thing', id: '-3' }]);
  await engine.write(
    'films',
    TEXTS.flatMap((text, n): Write[] => [
      {
        kind: 'upsertEdge',
        type: 'saw',
        from: { type: 'Thing', id: '997' },
        to: { type: 'Movie', id: `${text}x,${n}` },
        attributes: { day: { value: n }, place: { value: text }, mark: { value: mark(text) } },
      },
      {
        kind: 'upsertEdge',
        type: 'near',
        from: { type: 'Movie', id: `${text}x,${n}` },
        to: { type: 'Movie', id: 'x,0' },
        attributes: { km: { value: n / 3 } },
      },
    ]),
  );
  await engine.write('others', [
    { kind: 'upsertVertex', type: 'Own', id: 'o', attributes: { n: { value: 4 } } },
    {
      kind: 'upsertEdge',
      type: 'has',
      from: { type: 'Own', id: 'o' },
      to: { type: 'Thing', id: '997' },
      attributes: {},
    },
  ]);
  return engine;
}

/** All rows of a graph as REST shows them, whatever their order. */
async function rowsOf(engine: Engine, graph: string): Promise<unknown> {
  const schema = engine.schema(graph);
  const vertices = await Promise.all(
    (schema?.vertexTypes ?? []).map(async ({ name }) => [name, await engine.vertices(graph, name)] as const),
  );
  const edges = await Promise.all(
    vertices.flatMap(([sourceType, rows]) =>
      rows.map(({ v_id: sourceId }) => engine.edges(graph, { sourceType, sourceId })),
    ),
  );
  const texts = [...vertices.flatMap(([, rows]) => rows), ...edges.flat()].map((row) =>
    JSON.stringify(row, (_key, value: unknown) => (typeof value === 'bigint' ? `${value}n` : value)),
  );
  return texts.sort();
}

/** Ids with their vectors. */
async function vectorsOf(engine: Engine): Promise<unknown> {
  const text = 'INTERPRET QUERY () FOR GRAPH films { S = {Thing.*}; PRINT S WITH VECTOR; }';
  const { results } = await engine.interpretQuery(text, 'films', {});
  const [{ S = [] } = {}] = results as readonly { S: { v_id: string; Embeddings?: object }[] }[];
  return S.map(({ v_id, Embeddings }) => `${v_id} ${JSON.stringify(Embeddings)}`).sort();
}

const definitionsOf = (engine: Engine): unknown => ({
  graphs: engine.graphs().map((graph) => ({
    schema: engine.schema(graph),
    version: engine.schemaVersion(graph),
    queries: engine.queries(graph),
    jobs: engine.loadingJobs(graph),
  })),
  global: engine.schema(null),
});

const exportsOf = (folder: string): string => path.join(folder, 'output', 'users', 'tigergraph');

describe('an export', () => {
  it('brings everything back, in another store and in its own', async () => {
    const from = await temporaryFolder();
    const engine = await filled(from);
    const vectors = await vectorsOf(engine);
    expect(JSON.stringify(vectors)).toContain('-0.1');
    const [films, others, definitions] = [
      await rowsOf(engine, 'films'),
      await rowsOf(engine, 'others'),
      definitionsOf(engine),
    ];
    const before = await engine.checksums();
    const printed = await mustRun(
      engine,
      'EXPORT GRAPH ALL TO "/tmp/all"\nEXPORT GRAPH ALL --SEPARATOR "|" TO "bars"',
    );
    expect(printed).toContain(`GlobalTypes/vertex_Thing.csv: ${TEXTS.length} rows`);
    expect(printed).toContain('Successfully exported all graphs to /tmp/all, below your outputs.');
    expect(printed).not.toContain(from);

    const dataDir = await temporaryFolder();
    const other = await testEngine({ dataDir });
    await mustRun(other, 'CREATE VERTEX Old (PRIMARY_ID id STRING)\nCREATE GRAPH old (*)');
    await cp(exportsOf(from), exportsOf(dataDir), { recursive: true });
    for (const folder of ['/tmp/all', 'bars']) {
      await mustRun(other, `IMPORT GRAPH ALL FROM "${folder}"`);
      expect(definitionsOf(other)).toEqual(definitions);
      expect(await rowsOf(other, 'films')).toEqual(films);
      expect(await rowsOf(other, 'others')).toEqual(others);
      expect(await vectorsOf(other)).toEqual(vectors);
    }
    expect((await other.runQuery('films', 'counted', {})).results).toEqual([{ c: TEXTS.length + 2 }]);

    await mustRun(engine, 'IMPORT GRAPH ALL FROM "/tmp/all"');
    const counts = ({ types }: typeof before): unknown =>
      types.map(({ type, count }) => [type, count]).sort();
    expect(counts(await engine.checksums())).toEqual(counts(before));
    expect(await rowsOf(engine, 'films')).toEqual(films);
  });

  it('has names of files that systems take, however long those of types are', async () => {
    const dataDir = await temporaryFolder();
    const engine = await testEngine({ dataDir });
    const [from, to, edge] = ['F', 'T', 'E'].map((letter) => letter.repeat(100));
    await mustRun(
      engine,
      `CREATE VERTEX ${from} (PRIMARY_ID id INT)
       CREATE VERTEX ${to} (PRIMARY_ID id INT)
       CREATE DIRECTED EDGE ${edge} (FROM ${from}, TO ${to} | FROM ${from}, TO ${from})
       CREATE GRAPH g (*)`,
    );
    const end = (type: string | undefined, id: string) => ({ type: type ?? '', id });
    await engine.write('g', [
      { kind: 'upsertEdge', type: edge ?? '', from: end(from, '1'), to: end(to, '2'), attributes: {} },
      { kind: 'upsertEdge', type: edge ?? '', from: end(from, '1'), to: end(from, '3'), attributes: {} },
    ]);
    const rows = await rowsOf(engine, 'g');
    await mustRun(engine, 'EXPORT GRAPH ALL TO "long"\nIMPORT GRAPH ALL FROM "long"');
    expect(await rowsOf(engine, 'g')).toEqual(rows);
    expect(rows).toHaveLength(5);
  });

  it('has a file of its own for each table, whatever lines their names have', async () => {
    const engine = await testEngine({});
    await mustRun(
      engine,
      `CREATE VERTEX b (PRIMARY_ID id INT)
       CREATE VERTEX a_b (PRIMARY_ID id INT)
       CREATE DIRECTED EDGE e_a (FROM b, TO b)
       CREATE DIRECTED EDGE e (FROM a_b, TO b)
       CREATE GRAPH g (*)`,
    );
    const edge = (type: string, from: string, id: string) =>
      ({
        kind: 'upsertEdge',
        type,
        from: { type: from, id },
        to: { type: 'b', id },
        attributes: {},
      }) as const;
    await engine.write('g', [edge('e_a', 'b', '1'), edge('e', 'a_b', '2')]);
    const rows = await rowsOf(engine, 'g');
    expect(rows).toHaveLength(5);
    await mustRun(engine, 'EXPORT GRAPH ALL TO "lines"\nDROP ALL\nIMPORT GRAPH ALL FROM "lines"');
    expect(await rowsOf(engine, 'g')).toEqual(rows);
  });

  it('of an earlier version, whose files have other names, comes back', async () => {
    const dataDir = await temporaryFolder();
    const engine = await testEngine({ dataDir });
    await mustRun(
      engine,
      'CREATE VERTEX P (PRIMARY_ID id INT)\nCREATE DIRECTED EDGE e (FROM P, TO P)\nCREATE GRAPH g (*)',
    );
    const end = (id: string) => ({ type: 'P', id });
    await engine.write('g', [
      { kind: 'upsertEdge', type: 'e', from: end('1'), to: end('2'), attributes: {} },
    ]);
    const rows = await rowsOf(engine, 'g');
    await mustRun(engine, 'EXPORT GRAPH ALL TO "old"');
    const folder = path.join(exportsOf(dataDir), 'old');
    const [now, before] = ['GlobalTypes/edge_e-P-P.csv', 'GlobalTypes/edge_e_P_P.csv'];
    await rename(path.join(folder, now), path.join(folder, before));
    const manifest = path.join(folder, 'export.json');
    await writeFile(manifest, (await readFile(manifest, 'utf8')).replace(now, before));
    await mustRun(engine, 'DROP ALL\nIMPORT GRAPH ALL FROM "old"');
    expect(await rowsOf(engine, 'g')).toEqual(rows);
    // Two tables whose names met lay in one file.
    const { rows: listed, ...rest } = JSON.parse(await readFile(manifest, 'utf8')) as { rows: object[] };
    await writeFile(manifest, JSON.stringify({ ...rest, rows: [...listed, ...listed.slice(-1)] }));
    expect((await gsql(engine, 'IMPORT GRAPH ALL FROM "old"')).output).toContain(
      `has two tables in its file ${before}`,
    );
  });

  it('has drafts with errors of syntax, which stay drafts also after a restart', async () => {
    const dataDir = await temporaryFolder();
    const engine = await testEngine({ dataDir });
    const code = 'CREATE QUERY broken(INT n) FOR GRAPH g {\n  PRINT n\n}\n}';
    await gsql(engine, `CREATE VERTEX V (id STRING PRIMARY KEY)\nCREATE GRAPH g (*)\n${code}`);
    const drafts = (of: Engine) => of.queries('g').map(({ name, draft, code: text }) => [name, draft, text]);
    expect(drafts(engine)).toEqual([['broken', true, code]]);
    await mustRun(engine, 'EXPORT GRAPH ALL TO "out"\nDROP QUERY broken', 'g');
    await mustRun(engine, 'IMPORT GRAPH ALL FROM "out"');
    expect(drafts(engine)).toEqual([['broken', true, code]]);
    await engine.close();
    const reopened = await testEngine({ dataDir });
    expect(drafts(reopened)).toEqual([['broken', true, code]]);
    const { output } = await gsql(reopened, 'INSTALL QUERY broken', { graph: 'g' });
    expect(output).toContain('Syntax Error in query broken (SYN-1): line 3, col 0');
    await mustRun(reopened, 'CREATE OR REPLACE QUERY broken() { PRINT 1; }\nINSTALL QUERY broken', 'g');
    expect(reopened.queries('g')).toMatchObject([{ name: 'broken', draft: false, installed: true }]);
  });

  it('of one graph comes beside what is there, and refuses what differs', async () => {
    const engine = await filled();
    const others = await rowsOf(engine, 'others');
    await mustRun(engine, 'EXPORT GRAPH others TO "one"');
    const again = await gsql(engine, 'IMPORT GRAPH others FROM "one"');
    expect(again).toMatchObject({ code: 212 });
    expect(again.output).toContain('the graph others is there already');
    await mustRun(engine, 'DROP GRAPH others');
    await engine.write('films', [
      { kind: 'upsertVertex', type: 'Thing', id: '997', attributes: { s: { value: 'changed' } } },
    ]);
    await mustRun(engine, 'IMPORT GRAPH others FROM "one"');
    expect(await rowsOf(engine, 'others')).toEqual(others);
    expect(engine.graphs()).toEqual(['films', 'others']);

    await mustRun(engine, 'DROP GRAPH others');
    await mustRun(
      engine,
      'CREATE GLOBAL SCHEMA_CHANGE JOB j { ALTER VERTEX Thing DROP ATTRIBUTE (i); }\nRUN GLOBAL SCHEMA_CHANGE JOB j',
    );
    expect((await gsql(engine, 'IMPORT GRAPH others FROM "one"')).output).toContain(
      'the global vertex type Thing is another one here',
    );
    expect((await gsql(engine, 'IMPORT GRAPH nope FROM "one"')).output).toContain(
      'The export has no graph nope',
    );
  });

  it('of the schema or the template has no rows', async () => {
    const dataDir = await temporaryFolder();
    const engine = await testEngine({ dataDir });
    await mustRun(engine, SCHEMA);
    await mustRun(engine, 'EXPORT GRAPH films -S TO "s"\nEXPORT GRAPH films --TEMPLATE TO "t"');
    expect((await readdir(path.join(exportsOf(dataDir), 's'))).sort()).toEqual([
      'DBImportExport_films.gsql',
      'export.json',
      'global.gsql',
      'tuple.gsql',
    ]);
    const text = await readFile(path.join(exportsOf(dataDir), 't', 'DBImportExport_films.gsql'), 'utf8');
    expect(text).toContain('CREATE QUERY counted');
    await mustRun(engine, 'IMPORT GRAPH ALL FROM "s"');
    expect(engine.queries('films')).toEqual([]);
    await mustRun(engine, 'IMPORT GRAPH ALL FROM "t"');
    expect(engine.queries('films').map(({ name }) => name)).toEqual(['counted']);
    // The GSQL for people recreates the same types.
    await mustRun(engine, 'DROP ALL');
    for (const file of ['tuple.gsql', 'global.gsql', 'DBImportExport_films.gsql'])
      await mustRun(engine, await readFile(path.join(exportsOf(dataDir), 't', file), 'utf8'));
    expect(engine.schema('films')?.vertexTypes.map(({ name }) => name)).toEqual(['Movie', 'Thing']);
  });
});

describe('refusals', () => {
  it('leave the store as it was', async () => {
    const dataDir = await temporaryFolder();
    const engine = await testEngine({ dataDir });
    await mustRun(engine, SCHEMA);
    await engine.write('films', [{ kind: 'upsertVertex', type: 'Thing', id: '1', attributes: {} }]);
    await mustRun(engine, 'EXPORT GRAPH ALL TO "x"');
    const file = path.join(exportsOf(dataDir), 'x', 'GlobalTypes', 'vertex_Thing.csv');
    const [header = ''] = (await readFile(file, 'utf8')).split('\n');
    const sums = await engine.checksums();
    const refused = async (text: string): Promise<string> => {
      const { code, output } = await gsql(engine, text);
      expect(code).not.toBe(0);
      expect(await engine.checksums()).toEqual(sums);
      return output;
    };
    expect(await refused('EXPORT GRAPH ALL TO "x"')).toContain('must be empty');
    expect(await refused('SET export_timeout = 1\nEXPORT GRAPH ALL TO "slow"')).toContain(
      'The export took longer than the export_timeout of 1 ms: nothing was written.',
    );
    expect(await readdir(exportsOf(dataDir))).toEqual(['x']);
    expect(await refused('EXPORT GRAPH nope TO "y"')).toContain("The graph 'nope' does not exist");
    expect(await refused('EXPORT GRAPH ALL TO "../y"')).toContain('cannot be written');
    expect(await refused('IMPORT GRAPH ALL FROM "/etc"')).toContain('There is no export in');
    await writeFile(file, 'primary_id,i\n"1",notanumber\n');
    expect(await refused('IMPORT GRAPH ALL FROM "x"')).toContain('Failed to import all graphs.');
    for (const [id, why] of [
      ['x'.repeat(16_385), "An id of the vertex type 'Thing' has 16385 bytes: 16384 are the limit."],
      ['', "A vertex of type 'Thing' needs an id that is not empty."],
      ['one', "'one' is not an id of the vertex type 'Thing': INT is expected."],
      ['007', "The id '007' of the vertex type 'Thing' is to be written 7."],
    ]) {
      await writeFile(file, `${header}\n"${id}"${','.repeat(header.split(',').length - 1)}\n`);
      expect(await refused('IMPORT GRAPH ALL FROM "x"')).toContain(
        `The file GlobalTypes/vertex_Thing.csv of the export cannot be read: ${why}`,
      );
    }
    await rm(file);
    expect(await refused('IMPORT GRAPH ALL FROM "x"')).toContain(
      'has lost its file GlobalTypes/vertex_Thing.csv',
    );
  });
});

/** As TigerGraph writes it: columns lie between the signs 29, rows end in line breaks. */
const COLUMN = '\u001d';
const FOREIGN: Readonly<Record<string, string>> = {
  'tuple.gsql': 'TYPEDEF TUPLE <a INT, b STRING> Pair\n',
  'global.gsql': `CREATE VERTEX Airport (PRIMARY_ID id STRING, name STRING, latitude FLOAT, codes SET<STRING>) WITH STATS="OUTDEGREE_BY_EDGETYPE", PRIMARY_ID_AS_ATTRIBUTE="true"
CREATE DIRECTED EDGE flight_to (FROM Airport, TO Airport, miles INT) WITH REVERSE_EDGE="flight_from"
`,
  'DBImportExport_air.gsql': `CREATE GRAPH air (Airport, flight_to)
CREATE SCHEMA_CHANGE JOB schema_change_job_air FOR GRAPH air {
  ADD VERTEX Crew (PRIMARY_ID id STRING, age INT) WITH STATS="OUTDEGREE_BY_EDGETYPE";
}
RUN SCHEMA_CHANGE JOB schema_change_job_air
DROP JOB schema_change_job_air
set exit_on_error = "false"
CREATE QUERY far(INT miles) FOR GRAPH air { S = {Airport.*}; S = SELECT t FROM S:s -(flight_to>:e)- Airport:t WHERE e.miles > miles; PRINT S.size() AS n; }
set exit_on_error = "true"
set exit_on_error = "false"
CREATE QUERY broken() FOR GRAPH air { SELECT FROM WHERE; }
set exit_on_error = "true"
`,
  'run_loading_jobs.gsql': `USE GRAPH air
CREATE LOADING JOB air_load_job FOR GRAPH air {
LOAD "ANY:$sys.data_root/GlobalTypes/Airport.csv" TO VERTEX Airport VALUES ($"primary_id", $"name", $"latitude", SPLIT($"codes", "|")) USING SEPARATOR = "${COLUMN}", HEADER = "true";
LOAD "ANY:$sys.data_root/graph_air/Crew.csv" TO VERTEX Crew VALUES ($"primary_id", $"age") USING SEPARATOR = "${COLUMN}", HEADER = "true";
LOAD "ANY:$sys.data_root/GlobalTypes/flight_to.csv" TO EDGE flight_to VALUES ($"from", $"to", $"miles") USING SEPARATOR = "${COLUMN}", HEADER = "true";
}
RUN LOADING JOB air_load_job
DROP JOB air_load_job
`,
  'GlobalTypes/Airport.csv': [
    'primary_id,name,latitude,codes',
    'osl,Oslo, the capital,60.2,OSL|ENGM',
    'bgo,Bergen,60.3,BGO',
  ]
    .map((line) => line.replace('Oslo, the', 'Oslo~ the').replaceAll(',', COLUMN).replace('~', ','))
    .join('\n'),
  'GlobalTypes/flight_to.csv': ['from,to,miles', 'osl,bgo,200']
    .map((line) => line.replaceAll(',', COLUMN))
    .join('\n'),
  'graph_air/Crew.csv': ['primary_id,age', 'ann,41'].map((line) => line.replaceAll(',', COLUMN)).join('\n'),
};

describe('what TigerGraph exported', () => {
  it('is imported from its archive, with what cannot be read told by name', async () => {
    const dataDir = await temporaryFolder();
    const engine = await testEngine({ dataDir });
    await mustRun(engine, 'CREATE VERTEX Old (PRIMARY_ID id STRING)\nCREATE GRAPH old (*)');
    await mkdir(path.join(exportsOf(dataDir), 'tmp'), { recursive: true });
    await writeFile(path.join(exportsOf(dataDir), 'tmp', 'ExportedGraph.zip'), zipOf(FOREIGN));
    const { output, code } = await gsql(engine, 'IMPORT GRAPH ALL FROM "/tmp"');
    expect(output).toContain('---- DBImportExport_air.gsql');
    expect(output).toContain('Parsing encountered');
    expect(output).toContain(
      'Imported air; what could not be done stands above, below DBImportExport_air.gsql.',
    );
    expect(code).toBe(212);
    expect(engine.graphs()).toEqual(['air']);
    expect(engine.queries('air').map(({ name, draft }) => [name, draft])).toEqual([
      ['far', false],
      ['broken', true],
    ]);
    expect(engine.loadingJobs('air')).toEqual([]);
    expect(await engine.vertices('air', 'Airport', { sort: 'id' })).toMatchObject([
      { v_id: 'bgo', attributes: { name: 'Bergen', codes: ['BGO'] } },
      { v_id: 'osl', attributes: { name: 'Oslo, the capital', codes: ['ENGM', 'OSL'] } },
    ]);
    expect(await engine.edges('air', { sourceType: 'Airport', sourceId: 'osl' })).toMatchObject([
      { to_id: 'bgo', attributes: { miles: 200 } },
    ]);
    expect(await engine.vertices('air', 'Crew', {})).toMatchObject([
      { v_id: 'ann', attributes: { age: 41 } },
    ]);
    // The unpacked files are removed.
    expect((await readdir(dataDir)).filter((name) => name.startsWith('import-'))).toEqual([]);
    const again = await gsql(engine, 'IMPORT GRAPH air FROM "/tmp"');
    expect(again.output).toContain('the graph air is there already');
    expect((await gsql(engine, 'IMPORT GRAPH other FROM "/tmp"')).output).toContain('has the graphs air');
  });

  it('is a layout that exports from here have too: their jobs load what they wrote', async () => {
    const dataDir = await temporaryFolder();
    const engine = await testEngine({ dataDir });
    await mkdir(exportsOf(dataDir), { recursive: true });
    await writeFile(path.join(exportsOf(dataDir), 'air.zip'), zipOf(FOREIGN));
    await gsql(engine, 'IMPORT GRAPH ALL FROM "air.zip"');
    await mustRun(engine, 'DROP QUERY broken', 'air');
    await mustRun(
      engine,
      'CREATE PACKAGE lib\nCREATE TEMPLATE QUERY lib.one() { PRINT 1; }\nEXPORT GRAPH ALL TO "out"',
    );
    const out = path.join(exportsOf(dataDir), 'out');
    expect((await readdir(out, { recursive: true })).sort()).toEqual([
      'DBImportExport_air.gsql',
      'GlobalTypes',
      'GlobalTypes/edge_flight_to-Airport-Airport.csv',
      'GlobalTypes/vertex_Airport.csv',
      'export.json',
      'global.gsql',
      'graph_air',
      'graph_air/vertex_Crew.csv',
      'run_loading_jobs.gsql',
      'tuple.gsql',
    ]);
    await rm(path.join(out, 'export.json'));
    expect((await gsql(engine, 'IMPORT GRAPH ALL FROM "out"')).output).toContain(
      'Successfully imported air.',
    );
    expect(await engine.vertices('air', 'Airport', { sort: 'id' })).toMatchObject([
      { v_id: 'bgo', attributes: { name: 'Bergen' } },
      { v_id: 'osl', attributes: { name: 'Oslo, the capital' } },
    ]);
    expect(await engine.edges('air', { sourceType: 'Airport', sourceId: 'osl' })).toHaveLength(1);
    expect(engine.templateQuery('lib.one')).toContain('PRINT 1');
  });
});
