import { describe, expect, it } from 'vitest';
import { localMoment, readMoment, stepMoment, writtenMoment } from './moments.ts';

describe('a written moment', () => {
  it.each([
    ['2026-11-29 14:30', '2026-11-29T14:30'],
    ['2026-11-29T14:30', '2026-11-29T14:30'],
    [' 2026-1-2 ', '2026-01-02T00:00'],
    ['2026/11/29 4:05', '2026-11-29T04:05'],
    ['2026.11.29', '2026-11-29T00:00'],
    ['2026年11月29日 14:30', '2026-11-29T14:30'],
    ['2028-02-29', '2028-02-29T00:00'],
  ])('%s is read', (text, moment) => expect(readMoment(text, true)).toBe(moment));

  it.each([
    '',
    '2026',
    '29-11-2026',
    '2026-11-',
    '2026-02-29',
    '2026-13-01',
    '2026-00-10',
    '0026-11-29',
    '2026-11-29 24:00',
    '2026-11-29 14:60',
    '2026-11-29 14:30:00',
    'tomorrow',
  ])('%s is none', (text) => expect(readMoment(text, true)).toBeNull());

  it('has a time only where the field has one', () => {
    expect(readMoment('2026-11-29', false)).toBe('2026-11-29');
    expect(readMoment('2026-11-29 14:30', false)).toBeNull();
  });

  it('is what the clock on the wall says', () => {
    const at = new Date(2026, 0, 2, 3, 4);
    expect(localMoment(at)).toBe('2026-01-02T03:04');
    expect(localMoment(at, false)).toBe('2026-01-02');
    expect(writtenMoment(localMoment(at))).toBe('2026-01-02 03:04');
  });
});

describe('a step', () => {
  it.each([
    ['2026-11-29T14:30', 2, 1, '2027-11-29T14:30', [0, 4]],
    ['2026-01-31T14:30', 6, 1, '2026-02-28T14:30', [5, 7]],
    ['2026-12-15T14:30', 7, 1, '2027-01-15T14:30', [5, 7]],
    ['2028-02-29T00:00', 0, 1, '2029-02-28T00:00', [0, 4]],
    ['2026-03-01T00:00', 8, -1, '2026-02-28T00:00', [8, 10]],
    ['2026-11-29T23:30', 13, 1, '2026-11-30T00:30', [11, 13]],
    ['2026-11-29T14:00', 16, -1, '2026-11-29T13:59', [14, 16]],
    ['2026-11-29', 10, 1, '2026-11-30', [8, 10]],
    ['2026-11-29', 40, 1, '2026-11-30', [8, 10]],
  ] as const)('%s at place %d by %d', (moment, place, by, stepped, [from, to]) =>
    expect(stepMoment(moment, place, by)).toEqual({ moment: stepped, from, to }),
  );
});
