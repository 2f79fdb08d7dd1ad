import { describe, expect, it } from 'vitest';
import {
  countryName,
  formatDay,
  formatDayOfYear,
  formatDays,
  formatMoney,
  formatMoneyShort,
  formatMonth,
  formatQuantity,
  formatRateOf,
  formatUnitPrice,
} from './format-bills.ts';

const at = (text: string): number => Date.parse(text) / 1000;

describe('money', () => {
  it.each([
    [0, '$0.00'],
    [-0, '$0.00'],
    [-0.001, '$0.00'],
    [0.0049, '<$0.01'],
    [0.005, '$0.01'],
    [12, '$12.00'],
    [1234.567, '$1,234.57'],
    [-3.5, '-$3.50'],
  ])('%d dollars are %s', (dollars, text) => expect(formatMoney(dollars)).toBe(text));

  it.each([
    [1, '$1.00'],
    [0.025, '$0.025'],
    [1.375, '$1.375'],
  ])('%d dollars a unit are %s', (dollars, text) => expect(formatUnitPrice(dollars)).toBe(text));

  it('has the units of its meters', () => {
    expect(formatRateOf(0.025, 'storage')).toBe('$0.025 / GB per month');
    expect(formatRateOf(1.125, 'compute')).toBe('$1.125 / hour');
    expect(formatRateOf(0.1, 'addons')).toBe('$0.10 / hour');
  });

  it.each([
    [0, '$0'],
    [0.05, '$0.05'],
    [12.5, '$12.5'],
    [12_500, '$12.5K'],
  ])('%d dollars are %s on an axis', (dollars, text) => expect(formatMoneyShort(dollars)).toBe(text));

  it.each([
    [0, '0.00'],
    [12.5, '12.50'],
    [0.00214, '0.0021'],
    [1234.5, '1,234.50'],
  ])('a quantity of %d is %s', (value, text) => expect(formatQuantity(value)).toBe(text));
});

it('names countries by their two letters, and nothing by others', () => {
  expect(['US', 'DE', 'QQ', 'u', ''].map(countryName)).toEqual([
    'United States',
    'Germany',
    undefined,
    undefined,
    undefined,
  ]);
});

describe('days of bills', () => {
  it('are those of UTC', () => {
    expect(formatDay(at('2026-11-01T00:00:00Z'))).toBe('1 Nov 2026');
    expect(formatDayOfYear(at('2026-11-30T23:59:59Z'))).toBe('30 Nov');
    expect(formatMonth(at('2026-11-01T00:00:00Z'))).toBe('November 2026');
  });

  it('end before the first second after them', () => {
    expect(formatDays(at('2026-11-01T00:00:00Z'), at('2026-12-01T00:00:00Z'))).toMatch(
      /^1\s?–\s?30 Nov 2026$/,
    );
    expect(formatDays(at('2026-11-01T00:00:00Z'), at('2026-11-01T00:00:00Z'))).toBe('1 Nov 2026');
  });
});
