import { pino } from 'pino';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createBackgroundTasks } from './tasks.ts';

beforeEach(() => vi.useFakeTimers({ now: new Date('2026-11-21T10:00:00Z') }));
afterEach(() => vi.useRealTimers());

const silent = pino({ level: 'silent' });

test('each task runs by its own period; one that asks for it also at the start', async () => {
  const often = vi.fn(async () => undefined);
  const seldom = vi.fn(async () => undefined);
  const tasks = createBackgroundTasks(
    {
      often: { does: 'Looks.', every: 1000, run: often },
      seldom: { does: 'Clears away.', every: () => 60_000, atStart: true, run: seldom },
    },
    silent,
  );
  tasks.kick('often');
  await vi.advanceTimersByTimeAsync(5000);
  expect(often).not.toHaveBeenCalled();
  tasks.start();
  await vi.advanceTimersByTimeAsync(2500);
  expect(often).toHaveBeenCalledTimes(2);
  expect(seldom).toHaveBeenCalledTimes(1);
  tasks.kick('often');
  await vi.advanceTimersByTimeAsync(0);
  expect(often).toHaveBeenCalledTimes(3);
  await tasks.stop();
});

test('tells how the last run of a task went, and goes on after a failure', async () => {
  const run = vi
    .fn<() => Promise<void>>()
    .mockImplementationOnce(() => new Promise((_, fail) => setTimeout(fail, 250, new Error('no database'))))
    .mockResolvedValue(undefined);
  const tasks = createBackgroundTasks(
    { sweep: { does: 'Clears away.', every: 1000, alsoWhen: 'something ended', run } },
    silent,
  );
  const never = { runs: 0, failures: 0, lastStartedAt: null, lastTook: null, lastError: '' };
  expect(tasks.status()).toEqual([
    { name: 'sweep', does: 'Clears away.', every: 1000, alsoWhen: 'something ended', ...never },
  ]);
  tasks.start();
  await vi.advanceTimersByTimeAsync(1250);
  expect(tasks.status()).toMatchObject([
    {
      runs: 1,
      failures: 1,
      lastStartedAt: new Date('2026-11-21T10:00:01Z'),
      lastTook: 250,
      lastError: 'no database',
    },
  ]);
  await vi.advanceTimersByTimeAsync(1000);
  expect(tasks.status()).toMatchObject([{ runs: 2, failures: 1, lastTook: 0, lastError: '' }]);
  await tasks.stop();
});

test('a run that takes long is told of the stop, which waits for it', async () => {
  let told = false;
  const tasks = createBackgroundTasks(
    {
      mails: {
        does: 'Sends.',
        every: 1000,
        run: (stopping) =>
          new Promise((resolve) => {
            stopping.addEventListener('abort', () => {
              told = true;
              resolve();
            });
          }),
      },
    },
    silent,
  );
  tasks.start();
  await vi.advanceTimersByTimeAsync(1000);
  await tasks.stop();
  expect(told).toBe(true);
});
