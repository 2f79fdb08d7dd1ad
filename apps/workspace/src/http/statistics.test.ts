import { expect, it } from 'vitest';
import { createStatistics } from './statistics.ts';

it('counts what finished within the asked time', () => {
  let now = 1_000_000;
  const statistics = createStatistics(() => now);
  statistics.record('GET /echo', 100, false);
  now += 30_000;
  for (const milliseconds of [1, 2, 3, 4])
    statistics.record('GET /query/g/q', milliseconds, milliseconds === 4);
  const all = () => true;

  expect(statistics.over(10, 2, all)).toEqual({
    'GET /query/g/q': {
      CompletedRequests: 4,
      QPS: 0.4,
      TimeoutRequests: 1,
      AverageLatency: 2.5,
      MaxLatency: 4,
      MinLatency: 1,
      LatencyPercentile: [2, 4],
    },
  });
  expect(Object.keys(statistics.over(60, 1, all))).toEqual(['GET /echo', 'GET /query/g/q']);
  expect(statistics.over(60, 1, (endpoint) => endpoint.includes('/g/'))['GET /echo']).toBeUndefined();
  now += 61_000;
  expect(statistics.over(60, 1, all)).toEqual({});
});

it('remembers a limited number of endpoints', () => {
  const statistics = createStatistics(() => 0);
  for (let index = 0; index < 5_000; index += 1) statistics.record(`GET /query/g${index}/q`, 1, false);
  expect(Object.keys(statistics.over(10, 1, () => true))).toHaveLength(2_000);
});
