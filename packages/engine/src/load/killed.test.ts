import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { openEngine } from '../open.ts';
import type { Engine } from '../engine.ts';
import { mustRun, temporaryFolder } from '../testing.ts';

const ROWS = 80_000;

const open = (dataDir: string): Promise<Engine> =>
  openEngine({ dataDir, memoryLimitBytes: 512 * 2 ** 20, workers: 1 });

/** A program that starts a load in a separate process and prints the load's id. */
const VICTIM = `
const [, module, dataDir, file] = process.argv;
const { openEngine } = await import(module);
const engine = await openEngine({ dataDir, memoryLimitBytes: 512 * 2 ** 20, workers: 1 });
process.send(await engine.startLoad('g', 'j', { files: { f: file } }));
// Stays, whether the load ends before the kill or not.
setInterval(() => undefined, 60_000);`;

async function loadAndKill(dataDir: string, file: string, afterMs: number): Promise<string> {
  const child = spawn(
    process.execPath,
    ['--input-type=module', '-e', VICTIM, path.join(import.meta.dirname, '../open.ts'), dataDir, file],
    { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] },
  );
  const [id] = (await once(child, 'message')) as [string];
  await delay(afterMs);
  const exit = once(child, 'exit');
  child.kill('SIGKILL');
  await exit;
  return id;
}

async function sums(engine: Engine): Promise<unknown> {
  const { results } = await engine.interpretQuery(
    'INTERPRET QUERY () FOR GRAPH g { SumAccum<INT> @@n, @@tags; S = {P.*}; S = SELECT s FROM S:s ACCUM @@n += s.n, @@tags += s.tags.size(); PRINT S.size() AS count, @@n, @@tags; }',
    'g',
    {},
  );
  return results[0];
}

it('a load whose process was killed is stored whole or not at all, and once when it is resumed', async () => {
  const dataDir = await temporaryFolder();
  const file = path.join(await temporaryFolder(), 'f.csv');
  await writeFile(file, Array.from({ length: ROWS }, (_, n) => `id${n},${n % 10},a;b\n`).join(''));
  let engine = await open(dataDir);
  await mustRun(
    engine,
    'CREATE VERTEX P (PRIMARY_ID id STRING, n INT, tags LIST<STRING>)\nCREATE GRAPH g (*)',
  );
  await mustRun(
    engine,
    'CREATE LOADING JOB j FOR GRAPH g { DEFINE FILENAME f; LOAD f TO VERTEX P VALUES ($0, REDUCE(add($1)), SPLIT($2, ";")); }',
  );
  await engine.close();
  for (const [times, afterMs] of [20, 250, 800].entries()) {
    const id = await loadAndKill(dataDir, file, afterMs);
    engine = await open(dataDir);
    try {
      const { state } = engine.loadStatus(id) ?? { state: 'unknown' };
      const stored = state === 'finished' ? times + 1 : times;
      const all = (loads: number): unknown => ({
        count: loads === 0 ? 0 : ROWS,
        '@@n': loads * ROWS * 4.5,
        '@@tags': loads * ROWS * 2,
      });
      expect(await sums(engine)).toEqual(all(stored));
      await engine.resumeLoad(id);
      expect(await engine.loadEnded(id)).toMatchObject({ state: 'finished', error: null });
      expect(await sums(engine)).toEqual(all(times + 1));
    } finally {
      await engine.close();
    }
  }
}, 120_000);
