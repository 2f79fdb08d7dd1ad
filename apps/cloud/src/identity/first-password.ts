/**
 * The admin's password at the first start. On a machine that only its own people can reach, it is a well-known one.
 * Elsewhere there is none, and the admin sets one with a one-time link that is shown at the terminal.
 */
import { createHash, randomBytes } from 'node:crypto';
import { hashPassword } from '@acacia/passwords';
import { and, desc, eq, gt, isNull, lt, sql } from 'drizzle-orm';
import type { Database, Db } from '../database/database.ts';
import { passwordLinks, roleGrants, users } from '../database/schema.ts';

/** The well-known password; accepted only from people at this machine. */
export const FIRST_PASSWORD = 'acacia';

const LINK_HOURS = 24;
const SECRET_BYTES = 32;

const hashOf = (secret: string): string => createHash('sha256').update(secret).digest('base64url');

type UserRow = typeof users.$inferSelect;

/** The admin of the first start until they have chosen a password; undefined afterwards. */
export async function adminWithoutPassword(db: Db, adminEmail: string): Promise<UserRow | undefined> {
  const [admin] = await db
    .select({ user: users })
    .from(users)
    .innerJoin(roleGrants, and(eq(roleGrants.userId, users.id), eq(roleGrants.name, 'org-admins')))
    .orderBy(desc(eq(users.email, adminEmail)), users.createdAt)
    .limit(1);
  return admin === undefined || admin.user.passwordSetAt !== null ? undefined : admin.user;
}

/** Gives the admin the well-known password, unless they have one. */
export async function giveFirstPassword(db: Db, adminEmail: string): Promise<void> {
  const admin = await adminWithoutPassword(db, adminEmail);
  if (admin === undefined || admin.passwordHash !== null) return;
  await db
    .update(users)
    .set({ passwordHash: await hashPassword(FIRST_PASSWORD) })
    .where(and(eq(users.id, admin.id), isNull(users.passwordHash)));
}

/** Makes the secret of a one-time link with which a person sets their password; replaces an earlier one. */
export async function makePasswordLink(db: Db, userId: string): Promise<string> {
  const secret = randomBytes(SECRET_BYTES).toString('base64url');
  const values = { hash: hashOf(secret), expiresAt: sql`now() + make_interval(hours => ${LINK_HOURS})` };
  await db
    .insert(passwordLinks)
    .values({ userId, ...values })
    .onConflictDoUpdate({ target: passwordLinks.userId, set: values });
  return secret;
}

/** The account whose password a link sets; undefined when it was used, has expired, or never existed. */
export async function userOfLink(db: Db, secret: string): Promise<UserRow | undefined> {
  const [row] = await db
    .select({ user: users })
    .from(passwordLinks)
    .innerJoin(users, eq(users.id, passwordLinks.userId))
    .where(and(eq(passwordLinks.hash, hashOf(secret)), gt(passwordLinks.expiresAt, sql`now()`)));
  return row?.user;
}

/** Marks a link as used. @returns false when it was used meanwhile */
export async function spendLink(tx: Db, secret: string): Promise<boolean> {
  const used = await tx
    .delete(passwordLinks)
    .where(eq(passwordLinks.hash, hashOf(secret)))
    .returning();
  return used.length > 0;
}

export async function sweepLinks(db: Database['db']): Promise<void> {
  await db.delete(passwordLinks).where(lt(passwordLinks.expiresAt, sql`now()`));
}
