import type { Schedule } from '@acacia/contract';
import { describe, expect, it } from 'vitest';
import { aSchedule } from '../../../testing/records.ts';
import {
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
