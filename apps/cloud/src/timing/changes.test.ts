import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createChanges } from './changes.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

/** Whether the promise has resolved without any time passing. */
async function resolved(wait: Promise<void>): Promise<boolean> {
  let done = false;
  void wait.then(() => (done = true));
  await vi.advanceTimersByTimeAsync(0);
  return done;
}

test('tells of a change before the wait and during it, once each, of this id alone', async () => {
  const changes = createChanges();
  const follower = changes.follow('a');
  changes.tell('b');
  changes.tell('a');
  changes.tell('a');
  expect(await resolved(follower.next(1000))).toBe(true);
  const second = follower.next(1000);
  changes.tell('b');
  expect(await resolved(second)).toBe(false);
  changes.tell('a');
  expect(await resolved(second)).toBe(true);
  expect(vi.getTimerCount()).toBe(0);
  expect(await resolved(follower.next(1000))).toBe(false);
});

test('waits no longer than asked, and hears nothing after its end', async () => {
  const changes = createChanges();
  const follower = changes.follow('a');
  const wait = follower.next(1000);
  await vi.advanceTimersByTimeAsync(1000);
  await wait;
  follower.end();
  changes.tell('a');
  expect(await resolved(follower.next(1000))).toBe(false);
});
