import { describe, expect, it } from 'vitest';
import { aLine, anOverview, aUsage, NOVEMBER, someDetails } from '../../testing/billing-records.ts';
import { comparisonOf, costsOf, daysLeft, daysOf, invoiceIdAt, seriesOf } from './figures.ts';

describe('the usage beside that of the month before', () => {
  it.each([
    [112, 100, 'up', '12% more than in the same days of October 2026'],
    [50, 100, 'down', '50% less than in the same days of October 2026'],
    [100.2, 100, undefined, 'As in the same days of October 2026'],
    [1200, 100, 'up', '12 times the same days of October 2026'],
    [3, 0, 'up', 'nothing was used in the same days of October 2026'],
  ])('%d after %d', (usage, usage_before, direction, text) => {
    expect(comparisonOf(anOverview({ usage, usage_before }))).toEqual({ direction, text });
  });

  it('is not told where there was nothing to compare', () => {
    expect(comparisonOf(anOverview({ usage_before: null }))).toBeUndefined();
    expect(comparisonOf(anOverview({ usage: 0, usage_before: 0 }))).toBeUndefined();
  });
});

it('counts the days that are left with the present one', () => {
  const end = anOverview().invoiceEndTimeInSeconds;
  expect(daysLeft(anOverview())).toBe(20);
  expect(daysLeft(anOverview({ at: end - 1 }))).toBe(1);
  expect(daysLeft(anOverview({ at: end + 5 }))).toBe(0);
});

it('names the invoice of a month as the server does', () => {
  expect(invoiceIdAt(NOVEMBER)).toBe('2026-11');
});

describe('what costs most', () => {
  it('sums all lines of a workspace or database, the dearest first', () => {
    const costs = costsOf(someDetails());
    expect(costs.map(({ id, price, meters, isDatabase }) => ({ id, price, meters, isDatabase }))).toEqual([
      { id: 'w1', price: 110, meters: ['compute', 'addons'], isDatabase: false },
      { id: 'd9', price: 2, meters: ['storage'], isDatabase: true },
    ]);
    expect(costs[0]?.share).toBeCloseTo(110 / 112);
  });

  it('leaves out what cost nothing', () => {
    expect(costsOf({ lines: [aLine({ price: 0 })] })).toEqual([]);
  });
});

describe('the series of a graph', () => {
  it('tell resources of one name apart', () => {
    const series = seriesOf(
      aUsage({
        series: [
          { key: 'w1', name: 'Same', quantities: [1], prices: [2] },
          { key: 'w2', name: 'Same', quantities: [3], prices: [4] },
          { key: 'others', name: 'others', quantities: [5], prices: [6] },
        ],
      }),
      'prices',
    );
    expect(series).toEqual([
      { name: 'Same (w1)', values: [2] },
      { name: 'Same (w2)', values: [4] },
      { name: 'Others', values: [6], rest: true },
    ]);
  });

  it('are of quantities where a meter is shown', () => {
    expect(seriesOf(aUsage(), 'quantities')[0]).toEqual({ name: 'Workspace-1', values: [24, 24] });
  });
});

describe('the days of a period', () => {
  const now = Date.parse('2026-01-15T23:30:00Z');
  it.each([
    ['month', {}],
    ['last', { from: '2025-12-01', to: '2025-12-31' }],
    ['quarter', { from: '2025-11-01', to: '2026-01-15' }],
    ['year', { from: '2025-02-01', to: '2026-01-15' }],
  ] as const)('%s', (period, days) => expect(daysOf(period, now)).toEqual(days));
});
