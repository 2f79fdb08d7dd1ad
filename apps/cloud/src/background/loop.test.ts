import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createLoop } from './loop.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

/** A step that the test ends. */
function steps() {
  const open: { end: () => void; fail: (error: Error) => void }[] = [];
  const step = () =>
    new Promise<void>((resolve, reject) => {
      open.push({ end: resolve, fail: reject });
    });
  return { open, step };
}

test('comes again after its pause, never twice at once', async () => {
  const { open, step } = steps();
  const loop = createLoop({ pause: () => 1000, step, onError: () => undefined });
  loop.start();
  await vi.advanceTimersByTimeAsync(999);
  expect(open).toHaveLength(0);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(open).toHaveLength(1);
  open[0]?.end();
  await vi.advanceTimersByTimeAsync(1000);
  expect(open).toHaveLength(2);
});

test('a kick does it now, or right after what is being done', async () => {
  const { open, step } = steps();
  const loop = createLoop({ pause: () => 60_000, step, onError: () => undefined });
  loop.kick();
  await vi.advanceTimersByTimeAsync(0);
  expect(open).toHaveLength(0);
  loop.start();
  loop.kick();
  await vi.advanceTimersByTimeAsync(0);
  expect(open).toHaveLength(1);
  loop.kick();
  loop.kick();
  open[0]?.end();
  await vi.advanceTimersByTimeAsync(0);
  expect(open).toHaveLength(2);
  open[1]?.end();
  await vi.advanceTimersByTimeAsync(0);
  expect(open).toHaveLength(2);
});

test('a failure is told, and the next one comes nevertheless', async () => {
  const { open, step } = steps();
  const onError = vi.fn();
  const loop = createLoop({ pause: () => 1000, step, onError });
  loop.start();
  await vi.advanceTimersByTimeAsync(1000);
  open[0]?.fail(new Error('no database'));
  await vi.advanceTimersByTimeAsync(1000);
  expect(onError).toHaveBeenCalledExactlyOnceWith(new Error('no database'));
  expect(open).toHaveLength(2);
});

test('stopping waits for what is being done, and nothing comes after it', async () => {
  const { open, step } = steps();
  const loop = createLoop({ pause: () => 1000, step, onError: () => undefined });
  loop.start();
  await vi.advanceTimersByTimeAsync(1000);
  const stopped = vi.fn();
  const stopping = loop.stop().then(stopped);
  await vi.advanceTimersByTimeAsync(5000);
  expect(stopped).not.toHaveBeenCalled();
  open[0]?.end();
  await stopping;
  await vi.advanceTimersByTimeAsync(5000);
  expect(open).toHaveLength(1);
});
