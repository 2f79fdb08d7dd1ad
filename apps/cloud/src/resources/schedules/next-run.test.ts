import { describe, expect, test } from 'vitest';
import { lastDue, nextRun, type ScheduleRule } from './next-run.ts';

const rule = (
  repeat: ScheduleRule['repeat'],
  timezone: string,
  date: string,
  time: string,
  repeatOn = '',
): ScheduleRule => ({ repeat, timezone, date, time, repeatOn });

/** The next runs after a time, in ISO format. */
function runs(of: ScheduleRule, after: string, count: number): (string | null)[] {
  const found: (string | null)[] = [];
  let at: Date | null = new Date(after);
  while (found.length < count && at !== null) {
    at = nextRun(of, at);
    found.push(at === null ? null : `${at.toISOString().slice(0, 16)}Z`);
  }
  return found;
}

describe('runs by the calendar', () => {
  test.each<[string, ScheduleRule, string, (string | null)[]]>([
    [
      'New York, once, in winter',
      rule('NOREPEAT', 'America/New_York', '2026-01-15', '09:30'),
      '2026-01-01T00:00:00Z',
      ['2026-01-15T14:30Z', null],
    ],
    [
      'New York, once, in the hour that is left out in spring',
      rule('NOREPEAT', 'America/New_York', '2026-03-08', '02:30'),
      '2026-03-01T00:00:00Z',
      ['2026-03-08T07:00Z', null],
    ],
    [
      'New York, daily, over the spring gap',
      rule('DAILY', 'America/New_York', '2026-03-07', '02:30'),
      '2026-03-07T00:00:00Z',
      ['2026-03-07T07:30Z', '2026-03-08T07:00Z', '2026-03-09T06:30Z'],
    ],
    [
      'New York, daily, in the hour that comes twice in autumn',
      rule('DAILY', 'America/New_York', '2026-10-31', '01:30'),
      '2026-10-31T00:00:00Z',
      ['2026-10-31T05:30Z', '2026-11-01T05:30Z', '2026-11-02T06:30Z'],
    ],
    [
      'New York, once, in the hour that comes twice',
      rule('NOREPEAT', 'America/New_York', '2026-11-01', '01:30'),
      '2026-10-01T00:00:00Z',
      ['2026-11-01T05:30Z', null],
    ],
    [
      'Berlin, weekdays, over a weekend with a change of clocks',
      rule('WEEKDAY', 'Europe/Berlin', '2026-03-26', '08:00'),
      '2026-03-26T00:00:00Z',
      ['2026-03-26T07:00Z', '2026-03-27T07:00Z', '2026-03-30T06:00Z', '2026-03-31T06:00Z'],
    ],
    [
      'Berlin, daily, in the gap',
      rule('DAILY', 'Europe/Berlin', '2026-03-28', '02:00'),
      '2026-03-28T00:00:00Z',
      ['2026-03-28T01:00Z', '2026-03-29T01:00Z', '2026-03-30T00:00Z'],
    ],
    [
      'Kolkata, half an hour off, never changes its clocks',
      rule('DAILY', 'Asia/Kolkata', '2026-06-01', '06:00'),
      '2026-06-01T00:00:00Z',
      ['2026-06-01T00:30Z', '2026-06-02T00:30Z'],
    ],
    [
      'Lord Howe, whose gap is half an hour',
      rule('DAILY', 'Australia/Lord_Howe', '2026-10-03', '02:00'),
      '2026-10-02T12:00:00Z',
      ['2026-10-02T15:30Z', '2026-10-03T15:30Z', '2026-10-04T15:00Z'],
    ],
    [
      'Lord Howe, whose doubled half hour runs once',
      rule('DAILY', 'Australia/Lord_Howe', '2026-04-04', '01:30'),
      '2026-04-03T12:00:00Z',
      ['2026-04-03T14:30Z', '2026-04-04T14:30Z', '2026-04-05T15:00Z'],
    ],
    [
      'Sao Paulo, where a midnight was left out',
      rule('DAILY', 'America/Sao_Paulo', '2018-11-03', '00:00'),
      '2018-11-02T12:00:00Z',
      ['2018-11-03T03:00Z', '2018-11-04T03:00Z', '2018-11-05T02:00Z'],
    ],
    [
      'Sao Paulo, from the day whose midnight was left out',
      rule('DAILY', 'America/Sao_Paulo', '2018-11-04', '00:00'),
      '2018-11-02T12:00:00Z',
      ['2018-11-04T03:00Z', '2018-11-05T02:00Z'],
    ],
    [
      'Auckland, weekly on two days, over its autumn',
      rule('WEEKLY', 'Pacific/Auckland', '2026-04-01', '12:00', '0,3'),
      '2026-03-30T00:00:00Z',
      ['2026-03-31T23:00Z', '2026-04-05T00:00Z', '2026-04-08T00:00Z'],
    ],
    [
      'Apia, which left out a whole day',
      rule('DAILY', 'Pacific/Apia', '2011-12-29', '12:00'),
      '2011-12-28T12:00:00Z',
      ['2011-12-29T22:00Z', '2011-12-30T22:00Z'],
    ],
    [
      'Sunday is 0',
      rule('WEEKLY', 'UTC', '2026-01-01', '00:00', '0'),
      '2026-01-01T00:00:00Z',
      ['2026-01-04T00:00Z', '2026-01-11T00:00Z'],
    ],
    [
      'not before its date',
      rule('DAILY', 'UTC', '2026-06-10', '10:00'),
      '2026-01-01T00:00:00Z',
      ['2026-06-10T10:00Z', '2026-06-11T10:00Z'],
    ],
    [
      'midnight of its date counts',
      rule('DAILY', 'UTC', '2026-06-10', '00:00'),
      '2026-01-01T00:00:00Z',
      ['2026-06-10T00:00Z', '2026-06-11T00:00Z'],
    ],
    [
      'the 29th of February',
      rule('NOREPEAT', 'UTC', '2028-02-29', '23:30'),
      '2026-01-01T00:00:00Z',
      ['2028-02-29T23:30Z', null],
    ],
    ['once, in the past', rule('NOREPEAT', 'UTC', '2026-01-01', '00:00'), '2026-01-01T00:00:00Z', [null]],
  ])('%s', (_what, of, after, expected) => {
    expect(runs(of, after, expected.length)).toEqual(expected);
  });

  test('a run never repeats itself', () => {
    for (const zone of ['America/New_York', 'Europe/Berlin', 'Australia/Lord_Howe', 'Asia/Kolkata']) {
      for (const time of ['00:00', '01:00', '01:30', '02:00', '02:30', '03:00']) {
        const found = runs(rule('DAILY', zone, '2026-01-01', time), '2026-01-01T00:00:00Z', 400);
        expect(new Set(found).size).toBe(400);
        const gaps = found.slice(1).map((at, index) => Date.parse(at ?? '') - Date.parse(found[index] ?? ''));
        expect(Math.min(...gaps)).toBeGreaterThanOrEqual(22.5 * 3_600_000);
        expect(Math.max(...gaps)).toBeLessThanOrEqual(25.5 * 3_600_000);
      }
    }
  });
});

test('the last one that became due is told of many that were missed', () => {
  const daily = rule('DAILY', 'UTC', '2026-01-01', '08:00');
  const due = new Date('2026-01-02T08:00:00Z');
  expect(lastDue(daily, due, new Date('2026-01-05T09:00:00Z')).toISOString()).toBe(
    '2026-01-05T08:00:00.000Z',
  );
  expect(lastDue(daily, due, due)).toEqual(due);
  const once = rule('NOREPEAT', 'UTC', '2026-01-02', '08:00');
  expect(lastDue(once, due, new Date('2027-01-01T00:00:00Z'))).toEqual(due);
});
