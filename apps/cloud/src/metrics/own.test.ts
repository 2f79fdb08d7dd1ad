import { expect, test } from 'vitest';
import { startTestPostgres } from '../testing/postgres.ts';
import { createOwnMetrics, OWN_STEP_MS, quantile } from './own.ts';

test.each([
  [[], null],
  [[0, 0, 0], null],
  // All of 100 within the first bucket, of 5 ms.
  [[100, 100, 100], 4.75],
  // 90 within 5 ms, 10 within 10 ms: the 95th is halfway there.
  [[90, 100, 100], 7.5],
])('the 95th part of %j is %j ms', (counts, expected) => {
  const result = quantile(counts, 0.95);
  if (expected === null) expect(result).toBeNull();
  else expect(result).toBeCloseTo(expected, 6);
});

test('above the last bound nothing more is claimed', () => {
  expect(quantile([...Array.from({ length: 12 }, () => 0), 7], 0.95)).toBe(30_000);
});

test('samples have rates since the one before, and those of an hour are kept', async () => {
  const postgres = await startTestPostgres();
  const database = await postgres.migrated();
  let at = Date.parse('2026-11-20T12:00:00Z');
  const own = createOwnMetrics({ database, eventStreams: () => 3, now: () => new Date(at) });
  const pass = () => (at += OWN_STEP_MS);
  try {
    await own.sample();
    expect(own.samples()).toMatchObject([{ answered_2xx: null, p95: null, queue: 0, event_streams: 3 }]);
    for (let answer = 0; answer < 30; answer += 1) own.answered(200, 4);
    own.answered(503, null);
    pass();
    await own.sample();
    const sample = own.samples().at(-1);
    expect(sample).toMatchObject({ answered_2xx: 2, answered_4xx: 0, queue_age: 0, running_workspaces: 0 });
    expect(sample?.answered_5xx).toBeCloseTo(1 / 15, 6);
    expect(sample?.p95).toBeCloseTo(4.75, 6);
    expect(await own.registry.metrics()).toMatch(/^acacia_answers_total\{status="2xx"\} 30$/m);
    pass();
    await own.sample();
    expect(own.samples().at(-1)).toMatchObject({ answered_2xx: 0, p95: null });
    for (let more = 0; more < 245; more += 1) {
      pass();
      await own.sample();
    }
    expect(own.samples()).toHaveLength(240);
    expect(Date.parse(own.samples()[0]?.at ?? '')).toBe(at - 239 * OWN_STEP_MS);
  } finally {
    await postgres.stop();
  }
});
