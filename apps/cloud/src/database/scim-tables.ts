/** Tables of provisioning by SCIM. A change here needs a migration too. */
import type { RoleName } from '@acacia/contract';
import { sql } from 'drizzle-orm';
import { index, jsonb, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { moment } from './columns.ts';
import { memberships, organizations, workgroups, workspaces } from './schema.ts';

/** The token with which the directory of an organisation calls; one for each organisation. */
export const scimTokens = pgTable('scim_tokens', {
  orgId: text('org_id')
    .primaryKey()
    .references(() => organizations.id, { onDelete: 'cascade' }),
  /** SHA-256 of the token. */
  hash: text('hash').notNull().unique(),
  /** E-mail of the person who made it. */
  creator: text('creator').notNull(),
  createdAt: moment('created_at').notNull().defaultNow(),
  lastUsedAt: moment('last_used_at'),
});

/** The names of a person as the directory writes them. */
export interface ScimNames {
  readonly displayName?: string;
  readonly formatted?: string;
  readonly givenName?: string;
  readonly familyName?: string;
}

/** The attributes of a member that the organisation's directory keeps. Members whom it has never written have no row. */
export const scimUsers = pgTable(
  'scim_users',
  {
    membershipId: text('membership_id')
      .primaryKey()
      .references(() => memberships.id, { onDelete: 'cascade' }),
    orgId: text('org_id')
      .notNull()
      .references(() => organizations.id, { onDelete: 'cascade' }),
    userName: text('user_name').notNull(),
    externalId: text('external_id'),
    names: jsonb('names').$type<ScimNames>().notNull(),
    updatedAt: moment('updated_at').notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex('scim_users_name').on(table.orgId, sql`lower(${table.userName})`),
    index('scim_users_external').on(table.orgId, table.externalId),
  ],
);

/** Groups that the directory of an organisation keeps here. */
export const scimGroups = pgTable(
  'scim_groups',
  {
    id: text('id').primaryKey(),
    orgId: text('org_id')
      .notNull()
      .references(() => organizations.id, { onDelete: 'cascade' }),
    displayName: text('display_name').notNull(),
    /** The directory's own id. */
    externalId: text('external_id'),
    createdAt: moment('created_at').notNull().defaultNow(),
    updatedAt: moment('updated_at').notNull().defaultNow(),
  },
  (table) => [uniqueIndex('scim_groups_name').on(table.orgId, sql`lower(${table.displayName})`)],
);

export const scimGroupMembers = pgTable(
  'scim_group_members',
  {
    groupId: text('group_id')
      .notNull()
      .references(() => scimGroups.id, { onDelete: 'cascade' }),
    membershipId: text('membership_id')
      .notNull()
      .references(() => memberships.id, { onDelete: 'cascade' }),
  },
  (table) => [
    primaryKey({ columns: [table.groupId, table.membershipId] }),
    index('scim_group_members_of').on(table.membershipId),
  ],
);

/** The role that a group gives to its members; a group without a row gives none. */
export const scimGroupRoles = pgTable(
  'scim_group_roles',
  {
    groupId: text('group_id')
      .primaryKey()
      .references(() => scimGroups.id, { onDelete: 'cascade' }),
    name: text('name').$type<RoleName>().notNull(),
    workgroupId: text('workgroup_id').references(() => workgroups.id, { onDelete: 'cascade' }),
    workspaceId: text('workspace_id').references(() => workspaces.id, { onDelete: 'cascade' }),
  },
  (table) => [
    index('scim_group_roles_workgroup').on(table.workgroupId),
    index('scim_group_roles_workspace').on(table.workspaceId),
  ],
);
