/** Times in fields of dates, in the browser's time zone. */
import { localMoment } from '@acacia/ui';

/** The value of the field. */
export const toLocalInput = (iso: string): string => localMoment(new Date(iso));

/** ISO 8601; null for a time that is not whole yet. */
export function fromLocalInput(text: string): string | null {
  const at = new Date(text);
  return text === '' || Number.isNaN(at.getTime()) ? null : at.toISOString();
}
