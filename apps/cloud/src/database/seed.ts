/** The first organisation and its admin, made when the database is new. */
import { randomUUID } from 'node:crypto';
import { hashPassword } from '../identity/passwords.ts';
import type { Db } from './database.ts';
import { organizations, roleGrants, users } from './schema.ts';

/** Password of the seeded admin in local mode; the sign-in page shows it. */
export const SEEDED_PASSWORD = 'acacia';

/** The free plan's largest size is TG-4 (cloud product, plans and quotas). */
const MAX_WORKSPACE_MEMORY = 256;

/** @param withPassword false where an outside issuer signs people in */
export async function seed(db: Db, adminEmail: string, withPassword: boolean): Promise<void> {
  await db.transaction(async (tx) => {
    const orgId = randomUUID();
    const made = await tx
      .insert(organizations)
      .values({
        id: orgId,
        name: 'acacia',
        displayName: 'Acacia',
        creator: adminEmail,
        maxWorkspaceMemory: MAX_WORKSPACE_MEMORY,
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
      passwordHash: withPassword ? await hashPassword(SEEDED_PASSWORD) : null,
    });
    await tx.insert(roleGrants).values({ userId, name: 'org-admins' });
  });
}
