/** Instants of schedules and logs. Apart from the other formats because the first page needs none of them. */
import { locale } from '@acacia/texts';

import { t } from '@acacia/texts';

const utc = new Intl.DateTimeFormat(locale.dates, {
  timeZone: 'UTC',
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
});
const fine = new Intl.DateTimeFormat(locale.dates, {
  day: '2-digit',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  fractionalSecondDigits: 3,
});

/** `Sat, 21 Nov 2026, 08:25 UTC` */
export const formatUtc = (at: string | Date): string => t`${utc.format(new Date(at))} UTC`;

/** `21 Nov, 08:25:00.123` in the person's own time zone. */
export const formatLogTime = (at: string | Date): string => fine.format(new Date(at));
