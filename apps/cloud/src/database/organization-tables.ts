/** Tables of an organisation's settings and onboarding: API keys, logos, completed tasks. A change here needs a migration too. */
import type { LogoType, MarketplaceProvider, TaskId } from '@acacia/contract';
import { customType, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { moment } from './columns.ts';
import { accounts, organizations } from './schema.ts';

/** Bytes as they are; a `Buffer` here. */
const binary = customType<{ data: Buffer }>({ dataType: () => 'bytea' });

/** API keys, each with its service account, whose membership tells when it was used last. */
export const apiKeys = pgTable(
  'api_keys',
  {
    id: text('id').primaryKey(),
    orgId: text('org_id')
      .notNull()
      .references(() => organizations.id, { onDelete: 'cascade' }),
    accountId: text('account_id')
      .notNull()
      .unique()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    /** Keyed hash of the key (identity/api-keys.ts). */
    hash: text('hash').notNull().unique(),
    /** First and last characters of the key, for people. */
    redacted: text('redacted').notNull(),
    /** E-mail of the person who created it. */
    creator: text('creator').notNull(),
    createdAt: moment('created_at').notNull().defaultNow(),
    /** Null: never. */
    expiresAt: moment('expires_at'),
  },
  (table) => [index('api_keys_org').on(table.orgId)],
);

/** Copies of the logos of organisations; one that is replaced is deleted. */
export const organizationLogos = pgTable(
  'organization_logos',
  {
    orgId: text('org_id')
      .primaryKey()
      .references(() => organizations.id, { onDelete: 'cascade' }),
    /** SHA-256 of the content in hexadecimal digits, which is the name in its address. */
    hash: text('hash').notNull(),
    type: text('type').$type<LogoType>().notNull(),
    content: binary('content').notNull(),
  },
  (table) => [index('organization_logos_hash').on(table.hash)],
);

/** Completed tasks of the to-do lists, each once, however often and at once they are completed. */
export const completedTasks = pgTable(
  'completed_tasks',
  {
    orgId: text('org_id')
      .notNull()
      .references(() => organizations.id, { onDelete: 'cascade' }),
    task: text('task').$type<TaskId>().notNull(),
    /** Dollars that it has earned. */
    credits: integer('credits').notNull(),
    completedAt: moment('completed_at').notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.orgId, table.task] })],
);

/** Subscriptions of marketplaces that people came with (docs/guides/marketplaces.md). Nobody has confirmed them. */
export const marketplaceSubscriptions = pgTable(
  'marketplace_subscriptions',
  {
    /** SHA-256 of provider and token. */
    hash: text('hash').primaryKey(),
    orgId: text('org_id')
      .notNull()
      .references(() => organizations.id, { onDelete: 'cascade' }),
    provider: text('provider').$type<MarketplaceProvider>().notNull(),
    /** E-mail of the person who associated it. */
    creator: text('creator').notNull(),
    createdAt: moment('created_at').notNull().defaultNow(),
  },
  (table) => [index('marketplace_subscriptions_org').on(table.orgId)],
);
