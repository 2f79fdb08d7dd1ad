/** Drawing options of a chart of values over time. */
import { t } from '@acacia/texts';
import { CategoricalPalette, formatDateTime } from '@acacia/ui';
import type { Gap } from './gaps.ts';
import { axisLabel, axisLine, common, splitLine, tooltip, type ChartOption } from './option.ts';
import type { Tokens } from './tokens.ts';
import { tooltipContent } from './tooltip.ts';
import { formatUnit, valueScale, type Unit } from './units.ts';

export interface TimeSeries {
  readonly name: string;
  /** One value for each time; null where there is none although the workspace ran, e.g. a latency without queries. */
  readonly values: readonly (number | null)[];
  /** The next colour of the palette that is seen on the ground when not given. */
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

/** Places in the palette whose lines are seen on the ground, best first. */
const LINES = { light: [0, 1, 3, 5, 8, 6, 9], dark: [2, 1, 3, 5, 4, 8, 7] } as const;

export function seriesColor(series: readonly TimeSeries[], index: number, { ground }: Tokens): string {
  const places = LINES[ground];
  return series[index]?.color ?? CategoricalPalette[places[index % places.length] ?? 0];
}

function highestOf(drawing: Pick<TimeSeriesDrawing, 'series' | 'hidden' | 'threshold'>): number {
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

/** Places of the points that have no neighbour: a line would not show them. */
const lonePoints = (points: readonly (readonly [number, number | null])[]): ReadonlySet<number> =>
  new Set(
    points.flatMap(([, value], i) => {
      const isAlone = (points[i - 1]?.[1] ?? null) === null && (points[i + 1]?.[1] ?? null) === null;
      return value !== null && isAlone ? [i] : [];
    }),
  );

const ASLEEP = t`asleep`;
/** Places in a gap that the pointer can stop at. */
const STOPS = 60;

function gapPoints(gaps: readonly Gap[]): [number, number][] {
  return gaps.flatMap(([from, to]) =>
    Array.from({ length: STOPS }, (_, i): [number, number] => [from + ((i + 0.5) * (to - from)) / STOPS, 0]),
  );
}

/** The time of a point of a line. */
function timeOf(point: unknown): number | null {
  const time: unknown = Array.isArray(point) ? point[0] : null;
  return typeof time === 'number' ? time : null;
}

export function timeSeriesOption(drawing: TimeSeriesDrawing, tokens: Tokens): ChartOption {
  const { unit, times, series, hidden, gaps, from, to, threshold } = drawing;
  const shown = series.flatMap((each, i) =>
    hidden.has(each.name) ? [] : [{ ...each, color: seriesColor(series, i, tokens) }],
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
        const at = timeOf([hovered].flat()[0]?.value);
        if (at === null) return '';
        const place = times.indexOf(at);
        return tooltipContent(
          formatDateTime(new Date(at)),
          place === -1
            ? [{ color: tokens.inkDim, name: ASLEEP, value: '' }]
            : shown.map(({ color, name, values }) => ({
                color,
                name,
                value: valueText(values[place], unit),
              })),
        );
      },
    },
    xAxis: {
      type: 'time',
      min: from,
      max: to,
      // It draws about twice as many, of which those that would overlap are left out at uneven distances.
      splitNumber: 3,
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
        id: 'marks',
        type: 'line',
        // Not seen; so that the pointer finds something where nothing ran.
        data: gapPoints(gaps),
        silent: true,
        symbol: 'none',
        lineStyle: { opacity: 0 },
        emphasis: { disabled: true },
        markArea: {
          silent: true,
          itemStyle: { color: tokens.gap },
          label: { position: 'insideTop', color: tokens.inkDim, fontSize: 11 },
          data: gaps.map(([start, end]) => [
            { xAxis: Math.max(start, from), name: (end - start) / (to - from) > WIDE ? ASLEEP : '' },
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
      ...shown.map(({ name, values, color }) => {
        const points = linePoints(times, values, gaps);
        const lone = lonePoints(points);
        return {
          id: `series:${name}`,
          name,
          type: 'line' as const,
          data: points,
          connectNulls: false,
          showSymbol: lone.size > 0,
          showAllSymbol: true,
          symbol: 'circle',
          symbolSize: (_value: unknown, { dataIndex }: { readonly dataIndex: number }) =>
            lone.has(dataIndex) ? LONE_SIZE : 0,
          lineStyle: { width: 1.7, color },
          itemStyle: { color },
          emphasis: { disabled: true },
          ...(single ? { areaStyle: { color, opacity: 0.1 } } : {}),
        };
      }),
    ],
  };
}

/** Part of the axis above which a band has room for its word. */
const WIDE = 0.12;
const LONE_SIZE = 5;

export const valueText = (value: number | null | undefined, unit: Unit): string =>
  value === null || value === undefined ? '–' : formatUnit(value, unit);
