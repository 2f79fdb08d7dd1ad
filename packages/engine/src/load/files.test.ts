import { execFile } from 'node:child_process';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { DuckDBInstance } from '@duckdb/node-api';
import { ranged, serve, startTestAzure, startTestGcs, startTestS3 } from '@acacia/object-stores/testing';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Engine, EngineOptions, LoadOptions } from '../engine.ts';
import type { LoadStatus } from '../load-status.ts';
import { gsql, mustRun, temporaryFolder, testEngine } from '../testing.ts';
import { zipOf } from '../testing-zip.ts';

const run = promisify(execFile);

const JOB = 'DEFINE FILENAME f; LOAD f TO VERTEX P VALUES ($0, $1), TO VERTEX F VALUES ($sys.file_name, $0);';

async function open(job = JOB, options: Partial<EngineOptions> = {}): Promise<Engine> {
  const engine = await testEngine({ sources: { allowed: '127.0.0.1' }, ...options });
  await mustRun(
    engine,
    'CREATE VERTEX P (PRIMARY_ID id STRING, name STRING)\nCREATE VERTEX F (PRIMARY_ID id STRING, first STRING)\nCREATE GRAPH g (*)',
  );
  await mustRun(engine, `CREATE LOADING JOB j FOR GRAPH g { ${job} }`);
  return engine;
}

const load = async (engine: Engine, f: string, options: Partial<LoadOptions> = {}): Promise<LoadStatus> =>
  engine.loadEnded(await engine.startLoad('g', 'j', { files: { f }, ...options }));

const people = async (engine: Engine): Promise<Record<string, unknown>> =>
  Object.fromEntries((await engine.vertices('g', 'P')).map((each) => [each.v_id, each.attributes.name]));

/** The names of the files that lines came from. */
const names = async (engine: Engine): Promise<string[]> =>
  (await engine.vertices('g', 'F')).map((each) => path.basename(each.v_id)).sort();

async function folderOf(files: Record<string, string | Buffer>): Promise<string> {
  const folder = await temporaryFolder();
  for (const [name, content] of Object.entries(files)) {
    await mkdir(path.dirname(path.join(folder, name)), { recursive: true });
    await writeFile(path.join(folder, name), content);
  }
  return folder;
}

describe('files of this machine', () => {
  it('are named by a path, a folder, a pattern, machines and the root of data', async () => {
    const engine = await open();
    const folder = await folderOf({
      'a1.csv': 'a,1\n',
      'a2.csv': 'b,2\n',
      'c.csv': 'c,3\n',
      '.hidden.csv': 'h,0\n',
      _SUCCESS: '',
      'empty.txt': '',
      'deep/d.csv': 'd,4\n',
    });
    const baseDir = folder;
    expect((await load(engine, `${folder}/a*.csv`)).files).toHaveLength(2);
    expect(await people(engine)).toEqual({ a: '1', b: '2' });
    await load(engine, 'c.csv', { baseDir });
    await load(engine, '$sys.data_root/d.csv', { baseDir, dataRoot: 'deep' });
    expect(await people(engine)).toEqual({ a: '1', b: '2', c: '3', d: '4' });
    const other = await open();
    await load(other, `any:${folder}`);
    expect(await names(other)).toEqual(['a1.csv', 'a2.csv', 'c.csv']);
    const third = await open();
    await load(third, `m1:${folder}/a1.csv, m2|m3:${folder}/c.csv`);
    expect(await names(third)).toEqual(['a1.csv', 'c.csv']);
    await expect(load(engine, `${folder}/x*.csv`)).rejects.toThrow(
      /x\*\.csv does not exist or cannot be read/,
    );
    await expect(load(engine, `${folder}/{a1,c}*.csv`)).rejects.toThrow('does not exist');
  });

  it('may be packed as zip, tar and gzip', async () => {
    const engine = await open();
    const folder = await folderOf({ 'in/a.csv': 'a,1\n', 'in/b.csv': 'b,2\n', '__MACOSX/._a.csv': 'no' });
    const long = `${'long-name-'.repeat(12)}.csv`;
    await writeFile(path.join(folder, 'in', long), 'l,9\n');
    await run('tar', ['czf', 'all.tar.gz', 'in', '__MACOSX'], { cwd: folder });
    await run('tar', ['cf', 'all.tar', '--format=pax', 'in'], { cwd: folder });
    const packed = { 'in/a.csv': 'a,1\n', 'in/': '', 'in/b.csv': 'b,2\n', '__MACOSX/._a.csv': 'no' };
    await writeFile(path.join(folder, 'all.zip'), zipOf(packed));
    await writeFile(path.join(folder, 'stored.zip'), zipOf(packed, 'stored'));
    for (const archive of ['all.tar.gz', 'all.tar', 'all.zip', 'stored.zip']) {
      const fresh = await open();
      const status = await load(fresh, path.join(folder, archive));
      expect(status.error).toBeNull();
      const all = archive.endsWith('.zip') ? { a: '1', b: '2' } : { a: '1', b: '2', l: '9' };
      expect(await people(fresh)).toEqual(all);
      expect(status.files.map(({ file }) => file)).toContain(`${path.join(folder, archive)}/in/a.csv`);
    }
    await writeFile(path.join(folder, 'x.csv.gz'), gzipSync('z,26\n'));
    await load(engine, path.join(folder, 'x.csv.gz'));
    expect(await people(engine)).toEqual({ z: '26' });
    await writeFile(path.join(folder, 'bad.zip'), 'no zip at all');
    const broken = await load(engine, path.join(folder, 'bad.zip'));
    expect(broken.error).toMatch(/bad\.zip cannot be unpacked as zip: /);
    await writeFile(path.join(folder, 'bad.tar'), Buffer.alloc(1024, 'x'));
    expect((await load(engine, path.join(folder, 'bad.tar'))).error).toMatch(/a header in it is broken/);
  });

  it('may be Parquet, read by the names of its columns', async () => {
    const engine = await open(
      'DEFINE FILENAME f; LOAD f TO VERTEX P VALUES ($"id", $"who":"name") USING JSON_FILE="true";',
    );
    const folder = await temporaryFolder();
    const file = path.join(folder, 'p.parquet');
    const instance = await DuckDBInstance.create(':memory:');
    const connection = await instance.connect();
    await connection.run(
      `COPY (SELECT 'k' || i AS id, {'name': 'n' || i} AS who FROM range(3) t(i)) TO '${file}' (FORMAT parquet)`,
    );
    connection.closeSync();
    const status = await load(engine, file);
    expect(status).toMatchObject({ error: null, files: [{ validLine: 3 }] });
    expect(await people(engine)).toEqual({ k0: 'n0', k1: 'n1', k2: 'n2' });
    const said = await open(
      'DEFINE FILENAME f; LOAD f TO VERTEX P VALUES ($"id") USING PARQUET="true", CONCURRENCY=4, BATCH_SIZE=100, EOF="true";',
    );
    expect(await load(said, file)).toMatchObject({ error: null, files: [{ validLine: 3 }] });
    const byNumber = await open();
    expect((await load(byNumber, file)).error).toContain(
      'is a Parquet file: its columns are read by their names',
    );
    await writeFile(path.join(folder, 'bad.parquet'), 'nothing');
    expect((await load(engine, path.join(folder, 'bad.parquet'))).error).toMatch(
      /bad\.parquet cannot be read/,
    );
  });
});

describe('files of the network', () => {
  it('come from a web server, and go on where a connection broke', async () => {
    const content = Buffer.from(Array.from({ length: 2000 }, (_, n) => `k${n},${n}\n`).join(''));
    let requests = 0;
    const web = await serve((request) => {
      const headers = { etag: '"1"', 'content-length': String(content.length) };
      if (request.method === 'HEAD') return { headers };
      requests += 1;
      // The first answer ends too soon.
      return requests === 1 ? { body: content.subarray(0, 5000) } : ranged(request, content);
    });
    onTestFinished(() => web.stop());
    const engine = await open('DEFINE FILENAME f; LOAD f TO VERTEX P VALUES ($0, $1);');
    const status = await load(engine, `${web.endpoint}/data.csv`);
    expect(status).toMatchObject({
      error: null,
      files: [{ validLine: 2000, file: `${web.endpoint}/data.csv` }],
    });
    expect(requests).toBe(2);
  });

  it('are let go of within a moment, however slow they are', async () => {
    const server = createServer((request, response) => {
      if (request.method === 'HEAD') response.end();
      // The rest never comes.
      else response.write('a,1\n');
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => server.closeAllConnections());
    const { port } = server.address() as AddressInfo;
    const engine = await open();
    const id = await engine.startLoad('g', 'j', { files: { f: `http://127.0.0.1:${port}/slow.csv` } });
    while ((engine.loadStatus(id)?.files[0]?.bytesRead ?? 0) < 4)
      await new Promise((resolve) => setTimeout(resolve, 5));
    const from = performance.now();
    engine.abortLoad(id);
    expect(await engine.loadEnded(id)).toMatchObject({ state: 'aborted', error: null });
    expect(performance.now() - from).toBeLessThan(3000);
    server.close();
  });

  it('come from S3, with settings of the file, by a data source of the graph', async () => {
    const s3 = await startTestS3();
    onTestFinished(() => s3.stop());
    s3.objects.set('in/a.csv', Buffer.from('a,1\n'));
    s3.objects.set('in/b.csv.gz', gzipSync('b,2\n'));
    s3.objects.set('in/deep/c.csv', Buffer.from('c,3\n'));
    s3.objects.set('in/_SUCCESS', Buffer.alloc(0));
    const engine = await open();
    const created = await gsql(
      engine,
      `CREATE DATA_SOURCE s1 = "{
         type: s3, access.key: ${s3.keys.id}, 'secret.key': "${s3.keys.secret}",
         "file.reader.settings.fs.s3a.endpoint": '${s3.place.endpoint}'
       }" FOR GRAPH g
       SHOW DATA_SOURCE`
        .replaceAll(`"{`, `"""{`)
        .replaceAll(`}"`, `}"""`),
    );
    expect(created.output).toContain('Successfully created local data sources: [s1].');
    expect(created.output).toContain('"secret.key":"****"');
    expect(created.output).not.toContain(s3.keys.secret);
    await load(engine, '$s1:s3://acacia/in');
    expect(await people(engine)).toEqual({ a: '1', b: '2', c: '3' });
    expect(await names(engine)).toEqual(['a.csv', 'b.csv.gz', 'c.csv']);
    const flat = await open();
    await mustRun(flat, `CREATE DATA_SOURCE s1 = """{"type":"s3","endpoint":"${s3.place.endpoint}"}"""`);
    await load(flat, '$s1:{"file.uris": "s3://public/in", "recursive": "false", "regexp": ".*csv"}');
    expect(await people(flat)).toEqual({ a: '1' });
    const folder = await folderOf({
      'f.json': '{"file.uris": "s3://public/in/a.csv, s3://public/in/deep/c.csv"}',
    });
    await load(flat, '$s1:f.json', { baseDir: folder });
    expect(await people(flat)).toEqual({ a: '1', c: '3' });
    await expect(load(flat, '$s1:s3://public/nothing')).rejects.toThrow(
      'There is no file at s3://public/nothing',
    );
    await expect(load(flat, '$s1:s3://acacia/in')).rejects.toThrow(/access is denied/);
    await expect(load(flat, '$nobody:s3://public/in')).rejects.toThrow(
      'The data source nobody does not exist.',
    );
  });

  it('come from Google Cloud Storage and Azure Blob Storage', async () => {
    const [gcs, azure] = await Promise.all([startTestGcs(), startTestAzure()]);
    onTestFinished(() => Promise.all([gcs.stop(), azure.stop()]).then(() => undefined));
    gcs.objects.set('g.csv', Buffer.from('g,1\n'));
    azure.blobs.set('z.csv', Buffer.from('z,2\n'));
    const engine = await open();
    await mustRun(engine, `CREATE DATA_SOURCE sg = """${JSON.stringify(gcs.settings)}"""`);
    await mustRun(engine, `CREATE DATA_SOURCE sz = """${JSON.stringify(azure.keySettings)}""" FOR GRAPH g`);
    await load(engine, '$sg:gs://acacia/g.csv');
    await load(engine, '$sz:abfss://data@acacia.dfs.core.windows.net/z.csv');
    expect(await people(engine)).toEqual({ g: '1', z: '2' });
  });
});

describe('data sources', () => {
  it('are granted, set, revoked and dropped', async () => {
    const engine = await open();
    await mustRun(engine, 'CREATE GRAPH h (*)');
    const said = async (text: string): Promise<string> => (await gsql(engine, text, { graph: 'g' })).output;
    expect(await said('CREATE DATA_SOURCE S3 s2 = "{\\"access.key\\":\\"k\\"}" FOR GRAPH h')).toContain(
      '[s2]',
    );
    await expect(load(engine, '$s2:s3://bucket/x')).rejects.toThrow('s2 is not granted to the graph g');
    expect(await said('GRANT DATA_SOURCE s2 TO GRAPH g')).toContain("granted data source 's2' to graph 'g'");
    await expect(load(engine, '$s2:s3://bucket/x')).rejects.toThrow(
      'needs both "access.key" and "secret.key"',
    );
    expect(await said('SET s2 = """{"endpoint": "http://localhost:1"}"""')).toContain('s2 is updated');
    expect(engine.dataSources('h')).toEqual([
      {
        name: 's2',
        type: 's3',
        graphs: ['h', 'g'],
        keysLost: false,
        settings: { type: 's3', endpoint: 'http://localhost:1' },
      },
    ]);
    expect(await said('REVOKE DATA_SOURCE s2 FROM GRAPH g')).toContain(
      "revoked data source 's2' from graph 'g'",
    );
    expect(engine.dataSources('g')).toEqual([]);
    expect(await said('USE GLOBAL\nDROP DATA_SOURCE ALL')).toContain(
      'Successfully dropped data sources: [s2].',
    );
  });

  it.each([
    ['CREATE DATA_SOURCE k = """{"type":"kafka"}"""', 'has the type "kafka": files are read from s3, gcs'],
    ['CREATE DATA_SOURCE k = """{"type" "s3"}"""', 'The settings must be a JSON object'],
    ['CREATE DATA_SOURCE k = """{"type": ["s3"]}"""', '"type" must be a text'],
    ['CREATE DATA_SOURCE k = "/no/such.json"', 'The file /no/such.json does not exist'],
    ['CREATE DATA_SOURCE k = """{"type":"s3"}""" FOR GRAPH x', "The graph 'x' does not exist."],
    ['DROP DATA_SOURCE k', 'The data source k does not exist.'],
  ])('are refused: %s', async (text, message) => {
    const engine = await open();
    const { code, output } = await gsql(engine, text);
    expect(code).not.toBe(0);
    expect(output).toContain(message);
  });
});

describe('RUN LOADING JOB', () => {
  const LINES = 'a,1\nb,2\nc,3\nd,4\n';

  it('runs a part of the lines', async () => {
    const folder = await folderOf({ 'f.csv': LINES });
    for (const [option, expected] of [
      ['-n 2', 'ab'],
      ['-n 2,3', 'bc'],
      ['-n 3, $', 'cd'],
      ['-noprint -n 9', 'abcd'],
    ] as const) {
      const engine = await open();
      const text = `RUN LOADING JOB ${option} j USING f="${folder}/f.csv", EOF="true", CONCURRENCY=4, BATCH_SIZE=100`;
      const { code, output } = await gsql(engine, text, { graph: 'g' });
      expect(output).toContain('LOAD SUCCESSFUL');
      expect(code).toBe(0);
      expect(Object.keys(await people(engine)).join('')).toBe(expected);
    }
    const wrong = await gsql(await open(), `RUN LOADING JOB -n 5,2 j USING f="${folder}/f.csv"`, {
      graph: 'g',
    });
    expect(wrong.output).toContain('The option -n is "5,2"');
  });

  it('tries out what it would do', async () => {
    const engine = await open();
    const folder = await folderOf({ 'f.csv': `${LINES},5\n` });
    const { output } = await gsql(engine, `RUN LOADING JOB -dryrun j USING f="${folder}/f.csv"`, {
      graph: 'g',
    });
    expect(output).toContain('vertex P: 4 new, 0 updated, 1 rejected');
    expect(output).toContain('Nothing of it was stored');
    expect(await people(engine)).toEqual({});
    const [status] = engine.loads('g');
    expect(await engine.rejectedRows(status?.id ?? '', 9)).toHaveLength(1);
  });

  it('is shown, and tells what it could not load', async () => {
    const engine = await open();
    const folder = await folderOf({ 'f.csv': 'a,1\nb\n' });
    await load(engine, `${folder}/f.csv`);
    const [{ id } = { id: '' }] = engine.loads('g');
    const said = async (text: string): Promise<string> => (await gsql(engine, text, { graph: 'g' })).output;
    expect(await said(`SHOW LOADING STATUS ${id}`)).toMatch(
      /\[FINISHED\] m1 \( Finished: 1 \/ Total: 1 \)\n\[LOADED\]\n.*\n.*FILENAME/,
    );
    expect(await said(`SHOW LOADING ERROR ${id}`)).toMatch(/ShortOfToken\(file\).*\| +2 \|.*b \|/);
    expect(await said(`SHOW LOADING ERROR ${id} LIMIT 0`)).not.toContain('ShortOfToken');
    expect(await said('ABORT LOADING JOB ALL')).toContain('No loading job is running.');
    expect(await said('SHOW LOADING STATUS ALL')).toContain('No loading job is running.');
    expect(await said(`ABORT LOADING JOB ${id}`)).toContain('has ended already');
    expect(await said(`RESUME LOADING JOB ${id}`)).toContain('nothing is loaded twice');
    expect(await said('SHOW LOADING STATUS nothing.at.all')).toContain(
      "no loading job with the id 'nothing.at.all'",
    );
  });
});

describe('a load that was cut off', () => {
  const MANY = Array.from({ length: 300_000 }, (_, n) => `id${n},name ${n}`).join('\n');

  it('is run again, also by the next process, and then leaves nothing behind', async () => {
    const folder = await folderOf({ 'f.csv': MANY });
    const dataDir = await temporaryFolder();
    const engine = await open('DEFINE FILENAME f; LOAD f TO VERTEX P VALUES ($0, REDUCE(add($1)));', {
      dataDir,
    });
    const id = await engine.startLoad('g', 'j', { files: { f: `${folder}/f.csv` } });
    engine.abortLoad(id);
    expect((await engine.loadEnded(id)).state).toBe('aborted');
    await engine.close();
    const next = await testEngine({ dataDir });
    expect(next.loadStatus(id)?.state).toBe('aborted');
    await next.resumeLoad(id);
    expect(await next.loadEnded(id)).toMatchObject({ id, state: 'finished', error: null });
    expect(await next.countVertices('g', 'P')).toEqual([{ type: 'P', count: 300_000 }]);
    await next.resumeLoad(id);
    expect(next.loadStatus(id)?.state).toBe('finished');
    expect((await readdir(path.join(dataDir, 'loads'))).sort()).toEqual([`${id}.json`, `${id}.jsonl`]);
  });

  it('is known to be stored when its process came to no report of it', async () => {
    const folder = await folderOf({ 'f.csv': 'a,1\n' });
    const dataDir = await temporaryFolder();
    const engine = await open('DEFINE FILENAME f; LOAD f TO VERTEX P VALUES ($0, REDUCE(add($1)));', {
      dataDir,
    });
    const id = await engine.startLoad('g', 'j', { files: { f: `${folder}/f.csv` } });
    const { files } = await engine.loadEnded(id);
    await engine.close();
    // As a process leaves it that is killed between the commit and the report.
    await rm(path.join(dataDir, 'loads', `${id}.json`));
    const request = {
      id,
      graph: 'g',
      job: 'j',
      files: { f: `${folder}/f.csv` },
      using: {},
      baseDir: '/',
      dataRoot: '/',
      lines: null,
      dryRun: false,
      startedAt: Date.now(),
    };
    await writeFile(path.join(dataDir, 'loads', `${id}.request`), JSON.stringify(request));
    await writeFile(
      path.join(dataDir, 'loads', 'g.k.file.m1.1.request'),
      JSON.stringify({ ...request, id: 'g.k.file.m1.1' }),
    );
    const next = await testEngine({ dataDir });
    expect(next.loadStatus(id)).toMatchObject({ state: 'finished', files });
    expect(next.loadStatus('g.k.file.m1.1')).toMatchObject({
      state: 'aborted',
      error: expect.stringContaining('interrupted') as unknown,
    });
    await next.resumeLoad(id);
    expect(await people(next)).toEqual({ a: '1' });
    await next.resumeLoad('g.k.file.m1.1');
    await next.loadEnded('g.k.file.m1.1');
    expect(await people(next)).toEqual({ a: '11' });
  });

  it('stops within a moment', async () => {
    const folder = await folderOf({ 'f.csv': MANY });
    const engine = await open();
    const id = await engine.startLoad('g', 'j', { files: { f: `${folder}/f.csv` } });
    const from = performance.now();
    expect(engine.abortLoad(id)).toBe(true);
    expect((await engine.loadEnded(id)).state).toBe('aborted');
    // 200 ms on a machine of its own; this one is shared.
    expect(performance.now() - from).toBeLessThan(3000);
  });
});

const HERE = { name: 'ann', readsAllOutputs: true, demandWriting: () => undefined };

const sample = (engine: Engine, baseDir: string, file: string, rows = 10) =>
  engine.sampleSource(null, { file, rows, chosen: {} }, { person: HERE, baseDir });

async function parquetOf(target: string, select: string): Promise<void> {
  const instance = await DuckDBInstance.create(':memory:');
  const connection = await instance.connect();
  await connection.run(`COPY (${select}) TO '${target}' (FORMAT parquet)`);
  connection.closeSync();
  instance.closeSync();
}

describe('a sample', () => {
  it('has the rows, columns and options of files in every form', async () => {
    const dataDir = await temporaryFolder();
    const engine = await open(JOB, { dataDir });
    const csv = 'id,name\n1,Ann\n2,Bo\n';
    const folder = await folderOf({
      'a.csv': csv,
      'a.csv.gz': gzipSync(csv),
      'a.zip': zipOf({ 'in/a.csv': csv, 'in/b.csv': 'x,y\n1,2\n' }),
      'stored.zip': zipOf({ 'in/a.csv': csv, 'in/b.csv': 'x,y\n1,2\n' }, 'stored'),
      'cut.csv.gz': gzipSync(csv.repeat(50)).subarray(0, 40),
      'packed.csv': gzipSync(csv),
      'empty.csv': '',
      'binary.csv': Buffer.from([1, 0, 2, 0, 0, 3, 255]),
      'wide.csv': `${Array.from({ length: 300_000 }, (_, at) => `column_${at}`).join(',')}\n1,2\n`,
      'long.json': `[${Array.from({ length: 300_000 }, (_, id) => `{"id":${id},"at":{"x":1}}`).join(',')}]`,
      // Of many streams, as gzip allows: one of them is packed.
      'bomb.csv.gz': Buffer.concat(Array<Buffer>(40).fill(gzipSync(Buffer.alloc(5 * 2 ** 20)))),
    });
    await parquetOf(
      `${folder}/a.parquet`,
      "SELECT 9007199254740993::BIGINT AS id, DATE '2026-01-31' AS day, {'city': 'Bonn'} AS at",
    );
    const names = async (file: string) =>
      (await sample(engine, folder, file)).columns.map(({ name, type }) => `${name} ${type}`);
    for (const file of ['a.csv', 'a.csv.gz', 'a.zip', 'stored.zip']) {
      const { rows, options, whole } = await sample(engine, folder, file);
      expect({ rows, whole }, file).toEqual({
        rows: [
          ['1', 'Ann'],
          ['2', 'Bo'],
        ],
        whole: true,
      });
      expect(options).toMatchObject({ header: true, separator: ',' });
      expect(await names(file)).toEqual(['id INT', 'name STRING']);
    }
    expect((await sample(engine, folder, 'a.zip')).member).toBe('in/a.csv');
    expect(await names('a.parquet')).toEqual(['id INT', 'day DATETIME', 'at.city STRING']);
    expect((await sample(engine, folder, 'a.parquet')).rows).toEqual([
      ['9007199254740993', '2026-01-31', 'Bonn'],
    ]);
    expect((await sample(engine, folder, 'wide.csv')).columns).toHaveLength(300_000);
    expect(await names('long.json')).toEqual(['id INT', 'at.x INT']);
    const problems = async (file: string) => (await sample(engine, folder, file)).problem;
    expect(await problems('packed.csv')).toContain('packed by gzip');
    expect(await problems('empty.csv')).toContain('the file is empty');
    expect(await problems('binary.csv')).toContain('not text');
    expect(await problems('bomb.csv.gz')).toContain('not text');
    await expect(sample(engine, folder, 'cut.csv.gz')).rejects.toThrow('damaged or cut off');
    await expect(sample(engine, folder, 'none.csv')).rejects.toThrow('does not exist');
    await writeFile(`${folder}/cut.parquet`, 'PAR1 and no more');
    await expect(sample(engine, folder, 'cut.parquet')).rejects.toThrow(
      'The Parquet file cut.parquet cannot be read',
    );
    // Nothing is left behind.
    expect(await readdir(path.join(dataDir, 'loads'))).toEqual([]);
  });

  it('lists the files of an archive, each of which is sampled and loaded alone', async () => {
    const dataDir = await temporaryFolder();
    const engine = await open(JOB, { dataDir });
    const folder = await folderOf({ 'in/a.csv': 'id,name\n1,Ann\n', 'in/b.csv': 'x,y\n7,Up\n' });
    await parquetOf(`${folder}/in/c.parquet`, 'SELECT 5 AS n');
    await run('tar', ['czf', 'shop.tar.gz', 'in/a.csv', 'in/b.csv', 'in/c.parquet'], { cwd: folder });
    const packed = {
      'in/a.csv': 'id,name\n1,Ann\n',
      'in/b.csv': 'x,y\n7,Up\n',
      'in/c.parquet': await readFile(`${folder}/in/c.parquet`),
      '__MACOSX/._a.csv': 'no',
    };
    await writeFile(`${folder}/shop.zip`, zipOf(packed));
    for (const archive of ['shop.zip', 'shop.tar.gz']) {
      const members = ['in/a.csv', 'in/b.csv', 'in/c.parquet'];
      expect((await sample(engine, folder, archive)).members).toEqual(members);
      const second = await sample(engine, folder, `${archive}!/in/b.csv`);
      expect(second).toMatchObject({ member: 'in/b.csv', members: [], rows: [['7', 'Up']] });
      expect(second.file).toMatch(/shop\.[a-z.]+!\/in\/b\.csv$/);
      const third = await sample(engine, folder, `${archive}!/in/c.parquet`);
      expect(third).toMatchObject({ parquet: true, rows: [['5']] });
      const fresh = await open();
      expect((await load(fresh, `${folder}/${archive}!/in/b.csv`)).error).toBeNull();
      expect(await people(fresh)).toEqual({ x: 'y', 7: 'Up' });
      for (const lost of ['in/none.csv', '../in/a.csv', '/etc/passwd']) {
        const refusal = `has no file ${lost}.`;
        await expect(sample(engine, folder, `${archive}!/${lost}`)).rejects.toThrow(refusal);
        expect((await load(fresh, `${folder}/${archive}!/${lost}`)).error).toContain('has no file');
      }
    }
    const many = Object.fromEntries(Array.from({ length: 101 }, (_, at) => [`${at}.csv`, 'a,b\n']));
    await writeFile(`${folder}/many.zip`, zipOf(many));
    const whole = await sample(engine, folder, 'many.zip');
    expect(whole.members).toEqual([]);
    expect(whole.warnings.join()).toContain('too many files to be listed');
    await writeFile(`${folder}/slip.zip`, zipOf({ '../a.csv': 'a,b\n', 'b.csv': 'c,d\n' }));
    await expect(sample(engine, folder, 'slip.zip')).rejects.toThrow('cannot be unpacked as zip');
    expect((await load(engine, `${folder}/slip.zip!/b.csv`)).error).toContain('cannot be unpacked as zip');
    expect((await readdir(path.join(dataDir, 'loads'))).filter((name) => name.includes('tmp'))).toEqual([]);
  });

  it('is taken of the web, and ends at what a server may not be asked for', async () => {
    const engine = await open();
    const web = await serve((request, { pathname }) =>
      pathname === '/a.csv' ? ranged(request, Buffer.from('id;name\n1;Ann\n')) : { status: 404 },
    );
    onTestFinished(() => web.stop());
    const base = web.endpoint;
    const { columns, options } = await sample(engine, '/', `${base}/a.csv`);
    expect({ columns: columns.length, separator: options.separator }).toEqual({ columns: 2, separator: ';' });
    await expect(sample(engine, '/', `${base}/none.csv`)).rejects.toThrow('there is nothing of that name');
    const closed = await testEngine();
    await expect(sample(closed, '/', `${base}/a.csv`)).rejects.toThrow(
      'no server that files may be read from',
    );
  });
});

describe('a preview of a job', () => {
  const preview = (engine: Engine, baseDir: string, file: string, load: string) =>
    engine.previewJob(
      'g',
      {
        code: `CREATE LOADING JOB seen FOR GRAPH g { DEFINE FILENAME f; LOAD f ${load}; }`,
        files: { f: file },
      },
      { person: HERE, baseDir },
    );

  it('has the first rows of each target as a load would store them, and stores nothing', async () => {
    const dataDir = await temporaryFolder();
    const engine = await open(JOB, { dataDir });
    await mustRun(engine, 'CREATE VERTEX N (PRIMARY_ID id STRING, n INT)\nCREATE GRAPH h (N)');
    const csv = 'id,name,n\n"a",ann,1\n"b\nb",bo,x\nc,cy,3\n';
    const objects = ['{"id":"a","name":"ann"}', '{"id":"b","name":\n"bo"}'];
    const folder = await folderOf({
      'a.csv': csv,
      'a.csv.gz': gzipSync(csv),
      'a.zip': zipOf({ 'in/z.csv': 'x\n', 'in/a.csv': csv }),
      'wide.csv': Buffer.from(`\uFEFF${csv}`, 'utf16le'),
      'long.csv': `id,name,n\n${'a,ann,1\n'.repeat(200_000)}`,
      'cut.json': `[${objects.join(',')},${'{"id":"c","name":"x"},'.repeat(100_000)}]`,
    });
    await parquetOf(`${folder}/a.parquet`, "SELECT 'a' AS id, 'ann' AS name FROM range(1000)");
    const ROWS = 'TO VERTEX P VALUES ($"id", gsql_upper($"name")) WHERE $"name" != "cy"';
    const CSV = `${ROWS} USING HEADER="true", QUOTE="double", SEPARATOR=","`;
    const two = [
      ['a', 'ANN'],
      ['b\nb', 'BO'],
    ];
    for (const file of ['a.csv', 'a.csv.gz', 'a.zip!/in/a.csv'])
      expect(await preview(engine, folder, file, CSV), file).toEqual({
        targets: [{ target: 'P', columns: ['id', 'name'], rows: two }],
        rejected: [],
      });
    const wide = await preview(engine, folder, 'wide.csv', `${CSV}, ENCODING="utf-16le"`);
    expect(wide.targets[0]?.rows).toEqual(two);
    expect((await preview(engine, folder, 'long.csv', CSV)).targets[0]?.rows).toHaveLength(10);
    const json = await preview(engine, folder, 'cut.json', `${ROWS} USING JSON_FILE="true"`);
    expect(json.targets[0]?.rows.slice(0, 3)).toEqual([
      ['a', 'ANN'],
      ['b', 'BO'],
      ['c', 'X'],
    ]);
    const parquet = await preview(engine, folder, 'a.parquet', `${ROWS} USING JSON_FILE="true"`);
    expect(parquet.targets[0]?.rows).toHaveLength(10);
    expect(await engine.vertices('g', 'P')).toEqual([]);
    expect(engine.loads('g')).toEqual([]);
    expect(await readdir(path.join(dataDir, 'loads'))).toEqual([]);
  });

  it('has the rows that would be rejected, and says what is wrong with the job', async () => {
    const engine = await open();
    const folder = await folderOf({ 'a.csv': 'id,n\na,1\n,2\n' });
    const rows = 'TO VERTEX P VALUES ($0, $1) USING HEADER="true"';
    expect((await preview(engine, folder, 'a.csv', rows)).rejected).toMatchObject([
      { line: 3, target: 'P', content: ',2' },
    ]);
    await expect(preview(engine, folder, 'a.csv', 'TO VERTEX Z VALUES ($0)')).rejects.toThrow('Z');
    await expect(preview(engine, folder, 'no.csv', rows)).rejects.toThrow('does not exist');
    await expect(
      preview(engine, folder, 'a.csv', 'TO VERTEX P VALUES ($"none", $1) USING HEADER="true"'),
    ).rejects.toThrow('has no column "none"');
  });
});

describe('files that are no lines of UTF-8', () => {
  it('are converted by ENCODING, and arrays of JSON objects are read', async () => {
    const folder = await folderOf({
      'latin.csv': Buffer.from('1,Zoë\n', 'latin1'),
      'latin.csv.gz': gzipSync(Buffer.from('3,Zoë\n', 'latin1')),
      'wide.csv': Buffer.from('\uFEFF2,Ünal\r\n', 'utf16le'),
    });
    const engine = await open();
    await load(engine, `${folder}/latin.csv`, { using: { ENCODING: 'windows-1252' } });
    await load(engine, `${folder}/latin.csv.gz`, { using: { ENCODING: 'windows-1252' } });
    await load(engine, `${folder}/wide.csv`, { using: { ENCODING: 'utf-16le' } });
    expect(await people(engine)).toEqual({ 1: 'Zoë', 2: 'Ünal', 3: 'Zoë' });
    await expect(load(engine, `${folder}/latin.csv`, { using: { ENCODING: 'ebcdic' } })).rejects.toThrow(
      'ENCODING must be one of utf-8',
    );
    const array = '[ {"id": "a",\n "name": "A\\nB"},\n {"id": "b", "name": "[]"} , 5]';
    const more = await folderOf({
      'a.json': array,
      'b.json.gz': gzipSync('[{"id":"c","name":"C"}]'),
      'c.json': '[{"id":',
    });
    const json = await open(
      'DEFINE FILENAME f; LOAD f TO VERTEX P VALUES ($"id", $"name") USING JSON_FILE="true";',
    );
    const { files } = await load(json, `${more}/a.json`);
    expect(files[0]?.invalidJson).toBe(1);
    await load(json, `${more}/b.json.gz`);
    expect(await people(json)).toEqual({ a: 'A\nB', b: '[]', c: 'C' });
    expect((await load(json, `${more}/c.json`)).error).toContain('begins as a JSON array');
  });
});
