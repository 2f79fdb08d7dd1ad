import { afterEach, expect, test } from 'vitest';
import { lendShared, releaseShared, shared } from './shared-pool.ts';

const SIZE = 10_000;
const flag = () => new Int32Array(new SharedArrayBuffer(4));

afterEach(() => releaseShared());

test('an array is used again after its query has ended', () => {
  const { buffer } = shared.doubles(SIZE, 1);
  releaseShared();
  expect(shared.doubles(SIZE, 0).buffer).toBe(buffer);
});

test('what is asked for now is kept in place of what nobody asks for any more', () => {
  // As much as is kept at most, of sizes that are not asked for again.
  for (let array = 1; array <= 64; array += 1) shared.raw(4 * 2 ** 20 - 8 * array);
  for (let array = 1; array <= 200; array += 1) shared.raw(40_000 + 8 * array);
  releaseShared();
  const { buffer } = shared.doubles(SIZE + 1, 1);
  releaseShared();
  expect(shared.doubles(SIZE + 1, 0).buffer).toBe(buffer);
});

test('what is lent to another thread is not used again before that thread is done with it, whoever runs meanwhile', () => {
  const done = flag();
  const results = shared.doubles(SIZE, 7);
  lendShared(done);
  for (let query = 0; query < 3; query += 1) {
    // More than the one before, so that all that is free is used.
    for (let array = 0; array <= query; array += 1) shared.doubles(SIZE, query);
    releaseShared();
  }
  expect(results.every((value) => value === 7)).toBe(true);
  Atomics.store(done, 0, 1);
  releaseShared();
  const next = Array.from({ length: 6 }, () => shared.doubles(SIZE, 0));
  expect(next.map(({ buffer }) => buffer)).toContain(results.buffer);
});

test('of threads that never say that they are done, only the last are waited for', () => {
  const flags = Array.from({ length: 20 }, flag);
  const lent = flags.map((done) => {
    const { buffer } = shared.doubles(SIZE * 2, 0);
    lendShared(done);
    return buffer;
  });
  for (const done of flags) Atomics.store(done, 0, 1);
  releaseShared();
  const again = lent.map(() => shared.doubles(SIZE * 2, 0).buffer);
  expect(again.filter((buffer) => lent.includes(buffer))).toHaveLength(16);
});
