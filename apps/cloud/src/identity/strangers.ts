import type { Strangers } from '../settings.ts';

/** Whether somebody may have an account without an invitation. @param email as `normalEmail` gives it */
export function isWelcome(strangers: Strangers, email: string): boolean {
  if (strangers === 'open' || strangers === 'invited') return strangers === 'open';
  return strangers.includes(email.slice(email.lastIndexOf('@') + 1));
}
