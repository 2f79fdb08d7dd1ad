/** The survey of the onboarding: who answered it, and whether an organisation has. */
import type { Survey } from '@acacia/contract';
import { eq } from 'drizzle-orm';
import type { Db } from '../../database/database.ts';
import { memberships, organizations } from '../../database/schema.ts';
import { notFound } from '../../errors/problem.ts';

/** Stores a member's answers in place of their earlier ones. */
export async function storeSurvey(db: Db, membershipId: string, survey: Survey): Promise<void> {
  await db.update(memberships).set({ survey }).where(eq(memberships.id, membershipId));
}

/** @throws Problem Not-Found when there is no such organisation */
export async function finishSurvey(db: Db, orgId: string): Promise<typeof organizations.$inferSelect> {
  const [row] = await db
    .update(organizations)
    .set({ marketingDone: true })
    .where(eq(organizations.id, orgId))
    .returning();
  if (row === undefined) throw notFound('organisation');
  return row;
}
