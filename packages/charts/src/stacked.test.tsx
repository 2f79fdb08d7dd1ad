import { formatMoney, formatMoneyShort } from '@acacia/ui';
import { renderUi, userEvent } from '@acacia/ui/testing';
import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { foldSeries, stackedColor, stackedOption, type StackedSeries } from './stacked.ts';
import { StackedChart } from './StackedChart.tsx';
import type { Tokens } from './tokens.ts';

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
const FIRST = Date.UTC(2026, 10, 1) / 1000;
const DAYS = [FIRST, FIRST + 86_400];
const SERIES: readonly StackedSeries[] = [
  { name: 'Small', values: [1, 0] },
  { name: 'Large', values: [2, 3.5] },
];
const amounts = { format: formatMoney, formatShort: formatMoneyShort, leastStep: 0.01 };

describe('the series of a stack', () => {
  it('begin with the largest, and those without a colour of their own are summed in one', () => {
    const many = Array.from({ length: 9 }, (_, i) => ({ name: `s${i}`, values: [i + 1, 1] }));
    const folded = foldSeries(many, 'Others');
    expect(folded.map(({ name }) => name)).toEqual(['s8', 's7', 's6', 's5', 's4', 's3', 's2', 'Others']);
    expect(folded.at(-1)).toEqual({ name: 'Others', values: [3, 2], rest: true });
    expect(new Set(folded.map((_, i) => stackedColor(folded, i, TOKENS))).size).toBe(8);
  });

  it('keep the rest last, however large it is', () => {
    const folded = foldSeries(
      [
        { name: 'Others', values: [99], rest: true },
        { name: 'a', values: [1] },
      ],
      'Rest',
    );
    expect(folded.map(({ name }) => name)).toEqual(['a', 'Rest']);
  });

  it('stay as they are where there are few', () => {
    expect(foldSeries(SERIES, 'Others').map(({ name }) => name)).toEqual(['Large', 'Small']);
  });
});

describe('the drawing of a stack', () => {
  const option = stackedOption(
    { days: DAYS, series: SERIES, hidden: new Set(['Small']), ...amounts },
    TOKENS,
  );

  it('is of days, without series that are hidden, and does not move', () => {
    expect(option).toMatchObject({
      animation: false,
      xAxis: { data: ['1 Nov', '2 Nov'] },
      yAxis: { min: 0, minInterval: 0.01 },
      series: [{ name: 'Large', stack: 'all', data: [2, 3.5] }],
    });
  });

  it('says the day, its total and its parts at the pointer, without those of nothing', () => {
    const all = stackedOption({ days: DAYS, series: SERIES, hidden: new Set(), ...amounts }, TOKENS);
    const formatter = [all.tooltip].flat()[0]?.formatter;
    if (typeof formatter !== 'function') throw new Error('no words at the pointer');
    const words = (dataIndex: number): string => {
      const box = formatter([{ dataIndex }] as never, '', () => undefined);
      return box instanceof HTMLElement ? (box.textContent ?? '') : '';
    };
    expect(words(0)).toBe('1 Nov 2026 · $3.00Large$2.00Small$1.00');
    expect(words(1)).toBe('2 Nov 2026 · $3.50Large$3.50');
    expect(words(7)).toBe('');
  });
});

describe('a chart of days', () => {
  const chart = (series: readonly StackedSeries[] = SERIES) => (
    <StackedChart title="Cost by day" days={DAYS} series={series} empty="Nothing was used." {...amounts} />
  );

  it('says its sum, and shows the same as a table', async () => {
    renderUi(chart());
    expect(screen.getByRole('img', { name: 'Cost by day: $6.50 in 2 days.' })).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Show as table: Cost by day' }));
    const rows = screen.getAllByRole('row').map((row) => row.textContent);
    expect(rows).toEqual(['DayTotalSmallLarge', '1 Nov 2026$3.00$1.00$2.00', '2 Nov 2026$3.50$0.00$3.50']);
  });

  it('takes series away and brings them back by their names', async () => {
    renderUi(chart());
    const entry = within(screen.getByRole('figure')).getByRole('button', { name: 'Large' });
    await userEvent.click(entry);
    expect(entry.getAttribute('aria-pressed')).toBe('false');
    await userEvent.click(entry);
    expect(entry.getAttribute('aria-pressed')).toBe('true');
  });

  it('says that there is nothing, also where there are days', () => {
    renderUi(chart([{ name: 'Small', values: [0, 0] }]));
    expect(screen.getByText('Nothing was used.')).toBeTruthy();
  });
});
