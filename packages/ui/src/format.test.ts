import { describe, expect, it } from 'vitest';
import {
  cutInMiddle,
  errorText,
  formatBytes,
  formatCostPerHour,
  formatDuration,
  formatMilliseconds,
  formatNumber,
  formatPercent,
  formatRate,
  formatRelative,
  formatValue,
} from './format.ts';
import { formatLogTime, formatUtc } from './format-instants.ts';

describe('formats', () => {
  it.each([
    [0, '0 KB'],
    [1, '<1KB'],
    [1023, '<1KB'],
    [1024, '1 KB'],
    [1024 * 1024 * 1.5, '1.5 MB'],
    [48_300_000, '46 MB'],
    [9_600_000_000, '8.9 GB'],
    [1024 * 1024 - 1, '1.0 MB'],
    [2 ** 60 * 5, '5120 PB'],
  ])('%d bytes are %s', (bytes, text) => expect(formatBytes(bytes)).toBe(text));

  it.each([
    [0, '0 s'],
    [0.4, '<1 ms'],
    [340, '340 ms'],
    [999.7, '1.0 s'],
    [1234, '1.2 s'],
    [9_980, '10 s'],
    [42_000, '42 s'],
    [59_700, '1 min 00 s'],
    [119_700, '2 min 00 s'],
    [185_000, '3 min 05 s'],
    [3_900_000, '1 h 05 min'],
  ])('%d ms are %s', (ms, text) => expect(formatDuration(ms)).toBe(text));

  it('keeps 64-bit integers exact', () => {
    expect(formatNumber(9007199254740993n)).toBe('9,007,199,254,740,993');
  });

  it('keeps one unit for figures below one another', () => {
    expect([0.041, 12.34, 1203.6].map(formatMilliseconds)).toEqual(['0.04 ms', '12.3 ms', '1,204 ms']);
  });

  it.each([
    [2019, '2019'],
    [9007199254740993n, '9007199254740993'],
    [9117.619999999999, '9117.62'],
    [-0.1 - 0.2, '-0.3'],
    [0.000123456, '0.0001235'],
    [1.5e-9, '1.5e-9'],
    [NaN, 'NaN'],
  ])('the value %d is %s', (value, text) => expect(formatValue(value)).toBe(text));

  it('writes per cent with a tenth, and rates however small', () => {
    expect([0, 7.04, 99.96, 100].map(formatPercent)).toEqual(['0%', '7%', '100%', '100%']);
    expect([0, 0.042, 0.5, 12.34, 12_345].map(formatRate)).toEqual([
      '0/s',
      '0.04/s',
      '0.5/s',
      '12.3/s',
      '12.3K/s',
    ]);
  });

  it('writes costs an hour with cents, and tenths of them where there are', () => {
    expect(formatCostPerHour(1)).toBe('$1.00 / hour');
    expect(formatCostPerHour(0.125)).toBe('$0.125 / hour');
  });

  it('writes times relative to now', () => {
    const now = Date.parse('2026-11-21T12:00:00Z');
    expect(formatRelative('2026-11-21T11:59:30Z', now)).toBe('just now');
    expect(formatRelative('2026-11-21T11:57:00Z', now)).toBe('3 minutes ago');
    expect(formatRelative('2026-11-20T11:00:00Z', now)).toBe('1 day ago');
    expect(formatRelative('2026-11-21T14:00:00Z', now)).toBe('in 2 hours');
  });

  it('writes times in UTC wherever the person is', () => {
    expect(formatUtc('2026-11-22T00:00:00+02:00')).toBe('Sat, 21 Nov 2026, 22:00 UTC');
  });

  it('writes times of logs to the millisecond, always as long', () => {
    const early = formatLogTime('2026-05-01T00:00:00.007Z');
    expect(early).toMatch(/:00\.007$/);
    expect(formatLogTime('2026-11-21T23:59:59.999Z')).toHaveLength(early.length);
  });

  it('cuts long ids in the middle and leaves short ones', () => {
    expect(cutInMiddle('a90893e9-0000-0000-0000-0000000046ca')).toBe('a90893e9…46ca');
    expect(cutInMiddle('short-id')).toBe('short-id');
  });

  it('has words for whatever was thrown', () => {
    expect(errorText(new Error('no space'))).toBe('no space');
    expect(errorText('plain')).toBe('plain');
    expect(errorText({})).toBe('Something unexpected happened.');
  });
});
