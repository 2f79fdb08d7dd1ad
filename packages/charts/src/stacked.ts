/** Drawing options of values by day, stacked on one another. */
import { formatDay, formatDayOfYear } from '@acacia/ui';
import { axisLabel, axisLine, common, splitLine, tooltip, type ChartOption } from './option.ts';
import { seriesColor } from './time-series.ts';
import type { Tokens } from './tokens.ts';
import { tooltipContent } from './tooltip.ts';

/** One part of each bar, e.g. of one workspace. */
export interface StackedSeries {
  readonly name: string;
  /** One value for each day. */
  readonly values: readonly number[];
  /** The sum of what has no colour of its own: drawn in grey. */
  readonly rest?: boolean;
}

export interface Amounts {
  /** A value in a table or at the pointer. */
  readonly format: (value: number) => string;
  /** A value of the axis, shorter. */
  readonly formatShort: (value: number) => string;
  /** The least step of the axis, where its labels cannot tell smaller ones apart. */
  readonly leastStep?: number | undefined;
}

interface StackedDrawing extends Amounts {
  /** Seconds since 1970: where each day in UTC begins. */
  readonly days: readonly number[];
  readonly series: readonly StackedSeries[];
  /** Names of the series that are not drawn. */
  readonly hidden: ReadonlySet<string>;
}

/** Series with a colour of their own; there are no more that are told apart on both grounds. */
const COLORS = 7;

const sumOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0);

/** The series with the largest sums, largest first, and one more for the rest of them. */
export function foldSeries(series: readonly StackedSeries[], rest: string): readonly StackedSeries[] {
  const sorted = series.toSorted((a, b) => sumOf(b.values) - sumOf(a.values));
  const isFolded = (each: StackedSeries, place: number): boolean => each.rest === true || place >= COLORS;
  const folded = sorted.filter(isFolded);
  if (folded.length === 0) return sorted;
  const kept = sorted.filter((each, place) => !isFolded(each, place));
  const days = Math.max(0, ...folded.map(({ values }) => values.length));
  const values = Array.from({ length: days }, (_, day) => sumOf(folded.map((each) => each.values[day] ?? 0)));
  return [...kept, { name: rest, values, rest: true }];
}

export const stackedColor = (series: readonly StackedSeries[], index: number, tokens: Tokens): string =>
  series[index]?.rest === true ? tokens.inkDim : seriesColor([], index, tokens);

export function stackedOption(drawing: StackedDrawing, tokens: Tokens): ChartOption {
  const { days, series, hidden, format, formatShort, leastStep } = drawing;
  const shown = series.flatMap((each, i) =>
    hidden.has(each.name) ? [] : [{ ...each, color: stackedColor(series, i, tokens) }],
  );
  return {
    ...common(tokens),
    grid: { left: 8, right: 12, top: 12, bottom: 4, containLabel: true },
    tooltip: {
      ...tooltip(tokens),
      trigger: 'axis',
      axisPointer: { type: 'shadow', shadowStyle: { color: tokens.hairline, opacity: 0.5 } },
      formatter: (hovered) => {
        const place = [hovered].flat()[0]?.dataIndex ?? -1;
        const day = days[place];
        if (day === undefined) return '';
        const lines = shown
          .map(({ name, color, values }) => ({ name, color, amount: values[place] ?? 0 }))
          .filter(({ amount }) => amount > 0);
        const total = format(sumOf(lines.map(({ amount }) => amount)));
        return tooltipContent(
          `${formatDay(day)} · ${total}`,
          // The highest part of the bar first, as it is drawn.
          lines.toReversed().map(({ name, color, amount }) => ({ name, color, value: format(amount) })),
        );
      },
    },
    xAxis: {
      type: 'category',
      data: days.map(formatDayOfYear),
      axisLabel: axisLabel(tokens),
      axisLine: axisLine(tokens),
      axisTick: { show: false },
    },
    yAxis: {
      type: 'value',
      min: 0,
      splitNumber: 4,
      ...(leastStep === undefined ? {} : { minInterval: leastStep }),
      axisLabel: { ...axisLabel(tokens), formatter: (value: number) => formatShort(value) },
      splitLine: splitLine(tokens),
    },
    series: shown.map(({ name, values, color }) => ({
      id: `series:${name}`,
      name,
      type: 'bar' as const,
      stack: 'all',
      barCategoryGap: '22%',
      barMaxWidth: 44,
      data: [...values],
      itemStyle: { color },
      emphasis: { disabled: true },
    })),
  };
}
