/** Rules of workspaces as the forms ask for them. */
import { AutoStopMinutes } from '@acacia/contract';

export interface Suspension {
  readonly suspends: boolean;
  /** As typed: '' while the field is empty. */
  readonly minutes: number | string;
}

/** What is wrong with the minutes of suspension; null when nothing is, or when it is off. */
export function minutesProblem({ suspends, minutes }: Suspension): string | null {
  if (!suspends) return null;
  // An empty field is a string; 0 would turn suspension off, which the switch is for.
  const parsed = AutoStopMinutes.safeParse(minutes === '' || minutes === 0 ? 1 : Number(minutes));
  return parsed.success ? null : (parsed.error.issues[0]?.message ?? null);
}

/** What high availability gives a size, by its partitions (specification part 2, section 9). */
export const haText = (partition: number): string =>
  `99.9% SLA with ${partition <= 1 ? 3 : 2} replicas: when one fails, another takes over.`;
