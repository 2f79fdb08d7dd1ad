import { describe, expect, test } from 'vitest';
import { backupCron, backupCronFields, backupCronProblems } from './backup-cron.ts';
import { UpdateBackupSchedule } from './backups.ts';

const daily = { hour: '0', dayOfMonth: '*', month: '*', dayOfWeek: '*' };

describe('fields of a backup schedule', () => {
  test.each([
    [{}],
    [{ hour: '23' }],
    [{ hour: '*' }],
    [{ hour: '0,6,12,18' }],
    [{ hour: '*/6' }],
    [{ hour: '8-18/2' }],
    [{ dayOfMonth: '31' }],
    [{ month: 'Jan' }],
    [{ month: 'JAN-mar,12' }],
    [{ dayOfWeek: 'Mon' }],
    [{ dayOfWeek: 'Mon-Fri' }],
    [{ dayOfWeek: 'Mon-Sun' }],
    [{ dayOfWeek: '0,6' }],
    [{ dayOfWeek: '5-7' }],
    [{ dayOfMonth: 'L' }],
    [{ dayOfMonth: '29', month: 'Feb' }],
    [{ dayOfMonth: '31', month: 'Feb', dayOfWeek: 'Mon' }],
    [{ dayOfMonth: '30-31', month: '1,2' }],
  ])('%j is one', (change) => {
    expect(backupCronProblems({ ...daily, ...change })).toEqual({});
    const schedule = backupCron({ ...daily, ...change });
    expect(UpdateBackupSchedule.safeParse({ pause: false, schedule }).success).toBe(true);
  });

  test.each([
    [{ hour: '24' }, 'hour', 'Hour must be from 0 to 23, or *.'],
    [{ hour: '-1' }, 'hour', 'Hour must be from 0 to 23, or *.'],
    [{ hour: '' }, 'hour', 'Hour must be from 0 to 23, or *.'],
    [{ hour: '1.5' }, 'hour', 'Hour must be from 0 to 23, or *.'],
    [{ hour: '18-8' }, 'hour', 'Hour must be from 0 to 23, or *.'],
    [{ hour: '*/0' }, 'hour', 'Hour must be from 0 to 23, or *.'],
    [{ hour: '1,' }, 'hour', 'Hour must be from 0 to 23, or *.'],
    [{ hour: 'Jan' }, 'hour', 'Hour must be from 0 to 23, or *.'],
    [{ dayOfMonth: '0' }, 'dayOfMonth', 'Day of month must be from 1 to 31, or *.'],
    [{ dayOfMonth: '32' }, 'dayOfMonth', 'Day of month must be from 1 to 31, or *.'],
    [{ hour: '5/2' }, 'hour', 'Hour must be from 0 to 23, or *.'],
    [{ hour: '0 0' }, 'hour', 'Hour must be from 0 to 23, or *.'],
    [{ month: '13' }, 'month', 'Month must be from 1 to 12 or Jan to Dec, or *.'],
    [{ month: 'January' }, 'month', 'Month must be from 1 to 12 or Jan to Dec, or *.'],
    [{ dayOfWeek: '8' }, 'dayOfWeek', 'Day of week must be from 0 to 6 or Mon to Sun, or *.'],
    [{ dayOfWeek: '6-8' }, 'dayOfWeek', 'Day of week must be from 0 to 6 or Mon to Sun, or *.'],
    [{ dayOfWeek: 'Mo' }, 'dayOfWeek', 'Day of week must be from 0 to 6 or Mon to Sun, or *.'],
    [{ dayOfMonth: '30', month: 'Feb' }, 'dayOfMonth', 'Day of month must be one that the month has.'],
    [{ dayOfMonth: '31', month: '4,6' }, 'dayOfMonth', 'Day of month must be one that the month has.'],
  ])('%j is none: %s', (change, field, message) => {
    expect(backupCronProblems({ ...daily, ...change })).toEqual({ [field]: message });
  });

  test('each one at fault has its sentence', () => {
    expect(backupCronProblems({ ...daily, hour: '24', dayOfMonth: '0' })).toEqual({
      hour: 'Hour must be from 0 to 23, or *.',
      dayOfMonth: 'Day of month must be from 1 to 31, or *.',
    });
  });

  test.each(['', '0 0 * *', '5 0 * * *', '0 0 * * * *', '0  0 * * *', '@daily'])(
    '%j has not the shape of a schedule',
    (text) => {
      const parsed = UpdateBackupSchedule.safeParse({ pause: false, schedule: text });
      expect(parsed.error?.issues[0]?.message).toContain('five cron fields');
      expect(backupCronFields(text)).toBeUndefined();
    },
  );

  test('come back from the text that they make', () => {
    expect(backupCronFields(backupCron(daily))).toEqual(daily);
  });
});
