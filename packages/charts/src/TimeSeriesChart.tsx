/** Values over time, e.g. the load of a workspace. */
import { comma, t } from '@acacia/texts';
import { formatDateTime, type DataTableColumn } from '@acacia/ui';
import { useMemo, useState } from 'react';
import { ChartFrame, type ChartState } from './ChartFrame.tsx';
import classes from './charts.module.css';
import { gapsOf } from './gaps.ts';
import { Plot } from './Plot.tsx';
import { seriesColor, timeSeriesOption, valueText, type Threshold, type TimeSeries } from './time-series.ts';
import { useTokens } from './tokens.ts';
import type { Unit } from './units.ts';

interface TimeSeriesChartProps extends ChartState {
  readonly unit: Unit;
  /** Milliseconds since 1970, ascending: where each step that was measured begins. */
  readonly times: readonly number[];
  /** Milliseconds covered by each time; where steps are missing, the workspace slept. */
  readonly step: number;
  readonly series: readonly TimeSeries[];
  /** The time that the axis shows, whatever was measured in it. */
  readonly from: number;
  readonly to: number;
  /** Since when there was something to measure: before it, nothing is missing. */
  readonly since?: number;
  readonly threshold?: Threshold;
  /** Charts of one group show the same moment under the pointer. */
  readonly group?: string;
}

interface Moment {
  readonly at: number;
  readonly place: number;
}

const rowKey = (moment: Moment): string => String(moment.at);

export function TimeSeriesChart(props: TimeSeriesChartProps) {
  const { title, unit, times, step, series, from, to, since, threshold, group, height = 200 } = props;
  const tokens = useTokens();
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set());
  const gaps = useMemo(() => gapsOf({ times, step, from, to, since }), [times, step, from, to, since]);
  const option = useMemo(
    () => timeSeriesOption({ unit, times, series, hidden, gaps, from, to, threshold }, tokens),
    [unit, times, series, hidden, gaps, from, to, threshold, tokens],
  );
  const rows = useMemo(() => times.map((at, place): Moment => ({ at, place })), [times]);
  const columns = useMemo(
    (): DataTableColumn<Moment>[] => [
      {
        id: 'time',
        header: t`Time`,
        width: '190px',
        cell: ({ at }) => formatDateTime(new Date(at)),
        sortBy: ({ at }) => new Date(at).toISOString(),
      },
      ...series.map(({ name, values }): DataTableColumn<Moment> => ({
        id: `series:${name}`,
        header: name,
        align: 'right',
        cell: ({ place }) => valueText(values[place], unit),
        sortBy: ({ place }) => values[place] ?? null,
      })),
    ],
    [series, unit],
  );
  const turn = (name: string): void => {
    const next = new Set(hidden);
    if (!next.delete(name)) next.add(name);
    setHidden(next);
  };
  const latest = series.map(({ name, values }) => `${name} ${valueText(values.at(-1), unit)}`).join(comma);
  return (
    <ChartFrame
      {...props}
      height={height}
      nothing={times.length === 0}
      columns={columns}
      rows={rows}
      rowKey={rowKey}
      legend={
        <span className={classes.legend}>
          {series.length > 1 &&
            series.map(({ name }, i) => (
              <button
                key={name}
                type="button"
                className={classes.entry}
                aria-pressed={!hidden.has(name)}
                onClick={() => turn(name)}
              >
                <span className={classes.swatch} style={{ background: seriesColor(series, i, tokens) }} />
                {name}
              </button>
            ))}
        </span>
      }
    >
      <Plot
        option={option}
        height={height}
        group={group}
        description={`${title} over time. Latest: ${latest}.${gaps.length > 0 ? ' It was asleep for a part of the time.' : ''}`}
      />
    </ChartFrame>
  );
}
