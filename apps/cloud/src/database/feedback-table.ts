/** Table of feedback about the product. A change here needs a migration too. */
import type { FeedbackCategory } from '@acacia/contract';
import { bigint, index, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { created } from './columns.ts';
import { accounts, organizations } from './schema.ts';

/** Answers of people, the newest of each organisation. They outlive a membership. */
export const feedback = pgTable(
  'feedback',
  {
    id: bigint('id', { mode: 'bigint' }).primaryKey().generatedAlwaysAsIdentity(),
    orgId: text('org_id')
      .notNull()
      .references(() => organizations.id, { onDelete: 'cascade' }),
    /** Null once the account is gone. */
    accountId: text('account_id').references(() => accounts.id, { onDelete: 'set null' }),
    category: text('category').$type<FeedbackCategory>().notNull(),
    /** Answers in the order of the category's questions. */
    rowData: jsonb('row_data').$type<string[]>().notNull(),
    createdAt: created(),
  },
  (table) => [index('feedback_org').on(table.orgId, table.id), index('feedback_account').on(table.accountId)],
);
