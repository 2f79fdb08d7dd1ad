import { expect, test } from 'vitest';
import { createBuckets } from './buckets.ts';

test('a bucket is emptied by a burst, says when to come again, and fills up again to its brim', () => {
  let now = 0;
  const buckets = createBuckets({ burst: 3, perSecond: 0.5 }, () => now);
  expect([1, 2, 3, 4].map(() => buckets.take('a'))).toEqual([0, 0, 0, 2]);
  expect(buckets.take('b')).toBe(0);
  now += 1000;
  expect(buckets.take('a')).toBe(1);
  now += 1000;
  expect(buckets.take('a')).toBe(0);
  now += 3_600_000;
  expect([1, 2, 3, 4].map(() => buckets.take('a'))).toEqual([0, 0, 0, 2]);
});

test('what costs more takes more, or nothing', () => {
  const buckets = createBuckets({ burst: 10, perSecond: 1 }, () => 0);
  expect(buckets.take('a', 8)).toBe(0);
  expect(buckets.take('a', 8)).toBe(6);
  expect(buckets.take('a', 2)).toBe(0);
});

test('many keys do not fill the memory, and who is busy is not forgotten for them', () => {
  const buckets = createBuckets({ burst: 1, perSecond: 0.001 }, () => 0, 100);
  buckets.take('busy');
  for (let n = 0; n < 1000; n++) {
    buckets.take(`one of many ${n}`);
    expect(buckets.take('busy')).toBeGreaterThan(0);
  }
  expect(buckets.take('one of many 0')).toBe(0);
});
