/** Creates the first organisation and its admin when the database is new. */
import { randomUUID } from 'node:crypto';
import type { OrgQuota } from '@acacia/contract';
import { and, eq, ne } from 'drizzle-orm';
import type { Db } from './database.ts';
import { organizations, roleGrants, users } from './schema.ts';

const NAME = 'acacia';

/** Tier and limits of the first organisation. */
interface Plan {
  readonly tier: OrgQuota['tier'];
  /** GiB. */
  readonly maxWorkspaceMemory: number;
}

/** Creates the first organisation unless it exists, with an admin without a password (identity/first-password.ts). */
export async function seed(db: Db, adminEmail: string, plan: Plan): Promise<void> {
  await db.transaction(async (tx) => {
    const orgId = randomUUID();
    const made = await tx
      .insert(organizations)
      .values({
        id: orgId,
        name: NAME,
        displayName: 'Acacia',
        creator: adminEmail,
        ...plan,
      })
      .onConflictDoNothing({ target: organizations.name })
      .returning({ id: organizations.id });
    if (made.length === 0) return;
    const userId = randomUUID();
    await tx.insert(users).values({
      id: userId,
      orgId,
      email: adminEmail,
      name: 'Acacia Admin',
    });
    await tx.insert(roleGrants).values({ userId, name: 'org-admins' });
  });
}

/** Changes the plan of the first organisation when the tier differs; with the same tier its agreed limits stay. */
export async function changePlan(db: Db, plan: Plan): Promise<void> {
  await db
    .update(organizations)
    .set({ ...plan })
    .where(and(eq(organizations.name, NAME), ne(organizations.tier, plan.tier)));
}
