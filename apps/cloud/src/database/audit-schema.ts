/** Tables of the audit log and its seals. */
import { sql } from 'drizzle-orm';
import { bigint, index, integer, jsonb, pgTable, text, timestamp } from 'drizzle-orm/pg-core';
import { exactMoment } from './columns.ts';

export const auditEntries = pgTable(
  'audit_entries',
  {
    id: bigint('id', { mode: 'bigint' }).primaryKey().generatedAlwaysAsIdentity(),
    orgId: text('org_id').notNull(),
    at: timestamp('at', { withTimezone: true, mode: 'date' }).notNull().defaultNow(),
    actor: text('actor').notNull(),
    /** Account of the person, who may be gone; null where there is none, and in rows of earlier versions. */
    actorId: text('actor_id'),
    action: text('action').notNull(),
    resource: text('resource').notNull(),
    before: jsonb('before'),
    after: jsonb('after'),
    outcome: text('outcome').$type<'ok' | 'failed'>().notNull(),
    message: text('message').notNull(),
    requestId: text('request_id').notNull(),
    /** Address of the client; '' where there is none. */
    address: text('address').notNull().default(''),
    userAgent: text('user_agent').notNull().default(''),
  },
  (table) => [
    index('audit_entries_newest').on(table.orgId, table.id.desc()),
    // Filters whose rows may be few among millions. Texts are searched without an index: with trigrams one is as large as
    // the table, and takes a minute for each million rows to make.
    index('audit_entries_action').on(table.orgId, table.action, table.id.desc()),
    index('audit_entries_actor').on(table.orgId, table.actorId, table.id.desc()),
    index('audit_entries_resource').on(table.orgId, table.resource.op('text_pattern_ops'), table.id.desc()),
    index('audit_entries_failed')
      .on(table.orgId, table.id.desc())
      .where(sql`${table.outcome} = 'failed'`),
    index('audit_entries_at').on(table.orgId, table.at),
  ],
);

/** A row of the audit log in a seal: its id, and the SHA-256 of what it says. */
export type SealedRow = readonly [id: string, digest: string];

/** The hash chain over the audit log: each seal is over the rows after those of the seal before (ADR 48). */
export const auditSeals = pgTable(
  'audit_seals',
  {
    /** From 1 on, without gaps. */
    number: integer('number').primaryKey(),
    /** The largest id that it covers, whether or not there is a row with it. */
    lastId: bigint('last_id', { mode: 'bigint' }).notNull(),
    sealedAt: exactMoment('sealed_at').notNull(),
    rows: jsonb('rows').$type<readonly SealedRow[]>().notNull(),
    /** The rows that are deleted after `passingUntil`; null when they have been. */
    passing: jsonb('passing').$type<readonly SealedRow[]>(),
    /** SHA-256 of what `passing` held at first. */
    passingDigest: text('passing_digest').notNull(),
    passingUntil: exactMoment('passing_until'),
    /** SHA-256 over the hash before and all other columns but `passing`. */
    hash: text('hash').notNull(),
  },
  (table) => [
    index('audit_seals_passing')
      .on(table.passingUntil)
      .where(sql`${table.passing} is not null`),
  ],
);

/** The last seal that a collector of the audit log has taken (audit/ship.ts). */
export const auditShipments = pgTable('audit_shipments', {
  url: text('url').primaryKey(),
  seal: integer('seal').notNull(),
});
