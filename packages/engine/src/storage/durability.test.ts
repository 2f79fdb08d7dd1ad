import { spawn } from 'node:child_process';
import { readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { describe, expect, it } from 'vitest';
import { mustRun, temporaryFolder, testEngine } from '../testing.ts';

const BATCH = 20;

/** Writes batches without end; prints the number of each when it was acknowledged. */
const writer = (dataDir: string): string => `
  import { openEngine } from ${JSON.stringify(new URL('../open.ts', import.meta.url).href)};
  const engine = await openEngine({ dataDir: ${JSON.stringify(dataDir)}, memoryLimitBytes: 2 ** 28, workers: 1 });
  const end = (id) => ({ type: 'P', id });
  for (let batch = 0; ; batch += 1) {
    const writes = Array.from({ length: ${BATCH} }, (_, n) => ({
      kind: 'upsertEdge', type: 'E', from: end(\`\${batch}\`), to: end(\`\${batch}-\${n}\`), attributes: { n: { value: n } },
    }));
    await engine.write('g', writes);
    console.log(batch);
  }`;

/** Starts the writer and kills it after some acknowledgements; gives the last one. */
async function killedWriter(dataDir: string, acknowledgements: number): Promise<number> {
  const child = spawn(process.execPath, ['--input-type=module', '-e', writer(dataDir)], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let errors = '';
  child.stderr.on('data', (part: Buffer) => (errors += part.toString()));
  const exited = new Promise((resolve) => child.on('exit', resolve));
  let last = -1;
  for await (const line of createInterface({ input: child.stdout })) {
    last = Number(line);
    if (last >= acknowledgements) child.kill('SIGKILL');
  }
  await exited;
  if (last < acknowledgements) throw new Error(`The writer ended by itself: ${errors}`);
  return last;
}

describe('after SIGKILL', () => {
  it('everything acknowledged is there and nothing half-written', async () => {
    const dataDir = await temporaryFolder();
    const first = await testEngine({ dataDir });
    await mustRun(
      first,
      'CREATE VERTEX P (PRIMARY_ID id STRING)\nCREATE DIRECTED EDGE E (FROM P, TO P, n INT)\nCREATE GRAPH g (*)',
    );
    await first.close();
    let acknowledged = -1;
    for (const acknowledgements of [3, 17]) {
      acknowledged = Math.max(acknowledged, await killedWriter(dataDir, acknowledgements));
      const engine = await testEngine({ dataDir });
      const edges = (await engine.countEdges('g', 'E'))[0]?.count ?? 0;
      const vertices = (await engine.countVertices('g', 'P'))[0]?.count ?? 0;
      const batches = edges / BATCH;
      expect(Number.isInteger(batches)).toBe(true);
      expect(batches).toBeGreaterThanOrEqual(acknowledged + 1);
      expect(vertices).toBe(batches * (BATCH + 1));
      await engine.close();
    }
  });

  it('a load that was under way has left nothing, or is whole', async () => {
    const dataDir = await temporaryFolder();
    const first = await testEngine({ dataDir });
    await mustRun(
      first,
      `CREATE VERTEX P (PRIMARY_ID id STRING)
       CREATE GRAPH g (*)
       CREATE LOADING JOB j FOR GRAPH g { DEFINE FILENAME f; LOAD f TO VERTEX P VALUES ($0); }`,
    );
    await first.close();
    const rows = 300_000;
    const file = path.join(await temporaryFolder(), 'f.csv');
    await writeFile(file, Array.from({ length: rows }, (_, n) => `id${n}`).join('\n'));
    const loader = `
      import { openEngine } from ${JSON.stringify(new URL('../open.ts', import.meta.url).href)};
      const engine = await openEngine({ dataDir: ${JSON.stringify(dataDir)}, memoryLimitBytes: 2 ** 28, workers: 1 });
      const id = await engine.startLoad('g', 'j', { files: { f: ${JSON.stringify(file)} } });
      for (; engine.loadStatus(id).progress === 0;) await new Promise((resolve) => setTimeout(resolve, 5));
      console.log('half way');
      await engine.loadEnded(id);
      console.log('done');`;
    const child = spawn(process.execPath, ['--input-type=module', '-e', loader], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const exited = new Promise((resolve) => child.on('exit', resolve));
    let done = false;
    for await (const line of createInterface({ input: child.stdout })) {
      done ||= line === 'done';
      child.kill('SIGKILL');
    }
    await exited;
    const engine = await testEngine({ dataDir });
    const count = (await engine.countVertices('g', 'P'))[0]?.count;
    expect(done ? [rows] : [0, rows]).toContain(count);
    expect((await readdir(path.join(dataDir, 'loads'))).filter((name) => name.endsWith('.tmp'))).toEqual([]);
  });

  it('a second process is told that the folder is in use', async () => {
    const dataDir = await temporaryFolder();
    const engine = await testEngine({ dataDir });
    const child = spawn(process.execPath, ['--input-type=module', '-e', writer(dataDir)], {
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let errors = '';
    child.stderr.on('data', (part: Buffer) => (errors += part.toString()));
    const code = await new Promise((resolve) => child.on('close', resolve));
    expect(code).not.toBe(0);
    expect(errors).toMatch(/in use by another engine \(process \d+\)/);
    await engine.close();
  });
});

it('closing waits for writes that were asked for before, those that wait for a transaction too', async () => {
  const dataDir = await temporaryFolder();
  const first = await testEngine({ dataDir });
  await mustRun(first, 'CREATE VERTEX P (PRIMARY_ID id STRING)\nCREATE GRAPH g (*)');
  const writes = ['a', 'b', 'c', 'd'].map((id) =>
    first.write('g', [{ kind: 'upsertVertex', type: 'P', id, attributes: {} }]),
  );
  await first.close();
  expect((await Promise.all(writes)).map(({ acceptedVertices }) => acceptedVertices)).toEqual([1, 1, 1, 1]);
  const second = await testEngine({ dataDir });
  expect(await second.countVertices('g', 'P')).toEqual([{ type: 'P', count: 4 }]);
});
