/** The credit gate: who has used up the credits and can be charged for nothing begins no workspace. */
import { and, eq, isNotNull } from 'drizzle-orm';
import { billingAccounts } from '../database/billing-tables.ts';
import type { Db } from '../database/database.ts';
import { organizations, workgroups } from '../database/schema.ts';
import { problem } from '../errors/problem.ts';

/** @throws Problem Quota-Exceed when the organisation is behind the credit gate */
export async function demandCredit(db: Db, orgId: string): Promise<void> {
  const [gated] = await db
    .select({ organization: organizations.displayName })
    .from(organizations)
    .innerJoin(billingAccounts, eq(billingAccounts.orgId, organizations.id))
    .where(and(eq(organizations.id, orgId), isNotNull(billingAccounts.gatedSince)));
  if (gated !== undefined) throw problem('creditGate', gated);
}

/** @throws Problem Quota-Exceed when the organisation of the workgroup is behind the credit gate */
export async function demandCreditOf(db: Db, workgroupId: string): Promise<void> {
  const [group] = await db
    .select({ orgId: workgroups.orgId })
    .from(workgroups)
    .where(eq(workgroups.id, workgroupId));
  if (group !== undefined) await demandCredit(db, group.orgId);
}
