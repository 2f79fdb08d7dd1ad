import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createSourceNetwork, isRemoteAddress, openObjects } from './index.ts';
import {
  startTestAzure,
  startTestGcs,
  startTestS3,
  type TestAzure,
  type TestGcs,
  type TestS3,
} from './testing/index.ts';
import { ranged, serve, type Served } from './testing/serve.ts';

const FILES = { 'in/a.csv': '1,one', 'in/b & c.csv': '2,two', 'in/deep/d.csv': '3,three', 'other.csv': '4' };

const network = createSourceNetwork({ allowed: '127.0.0.1' });

let s3: TestS3;
let gcs: TestGcs;
let azure: TestAzure;
let web: Served;

beforeAll(async () => {
  [s3, gcs, azure] = await Promise.all([startTestS3(), startTestGcs(), startTestAzure()]);
  web = await serve((request, url) => {
    if (url.pathname === '/missing') return { status: 404, body: 'nothing here' };
    if (url.pathname === '/whole') return { body: '0123456789' };
    return { ...ranged(request, Buffer.from('0123456789')) };
  });
  for (const [key, content] of Object.entries(FILES)) {
    for (const objects of [s3.objects, gcs.objects, azure.blobs]) objects.set(key, Buffer.from(content));
  }
});
afterAll(() => Promise.all([s3, gcs, azure, web].map((server) => server.stop())));

const s3Settings = (): Record<string, string> => ({
  type: 's3',
  'access.key': s3.keys.id,
  'secret.key': s3.keys.secret,
  'file.reader.settings.fs.s3a.endpoint': s3.place.endpoint,
  'file.reader.settings.fs.s3a.path.style.access': 'true',
});

async function readAll(address: string, settings: Record<string, string>): Promise<Record<string, string>> {
  const reader = await openObjects(address, settings, network);
  const found: Record<string, string> = {};
  for (const object of await reader.list()) {
    found[object.key] = await text(await reader.read(object, 0));
    expect(object.sizeBytes).toBe(found[object.key]?.length);
  }
  return found;
}

describe.each([
  ['S3', 's3://acacia', () => s3Settings()],
  ['S3 without keys', 's3a://public', () => ({ endpoint: s3.place.endpoint })],
  ['Google Cloud Storage', 'gs://acacia', () => ({ ...gcs.settings })],
  ['Google Cloud Storage without a key', 'gs://public', () => ({ endpoint: gcs.endpoint })],
  ['Azure with the key', 'abfss://data@acacia.dfs.core.windows.net', () => ({ ...azure.keySettings })],
  [
    'Azure as a service principal',
    'wasbs://data@acacia.blob.core.windows.net',
    () => ({ ...azure.principalSettings }),
  ],
  [
    'Azure with a connection string',
    'https://acacia.blob.core.windows.net/data',
    () => ({ ...azure.connectionSettings }),
  ],
  [
    'Azure without credentials',
    'abfs://public@acacia.dfs.core.windows.net',
    () => ({ endpoint: azure.endpoint }),
  ],
])('%s', (_name, root, settings) => {
  it('lists an object, a folder over several pages, and nothing', async () => {
    expect(await readAll(`${root}/other.csv`, settings())).toEqual({ 'other.csv': '4' });
    const { 'other.csv': _other, ...inFolder } = FILES;
    expect(await readAll(`${root}/in`, settings())).toEqual(inFolder);
    expect(await readAll(`${root}/in/`, settings())).toEqual(inFolder);
    expect(await readAll(`${root}/i`, settings())).toEqual({});
    expect(await readAll(root, settings())).toEqual(FILES);
  });

  it('reads on from a byte', async () => {
    const reader = await openObjects(`${root}/in/a.csv`, settings(), network);
    const [object] = await reader.list();
    if (object === undefined) throw new Error('nothing is listed');
    expect(await text(await reader.read(object, 2))).toBe('one');
  });
});

describe('refusals', () => {
  it('name the address and why, and nothing of what the store said', async () => {
    const wrongS3 = { ...s3Settings(), 'access.key': 'nobody' };
    await expect(readAll('s3://acacia/in', wrongS3)).rejects.toThrow(
      's3://acacia/in cannot be read: access is denied; look at the credentials of the data source (status 403).',
    );
    await expect(readAll('s3://acacia/in', { ...s3Settings(), 'secret.key': '' })).rejects.toThrow(
      'needs both "access.key" and "secret.key"',
    );
    await expect(readAll('gs://acacia/in', { endpoint: gcs.endpoint })).rejects.toThrow(
      /gs:\/\/acacia\/in .*access is denied.*401/,
    );
    await expect(readAll('gs://acacia/in', { ...gcs.settings, private_key: 'x' })).rejects.toThrow(
      'is not a private key',
    );
    await expect(readAll('gs://acacia/in', { ...gcs.settings, client_email: 'other' })).rejects.toThrow(
      /A token for gs:\/\/acacia\/in cannot be read: access is denied.*400\)\.$/,
    );
    const wrongKey = { ...azure.keySettings, 'account.key': 'AAAA' };
    await expect(readAll('abfss://data@acacia.dfs.core.windows.net/in', wrongKey)).rejects.toThrow(
      /access is denied.*\(status 403\)\.$/,
    );
    await expect(
      readAll('abfss://data@acacia.dfs.core.windows.net/in', { 'client.id': 'a', endpoint: azure.endpoint }),
    ).rejects.toThrow('needs "tenant.id"');
    await expect(readAll(`${web.endpoint}/missing`, {})).rejects.toThrow(
      /missing cannot be read: there is nothing of that name \(status 404\)\.$/,
    );
  });

  it.each([
    ['s3://', {}, "'s3://' is not an address of a bucket"],
    ['abfss://nothing', {}, 'is not an address of Azure Blob Storage'],
    ['http://ann:secret@example.org/x', {}, 'must not hold a name and a password'],
    ['gs://bucket/k', { type: 's3' }, 'is an address of Google Cloud Storage; the data source is for S3'],
    [
      's3://bucket/k',
      {
        'file.reader.settings.fs.s3a.aws.credentials.provider':
          'com.amazonaws.auth.InstanceProfileCredentialsProvider',
      },
      'the role of the machine',
    ],
  ])('are told of %s', async (address, settings, message) => {
    await expect(openObjects(address, settings, network)).rejects.toThrow(message);
  });

  it('tell of a server that cannot read on, and of one that is not there', async () => {
    const reader = await openObjects(`${web.endpoint}/whole`, {}, network);
    const [object] = await reader.list();
    if (object === undefined) throw new Error('nothing is listed');
    await expect(reader.read(object, 3)).rejects.toThrow(/cannot be read from its byte 3 on/);
    const gone = await serve(() => ({}));
    await gone.stop();
    await expect(readAll(`${gone.endpoint}/x`, {})).rejects.toThrow(
      /cannot be read: there is no server that files may be read from/,
    );
  });
});

describe('addresses', () => {
  it.each([
    ['s3://bucket/k', true],
    ['HTTPS://host/x.csv', true],
    ['/data/x.csv', false],
    ['m1:/data/x.csv', false],
    ['file.csv', false],
  ])('%s is one: %s', (address, is) => {
    expect(isRemoteAddress(address)).toBe(is);
  });

  it('of the web are read from any byte', async () => {
    const reader = await openObjects(`${web.endpoint}/f.csv?x=1`, {}, network);
    const [object] = await reader.list();
    if (object === undefined) throw new Error('nothing is listed');
    expect(await text(await reader.read(object, 4))).toBe('456789');
  });
});

it("signs requests to Azure as Microsoft's SDK does", async () => {
  // Signatures of @azure/storage-common 12.5.0 for the same requests, key and time.
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-01-02T03:04:05Z') });
  const signed: (string | undefined)[] = [];
  const asked: (string | undefined)[] = [];
  const server = await serve((request, url) => {
    signed.push(request.headers.authorization);
    asked.push(request.url);
    const name = '<Name>in/b &amp; c</Name><Content-Length>1</Content-Length>';
    return url.search === '' ? ranged(request, Buffer.from('0123456789')) : { body: `<Blob>${name}</Blob>` };
  });
  try {
    const key = Buffer.from('the key of the account').toString('base64');
    const settings = { 'account.name': 'account', 'account.key': key, endpoint: server.endpoint };
    const reader = await openObjects('abfss://box@account.dfs.core.windows.net/in/b & c', settings, network);
    const read = async (name: string, from: number) => {
      await text(await reader.read({ address: name, key: name, sizeBytes: null, version: null }, from));
    };
    expect(await reader.list()).toHaveLength(1);
    await read('in/b & c.csv', 7);
    await read('in/ü %2F+.csv', 0);
  } finally {
    vi.useRealTimers();
    await server.stop();
  }
  expect(asked[0]).toBe('/box?restype=container&comp=list&prefix=in%2Fb%20%26%20c');
  expect(signed).toEqual([
    'SharedKey account:wHmdaEI3byE06wp8zxNPcMP3w1510bdc1f1eHE06q98=',
    'SharedKey account:G8XY66vk+FOqxH21Vxov/jAlKkBixLyYgymM/visagk=',
    'SharedKey account:VdPphk5n7L35f1U6KTHP6IiNMg8GqzmEiEIr1heQ+RI=',
  ]);
});
