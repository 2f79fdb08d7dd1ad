/**
 * Charges closed months. Each step at the payment provider has a key of its own, and the provider is asked how far the
 * last try came, so that a try that was cut off anywhere makes no second charge. The same look learns of payments that no
 * event has told of.
 */
import type { InvoiceStatus } from '@acacia/contract';
import { and, asc, eq, inArray, isNull, lt, sql } from 'drizzle-orm';
import type { BaseLogger } from 'pino';
import { billingSessions, invoices, stripeEvents } from '../../database/billing-tables.ts';
import type { Database, Db } from '../../database/database.ts';
import { accountOf, customerIdOf, settleSession } from './payment.ts';
import type { Charge, Provider, ProviderInvoice } from './provider.ts';

type Row = typeof invoices.$inferSelect;

/** Open: the card was refused, or there is none; it can be paid on the provider's page. */
const STATUS = {
  draft: 'Processing',
  open: 'In Grace Period',
  paid: 'Paid',
  uncollectible: 'In Grace Period',
  void: 'No Payment Needed',
} as const satisfies Record<ProviderInvoice['status'], InvoiceStatus>;

async function store(db: Db, row: Row, invoice: ProviderInvoice): Promise<void> {
  const paymentUrl = invoice.status === 'open' ? (invoice.hosted_invoice_url ?? null) : null;
  await db
    .update(invoices)
    .set({ status: STATUS[invoice.status], paymentUrl })
    .where(and(eq(invoices.orgId, row.orgId), eq(invoices.month, row.month)));
}

/** The provider's invoice of a month: the one that was made, or a new one. */
async function invoiceFor(db: Db, provider: Provider, row: Row, charge: Charge): Promise<ProviderInvoice> {
  if (row.stripeInvoice !== null) return provider.invoice(row.stripeInvoice);
  const invoice = (await provider.findInvoice(charge)) ?? (await provider.createInvoice(charge));
  await db
    .update(invoices)
    .set({ stripeInvoice: invoice.id })
    .where(and(eq(invoices.orgId, row.orgId), eq(invoices.month, row.month), isNull(invoices.stripeInvoice)));
  return invoice;
}

/** Takes the steps of a month's charge that are left. @throws Error when the provider's total is not the month's */
async function collect(db: Db, provider: Provider, row: Row): Promise<void> {
  const { orgId, month, totalCents } = row;
  const customerId = await customerIdOf(db, provider, orgId);
  const charge = { orgId, month, totalCents, customerId };
  let invoice = await invoiceFor(db, provider, row, charge);
  if (invoice.status === 'draft') {
    if (invoice.total === 0) await provider.addItem(charge, invoice.id);
    invoice = await provider.finalize(charge, invoice.id);
  }
  if (invoice.total !== totalCents)
    throw new Error(`The payment provider has ${invoice.total} cents for ${month}, not ${totalCents}.`);
  const { defaultCard } = await accountOf(db, orgId);
  if (invoice.status === 'open' && defaultCard !== null && defaultCard !== row.triedCard) {
    invoice = await provider.pay(charge, invoice.id, defaultCard);
    await db
      .update(invoices)
      .set({ triedCard: defaultCard })
      .where(and(eq(invoices.orgId, orgId), eq(invoices.month, month)));
  }
  await store(db, row, invoice);
}

/** Reads how the payment of an invoice stands, after an event about it. */
export async function lookAtInvoice(db: Db, provider: Provider, stripeInvoice: string): Promise<void> {
  const [row] = await db.select().from(invoices).where(eq(invoices.stripeInvoice, stripeInvoice));
  if (row === undefined) return;
  const invoice = await provider.invoice(stripeInvoice);
  await store(db, row, invoice);
}

interface Collecting {
  readonly db: Database['db'];
  readonly provider: Provider;
  readonly log: BaseLogger;
}

/** Days for which handled events are remembered: the provider sends one again for three days. */
const EVENT_DAYS = 30;

/** Charges what is not paid, and settles visits for cards that no event has told of. */
export async function collectPayments(
  { db, provider, log }: Collecting,
  stopping: AbortSignal,
): Promise<void> {
  for (const { id } of await db.select({ id: billingSessions.id }).from(billingSessions)) {
    if (stopping.aborted) return;
    try {
      await settleSession(db, provider, id);
    } catch (error) {
      log.warn({ err: error, session: id }, 'a visit to the payment provider could not be settled');
    }
  }
  const unpaid = await db
    .select()
    .from(invoices)
    .where(inArray(invoices.status, ['Processing', 'In Grace Period']))
    .orderBy(asc(invoices.month), asc(invoices.orgId));
  for (const row of unpaid) {
    if (stopping.aborted) return;
    try {
      await collect(db, provider, row);
    } catch (error) {
      log.warn({ err: error, organization: row.orgId, month: row.month }, 'an invoice could not be charged');
    }
  }
  await db
    .delete(stripeEvents)
    .where(lt(stripeEvents.handledAt, sql`now() - make_interval(days => ${EVENT_DAYS})`));
}
