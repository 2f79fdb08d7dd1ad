/** Creates the first organisation and its admin when the database is new. */
import { randomUUID } from 'node:crypto';
import { TERMS_VERSION, type OrgQuota } from '@acacia/contract';
import { and, asc, eq, ne } from 'drizzle-orm';
import type { Database, Db } from './database.ts';
import { accounts, installationMarks, memberships, organizations, roleGrants } from './schema.ts';

/** The organisation of workspaces that belong to nobody yet: it has no members, and a name that nobody can choose. */
export const POOL_ORG = 'pool';

/** Tier and limits of the first organisation. */
interface Plan {
  readonly tier: OrgQuota['tier'];
  /** GiB. */
  readonly maxWorkspaceMemory: number;
}

/**
 * Creates the first organisation with an admin without a password (identity/first-password.ts), once in the life of a
 * database: a mark is kept, so that the organisation and the admin may be renamed and removed.
 */
export async function seed(db: Database['db'], adminEmail: string, plan: Plan): Promise<void> {
  await db.transaction(async (tx) => {
    // A second control plane that starts at the same time waits here for the first one.
    const marked = await tx
      .insert(installationMarks)
      .values({ name: 'seeded' })
      .onConflictDoNothing()
      .returning();
    if (marked.length === 0) return;
    const [orgId, accountId, membershipId] = [randomUUID(), randomUUID(), randomUUID()];
    await tx.insert(organizations).values({
      id: orgId,
      name: 'acacia',
      displayName: 'Acacia',
      creator: adminEmail,
      marketingDone: true,
      ...plan,
    });
    const now = new Date();
    await tx.insert(accounts).values({
      id: accountId,
      email: adminEmail,
      name: 'Acacia Admin',
      emailVerifiedAt: now,
      acceptedTos: true,
      acceptedTocVersion: TERMS_VERSION,
      lastOrgId: orgId,
    });
    await tx.insert(memberships).values({ id: membershipId, orgId, accountId, joinedAt: now });
    await tx.insert(roleGrants).values({ membershipId, name: 'org-admins' });
  });
}

/** The oldest organisation, which is that of the first start unless it was removed; undefined where there is none. */
export async function firstOrganisation(db: Db): Promise<string | undefined> {
  const [row] = await db
    .select({ id: organizations.id })
    .from(organizations)
    .where(ne(organizations.id, POOL_ORG))
    .orderBy(asc(organizations.createdAt), asc(organizations.id))
    .limit(1);
  return row?.id;
}

/** Changes the plan of the first organisation when the tier differs; with the same tier its agreed limits stay. */
export async function changePlan(db: Db, plan: Plan): Promise<void> {
  const id = await firstOrganisation(db);
  if (id === undefined) return;
  await db
    .update(organizations)
    .set({ ...plan })
    .where(and(eq(organizations.id, id), ne(organizations.tier, plan.tier)));
}
