import { networkInterfaces } from 'node:os';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { openObjects } from '../open.ts';
import { serve } from '../testing/serve.ts';
import { createSourceNetwork, type SourceNetwork } from './source-network.ts';
import { parseSourceRules } from './source-rules.ts';

const SECRET = 'the secret of a server within';

/** All notations of an address of this machine that an HTTP client or the system accepts. */
const LOOPBACK = [
  'localhost',
  'LOCALHOST',
  'localhost.',
  '127.0.0.1',
  '127.1',
  '127.0.0.2',
  '2130706433',
  '0x7f000001',
  '0x7F.0.0.1',
  '0177.0.0.1',
  '0',
  '0.0.0.0',
  '[::1]',
  '[::]',
  '[0:0:0:0:0:0:0:1]',
  '[::ffff:127.0.0.1]',
  '[::ffff:7f00:1]',
  '[::127.0.0.1]',
  '[::ffff:0:127.0.0.1]',
  '[64:ff9b::127.0.0.1]',
  '[64:ff9b:1::7f00:1]',
  '[2002:7f00:1::]',
  '１２７.0.0.1',
  'inside.example',
];
/** Networks that are nobody's or ours, and where clouds tell machines their secrets. */
const LOCAL = [
  '10.0.0.1',
  '172.16.0.1',
  '192.168.1.1',
  '100.64.0.1',
  '169.254.169.254',
  '2852039166',
  '[::ffff:a9fe:a9fe]',
  '[64:ff9b::a9fe:a9fe]',
  '100.100.100.200',
  '192.0.0.192',
  '168.63.129.16',
  '[fd00:ec2::254]',
  '[fd20:ce::254]',
  '[fe80::1]',
  '[fec0::1]',
  '[fc00::1]',
  '[2001::1]',
  '[1::1]',
  '[ff02::1]',
  '224.0.0.1',
  '240.0.0.1',
  '255.255.255.255',
  '198.18.0.1',
  '192.0.2.1',
  'metadata.google.internal',
  'both.example',
  'nowhere.example',
];

const NAMES: Readonly<Record<string, readonly string[]>> = {
  'inside.example': ['127.0.0.1'],
  'metadata.google.internal': ['169.254.169.254'],
  'both.example': ['192.0.43.8', '127.0.0.1'],
  'nowhere.example': [],
};

const system = (await import('node:dns/promises')).lookup;
async function lookup(host: string) {
  const named = NAMES[host];
  return named === undefined ? system(host, { all: true }) : named.map((address) => ({ address, family: 4 }));
}

let hits = 0;
let port = 0;
const server = createServer((_request, response) => {
  hits += 1;
  response.writeHead(200, SECRET).end(SECRET);
});

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '::', resolve));
  ({ port } = server.address() as AddressInfo);
});
beforeEach(() => {
  hits = 0;
});
afterAll(() => void server.close());

/** The kinds of places that users may name: an address and the settings of a data source. */
const KINDS: Readonly<Record<string, (origin: string) => readonly [string, Record<string, string>]>> = {
  'a file': (origin) => [`${origin}/f.csv`, {}],
  'an endpoint of S3': (origin) => ['s3://bucket/f.csv', { endpoint: origin }],
  'a root of Google Cloud Storage': (origin) => ['gs://bucket/f.csv', { endpoint: origin }],
  'an endpoint of Azure': (origin) => ['abfss://c@a.dfs.core.windows.net/f.csv', { endpoint: origin }],
  'a connection string': (origin) => [
    'abfss://c@a.dfs.core.windows.net/f.csv',
    { 'connection.string': `AccountName=a;AccountKey=eA==;BlobEndpoint=${origin}` },
  ],
  'a server of tokens': (origin) => [
    'abfss://c@a.dfs.core.windows.net/f.csv',
    {
      'client.id': 'i',
      'client.secret': 's',
      'tenant.id': 't',
      'fs.azure.account.oauth2.client.endpoint': `${origin}/token`,
    },
  ],
};

async function failure(network: SourceNetwork, address: string, settings: Record<string, string>) {
  try {
    const reader = await openObjects(address, settings, network);
    for (const object of await reader.list()) await text(await reader.read(object, 0));
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
  return 'It was read.';
}

describe.each(Object.entries(KINDS))('%s', (_kind, place) => {
  it.each([...LOOPBACK, ...LOCAL])('is not read from %s', async (host) => {
    const network = createSourceNetwork({ lookup });
    const said = await failure(network, ...place(`http://${host}:${port}`));
    expect(said).toMatch(/cannot be read: there is no server that files may be read from\./);
    expect(said).not.toContain(SECRET);
    // An open port and a closed one give the same message.
    const closed = await failure(network, ...place(`http://${host}:1`));
    expect(closed).toBe(said.replaceAll(`:${port}/`, ':1/'));
    expect(hits).toBe(0);
  });

  it('is read where it is allowed, and by no other port', async () => {
    const network = createSourceNetwork({ allowed: `127.0.0.1:${port}` });
    await failure(network, ...place(`http://127.0.0.1:${port}`));
    expect(hits).toBeGreaterThan(0);
    hits = 0;
    const elsewhere = createSourceNetwork({ allowed: `127.0.0.1:${port + 1}` });
    await failure(elsewhere, ...place(`http://127.0.0.1:${port}`));
    expect(hits).toBe(0);
  });
});

describe('a redirect', () => {
  it.each(['302', '307', '308'])('%s is judged like any address', async (status) => {
    const web = await serve(() => ({
      status: Number(status),
      headers: { location: `http://127.0.0.2:${port}/` },
    }));
    onTestFinished(() => web.stop());
    const said = await failure(createSourceNetwork({ allowed: '127.0.0.1' }), `${web.endpoint}/f.csv`, {});
    expect(said).toMatch(/there is no server/);
    expect(hits).toBe(0);
    const both = createSourceNetwork({ allowed: '127.0.0.0/8' });
    expect(await failure(both, `${web.endpoint}/f.csv`, {})).toBe('It was read.');
  });

  it('ends after a few', async () => {
    let asked = 0;
    const web = await serve((request) => {
      asked += request.method === 'GET' ? 1 : 0;
      return { status: 302, headers: { location: `/${asked}` } };
    });
    onTestFinished(() => web.stop());
    const said = await failure(createSourceNetwork({ allowed: '127.0.0.1' }), `${web.endpoint}/f.csv`, {});
    expect(said).toMatch(/there is no server/);
    expect(asked).toBe(6);
  });

  it.each(['file:///etc/passwd', 'ftp://127.0.0.1/', 'data:text/plain,x', '//', ''])(
    'to %j goes nowhere',
    async (location) => {
      const web = await serve(() => ({ status: 302, headers: { location } }));
      onTestFinished(() => web.stop());
      const network = createSourceNetwork({ allowed: '127.0.0.1' });
      expect(await failure(network, `${web.endpoint}/f`, {})).toMatch(/there is no server/);
    },
  );
});

it('connects to what was judged, although the name means something else by then', async () => {
  const answers = ['127.0.0.3', '127.0.0.2', '127.0.0.2'];
  const rebinding = () => Promise.resolve([{ address: answers.shift() ?? '', family: 4 }]);
  const network = createSourceNetwork({ allowed: '127.0.0.3', lookup: rebinding });
  const reader = await openObjects(`http://rebound.example:${port}/f.csv`, {}, network);
  // The first connection is to the first meaning, the second is not made.
  const [object] = await reader.list();
  expect(hits).toBe(1);
  if (object === undefined) throw new Error('nothing is listed');
  await expect(reader.read(object, 0)).rejects.toThrow(/there is no server/);
  expect(hits).toBe(1);
  expect(answers).toHaveLength(1);
});

it('resolves two names at a time, for the threads that files need', async () => {
  let running = 0;
  let most = 0;
  const slow = async () => {
    running += 1;
    most = Math.max(most, running);
    await new Promise((resolve) => setTimeout(resolve, 5));
    running -= 1;
    return [{ address: '10.0.0.1', family: 4 }];
  };
  const { addressesOf } = createSourceNetwork({ allowed: '10.0.0.1', lookup: slow });
  const all = Array.from({ length: 9 }, (_, n) => addressesOf(`n${n}.example`, 80));
  expect(await Promise.all(all)).toHaveLength(9);
  expect([most, running]).toEqual([2, 0]);
});

describe('servers of Acacia itself', () => {
  const own = Object.values(networkInterfaces()).flatMap((found) => found ?? []);
  it.each([
    '127.0.0.1',
    '127.0.0.2',
    '::1',
    '0.0.0.0',
    ...own.map((each) => each.address.split('%')[0] ?? ''),
  ])('are refused at %s although all is allowed', async (address) => {
    const all = '0.0.0.0/0,::/0';
    const network = createSourceNetwork({ allowed: all, refused: 'localhost:5432' });
    await expect(network.addressesOf(address, 5432)).rejects.toThrow();
    expect(await network.addressesOf(address, 5433)).toHaveLength(1);
  });

  it('are refused elsewhere by whatever name', async () => {
    const named = (host: string) =>
      Promise.resolve(
        host === 'db.example' || host === 'alias.example' ? [{ address: '10.1.2.3', family: 4 }] : [],
      );
    const network = createSourceNetwork({ allowed: '10.0.0.0/8', refused: 'db.example:5432', lookup: named });
    await expect(network.addressesOf('alias.example', 5432)).rejects.toThrow();
    expect(await network.addressesOf('alias.example', 80)).toHaveLength(1);
  });
});

describe('rules', () => {
  it.each([
    '10.0.0.0/8',
    'files.internal:9000',
    '[fd00::/8]:5432-5439',
    'fd00::1',
    'fd00::/8',
    '127.0.0.1:9000, minio',
    '::ffff:10.0.0.1',
    '',
  ])('%j can be kept', (rules) => expect(parseSourceRules(rules)).toBeDefined());

  it.each([
    '10.0.0.0/33',
    '10.0/8',
    '010.0.0.1',
    '127.1',
    '0x7f000001',
    'a b',
    'a:0',
    'a:70000',
    'a:9-8',
    '*',
    'http://a',
    'fe80::1%eth0',
    '/tmp/s',
    'a:b',
  ])('%j cannot', (rules) => {
    expect(parseSourceRules(rules)).toBeUndefined();
    expect(() => createSourceNetwork({ allowed: rules })).toThrow('must be names, addresses or ranges');
  });
});
