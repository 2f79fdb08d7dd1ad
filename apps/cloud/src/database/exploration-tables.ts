/** Tables of saved explorations (docs/adr/0087-saved-explorations.md). */
import { index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { exactMoment } from './columns.ts';
import { accounts, memberships, organizations, workspaces } from './schema.ts';

export const explorations = pgTable(
  'explorations',
  {
    id: text('id').primaryKey(),
    orgId: text('org_id')
      .notNull()
      .references(() => organizations.id, { onDelete: 'cascade' }),
    workspaceId: text('workspace_id')
      .notNull()
      .references(() => workspaces.id, { onDelete: 'cascade' }),
    /** Name of the graph; it may be gone. */
    graph: text('graph').notNull(),
    /** Explorations outlive a person's membership. */
    ownerId: text('owner_id')
      .notNull()
      .references(() => accounts.id),
    name: text('name').notNull(),
    /** The document as JSON. */
    document: text('document').notNull(),
    vertices: integer('vertices').notNull(),
    edges: integer('edges').notNull(),
    /** Goes up with each save. */
    version: integer('version').notNull().default(1),
    access: text('access').$type<'none' | 'view' | 'edit'>().notNull().default('none'),
    createdAt: exactMoment('created_at').notNull().defaultNow(),
    updatedAt: exactMoment('updated_at').notNull().defaultNow(),
    /** Who saved it last; null: the account is gone. */
    updatedBy: text('updated_by').references(() => accounts.id, { onDelete: 'set null' }),
  },
  (table) => [
    index('explorations_workspace').on(table.workspaceId),
    index('explorations_owner').on(table.orgId, table.ownerId),
  ],
);

/** Shares with people by name. Those with everybody of the workspace are `access` of the exploration. */
export const explorationShares = pgTable(
  'exploration_shares',
  {
    explorationId: text('exploration_id')
      .notNull()
      .references(() => explorations.id, { onDelete: 'cascade' }),
    /** A share ends with the membership. */
    membershipId: text('membership_id')
      .notNull()
      .references(() => memberships.id, { onDelete: 'cascade' }),
    permission: text('permission').$type<'view' | 'edit'>().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.explorationId, table.membershipId] }),
    index('exploration_shares_membership').on(table.membershipId),
  ],
);

export const explorationComments = pgTable(
  'exploration_comments',
  {
    id: text('id').primaryKey(),
    explorationId: text('exploration_id')
      .notNull()
      .references(() => explorations.id, { onDelete: 'cascade' }),
    authorId: text('author_id')
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    /** Key of a vertex; '' for the exploration. */
    about: text('about').notNull(),
    text: text('text').notNull(),
    createdAt: exactMoment('created_at').notNull().defaultNow(),
  },
  (table) => [index('exploration_comments_exploration').on(table.explorationId, table.createdAt)],
);

/** How a person has the vertices of a graph drawn. */
export const explorationStyles = pgTable(
  'exploration_styles',
  {
    membershipId: text('membership_id')
      .notNull()
      .references(() => memberships.id, { onDelete: 'cascade' }),
    workspaceId: text('workspace_id')
      .notNull()
      .references(() => workspaces.id, { onDelete: 'cascade' }),
    graph: text('graph').notNull(),
    /** As JSON. */
    styles: text('styles').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.membershipId, table.workspaceId, table.graph] }),
    index('exploration_styles_workspace').on(table.workspaceId),
  ],
);
