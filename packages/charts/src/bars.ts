/** Drawing options of bar charts: horizontal bars of categories, vertical bars of a distribution. */
import { CategoricalPalette, formatCompact, formatNumber, formatValue } from '@acacia/ui';
import { axisLabel, axisLine, common, splitLine, tooltip, type ChartOption } from './option.ts';
import type { Tokens } from './tokens.ts';
import { tooltipContent } from './tooltip.ts';
import { valueScale } from './units.ts';

export interface Bar {
  readonly label: string;
  readonly count: number;
  /** E.g. the colour of a vertex type. */
  readonly color?: string;
}

const FIRST = CategoricalPalette[0];
const colorOf = (bar: Bar | undefined): string => bar?.color ?? FIRST;

/** The value of a bar as a text: counts with separators, means with their fraction. */
export const barText = (value: number): string =>
  Number.isInteger(value) ? formatNumber(value) : formatValue(value);

/** The axis of the values: in whole steps for counts; where values are fractions or negative, as the library chooses. */
const scaleOf = (bars: readonly Bar[]) =>
  bars.every(({ count }) => count >= 0 && Number.isInteger(count))
    ? valueScale(Math.max(0, ...bars.map(({ count }) => count)), 'count')
    : {};

/** Pixels: the height of one horizontal bar, and the padding above and below all of them. */
export const BAR_HEIGHT = 28;
export const BARS_PADDING = 12;

const pointerLine = (bars: readonly Bar[], what: string) => (hovered: unknown) => {
  const first = [hovered].flat()[0] as { readonly dataIndex?: number } | undefined;
  const bar = bars[first?.dataIndex ?? -1];
  if (bar === undefined) return '';
  return tooltipContent(bar.label, [{ color: colorOf(bar), name: what, value: barText(bar.count) }]);
};

/** Part of the longest bar that any bar is drawn at least. */
const LEAST_PART = 0.006;

/** @param what name of the things counted, e.g. `Vertices` */
export function barOption(bars: readonly Bar[], what: string, tokens: Tokens): ChartOption {
  const highest = Math.max(0, ...bars.map((bar) => bar.count));
  return {
    ...common(tokens),
    grid: { left: 4, right: 56, top: 4, bottom: 4, containLabel: true },
    tooltip: {
      ...tooltip(tokens),
      trigger: 'axis',
      axisPointer: shadow(tokens),
      formatter: pointerLine(bars, what),
    },
    xAxis: { type: 'value', ...scaleOf(bars), show: false },
    yAxis: {
      type: 'category',
      inverse: true,
      data: bars.map((bar) => bar.label),
      axisLabel: {
        ...axisLabel(tokens),
        color: tokens.ink,
        fontSize: 12.5,
        hideOverlap: false,
        interval: 0,
        width: 150,
        overflow: 'truncate',
      },
      axisLine: { show: false },
      axisTick: { show: false },
    },
    series: [
      {
        id: 'bars',
        type: 'bar',
        barMaxWidth: 16,
        data: bars.map((bar) => ({
          // A small count gets a visible bar beside a very large one; zero gets none.
          value: bar.count <= 0 ? bar.count : Math.max(bar.count, highest * LEAST_PART),
          itemStyle: { color: colorOf(bar), borderRadius: [0, 3, 3, 0] },
        })),
        label: {
          show: true,
          position: 'right',
          color: tokens.inkDim,
          fontSize: 12,
          formatter: ({ dataIndex }) => formatCompact(bars[dataIndex]?.count ?? 0),
        },
        emphasis: { disabled: true },
      },
    ],
  };
}

const shadow = (tokens: Tokens) => ({
  type: 'shadow' as const,
  shadowStyle: { color: tokens.hairline, opacity: 0.5 },
});

interface HistogramDrawing {
  readonly bars: readonly Bar[];
  /** Name of the things counted, e.g. `Vertices`. */
  readonly what: string;
  /** Title of the axis of buckets, e.g. `Edges going out`. */
  readonly axis: string;
  /** Counts in powers of ten: for distributions with a long tail. */
  readonly log: boolean;
}

export function histogramOption({ bars, what, axis, log }: HistogramDrawing, tokens: Tokens): ChartOption {
  const highest = Math.max(0, ...bars.map((bar) => bar.count));
  const counts = {
    axisLabel: {
      ...axisLabel(tokens),
      formatter: (value: number) => (log && value < 1 ? '' : formatCompact(value)),
    },
    splitLine: splitLine(tokens),
  };
  return {
    ...common(tokens),
    grid: { left: 4, right: 8, top: 10, bottom: 22, containLabel: true },
    tooltip: {
      ...tooltip(tokens),
      trigger: 'axis',
      axisPointer: shadow(tokens),
      formatter: pointerLine(bars, what),
    },
    xAxis: {
      type: 'category',
      name: axis,
      nameLocation: 'middle',
      nameGap: 26,
      nameTextStyle: { color: tokens.inkDim, fontSize: 11.5 },
      data: bars.map((bar) => bar.label),
      axisLabel: axisLabel(tokens),
      axisLine: axisLine(tokens),
      axisTick: { show: false },
    },
    // From half of one: a bar of one has a height too.
    yAxis: log
      ? {
          type: 'log',
          min: 0.5,
          startValue: 0.5,
          max: 10 ** Math.ceil(Math.log10(Math.max(10, highest))),
          ...counts,
        }
      : { type: 'value', ...scaleOf(bars), ...counts },
    series: [
      {
        id: 'bars',
        type: 'bar',
        barCategoryGap: '12%',
        data: bars.map((bar) => ({
          // A logarithm of nothing is no height.
          value: log && bar.count === 0 ? null : bar.count,
          itemStyle: { color: colorOf(bar), borderRadius: [2, 2, 0, 0] },
        })),
        emphasis: { disabled: true },
      },
    ],
  };
}
