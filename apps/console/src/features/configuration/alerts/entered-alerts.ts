/** Values of alert rules that were entered and are not saved. Pure. */
import type { AlertEntry } from './alert-entries.ts';

/** Changed values, by key of the entry. */
export type EnteredAlerts = ReadonlyMap<string, Partial<AlertEntry>>;

export const NOTHING_ENTERED: EnteredAlerts = new Map();

export type EnteredAlertsAction =
  | { readonly kind: 'enter'; readonly key: string; readonly change: Partial<AlertEntry> }
  /** These values are saved. What was entered since then stays. */
  | { readonly kind: 'saved'; readonly sent: EnteredAlerts };

export function enteredAlerts(entered: EnteredAlerts, action: EnteredAlertsAction): EnteredAlerts {
  const next = new Map(entered);
  if (action.kind === 'enter') {
    return next.set(action.key, { ...entered.get(action.key), ...action.change });
  }
  for (const [key, sent] of action.sent) {
    const now = Object.entries(entered.get(key) ?? {});
    const left = now.filter(([field, value]) => value !== sent[field as keyof AlertEntry]);
    if (left.length === 0) next.delete(key);
    else next.set(key, Object.fromEntries(left));
  }
  return next;
}
