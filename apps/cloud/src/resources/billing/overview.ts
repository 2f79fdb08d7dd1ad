/** The month that is billed now, so far, and credits. */
import { costForecast, type BillingOverview } from '@acacia/contract';
import { eq } from 'drizzle-orm';
import type { Db } from '../../database/database.ts';
import { organizations } from '../../database/schema.ts';
import { notFound } from '../../errors/problem.ts';
import { creditsOf, presentCredits } from './credits.ts';
import type { Accounts } from './invoices.ts';
import { centsOf, linesOf } from './lines.ts';
import { monthBefore, monthOf, secondsOf, upTo } from './periods.ts';

/** @throws Problem when there is no such organisation */
export async function overviewOf(
  db: Db,
  { prices, chargesSince }: Accounts,
  orgId: string,
  at: Date,
): Promise<BillingOverview> {
  const [organization] = await db.select().from(organizations).where(eq(organizations.id, orgId));
  if (organization === undefined) throw notFound('organisation');
  const month = monthOf(at);
  const elapsed = at.getTime() - month.from.getTime();
  const cents = centsOf(await linesOf(db, prices, orgId, upTo(month, at)));
  const before = monthBefore(month);
  // The same days; a month before that is shorter counts whole.
  const compared = upTo(before, new Date(before.from.getTime() + elapsed));
  const wasThere = organization.createdAt < compared.to;
  const usage = cents / 100;
  const forecast = costForecast(usage, elapsed / 1000, (month.to.getTime() - month.from.getTime()) / 1000);
  return {
    invoiceStartTimeInSeconds: secondsOf(month.from),
    invoiceEndTimeInSeconds: secondsOf(month.to),
    at: secondsOf(at),
    usage,
    usage_before: wasThere ? centsOf(await linesOf(db, prices, orgId, compared)) / 100 : null,
    forecast: Math.round(forecast * 100) / 100,
    credits: presentCredits(await creditsOf(db, orgId), chargesSince !== null ? cents : 0),
  };
}

/** Dollars of credit that are left. */
export async function creditBalance(
  db: Db,
  { prices, chargesSince }: Accounts,
  orgId: string,
  at: Date,
): Promise<number> {
  const now = chargesSince !== null ? centsOf(await linesOf(db, prices, orgId, upTo(monthOf(at), at))) : 0;
  return presentCredits(await creditsOf(db, orgId), now).balance;
}
