import { describe, expect, it } from 'vitest';
import { formatUnit, valueScale } from './units.ts';

const MB = 1024 ** 2;

describe('valueScale', () => {
  it.each([
    ['percent', 12, 100, 25],
    ['percent', 140, 150, 50],
    ['bytes', 0, 1024, 1024],
    ['bytes', 900 * MB, 1024 * MB, 256 * MB],
    ['bytes', 1100 * MB, 1536 * MB, 512 * MB],
    ['count', 0, 1, 1],
    ['count', 3, 3, 1],
    ['count', 1234, 1500, 500],
    ['ms', 37, 40, 10],
    ['perSecond', 0.8, 0.8, 0.2],
  ] as const)('of %s up to %d ends at %d in steps of %d', (unit, highest, max, interval) => {
    const scale = valueScale(highest, unit);
    expect(scale.min).toBe(0);
    expect(scale.max).toBeCloseTo(max, 9);
    expect(scale.interval).toBeCloseTo(interval, 9);
  });

  it('always reaches the highest value in at most four steps', () => {
    for (const unit of ['count', 'percent', 'bytes', 'ms', 'perSecond'] as const) {
      for (let highest = 0.013; highest < 1e13; highest *= 3.7) {
        const { max, interval } = valueScale(highest, unit);
        expect(max, `${unit} ${highest}`).toBeGreaterThanOrEqual(highest);
        expect(max / interval, `${unit} ${highest}`).toBeLessThanOrEqual(4 + 1e-9);
      }
    }
  });
});

it('writes numbers in the words of their unit', () => {
  expect(formatUnit(1536, 'count')).toBe('1.5K');
  expect(formatUnit(12.34, 'percent')).toBe('12.3%');
  expect(formatUnit(2048, 'bytes')).toBe('2 KB');
  expect(formatUnit(1500, 'ms')).toBe('1.5 s');
  expect(formatUnit(0.5, 'perSecond')).toBe('0.5/s');
});
