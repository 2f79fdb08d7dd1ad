/** Sources that mean ill: servers within, endless and slow ones, archives that grow. */
import { execFile } from 'node:child_process';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { createServer as createHttpServer, type RequestListener } from 'node:http';
import { createServer, type AddressInfo, type Server } from 'node:net';
import path from 'node:path';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { DuckDBInstance } from '@duckdb/node-api';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Engine, SourceOptions } from '../engine.ts';
import type { LoadStatus } from '../load-status.ts';
import { gsql, mustRun, temporaryFolder, testEngine } from '../testing.ts';
import { zipOf } from '../testing-zip.ts';

const run = promisify(execFile);
const MIB = 2 ** 20;
/** Settings that every PostgreSQL needs. */
const LOGIN = { 'db.name': 'd', 'connection.user': 'u' };

interface Opened {
  readonly engine: Engine;
  readonly dataDir: string;
  readonly load: (f: string) => Promise<LoadStatus>;
}

async function open(sources: SourceOptions, job = '$0, $1'): Promise<Opened> {
  const dataDir = await temporaryFolder();
  const engine = await testEngine({ dataDir, sources: { allowed: '127.0.0.1', ...sources } });
  await mustRun(engine, 'CREATE VERTEX P (PRIMARY_ID id STRING, name STRING)\nCREATE GRAPH g (*)');
  await mustRun(
    engine,
    `CREATE LOADING JOB j FOR GRAPH g { DEFINE FILENAME f; LOAD f TO VERTEX P VALUES (${job}) ${job.includes('"') ? 'USING JSON_FILE="true"' : ''}; }`,
  );
  return {
    engine,
    dataDir,
    load: async (f) => engine.loadEnded(await engine.startLoad('g', 'j', { files: { f } })),
  };
}

/** Files that a load leaves beside its report and its request. */
const leftOf = async ({ dataDir }: Opened): Promise<string[]> =>
  (await readdir(path.join(dataDir, 'loads'))).filter((name) => !/\.(?:json|jsonl|request)$/.test(name));

async function listening(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

async function web(answer: RequestListener): Promise<string> {
  const server = createHttpServer(answer);
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${await listening(server)}/f.csv`;
}

describe('a server', () => {
  it('without an end is left at the limit, which is named', async () => {
    const block = Buffer.alloc(MIB, 'a,1\n');
    const address = await web((request, response) => {
      if (request.method === 'HEAD') return response.end();
      const more = (): void => {
        while (response.write(block));
        response.once('drain', more);
      };
      more();
    });
    const opened = await open({ fileBytes: 5 * MIB });
    expect((await opened.load(address)).error).toBe(
      `${address} is larger than a file may be that is fetched or unpacked: 5 MiB.`,
    );
    expect(await leftOf(opened)).toEqual([]);
    const twice = await open({ loadBytes: 6 * MIB });
    expect((await twice.load(address)).error).toContain('6 MiB');
  });

  it('that drips is left, and so is one that takes too long, or breaks off at every byte', async () => {
    const drip = await web((request, response) => {
      if (request.method === 'HEAD') return response.end();
      const timer = setInterval(() => response.write('a'), 10);
      response.on('close', () => clearInterval(timer));
    });
    const opened = await open({ idleMs: 400 });
    expect((await opened.load(drip)).error).toMatch(/comes too slowly: less than 205 bytes in 400 ms\./);
    expect(await leftOf(opened)).toEqual([]);
    const hasty = await open({ fetchMs: 300 });
    expect((await hasty.load(drip)).error).toMatch(/was not fetched within 300 ms, the limit for a file\./);
    const breaking = await web((request, response) => {
      if (request.method === 'HEAD') return response.end();
      response.writeHead(200, { 'content-length': '1000' });
      response.write('a', () => response.destroy());
    });
    expect((await (await open({ idleMs: 400 })).load(breaking)).error).toMatch(
      /comes too slowly|breaks off again and again/,
    );
  });

  it('is left when the statement has a timeout', async () => {
    const mute = await web((request, response) => void (request.method === 'HEAD' && response.end()));
    const { engine } = await open({});
    let output = '';
    const text = `RUN LOADING JOB j USING f="${mute}"`;
    const print = (part: string): void => void (output += part);
    const code = await engine.executeGsql(text, { graph: 'g' }, print, { timeLimitMs: 300 });
    expect(code).not.toBe(0);
    expect(output).toContain('took longer than the timeout of 300 ms');
  });

  it('says nothing of what another server within answers', async () => {
    const address = await web((_request, response) => response.writeHead(404, 'SECRET').end('SECRET'));
    const within = await open({ allowed: '' });
    const said = (await within.load(address)).error ?? '';
    expect(said).toContain('there is no server that files may be read from');
    const allowed = (await (await open({})).load(address)).error ?? '';
    expect(allowed).toContain('there is nothing of that name (status 404)');
    expect(said + allowed).not.toContain('SECRET');
  });
});

describe('an archive', () => {
  const zeros = Buffer.alloc(20 * MIB, 'a,1\n');

  it.each([
    ['bomb.zip', () => zipOf({ 'a.csv': zeros })],
    ['nested.zip', () => zipOf({ 'a.csv.gz': gzipSync(zeros) })],
    ['bomb.csv.gz', () => gzipSync(zeros)],
    ['one-line.csv.gz', () => gzipSync(Buffer.alloc(20 * MIB, 'a'))],
  ])('%s is unpacked up to the limit', async (name, content) => {
    const opened = await open({ fileBytes: 5 * MIB });
    const file = path.join(await temporaryFolder(), name);
    await writeFile(file, content());
    expect((await opened.load(file)).error).toMatch(/is larger than a file may be .*: 5 MiB\.$/);
    expect(await leftOf(opened)).toEqual([]);
  });

  it('counts all its files together, and those that it leaves out', async () => {
    const folder = await temporaryFolder();
    await mkdir(path.join(folder, 'in'));
    for (const name of ['a.csv', 'b.csv', '.c.csv']) {
      await writeFile(path.join(folder, 'in', name), zeros.subarray(0, 3 * MIB));
    }
    await run('tar', ['czf', 'all.tar.gz', '-C', 'in', 'a.csv', 'b.csv'], { cwd: folder });
    await run('tar', ['czf', 'hidden.tar.gz', '-C', 'in', '.c.csv'], { cwd: folder });
    const opened = await open({ loadBytes: 5 * MIB });
    expect((await opened.load(path.join(folder, 'all.tar.gz'))).error).toMatch(/more than it may: 5 MiB/);
    const small = await open({ loadBytes: 2 * MIB });
    expect((await small.load(path.join(folder, 'hidden.tar.gz'))).error).toMatch(/2 MiB/);
    expect(await leftOf(opened)).toEqual([]);
  });

  it('is unpacked once for all its files that are read', async () => {
    const folder = await temporaryFolder();
    const names = ['a.csv', 'b.csv', 'c.csv', 'd.csv'];
    for (const name of names) await writeFile(path.join(folder, name), zeros.subarray(0, MIB));
    await run('tar', ['czf', 'all.tar.gz', ...names], { cwd: folder });
    const opened = await open({ loadBytes: 5 * MIB });
    const read = names.slice(0, 3).map((name) => `${folder}/all.tar.gz!/${name}`);
    const loaded = await opened.load(read.map((file) => `all:${file}`).join(','));
    expect(loaded.error).toBeNull();
    expect(loaded.files.map(({ file }) => file)).toEqual(read);
    expect(await leftOf(opened)).toEqual([]);
    const missing = await opened.load(`all:${read[0]},all:${folder}/all.tar.gz!/e.csv`);
    expect(missing.error).toContain('has no file e.csv');
  });

  it('may have 10,000 members, with names of a length', async () => {
    const opened = await open({});
    const folder = await temporaryFolder();
    const many = path.join(folder, 'many.zip');
    await writeFile(
      many,
      zipOf(Object.fromEntries(Array.from({ length: 10_001 }, (_, n) => [`d${n}/`, '']))),
    );
    expect((await opened.load(many)).error).toBe('The archive has more members than are unpacked: 10000.');
    // A header by which the name of the next member has a gigabyte.
    const header = Buffer.alloc(512);
    header.write('././@LongLink', 0);
    header.write('10000000000\0', 124);
    header.write('        ', 148);
    header.write('L', 156);
    header.write(
      `${header
        .reduce((sum, byte) => sum + byte, 0)
        .toString(8)
        .padStart(6, '0')}\0 `,
      148,
    );
    const long = path.join(folder, 'long.tar');
    await writeFile(long, Buffer.concat([header, Buffer.alloc(MIB, 'x')]));
    expect((await opened.load(long)).error).toMatch(/a name in it is too long/);
    const name = `${'n'.repeat(250)}.csv`;
    await writeFile(path.join(folder, 'name.zip'), zipOf({ [name]: 'a,1\n' }));
    expect(await opened.load(path.join(folder, 'name.zip'))).toMatchObject({ error: null });
  });

  it('of columns grows no further than a file may', async () => {
    const opened = await open({ fileBytes: 20 * MIB }, '$"id", $"who"');
    const file = path.join(await temporaryFolder(), 'p.parquet');
    const instance = await DuckDBInstance.create(':memory:');
    const connection = await instance.connect();
    // One text for all rows: a file of some kilobytes.
    await connection.run(
      `COPY (SELECT 1 AS id, repeat('x', 1000) AS who FROM range(60000)) TO '${file}' (FORMAT parquet)`,
    );
    connection.closeSync();
    expect((await opened.load(file)).error).toMatch(/is larger than a file may be .*: 20 MiB\.$/);
    expect(await leftOf(opened)).toEqual([]);
  });
});

describe('PostgreSQL', () => {
  const settings = (over: Readonly<Record<string, string>>): string =>
    JSON.stringify({ type: 'postgresql', ...LOGIN, ...over });

  /** The report of a load from such a data source, or the error that refuses it. */
  const saidOf = async (
    { engine, load }: Opened,
    given: Readonly<Record<string, string>>,
  ): Promise<string> => {
    const made = await gsql(engine, `CREATE DATA_SOURCE pg = """${settings(given)}"""`);
    if (made.code !== 0) return made.output;
    const { error } = await load('$pg:SELECT 1');
    await mustRun(engine, 'DROP DATA_SOURCE pg');
    return error ?? '';
  };

  it('is not asked within, whatever the spelling, and its port stays untold', async () => {
    let connections = 0;
    const server = createServer((socket) => {
      connections += 1;
      socket.destroy();
    });
    onTestFinished(() => void server.close());
    const port = String(await listening(server));
    const opened = await open({ allowed: '' });
    for (const host of WITHIN) {
      const said = await saidOf(opened, { host, port });
      expect(said, host).toContain('"host" of the data source names a server that may not be read from');
      expect(await saidOf(opened, { host, port: '1' }), host).toBe(said);
      const url = `jdbc:postgresql://${host.includes(':') && !host.startsWith('[') ? `[${host}]` : host}:${port}/d`;
      expect(await saidOf(opened, { 'connection.url': url }), host).toBe(
        said.replace('"host"', '"connection.url"'),
      );
    }
    const own = await open({ allowed: '127.0.0.0/8', refused: `localhost:${port}` });
    expect(await saidOf(own, { host: '127.0.0.1', port })).toContain('a server that may not be read from');
    expect(connections).toBe(0);
    await saidOf(await open({ allowed: '127.0.0.0/8' }), { host: '127.0.0.1', port });
    expect(connections).toBe(1);
  });

  it('is named by known settings alone', async () => {
    const opened = await open({});
    for (const [given, message] of NAMED) {
      expect(await saidOf(opened, given), JSON.stringify(given)).toContain(message);
    }
  });
});

describe('a data source', () => {
  const saved = async (engine: Engine, statement: string, settings: object): Promise<string> =>
    (await gsql(engine, `${statement} = """${JSON.stringify(settings)}"""`)).output;

  it('whose address may not be reached is neither created nor set', async () => {
    const { engine } = await open({ allowed: '' });
    await mustRun(engine, 'CREATE DATA_SOURCE kept = """{"type": "s3", "endpoint": "files.example"}"""');
    for (const [settings, setting, why] of UNREACHABLE) {
      const about = JSON.stringify(settings);
      const said = await saved(engine, 'CREATE DATA_SOURCE new', settings);
      expect(said, about).toContain(`The setting "${setting}" of the data source ${why}`);
      expect(said, about).not.toContain('hunter2');
      expect(await saved(engine, 'SET kept', settings), about).toBe(said);
    }
    expect(engine.dataSources(null).map(({ name, settings }) => [name, settings['endpoint']])).toEqual([
      ['kept', 'files.example'],
    ]);
  });

  it('is judged again when it is read: names are resolved then, and rules may have changed', async () => {
    const dataDir = await temporaryFolder();
    const settings = { type: 's3', endpoint: 'http://127.0.0.1:1' };
    const before = await testEngine({ dataDir, sources: { allowed: '127.0.0.1' } });
    await mustRun(before, 'CREATE VERTEX P (PRIMARY_ID id STRING)\nCREATE GRAPH g (*)');
    await mustRun(
      before,
      'CREATE LOADING JOB j FOR GRAPH g { DEFINE FILENAME f; LOAD f TO VERTEX P VALUES ($0); }',
    );
    expect(await saved(before, 'CREATE DATA_SOURCE s', settings)).toContain('Successfully created');
    await before.close();
    const engine = await testEngine({ dataDir });
    const load = engine.startLoad('g', 'j', { files: { f: '$s:s3://bucket/f.csv' } });
    await expect(load).rejects.toThrow('there is no server that files may be read from');
  });
});

const NOT_WEB = 'must be an address that begins with http:// or https://';
const NO_PORT = 'is no address with a host and a port';
const WITHIN_RULES = 'names a server that may not be read from';

/** Settings, the one at fault, and the reason of the refusal. */
const UNREACHABLE: readonly (readonly [Readonly<Record<string, string>>, string, string])[] = [
  ...['file:///etc/passwd', 'unix:/run/x.sock', 'ftp://a.example', '/etc/passwd', 'a b'].map(
    (endpoint) => [{ type: 's3', endpoint }, 'endpoint', NOT_WEB] as const,
  ),
  ...['a.example:99999', 'https://a.example:99999', 'http://', 'http://[::1', '...', 'http://any,text'].map(
    (endpoint) => [{ type: 's3', endpoint }, 'endpoint', NO_PORT] as const,
  ),
  [{ type: 's3', endpoint: 'https://a.example?key=1' }, 'endpoint', 'must be an address without ? and #'],
  [{ type: 's3', endpoint: 'http://a.example:0' }, 'endpoint', 'needs a port'],
  [{ type: 's3', endpoint: 'https://me:hunter2@a.example' }, 'endpoint', 'must not hold a name and'],
  [{ type: 's3', 'fs.s3a.endpoint': 'unix:/x' }, 'fs.s3a.endpoint', NOT_WEB],
  [
    { type: 'S3', 'file.reader.settings.fs.s3a.endpoint': '10.0.0.1:9000' },
    'file.reader.settings.fs.s3a.endpoint',
    WITHIN_RULES,
  ],
  ...[
    'localhost',
    'a.localhost.',
    '127.0.0.1',
    '127.1',
    '2130706433',
    '0x7f000001',
    '0177.0.0.1',
    '[::1]',
    '[::ffff:127.0.0.1]',
    '[64:ff9b::7f00:1]',
    '169.254.169.254',
    '[fe80::1]',
    '0.0.0.0',
  ].map((host) => [{ type: 's3', endpoint: `http://${host}` }, 'endpoint', WITHIN_RULES] as const),
  [{ type: 'gcs', 'fs.gs.storage.root.url': 'nowhere' }, 'fs.gs.storage.root.url', NOT_WEB],
  [{ type: 'gcs', token_uri: 'file:///x' }, 'token_uri', NOT_WEB],
  [{ type: 'gcs', token_uri: 'http://169.254.169.254/token' }, 'token_uri', WITHIN_RULES],
  [{ type: 'abs', endpoint: 'http://127.0.0.1:10000' }, 'endpoint', WITHIN_RULES],
  [
    { type: 'abs', 'connection.string': 'AccountName=a;BlobEndpoint=http://127.0.0.1:1' },
    'connection.string',
    WITHIN_RULES,
  ],
  [
    { type: 'abs', 'connection.string': 'AccountName=a;EndpointSuffix=x@127.0.0.1' },
    'connection.string',
    'must not hold',
  ],
  [{ type: 'abs', 'account.name': '127.0.0.1/' }, 'account.name', WITHIN_RULES],
  [
    { type: 'abs', 'fs.azure.account.oauth2.client.endpoint': 'http://[::1]/token' },
    'fs.azure.account.oauth2.client.endpoint',
    WITHIN_RULES,
  ],
  [{ type: 'postgresql', host: '127.0.0.1', ...LOGIN }, 'host', WITHIN_RULES],
  [
    { type: 'postgresql', 'connection.url': 'postgresql://me:hunter2@localhost/d', ...LOGIN },
    'connection.url',
    WITHIN_RULES,
  ],
];

const WITHIN = [
  'localhost',
  '127.1',
  '2130706433',
  '0x7f000001',
  '0177.0.0.1',
  '0.0.0.0',
  '::1',
  '[::1]',
  '::ffff:127.0.0.1',
  '64:ff9b::7f00:1',
  '10.255.255.1',
  '169.254.169.254',
];

const NAMED: readonly (readonly [Readonly<Record<string, string>>, string])[] = [
  [{ host: '/var/run/postgresql' }, 'a wrong "host": it must be the name or the address of one server'],
  [{ host: 'a,b' }, 'a wrong "host"'],
  [{ host: 'a', port: '0' }, 'a wrong "port": it must be from 1 to 65535'],
  [{ host: 'a', port: '1e3x' }, 'a wrong "port"'],
  [{ host: 'a', sslmode: 'prefer' }, 'a wrong "sslmode": it must be one of disable'],
  [{}, 'needs "host"'],
  [{ 'connection.url': 'postgresql://a:1,b:2/d' }, 'a wrong "connection.url"'],
  [{ 'connection.url': 'postgresql:///d?host=/tmp' }, '"host" in its "connection.url", which is not known'],
  [{ 'connection.url': 'postgresql://%2Ftmp/d' }, 'a wrong "host"'],
  ...['hostaddr', 'sslrootcert', 'sslcert', 'sslkey', 'passfile', 'service', 'servicefile', 'options'].map(
    (name) =>
      [
        { 'connection.url': `postgresql://a/d?${name}=/etc/passwd` },
        `"${name}" in its "connection.url", which is not known`,
      ] as const,
  ),
  [{ 'connection.url': 'socket:/tmp/x' }, 'a wrong "connection.url"'],
  [{ 'connection.url': '/tmp d' }, 'a wrong "connection.url"'],
];
