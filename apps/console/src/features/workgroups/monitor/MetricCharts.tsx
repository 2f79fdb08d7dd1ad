/** Charts of a workspace's metrics over a range of time. */
import { t } from '@acacia/texts';
import { TimeSeriesChart } from '@acacia/charts';
import type { Workspace } from '@acacia/contract';
import { Card } from '@acacia/ui';
import { useMemo } from 'react';
import classes from './monitor.module.css';
import { momentsOf, type Range } from './ranges.ts';
import { chartsOf, gapStep } from './series.ts';
import { useAlertRules, type Measured } from './useMetrics.ts';

interface MetricChartsProps {
  readonly workspace: Workspace;
  readonly range: Range;
  /** undefined while it is fetched first. */
  readonly measured: Measured | undefined;
  /** Titles of the charts that are shown; all without. */
  readonly only?: ReadonlySet<string>;
}

export function MetricCharts({ workspace, range, measured, only }: MetricChartsProps) {
  const rules = useAlertRules(workspace);
  const points = measured?.points;
  const times = useMemo(() => (points ?? []).map(({ at }) => Date.parse(at)), [points]);
  const charts = useMemo(
    () => chartsOf(points ?? [], rules).filter(({ title }) => only?.has(title) ?? true),
    [points, rules, only],
  );
  const shown = measured ?? { ...momentsOf(range, Date.now()), step_seconds: 60 };
  return (
    <div className={classes.charts}>
      {charts.map((chart) => (
        <Card key={chart.title}>
          <TimeSeriesChart
            {...chart}
            times={times}
            step={gapStep(shown.step_seconds)}
            from={shown.from}
            to={shown.to}
            since={Date.parse(workspace.created_at)}
            loading={measured === undefined}
            empty={t`The workspace did not run in this time.`}
            group="monitor"
          />
        </Card>
      ))}
    </div>
  );
}
