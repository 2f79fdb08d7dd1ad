import type { MetricPoint } from '@acacia/contract';
import { describe, expect, it } from 'vitest';
import { anAlertRule } from '../../../testing/records.ts';
import { chartsOf, gapStep, latestOf } from './series.ts';

const GIB = 2 ** 30;

const point = (given: Partial<MetricPoint> = {}): MetricPoint => ({
  at: '2026-01-01T00:00:00.000Z',
  cpu_percent: 10,
  memory_percent: 25,
  memory_bytes: 4 * GIB,
  graph_bytes: GIB,
  storage_bytes: 3 * GIB,
  queries_per_second: 5,
  query_errors_per_second: 0,
  query_timeouts_per_second: 0,
  latency_p50: null,
  latency_p95: null,
  latency_p99: null,
  requests_per_second: 6,
  rows_loaded_per_second: 0,
  running_loads: 0,
  vertex_count: null,
  edge_count: null,
  ...given,
});

const titled = (charts: ReturnType<typeof chartsOf>, title: string) =>
  charts.find((chart) => chart.title === title);

describe('charts of metrics', () => {
  it('hold a value for each point, and none where there is none', () => {
    const charts = chartsOf([point(), point({ latency_p95: 12, vertex_count: 7 })], []);
    expect(charts.map(({ title }) => title)).toEqual([
      'CPU',
      'Memory',
      'Graph in memory',
      'Storage',
      'Queries',
      'Latency',
      'Errors',
      'Requests',
      'Rows loaded',
      'Vertices and edges',
    ]);
    expect(titled(charts, 'Latency')?.series[1]).toEqual({ name: 'p95', values: [null, 12] });
    expect(titled(charts, 'Vertices and edges')?.series[0]?.values).toEqual([null, 7]);
    expect(titled(charts, 'CPU')?.threshold).toBeUndefined();
  });

  it('show what the memory may come to', () => {
    const [, limit] = titled(chartsOf([point(), point({ memory_percent: 0 })], []), 'Memory')?.series ?? [];
    expect(limit).toEqual({ name: 'Limit', values: [16 * GIB, null] });
  });

  it('show the lowest threshold of each metric, that of memory in bytes', () => {
    const charts = chartsOf(
      [point()],
      [
        anAlertRule({ threshold: 90 }),
        anAlertRule({ threshold: 75.5 }),
        anAlertRule({ metric: 'tigergraph_memory_usage_percent', threshold: 50 }),
      ],
    );
    expect(titled(charts, 'CPU')?.threshold).toEqual({ value: 75.5, label: 'Alert at 75.5%' });
    expect(titled(charts, 'Memory')?.threshold).toEqual({ value: 8 * GIB, label: 'Alert at 50%' });
  });

  it('have no threshold of memory while nothing is known of its size', () => {
    const rule = anAlertRule({ metric: 'tigergraph_memory_usage_percent' });
    expect(titled(chartsOf([], [rule]), 'Memory')?.threshold).toBeUndefined();
  });
});

it('one late reading is no sleep, a missing step of a longer resolution is', () => {
  expect(gapStep(15)).toBe(30_000);
  expect(gapStep(300)).toBe(300_000);
});

describe('the tiles', () => {
  const at = Date.parse('2026-01-01T00:00:00Z');

  it('show the last point while it is as new as what is shown', () => {
    expect(latestOf([point(), point({ cpu_percent: 50 })], 15, at + 60_000)).toMatchObject({
      last: { cpu_percent: 50 },
      current: true,
    });
  });

  it('know that it is no longer so', () => {
    expect(latestOf([point()], 15, at + 76_000).current).toBe(false);
    expect(latestOf([], 15, at)).toEqual({ last: undefined, current: false });
  });
});
