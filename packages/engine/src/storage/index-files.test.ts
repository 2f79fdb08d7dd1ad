import { copyFile, readFile, readdir, stat, truncate, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Engine } from '../engine.ts';
import { openEngine } from '../open.ts';
import { mustRun, temporaryFolder } from '../testing.ts';
import type { Write } from '../writes.ts';

const SCHEMA = `CREATE VERTEX V (PRIMARY_ID id INT)
CREATE GRAPH g (*)
CREATE GLOBAL SCHEMA_CHANGE JOB j { ALTER VERTEX V ADD VECTOR ATTRIBUTE e (DIMENSION=2, METRIC="L2"); }
RUN GLOBAL SCHEMA_CHANGE JOB j`;
const COUNT = 1500;

const open = (dataDir: string): Promise<Engine> =>
  openEngine({ dataDir, memoryLimitBytes: 2 ** 28, workers: 1 });

const put = (id: number, value: readonly number[]): Write => ({
  kind: 'upsertVertex',
  type: 'V',
  id: String(id),
  attributes: { e: { value } },
});

async function nearest(engine: Engine, vector: readonly number[]): Promise<string | undefined> {
  const text = 'INTERPRET QUERY (LIST<FLOAT> v) { S = vectorSearch({V.e}, v, 1); PRINT S; }';
  const { results } = await engine.interpretQuery(text, 'g', { v: vector });
  const found = results[0]?.['S'] as { v_id: string }[];
  return found[0]?.v_id;
}

async function ready(engine: Engine): Promise<void> {
  await expect
    .poll(async () => (await engine.vectorStatus('g')).every((each) => each.isReady), { timeout: 60_000 })
    .toBe(true);
}

/** The file of the one index of a store, when it is written. */
async function indexIn(dataDir: string): Promise<string> {
  const folder = path.join(dataDir, 'indexes');
  const files = async (): Promise<string[]> =>
    (await readdir(folder).catch(() => [])).filter((name) => !name.endsWith('.tmp'));
  await expect.poll(files, { timeout: 60_000 }).toHaveLength(1);
  return path.join(folder, (await files())[0] ?? '');
}

/** A closed store with vectors (id + shift, 0), and its index. */
async function made(shift = 0): Promise<{ readonly dataDir: string; readonly file: string }> {
  const dataDir = await temporaryFolder();
  const engine = await open(dataDir);
  await mustRun(engine, SCHEMA);
  await engine.write(
    'g',
    Array.from({ length: COUNT }, (_, id) => put(id, [id + shift, 0])),
  );
  expect(await nearest(engine, [shift + 7.1, 0])).toBe('7');
  const file = await indexIn(dataDir);
  await engine.close();
  return { dataDir, file };
}

const writtenAt = async (file: string): Promise<number> => (await stat(file)).mtimeMs;

describe('the file of an index', () => {
  it('is taken at a start, also when vectors came, changed and went since', async () => {
    const { dataDir, file } = await made();
    const before = await writtenAt(file);
    for (let round = 0; round < 2; round += 1) {
      const engine = await open(dataDir);
      await ready(engine);
      expect(await nearest(engine, [1000.2, 0])).toBe(round === 0 ? '1000' : '1001');
      await engine.write('g', [
        put(1000, [0, 9000]),
        put(COUNT, [-9000, 0]),
        { kind: 'deleteVertex', type: 'V', id: '77' },
      ]);
      expect(await nearest(engine, [0, 9001])).toBe('1000');
      expect(await nearest(engine, [-9001, 0])).toBe(String(COUNT));
      expect(['76', '78']).toContain(await nearest(engine, [77, 0]));
      await engine.close();
    }
    expect(await writtenAt(file)).toBe(before);
  }, 120_000);

  it.each([
    ['was cut off', async (file: string) => truncate(file, 5000)],
    [
      'has a wrong byte',
      async (file: string) => {
        const bytes = await readFile(file);
        bytes[bytes.length - 900] = (bytes[bytes.length - 900] ?? 0) ^ 1;
        await writeFile(file, bytes);
      },
    ],
    ['has other vectors', async (file: string) => copyFile((await made(100_000)).file, file)],
  ])(
    'is made again when it %s',
    async (_, damage) => {
      const { dataDir, file } = await made();
      await damage(file);
      const before = await writtenAt(file);
      const engine = await open(dataDir);
      expect(await nearest(engine, [1000.2, 0])).toBe('1000');
      await expect.poll(() => writtenAt(file), { timeout: 60_000 }).not.toBe(before);
      await ready(engine);
      expect(await nearest(engine, [1000.2, 0])).toBe('1000');
      await engine.close();
    },
    120_000,
  );

  it('goes with the attribute', async () => {
    const { dataDir, file } = await made();
    const engine = await open(dataDir);
    await mustRun(
      engine,
      `CREATE GLOBAL SCHEMA_CHANGE JOB d { ALTER VERTEX V DROP VECTOR ATTRIBUTE e; }
       RUN GLOBAL SCHEMA_CHANGE JOB d`,
    );
    await engine.close();
    await (await open(dataDir)).close();
    await expect(stat(file)).rejects.toThrow('ENOENT');
  }, 120_000);
});
