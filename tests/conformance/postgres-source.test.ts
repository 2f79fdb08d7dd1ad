/** Loads from queries in PostgreSQL, against a real server. */
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openEngine, type Engine, type LoadStatus } from '@acacia/engine';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { connect } from '../../apps/cloud/src/database/database.ts';
import { startEmbedded, type EmbeddedServer } from '../../apps/cloud/src/database/embedded/server.ts';

const SCHEMA = `CREATE VERTEX P (PRIMARY_ID id INT, name STRING, ok BOOL, at DATETIME, x DOUBLE, tags LIST<STRING>)
CREATE GRAPH g (*)`;

let home: string;
let server: EmbeddedServer;
let engine: Engine;

async function run(text: string): Promise<void> {
  let output = '';
  const code = await engine.executeGsql(text, { graph: 'g' }, (part) => {
    output += part;
  });
  if (code !== 0) throw new Error(output);
}

function settings(over: Record<string, string> = {}): string {
  const url = new URL(server.url);
  return JSON.stringify({
    type: 'postgresql',
    host: url.hostname,
    port: url.port,
    'db.name': url.pathname.slice(1),
    'connection.user': url.username,
    'connection.password': decodeURIComponent(url.password),
    ...over,
  });
}

const load = async (job: string): Promise<LoadStatus> =>
  engine.loadEnded(await engine.startLoad('g', job, { files: {} }));

beforeAll(async () => {
  home = await mkdtemp(path.join(tmpdir(), 'acacia-postgres-source-'));
  server = await startEmbedded({ home, durable: false, listening: 'loopback' });
  const database = connect(server.url, (cause) => {
    throw cause;
  });
  await database.pool
    .query(`CREATE TABLE people (id bigint, name text, ok boolean, at timestamptz, x numeric, tags text[]);
    INSERT INTO people VALUES
      (1, 'Ann, the "first"', true, '2020-01-02 03:04:05.678+02', 1.5, '{a,b}'),
      (9007199254740993, E'two\\nlines', false, NULL, NULL, NULL);
    INSERT INTO people SELECT n, 'name ' || n, true, now(), n, '{}' FROM generate_series(100, 25099) n;`);
  await database.close();
  engine = await openEngine({
    dataDir: path.join(home, 'graph'),
    memoryLimitBytes: 2 ** 30,
    workers: 1,
    sources: { allowed: '127.0.0.1' },
  });
  await engine.executeGsql(SCHEMA, { graph: null }, () => undefined);
  await run(`CREATE DATA_SOURCE pg1 = """${settings()}""" FOR GRAPH g`);
}, 120_000);

afterAll(async () => {
  await engine.close();
  await server.stop();
  await rm(home, { recursive: true, force: true });
});

it('reads columns by their place, with texts of any kind', async () => {
  await run(`CREATE LOADING JOB j1 FOR GRAPH g {
    DEFINE FILENAME f = """$pg1:{"query": "SELECT id, name, ok, at, x FROM people WHERE id < 100 OR id > 1000000;"}""";
    LOAD f TO VERTEX P VALUES ($0, $1, $2, $3, $4, _); }`);
  const status = await load('j1');
  expect(status).toMatchObject({
    state: 'finished',
    error: null,
    files: [{ validLine: 2, vertex: [{ validObject: 2 }] }],
  });
  expect((await engine.vertices('g', 'P')).map(({ v_id, attributes }) => [v_id, attributes])).toEqual([
    ['1', expect.objectContaining({ name: 'Ann, the "first"', ok: true, at: '2020-01-02 01:04:05', x: 1.5 })],
    ['9007199254740993', expect.objectContaining({ name: 'two\nlines', ok: false })],
  ]);
});

it('reads columns by their names, as a header and as JSON, in batches', async () => {
  await run(`CREATE LOADING JOB j2 FOR GRAPH g {
    DEFINE FILENAME f = "$pg1:SELECT name, id FROM people ORDER BY id";
    LOAD f TO VERTEX P VALUES ($"id", $"name", _, _, _, _) USING HEADER="true", SEPARATOR="|"; }
  CREATE LOADING JOB j3 FOR GRAPH g {
    DEFINE FILENAME f = "$pg1:SELECT id, tags FROM people WHERE id = 1";
    LOAD f TO VERTEX P VALUES ($"id", _, _, _, _, $"tags") USING JSON_FILE="true"; }`);
  expect(await load('j2')).toMatchObject({ state: 'finished', error: null, files: [{ validLine: 25_002 }] });
  expect(await engine.countVertices('g', 'P')).toEqual([{ type: 'P', count: 25_002 }]);
  expect(await load('j3')).toMatchObject({ state: 'finished', error: null });
  expect((await engine.vertices('g', 'P', { id: '1' }))[0]?.attributes['tags']).toEqual(['a', 'b']);
});

it('gives its first rows as a sample, to graphs that may read from it', async () => {
  const person = { name: 'ann', readsAllOutputs: false, demandWriting: () => undefined };
  const sample = (graph: string | null, query: string) =>
    engine.sampleSource(graph, { file: `$pg1:${query}`, rows: 10, chosen: {} }, { person, baseDir: home });
  const { columns, rows } = await sample('g', 'SELECT id, name, ok, at FROM people ORDER BY name -- by name');
  expect(columns.map(({ name, type }) => `${name} ${type}`)).toEqual([
    'id INT',
    'name STRING',
    'ok BOOL',
    'at DATETIME',
  ]);
  expect(rows).toHaveLength(10);
  expect(rows[0]?.slice(0, 3)).toEqual(['1', 'Ann, the "first"', 'true']);
  await expect(sample(null, 'SELECT 1')).rejects.toThrow('pg1 is not granted to the graph global');
  await expect(
    sample('g', 'WITH gone AS (DELETE FROM people RETURNING id) SELECT id FROM gone'),
  ).rejects.toThrow('pg1 cannot be read');
  await expect(sample('g', 'SELECT 1) AS a; DROP TABLE people; --')).rejects.toThrow('pg1 cannot be read');
});

it('only reads, one statement, and says what is wrong', async () => {
  const error = async (query: string): Promise<string | null> => {
    await run(`CREATE LOADING JOB bad FOR GRAPH g { DEFINE FILENAME f = """$pg1:{"query": "${query}"}""";
      LOAD f TO VERTEX P VALUES ($0, _, _, _, _, _); }`);
    const status = await load('bad');
    await run('DROP JOB bad');
    return status.error;
  };
  expect(await error('SELECT id FROM nothing')).toContain('pg1 cannot be read: relation');
  expect(await error('SELECT 1; DROP TABLE people')).toContain('multiple commands');
  expect(await error('WITH gone AS (DELETE FROM people RETURNING id) SELECT id FROM gone')).toContain(
    'cannot be read',
  );
  expect(await error('SELECT id FROM people WHERE false')).toBeNull();
  await run(`CREATE DATA_SOURCE pg2 = """${settings({ 'connection.password': 'wrong', port: '1' })}"""`);
  await run(
    'CREATE LOADING JOB far FOR GRAPH g { DEFINE FILENAME f = "$pg2:SELECT 1"; LOAD f TO VERTEX P VALUES ($0, _, _, _, _, _); }',
  );
  const { error: refused } = await load('far');
  expect(refused).toContain('pg2 cannot be read');
  expect(refused).not.toContain('wrong');
});

it('is let go of within a moment', async () => {
  await run(
    'CREATE LOADING JOB slow FOR GRAPH g { DEFINE FILENAME f = "$pg1:SELECT pg_sleep(60)"; LOAD f TO VERTEX P VALUES ($0, _, _, _, _, _); }',
  );
  const id = await engine.startLoad('g', 'slow', { files: {} });
  await new Promise((resolve) => setTimeout(resolve, 300));
  const from = performance.now();
  engine.abortLoad(id);
  expect((await engine.loadEnded(id)).state).toBe('aborted');
  expect(performance.now() - from).toBeLessThan(2000);
  // A server that accepts connections and never answers fails in the same way.
  const silent = createServer(() => undefined);
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
  const address = silent.address();
  const port = typeof address === 'object' && address !== null ? String(address.port) : '';
  await run(`CREATE DATA_SOURCE pg3 = """${settings({ port })}"""`);
  await run(
    'CREATE LOADING JOB mute FOR GRAPH g { DEFINE FILENAME f = "$pg3:SELECT 1"; LOAD f TO VERTEX P VALUES ($0, _, _, _, _, _); }',
  );
  const mute = await engine.startLoad('g', 'mute', { files: {} });
  await new Promise((resolve) => setTimeout(resolve, 200));
  engine.abortLoad(mute);
  expect((await engine.loadEnded(mute)).state).toBe('aborted');
  silent.close();
});
