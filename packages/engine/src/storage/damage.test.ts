import { execFileSync, spawnSync } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import type { Engine } from '../engine.ts';
import { openEngine } from '../open.ts';
import { mustRun, temporaryFolder, testEngine } from '../testing.ts';
import { examineLog } from './examine-log.ts';

const OPTIONS = { memoryLimitBytes: 2 ** 28, workers: 1 };
const COMMITS = 4;
const BLOCK = 2 ** 18;
/**
 * Bytes of the blocks at the end that are read only when they are asked for: texts of versions of the schema, and how
 * they can be reverted.
 */
const READ_LATER = 2 * BLOCK;
const RESTORE = /Nothing was changed\. Put the file back from a copy, or restore a backup\./;

/** Makes a store whose log holds commits, and ends without closing it. */
const writer = (dataDir: string): string => `
  import { openEngine } from ${JSON.stringify(new URL('../open.ts', import.meta.url).href)};
  const engine = await openEngine({ dataDir: ${JSON.stringify(dataDir)}, memoryLimitBytes: 2 ** 28, workers: 1 });
  const code = await engine.executeGsql('CREATE VERTEX P (PRIMARY_ID id STRING, n INT)\\nCREATE GRAPH g (*)', { graph: null }, () => undefined);
  if (code !== 0) throw new Error('No schema');
  await engine.close();
  const again = await openEngine({ dataDir: ${JSON.stringify(dataDir)}, memoryLimitBytes: 2 ** 28, workers: 1 });
  for (let n = 0; n < ${COMMITS}; n += 1) {
    await again.write('g', [{ kind: 'upsertVertex', type: 'P', id: 'p' + n, attributes: { n: { value: n } } }]);
  }
  process.kill(process.pid, 'SIGKILL');`;

function makeUsed(dataDir: string): void {
  const { signal, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', writer(dataDir)]);
  if (signal !== 'SIGKILL') throw new Error(stderr.toString());
}

let pattern: string;
beforeAll(async () => {
  pattern = await mkdtemp(path.join(tmpdir(), 'acacia-damage-'));
  makeUsed(path.join(pattern, 'one'));
  makeUsed(path.join(pattern, 'other'));
});
afterAll(() => rm(pattern, { recursive: true, force: true }));

/** A copy of the store, changed. */
async function changed(change: (folder: string) => Promise<unknown>): Promise<string> {
  const folder = path.join(await temporaryFolder(), 'data');
  await cp(path.join(pattern, 'one'), folder, { recursive: true });
  await change(folder);
  return folder;
}

/** All files with their content. */
async function filesOf(folder: string): Promise<Record<string, string>> {
  const names = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = names
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name));
  const contents = await Promise.all(files.map((file) => readFile(file, 'latin1')));
  return Object.fromEntries(files.map((file, index) => [path.relative(folder, file), contents[index] ?? '']));
}

async function flip(file: string, at: (size: number) => number): Promise<void> {
  const bytes = await readFile(file);
  const place = at(bytes.length);
  bytes[place] = (bytes[place] ?? 0) ^ 0x10;
  await writeFile(file, bytes);
}
const cut = async (file: string, at: (size: number) => number): Promise<void> =>
  truncate(file, at((await readFile(file)).length));

const data = (folder: string): string => path.join(folder, 'graph.duckdb');
const log = (folder: string): string => path.join(folder, 'graph.duckdb.wal');

/** Damage to the folder, and the beginning of the message that reports it. */
const REFUSED: readonly (readonly [string, (folder: string) => Promise<unknown>, RegExp])[] = [
  ['a database file that is missing', (folder) => rm(data(folder)), /^The file graph\.duckdb .* is missing/],
  [
    'one that is missing with its log',
    (folder) => Promise.all([rm(data(folder)), rm(log(folder))]),
    /^The file graph\.duckdb .* is missing, though the folder holds a store \(store\.json\)/,
  ],
  [
    'a log without database file and marker',
    (folder) => Promise.all([rm(data(folder)), rm(path.join(folder, 'store.json'))]),
    /^The file graph\.duckdb .* is missing, .* \(graph\.duckdb\.wal\)/,
  ],
  [
    "a used folder without any of the store's files",
    async (folder) => {
      await Promise.all([data(folder), log(folder), path.join(folder, 'store.json')].map((file) => rm(file)));
      await mkdir(path.join(folder, 'server'));
      await writeFile(path.join(folder, 'server', 'credentials.json'), '{}');
    },
    /^The file graph\.duckdb .* is missing, .* \(server\)/,
  ],
  ['an empty database file', (folder) => truncate(data(folder), 0), /^The file graph\.duckdb .* is damaged/],
  [
    'one cut in its headers',
    (folder) => truncate(data(folder), 9000),
    /^The file graph\.duckdb .* is damaged/,
  ],
  [
    'one cut short',
    (folder) => cut(data(folder), (size) => size - READ_LATER - 1),
    /^The file graph\.duckdb .* is (damaged|cut short)/,
  ],
  [
    'one cut by half',
    (folder) => cut(data(folder), (size) => Math.floor(size / 2)),
    /^The file graph\.duckdb .* is (damaged|cut short)/,
  ],
  [
    'a file of something else',
    (folder) => writeFile(data(folder), 'Some notes. '.repeat(40_000)),
    /^The file graph\.duckdb .* is damaged/,
  ],
  [
    'a bit turned in a header',
    (folder) => flip(data(folder), () => 20),
    /^The file graph\.duckdb .* is damaged/,
  ],
  [
    'a bit turned in what says where tables are',
    (folder) => flip(data(folder), (size) => size - READ_LATER - 200_000),
    /^The file graph\.duckdb .* is damaged/,
  ],
  [
    'the database file of another store',
    async (folder) => {
      await rm(log(folder));
      await cp(data(path.join(pattern, 'other')), data(folder));
    },
    /^The file graph\.duckdb .* belongs to another store than store\.json names/,
  ],
  [
    'the log of another store',
    (folder) => cp(log(path.join(pattern, 'other')), log(folder)),
    /^The file graph\.duckdb\.wal .* is damaged/,
  ],
  [
    'a log that is none',
    (folder) => writeFile(log(folder), 'Some notes. '.repeat(100)),
    /^The file graph\.duckdb\.wal .* is no log of this store/,
  ],
  [
    'a bit turned in the header of a log',
    (folder) => flip(log(folder), () => 2),
    /^The file graph\.duckdb\.wal .* is damaged from byte 0 on, where it holds committed changes/,
  ],
  [
    'a bit turned in the midst of a log',
    (folder) => flip(log(folder), (size) => Math.floor(size / 2)),
    /^The file graph\.duckdb\.wal .* is damaged/,
  ],
  [
    'a bit turned at the end of a log',
    (folder) => flip(log(folder), (size) => size - 3),
    /^The file graph\.duckdb\.wal .* is damaged/,
  ],
  [
    'a newer format',
    (folder) => writeFile(path.join(folder, 'store.json'), '{"format":2,"store":"x"}'),
    /^The data folder was written by a newer version of Acacia \(format 2, .*\. Nothing was changed\.$/,
  ],
  [
    'a marker that is no JSON',
    (folder) => writeFile(path.join(folder, 'store.json'), '{"format'),
    /^The file store\.json .* is damaged/,
  ],
];

describe('a damaged store', () => {
  it.each(REFUSED)('is refused with a sentence and left as it is: %s', async (_what, change, sentence) => {
    const folder = await changed(change);
    const before = await filesOf(folder);
    for (const readOnly of [false, true]) {
      const failure = await openEngine({ ...OPTIONS, dataDir: folder, readOnly }).then(
        (engine) => engine.close().then(() => new Error('It opened')),
        (error: unknown) => error as Error,
      );
      expect(failure.message).toMatch(sentence);
      if (!/newer version/.test(failure.message)) expect(failure.message).toMatch(RESTORE);
      expect(failure.message).not.toContain(folder);
      expect(await filesOf(folder)).toEqual(before);
    }
  });

  const vertices = async (engine: Engine): Promise<number> =>
    (await engine.countVertices('g', 'P'))[0]?.count ?? -1;

  it.each<[string, (folder: string) => Promise<unknown>, number]>([
    ['nothing', () => Promise.resolve(), COMMITS],
    ['an empty log', (folder) => truncate(log(folder), 0), 0],
    [
      'a log that ends within its last transaction',
      (folder) => cut(log(folder), (size) => size - 7),
      COMMITS - 1,
    ],
    [
      'a log that goes on with zeros',
      async (folder) =>
        writeFile(log(folder), Buffer.concat([await readFile(log(folder)), Buffer.alloc(5000)])),
      COMMITS,
    ],
    ['a log of which nothing was written', (folder) => writeFile(log(folder), Buffer.alloc(700)), 0],
    ['no marker, as of an earlier version', (folder) => rm(path.join(folder, 'store.json')), COMMITS],
  ])('is opened whole, and goes on, after %s', async (_what, change, expected) => {
    const dataDir = await changed(change);
    for (const more of [0, 1]) {
      const engine = await testEngine({ dataDir });
      expect(await vertices(engine)).toBe(expected + more);
      await engine.write('g', [{ kind: 'upsertVertex', type: 'P', id: `more${more}`, attributes: {} }]);
      await engine.close();
    }
    expect(JSON.parse(await readFile(path.join(dataDir, 'store.json'), 'utf8'))).toMatchObject({ format: 1 });
  });

  it('says so when data turn out to be damaged while they are read, and changes nothing', async () => {
    const dataDir = await temporaryFolder();
    const first = await testEngine({ dataDir });
    await mustRun(first, 'CREATE VERTEX P (PRIMARY_ID id STRING, s STRING)\nCREATE GRAPH g (*)');
    const writes = Array.from({ length: 30_000 }, (_, n) => ({
      kind: 'upsertVertex' as const,
      type: 'P',
      id: `${n}`,
      attributes: { s: { value: `${Math.random()}`.repeat(4) } },
    }));
    await first.write('g', writes);
    await first.close();
    const file = path.join(dataDir, 'graph.duckdb');
    const bytes = await readFile(file);
    for (let block = 12_288; block < bytes.length - 262_144; block += 262_144) {
      const copy = Buffer.from(bytes);
      copy[block + 60_000] = (copy[block + 60_000] ?? 0) ^ 4;
      await writeFile(file, copy);
      const found = await openEngine({ ...OPTIONS, dataDir })
        .then(async (engine) => {
          try {
            return (
              await engine.interpretQuery('INTERPRET QUERY () FOR GRAPH g { S = {P.*}; PRINT S; }', 'g', {})
            ).results;
          } finally {
            await engine.close();
          }
        })
        .catch((error: unknown) => error as Error);
      if (found instanceof Error) expect(found.message).toMatch(/^The file graph\.duckdb .* is damaged/);
    }
  });
});

describe('a log', () => {
  it('is whole, or torn where a disk wrote some of its last transaction', async () => {
    const folder = await changed(() => Promise.resolve());
    const file = log(folder);
    const bytes = await readFile(file);
    expect(await examineLog(file)).toEqual({ kind: 'whole' });
    expect(await examineLog(path.join(folder, 'no log'))).toBeNull();
    const COMMIT = Buffer.from('640064ffff', 'hex');
    const lastBegins = bytes.lastIndexOf(COMMIT, bytes.length - COMMIT.length - 1) + COMMIT.length;
    for (let end = lastBegins + 1; end < bytes.length; end += 13) {
      await writeFile(file, bytes.subarray(0, end));
      expect(await examineLog(file)).toEqual({ kind: 'torn', keep: lastBegins });
    }
    // The end of the transaction is on the disk, the part before it is not.
    const sector = Math.ceil(lastBegins / 512) * 512;
    await writeFile(
      file,
      Buffer.concat([
        bytes.subarray(0, lastBegins),
        Buffer.alloc(sector + 512 - lastBegins),
        bytes.subarray(-21),
      ]),
    );
    expect(await examineLog(file)).toEqual({ kind: 'torn', keep: lastBegins });
  });
});

describe('a folder', () => {
  it('on a file system that is mounted read-only is refused with a sentence', async (context) => {
    const folder = await temporaryFolder();
    try {
      execFileSync('mount', ['-t', 'tmpfs', '-o', 'ro', 'tmpfs', folder], { stdio: 'ignore' });
    } catch {
      return context.skip('mounting needs root');
    }
    onTestFinished(() => {
      execFileSync('umount', ['-l', folder]);
    });
    for (const dataDir of [folder, path.join(folder, 'data')]) {
      await expect(openEngine({ ...OPTIONS, dataDir })).rejects.toMatchObject({
        code: 'STORE-ACCESS',
        message: expect.stringMatching(/mounted read-only\. Mount it for writing\.$/) as string,
      });
    }
  });

  it('whose name a file has is refused with a sentence', async () => {
    const file = path.join(await temporaryFolder(), 'file');
    await writeFile(file, '');
    await expect(openEngine({ ...OPTIONS, dataDir: file })).rejects.toMatchObject({
      message: 'The data folder cannot be opened: a file has its name.',
    });
  });
});
