import { renderUi, userEvent } from '@acacia/ui/testing';
import { screen, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { barOption, histogramOption } from './bars.ts';
import { BarChart, HistogramChart } from './BarCharts.tsx';
import { linePoints, seriesColor, timeSeriesOption } from './time-series.ts';
import { TimeSeriesChart } from './TimeSeriesChart.tsx';
import type { Tokens } from './tokens.ts';
import { tooltipContent } from './tooltip.ts';

const TOKENS: Tokens = {
  ground: 'light',
  ink: '#111',
  inkDim: '#222',
  hairline: '#333',
  hairlineStrong: '#444',
  surface: '#555',
  gap: '#666',
  warning: '#777',
  font: 'sans',
};
const TIMES = [0, 10_000, 20_000, 60_000];
const SERIES = [
  { name: 'CPU', values: [10, 20, null, 40] },
  { name: 'Memory', values: [50, 51, 52, 53], color: '#abcdef' },
];
const chart = (more: Partial<Parameters<typeof TimeSeriesChart>[0]> = {}) => (
  <TimeSeriesChart
    title="Load"
    unit="percent"
    times={TIMES}
    step={10_000}
    series={SERIES}
    from={0}
    to={70_000}
    {...more}
  />
);
const cells = (): (string | null)[][] =>
  screen
    .getAllByRole('row')
    .slice(1)
    .map((row) =>
      within(row)
        .getAllByRole('cell')
        .map((cell) => cell.textContent),
    );

/** Contrast of two colours in hexadecimal, by WCAG's formula. */
function contrast(a: string, b: string): number {
  const luminance = (color: string): number =>
    [0.2126, 0.7152, 0.0722].reduce((sum, weight, i) => {
      const part = Number.parseInt(color.slice(1 + 2 * i, 3 + 2 * i), 16) / 255;
      return sum + weight * (part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4);
    }, 0);
  const [light = 0, dark = 0] = [luminance(a), luminance(b)].sort((x, y) => y - x);
  return (light + 0.05) / (dark + 0.05);
}

describe('the drawing of values over time', () => {
  const option = (hidden: readonly string[] = []) =>
    timeSeriesOption(
      {
        unit: 'percent',
        times: TIMES,
        series: SERIES,
        hidden: new Set(hidden),
        gaps: [[30_000, 60_000]],
        from: 0,
        to: 70_000,
        threshold: { value: 80, label: 'Alert at 80%' },
      },
      TOKENS,
    );

  it('breaks lines where nothing ran and where there is no value', () => {
    expect(linePoints(TIMES, SERIES[0]?.values ?? [], [[30_000, 60_000]])).toEqual([
      [0, 10],
      [10_000, 20],
      [20_000, null],
      [30_000, null],
      [60_000, 40],
    ]);
  });

  it('draws a point that has no neighbour, and no other', () => {
    const lines = option().series as readonly {
      readonly name?: string;
      readonly showSymbol?: boolean;
      readonly symbolSize?: (value: unknown, at: { readonly dataIndex: number }) => number;
    }[];
    const cpu = lines.find(({ name }) => name === 'CPU');
    const sizes = [0, 1, 2, 3, 4].map((dataIndex) => cpu?.symbolSize?.(null, { dataIndex }));
    expect([cpu?.showSymbol, ...sizes]).toEqual([true, 0, 0, 0, 0, 5]);
  });

  it('shows the time asked for, the bands and the threshold, and does not move', () => {
    expect(option()).toMatchObject({
      animation: false,
      xAxis: { min: 0, max: 70_000 },
      yAxis: { min: 0, max: 100 },
      series: [
        {
          markArea: { data: [[{ xAxis: 30_000, name: 'asleep' }, { xAxis: 60_000 }]] },
          markLine: { data: [{ yAxis: 80 }] },
        },
        { name: 'CPU', connectNulls: false },
        { name: 'Memory', lineStyle: { color: '#abcdef' } },
      ],
    });
  });

  it('draws lines that are seen on the ground', () => {
    // WCAG 2.2 asks for three to one in graphics.
    for (const [ground, paper] of [
      ['light', '#ffffff'],
      ['dark', '#1e1c1a'],
    ] as const) {
      for (let i = 0; i < 7; i += 1) {
        const color = seriesColor([], i, { ...TOKENS, ground });
        expect(contrast(color, paper), `${color} on ${ground}`).toBeGreaterThanOrEqual(3);
      }
    }
  });

  it('stops the pointer where nothing ran, and says so', () => {
    const drawn = option();
    const stops = [drawn.series].flat()[0]?.data;
    expect(stops).toHaveLength(60);
    const formatter = [drawn.tooltip].flat()[0]?.formatter;
    if (typeof formatter !== 'function') throw new Error('no words at the pointer');
    const words = (time: number): string => {
      const box = formatter([{ value: [time, 0] }] as never, '', () => undefined);
      return box instanceof HTMLElement ? (box.textContent ?? '') : '';
    };
    expect(words(45_000)).toContain('asleep');
    expect(words(20_000)).toContain('CPU–Memory52%');
  });

  it('keeps the colours of the lines that are left', () => {
    const { series } = option(['CPU']);
    expect(series).toHaveLength(2);
    expect(series).toMatchObject([{}, { name: 'Memory', lineStyle: { color: '#abcdef' } }]);
  });
});

describe('the drawing of counts', () => {
  it('draws no height for nothing where counts are powers of ten', () => {
    const bars = [
      { label: '0', count: 0 },
      { label: '1', count: 950 },
    ];
    const drawing = { bars, what: 'Vertices', axis: 'Edges', log: true };
    expect(histogramOption(drawing, TOKENS)).toMatchObject({
      yAxis: { type: 'log', min: 0.5, max: 1000 },
      series: [{ data: [{ value: null }, { value: 950 }] }],
    });
    expect(histogramOption({ ...drawing, log: false }, TOKENS)).toMatchObject({
      yAxis: { type: 'value', min: 0, max: 1000 },
      series: [{ data: [{ value: 0 }, { value: 950 }] }],
    });
  });

  it('draws values that are no counts on an axis that holds them', () => {
    const bars = [
      { label: 'a', count: -2.5 },
      { label: 'b', count: 0.5 },
    ];
    const option = barOption(bars, 'Mean', TOKENS);
    expect(option).toMatchObject({ series: [{ data: [{ value: -2.5 }, { value: 0.5 }] }] });
    expect(option.xAxis).not.toHaveProperty('min');
  });

  it('draws categories from the top in the order and the colours given', () => {
    const bars = [
      { label: 'Person', count: 5, color: '#123456' },
      { label: 'City', count: 2 },
    ];
    expect(barOption(bars, 'Vertices', TOKENS)).toMatchObject({
      yAxis: { inverse: true, data: ['Person', 'City'] },
      series: [{ data: [{ value: 5, itemStyle: { color: '#123456' } }, { value: 2 }] }],
    });
  });
});

it('takes names for what they are in the box at the pointer', () => {
  const box = tooltipContent('<b>now</b>', [{ color: 'red', name: '<img src=x>', value: '1' }]);
  expect(box.querySelector('img, b')).toBeNull();
  expect(box.textContent).toContain('<img src=x>');
});

describe('a chart over time', () => {
  it('says what it shows, and shows the same as a table', async () => {
    renderUi(chart());
    expect(screen.getByRole('figure', { name: 'Load' })).toBeTruthy();
    expect(
      screen.getByRole('img', {
        name: 'Load over time. Latest: CPU 40%, Memory 53%. It was asleep for a part of the time.',
      }),
    ).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Show as table: Load' }));
    expect(screen.queryByRole('img')).toBeNull();
    expect(cells().map(([, ...values]) => values)).toEqual([
      ['10%', '50%'],
      ['20%', '51%'],
      ['–', '52%'],
      ['40%', '53%'],
    ]);
    await userEvent.click(screen.getByRole('button', { name: 'Show as chart: Load' }));
    expect(screen.getByRole('img')).toBeTruthy();
  });

  it('takes lines away and brings them back by their names', async () => {
    renderUi(chart());
    const entry = screen.getByRole('button', { name: 'CPU' });
    expect(entry.getAttribute('aria-pressed')).toBe('true');
    await userEvent.click(entry);
    expect(entry.getAttribute('aria-pressed')).toBe('false');
  });

  it('keeps its place while it loads, when there is nothing, and when it failed', async () => {
    const onRetry = vi.fn();
    const { unmount } = renderUi(chart({ loading: true }));
    expect(screen.getByRole('status', { name: 'Loading Load' })).toBeTruthy();
    unmount();
    const second = renderUi(chart({ times: [], empty: 'It has not run yet.' }));
    expect(screen.getByText('It has not run yet.')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Show as table: Load' })).toBeNull();
    second.unmount();
    renderUi(chart({ times: [], error: new Error('no answer'), onRetry }));
    expect(screen.getByRole('alert').textContent).toContain('no answer');
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(onRetry).toHaveBeenCalledOnce();
  });
});

describe('charts of counts', () => {
  const bars = [
    { label: 'Person', count: 12_345 },
    { label: 'City', count: 20 },
  ];

  it('say their sum, and show the same as a table', async () => {
    renderUi(<BarChart title="Vertices per type" what="Vertices" bars={bars} />);
    expect(screen.getByRole('img', { name: 'Vertices per type: 12,365 vertices in 2 bars.' })).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Show as table: Vertices per type' }));
    expect(cells()).toEqual([
      ['Person', '12,345'],
      ['City', '20'],
    ]);
  });

  it('say what a distribution is of', () => {
    renderUi(<HistogramChart title="Degrees" what="Vertices" axis="Edges going out" log bars={bars} />);
    expect(screen.getByRole('img', { name: 'Degrees: 12,365 vertices by edges going out.' })).toBeTruthy();
  });

  it('say that there is nothing', () => {
    renderUi(<BarChart title="Vertices per type" what="Vertices" bars={[]} />);
    expect(screen.getByText('There is nothing to count.')).toBeTruthy();
  });
});
