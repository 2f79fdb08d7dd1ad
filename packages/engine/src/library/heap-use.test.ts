import { getHeapStatistics } from 'node:v8';
import { afterEach, expect, it, vi } from 'vitest';
import { beginHeap, endHeap } from './heap-use.ts';
import { releaseShared, shared } from './shared-pool.ts';

const MIB = 2 ** 20;

/** Makes 128 MiB of garbage. */
const litter = (): number => new Array<number>(2 ** 24).fill(0.5).length;

const heapMb = (): number => Math.round(getHeapStatistics().used_heap_size / MIB);

afterEach(endHeap);

it.each([
  ['when it has ended', [endHeap, beginHeap, endHeap]],
  // The message with the next query may be read before the callback that ends the one before.
  ['although the next begins before its end is seen', [beginHeap, endHeap, endHeap]],
])('the garbage of a query is collected %s', (_when, steps) => {
  beginHeap();
  const before = heapMb();
  litter();
  expect(heapMb()).toBeGreaterThan(before + 100);
  for (const step of steps) step();
  expect(heapMb()).toBeLessThan(before + 50);
});

it('shared memory beyond what is kept for the next query is given back', async () => {
  const residentMb = (): number => Math.round(process.memoryUsage.rss() / MIB);
  const before = residentMb();
  beginHeap();
  for (let count = 0; count < 12; count += 1) shared.doubles(2 ** 23, 1);
  expect(residentMb()).toBeGreaterThan(before + 700);
  releaseShared();
  endHeap();
  await vi.waitFor(() => expect(residentMb()).toBeLessThan(before + 400), { timeout: 30_000 });
});
