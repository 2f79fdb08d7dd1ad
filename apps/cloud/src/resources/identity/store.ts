import type { MyOrganization, Organization, UserMetadata } from '@acacia/contract';
import { and, asc, eq } from 'drizzle-orm';
import type { Db } from '../../database/database.ts';
import { accounts, memberships, organizations } from '../../database/schema.ts';
import { notFound } from '../../errors/problem.ts';
import { inForce } from '../../identity/in-force.ts';

/** @throws Problem when there is none */
export async function organizationOf(db: Db, orgId: string): Promise<typeof organizations.$inferSelect> {
  const [row] = await db.select().from(organizations).where(eq(organizations.id, orgId));
  if (row === undefined) throw notFound('organisation');
  return row;
}

export const presentOrganization = (
  row: typeof organizations.$inferSelect,
  supportEmail: string,
): Organization => ({
  support_email: supportEmail,
  org_id: row.id,
  org_name: row.name,
  org_display_name: row.displayName,
  logo_url: row.logoUrl,
  create_time: row.createdAt.toISOString(),
  creator: row.creator,
  marketing_done: row.marketingDone,
});

/** The organisations that an account has joined, by name. */
export async function organizationsOf(
  db: Db,
  accountId: string,
  supportEmail: string,
): Promise<MyOrganization[]> {
  const rows = await db
    .select({ organization: organizations, lastOrgId: accounts.lastOrgId })
    .from(memberships)
    .innerJoin(organizations, eq(organizations.id, memberships.orgId))
    .innerJoin(accounts, eq(accounts.id, memberships.accountId))
    .where(and(eq(memberships.accountId, accountId), inForce))
    .orderBy(asc(organizations.name));
  return rows.map(({ organization, lastOrgId }) => ({
    ...presentOrganization(organization, supportEmail),
    last_login: organization.id === lastOrgId,
  }));
}

const metadataOf = (row: typeof accounts.$inferSelect): UserMetadata => ({
  accepted_tos: row.acceptedTos,
  accepted_toc_version: row.acceptedTocVersion,
  last_visit_cloud: row.lastVisitCloud,
});

/** @throws Problem when there is no such user */
export async function readMetadata(db: Db, userId: string): Promise<UserMetadata> {
  const [row] = await db.select().from(accounts).where(eq(accounts.id, userId));
  if (row === undefined) throw notFound('user');
  return metadataOf(row);
}

/** @throws Problem when there is no such user */
export async function writeMetadata(
  db: Db,
  userId: string,
  patch: Partial<UserMetadata>,
): Promise<UserMetadata> {
  if (Object.keys(patch).length === 0) return readMetadata(db, userId);
  const [row] = await db
    .update(accounts)
    .set({
      acceptedTos: patch.accepted_tos,
      acceptedTocVersion: patch.accepted_toc_version,
      lastVisitCloud: patch.last_visit_cloud,
    })
    .where(eq(accounts.id, userId))
    .returning();
  if (row === undefined) throw notFound('user');
  return metadataOf(row);
}
