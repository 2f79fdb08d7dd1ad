/** Freezes the ended months of all organisations, also those that were missed while no control plane ran. */
import { asc, eq, isNull, lt, max, ne, or } from 'drizzle-orm';
import type { BaseLogger } from 'pino';
import { invoices } from '../../database/billing-tables.ts';
import type { Database } from '../../database/database.ts';
import { organizations } from '../../database/schema.ts';
import { POOL_ORG } from '../../database/seed.ts';
import { closeMonths, type Accounts } from './invoices.ts';
import { monthBefore, monthOf } from './periods.ts';

interface Closing {
  readonly db: Database['db'];
  readonly accounts: Accounts;
  readonly log: BaseLogger;
}

export async function closeEndedMonths(
  { db, accounts, log }: Closing,
  at: Date,
  stopping: AbortSignal,
): Promise<void> {
  const last = monthBefore(monthOf(at)).name;
  const due = await db
    .select({ id: organizations.id })
    .from(organizations)
    .leftJoin(invoices, eq(invoices.orgId, organizations.id))
    .where(ne(organizations.id, POOL_ORG))
    .groupBy(organizations.id)
    .having(or(isNull(max(invoices.month)), lt(max(invoices.month), last)))
    .orderBy(asc(organizations.id));
  for (const { id } of due) {
    if (stopping.aborted) return;
    try {
      await closeMonths(db, accounts, id, at);
    } catch (error) {
      log.error({ err: error, organization: id }, 'the months of an organisation could not be closed');
    }
  }
}
