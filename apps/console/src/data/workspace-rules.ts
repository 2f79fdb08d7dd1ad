/** The rules of workspaces, in the form that fields need. */
import { said } from '@acacia/texts';
import { AutoStopMinutes } from '@acacia/contract';

export interface Suspension {
  readonly suspends: boolean;
  /** As typed: '' while the field is empty. */
  readonly minutes: number | string;
}

/** The problem with the minutes of suspension; null when they are valid, or suspension is off. */
export function minutesProblem({ suspends, minutes }: Suspension): string | null {
  if (!suspends) return null;
  // An empty field is a string; 0 would turn suspension off, which the switch is for.
  const parsed = AutoStopMinutes.safeParse(minutes === '' || minutes === 0 ? 1 : Number(minutes));
  return parsed.success ? null : (said(parsed.error.issues[0]?.message) ?? null);
}
