/** The chart of a table of results: what is proposed by the kinds of its columns, and the words below it. Pure. */
import { gap, t } from '@acacia/texts';
import type { RunAggregate, RunChart, RunChartKind, RunPageCell } from '@acacia/contract';
import { formatNumber } from '@acacia/ui';
import { isNumber } from './table-data.ts';

export interface ChartChoice {
  readonly kind: RunChartKind;
  /** Place of the column of values, numbers or times. */
  readonly by: number;
  readonly aggregate: RunAggregate;
  /** Place of the column that is aggregated; not of a count. */
  readonly of: number;
}

export const CHART_KINDS: readonly { readonly value: RunChartKind; readonly label: string }[] = [
  { value: 'bars', label: t`Bars of values` },
  { value: 'histogram', label: t`Histogram` },
  { value: 'time', label: t`Over time` },
];
export const AGGREGATES: readonly { readonly value: RunAggregate; readonly label: string }[] = [
  { value: 'count', label: t`Count of rows` },
  { value: 'sum', label: t`Sum` },
  { value: 'mean', label: t`Mean` },
  { value: 'min', label: t`Least` },
  { value: 'max', label: t`Most` },
];

type ColumnKind = 'number' | 'time' | 'text' | 'none';

const TIME = /^\d{4}-\d{2}-\d{2}([T ]|$)/;

function kindOf(values: readonly RunPageCell[]): ColumnKind {
  const present = values.filter((value) => value !== null && value !== '');
  if (present.length === 0) return 'none';
  if (present.every(isNumber)) return 'number';
  return present.every((value) => typeof value === 'string' && TIME.test(value)) ? 'time' : 'text';
}

/**
 * A chart that says something about such rows: over time where there are times (a number where each row has a time of
 * its own, else the number of rows), bars where values tell rows apart, else
 * the distribution of a number.
 */
export function proposedChart(first: number, rows: readonly (readonly RunPageCell[])[]): ChartChoice {
  const columns = Array.from({ length: rows[0]?.length ?? 0 }, (_, i) => {
    const values = rows.map((row) => row[i] ?? null);
    return { column: first + i, kind: kindOf(values), distinct: new Set(values.map(String)).size };
  });
  const number = columns.find(({ kind, distinct }) => kind === 'number' && distinct > 1);
  const time = columns.find(({ kind }) => kind === 'time');
  if (time !== undefined) {
    const isSeries = number !== undefined && time.distinct === rows.length;
    const of = number?.column ?? first;
    return { kind: 'time', by: time.column, aggregate: isSeries ? 'mean' : 'count', of };
  }
  const texts = columns.filter(({ kind, distinct }) => kind === 'text' && distinct > 1);
  // A value that repeats makes groups; where each row has its own, its number is the bar.
  const group = texts.find(({ distinct }) => distinct <= rows.length / 2);
  if (group !== undefined) return { kind: 'bars', by: group.column, aggregate: 'count', of: first };
  const [name] = texts;
  if (name !== undefined && number !== undefined)
    return { kind: 'bars', by: name.column, aggregate: 'sum', of: number.column };
  if (number !== undefined) return { kind: 'histogram', by: number.column, aggregate: 'count', of: first };
  return { kind: 'bars', by: name?.column ?? first, aggregate: 'count', of: first };
}

/** Name of the values that are drawn, such as `Mean of age`. */
export function valueName({ kind, aggregate }: ChartChoice, of: string): string {
  if (kind === 'histogram') return t`Rows`;
  switch (aggregate) {
    case 'count':
      return t`Rows`;
    case 'sum':
      return t`Sum of ${of}`;
    case 'mean':
      return t`Mean of ${of}`;
    case 'min':
      return t`Least of ${of}`;
    case 'max':
      return t`Most of ${of}`;
  }
}

const rowsText = (rows: number): string =>
  rows === 1 ? t`${formatNumber(rows)} row` : t`${formatNumber(rows)} rows`;

const VALUE_OF: Readonly<Record<RunChartKind, string>> = {
  bars: t`value`,
  histogram: t`number`,
  time: t`time`,
};

/** Steps of time, as workspaces name them. */
const TIMES: Readonly<Record<string, string>> = {
  second: t`second`,
  minute: t`minute`,
  hour: t`hour`,
  day: t`day`,
  week: t`week`,
  month: t`month`,
  quarter: t`quarter`,
  year: t`year`,
  decade: t`decade`,
  century: t`century`,
  millennium: t`millennium`,
};

/** A sentence about rows that have nothing to draw. */
function leftOut(rows: number, kind: RunChartKind, by: string): string {
  const [count, value] = [formatNumber(rows), VALUE_OF[kind]];
  return rows === 1
    ? t`${count} row without a ${value} in ${by} is left out.`
    : t`${count} rows without a ${value} in ${by} are left out.`;
}

/** Which rows a chart is of, and what it leaves out. */
export function chartNote(choice: ChartChoice, chart: RunChart, by: string, isFiltered: boolean): string {
  const { rows, without, groups, points, step } = chart;
  const sentences = [
    isFiltered ? t`Of ${rowsText(rows)} that search and filters leave.` : t`Of ${rowsText(rows)}.`,
    ...(choice.kind === 'bars' && groups > points.length
      ? [t`The ${formatNumber(points.length)} largest of ${formatNumber(groups)} values of ${by} are drawn.`]
      : []),
    ...(choice.kind === 'histogram' && step !== null ? [t`Each bar is ${step} wide.`] : []),
    ...(choice.kind === 'time' && step !== null ? [t`Each bar is a ${TIMES[step] ?? step}, in UTC.`] : []),
    ...(without > 0 ? [leftOut(without, choice.kind, by)] : []),
  ];
  return sentences.join(gap);
}
