import { expect, it, vi } from 'vitest';
import { createBackgroundRuns, type BackgroundRuns } from './background-runs.ts';

const MIB = 2 ** 20;
const about = (owner: string) => ({ kind: 'query', owner, graph: 'g', url: '/query/g/q' }) as const;

/** Starts a run that ends when `end` is called, with a result of so many bytes. */
function started(runs: BackgroundRuns, owner: string, bytes = 0) {
  const { promise, resolve } = Promise.withResolvers<number>();
  const release = vi.fn();
  const run = runs.start(
    about(owner),
    bytes,
    () => promise,
    (left) => ({ bytes: left, release }),
  );
  return {
    id: run.id,
    release,
    end: async (left = 0): Promise<void> => {
      resolve(left);
      await vi.waitFor(() => expect(run.endedAt).not.toBeNull(), { timeout: 30_000 });
    },
  };
}

it('forgets the oldest results of whoever has the most, and never the latest to end', async () => {
  const runs = createBackgroundRuns();
  // It begins first and ends last.
  const slow = started(runs, 'ann');
  const small = started(runs, 'ben');
  await small.end(10 * MIB);
  const others = [started(runs, 'ann'), started(runs, 'ann'), started(runs, 'ann')];
  for (const run of others) await run.end(30 * MIB);
  await slow.end(200 * MIB);
  expect([small, ...others, slow].map(({ id }) => runs.find(id) !== undefined)).toEqual([
    true,
    false,
    false,
    true,
    true,
  ]);
  expect(others.map(({ release }) => release.mock.calls.length)).toEqual([1, 1, 0]);
  await started(runs, 'ben').end();
  expect(runs.find(slow.id)).toBeUndefined();
  expect(runs.find(small.id)).toBeDefined();
});

it('forgets nothing of others for a person who has many results', async () => {
  const runs = createBackgroundRuns();
  const kept = runs.keep(about('ben'), 'installed');
  const first = started(runs, 'ann');
  await first.end();
  for (let count = 0; count < 100; count += 1) runs.keep(about('ann'), count);
  expect([runs.find(kept.id)?.outcome, runs.find(first.id), runs.all().length]).toEqual([
    { state: 'done', value: 'installed' },
    undefined,
    101,
  ]);
});

it('refuses a person with too many unfinished runs, and takes others', async () => {
  const runs = createBackgroundRuns();
  const first = started(runs, 'ann');
  for (let count = 1; count < 64; count += 1) started(runs, 'ann');
  expect(() => started(runs, 'ann')).toThrow('You have 64 runs in the background');
  expect(runs.all()).toHaveLength(64);
  for (const owner of ['ben', 'cem', 'dan']) {
    for (let count = 0; count < 64; count += 1) started(runs, owner);
  }
  // All are full now: someone who has none may start one, and no second.
  started(runs, 'eve');
  expect(() => started(runs, 'eve')).toThrow('There are 257 runs in the background');
  await first.end();
  expect(() => started(runs, 'ann')).toThrow('There are 256 runs');
});

it('refuses runs whose requests together are large, and takes a single one of any size', async () => {
  const runs = createBackgroundRuns();
  const large = started(runs, 'ann', 200 * MIB);
  expect(() => started(runs, 'ann')).toThrow('You have 1 run in the background');
  await large.end();
  for (let count = 0; count < 4; count += 1) started(runs, 'ann', 4 * MIB);
  expect(() => started(runs, 'ann', 1)).toThrow('You have 4 runs in the background');
});
