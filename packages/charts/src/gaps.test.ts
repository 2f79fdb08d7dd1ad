import { describe, expect, it } from 'vitest';
import { gapsOf } from './gaps.ts';

const gaps = (times: readonly number[], more: Partial<Parameters<typeof gapsOf>[0]> = {}) =>
  gapsOf({ times, step: 10, from: 0, to: 50, ...more });

describe('gapsOf', () => {
  it('finds none where every step was measured, however late the newest is', () => {
    expect(gaps([0, 10, 20, 30, 40])).toEqual([]);
    expect(gaps([0, 10, 20, 30])).toEqual([]);
    expect(gaps([1, 12, 22, 33, 41])).toEqual([]);
  });

  it('finds missing steps in between and at the end', () => {
    expect(gaps([0, 30, 40])).toEqual([[10, 30]]);
    expect(gaps([0, 10])).toEqual([[20, 50]]);
  });

  it('knows of none before the first reading, unless told since when it ran', () => {
    expect(gaps([20, 30, 40])).toEqual([]);
    expect(gaps([20, 30, 40], { since: -100 })).toEqual([[0, 20]]);
    expect(gaps([20, 30, 40], { since: 5 })).toEqual([[5, 20]]);
    expect(gaps([], { since: -100 })).toEqual([[0, 50]]);
    expect(gaps([])).toEqual([]);
  });
});
