/** The first organisation and its admin, made when the database is new. */
import { randomUUID } from 'node:crypto';
import type { OrgQuota } from '@acacia/contract';
import { and, eq, ne } from 'drizzle-orm';
import type { Db } from './database.ts';
import { organizations, roleGrants, users } from './schema.ts';

const NAME = 'acacia';

/** What the first organisation may use. */
interface Plan {
  readonly tier: OrgQuota['tier'];
  /** GiB. */
  readonly maxWorkspaceMemory: number;
}

/** The admin has no password yet: identity/first-password.ts. */
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

/** Puts the first organisation on another plan; its agreed limits stay where the tier stays. */
export async function changePlan(db: Db, plan: Plan): Promise<void> {
  await db
    .update(organizations)
    .set({ ...plan })
    .where(and(eq(organizations.name, NAME), ne(organizations.tier, plan.tier)));
}
