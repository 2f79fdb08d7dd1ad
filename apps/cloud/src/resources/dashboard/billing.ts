/** Costs over all organisations, from the functions by which each organisation sees its own. */
import type {
  DashboardBill,
  DashboardBilling,
  DashboardOrganizationBilling,
  ListDashboardBilling,
} from '@acacia/contract';
import { asc, desc, eq, ne } from 'drizzle-orm';
import type { z } from 'zod';
import { invoices } from '../../database/billing-tables.ts';
import type { Db } from '../../database/database.ts';
import { organizations } from '../../database/schema.ts';
import { POOL_ORG } from '../../database/seed.ts';
import { centsOfAll } from '../billing/costs.ts';
import { creditsOfAll, leftOf } from '../billing/credits.ts';
import { listInvoices, type Accounts } from '../billing/invoices.ts';
import { overviewOf } from '../billing/overview.ts';
import { monthOf, upTo } from '../billing/periods.ts';

type Query = z.output<typeof ListDashboardBilling>;

type Bills = readonly DashboardBill[];

/** Milliseconds for which the costs of the month that runs are kept: they are computed of all organisations. */
const KEPT = 60_000;

/** Costs of the month that runs. */
async function runningBills(db: Db, { prices, chargesSince }: Accounts, at: Date): Promise<Bills> {
  const rows = await db
    .select({ id: organizations.id, name: organizations.displayName })
    .from(organizations)
    .where(ne(organizations.id, POOL_ORG))
    .orderBy(asc(organizations.displayName), asc(organizations.id));
  const month = monthOf(at);
  const costs = await centsOfAll(db, prices, upTo(month, at));
  const held = chargesSince !== null ? await creditsOfAll(db, month.to) : new Map<string, never>();
  return rows.map(({ id, name }) => {
    const cost = costs.get(id) ?? 0;
    const credits = Math.min(cost, leftOf(held.get(id) ?? { earned: 0, used: 0 }));
    return {
      org_id: id,
      org_display_name: name,
      cost: cost / 100,
      credits: credits / 100,
      total: (cost - credits) / 100,
      status: 'In Billing Period',
    };
  });
}

/** Invoices of an ended month. */
async function endedBills(db: Db, month: string): Promise<Bills> {
  const rows = await db
    .select({ invoice: invoices, name: organizations.displayName })
    .from(invoices)
    .innerJoin(organizations, eq(organizations.id, invoices.orgId))
    .where(eq(invoices.month, month))
    .orderBy(asc(organizations.displayName), asc(organizations.id));
  return rows.map(({ invoice, name }) => ({
    org_id: invoice.orgId,
    org_display_name: name,
    cost: invoice.itemCents / 100,
    credits: invoice.creditCents / 100,
    total: invoice.totalCents / 100,
    status: invoice.status,
  }));
}

const KEYS: Readonly<Record<NonNullable<Query['sort']>, (bill: DashboardBill) => string | number>> = {
  name: ({ org_display_name }) => org_display_name.toLowerCase(),
  cost: ({ cost }) => cost,
  credits: ({ credits }) => credits,
  total: ({ total }) => total,
  status: ({ status }) => status,
};

function sorted(bills: readonly DashboardBill[], { sort = 'name', desc: down }: Query) {
  const key = KEYS[sort];
  const sign = down === 'true' ? -1 : 1;
  return bills.toSorted((a, b) => {
    const [left, right] = [key(a), key(b)];
    return left === right ? 0 : left < right ? -sign : sign;
  });
}

const cents = (bills: readonly DashboardBill[], of: (bill: DashboardBill) => number): number =>
  Math.round(bills.reduce((sum, bill) => sum + of(bill), 0) * 100) / 100;

/** Makes the question for costs; those who ask within a minute share the figures of the month that runs. */
export function createBilling(accounts: Accounts, now: () => Date) {
  let kept: { readonly month: string; readonly until: number; readonly bills: Promise<Bills> } | undefined;
  const running = (db: Db, at: Date): Promise<Bills> => {
    const month = monthOf(at).name;
    if (kept?.month === month && at.getTime() < kept.until) return kept.bills;
    const bills = runningBills(db, accounts, at);
    kept = { month, until: at.getTime() + KEPT, bills };
    // The next one asks again.
    bills.catch(() => (kept = undefined));
    return bills;
  };
  return async (db: Db, query: Query): Promise<DashboardBilling> => {
    const at = now();
    const present = monthOf(at).name;
    const month = query.month ?? present;
    const bills = await (month === present ? running(db, at) : endedBills(db, month));
    const ended = await db
      .selectDistinct({ month: invoices.month })
      .from(invoices)
      .orderBy(desc(invoices.month));
    const words = query.find?.trim().toLowerCase() ?? '';
    const found = bills.filter(({ org_id, org_display_name }) =>
      `${org_display_name} ${org_id}`.toLowerCase().includes(words),
    );
    return {
      month,
      months: [present, ...ended.map((row) => row.month).filter((name) => name !== present)],
      sums: {
        cost: cents(found, ({ cost }) => cost),
        credits: cents(found, ({ credits }) => credits),
        total: cents(found, ({ total }) => total),
      },
      charges: accounts.chargesSince !== null,
      total: found.length,
      items: sorted(found, query).slice(query.offset, query.offset + query.limit),
    };
  };
}

/** @throws Problem Not-Found when there is no such organisation */
export async function billingOfOrganization(
  db: Db,
  accounts: Accounts,
  orgId: string,
  at: Date,
): Promise<DashboardOrganizationBilling> {
  const overview = await overviewOf(db, accounts, orgId, at);
  const all = await listInvoices(db, accounts, orgId, at);
  // Whoever has the address may pay, and sees the payer.
  return { overview, invoices: all.map((invoice) => ({ ...invoice, payment_url: null })) };
}
