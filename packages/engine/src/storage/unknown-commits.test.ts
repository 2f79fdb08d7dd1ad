/** Commits that fail at their last step on a disk that then cannot be read for a while. */
import { cp } from 'node:fs/promises';
import path from 'node:path';
import { DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import type { Engine } from '../engine.ts';
import { mustRun, temporaryFolder, testEngine } from '../testing.ts';
import type { Write } from '../writes.ts';

const disk = {
  /** The statement whose run ends in a fatal error, and whether it has done its work before. */
  fails: null as { readonly statement: RegExp; readonly isDone: boolean } | null,
  canBeOpened: true,
};
/** As they are; called with the object that they belong to. */
const run: DuckDBConnection['run'] = Reflect.get(DuckDBConnection.prototype, 'run');
const create = DuckDBInstance.create.bind(DuckDBInstance);
beforeAll(() => {
  vi.spyOn(DuckDBConnection.prototype, 'run').mockImplementation(async function (
    this: DuckDBConnection,
    ...args
  ) {
    const { fails } = disk;
    if (fails === null || !fails.statement.test(args[0])) return run.apply(this, args);
    disk.fails = null;
    if (fails.isDone) await run.apply(this, args);
    throw new Error('FATAL Error: The disk does not answer.');
  });
  vi.spyOn(DuckDBInstance, 'create').mockImplementation((...args) =>
    disk.canBeOpened ? create(...args) : Promise.reject(new Error('IO Error: The disk does not answer.')),
  );
});
afterEach(() => {
  disk.fails = null;
  disk.canBeOpened = true;
});
afterAll(() => void vi.restoreAllMocks());

const upsert = (id: number, n: number, op?: '+'): Write => ({
  kind: 'upsertVertex',
  type: 'P',
  id: String(id),
  attributes: { n: op === undefined ? { value: n } : { value: n, op: 'add' } },
});

async function anEngine(): Promise<{ readonly engine: Engine; readonly dataDir: string }> {
  const dataDir = await temporaryFolder();
  const engine = await testEngine({ dataDir });
  await mustRun(engine, 'CREATE VERTEX P (PRIMARY_ID id INT, n INT)\nCREATE GRAPH g (*)');
  await engine.write('g', [upsert(1, 1)]);
  await engine.vectorStatus('g');
  return { engine, dataDir };
}

const valueOf = async (engine: Engine): Promise<unknown> =>
  (await engine.vertices('g', 'P', { id: '1' }))[0]?.attributes['n'];
/** As the tables tell it, not the graph in memory. */
const storedValueOf = async (engine: Engine): Promise<unknown> =>
  (await engine.vertices('g', 'P', { sort: 'n' }))[0]?.attributes['n'];

const KINDS = [
  { kind: 'an upsert of the journal', write: upsert(1, 5), statement: /INSERT INTO acacia_journal/ },
  { kind: 'a transaction', write: upsert(1, 4, '+'), statement: /^COMMIT$/ },
];

it.each(KINDS.flatMap((kind) => [true, false].map((isDone) => ({ ...kind, isDone }))))(
  'of $kind are visible if they turn out to be durable ($isDone), else nothing of them is',
  async ({ write, statement, isDone }) => {
    const { engine, dataDir } = await anEngine();
    const before = engine.commit;
    disk.fails = { statement, isDone };
    disk.canBeOpened = false;
    await expect(engine.write('g', [write])).rejects.toMatchObject({ code: 'REST-12008' });
    expect(await valueOf(engine)).toBe(1);
    // As after a kill now: the caller was told that nobody knows.
    const copy = path.join(await temporaryFolder(), 'data');
    await cp(dataDir, copy, { recursive: true });
    await expect(storedValueOf(engine)).rejects.toThrow('The disk does not answer');

    disk.canBeOpened = true;
    expect(await storedValueOf(engine)).toBe(isDone ? 5 : 1);
    expect(await valueOf(engine)).toBe(isDone ? 5 : 1);
    expect(engine.commit).toBe(before + (isDone ? 1 : 0));
    await engine.write('g', [upsert(2, 9)]);
    expect(engine.commit).toBe(before + (isDone ? 2 : 1));
    expect(await storedValueOf(await testEngine({ dataDir: copy }))).toBe(isDone ? 5 : 1);
  },
);

it('of several upserts together are not tried again', async () => {
  const { engine } = await anEngine();
  disk.fails = { statement: /^COMMIT$/, isDone: true };
  disk.canBeOpened = false;
  const both = await Promise.allSettled([
    engine.write('g', [upsert(1, 4, '+')]),
    engine.write('g', [upsert(1, 4, '+')]),
    engine.write('g', [upsert(1, 4, '+')]),
  ]);
  expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
  disk.canBeOpened = true;
  expect([5, 9]).toContain(await storedValueOf(engine));
});
