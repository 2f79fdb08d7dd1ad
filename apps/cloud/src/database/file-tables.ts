/** Tables of the query editor's files (docs/adr/0056-files-of-the-editor.md). */
import type { FileAccess } from '@acacia/contract';
import {
  boolean,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  unique,
  type AnyPgColumn,
} from 'drizzle-orm/pg-core';
import { exactMoment } from './columns.ts';
import { accounts, memberships, organizations } from './schema.ts';

export const editorFiles = pgTable(
  'editor_files',
  {
    id: text('id').primaryKey(),
    orgId: text('org_id')
      .notNull()
      .references(() => organizations.id, { onDelete: 'cascade' }),
    /** The same for a folder and all that is in it. Their files outlive a person's membership. */
    ownerId: text('owner_id')
      .notNull()
      .references(() => accounts.id),
    /** Null: at the top of the owner's files. */
    parentId: text('parent_id').references((): AnyPgColumn => editorFiles.id, { onDelete: 'cascade' }),
    name: text('name').notNull(),
    isFolder: boolean('is_folder').notNull(),
    type: text('type').$type<'' | 'Tutorial'>().notNull().default(''),
    content: text('content').notNull().default(''),
    /** Goes up with each text. */
    version: integer('version').notNull().default(1),
    access: integer('access').$type<FileAccess>().notNull().default(0),
    createdAt: exactMoment('created_at').notNull().defaultNow(),
    updatedAt: exactMoment('updated_at').notNull().defaultNow(),
    /** Who wrote the text; null: the account is gone. */
    updatedBy: text('updated_by').references(() => accounts.id, { onDelete: 'set null' }),
    /** When a save by that person was last written into the audit log; null: not since somebody else wrote. */
    auditedAt: exactMoment('audited_at'),
  },
  (table) => [
    unique('editor_files_name').on(table.orgId, table.ownerId, table.parentId, table.name).nullsNotDistinct(),
    index('editor_files_parent').on(table.parentId),
    index('editor_files_access').on(table.orgId, table.access),
  ],
);

/** Shares with people by name. Those with the whole organisation are `access` of the file. */
export const editorFileShares = pgTable(
  'editor_file_shares',
  {
    fileId: text('file_id')
      .notNull()
      .references(() => editorFiles.id, { onDelete: 'cascade' }),
    /** A share ends with the membership. */
    membershipId: text('membership_id')
      .notNull()
      .references(() => memberships.id, { onDelete: 'cascade' }),
    permission: text('permission').$type<'view' | 'edit'>().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.fileId, table.membershipId] }),
    index('editor_file_shares_membership').on(table.membershipId),
  ],
);
