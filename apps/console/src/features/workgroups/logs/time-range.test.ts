import { describe, expect, it } from 'vitest';
import { defaultRange, rangeProblem, rangeUntil } from './time-range.ts';

describe('time ranges', () => {
  it.each([
    ['2026-11-21T10:07:30.000Z', '2026-11-21T10:15:00.000Z'],
    ['2026-11-21T10:15:00.000Z', '2026-11-21T10:15:00.000Z'],
    ['2026-11-21T23:59:00.000Z', '2026-11-22T00:00:00.000Z'],
  ])('at %s the last seven days end at %s', (now, to) => {
    const range = defaultRange(Date.parse(now));
    expect(range.to).toBe(to);
    expect(Date.parse(range.to) - Date.parse(range.from)).toBe(7 * 86_400_000);
  });

  it('end now when they are quick', () => {
    expect(rangeUntil(Date.parse('2026-11-21T10:00:00Z'), 300_000)).toEqual({
      from: '2026-11-21T09:55:00.000Z',
      to: '2026-11-21T10:00:00.000Z',
    });
  });

  it('begin before they end', () => {
    const [from, to] = ['2026-11-20T00:00:00.000Z', '2026-11-21T00:00:00.000Z'];
    expect(rangeProblem({ from, to })).toBeNull();
    expect(rangeProblem({ from: to, to: from })).toBe('The time range must begin before it ends.');
  });
});
