/** The next runs of a schedule, and its meaning in words. */
import { t } from '@acacia/texts';
import { backupCron, backupCronProblems, nextBackupRuns } from '@acacia/contract';
import type { Cron as CronValue } from '@acacia/ui';

const SHOWN = 3;

/** The next times as ISO 8601; none while a field is at fault. */
export function nextRuns(fields: CronValue, after: Date): readonly string[] {
  if (Object.keys(backupCronProblems(fields)).length > 0) return [];
  return nextBackupRuns(backupCron(fields), after, SHOWN).map((at) => at.toISOString());
}

/** The plain ones in words; undefined for those that the next times say better. */
export function cronSentence({ hour, dayOfMonth, month, dayOfWeek }: CronValue): string | undefined {
  if (!/^\d{1,2}$/.test(hour) || month !== '*') return undefined;
  const at = t`at ${hour.padStart(2, '0')}:00 UTC`;
  if (dayOfMonth === '*' && dayOfWeek === '*') return t`Every day ${at}`;
  if (dayOfMonth === '*' && /^[A-Za-z]{3}$/.test(dayOfWeek)) return t`Every ${dayOfWeek} ${at}`;
  if (dayOfWeek === '*' && /^\d{1,2}$/.test(dayOfMonth)) return t`On day ${dayOfMonth} of every month ${at}`;
  return undefined;
}
