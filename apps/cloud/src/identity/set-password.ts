/** Stores a new password and ends the sessions and tokens of the old one. */
import { eq } from 'drizzle-orm';
import type { Database, Db } from '../database/database.ts';
import { accounts, passwordLinks } from '../database/schema.ts';
import { endSessions } from './sessions.ts';
import { spendLink } from './first-password.ts';

/** @param kept the session that goes on; null: none */
export async function setPassword(tx: Db, userId: string, hash: string, kept: string | null): Promise<void> {
  await tx
    .update(accounts)
    .set({ passwordHash: hash, passwordSetAt: new Date() })
    .where(eq(accounts.id, userId));
  await tx.delete(passwordLinks).where(eq(passwordLinks.accountId, userId));
  await endSessions(tx, userId, kept);
}

/** Sets a password with a one-time link, and ends all sessions. @returns false when the link was used meanwhile */
export function setPasswordByLink(
  db: Database['db'],
  secret: string,
  userId: string,
  hash: string,
): Promise<boolean> {
  return db.transaction(async (tx) => {
    if (!(await spendLink(tx, secret))) return false;
    await setPassword(tx, userId, hash, null);
    return true;
  });
}
