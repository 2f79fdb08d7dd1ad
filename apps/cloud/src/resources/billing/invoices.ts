/** Invoices: the month that runs, computed, and ended ones as they were frozen. */
import type { Invoice, InvoiceDetails } from '@acacia/contract';
import { and, asc, desc, eq } from 'drizzle-orm';
import { invoiceLines, invoices } from '../../database/billing-tables.ts';
import type { Db } from '../../database/database.ts';
import { organizations } from '../../database/schema.ts';
import { notFound } from '../../errors/problem.ts';
import { creditsOf, leftOf } from './credits.ts';
import { centsOf, linesOf } from './lines.ts';
import { monthBefore, monthNamed, monthOf, secondsOf, upTo, type Month } from './periods.ts';
import type { Prices } from './prices.ts';

export interface Accounts {
  readonly prices: Prices;
  /**
   * When charging was turned on; months that ended by then are not charged. Null where the installation charges nothing;
   * credits stay then.
   */
  readonly chargesSince: Date | null;
}

type Row = typeof invoices.$inferSelect;

const present = (row: Row): Invoice => ({
  invoice_id: row.month,
  invoiceStartTimeInSeconds: secondsOf(row.startsAt),
  invoiceEndTimeInSeconds: secondsOf(row.endsAt),
  invoiceBillInBaseCurrency: {
    itemPrice: row.itemCents / 100,
    credits: row.creditCents / 100,
    totalPrice: row.totalCents / 100,
  },
  status: row.status,
  payment_url: row.paymentUrl,
});

/** Figures of a month that is not frozen, up to a moment. */
async function openInvoice(
  db: Db,
  { prices, chargesSince }: Accounts,
  orgId: string,
  month: Month,
  at: Date,
): Promise<InvoiceDetails> {
  const charges = chargesSince !== null;
  const lines = await linesOf(db, prices, orgId, upTo(month, at));
  const itemCents = centsOf(lines);
  const creditCents = charges ? Math.min(itemCents, leftOf(await creditsOf(db, orgId, month.to))) : 0;
  return {
    invoice_id: month.name,
    invoiceStartTimeInSeconds: secondsOf(month.from),
    invoiceEndTimeInSeconds: secondsOf(month.to),
    invoiceBillInBaseCurrency: {
      itemPrice: itemCents / 100,
      credits: creditCents / 100,
      totalPrice: (itemCents - creditCents) / 100,
    },
    status: at < month.to ? 'In Billing Period' : 'Processing',
    payment_url: null,
    lines,
  };
}

const withoutLines = ({ lines: _, ...invoice }: InvoiceDetails): Invoice => invoice;

/** The month that runs, and those before it, the newest first. An ended month is missing until it is frozen. */
export async function listInvoices(db: Db, accounts: Accounts, orgId: string, at: Date): Promise<Invoice[]> {
  const closed = await db
    .select()
    .from(invoices)
    .where(eq(invoices.orgId, orgId))
    .orderBy(desc(invoices.month));
  return [
    withoutLines(await openInvoice(db, accounts, orgId, monthOf(at), at)),
    ...closed.filter(({ month }) => month !== monthOf(at).name).map(present),
  ];
}

/** @throws Problem Not-Found for a month in which the organisation was not there */
export async function invoiceOf(
  db: Db,
  accounts: Accounts,
  orgId: string,
  name: string,
  at: Date,
): Promise<InvoiceDetails> {
  const ofMonth = and(eq(invoices.orgId, orgId), eq(invoices.month, name));
  const [row] = await db.select().from(invoices).where(ofMonth);
  if (row === undefined) {
    if (name !== monthOf(at).name) throw notFound('invoice');
    return openInvoice(db, accounts, orgId, monthOf(at), at);
  }
  const lines = await db
    .select({
      meter: invoiceLines.meter,
      workgroup_id: invoiceLines.workgroupId,
      workgroup_name: invoiceLines.workgroupName,
      resource_id: invoiceLines.resourceId,
      resource_name: invoiceLines.resourceName,
      region: invoiceLines.region,
      description: invoiceLines.description,
      quantity: invoiceLines.quantity,
      unit_price: invoiceLines.unitPrice,
      price: invoiceLines.price,
    })
    .from(invoiceLines)
    .where(and(eq(invoiceLines.orgId, orgId), eq(invoiceLines.month, name)))
    .orderBy(asc(invoiceLines.place));
  return { ...present(row), lines };
}

/** Lines of one statement, within the limit of parameters. */
const LINES_AT_ONCE = 1000;

/** Freezes an ended month; of several attempts one does. */
async function closeMonth(
  tx: Db,
  { prices, chargesSince }: Accounts,
  orgId: string,
  month: Month,
): Promise<void> {
  const charges = chargesSince !== null && month.to > chargesSince;
  const lines = await linesOf(tx, prices, orgId, month);
  const itemCents = centsOf(lines);
  const creditCents = charges ? Math.min(itemCents, leftOf(await creditsOf(tx, orgId, month.to))) : 0;
  const totalCents = itemCents - creditCents;
  const made = await tx
    .insert(invoices)
    .values({
      orgId,
      month: month.name,
      startsAt: month.from,
      endsAt: month.to,
      itemCents,
      creditCents,
      totalCents,
      status: charges && totalCents > 0 ? 'Processing' : 'No Payment Needed',
    })
    .onConflictDoNothing()
    .returning({ month: invoices.month });
  if (made.length === 0) return;
  const rows = lines.map((line, place) => ({
    orgId,
    month: month.name,
    place,
    meter: line.meter,
    workgroupId: line.workgroup_id,
    workgroupName: line.workgroup_name,
    resourceId: line.resource_id,
    resourceName: line.resource_name,
    region: line.region,
    description: line.description,
    quantity: line.quantity,
    unitPrice: line.unit_price,
    price: line.price,
  }));
  for (let at = 0; at < rows.length; at += LINES_AT_ONCE)
    await tx.insert(invoiceLines).values(rows.slice(at, at + LINES_AT_ONCE));
}

/** The ended months of an organisation that are not frozen, the oldest first. */
async function openMonths(tx: Db, orgId: string, createdAt: Date, at: Date): Promise<Month[]> {
  const [last] = await tx
    .select({ month: invoices.month })
    .from(invoices)
    .where(eq(invoices.orgId, orgId))
    .orderBy(desc(invoices.month))
    .limit(1);
  const months: Month[] = [];
  let month = monthBefore(monthOf(at));
  const first = last === undefined ? monthOf(createdAt) : monthNamed(last.month);
  while (last === undefined ? month.from >= first.from : month.from > first.from) {
    months.unshift(month);
    month = monthBefore(month);
  }
  return months;
}

/** Freezes the ended months of an organisation that are not yet. Control planes take turns. */
export async function closeMonths(db: Db, accounts: Accounts, orgId: string, at: Date): Promise<void> {
  await db.transaction(async (tx) => {
    const [organization] = await tx
      .select({ createdAt: organizations.createdAt })
      .from(organizations)
      .where(eq(organizations.id, orgId))
      .for('no key update');
    if (organization === undefined) return;
    for (const month of await openMonths(tx, orgId, organization.createdAt, at))
      await closeMonth(tx, accounts, orgId, month);
  });
}
