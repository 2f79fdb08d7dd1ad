/** Tables of billing: days of usage, stored bytes, names of what is gone, prices and invoices. A change here needs a migration too. */
import type { AddonId, InvoiceStatus, Meter } from '@acacia/contract';
import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  date,
  doublePrecision,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
} from 'drizzle-orm/pg-core';
import { moment } from './columns.ts';
import { databases, organizations } from './schema.ts';

/** Usage intervals added up by day in UTC, for days that have ended. Intervals are the truth. */
export const usageDays = pgTable(
  'usage_days',
  {
    orgId: text('org_id')
      .notNull()
      .references(() => organizations.id, { onDelete: 'cascade' }),
    day: date('day').notNull(),
    workgroupId: text('workgroup_id').notNull(),
    workspaceId: text('workspace_id').notNull(),
    workspaceTypeName: text('workspace_type_name').notNull(),
    enableHa: boolean('enable_ha').notNull(),
    addons: text('addons').array().$type<AddonId[]>().notNull(),
    /** Microseconds: their sums are exact. */
    micros: bigint('micros', { mode: 'number' }).notNull(),
  },
  (table) => [
    primaryKey({
      name: 'usage_days_pk',
      columns: [
        table.orgId,
        table.day,
        table.workspaceId,
        table.workgroupId,
        table.workspaceTypeName,
        table.enableHa,
        table.addons,
      ],
    }),
  ],
);

/** Days of usage that are written; a trigger of `usage_intervals` sets them back when an earlier day changes. */
export const usageMarks = pgTable('usage_marks', {
  orgId: text('org_id')
    .primaryKey()
    .references(() => organizations.id, { onDelete: 'cascade' }),
  /** The first day that is not written. */
  until: date('until').notNull(),
});

/** Bytes that a database held, multiplied by the seconds for which it held them, by day in UTC. */
export const storageUsage = pgTable(
  'storage_usage',
  {
    orgId: text('org_id').notNull(),
    workgroupId: text('workgroup_id').notNull(),
    databaseId: text('database_id').notNull(),
    day: date('day').notNull(),
    byteSeconds: doublePrecision('byte_seconds').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.databaseId, table.day, table.orgId] }),
    index('storage_usage_org').on(table.orgId, table.day),
    index('storage_usage_age').on(table.day),
  ],
);

/** How far the storage of each database has been metered, and the size that it has since. */
export const storageMeters = pgTable('storage_meters', {
  databaseId: text('database_id')
    .primaryKey()
    .references(() => databases.id, { onDelete: 'cascade' }),
  until: moment('until').notNull(),
  bytes: bigint('bytes', { mode: 'number' }).notNull(),
});

/** Names and places of workspaces and databases that were removed, for invoices. */
export const goneResources = pgTable('gone_resources', {
  id: text('id').primaryKey(),
  name: text('name').notNull(),
  workgroupName: text('workgroup_name').notNull(),
  region: text('region').notNull(),
  goneAt: moment('gone_at').notNull().defaultNow(),
});

/** The last price of each size and region that a catalog has had, for usage of those that it has no longer. */
export const lastPrices = pgTable(
  'last_prices',
  {
    kind: text('kind').$type<'size' | 'region'>().notNull(),
    name: text('name').notNull(),
    price: jsonb('price').$type<unknown>().notNull(),
  },
  (table) => [primaryKey({ columns: [table.kind, table.name] })],
);

/** Organisations as the payment provider knows them, and as the credit gate does. */
export const billingAccounts = pgTable('billing_accounts', {
  orgId: text('org_id')
    .primaryKey()
    .references(() => organizations.id, { onDelete: 'cascade' }),
  /** Id of the provider's customer; null until one is needed. */
  customerId: text('customer_id').unique(),
  /** Id of the card that is charged; null: none. */
  defaultCard: text('default_card'),
  /** Since when the credits are used up and nothing can be charged; null: that is not so. */
  gatedSince: moment('gated_since'),
});

/** Visits to the provider's page for cards whose end is not known yet. */
export const billingSessions = pgTable(
  'billing_sessions',
  {
    id: text('id').primaryKey(),
    orgId: text('org_id')
      .notNull()
      .references(() => organizations.id, { onDelete: 'cascade' }),
    createdAt: moment('created_at').notNull().defaultNow(),
  },
  (table) => [index('billing_sessions_org').on(table.orgId)],
);

/** Events of the payment provider that were handled. */
export const stripeEvents = pgTable(
  'stripe_events',
  { id: text('id').primaryKey(), handledAt: moment('handled_at').notNull().defaultNow() },
  (table) => [index('stripe_events_age').on(table.handledAt)],
);

/** Ended months of organisations. Amounts are in cents; they never change. */
export const invoices = pgTable(
  'invoices',
  {
    orgId: text('org_id')
      .notNull()
      .references(() => organizations.id, { onDelete: 'cascade' }),
    /** `YYYY-MM`. */
    month: text('month').notNull(),
    startsAt: moment('starts_at').notNull(),
    /** The first moment after the month. */
    endsAt: moment('ends_at').notNull(),
    itemCents: bigint('item_cents', { mode: 'number' }).notNull(),
    creditCents: bigint('credit_cents', { mode: 'number' }).notNull(),
    totalCents: bigint('total_cents', { mode: 'number' }).notNull(),
    status: text('status').$type<InvoiceStatus>().notNull(),
    paymentUrl: text('payment_url'),
    /** Id of the payment provider's invoice; null: none yet, or none is needed. */
    stripeInvoice: text('stripe_invoice').unique(),
    /** The card with which payment was tried last; null: none was. */
    triedCard: text('tried_card'),
    closedAt: moment('closed_at').notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.orgId, table.month] }),
    index('invoices_unpaid')
      .on(table.orgId)
      .where(sql`${table.status} in ('Processing', 'In Grace Period')`),
  ],
);

export const invoiceLines = pgTable(
  'invoice_lines',
  {
    orgId: text('org_id').notNull(),
    month: text('month').notNull(),
    /** From 0, the dearest line first. */
    place: integer('place').notNull(),
    meter: text('meter').$type<Meter>().notNull(),
    workgroupId: text('workgroup_id').notNull(),
    workgroupName: text('workgroup_name').notNull(),
    resourceId: text('resource_id').notNull(),
    resourceName: text('resource_name').notNull(),
    region: text('region').notNull(),
    description: text('description').notNull(),
    quantity: doublePrecision('quantity').notNull(),
    unitPrice: doublePrecision('unit_price').notNull(),
    price: doublePrecision('price').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.orgId, table.month, table.place] }),
    foreignKey({
      name: 'invoice_lines_invoice',
      columns: [table.orgId, table.month],
      foreignColumns: [invoices.orgId, invoices.month],
    }).onDelete('cascade'),
  ],
);
