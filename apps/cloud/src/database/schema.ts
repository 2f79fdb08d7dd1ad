/** Tables of the control plane. A change here needs a migration: `npx drizzle-kit generate` in this app. */
import type { RoleName, WorkspaceStatus } from '@acacia/contract';
import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  unique,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import type { OperationKind, OperationState } from '../operations/operation.ts';

const moment = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });
const created = () => moment('created_at').notNull().defaultNow();

export const organizations = pgTable('organizations', {
  id: text('id').primaryKey(),
  name: text('name').notNull().unique(),
  displayName: text('display_name').notNull(),
  logoUrl: text('logo_url'),
  creator: text('creator').notNull(),
  /** Largest workspace that the organisation may have, in GiB. */
  maxWorkspaceMemory: integer('max_workspace_memory').notNull(),
  createdAt: created(),
});

export const users = pgTable('users', {
  id: text('id').primaryKey(),
  orgId: text('org_id')
    .notNull()
    .references(() => organizations.id, { onDelete: 'cascade' }),
  /** Lower case. */
  email: text('email').notNull().unique(),
  name: text('name').notNull(),
  /** Null: signs in elsewhere. */
  passwordHash: text('password_hash'),
  /** Subject at the outside issuer, once seen. */
  subject: text('subject').unique(),
  acceptedTos: boolean('accepted_tos').notNull().default(false),
  acceptedTocVersion: text('accepted_toc_version'),
  lastVisitCloud: text('last_visit_cloud').$type<'new' | 'old'>(),
  createdAt: created(),
});

export const workgroups = pgTable(
  'workgroups',
  {
    id: text('id').primaryKey(),
    orgId: text('org_id')
      .notNull()
      .references(() => organizations.id, { onDelete: 'cascade' }),
    name: text('name').notNull(),
    creator: text('creator').notNull(),
    cloudProviderId: text('cloud_provider_id').notNull(),
    region: text('region').notNull(),
    enableApplicationLog: boolean('enable_application_log').notNull(),
    createdAt: created(),
  },
  (table) => [unique('workgroups_name').on(table.orgId, table.name)],
);

export const databases = pgTable(
  'databases',
  {
    id: text('id').primaryKey(),
    workgroupId: text('workgroup_id')
      .notNull()
      .references(() => workgroups.id),
    name: text('name').notNull(),
    createdAt: created(),
  },
  (table) => [unique('databases_name').on(table.workgroupId, table.name)],
);

export const workspaces = pgTable(
  'workspaces',
  {
    id: text('id').primaryKey(),
    workgroupId: text('workgroup_id')
      .notNull()
      .references(() => workgroups.id),
    databaseId: text('database_id')
      .notNull()
      .references(() => databases.id),
    name: text('name').notNull(),
    status: text('status').$type<WorkspaceStatus>().notNull(),
    errMessage: text('err_message').notNull().default(''),
    isRw: boolean('is_rw').notNull(),
    enableHa: boolean('enable_ha').notNull(),
    workspaceTypeName: text('workspace_type_name').notNull(),
    autoStopMinutes: integer('auto_stop_minutes').notNull(),
    enableAutoStart: boolean('enable_auto_start').notNull(),
    /** Public port that the gateway listens on. */
    port: integer('port').notNull().unique(),
    tgVersion: text('tg_version').notNull(),
    creator: text('creator').notNull(),
    restarts: integer('restarts').notNull().default(0),
    createdAt: created(),
    lastModifiedAt: moment('last_modified_at').notNull().defaultNow(),
  },
  (table) => [
    unique('workspaces_name').on(table.workgroupId, table.name),
    index('workspaces_database').on(table.databaseId),
    /** A database has at most one read-write workspace. */
    uniqueIndex('workspaces_one_writer')
      .on(table.databaseId)
      .where(sql`${table.isRw}`),
  ],
);

export const roleGrants = pgTable(
  'role_grants',
  {
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    name: text('name').$type<RoleName>().notNull(),
    workgroupId: text('workgroup_id').references(() => workgroups.id, { onDelete: 'cascade' }),
    workspaceId: text('workspace_id').references(() => workspaces.id, { onDelete: 'cascade' }),
  },
  (table) => [
    index('role_grants_workgroup').on(table.workgroupId),
    index('role_grants_workspace').on(table.workspaceId),
    unique('role_grants_once')
      .on(table.userId, table.name, table.workgroupId, table.workspaceId)
      .nullsNotDistinct(),
  ],
);

/** Long actions that survive a crash of the process (docs/adr/0009-durable-operations.md). */
export const operations = pgTable(
  'operations',
  {
    id: text('id').primaryKey(),
    kind: text('kind').$type<OperationKind>().notNull(),
    /** The workspace acted on; no foreign key, for terminating removes it. */
    workspaceId: text('workspace_id'),
    databaseId: text('database_id').notNull(),
    state: text('state').$type<OperationState>().notNull(),
    /** What it is doing, for people. */
    step: text('step').notNull(),
    attempts: integer('attempts').notNull().default(0),
    error: text('error').notNull().default(''),
    actor: text('actor').notNull(),
    /** The control plane that runs it, and until when it may be thought alive. */
    leaseOwner: text('lease_owner'),
    leaseUntil: moment('lease_until'),
    runAfter: moment('run_after').notNull().defaultNow(),
    createdAt: created(),
    finishedAt: moment('finished_at'),
  },
  (table) => [
    index('operations_open')
      .on(table.runAfter)
      .where(sql`${table.state} in ('queued', 'running')`),
    index('operations_workspace').on(table.workspaceId, table.createdAt),
    /** Only one runs on a workspace at a time. */
    uniqueIndex('operations_one_running')
      .on(table.workspaceId)
      .where(sql`${table.state} = 'running'`),
  ],
);

export const auditEntries = pgTable(
  'audit_entries',
  {
    id: bigint('id', { mode: 'bigint' }).primaryKey().generatedAlwaysAsIdentity(),
    orgId: text('org_id').notNull(),
    at: moment('at').notNull().defaultNow(),
    actor: text('actor').notNull(),
    action: text('action').notNull(),
    resource: text('resource').notNull(),
    before: jsonb('before'),
    after: jsonb('after'),
    outcome: text('outcome').$type<'ok' | 'failed'>().notNull(),
    message: text('message').notNull(),
    requestId: text('request_id').notNull(),
  },
  (table) => [index('audit_entries_newest').on(table.orgId, table.id.desc())],
);

/** What the embedded OpenID Connect provider keeps: sessions, grants, tokens, interactions. */
export const oidcPayloads = pgTable(
  'oidc_payloads',
  {
    model: text('model').notNull(),
    id: text('id').notNull(),
    payload: jsonb('payload').$type<Record<string, unknown>>().notNull(),
    grantId: text('grant_id'),
    uid: text('uid'),
    userCode: text('user_code'),
    consumedAt: moment('consumed_at'),
    expiresAt: moment('expires_at'),
  },
  (table) => [
    primaryKey({ columns: [table.model, table.id] }),
    index('oidc_payloads_grant').on(table.grantId),
    index('oidc_payloads_uid').on(table.uid),
    index('oidc_payloads_expiry').on(table.expiresAt),
  ],
);

/** Keys made once on this installation: token signing, cookies. */
export const secrets = pgTable('secrets', {
  name: text('name').primaryKey(),
  value: jsonb('value').notNull(),
  createdAt: created(),
});
