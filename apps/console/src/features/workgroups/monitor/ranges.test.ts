import { describe, expect, it } from 'vitest';
import { customProblem, momentsOf, rangeOf, refreshOf } from './ranges.ts';

const FROM = '2026-01-01T00:00:00.000Z';
const TO = '2026-01-02T00:00:00.000Z';
const at = (text: string) => Date.parse(text);

describe('the time that the address asks for', () => {
  it('is one of the ranges, up to now', () => {
    expect(rangeOf({ range: '7d' })).toEqual({ name: '7d' });
    expect(momentsOf({ name: '6h' }, 100_000_000)).toEqual({
      from: 100_000_000 - 21_600_000,
      to: 100_000_000,
    });
  });

  it('is a time of its own between two moments', () => {
    const range = rangeOf({ range: 'custom', from: FROM, to: TO });
    expect(range).toEqual({ name: 'custom', from: at(FROM), to: at(TO) });
    expect(momentsOf(range, 0)).toEqual({ from: at(FROM), to: at(TO) });
  });

  it.each([
    {},
    { range: '2h' },
    { range: 'toString' },
    { range: 'custom' },
    { range: 'custom', from: 'yesterday', to: TO },
    { range: 'custom', from: TO, to: FROM },
    { range: 'custom', from: '2020-01-01T00:00:00Z', to: TO },
  ])('is an hour for %j', (search) => {
    expect(rangeOf(search)).toEqual({ name: '1h' });
  });

  it('is looked at again as often as it says', () => {
    expect([refreshOf({ refresh: '15s' }), refreshOf({ refresh: 'off' })]).toEqual(['15s', 'off']);
    expect([refreshOf({}), refreshOf({ refresh: 'often' }), refreshOf({ refresh: 'toString' })]).toEqual([
      '1m',
      '1m',
      '1m',
    ]);
  });
});

it('two moments that cannot be shown are told why', () => {
  expect(customProblem(Number.NaN, 5)).toBe('Please give both times');
  expect(customProblem(5, 5)).toBe('The end must be later than the beginning');
  expect(customProblem(0, 401 * 86_400_000)).toBe('At most 400 days can be shown');
  expect(customProblem(0, 400 * 86_400_000)).toBeNull();
});
