import type { Schedule } from '@acacia/contract';
import { describe, expect, it } from 'vitest';
import { aSchedule } from '../../../testing/records.ts';
import {
  editsLeft,
  isTemporary,
  newSchedule,
  rowsOf,
  scheduleText,
  scheduleValues,
  temporaryId,
  TIMES,
  withEdit,
  type ScheduleEdits,
} from './schedule-edits.ts';

const NONE: ScheduleEdits = new Map();
const saved: readonly Schedule[] = [aSchedule(), aSchedule({ id: 's2', workspace_type_name: 'Pause' })];
function values(id: string) {
  const found = saved.find((schedule) => schedule.id === id);
  if (found === undefined) throw new Error(`There is no schedule ${id}.`);
  return scheduleValues(found);
}

describe('edits', () => {
  it('are held beside what is saved', () => {
    const added = temporaryId();
    let edits = withEdit(saved, NONE, 's1', { ...values('s1'), time: '08:30' });
    edits = withEdit(saved, edits, 's2', null);
    edits = withEdit(saved, edits, added, values('s1'));
    expect(rowsOf(saved, edits).map(({ id, edited, saved: before }) => [id, edited, before?.id])).toEqual([
      ['s1', true, 's1'],
      [added, true, undefined],
    ]);
    expect(rowsOf(saved, edits)[0]?.values.time).toBe('08:30');
  });

  it.each<[string, readonly string[], readonly string[], Readonly<Record<string, string | null>>, string]>([
    ['nothing of what was saved', ['s1', 's2', 'unsaved-1'], [], {}, ''],
    ['those that failed', ['s1', 's2'], ['s2'], {}, 's2'],
    ['one that was made since', ['s1'], [], { s2: '09:00' }, 's2'],
    ['one that was changed since', ['s1', 's2'], [], { s1: '09:00' }, 's1'],
    ['a deletion since', ['s1'], [], { s1: null }, 's1'],
    ['none of a new schedule, which has another id now', ['unsaved-1'], [], { 'unsaved-1': '09:00' }, ''],
    ['a new schedule that was made since', ['unsaved-1'], [], { 'unsaved-2': '09:00' }, 'unsaved-2'],
    [
      'a new schedule that failed, as it was changed since',
      ['unsaved-1'],
      ['unsaved-1'],
      { 'unsaved-1': '09:00' },
      'unsaved-1',
    ],
  ])('that are left after a save are %s', (_, ids, failing, since, left) => {
    const sent: ScheduleEdits = new Map(ids.map((id) => [id, values('s1')]));
    const failed = new Map([...sent].filter(([id]) => failing.includes(id)));
    const later = Object.entries(since).map(
      ([id, time]) => [id, time === null ? null : { ...values('s1'), time }] as const,
    );
    const now = new Map([...sent, ...later]);
    expect([...editsLeft(now, sent, failed)]).toEqual([...now].filter(([id]) => left === id));
  });

  it('that change nothing, or take a new one back, are none', () => {
    const added = temporaryId();
    expect(isTemporary(added)).toBe(true);
    expect(withEdit(saved, NONE, 's1', values('s1')).size).toBe(0);
    const once = withEdit(saved, NONE, added, values('s1'));
    expect(withEdit(saved, once, added, null).size).toBe(0);
  });
});

describe('a new schedule', () => {
  const at = (hours: number, minutes: number) =>
    newSchedule('TG-00', 'UTC', new Date(2026, 10, 21, hours, minutes, 1));

  it('is once, at the next half hour, on the first size', () => {
    expect(at(9, 5)).toEqual({
      timezone: 'UTC',
      repeat: 'NOREPEAT',
      date: '2026-11-21',
      time: '09:30',
      repeat_on: '',
      workspace_type_name: 'TG-00',
    });
    expect(at(9, 40).time).toBe('10:00');
  });

  it('is tomorrow when today is over', () => {
    expect(at(23, 45)).toMatchObject({ date: '2026-11-22', time: '00:00' });
  });
});

it('offers the times of a day by half hours', () => {
  expect([TIMES.length, TIMES[0], TIMES[1], TIMES.at(-1)]).toEqual([48, '00:00', '00:30', '23:30']);
});

it.each([
  [{ repeat: 'NOREPEAT' as const }, 'Once on 2026-12-01 at 08:00 (UTC)'],
  [{ repeat: 'DAILY' as const }, 'Every day from 2026-12-01 at 08:00 (UTC)'],
  [{ repeat: 'WEEKDAY' as const }, 'Monday to Friday from 2026-12-01 at 08:00 (UTC)'],
  [{ repeat: 'WEEKLY' as const, repeat_on: '0,3' }, 'Every Sunday, Wednesday from 2026-12-01 at 08:00 (UTC)'],
])('says when: %o', (given, when) => {
  expect(scheduleText({ ...values('s1'), ...given }).when).toBe(when);
});
