import { repeats } from '@acacia/base/testing';
import { execFileSync } from 'node:child_process';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Engine } from '../engine.ts';
import { openEngine } from '../open.ts';
import { mustRun, temporaryFolder, testEngine } from '../testing.ts';
import type { Write } from '../writes.ts';

const SCHEMA =
  'CREATE VERTEX P (PRIMARY_ID id STRING)\nCREATE DIRECTED EDGE E (FROM P, TO P, n INT)\nCREATE GRAPH g (*)';
const WRITERS = 3;
const BATCH = 5;

/** Each writer adds batches one after the other; a batch has an edge to each of its vertices. */
const batchOf = (writer: number, number: number): Write[] =>
  Array.from({ length: BATCH }, (_, n) => ({
    kind: 'upsertEdge',
    type: 'E',
    from: { type: 'P', id: `w${writer}` },
    to: { type: 'P', id: `w${writer}-${number}-${n}` },
    attributes: { n: { value: n } },
  }));

/**
 * The number of batches of each writer.
 * @throws Error when a batch is incomplete, or when one before it is missing
 */
async function batchesIn(engine: Engine): Promise<number[]> {
  const known = new Set((await engine.vertices('g', 'P')).map((vertex) => vertex.v_id));
  const edges = (await engine.countEdges('g', 'E'))[0]?.count ?? 0;
  let all = 0;
  const counts = Array.from({ length: WRITERS }, (_, writer) => {
    let number = 0;
    while (known.has(`w${writer}-${number}-0`)) {
      for (let n = 0; n < BATCH; n += 1) {
        if (!known.has(`w${writer}-${number}-${n}`)) throw new Error(`Batch ${number} is there in part`);
      }
      number += 1;
    }
    all += number;
    return number;
  });
  if (edges !== all * BATCH) throw new Error(`${edges} edges for ${all} batches`);
  return counts;
}

async function openAndClose<T>(
  dataDir: string,
  readOnly: boolean,
  look: (engine: Engine) => Promise<T>,
): Promise<T> {
  const engine = await openEngine({ dataDir, readOnly, memoryLimitBytes: 2 ** 28, workers: 1 });
  try {
    return await look(engine);
  } finally {
    await engine.close();
  }
}

async function filesOf(folder: string): Promise<Record<string, string>> {
  const names = (await readdir(folder)).sort();
  const contents = names.map(
    async (name) => [name, await readFile(path.join(folder, name), 'base64')] as const,
  );
  return Object.fromEntries(await Promise.all(contents));
}

describe('a copy of the store', () => {
  it('is a prefix of the acknowledged writes, many times while writers and queries run', async () => {
    const engine = await testEngine();
    await mustRun(engine, SCHEMA);
    const acknowledged = Array.from({ length: WRITERS }, () => 0);
    const running = { value: true };
    const writing = acknowledged.map(async (_, writer) => {
      while (running.value) {
        await engine.write('g', batchOf(writer, acknowledged[writer] ?? 0));
        acknowledged[writer] = (acknowledged[writer] ?? 0) + 1;
      }
    });
    const reading = (async () => {
      while (running.value) await engine.interpretQuery('INTERPRET QUERY () { PRINT 1; }', 'g', {});
    })();
    const places: { folder: string; atLeast: number[]; atMost: number[] }[] = [];
    const parent = await temporaryFolder();
    for (let number = 0; number < repeats(6, 20); number += 1) {
      const atLeast = [...acknowledged];
      const folder = path.join(parent, `copy-${number}`);
      const { bytes, writesHeldMs } = await engine.copyTo(folder);
      expect(bytes).toBeGreaterThan(0);
      expect(writesHeldMs).toBeGreaterThanOrEqual(0);
      // One batch of each writer may be stored that is not acknowledged yet.
      places.push({ folder, atLeast, atMost: acknowledged.map((count) => count + 1) });
    }
    running.value = false;
    await Promise.all([...writing, reading]);
    expect((await readdir(parent)).filter((name) => name.startsWith('.'))).toEqual([]);

    for (const { folder, atLeast, atMost } of places) {
      const before = await filesOf(folder);
      const seen = await openAndClose(folder, true, batchesIn);
      expect(await filesOf(folder)).toEqual(before);
      seen.forEach((count, writer) => {
        expect(count).toBeGreaterThanOrEqual(atLeast[writer] ?? 0);
        expect(count).toBeLessThanOrEqual(atMost[writer] ?? 0);
      });
      const after = await openAndClose(folder, false, async (copy) => {
        const counts = await batchesIn(copy);
        await copy.write('g', batchOf(0, counts[0] ?? 0));
        return batchesIn(copy);
      });
      expect(after[0]).toBe((seen[0] ?? 0) + 1);
    }
    // The original still holds its lock and all that it acknowledged.
    expect(await batchesIn(engine)).toEqual(acknowledged);
  }, 240_000);

  it('is whole while bulk loads, deletes and other copies go on beside it', async () => {
    const engine = await testEngine();
    await mustRun(
      engine,
      `CREATE VERTEX Q (PRIMARY_ID id INT, text STRING)
       CREATE GRAPH h (*)
       CREATE LOADING JOB l FOR GRAPH h { DEFINE FILENAME f; LOAD f TO VERTEX Q VALUES ($0, $1); }`,
    );
    const ROWS = 150_000;
    const source = await temporaryFolder();
    const fileOf = async (round: number): Promise<string> => {
      const file = path.join(source, `${round}.csv`);
      // Enough rows for DuckDB to write them into its file before the commit.
      const lines = Array.from(
        { length: ROWS },
        (_, n) => `${round * ROWS + n},${(n * 7919) % 1e6}-${round}`,
      );
      await writeFile(file, lines.join('\n'));
      return file;
    };
    const files = await Promise.all(Array.from({ length: repeats(2, 4) }, (_, round) => fileOf(round)));
    const states: { count: number; checksum: string }[] = [];
    const remember = async (): Promise<void> => {
      const [type] = (await engine.checksums()).types;
      states.push({ count: type?.count ?? -1, checksum: type?.checksum ?? '' });
    };
    await remember();
    const running = { value: true };
    const writing = (async () => {
      for (const f of files) {
        const { state } = await engine.loadEnded(await engine.startLoad('h', 'l', { files: { f } }));
        expect(state).toBe('finished');
        await remember();
        const first = (await engine.vertices('h', 'Q', { limit: 2000 })).map((vertex) => vertex.v_id);
        await engine.write(
          'h',
          first.map((id) => ({ kind: 'deleteVertex', type: 'Q', id })),
        );
        await remember();
      }
      running.value = false;
    })();
    const parent = await temporaryFolder();
    const folders: string[] = [];
    while (running.value) {
      const pair = [0, 1].map((n) => path.join(parent, `copy-${folders.length + n}`));
      await Promise.all(pair.map((folder) => engine.copyTo(folder)));
      folders.push(...pair);
    }
    await writing;
    expect(folders.length).toBeGreaterThanOrEqual(2);
    for (const folder of folders) {
      const [type] = (await openAndClose(folder, true, (copy) => copy.checksums())).types;
      expect(states).toContainEqual({ count: type?.count, checksum: type?.checksum });
      expect(await openAndClose(folder, false, (copy) => copy.countVertices('h', 'Q'))).toEqual([
        { type: 'Q', count: type?.count },
      ]);
    }
  }, 240_000);

  it('has the checksums of the original, before and after a restart', async () => {
    const dataDir = await temporaryFolder();
    const engine = await testEngine({ dataDir });
    await mustRun(engine, SCHEMA);
    await engine.write('g', batchOf(0, 0));
    const checksums = await engine.checksums();
    expect(checksums.types).toEqual([
      { graph: null, kind: 'vertex', type: 'P', count: BATCH + 1, checksum: expect.any(String) as string },
      { graph: null, kind: 'edge', type: 'E', count: BATCH, checksum: expect.any(String) as string },
    ]);
    const folder = path.join(await temporaryFolder(), 'copy');
    await engine.copyTo(folder);
    await engine.write('g', batchOf(0, 1));
    expect(await engine.checksums()).not.toEqual(checksums);
    await engine.close();
    expect(await openAndClose(folder, false, (copy) => copy.checksums())).toEqual(checksums);
    expect(await openAndClose(folder, true, (copy) => copy.checksums())).toEqual(checksums);
    const changed = await openAndClose(folder, false, async (copy) => {
      await mustRun(copy, 'CREATE VERTEX Q (PRIMARY_ID id STRING)');
      return copy.checksums();
    });
    expect(changed.catalog).not.toBe(checksums.catalog);
  }, 120_000);

  it('leaves the lock of the original as it was: another process cannot open it', async () => {
    const dataDir = await temporaryFolder();
    const engine = await testEngine({ dataDir });
    await engine.copyTo(path.join(await temporaryFolder(), 'copy'));
    const other = `
      import { openEngine } from ${JSON.stringify(new URL('../open.ts', import.meta.url).href)};
      await openEngine({ dataDir: ${JSON.stringify(dataDir)}, memoryLimitBytes: 2 ** 28, workers: 1 });`;
    const run = () =>
      execFileSync(process.execPath, ['--input-type=module', '-e', other], {
        stdio: 'pipe',
        timeout: 30_000,
      });
    expect(run).toThrow(/is in use by another engine/);
  }, 120_000);

  it('refuses a folder that is there, or is no absolute path, and clears away what a killed one left', async () => {
    const engine = await testEngine();
    const parent = await temporaryFolder();
    const folder = path.join(parent, 'copy');
    await mkdir(folder);
    await expect(engine.copyTo(folder)).rejects.toMatchObject({ code: 'COPY-EXISTS' });
    await expect(engine.copyTo('copy')).rejects.toThrow('needs an absolute path');
    await mkdir(path.join(parent, '.other.partial'));
    await writeFile(path.join(parent, '.other.partial', 'left'), 'x');
    await engine.copyTo(path.join(parent, 'other'));
    expect((await readdir(parent)).sort()).toEqual(['copy', 'other']);
    expect(await readdir(path.join(parent, 'other'))).toEqual(['graph.duckdb', 'store.json']);
  });

  it('leaves nothing when what is put beside it fails, or the disk is full', async (context) => {
    const engine = await testEngine();
    await mustRun(engine, SCHEMA);
    const parent = await temporaryFolder();
    const beside = (): Promise<void> => Promise.reject(new Error('no'));
    await expect(engine.copyTo(path.join(parent, 'copy'), { beside })).rejects.toThrow('no');
    expect(await readdir(parent)).toEqual([]);
    // Writers go on after it.
    await engine.write('g', batchOf(0, 0));

    try {
      execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', parent], { stdio: 'ignore' });
    } catch {
      return context.skip('mounting a tmpfs needs root');
    }
    onTestFinished(() => {
      execFileSync('umount', ['-l', parent]);
    });
    await expect(engine.copyTo(path.join(parent, 'copy'))).rejects.toThrow(/^The disk is full: the copy/);
    expect(await readdir(parent)).toEqual([]);
    await engine.write('g', batchOf(0, 1));
  });
});
