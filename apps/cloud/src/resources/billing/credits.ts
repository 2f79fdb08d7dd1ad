/** Credits of an organisation: dollars that its completed tasks earned, taken off invoices where the installation charges. */
import type { BillingOverview } from '@acacia/contract';
import { and, eq, lt, sum } from 'drizzle-orm';
import { invoices } from '../../database/billing-tables.ts';
import type { Db } from '../../database/database.ts';
import { completedTasks } from '../../database/organization-tables.ts';

interface CreditCents {
  readonly earned: number;
  /** Taken off by closed invoices. */
  readonly used: number;
}

/** @param before only credits that were earned before this moment; undefined: all */
export async function creditsOf(db: Db, orgId: string, before?: Date): Promise<CreditCents> {
  const earnedBefore = before === undefined ? undefined : lt(completedTasks.completedAt, before);
  const [earned] = await db
    .select({ dollars: sum(completedTasks.credits).mapWith(Number) })
    .from(completedTasks)
    .where(and(eq(completedTasks.orgId, orgId), earnedBefore));
  const [used] = await db
    .select({ cents: sum(invoices.creditCents).mapWith(Number) })
    .from(invoices)
    .where(eq(invoices.orgId, orgId));
  return { earned: (earned?.dollars ?? 0) * 100, used: used?.cents ?? 0 };
}

/** The same for each organisation that has earned or used some. */
export async function creditsOfAll(db: Db, before: Date): Promise<ReadonlyMap<string, CreditCents>> {
  const earned = await db
    .select({ orgId: completedTasks.orgId, dollars: sum(completedTasks.credits).mapWith(Number) })
    .from(completedTasks)
    .where(lt(completedTasks.completedAt, before))
    .groupBy(completedTasks.orgId);
  const used = await db
    .select({ orgId: invoices.orgId, cents: sum(invoices.creditCents).mapWith(Number) })
    .from(invoices)
    .groupBy(invoices.orgId);
  const all = new Map<string, CreditCents>();
  for (const { orgId, dollars } of earned) all.set(orgId, { earned: dollars * 100, used: 0 });
  for (const { orgId, cents } of used) all.set(orgId, { earned: all.get(orgId)?.earned ?? 0, used: cents });
  return all;
}

/** Credits that are left for a cost. */
export const leftOf = ({ earned, used }: CreditCents): number => Math.max(0, earned - used);

/** @param nowCents cost of the month so far that credits pay for; 0 where nothing is charged */
export function presentCredits(credits: CreditCents, nowCents: number): BillingOverview['credits'] {
  const now = Math.min(leftOf(credits), nowCents);
  return {
    earned: credits.earned / 100,
    used: (credits.used + now) / 100,
    balance: (leftOf(credits) - now) / 100,
  };
}
