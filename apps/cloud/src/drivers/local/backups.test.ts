import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openBackupStore } from '../../backup-store/open.ts';
import { startTestS3 } from '@acacia/object-stores/testing';
import { demandStore, recordStore } from './store-record.ts';
import { folderBackups } from './testing/folder-backups.ts';

let home: string;
let backups: ReturnType<typeof folderBackups>;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'acacia-backups-'));
  backups = folderBackups(home);
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

const inDatabase = (path: string, database = 'db') => join(home, 'databases', database, path);
const inStore = (path: string) => join(home, 'backups', 'db', 'b1', path);

function write(path: string, content: string | Buffer, database?: string): void {
  mkdirSync(dirname(inDatabase(path, database)), { recursive: true });
  writeFileSync(inDatabase(path, database), content);
}
const read = (path: string, database?: string) => readFileSync(inDatabase(path, database), 'utf8');

async function backUp(): Promise<unknown> {
  const { manifest } = await backups.backUp({ databaseId: 'db', workspaceId: null }, 'b1');
  return manifest;
}

/** Temporary files and folders left beside databases and backups. */
const leftovers = () => [
  ...(existsSync(join(home, 'scratch')) ? readdirSync(join(home, 'scratch')) : []),
  ...readdirSync(join(home, 'databases')).filter((name) => /^\..*(?<!\.store)$/.test(name)),
];

describe('a backup', () => {
  test('is smaller than the data, and gives them back as they were', async () => {
    write('graph.duckdb', 'row\n'.repeat(100_000));
    write('server/documents/graph-a%20b.json', '{}');
    write('server/secrets.json', 'secret');
    chmodSync(inDatabase('server/secrets.json'), 0o600);
    const { sizeBytes, manifest } = await backups.backUp({ databaseId: 'db', workspaceId: null }, 'b1');
    expect(sizeBytes).toBeLessThan(20_000);

    write('graph.duckdb', 'other');
    write('server/new.json', 'new');
    await backups.restore('b1', 'db', manifest, 'db');
    expect(read('graph.duckdb')).toBe('row\n'.repeat(100_000));
    expect(read('server/documents/graph-a%20b.json')).toBe('{}');
    expect(existsSync(inDatabase('server/new.json'))).toBe(false);
    expect(statSync(inDatabase('server/secrets.json')).mode & 0o777).toBe(0o600);
    expect(leftovers()).toEqual([]);
  });

  test('is restored into another database', async () => {
    write('graph.duckdb', 'data');
    await backups.restore('b1', 'db', await backUp(), 'other');
    expect(read('graph.duckdb', 'other')).toBe('data');
  });

  test('leaves uploaded files alone, which are no part of it', async () => {
    write('graph.duckdb', 'data');
    write('uploads/people.csv', 'before');
    const manifest = await backUp();
    write('uploads/people.csv', 'after');
    await backups.restore('b1', 'db', manifest, 'db');
    await backups.restore('b1', 'db', manifest, 'db');
    expect(read('uploads/people.csv')).toBe('after');
  });

  test('of an empty database is one too, and is restored over one that has data', async () => {
    const manifest = await backUp();
    expect(await backups.proveBackup('b1', 'db', manifest)).toMatchObject({ proved: true });
    write('graph.duckdb', 'data');
    await recordStore(inDatabase('.'));
    await backups.restore('b1', 'db', manifest, 'db');
    expect(existsSync(inDatabase('graph.duckdb'))).toBe(false);
    await demandStore(inDatabase('.'));
  });

  test('that is restored is known to be there', async () => {
    write('graph.duckdb', 'data');
    await backups.restore('b1', 'db', await backUp(), 'other');
    rmSync(inDatabase('graph.duckdb', 'other'));
    await expect(demandStore(inDatabase('.', 'other'))).rejects.toThrow('graph.duckdb of the database');
  });

  test('that is repeated is the same one', async () => {
    write('graph.duckdb', 'data');
    const first = await backUp();
    write('graph.duckdb', 'later');
    expect(await backUp()).toEqual(first);
  });

  test('that was cut off begins anew', async () => {
    write('graph.duckdb', 'data');
    await backUp();
    // Killed before the manifest was there.
    rmSync(inStore('manifest.json'));
    writeFileSync(inStore('7.zst'), 'left');
    mkdirSync(join(home, 'scratch', 'backup-b1'), { recursive: true });
    write('graph.duckdb', 'later');
    const manifest = await backUp();
    expect(readdirSync(inStore('.')).sort()).toEqual(['0.zst', 'manifest.json']);
    await backups.restore('b1', 'db', manifest, 'other');
    expect(read('graph.duckdb', 'other')).toBe('later');
  });

  test('is deleted, twice without harm', async () => {
    write('graph.duckdb', 'data');
    const manifest = await backUp();
    await backups.deleteBackup('b1', 'db');
    await backups.deleteBackup('b1', 'db');
    expect(existsSync(inStore('.'))).toBe(false);
    await expect(backups.restore('b1', 'db', manifest, 'db')).rejects.toThrow(
      'The file graph.duckdb of the backup is not in the store of backups.',
    );
  });

  test.each([['../x'], ['a/b'], ['']])('has no id %j', async (id) => {
    await expect(backups.backUp({ databaseId: 'db', workspaceId: null }, id)).rejects.toThrow(
      `${JSON.stringify(id)} is not the id of a backup.`,
    );
  });
});

test('a backup in S3 is taken, proved, restored and deleted; what breaks off is no damage', async () => {
  const s3 = await startTestS3();
  try {
    const inS3 = folderBackups(home, await openBackupStore(s3.place));
    write('graph.duckdb', randomBytes(2 ** 20));
    const before = readFileSync(inDatabase('graph.duckdb'));
    const { manifest, sizeBytes } = await inS3.backUp({ databaseId: 'db', workspaceId: null }, 'b1');
    expect([...s3.objects.keys()].sort()).toEqual(['here/db/b1/0.zst', 'here/db/b1/manifest.json']);
    expect(s3.objects.get('here/db/b1/0.zst')).toHaveLength(sizeBytes);
    expect(await inS3.proveBackup('b1', 'db', manifest)).toMatchObject({ proved: true });

    write('graph.duckdb', 'other');
    s3.breakNextRead();
    await expect(inS3.restore('b1', 'db', manifest, 'db')).rejects.toThrow('broke off the connection');
    expect(read('graph.duckdb')).toBe('other');
    await inS3.restore('b1', 'db', manifest, 'db');
    expect(readFileSync(inDatabase('graph.duckdb')).equals(before)).toBe(true);

    const stored = s3.objects.get('here/db/b1/0.zst') ?? Buffer.alloc(1);
    stored[100] = (stored[100] ?? 0) ^ 1;
    expect((await inS3.proveBackup('b1', 'db', manifest)).findings).toEqual([
      expect.stringContaining('The file graph.duckdb is damaged in the store'),
    ]);
    await inS3.deleteBackup('b1', 'db');
    expect(s3.objects.size).toBe(0);
  } finally {
    await s3.stop();
  }
});

describe('proving a backup', () => {
  test('says what was compared', async () => {
    write('graph.duckdb', 'data');
    write('server/a.json', '{}');
    expect(await backups.proveBackup('b1', 'db', await backUp())).toEqual({
      proved: true,
      findings: [
        'Files: 2 compared by sha256, all equal.',
        'Data: catalog and 2 types with 6 rows compared by checksum, all equal.',
      ],
    });
    expect(leftovers()).toEqual([]);
  });

  const flip = (path: string, at: (length: number) => number) => {
    const bytes = readFileSync(inStore(path));
    const place = at(bytes.length);
    bytes[place] = (bytes[place] ?? 0) ^ 1;
    writeFileSync(inStore(path), bytes);
  };

  test.each([
    ['at the beginning', () => 0],
    ['in the middle', (length: number) => Math.floor(length / 2)],
    ['at the end', (length: number) => length - 1],
  ])('finds one flipped bit %s of a file, and nothing is restored from it', async (_where, at) => {
    write('graph.duckdb', randomBytes(100_000));
    const manifest = await backUp();
    flip('0.zst', at);
    const proof = await backups.proveBackup('b1', 'db', manifest);
    expect(proof.proved).toBe(false);
    expect(proof.findings).toEqual([
      expect.stringMatching(/^Files: The file graph\.duckdb is damaged in the store: /),
    ]);
    write('graph.duckdb', 'present');
    await expect(backups.restore('b1', 'db', manifest, 'db')).rejects.toThrow('is damaged in the store');
    expect(read('graph.duckdb')).toBe('present');
    expect(leftovers()).toEqual([]);
  });

  test('finds a file that was cut short, one that is missing, and goes on with the others', async () => {
    write('a', randomBytes(1000));
    write('b', randomBytes(1000));
    write('c', randomBytes(1000));
    const manifest = await backUp();
    writeFileSync(inStore('0.zst'), readFileSync(inStore('0.zst')).subarray(0, 500));
    rmSync(inStore('1.zst'));
    const { proved, findings } = await backups.proveBackup('b1', 'db', manifest);
    expect([proved, findings.length]).toEqual([false, 2]);
    expect(findings[0]).toContain('The file a is damaged');
    expect(findings[1]).toContain('The file b of the backup is not in the store');
  });

  test('finds a manifest that is gone or another one', async () => {
    write('a', 'data');
    const manifest = await backUp();
    writeFileSync(
      inStore('manifest.json'),
      readFileSync(inStore('manifest.json'), 'utf8').replace('"test"', '"rest"'),
    );
    expect((await backups.proveBackup('b1', 'db', manifest)).findings).toEqual([
      'Manifest: the one in the store is not the one that the control plane has.',
    ]);
    rmSync(inStore('manifest.json'));
    expect((await backups.proveBackup('b1', 'db', manifest)).findings).toEqual([
      'Manifest: it is missing in the store.',
    ]);
  });

  test('finds data that are not those of the manifest', async () => {
    write('a', 'data');
    const manifest = (await backUp()) as { data: { types: { checksum: string }[] } };
    const [type] = manifest.data.types;
    const other = { ...manifest, data: { catalog: 'other', types: [{ ...type, count: 9 }] } };
    const { findings } = await backups.proveBackup('b1', 'db', other);
    expect(findings).toContain('Data: the catalog (types, graphs, queries, loading jobs) is not the same.');
    expect(findings).toContain('Data: the vertex type a has 4 rows instead of 9.');
    write('a', 'present');
    await expect(backups.restore('b1', 'db', other, 'db')).rejects.toThrow(
      'The backup is not what was taken.',
    );
    expect(read('a')).toBe('present');
  });

  test('refuses a manifest of another format', async () => {
    await expect(backups.proveBackup('b1', 'db', { format: 2 })).rejects.toThrow(
      'not one that this version of Acacia understands',
    );
  });

  test('follows no path out of the folder', async () => {
    write('a', 'data');
    const manifest = (await backUp()) as { files: object[] };
    const files = manifest.files.map((file) => ({ ...file, path: '../../outside' }));
    await expect(backups.restore('b1', 'db', { ...manifest, files }, 'db')).rejects.toThrow(
      'not one that this version of Acacia understands',
    );
  });
});

describe('a restore that is cut off', () => {
  const before = () => join(home, 'databases', '.db.before');

  test('between its two renames has the old data after the next start', async () => {
    write('a', 'old');
    renameSync(inDatabase('.'), before());
    mkdirSync(join(home, 'databases', '.db.restoring'));
    await backups.recover();
    expect(read('a')).toBe('old');
    expect(leftovers()).toEqual([]);
  });

  test('after them has the new data after the next start', async () => {
    write('a', 'old');
    renameSync(inDatabase('.'), before());
    write('a', 'new');
    await backups.recover();
    expect(read('a')).toBe('new');
    expect(leftovers()).toEqual([]);
  });

  test('by a kill at any moment leaves the old or the new, and a repeat finishes', async () => {
    const take = async (id: string, content: string) => {
      for (const name of ['a', 'b', 'c']) write(name, content.repeat(50_000));
      return (await backups.backUp({ databaseId: 'db', workspaceId: null }, id)).manifest;
    };
    const manifests = { one: await take('one', '1'), two: await take('two', '2') };
    const file = join(home, 'manifests.json');
    writeFileSync(file, JSON.stringify(manifests));
    const script = fileURLToPath(new URL('./testing/restore-again.ts', import.meta.url));
    for (let round = 0; round < 8; round++) {
      const child = spawn(process.execPath, [script, home, file], { stdio: ['ignore', 'pipe', 'inherit'] });
      const exited = new Promise((resolve) => child.once('exit', resolve));
      await new Promise((resolve) => child.stdout.once('data', resolve));
      await delay(Math.random() * 60);
      child.kill('SIGKILL');
      await exited;
      await backups.recover();
      const contents = new Set(['a', 'b', 'c'].map((name) => read(name)));
      expect(contents.size).toBe(1);
      const [content = ''] = contents;
      expect(content).toMatch(/^(1{50000}|2{50000})$/);
    }
    await backups.restore('one', 'db', manifests.one, 'db');
    expect(read('b')).toBe('1'.repeat(50_000));
    expect(leftovers()).toEqual([]);
  }, 120_000);
});
