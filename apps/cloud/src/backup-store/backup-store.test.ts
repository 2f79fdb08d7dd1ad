import { createHash, randomBytes } from 'node:crypto';
import { chmodSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { setImmediate } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { freePort } from '../testing/free-port.ts';
import { openBackupStore } from './open.ts';
import { isBackupPlace, backupPlace, type BackupPlace } from './place.ts';
import { MissingFile, type BackupStore } from './store.ts';
import { startTestS3, type TestS3 } from '@acacia/object-stores/testing';

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

let s3: TestS3;
let folder: string;
beforeAll(async () => {
  s3 = await startTestS3();
  folder = mkdtempSync(path.join(tmpdir(), 'acacia-backups-'));
});
afterAll(async () => {
  await s3.stop();
  rmSync(folder, { recursive: true, force: true });
});

const put = (store: BackupStore, key: string, bytes: Buffer) =>
  store.put(key, Readable.from([bytes]), bytes.length);
const read = async (store: BackupStore, key: string) => buffer(await store.get(key));

describe.each([
  ['a folder', (): BackupPlace => ({ kind: 'folder', folder: path.join(folder, 'not', 'there', 'yet') })],
  ['S3', (): BackupPlace => s3.place],
])('a store of backups in %s', (_kind, place) => {
  let store: BackupStore;
  beforeAll(async () => {
    store = await openBackupStore(place());
  });

  test('can be used, and is left as it was by finding that out', async () => {
    await store.check();
    expect(await store.list('check')).toEqual([]);
  });

  test('keeps a file and tells its size and hash', async () => {
    const bytes = randomBytes(1000);
    expect(await put(store, 'db/b1/one', bytes)).toEqual({
      key: 'db/b1/one',
      sizeBytes: 1000,
      sha256: sha256(bytes),
    });
    expect(await read(store, 'db/b1/one')).toEqual(bytes);
  });

  test('keeps a file that is larger than a part of an upload', async () => {
    const bytes = randomBytes(19 * 2 ** 20 + 7);
    const pieces = Array.from({ length: 40 }, (_, i) => bytes.subarray(i * 500_000, (i + 1) * 500_000));
    const kept = await store.put('db/b1/large', Readable.from(pieces), bytes.length);
    expect(kept).toEqual({ key: 'db/b1/large', sizeBytes: bytes.length, sha256: sha256(bytes) });
    expect(sha256(await read(store, 'db/b1/large'))).toBe(kept.sha256);
  }, 120_000);

  test('keeps an empty file', async () => {
    await put(store, 'db/b1/empty', Buffer.alloc(0));
    expect(await read(store, 'db/b1/empty')).toHaveLength(0);
  });

  test('replaces a file', async () => {
    await put(store, 'db/b2/file', Buffer.from('before'));
    await put(store, 'db/b2/file', Buffer.from('after'));
    expect((await read(store, 'db/b2/file')).toString()).toBe('after');
  });

  test.each([
    ['at once', 0],
    ['after more than a part', 12 * 2 ** 20],
  ])(
    'keeps nothing of a stream that breaks %s',
    async (_when, bytes) => {
      async function* breaking() {
        for (let sent = 0; sent < bytes; sent += 2 ** 20) yield Buffer.alloc(2 ** 20);
        await setImmediate();
        throw new Error('the source has broken');
      }
      await expect(store.put('db/b3/broken', Readable.from(breaking()), bytes)).rejects.toThrow(
        'the source has broken',
      );
      expect(await store.list('db/b3')).toEqual([]);
      await expect(store.get('db/b3/broken')).rejects.toThrow(MissingFile);
      expect(s3.openUploads()).toBe(0);
    },
    60_000,
  );

  test('lists the files of a folder alone, and deletes them alone', async () => {
    await put(store, 'db/b4/data/one', Buffer.from('1'));
    await put(store, 'db/b4/two', Buffer.from('22'));
    await put(store, 'db/b40/other', Buffer.from('333'));
    const listed = await store.list('db/b4');
    expect(listed.sort((a, b) => a.key.localeCompare(b.key))).toEqual([
      { key: 'db/b4/data/one', sizeBytes: 1 },
      { key: 'db/b4/two', sizeBytes: 2 },
    ]);
    await store.deleteFolder('db/b4');
    await store.deleteFolder('db/b4');
    expect(await store.list('db/b4')).toEqual([]);
    expect(await store.list('db/b40')).toHaveLength(1);
  });

  test('says which file is missing', async () => {
    const missing = await store.get('db/none/file').catch((error: unknown) => error as Error);
    expect(missing).toMatchObject({
      message: 'A file of the backup is not in the store of backups.',
      cause: { message: `${store.place} has no db/none/file` },
    });
  });

  test.each(['../outside', 'db//file', '/etc/passwd', 'db/.hidden', '', 'db/..'])(
    'takes no key %j',
    async (key) => {
      const message = `${JSON.stringify(key)} is not a key of the store of backups.`;
      await expect(async () => put(store, key, Buffer.from('x'))).rejects.toThrow(message);
      await expect(async () => store.deleteFolder(key)).rejects.toThrow(message);
    },
  );
});

test('S3 takes folders with more files than one page lists', async () => {
  const store = await openBackupStore(s3.place);
  await Promise.all(Array.from({ length: 205 }, (_, i) => put(store, `many/files/${i}`, Buffer.from('x'))));
  expect(await store.list('many/files')).toHaveLength(205);
  await store.deleteFolder('many');
  expect([...s3.objects.keys()].filter((key) => key.includes('many'))).toEqual([]);
}, 120_000);

test('a connection to S3 that breaks in the midst of a file is an error', async () => {
  const store = await openBackupStore(s3.place);
  await put(store, 'db/b5/file', randomBytes(2 ** 20));
  s3.breakNextRead();
  await expect(read(store, 'db/b5/file')).rejects.toThrow('The store of backups broke off the connection.');
});

test('a folder on a disk that is full says so, and keeps nothing', async () => {
  const store = await openBackupStore({ kind: 'folder', folder });
  async function* full() {
    yield Buffer.from('half');
    await setImmediate();
    throw Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });
  }
  await expect(store.put('full/file', Readable.from(full()), 8)).rejects.toThrow(
    'The disk of the store of backups is full. Free some space and try again.',
  );
  expect(await store.list('full')).toEqual([]);
});

test.each([
  [403, 'AccessDenied', 'The store of backups refused the credentials of Acacia.'],
  [404, 'NoSuchBucket', 'The store of backups has no such bucket as ACACIA_BACKUPS names.'],
  [507, 'XMinioStorageFull', 'The store of backups is full.'],
  [400, 'Odd', 'The store of backups failed (status 400).'],
])(
  'what a store answers with %i %s is told in our words alone',
  async (status, code, sentence) => {
    const secret = 'key AKIA123 of http://10.0.0.7:9000/acacia';
    const server = createServer((request, response) => {
      request.resume();
      response.writeHead(status, { 'content-type': 'application/xml' });
      response.end(`<Error><Code>${code}</Code><Message>${secret}</Message></Error>`);
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    try {
      const { port } = server.address() as AddressInfo;
      const store = await openBackupStore({ ...s3.place, endpoint: `http://127.0.0.1:${port}` });
      for (const call of [
        () => put(store, 'a/b', Buffer.from('x')),
        () => read(store, 'a/b'),
        () => store.deleteFolder('a'),
      ]) {
        const thrown = await call().then(
          () => undefined,
          (error: unknown) => error as Error,
        );
        expect(thrown?.message).toBe(sentence);
        const cause = thrown?.cause as Error;
        expect(cause.message).toContain(secret);
      }
    } finally {
      server.close();
    }
  },
  60_000,
);

describe('a store that cannot be used says why', () => {
  const whyNot = async (place: BackupPlace) => {
    const store = await openBackupStore(place);
    return store.check().then(
      () => 'it can be used',
      (error: unknown) => (error as Error).message,
    );
  };

  test('a folder below a file', async () => {
    const file = path.join(folder, 'file');
    writeFileSync(file, '');
    expect(await whyNot({ kind: 'folder', folder: path.join(file, 'backups') })).toMatch(
      /^The store of backups .*file\/backups \(ACACIA_BACKUPS\) cannot be used: ENOTDIR/,
    );
  });

  test.skipIf(process.getuid?.() === 0)('a folder that may not be written', async () => {
    const closed = mkdtempSync(path.join(folder, 'closed-'));
    chmodSync(closed, 0o500);
    expect(await whyNot({ kind: 'folder', folder: closed })).toContain('EACCES');
    expect(readdirSync(closed)).toEqual([]);
  });

  test('a bucket that is not there', async () => {
    expect(await whyNot({ ...s3.place, bucket: 'other' })).toBe(
      'The store of backups s3://other/here (ACACIA_BACKUPS) cannot be used: ' +
        'the store answered NoSuchBucket (404): The specified bucket does not exist.',
    );
  });

  test('wrong credentials', async () => {
    vi.stubEnv('AWS_ACCESS_KEY_ID', 'nobody');
    try {
      expect(await whyNot(s3.place)).toContain('the store answered InvalidAccessKeyId (403)');
    } finally {
      vi.stubEnv('AWS_ACCESS_KEY_ID', 'test-key');
    }
  });

  test('a store that is not there', async () => {
    const gone = `http://127.0.0.1:${await freePort()}`;
    expect(await whyNot({ ...s3.place, endpoint: gone })).toMatch(/cannot be used: .*ECONNREFUSED/);
  }, 120_000);
});

describe('the place of backups', () => {
  test.each([
    ['/srv/backups', { kind: 'folder', folder: '/srv/backups' }],
    ['s3://bucket', { kind: 's3', bucket: 'bucket', prefix: '', endpoint: null, region: 'eu-west-1' }],
    ['s3://my.bucket/a//b/', { bucket: 'my.bucket', prefix: 'a/b/' }],
  ])('%s is understood', (text, place) => {
    expect(isBackupPlace(text)).toBe(true);
    expect(backupPlace(text, null, 'eu-west-1')).toMatchObject(place);
  });

  test.each(['s3://', 's3://A_B/c', 's3://bucket/with space', 'https://bucket.example', 'gs://bucket'])(
    '%s is refused',
    (text) => expect(isBackupPlace(text)).toBe(false),
  );
});
