/** Exports that somebody wrote by hand: nothing of them reaches SQL, JavaScript or a file outside as text. */
import { repeats } from '@acacia/base/testing';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { EMPTY_CATALOG } from '../catalog/catalog.ts';
import type { Engine, ShellHost } from '../engine.ts';
import { EngineError } from '../errors.ts';
import { gsql, mustRun, temporaryFolder, testEngine } from '../testing.ts';
import { zipOf } from '../testing-zip.ts';
import { withExported } from './apply-exported.ts';
import { parseManifest } from './manifest.ts';

const SCHEMA = `
TYPEDEF TUPLE <score INT, word STRING(20)> Mark
TYPEDEF HeapAccum<Mark>(3, score DESC) Best
CREATE VERTEX P (PRIMARY_ID id STRING, n INT DEFAULT 3, s STRING DEFAULT "x", k Mark, m MAP<STRING, DOUBLE>)
CREATE VERTEX K (a STRING, b INT, PRIMARY KEY (a, b))
CREATE DIRECTED EDGE e (FROM P, TO P | FROM P, TO K, DISCRIMINATOR(at INT), w FLOAT) WITH REVERSE_EDGE="r"
CREATE GRAPH g (*)
CREATE GLOBAL SCHEMA_CHANGE JOB v { ALTER VERTEX P ADD VECTOR ATTRIBUTE emb (DIMENSION=3, METRIC="L2"); ALTER VERTEX P ADD INDEX by_s ON (s); }
RUN GLOBAL SCHEMA_CHANGE JOB v
USE GRAPH g
CREATE QUERY one(INT n = 2) FOR GRAPH g { PRINT n; }
CREATE QUERY two() FOR GRAPH g { PRINT one(1); }
INSTALL QUERY one
CREATE LOADING JOB fill FOR GRAPH g { DEFINE FILENAME f = "rows.csv"; LOAD f TO VERTEX P VALUES ($0, $1, _, _, _); }
CREATE PACKAGE lib
CREATE TEMPLATE QUERY lib.t() { PRINT 1; }`;

const FUNCTIONS = '/** @returns {INT} */ function seven() { return 7; }';

type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

interface Place {
  readonly engine: Engine;
  readonly home: string;
  readonly folder: string;
  readonly manifest: Record<string, Json>;
}

async function exported(): Promise<Place> {
  const home = await temporaryFolder();
  const dataDir = path.join(home, 'data');
  const engine = await testEngine({ dataDir, confined: true });
  await mustRun(engine, SCHEMA);
  await engine.putFunctions('ExprFunctions', FUNCTIONS);
  await engine.write('g', [
    { kind: 'upsertVertex', type: 'P', id: '1', attributes: { emb: { value: [1, 2, 3] } } },
  ]);
  await mustRun(engine, 'EXPORT GRAPH ALL TO "x"');
  const folder = path.join(dataDir, 'output/users/tigergraph/x');
  const manifest = JSON.parse(await readFile(path.join(folder, 'export.json'), 'utf8')) as Place['manifest'];
  return { engine, home, folder, manifest };
}

/** Every place in a document, as the keys that lead to it. */
const placesIn = (value: Json, way: readonly string[] = []): (readonly string[])[] => [
  way,
  ...(typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([key, inner]) => placesIn(inner, [...way, key]))
    : []),
];

function put(document: Json, [key, ...rest]: readonly string[], value: Json): Json {
  if (key === undefined) return value;
  const copy = structuredClone(document) as Record<string, Json>;
  copy[key] = put(copy[key] ?? null, rest, value);
  return copy;
}

const HOSTILE: readonly Json[] = [
  "3]); COPY (SELECT 'pwned') TO 'HOME/pwned.csv'; --",
  "1] NOT NULL); COPY (SELECT 'pwned') TO 'HOME/pwned.csv'; CREATE TABLE t (a INT",
  '"); process.exit(1); ("',
  '`${process.exit(1)}`',
  '../../../pwned',
  '__proto__',
  'constructor',
  'a\u0000b',
  '',
  'n'.repeat(5000),
  null,
  true,
  -1,
  0,
  1e308,
  3.5,
  2 ** 53,
  [],
  {},
  [[[[]]]],
  { kind: 'list', element: { kind: 'list', element: { kind: 'scalar', name: 'INT' } } },
  { kind: 'scalar', name: "INT); COPY (SELECT 1) TO 'HOME/pwned.csv'" },
  { kind: 'udt', name: 'Mark' },
  { toString: 'x', hasOwnProperty: 1 },
  'CREATE QUERY one() FOR GRAPH g { PRINT 1; } DROP ALL',
  'INTERPRET QUERY () { PRINT 1; }',
];

describe('a manifest', () => {
  it('gives an EngineError or a sound catalog, whatever stands in it', async () => {
    const { manifest } = await exported();
    const places = placesIn(manifest);
    const value = fc.oneof(
      fc.constantFrom(...HOSTILE),
      fc.jsonValue({ maxDepth: 3 }) as fc.Arbitrary<Json>,
      fc
        .constantFrom(...places)
        .map((way) => way.reduce<Json>((at, key) => (at as Record<string, Json>)[key] ?? null, manifest)),
    );
    const changes = fc.array(fc.tuple(fc.constantFrom(...places), value), { minLength: 1, maxLength: 3 });
    await fc.assert(
      fc.asyncProperty(changes, async (list) => {
        const changed = list.reduce<Json>((document, [way, to]) => {
          try {
            return put(document, way, to);
          } catch (cause) {
            // An earlier change took the place away.
            if (cause instanceof TypeError) return document;
            throw cause;
          }
        }, manifest);
        try {
          const read = parseManifest(JSON.stringify(changed), 'x');
          const catalog = await withExported(EMPTY_CATALOG, read, true);
          for (const { type, vectorTables = {}, columns, table } of catalog.vertexTypes.values()) {
            for (const name of [type.name, table, ...Object.values(columns), ...Object.values(vectorTables)])
              expect(name).toMatch(/^[A-Za-z_]\w*$/);
            for (const { dimension } of type.vectors ?? [])
              expect(Number.isSafeInteger(dimension)).toBe(true);
          }
        } catch (cause) {
          expect(cause).toBeInstanceOf(EngineError);
          expect((cause as Error).message.length).toBeLessThan(20_000);
        }
      }),
      { numRuns: repeats(150, 600) },
    );
  });

  it('runs nothing of what stands in it', async () => {
    const { engine, home, folder, manifest } = await exported();
    const types = manifest['vertexTypes'] as { type: { name: string; vectors?: { dimension: Json }[] } }[];
    const index = String(types.findIndex(({ type }) => type.name === 'P'));
    const ways: readonly (readonly string[])[] = [
      ['vertexTypes', index, 'type', 'vectors', '0', 'dimension'],
      ['vertexTypes', index, 'type', 'vectors', '0', 'name'],
      ['vertexTypes', index, 'type', 'attributes', '0', 'type', 'name'],
      ['vertexTypes', index, 'type', 'attributes', '0', 'defaultValue'],
      ['vertexTypes', index, 'type', 'attributes', '1', 'defaultValue'],
      ['vertexTypes', index, 'type', 'name'],
      ['edgeTypes', '0', 'type', 'name'],
      ['edgeTypes', '0', 'type', 'discriminator', '0'],
      ['rows', '0', 'file'],
      ['rows', '0', 'rows'],
      ['graphs', '0', 'name'],
      ['separator'],
      ['functionFiles', '0', 'name'],
      ['functionFiles', '0', 'code'],
      ['queries', '0', 'code'],
      ['loadingJobs', '0', 'code'],
      ['tuples', '1', 'accum'],
      ['templates', '0', 'code'],
    ];
    const before = (await engine.checksums()).types;
    for (const way of ways) {
      for (const each of HOSTILE.slice(0, 8)) {
        const value = typeof each === 'string' ? each.replaceAll('HOME', home) : each;
        await writeFile(path.join(folder, 'export.json'), JSON.stringify(put(manifest, way, value)));
        const { code, output } = await gsql(engine, 'IMPORT GRAPH ALL FROM "x"');
        if (code !== 0) expect((await engine.checksums()).types, way.join('.')).toEqual(before);
        expect(output, way.join('.')).not.toMatch(/_num UINTEGER|read_csv\(/);
        expect(output).not.toContain(folder);
        expect(existsSync(path.join(home, 'pwned.csv'))).toBe(false);
        if (code === 0) {
          await writeFile(path.join(folder, 'export.json'), JSON.stringify(manifest));
          await mustRun(engine, 'IMPORT GRAPH ALL FROM "x"');
        }
      }
    }
    expect((await readdir(home)).sort()).toEqual(['data']);
  });

  it('is bounded, and says what is wrong with it', async () => {
    const { engine, folder, manifest } = await exported();
    const file = path.join(folder, 'export.json');
    const said = async (text: string): Promise<string> => {
      await writeFile(file, text);
      return (await gsql(engine, 'IMPORT GRAPH ALL FROM "x"')).output;
    };
    expect(await said(' '.repeat(64 * 2 ** 20 + 1))).toContain('67108865 bytes; 67108864 can be read');
    expect(await said('{')).toContain('The export.json of the export x is no JSON.');
    expect(await said('null')).toContain('cannot be used');
    expect(await said(JSON.stringify({ ...manifest, format: 9 }))).toContain(
      'has the format 9; 1 can be read',
    );
    expect(await said(JSON.stringify({ ...manifest, separator: '\n' }))).toContain(
      'separator: a character is expected',
    );
    expect(await said(`${'['.repeat(100_000)}${']'.repeat(100_000)}`)).toContain('cannot be used');
  });
});

/** A shell of a workspace in which the caller is no superuser. */
const host = (mayStoreFunctions: boolean): ShellHost => ({
  account: () => Promise.resolve(''),
  isUser: () => false,
  made: () => Promise.resolve(),
  mayStoreFunctions: () => mayStoreFunctions,
  judge: () => Promise.resolve(),
  dropped: () => Promise.resolve(),
  submit: () => '',
});

describe('an import', () => {
  it('brings jobs whose files are judged when they run', async () => {
    const { engine, home, folder, manifest } = await exported();
    await writeFile(path.join(home, 'secret.csv'), 'secret,1\n');
    await mkdir(path.join(home, 'data', 'uploads'), { recursive: true });
    const [job] = manifest['loadingJobs'] as { code: string }[];
    for (const outside of [path.join(home, 'secret.csv'), '../../secret.csv', '[.][.]/[.][.]/secret.csv']) {
      const code = job?.code.replace('rows.csv', outside) ?? '';
      await writeFile(
        path.join(folder, 'export.json'),
        JSON.stringify(put(manifest, ['loadingJobs', '0', 'code'], code)),
      );
      await mustRun(engine, 'IMPORT GRAPH ALL FROM "x"');
      const baseDir = path.join(home, 'data', 'uploads');
      await expect(engine.startLoad('g', 'fill', { files: {}, baseDir }), outside).rejects.toThrow(
        /is not an uploaded file|does not exist/,
      );
    }
    expect(JSON.stringify(await engine.vertices('g', 'P'))).not.toContain('secret');
  });

  it('takes functions from those alone who may store them', async () => {
    const { engine } = await exported();
    const as = async (mayStore: boolean): Promise<string> => {
      let output = '';
      await engine.executeGsql('IMPORT GRAPH ALL FROM "x"', { graph: null }, (part) => (output += part), {
        host: host(mayStore),
      });
      return output;
    };
    expect(await as(false)).toContain('a superuser alone may store those');
    expect(await as(true)).toContain('Successfully imported all graphs');
    expect((await engine.runQuery('g', 'one', {})).results).toEqual([{ n: 2 }]);
    expect(engine.queries('g').map(({ name, draft }) => [name, draft])).toEqual([
      ['one', false],
      ['two', false],
    ]);
  });

  it('unpacks inside its own folder, and reads nothing else', async () => {
    const home = await temporaryFolder();
    const dataDir = path.join(home, 'data');
    const engine = await testEngine({ dataDir, confined: true });
    const uploads = path.join(dataDir, 'uploads');
    await mkdir(uploads, { recursive: true });
    await writeFile(path.join(home, 'secret.csv'), 'secret,1\n');
    await mustRun(engine, 'CREATE VERTEX Old (PRIMARY_ID id STRING)\nCREATE GRAPH old (*)');
    const run = async (files: Readonly<Record<string, string>>): Promise<string> => {
      await writeFile(path.join(uploads, 'x.zip'), zipOf(files));
      let output = '';
      await engine.executeGsql('IMPORT GRAPH ALL FROM "x.zip"', { graph: null }, (part) => (output += part), {
        baseDir: uploads,
      });
      return output;
    };
    const graph = { 'DBImportExport_g.gsql': 'CREATE VERTEX P (PRIMARY_ID id STRING)\nCREATE GRAPH g (*)\n' };
    for (const name of [
      '../evil.csv',
      '/tmp/evil.csv',
      'a/../../evil.csv',
      'a\\..\\evil.csv',
      `${'n'.repeat(300)}.csv`,
    ])
      expect(await run({ ...graph, [name]: 'evil' }), name).toContain('Failed to import all graphs.');
    expect(engine.graphs()).toEqual(['old']);
    for (const outside of [
      '../../secret.csv',
      `${home}/secret.csv`,
      '[.][.]/[.][.]/[.][.]/secret.csv',
      '../../server/x',
    ]) {
      const job = `USE GRAPH g\nCREATE LOADING JOB l FOR GRAPH g {\nLOAD "ANY:$sys.data_root/${outside}" TO VERTEX P VALUES ($0);\n}\nRUN LOADING JOB l\n`;
      const output = await run({ ...graph, 'run_loading_jobs.gsql': job });
      expect(output, outside).not.toContain('LOAD SUCCESSFUL');
      expect(output, outside).toMatch(/is not an uploaded file|does not exist/);
      expect(await engine.vertices('g', 'P')).toEqual([]);
    }
    const good = `USE GRAPH g\nCREATE LOADING JOB l FOR GRAPH g {\nLOAD "ANY:$sys.data_root/a.csv" TO VERTEX P VALUES ($0);\n}\nRUN LOADING JOB l\n`;
    expect(await run({ ...graph, 'run_loading_jobs.gsql': good, 'a.csv': 'x\n' })).toContain(
      'LOAD SUCCESSFUL',
    );
    expect((await readdir(home)).sort()).toEqual(['data', 'secret.csv']);
    expect((await readdir(dataDir)).filter((name) => name.startsWith('import-'))).toEqual([]);
  });
});
