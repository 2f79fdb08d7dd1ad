/** The tables of imports under way, of unfinished loads and of past loads (docs/adr/0077-where-drafts-of-loads-are-kept.md). */
import { index, integer, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core';
import { memberships, workspaces } from './schema.ts';

export const importDrafts = pgTable(
  'import_drafts',
  {
    membershipId: text('membership_id')
      .notNull()
      .references(() => memberships.id, { onDelete: 'cascade' }),
    workspaceId: text('workspace_id')
      .notNull()
      .references(() => workspaces.id, { onDelete: 'cascade' }),
    /** Goes up with each save. */
    version: integer('version').notNull(),
    /** As JSON; null: the import was given up. */
    draft: text('draft'),
    updatedAt: timestamp('updated_at', { withTimezone: true, mode: 'date', precision: 3 })
      .notNull()
      .defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.membershipId, table.workspaceId] }),
    index('import_drafts_workspace').on(table.workspaceId),
  ],
);

export const loadDrafts = pgTable(
  'load_drafts',
  {
    membershipId: text('membership_id')
      .notNull()
      .references(() => memberships.id, { onDelete: 'cascade' }),
    workspaceId: text('workspace_id')
      .notNull()
      .references(() => workspaces.id, { onDelete: 'cascade' }),
    /** A name, as the workspace alone knows its graphs. */
    graph: text('graph').notNull(),
    /** Goes up with each save. */
    version: integer('version').notNull(),
    /** As JSON; null: it was deleted. The row stays for its version: a window that saw an earlier one is refused. */
    draft: text('draft'),
    files: integer('files').notNull(),
    mappings: integer('mappings').notNull(),
    updatedAt: timestamp('updated_at', { withTimezone: true, mode: 'date', precision: 3 })
      .notNull()
      .defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.membershipId, table.workspaceId, table.graph] }),
    index('load_drafts_workspace').on(table.workspaceId),
  ],
);

/** Loads as their workspace last told of them. */
export const pastLoads = pgTable(
  'past_loads',
  {
    workspaceId: text('workspace_id')
      .notNull()
      .references(() => workspaces.id, { onDelete: 'cascade' }),
    /** The workspace's own. */
    id: text('id').notNull(),
    startedAt: timestamp('started_at', { withTimezone: true, mode: 'date', precision: 3 }).notNull(),
    /** The load as JSON. */
    load: text('load').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.workspaceId, table.id] }),
    index('past_loads_newest').on(table.workspaceId, table.startedAt),
  ],
);
