/** Values of alert rules that were entered and are not saved. Pure. */
import { entered } from '../entered.ts';
import type { AlertEntry } from './alert-entries.ts';

/** Changed values, by key of the entry. */
export type EnteredAlerts = ReadonlyMap<string, Partial<AlertEntry>>;

export const NOTHING_ENTERED: EnteredAlerts = new Map();

export type EnteredAlertsAction =
  | { readonly kind: 'enter'; readonly key: string; readonly change: Partial<AlertEntry> }
  /** These values are saved. What was entered since then stays. */
  | { readonly kind: 'saved'; readonly sent: EnteredAlerts };

export function enteredAlerts(all: EnteredAlerts, action: EnteredAlertsAction): EnteredAlerts {
  const next = new Map(all);
  const of = (key: string): Partial<AlertEntry> => all.get(key) ?? {};
  if (action.kind === 'enter') return next.set(action.key, entered(of(action.key), action));
  for (const [key, sent] of action.sent) {
    const left = entered(of(key), { kind: 'saved', sent });
    if (Object.keys(left).length === 0) next.delete(key);
    else next.set(key, left);
  }
  return next;
}
