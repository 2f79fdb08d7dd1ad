/** A chart of a table of results, whose figures the workspace aggregates over all rows. */
import { t } from '@acacia/texts';
import { BarChart, HistogramChart } from '@acacia/charts';
import type { RunAggregate, RunChartKind, RunPageCell } from '@acacia/contract';
import { Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import {
  AGGREGATES,
  CHART_KINDS,
  chartNote,
  proposedChart,
  valueName,
  type ChartChoice,
} from './chart-choice.ts';
import classes from './results.module.css';
import type { ColumnName } from './TableFilters.tsx';
import { viewOf, type RowsWanted, type StoredTable } from './useRows.ts';

/** One text: these words have other meanings elsewhere. */
const [BY = '', SHOWS = '', OF = ''] = t`By | Shows | Of`.split(' | ');

interface ResultChartProps {
  readonly stored: StoredTable;
  readonly wanted: RowsWanted;
  readonly columns: readonly ColumnName[];
  /** Rows by which a chart is proposed. */
  readonly sample: readonly (readonly RunPageCell[])[];
}

export function ResultChart({ stored, wanted, columns, sample }: ResultChartProps) {
  const { client, run, table } = stored;
  const [own, setOwn] = useState<ChartChoice | null>(null);
  const choice = own ?? proposedChart(wanted.column, sample);
  const { search, filters } = viewOf(wanted);
  const { of, ...rest } = choice;
  const asked = { ...rest, ...(choice.aggregate === 'count' ? {} : { of }), search, filters };
  const chart = useQuery({
    queryKey: ['run-chart', run, table, asked],
    queryFn: ({ signal }) => client.runChart(run, table, asked, { signal }),
    staleTime: Infinity,
    retry: false,
  });
  const change = (part: Partial<ChartChoice>) => setOwn({ ...choice, ...part });
  const nameOf = (place: number) => columns.find(({ column }) => column === place)?.name ?? '';
  const options = columns.map(({ column, name }) => ({ value: String(column), label: name }));
  const [by, what] = [nameOf(choice.by), valueName(choice, nameOf(choice.of))];
  const bars = (chart.data?.points ?? []).flatMap(({ label, value }) =>
    value === null ? [] : [{ label: label === '' ? t`(empty)` : label, count: value }],
  );
  const frame = {
    title: t`${what} by ${by}`,
    loading: chart.isPending,
    error: chart.error,
    onRetry: () => void chart.refetch(),
    empty: t`No row has a ${choice.kind === 'time' ? 'time' : choice.kind === 'histogram' ? 'number' : 'value'} in ${by}.`,
  };
  return (
    <div className={classes.chart}>
      <div className={classes.chartChoice}>
        <Select
          size="xs"
          label="Chart"
          allowDeselect={false}
          data={[...CHART_KINDS]}
          value={choice.kind}
          onChange={(value) => change({ kind: value as RunChartKind })}
        />
        <Select
          size="xs"
          label={BY}
          searchable
          allowDeselect={false}
          data={options}
          value={String(choice.by)}
          onChange={(value) => change({ by: Number(value) })}
        />
        {choice.kind !== 'histogram' && (
          <Select
            size="xs"
            label={SHOWS}
            allowDeselect={false}
            data={[...AGGREGATES]}
            value={choice.aggregate}
            onChange={(value) => change({ aggregate: value as RunAggregate })}
          />
        )}
        {choice.kind !== 'histogram' && choice.aggregate !== 'count' && (
          <Select
            size="xs"
            label={OF}
            searchable
            allowDeselect={false}
            data={options}
            value={String(choice.of)}
            onChange={(value) => change({ of: Number(value) })}
          />
        )}
      </div>
      {choice.kind === 'bars' ? (
        <BarChart {...frame} bars={bars} what={what} />
      ) : (
        <HistogramChart {...frame} bars={bars} what={what} axis={by} height={260} />
      )}
      {chart.data !== undefined && (
        <p className={classes.chartNote}>
          {chartNote(choice, chart.data, by, search !== '' || filters.length > 0)}
        </p>
      )}
    </div>
  );
}
