/**
 * The admin's password at the first start. On a machine that only its own people can reach, it is a well-known one.
 * Elsewhere there is none, and the admin sets one with a one-time link that is shown at the terminal.
 */
import { hashPassword } from '@acacia/passwords';
import { and, desc, eq, isNull } from 'drizzle-orm';
import type { Database, Db } from '../database/database.ts';
import { accounts, memberships, roleGrants } from '../database/schema.ts';
import { firstOrganisation } from '../database/seed.ts';
import { endLinks, makeLink } from './links.ts';

/** The well-known password; accepted only from people at this machine. */
export const FIRST_PASSWORD = 'acacia';

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
    .where(eq(accounts.kind, 'person'))
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

/** Makes a one-time link with which a person sets their first password; it replaces an earlier one. */
export function makeFirstPasswordLink(
  db: Database['db'],
  { id, email }: { readonly id: string; readonly email: string },
): Promise<string> {
  return db.transaction(async (tx) => {
    await endLinks(tx, id, 'first-password');
    return makeLink(tx, { kind: 'first-password', accountId: id, email });
  });
}
