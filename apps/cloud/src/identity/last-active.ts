/** Notes when members were active last, to the minute. */
import { eq } from 'drizzle-orm';
import type { BaseLogger } from 'pino';
import type { Db } from '../database/database.ts';
import { memberships } from '../database/schema.ts';
import type { Authenticate } from './actor.ts';

const MINUTE = 60_000;
/** Members of whom the last note is remembered. */
const MOST = 50_000;

/** Authenticates as before, and notes the moment at the membership in which the person acts. No call waits for it. */
export function notingActivity(db: Db, log: BaseLogger, authenticate: Authenticate): Authenticate {
  const noted = new Map<string, number>();
  function note(membershipId: string): void {
    const now = Date.now();
    if (now - (noted.get(membershipId) ?? 0) < MINUTE) return;
    if (noted.size >= MOST) noted.clear();
    noted.set(membershipId, now);
    db.update(memberships)
      .set({ lastActiveAt: new Date(now) })
      .where(eq(memberships.id, membershipId))
      .catch((error: unknown) => log.warn({ err: error }, 'the last activity of a member was not noted'));
  }
  return async (...given) => {
    const person = await authenticate(...given);
    if (person.membershipId !== null) note(person.membershipId);
    return person;
  };
}
