import type { MyOrganization, Organization, UserMetadata } from '@acacia/contract';
import { and, asc, eq, inArray, or } from 'drizzle-orm';
import type { Db } from '../../database/database.ts';
import { accounts, memberships, organizations, workgroups, workspaces } from '../../database/schema.ts';
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
  require_second_factor: row.requireSecondFactor,
});

/** Ids of the organisation that a workgroup or a workspace belongs to. */
const holderOf = (db: Db, id: string) =>
  db
    .select({ id: workgroups.orgId })
    .from(workgroups)
    .leftJoin(workspaces, eq(workspaces.workgroupId, workgroups.id))
    .where(or(eq(workgroups.id, id), eq(workspaces.id, id)));

/** The organisations that an account has joined, by name. @param holds of these the one that holds the resource */
export async function organizationsOf(
  db: Db,
  accountId: string,
  supportEmail: string,
  holds: string | undefined,
): Promise<MyOrganization[]> {
  const joined = and(eq(memberships.accountId, accountId), inForce);
  const wanted = holds === undefined ? undefined : inArray(organizations.id, holderOf(db, holds));
  const rows = await db
    .select({ organization: organizations, lastOrgId: accounts.lastOrgId })
    .from(memberships)
    .innerJoin(organizations, eq(organizations.id, memberships.orgId))
    .innerJoin(accounts, eq(accounts.id, memberships.accountId))
    .where(and(joined, wanted))
    .orderBy(asc(organizations.displayName), asc(organizations.id));
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
