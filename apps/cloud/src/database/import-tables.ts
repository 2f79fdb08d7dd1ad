/** The tables of imports under way, of unfinished loads and of past loads (docs/adr/0077-where-drafts-of-loads-are-kept.md). */
import { index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { exactMoment } from './columns.ts';
import { memberships, workspaces } from './schema.ts';

/** The workspace of a row, which goes with it. */
const workspaceId = () =>
  text('workspace_id')
    .notNull()
    .references(() => workspaces.id, { onDelete: 'cascade' });

/** A draft of a member in a workspace, saved over the version that it was made from. */
const draftColumns = () => ({
  membershipId: text('membership_id')
    .notNull()
    .references(() => memberships.id, { onDelete: 'cascade' }),
  workspaceId: workspaceId(),
  /** Goes up with each save. */
  version: integer('version').notNull(),
  /** As JSON; null: it was given up. The row stays for its version: a window that saw an earlier one is refused. */
  draft: text('draft'),
  updatedAt: exactMoment('updated_at').notNull().defaultNow(),
});

export const importDrafts = pgTable('import_drafts', draftColumns(), (table) => [
  primaryKey({ columns: [table.membershipId, table.workspaceId] }),
  index('import_drafts_workspace').on(table.workspaceId),
]);

export const loadDrafts = pgTable(
  'load_drafts',
  {
    ...draftColumns(),
    /** A name, as the workspace alone knows its graphs. */
    graph: text('graph').notNull(),
    files: integer('files').notNull(),
    mappings: integer('mappings').notNull(),
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
    workspaceId: workspaceId(),
    /** The workspace's own. */
    id: text('id').notNull(),
    startedAt: exactMoment('started_at').notNull(),
    /** The load as JSON. */
    load: text('load').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.workspaceId, table.id] }),
    index('past_loads_newest').on(table.workspaceId, table.startedAt),
  ],
);
