import { describe, expect, test } from 'vitest';
import { meanLatency, percentile } from './latency.ts';
import { sampleOf, type Observed } from './sample.ts';
import { histogram, readingOf } from './testing/readings.ts';

describe('latency percentiles', () => {
  test('lie where that part of the queries has ended, interpolated in the bucket', () => {
    // Ten queries took 2–5 ms, ten 5–10 ms.
    const counts = histogram({ 2: 10, 3: 10 });
    expect(percentile(counts, 0.5)).toBe(5);
    expect(percentile(counts, 0.25)).toBe(3.5);
    expect(percentile(counts, 0.95)).toBeCloseTo(9.5);
    expect(percentile(counts, 1)).toBe(10);
  });

  test('begin at 0 in the first bucket and stay at the bound of the last one', () => {
    expect(percentile(histogram({ 0: 2 }), 0.5)).toBe(0.5);
    expect(percentile(histogram({ 15: 3 }), 0.5)).toBe(60_000);
  });

  test('are none without queries', () => {
    expect(percentile(histogram(), 0.5)).toBeNull();
    expect(meanLatency(histogram())).toBeNull();
  });

  test('the mean takes the middle of each bucket', () => {
    expect(meanLatency(histogram({ 2: 1, 3: 1 }))).toBe((3.5 + 7.5) / 2);
  });
});

describe('a sample', () => {
  const START = new Date('2026-01-01T00:00:00Z');
  const at = (seconds: number) => START.getTime() + seconds * 1000;
  const before: Observed = {
    at: at(100),
    reading: readingOf(START, {
      cpuMicroseconds: 5e6,
      queries: 40,
      queryErrors: 3,
      queryLatency: histogram({ 4: 40 }),
      rowsLoaded: 1000,
    }),
  };

  test('holds what was counted since the reading before', () => {
    const reading = readingOf(START, {
      cpuMicroseconds: 20e6,
      queries: 70,
      queryErrors: 4,
      queryTimeouts: 2,
      queryLatency: histogram({ 4: 60, 5: 10 }),
      requests: 90,
      rowsLoaded: 1500,
    });
    expect(sampleOf(before, { at: at(115), reading })).toMatchObject({
      // 15 seconds of processor time in 15 seconds of two processors.
      cpuPercent: 50,
      memoryPercent: 25,
      queries: 30,
      queryErrors: 1,
      queryTimeouts: 2,
      queryLatency: histogram({ 4: 20, 5: 10 }),
      requests: 90,
      rowsLoaded: 500,
      coveredSeconds: 15,
    });
  });

  test('counts from zero after a restart, over the time since then', () => {
    const reading = readingOf(new Date(at(110)), { cpuMicroseconds: 1e6, queries: 7 });
    expect(sampleOf(before, { at: at(115), reading })).toMatchObject({
      queries: 7,
      coveredSeconds: 5,
      cpuPercent: 10,
    });
  });

  test('counts from the start of a process that was not seen before', () => {
    expect(sampleOf(undefined, { at: at(10), reading: readingOf(START, { queries: 5 }) })).toMatchObject({
      queries: 5,
      coveredSeconds: 10,
    });
  });

  test('is none where the comparison would be with long ago, or with the future', () => {
    const now = { at: at(4000), reading: readingOf(START, { queries: 5 }) };
    expect(sampleOf(undefined, now)).toBeNull();
    expect(sampleOf(before, now)).toBeNull();
    expect(sampleOf(undefined, { at: at(-1), reading: readingOf(START) })).toBeNull();
  });

  test('a limit of nothing is no division by zero', () => {
    const reading = readingOf(START, {}, { memoryLimitBytes: 0, cpus: 0 });
    expect(sampleOf(undefined, { at: at(10), reading })).toMatchObject({ memoryPercent: 0, cpuPercent: 0 });
  });
});
