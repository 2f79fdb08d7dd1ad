import { eq, type SQL } from 'drizzle-orm';
import type { Db } from '../../database/database.ts';
import { accounts, memberships, roleGrants } from '../../database/schema.ts';
import { scimGroups } from '../../database/scim-tables.ts';
import { problem } from '../../errors/problem.ts';

/**
 * Takes roles that people gave.
 * @returns those that were taken
 * @throws Problem Conflict when a group of the directory gives one of them: it would be there again
 */
export async function takeGrants(
  tx: Db,
  which: SQL | undefined,
): Promise<(typeof roleGrants.$inferSelect)[]> {
  const [held] = await tx
    .select({ email: accounts.email, group: scimGroups.displayName })
    .from(roleGrants)
    .innerJoin(scimGroups, eq(scimGroups.id, roleGrants.groupId))
    .innerJoin(memberships, eq(memberships.id, roleGrants.membershipId))
    .innerJoin(accounts, eq(accounts.id, memberships.accountId))
    .where(which)
    .limit(1);
  if (held !== undefined) throw problem('roleFromGroup', held);
  return tx.delete(roleGrants).where(which).returning();
}
