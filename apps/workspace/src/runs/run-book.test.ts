import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Printed } from '@acacia/engine';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openHistory } from './history.ts';
import { openResultFiles } from './result-files.ts';
import { createRunBook, type AboutRun, type RunBook } from './run-book.ts';

let folder: string;
let book: RunBook;
const KB = 2 ** 10;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'acacia-runs-'));
  const history = await openHistory({ folder: null, warn: () => undefined });
  const fail = (sentence: string, cause: unknown): never => {
    throw new Error(sentence, { cause });
  };
  book = await createRunBook(
    { history, warn: fail, explain: String, write: () => Promise.reject(new Error('the disk fails')) },
    (makeRoom) =>
      openResultFiles({
        folder: join(folder, 'results'),
        budget: { run: 4000 * KB, person: 2000 * KB, all: 2700 * KB },
        makeRoom,
      }),
  );
});
afterEach(async () => {
  await book.close();
  await rm(folder, { recursive: true, force: true });
});

/** A run of some 600 KB, to its end. */
async function ran(id: string, owner: string, more: Partial<AboutRun> = {}) {
  const rows = Array.from({ length: 300 }, () => `"${'x'.repeat(1000)}"`).join(',');
  const about: AboutRun = {
    ...{ id, owner, type: 'GSQL', graph: null, title: id, origin: null, toFile: null, text: 'LS' },
    ...{ limits: { timeMs: 60_000, memoryMb: 1 }, query: null, parameters: null, incomplete: null, ...more },
  };
  await book.start(about, async ({ answer }) => {
    await answer({ printed: new Printed([Buffer.from(`{"t":[${rows}]}`)]), warnings: [] });
    return { returnCode: null, graph: null };
  });
  const events = book.kept(id)?.events;
  while (events?.ended === false) await events.changed(60_000);
  return book.find(id, owner);
}

it('keeps pinned results before newer ones of their owner, and gives them up for others last of all', async () => {
  for (const id of ['a1', 'a2', 'a3']) {
    await ran(id, 'ann');
    expect(book.pin(id, true)).toMatchObject({ pinned: true });
  }
  const fourth = await ran('a4', 'ann');
  expect(fourth).toMatchObject({ state: 'done', answers: [{ whole: false }] });
  expect(fourth?.answers[0]?.cut).toContain('Pinned results make no room for newer ones.');
  await ran('b1', 'bob');
  book.pin('b1', true);
  expect(book.find('a1', 'ann')?.kept).toBe(true);
  expect(await ran('c1', 'carl')).toMatchObject({ rows: 300, answers: [{ cut: null }] });
  expect([book.find('a1', 'ann')?.kept, book.wasPinned('a1')]).toEqual([false, true]);
  expect([book.find('b1', 'bob')?.kept, book.wasPinned('b1')]).toEqual([true, false]);
});

it('leaves nothing of a run to a file that fails', async () => {
  const failed = await ran('f', 'ann', { toFile: 'csv' });
  expect(failed).toMatchObject({ state: 'failed', error: 'Error: the disk fails', files: [], answers: [] });
  expect(book.kept('f')?.results.bytes).toBeLessThan(KB);
});
