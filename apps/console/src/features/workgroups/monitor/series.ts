/** Metrics in the form of the charts and tiles. */
import { t } from '@acacia/texts';
import type { AlertMetric, AlertRule, MetricPoint } from '@acacia/contract';
import type { Threshold, TimeSeries, Unit } from '@acacia/charts';
import { formatPercent } from '@acacia/ui';

export interface ChartData {
  readonly title: string;
  readonly unit: Unit;
  readonly series: readonly TimeSeries[];
  readonly threshold?: Threshold;
}

type Reader = (point: MetricPoint) => number | null;

const line = (name: string, points: readonly MetricPoint[], read: Reader): TimeSeries => ({
  name,
  values: points.map(read),
});

/** The limit of memory, computed from the bytes and per cent in use. */
const limitOf: Reader = ({ memory_bytes, memory_percent }) =>
  memory_percent > 0 ? (memory_bytes / memory_percent) * 100 : null;

/** The lowest threshold of a metric's rules: the one that is reached first. */
function lowest(rules: readonly AlertRule[], metric: AlertMetric): number | undefined {
  const thresholds = rules.filter((rule) => rule.metric === metric).map(({ threshold }) => threshold);
  return thresholds.length === 0 ? undefined : Math.min(...thresholds);
}

const alertAt = (percent: number, value: number): Threshold => ({
  value,
  label: t`Alert at ${formatPercent(percent)}`,
});

/** All charts of the tab, in order. */
export function chartsOf(points: readonly MetricPoint[], rules: readonly AlertRule[]): ChartData[] {
  const of = (name: string, read: Reader) => line(name, points, read);
  const cpu = lowest(rules, 'tigergraph_cpu_usage');
  const memory = lowest(rules, 'tigergraph_memory_usage_percent');
  const limit = points.map(limitOf).findLast((value) => value !== null) ?? null;
  return [
    {
      title: t`CPU`,
      unit: 'percent',
      series: [of(t`CPU`, ({ cpu_percent }) => cpu_percent)],
      ...(cpu === undefined ? {} : { threshold: alertAt(cpu, cpu) }),
    },
    {
      title: t`Memory`,
      unit: 'bytes',
      series: [of(t`Used`, ({ memory_bytes }) => memory_bytes), of(t`Limit`, limitOf)],
      ...(memory === undefined || limit === null
        ? {}
        : { threshold: alertAt(memory, (limit * memory) / 100) }),
    },
    {
      title: t`Graph in memory`,
      unit: 'bytes',
      series: [of(t`Graph`, ({ graph_bytes }) => graph_bytes)],
    },
    { title: t`Storage`, unit: 'bytes', series: [of(t`Data`, ({ storage_bytes }) => storage_bytes)] },
    {
      title: t`Queries`,
      unit: 'perSecond',
      series: [of(t`Queries`, ({ queries_per_second }) => queries_per_second)],
    },
    {
      title: t`Latency`,
      unit: 'ms',
      series: [
        of('p50', ({ latency_p50 }) => latency_p50),
        of('p95', ({ latency_p95 }) => latency_p95),
        of('p99', ({ latency_p99 }) => latency_p99),
      ],
    },
    {
      title: t`Errors`,
      unit: 'perSecond',
      series: [
        of(t`Queries that failed`, ({ query_errors_per_second }) => query_errors_per_second),
        of(t`Of them timeouts`, ({ query_timeouts_per_second }) => query_timeouts_per_second),
      ],
    },
    {
      title: t`Requests`,
      unit: 'perSecond',
      series: [of(t`Requests`, ({ requests_per_second }) => requests_per_second)],
    },
    {
      title: t`Rows loaded`,
      unit: 'perSecond',
      series: [of(t`Rows`, ({ rows_loaded_per_second }) => rows_loaded_per_second)],
    },
    {
      title: t`Vertices and edges`,
      unit: 'count',
      series: [
        of(t`Vertices`, ({ vertex_count }) => vertex_count),
        of(t`Edges`, ({ edge_count }) => edge_count),
      ],
    },
  ];
}

/** Steps of 15 seconds that may be missing: one reading that came late is no sleep. */
const PATIENT_BELOW = 60;

/** Milliseconds without a point after which the chart shows the workspace as asleep. */
export const gapStep = (stepSeconds: number): number =>
  (stepSeconds < PATIENT_BELOW ? 2 * stepSeconds : stepSeconds) * 1000;

/** Steps after which the last point is no longer current. */
const STALE_STEPS = 4;

/** Values of the tiles: the last point, and whether it is recent enough to be current. */
export function latestOf(
  points: readonly MetricPoint[],
  stepSeconds: number,
  to: number,
): { readonly last: MetricPoint | undefined; readonly current: boolean } {
  const last = points.at(-1);
  if (last === undefined) return { last, current: false };
  const missing = to - (Date.parse(last.at) + stepSeconds * 1000);
  return { last, current: missing <= STALE_STEPS * stepSeconds * 1000 };
}
