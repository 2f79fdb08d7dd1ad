/** Values by day, stacked on one another, e.g. the cost of each workspace. */
import { t } from '@acacia/texts';
import { formatDay, type DataTableColumn } from '@acacia/ui';
import { useMemo, useState } from 'react';
import { ChartFrame, type ChartState } from './ChartFrame.tsx';
import classes from './charts.module.css';
import { Plot } from './Plot.tsx';
import { foldSeries, stackedColor, stackedOption, type Amounts, type StackedSeries } from './stacked.ts';
import { useTokens } from './tokens.ts';

interface StackedChartProps extends ChartState, Amounts {
  /** Seconds since 1970: where each day in UTC begins. */
  readonly days: readonly number[];
  readonly series: readonly StackedSeries[];
}

interface Day {
  readonly at: number;
  readonly place: number;
}

const rowKey = (day: Day): string => String(day.at);

export function StackedChart(props: StackedChartProps) {
  const { title, days, series, format, formatShort, leastStep, height = 220 } = props;
  const tokens = useTokens();
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set());
  const folded = useMemo(() => foldSeries(series, t`Others`), [series]);
  const option = useMemo(
    () => stackedOption({ days, series: folded, hidden, format, formatShort, leastStep }, tokens),
    [days, folded, hidden, format, formatShort, leastStep, tokens],
  );
  const rows = useMemo(() => days.map((at, place): Day => ({ at, place })), [days]);
  const columns = useMemo((): DataTableColumn<Day>[] => {
    const total = ({ place }: Day): number =>
      series.reduce((sum, { values }) => sum + (values[place] ?? 0), 0);
    return [
      {
        id: 'day',
        header: t`Day`,
        width: '130px',
        cell: ({ at }) => formatDay(at),
        sortBy: ({ at }) => new Date(at * 1000).toISOString().slice(0, 10),
      },
      {
        id: 'total',
        header: t`Total`,
        align: 'right',
        width: '110px',
        cell: (row) => format(total(row)),
        sortBy: total,
      },
      ...series.map(({ name, values }, i): DataTableColumn<Day> => ({
        id: `series:${i}`,
        header: name,
        align: 'right',
        cell: ({ place }) => format(values[place] ?? 0),
        sortBy: ({ place }) => values[place] ?? 0,
      })),
    ];
  }, [series, format]);
  const turn = (name: string): void => {
    const next = new Set(hidden);
    if (!next.delete(name)) next.add(name);
    setHidden(next);
  };
  const sum = format(series.flatMap(({ values }) => values).reduce((all, value) => all + value, 0));
  const isNothing = series.every(({ values }) => values.every((value) => value === 0));
  return (
    <ChartFrame
      {...props}
      height={height}
      nothing={isNothing}
      columns={columns}
      rows={rows}
      rowKey={rowKey}
      legend={
        <span className={classes.legend}>
          {folded.length > 1 &&
            folded.map(({ name }, i) => (
              <button
                key={name}
                type="button"
                className={classes.entry}
                aria-pressed={!hidden.has(name)}
                onClick={() => turn(name)}
              >
                <span className={classes.swatch} style={{ background: stackedColor(folded, i, tokens) }} />
                {name}
              </button>
            ))}
        </span>
      }
    >
      <Plot option={option} height={height} description={t`${title}: ${sum} in ${days.length} days.`} />
    </ChartFrame>
  );
}
