/** The drawing of values over time. */
import { CategoricalPalette, formatDateTime } from '@acacia/ui';
import type { Gap } from './gaps.ts';
import { axisLabel, axisLine, common, splitLine, tooltip, type ChartOption } from './option.ts';
import type { Tokens } from './tokens.ts';
import { tooltipContent } from './tooltip.ts';
import { formatUnit, valueScale, type Unit } from './units.ts';

export interface TimeSeries {
  readonly name: string;
  /** One for each time; null where there is none although it ran, e.g. a latency without queries. */
  readonly values: readonly (number | null)[];
  /** A colour of the palette; the next one when not given. */
  readonly color?: string;
}

export interface Threshold {
  readonly value: number;
  /** E.g. `Alert at 80%`. */
  readonly label: string;
}

interface TimeSeriesDrawing {
  readonly unit: Unit;
  readonly times: readonly number[];
  readonly series: readonly TimeSeries[];
  /** Names of the series that are not drawn. */
  readonly hidden: ReadonlySet<string>;
  readonly gaps: readonly Gap[];
  readonly from: number;
  readonly to: number;
  readonly threshold: Threshold | undefined;
}

export const seriesColor = (series: readonly TimeSeries[], index: number): string =>
  series[index]?.color ?? CategoricalPalette[index % CategoricalPalette.length] ?? CategoricalPalette[0];

export function highestOf(drawing: Pick<TimeSeriesDrawing, 'series' | 'hidden' | 'threshold'>): number {
  let highest = drawing.threshold?.value ?? 0;
  for (const each of drawing.series) {
    if (drawing.hidden.has(each.name)) continue;
    for (const value of each.values) if (value !== null && value > highest) highest = value;
  }
  return highest;
}

/** The points of a line; nothing where nothing ran, so that the line is broken there. */
export function linePoints(
  times: readonly number[],
  values: readonly (number | null)[],
  gaps: readonly Gap[],
): [number, number | null][] {
  const points: [number, number | null][] = times.map((time, i) => [time, values[i] ?? null]);
  for (const [from] of gaps) points.push([from, null]);
  return points.sort((a, b) => a[0] - b[0]);
}

export function timeSeriesOption(drawing: TimeSeriesDrawing, tokens: Tokens): ChartOption {
  const { unit, times, series, hidden, gaps, from, to, threshold } = drawing;
  const shown = series.flatMap((each, i) =>
    hidden.has(each.name) ? [] : [{ ...each, color: seriesColor(series, i) }],
  );
  const single = series.length === 1;
  return {
    ...common(tokens),
    grid: { left: 8, right: 12, top: 12, bottom: 4, containLabel: true },
    tooltip: {
      ...tooltip(tokens),
      trigger: 'axis',
      axisPointer: { type: 'line', lineStyle: { color: tokens.inkDim, type: 'dashed' } },
      formatter: (hovered) => {
        const lines = [hovered].flat();
        const index = lines.find((line) => line.seriesId !== MARKS)?.dataIndex;
        const time = lines.map((line) => (Array.isArray(line.value) ? line.value[0] : null))[0];
        const at = typeof time === 'number' ? time : index === undefined ? undefined : times[index];
        if (at === undefined) return '';
        const place = times.indexOf(at);
        return tooltipContent(
          formatDateTime(new Date(at)),
          shown.map(({ color, name, values }) => ({ color, name, value: valueText(values[place], unit) })),
        );
      },
    },
    xAxis: {
      type: 'time',
      min: from,
      max: to,
      axisLabel: axisLabel(tokens),
      axisLine: axisLine(tokens),
      axisTick: { show: false },
      splitLine: { show: false },
    },
    yAxis: {
      type: 'value',
      ...valueScale(highestOf(drawing), unit),
      axisLabel: { ...axisLabel(tokens), formatter: (value: number) => formatUnit(value, unit) },
      splitLine: splitLine(tokens),
    },
    // The wheel scrolls the page; with Ctrl held, or by two fingers, it looks closer.
    dataZoom: [
      {
        type: 'inside',
        filterMode: 'none',
        zoomOnMouseWheel: 'ctrl',
        moveOnMouseWheel: false,
        preventDefaultMouseMove: false,
      },
    ],
    series: [
      {
        id: MARKS,
        type: 'line',
        data: [],
        silent: true,
        markArea: {
          silent: true,
          itemStyle: { color: tokens.gap },
          label: { position: 'insideTop', color: tokens.inkDim, fontSize: 11 },
          data: gaps.map(([start, end]) => [
            { xAxis: Math.max(start, from), name: (end - start) / (to - from) > WIDE ? 'asleep' : '' },
            { xAxis: end },
          ]),
        },
        markLine: {
          silent: true,
          symbol: 'none',
          lineStyle: { color: tokens.warning, type: [5, 4], width: 1.2 },
          label: {
            position: 'insideStartTop',
            color: tokens.warning,
            backgroundColor: tokens.surface,
            padding: [1, 4],
            fontSize: 11,
            formatter: threshold?.label ?? '',
          },
          data: threshold === undefined ? [] : [{ yAxis: threshold.value }],
        },
      },
      ...shown.map(({ name, values, color }) => ({
        id: `series:${name}`,
        name,
        type: 'line' as const,
        data: linePoints(times, values, gaps),
        connectNulls: false,
        // A reading between two gaps would not be seen as a line.
        showSymbol: times.length < SYMBOLS_BELOW,
        symbol: 'circle',
        symbolSize: 4,
        lineStyle: { width: 1.7, color },
        itemStyle: { color },
        emphasis: { disabled: true },
        ...(single ? { areaStyle: { color, opacity: 0.1 } } : {}),
      })),
    ],
  };
}

const MARKS = 'marks';
/** Part of the axis above which a band has room for its word. */
const WIDE = 0.12;
const SYMBOLS_BELOW = 3;

export const valueText = (value: number | null | undefined, unit: Unit): string =>
  value === null || value === undefined ? '–' : formatUnit(value, unit);
