/** Charts of the control plane's own figures. */
import { t } from '@acacia/texts';
import { TimeSeriesChart, type Unit } from '@acacia/charts';
import type { DashboardMetrics, DashboardSample } from '@acacia/contract';
import { Card } from '@acacia/ui';
import { useMemo } from 'react';
import classes from './dashboard.module.css';

type Figure = Exclude<keyof DashboardSample, 'at'>;

interface ChartRow {
  readonly title: string;
  readonly unit: Unit;
  readonly series: readonly (readonly [name: string, figure: Figure])[];
}

const HOUR = 3_600_000;

const CHARTS: readonly ChartRow[] = [
  {
    title: t`Answers by status`,
    unit: 'perSecond',
    series: [
      ['2xx', 'answered_2xx'],
      ['3xx', 'answered_3xx'],
      ['4xx', 'answered_4xx'],
      ['5xx', 'answered_5xx'],
    ],
  },
  { title: t`Time to answer (p95)`, unit: 'ms', series: [[t`p95`, 'p95']] },
  { title: t`Operations that wait`, unit: 'count', series: [[t`Operations`, 'queue']] },
  { title: t`Age of the oldest operation`, unit: 'ms', series: [[t`Age`, 'queue_age']] },
  { title: t`Running workspaces`, unit: 'count', series: [[t`Workspaces`, 'running_workspaces']] },
  {
    title: t`Memory`,
    unit: 'bytes',
    series: [
      [t`Process`, 'memory'],
      [t`Heap`, 'heap'],
    ],
  },
  { title: t`Event streams`, unit: 'count', series: [[t`Streams`, 'event_streams']] },
  {
    title: t`Connections to the database`,
    unit: 'count',
    series: [
      [t`In use`, 'connections_used'],
      [t`Idle`, 'connections_idle'],
      [t`Waiting`, 'connections_waiting'],
    ],
  },
];

export function OwnCharts({ metrics: { samples, step } }: { readonly metrics: DashboardMetrics }) {
  const times = useMemo(() => samples.map(({ at }) => Date.parse(at)), [samples]);
  const charts = useMemo(
    () =>
      CHARTS.map(({ title, unit, series }) => ({
        title,
        unit,
        series: series.map(([name, figure]) => ({ name, values: samples.map((sample) => sample[figure]) })),
      })),
    [samples],
  );
  const to = times.at(-1) ?? 0;
  return (
    <div className={classes.charts}>
      {charts.map((chart) => (
        <Card key={chart.title}>
          <TimeSeriesChart
            {...chart}
            times={times}
            // A late sample is no gap.
            step={step * 4}
            from={to - HOUR}
            to={to}
            since={times[0] ?? to}
            empty={t`The first figures come in a few seconds.`}
            group="operator"
          />
        </Card>
      ))}
    </div>
  );
}
