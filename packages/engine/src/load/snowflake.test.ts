/** Rows of Snowflake, over a server that speaks its driver's protocol: signing in, statements, sessions, chunks. */
import { createHash, createPublicKey, createVerify, generateKeyPairSync } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { serve, type Reply } from '@acacia/object-stores/testing';
import { expect, it, onTestFinished } from 'vitest';
import { gsql, mustRun, temporaryFolder, testEngine } from '../testing.ts';

const KEYS = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
});

const COLUMNS = [
  { name: 'ID', type: 'fixed', precision: 38, scale: 0 },
  { name: 'NAME', type: 'text' },
  { name: 'PAID', type: 'boolean' },
  { name: 'AT', type: 'timestamp_ntz', scale: 9 },
];
const ROWS = [
  ['9007199254740993', 'Ann, "the first"', '1', '1767225600.000000000'],
  ['2', null, '0', '1767312000.000000000'],
];
/** The rows of a chunk, as they lie in the store: without brackets around them. */
const CHUNK = [['3', 'Cid\nof two lines', '1', '1767398400.000000000']];

function isSigned(token: string): boolean {
  const [header = '', payload = '', signature = ''] = token.split('.');
  const { iss, sub } = JSON.parse(Buffer.from(payload, 'base64url').toString()) as Record<string, string>;
  const spki = createPublicKey(KEYS.publicKey).export({ type: 'spki', format: 'der' });
  const fingerprint = `SHA256:${createHash('sha256').update(spki).digest('base64')}`;
  const verified = createVerify('RSA-SHA256').update(`${header}.${payload}`);
  return iss === `${sub}.${fingerprint}` && verified.verify(KEYS.publicKey, signature, 'base64url');
}

interface Asked {
  readonly data?: Readonly<Record<string, string>>;
  readonly sqlText?: string;
}

const json = (body: unknown): Reply => ({
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
});
const refused = (code: string, message: string): Reply =>
  json({ success: false, code, message, data: { sqlState: '42000' } });

/** @param chunkAt where the second part of the rows is said to be; the server itself unless given */
async function snowflake(chunkAt?: string) {
  const asked: string[] = [];
  const session = new Map<string, string>();
  let running = true;
  const result = (own: string): Reply =>
    json({
      success: true,
      data: {
        queryId: 'q-1',
        rowtype: COLUMNS,
        rowset: ROWS,
        total: 3,
        returned: 3,
        chunks: [{ url: chunkAt ?? `${own}/chunk`, rowCount: 1, uncompressedSize: 100 }],
        parameters: [...session].map(([name, value]) => ({ name, value })),
        version: 1,
        statementTypeId: 4096,
      },
    });
  const server = await serve((request, url, body) => {
    const own = `http://${request.headers.host ?? ''}`;
    if (url.pathname === '/chunk') {
      const rows = CHUNK.map((row) => JSON.stringify(row)).join(',');
      return { headers: { 'content-encoding': 'gzip' }, body: gzipSync(rows) };
    }
    if (url.pathname === '/session/v1/login-request') {
      const { data = {} } = JSON.parse(body) as Asked;
      asked.push(`sign in ${data['LOGIN_NAME']} ${url.searchParams.get('warehouse')}`);
      const isKnown =
        data['AUTHENTICATOR'] === 'SNOWFLAKE_JWT'
          ? isSigned(data['TOKEN'] ?? '')
          : data['PASSWORD'] === 'right';
      if (!isKnown) return refused('390100', 'Incorrect username or password was specified.');
      const times = { validityInSeconds: 3600, masterValidityInSeconds: 14_400 };
      return json({
        success: true,
        data: { token: 't-1', masterToken: 'm-1', sessionId: 1, ...times, parameters: [] },
      });
    }
    if (request.headers.authorization !== 'Snowflake Token="t-1"') return { status: 401 };
    if (url.pathname === '/session' && url.searchParams.get('delete') === 'true') {
      asked.push('sign out');
      return json({ success: true, data: null });
    }
    if (url.pathname === '/queries/q-1/result') return result(own);
    if (url.pathname !== '/queries/v1/query-request') return { status: 404 };
    const { sqlText = '' } = JSON.parse(body) as Asked;
    if (sqlText.startsWith('ALTER SESSION SET')) {
      for (const [, name = '', value = ''] of sqlText.matchAll(/(\w+) = '([^']*)'/g))
        session.set(name, value);
      const status = [{ name: 'status', type: 'text' }];
      return json({
        success: true,
        data: { queryId: 'q-0', rowtype: status, rowset: [['ok']], total: 1, returned: 1, version: 1 },
      });
    }
    asked.push(sqlText);
    if (sqlText.includes('nowhere'))
      return refused('002003', "SQL compilation error:\nObject 'NOWHERE' does not exist.");
    if (!running) return result(own);
    // A statement that takes its time is asked for again.
    running = false;
    return json({
      success: true,
      code: '333333',
      data: { queryId: 'q-1', getResultUrl: '/queries/q-1/result' },
    });
  });
  onTestFinished(() => server.stop());
  return { asked, host: new URL(server.endpoint).host };
}

async function open() {
  const dataDir = await temporaryFolder();
  const engine = await testEngine({ dataDir, sources: { allowed: '127.0.0.1' } });
  await mustRun(
    engine,
    'CREATE VERTEX P (PRIMARY_ID id STRING, name STRING, paid BOOL, at DATETIME)\nCREATE GRAPH g (*)',
  );
  await mustRun(
    engine,
    `CREATE LOADING JOB j FOR GRAPH g { DEFINE FILENAME f;
       LOAD f TO VERTEX P VALUES ($"ID", $"NAME", $"PAID", $"AT") USING HEADER="true"; }`,
  );
  return { engine, dataDir };
}

const settings = (host: string, given: object = {}): string =>
  JSON.stringify({
    type: 'snowflake',
    'connection.url': `jdbc:snowflake://${host}/?db=sales&warehouse=small&ssl=off`,
    'connection.user': 'ann',
    'connection.password': 'right',
    ...given,
  });

async function loaded(given: string, query = 'SELECT * FROM people -- all of them') {
  const { engine, dataDir } = await open();
  const made = await gsql(engine, `CREATE DATA_SOURCE s = """${given}"""`);
  if (made.code !== 0) return { error: made.output, rows: [], left: [] };
  const { overall } = await engine
    .loadEnded(await engine.startLoad('g', 'j', { files: { f: `$s:${query}` } }))
    .then((status) => ({ overall: status }));
  const rows = (await engine.vertices('g', 'P'))
    .map(({ v_id, attributes }) => [v_id, ...Object.values(attributes)])
    .sort(([a], [b]) => String(a).localeCompare(String(b)));
  const left = (await readdir(path.join(dataDir, 'loads'))).filter((name) => name.endsWith('.part'));
  return { error: overall.error, rows, left };
}

it('is read by a password: long numbers, texts of two lines, times and what is null', async () => {
  const { asked, host } = await snowflake();
  const { error, rows } = await loaded(settings(host));
  expect(error).toBeNull();
  expect(rows).toEqual([
    ['2', '', false, '2026-01-02 00:00:00'],
    ['3', 'Cid\nof two lines', true, '2026-01-03 00:00:00'],
    ['9007199254740993', 'Ann, "the first"', true, '2026-01-01 00:00:00'],
  ]);
  expect(asked.slice(0, 2)).toEqual([
    'sign in ann small',
    'SELECT * FROM (SELECT * FROM people -- all of them\n) AS acacia_rows',
  ]);
  await expect.poll(() => asked.at(-1)).toBe('sign out');
});

it('is read by a private key', async () => {
  const { host } = await snowflake();
  const key = { 'connection.password': '', 'private.key': KEYS.privateKey };
  expect((await loaded(settings(host, key))).rows).toHaveLength(3);
});

it.each<[string, object, string, string]>([
  [
    'a wrong password',
    { 'connection.password': 'wrong-one' },
    '',
    'refuses the user, the password or the key',
  ],
  ['no table', {}, 'SELECT * FROM nowhere', "SQL compilation error:\nObject 'NOWHERE' does not exist"],
  ['no password', { 'connection.password': '' }, '', 'needs "connection.password"'],
  ['no user', { 'connection.user': '' }, '', 'needs "connection.user"'],
  [
    'another database',
    { 'connection.url': 'jdbc:mysql://h/' },
    '',
    'wrong "connection.url": it must be like jdbc',
  ],
  ['a path', { 'connection.url': 'jdbc:snowflake://h.example/x' }, '', 'wrong "connection.url"'],
  [
    'a parameter that is none',
    { 'connection.url': 'jdbc:snowflake://h.example/?authenticator=externalbrowser' },
    '',
    '"authenticator" in its "connection.url", which is not known',
  ],
  [
    'a key that is none',
    { 'private.key': '/etc/passwd' },
    '',
    'wrong "private.key": it must be an unencrypted key',
  ],
  ['a server within', { 'connection.url': 'jdbc:snowflake://10.0.0.1/' }, '', 'may not be read from'],
])('says what is wrong: %s', async (_, given, query, message) => {
  const { host } = await snowflake();
  const { error, rows } = await loaded(settings(host, given), query === '' ? undefined : query);
  expect(error).toContain(message);
  expect(error).not.toContain('wrong-one');
  expect(rows).toEqual([]);
});

it('fetches no rows from where the server may not lead', async () => {
  const { host } = await snowflake('http://169.254.169.254/latest/meta-data');
  const { error, rows, left } = await loaded(settings(host));
  expect(error).toContain('there is no Snowflake that may be read from');
  expect([rows, left]).toEqual([[], []]);
});

it('is sampled', async () => {
  const { host, asked } = await snowflake();
  const { engine } = await open();
  await mustRun(engine, `CREATE DATA_SOURCE s = """${settings(host)}"""`);
  const by = {
    person: { name: 'ann', readsAllOutputs: true, demandWriting: () => undefined },
    baseDir: await temporaryFolder(),
  };
  const sample = await engine.sampleSource(
    null,
    { file: '$s:SELECT * FROM people', rows: 2, chosen: {} },
    by,
  );
  expect(sample.columns.map(({ name, type }) => [name, type])).toEqual([
    ['ID', 'INT'],
    ['NAME', 'STRING'],
    ['PAID', 'BOOL'],
    ['AT', 'DATETIME'],
  ]);
  expect(sample.rows[0]).toEqual(['9007199254740993', 'Ann, "the first"', 'TRUE', '2026-01-01 00:00:00']);
  expect(asked[1]).toContain('LIMIT 2');
});
