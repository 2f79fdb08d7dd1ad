import { execFileSync } from 'node:child_process';
import { closeSync, openSync, rmSync, writeFileSync, writeSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { mustRun, temporaryFolder, testEngine } from '../testing.ts';
import type { Write } from '../writes.ts';

/** Mounts a small tmpfs; null where this process may not. */
async function smallDisk(): Promise<string | null> {
  const folder = await temporaryFolder();
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=24m', 'tmpfs', folder], { stdio: 'ignore' });
  } catch {
    return null;
  }
  onTestFinished(() => {
    execFileSync('umount', ['-l', folder]);
  });
  return folder;
}

/** Fills the rest of the disk. */
function fill(file: string): void {
  const handle = openSync(file, 'w');
  const block = Buffer.alloc(65536);
  try {
    for (;;) writeSync(handle, block);
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== 'ENOSPC') throw cause;
  } finally {
    closeSync(handle);
  }
}

const batch = (name: string): Write[] =>
  Array.from({ length: 2000 }, (_, n) => ({
    kind: 'upsertVertex',
    type: 'P',
    id: `${name}-${n}`,
    attributes: { text: { value: `${n}${Math.random()}`.repeat(10) } },
  }));

describe('a full disk', () => {
  it('fails a load and a write with a clear error, loses nothing, and goes on when there is room', async (context) => {
    const disk = await smallDisk();
    if (disk === null) return context.skip('mounting a tmpfs needs root');
    const dataDir = path.join(disk, 'data');
    const engine = await testEngine({ dataDir });
    await mustRun(
      engine,
      `CREATE VERTEX P (PRIMARY_ID id STRING, text STRING)
       CREATE GRAPH g (*)
       CREATE LOADING JOB l { DEFINE FILENAME f; LOAD f TO VERTEX P VALUES ($0, $1); }`,
    );
    await engine.write('g', [{ kind: 'upsertVertex', type: 'P', id: 'kept', attributes: {} }]);
    const csv = path.join(await temporaryFolder(), 'big.csv');
    const lines = Array.from({ length: 250_000 }, (_, n) => `p${n},${`${Math.random()}`.repeat(5)}`);
    writeFileSync(csv, lines.join('\n'));
    const load = await engine.loadEnded(await engine.startLoad('g', 'l', { files: { f: csv } }));
    expect(load).toMatchObject({
      state: 'failed',
      error: expect.stringContaining('The disk is full') as string,
    });
    const count = async (): Promise<number | undefined> => (await engine.countVertices('g', 'P'))[0]?.count;
    expect(await count()).toBe(1);

    const filler = path.join(disk, 'filler');
    fill(filler);
    let written = 0;
    const writing = async (): Promise<void> => {
      for (; ; written += 1) await engine.write('g', batch(`b${written}`));
    };
    await expect(writing()).rejects.toMatchObject({ code: 'REST-12003' });
    expect(await count()).toBe(1 + written * 2000);
    expect(await engine.vertices('g', 'P', { id: 'kept' })).toHaveLength(1);

    rmSync(filler);
    await engine.write('g', batch('after'));
    expect(await count()).toBe(1 + (written + 1) * 2000);
    await engine.close();
    const again = await testEngine({ dataDir });
    expect((await again.countVertices('g', 'P'))[0]?.count).toBe(1 + (written + 1) * 2000);
    await again.close();
  });

  it('is told to readers whose tables wait for upserts, which are there when there is room', async (context) => {
    const disk = await smallDisk();
    if (disk === null) return context.skip('mounting a tmpfs needs root');
    const dataDir = path.join(disk, 'data');
    const engine = await testEngine({ dataDir });
    await mustRun(engine, 'CREATE VERTEX P (PRIMARY_ID id STRING, text STRING)\nCREATE GRAPH g (*)');
    const upsert = (id: string): Promise<unknown> =>
      engine.write('g', [
        { kind: 'upsertVertex', type: 'P', id, attributes: { text: { value: id.repeat(500_000) } } },
      ]);
    const listed = async (): Promise<number> =>
      (await engine.vertices('g', 'P', { filter: 'text>="a"', select: ['id'] })).length;
    await upsert('a');
    // With the graph in memory, the next one stands in the journal alone.
    await engine.vectorStatus('g');
    expect(await listed()).toBe(1);
    await upsert('b');
    const filler = path.join(disk, 'filler');
    fill(filler);
    await expect(listed()).rejects.toMatchObject({
      code: 'REST-12003',
      message: expect.stringContaining('the store needs room to read this') as string,
    });
    rmSync(filler);
    expect(await listed()).toBe(2);
    await engine.close();
  });
});
