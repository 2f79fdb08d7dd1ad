import { expect, it, vi } from 'vitest';
import { createBackgroundRuns } from './background-runs.ts';

const ABOUT = { kind: 'query', owner: 'ann', graph: 'g', url: '/query/g/q' } as const;
const MIB = 2 ** 20;

it('forgets the oldest answers when all take too much, and never the latest', async () => {
  const runs = createBackgroundRuns();
  const release = vi.fn();
  const ids: string[] = [];
  for (const bytes of [30 * MIB, 30 * MIB, 30 * MIB, 200 * MIB]) {
    const run = runs.start(
      ABOUT,
      () => Promise.resolve(bytes),
      (value) => ({ bytes: value, release }),
    );
    await vi.waitFor(() => expect(run.endedAt).not.toBeNull());
    ids.push(run.id);
  }
  expect(ids.map((id) => runs.find(id) !== undefined)).toEqual([false, false, false, true]);
  expect(release).toHaveBeenCalledTimes(3);
});
