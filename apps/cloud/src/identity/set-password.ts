/** Stores a new password and ends the sessions and tokens of the old one. */
import { and, eq, sql } from 'drizzle-orm';
import type { Database, Db } from '../database/database.ts';
import { accounts, memberships } from '../database/schema.ts';
import { acceptable } from './in-force.ts';
import { postPasswordChanged } from './link-mails.ts';
import { endLinks, spendLink } from './links.ts';
import { endSessions } from './sessions.ts';

/** Stores a password. @param kept the session that goes on; null: none */
export async function storePassword(
  tx: Db,
  accountId: string,
  hash: string,
  kept: string | null,
): Promise<void> {
  await tx
    .update(accounts)
    .set({ passwordHash: hash, passwordSetAt: new Date() })
    .where(eq(accounts.id, accountId));
  await endLinks(tx, accountId, 'first-password', 'reset-password');
  await endSessions(tx, accountId, kept);
}

/**
 * Stores the password of somebody who has proved with a mailed link that the address is theirs. Where the account had
 * none, it was made by invitations alone: they are accepted with that.
 */
export async function storeProvenPassword(tx: Db, accountId: string, hash: string): Promise<void> {
  const [before] = await tx.select().from(accounts).where(eq(accounts.id, accountId)).for('update');
  await tx
    .update(accounts)
    .set({ emailVerifiedAt: sql`coalesce(${accounts.emailVerifiedAt}, now())` })
    .where(eq(accounts.id, accountId));
  await storePassword(tx, accountId, hash, null);
  if (before?.passwordHash !== null) return;
  await tx
    .update(memberships)
    .set({ joinedAt: sql`now()` })
    .where(and(eq(memberships.accountId, accountId), acceptable));
}

/** Changes a password that there is, and tells the person by mail. */
export async function changeStoredPassword(
  tx: Db,
  publicUrl: string,
  account: { readonly id: string; readonly email: string },
  hash: string,
  kept: string | null,
): Promise<void> {
  await storePassword(tx, account.id, hash, kept);
  await postPasswordChanged(tx, publicUrl, account.email);
}

/** Sets a password with a one-time link, and ends all sessions. @returns false when the link was used meanwhile */
export function setPasswordByLink(
  db: Database['db'],
  publicUrl: string,
  secret: string,
  account: { readonly id: string; readonly email: string },
  hash: string,
): Promise<boolean> {
  return db.transaction(async (tx) => {
    const link = await spendLink(tx, secret, 'first-password', 'reset-password');
    if (link === undefined) return false;
    if (link.kind === 'first-password') {
      await storePassword(tx, account.id, hash, null);
      return true;
    }
    await storeProvenPassword(tx, account.id, hash);
    await postPasswordChanged(tx, publicUrl, account.email);
    return true;
  });
}
