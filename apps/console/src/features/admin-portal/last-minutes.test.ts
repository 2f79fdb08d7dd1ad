import type { MetricPoint } from '@acacia/contract';
import { expect, it } from 'vitest';
import { lastMinutes } from './last-minutes.ts';

const point = (given: Partial<MetricPoint>): MetricPoint => ({
  at: '2026-11-28T10:00:00.000Z',
  cpu_percent: 0,
  memory_percent: 0,
  memory_bytes: 0,
  graph_bytes: 0,
  storage_bytes: 0,
  queries_per_second: 0,
  query_errors_per_second: 0,
  query_timeouts_per_second: 0,
  latency_p50: null,
  latency_p95: null,
  latency_p99: null,
  requests_per_second: 0,
  rows_loaded_per_second: 0,
  running_loads: 0,
  vertex_count: null,
  edge_count: null,
  ...given,
});

it('counts queries, shares of them, and the highest latency', () => {
  const points = [
    point({ queries_per_second: 3, query_errors_per_second: 1, query_timeouts_per_second: 0.5 }),
    point({ queries_per_second: 1, latency_p95: 90 }),
    point({ latency_p95: 20 }),
  ];
  expect(lastMinutes(points, 15)).toEqual({
    queriesPerSecond: 4 / 3,
    errorPercent: 25,
    timeoutPercent: 12.5,
    latencyP95: 90,
  });
});

it('has no shares without queries, and nothing without points', () => {
  expect(lastMinutes([point({})], 15)).toMatchObject({ timeoutPercent: null, latencyP95: null });
  expect(lastMinutes([], 15)).toMatchObject({ queriesPerSecond: 0, errorPercent: null });
});
