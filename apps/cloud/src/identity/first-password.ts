/**
 * The admin's password at the first start. On a machine that only its own people can reach, it is a well-known one.
 * Elsewhere there is none, and the admin sets one with a one-time link that is shown at the terminal.
 */
import { createHash, randomBytes } from 'node:crypto';
import { hashPassword } from '@acacia/passwords';
import { and, desc, eq, gt, isNull, lt, sql } from 'drizzle-orm';
import type { Database, Db } from '../database/database.ts';
import { accounts, memberships, passwordLinks, roleGrants } from '../database/schema.ts';
import { firstOrganisation } from '../database/seed.ts';

/** The well-known password; accepted only from people at this machine. */
export const FIRST_PASSWORD = 'acacia';

const LINK_HOURS = 24;
const SECRET_BYTES = 32;

const hashOf = (secret: string): string => createHash('sha256').update(secret).digest('base64url');

type UserRow = typeof accounts.$inferSelect;

/** The first organisation's admin until they have chosen a password; undefined afterwards. */
export async function adminWithoutPassword(db: Db, adminEmail: string): Promise<UserRow | undefined> {
  const orgId = await firstOrganisation(db);
  if (orgId === undefined) return undefined;
  const [admin] = await db
    .select({ user: accounts })
    .from(accounts)
    .innerJoin(memberships, and(eq(memberships.accountId, accounts.id), eq(memberships.orgId, orgId)))
    .innerJoin(
      roleGrants,
      and(eq(roleGrants.membershipId, memberships.id), eq(roleGrants.name, 'org-admins')),
    )
    .orderBy(desc(eq(accounts.email, adminEmail)), accounts.createdAt)
    .limit(1);
  return admin === undefined || admin.user.passwordSetAt !== null ? undefined : admin.user;
}

/** Gives the admin the well-known password, unless they have one. */
export async function giveFirstPassword(db: Db, adminEmail: string): Promise<void> {
  const admin = await adminWithoutPassword(db, adminEmail);
  if (admin === undefined || admin.passwordHash !== null) return;
  await db
    .update(accounts)
    .set({ passwordHash: await hashPassword(FIRST_PASSWORD) })
    .where(and(eq(accounts.id, admin.id), isNull(accounts.passwordHash)));
}

/** Makes the secret of a one-time link with which a person sets their password; replaces an earlier one. */
export async function makePasswordLink(db: Db, accountId: string): Promise<string> {
  const secret = randomBytes(SECRET_BYTES).toString('base64url');
  const values = { hash: hashOf(secret), expiresAt: sql`now() + make_interval(hours => ${LINK_HOURS})` };
  await db
    .insert(passwordLinks)
    .values({ accountId, ...values })
    .onConflictDoUpdate({ target: passwordLinks.accountId, set: values });
  return secret;
}

/** The account whose password a link sets; undefined when it was used, has expired, or never existed. */
export async function userOfLink(db: Db, secret: string): Promise<UserRow | undefined> {
  const [row] = await db
    .select({ user: accounts })
    .from(passwordLinks)
    .innerJoin(accounts, eq(accounts.id, passwordLinks.accountId))
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
