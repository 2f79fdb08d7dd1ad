/** Tables of the control plane. A change here needs a migration: `npx drizzle-kit generate` in this app. */
import type {
  AddonId,
  AlertMetric,
  BackupStatus,
  ConditionType,
  LogEntry,
  OrgQuota,
  RoleName,
  ScheduleRepeat,
  SolutionStatus,
  Survey,
  UpdateStrategy,
  Workspace,
  WorkspaceStatus,
} from '@acacia/contract';
import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  unique,
  uniqueIndex,
  type AnyPgColumn,
} from 'drizzle-orm/pg-core';
import { created, moment } from './columns.ts';
import { scimGroups } from './scim-tables.ts';

export { auditEntries, auditSeals, auditShipments, type SealedRow } from './audit-schema.ts';

/** Kinds of operations; `operations/operation.ts` has the status of a workspace during each. */
export type OperationKind =
  | 'create'
  | 'resume'
  | 'pause'
  | 'stop'
  | 'terminate'
  | 'resize'
  | 'upgrade'
  /** Restarts the workspace as its row says: high availability has changed. */
  | 'reconfigure'
  /** A new snapshot for a read-only workspace. */
  | 'refresh'
  | 'backup'
  | 'delete-backup'
  | 'restore'
  | 'install-solution'
  | 'uninstall-solution'
  /** The ready-made sample, in a database of nobody. */
  | 'make-sample'
  | 'delete-database'
  /** An organisation of their own for a person who has none. */
  | 'create-organization';
type OperationState = 'queued' | 'running' | 'succeeded' | 'failed';

/** Languages in which mails are written. */
export type MailLanguage = 'en' | 'zh';

const bytes = (name: string) => bigint(name, { mode: 'number' });

export const organizations = pgTable('organizations', {
  id: text('id').primaryKey(),
  name: text('name').notNull().unique(),
  displayName: text('display_name').notNull(),
  /** Path of the logo on the console's origin. */
  logoUrl: text('logo_url'),
  creator: text('creator').notNull(),
  /** The tier; limits by tier are in resources/catalog. */
  tier: text('tier').$type<OrgQuota['tier']>().notNull().default('enterprise'),
  /** Largest workspace that the organisation may have, in GiB. */
  maxWorkspaceMemory: integer('max_workspace_memory').notNull(),
  /** Whether somebody has answered the survey for the organisation. */
  marketingDone: boolean('marketing_done').notNull().default(false),
  /** Whether its people need a second factor (docs/adr/0059-a-compulsory-second-factor.md). */
  requireSecondFactor: boolean('require_second_factor').notNull().default(false),
  createdAt: created(),
});

/**
 * People, and the service accounts of API keys (docs/adr/0053-api-keys.md). What they may do stands in their memberships
 * (docs/adr/0046-accounts-and-memberships.md).
 */
export const accounts = pgTable('accounts', {
  id: text('id').primaryKey(),
  /** Service accounts sign in nowhere and get no mails. */
  kind: text('kind').$type<'person' | 'service'>().notNull().default('person'),
  /** As `normalEmail` gives it; of a service account `serviceEmail`. */
  email: text('email').notNull().unique(),
  name: text('name').notNull(),
  /** Null: the person signs in at an outside issuer, or has set no password yet. */
  passwordHash: text('password_hash'),
  /** When the person chose the password; null: they have not, and any password is that of the first start. */
  passwordSetAt: moment('password_set_at'),
  /** Subject at the outside issuer, from the first sign-in on. */
  subject: text('subject').unique(),
  /** When the person proved that they read mails to the address; null: not yet. */
  emailVerifiedAt: moment('email_verified_at'),
  /** When a token of the outside issuer last showed a second factor, to the day; null: none has. */
  secondFactorShownAt: moment('second_factor_shown_at'),
  acceptedTos: boolean('accepted_tos').notNull().default(false),
  acceptedTocVersion: text('accepted_toc_version'),
  /** The language in which the person used the console last, for mails; null: not known. */
  language: text('language').$type<MailLanguage>(),
  lastVisitCloud: text('last_visit_cloud').$type<'new' | 'old'>(),
  /** The organisation that the person worked in last; a sign-in begins there. */
  lastOrgId: text('last_org_id').references(() => organizations.id, { onDelete: 'set null' }),
  createdAt: created(),
});

/** The organisations of each account. */
export const memberships = pgTable(
  'memberships',
  {
    id: text('id').primaryKey(),
    orgId: text('org_id')
      .notNull()
      .references(() => organizations.id, { onDelete: 'cascade' }),
    accountId: text('account_id')
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    /** The account that invited the person; null: nobody did, or it is gone. */
    invitedBy: text('invited_by').references(() => accounts.id, { onDelete: 'set null' }),
    createdAt: created(),
    /** Null while the invitation is pending: the account may not act in the organisation yet. */
    joinedAt: moment('joined_at'),
    /** When the organisation's directory deactivated the person, who may not act in the organisation since; null: it did not. */
    deactivatedAt: moment('deactivated_at'),
    lastActiveAt: moment('last_active_at'),
    /** The person's answers to the survey of the onboarding. */
    survey: jsonb('survey').$type<Survey>(),
  },
  (table) => [
    unique('memberships_once').on(table.orgId, table.accountId),
    index('memberships_account').on(table.accountId),
  ],
);

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
    enableAllowList: boolean('enable_allow_list').notNull().default(false),
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
    /** Bytes at the last measurement, so that lists need not measure. */
    sizeBytes: bytes('size_bytes').notNull().default(0),
    /** Whether the driver has made its storage: a database without storage is lost then, not new. */
    isMade: boolean('is_made').notNull().default(false),
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
    conditionType: text('condition_type').$type<ConditionType>().notNull().default('Normal'),
    errMessage: text('err_message').notNull().default(''),
    isRw: boolean('is_rw').notNull(),
    enableHa: boolean('enable_ha').notNull(),
    workspaceTypeName: text('workspace_type_name').notNull(),
    autoStopMinutes: integer('auto_stop_minutes').notNull(),
    enableAutoStart: boolean('enable_auto_start').notNull(),
    /** Whether resuming turns auto-resume on again, because stopping turned it off. */
    autoStartOnResume: boolean('auto_start_on_resume').notNull().default(false),
    /** Public port that the gateway listens on. */
    port: integer('port').notNull().unique(),
    tgVersion: text('tg_version').notNull(),
    updateStrategy: text('update_strategy')
      .$type<UpdateStrategy>()
      .notNull()
      .default('update_strategy_window'),
    /** 0 to 6; Sunday is 0. */
    maintenanceWindowDayOfWeek: integer('maintenance_window_day_of_week').notNull().default(0),
    maintenanceWindowHourOfDay: integer('maintenance_window_hour_of_day').notNull().default(0),
    maintenanceWindowTimeZone: text('maintenance_window_time_zone').notNull().default('UTC'),
    /** The snapshot that a read-only workspace shows; null for a read-write one. */
    snapshotId: text('snapshot_id'),
    refreshStatus: text('refresh_status').$type<Workspace['refresh_status']>().notNull().default(''),
    refreshMessage: text('refresh_message').notNull().default(''),
    enableCopilot: boolean('enable_copilot').notNull().default(false),
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

/** Database snapshots, which read-only workspaces show. */
export const snapshots = pgTable(
  'snapshots',
  {
    id: text('id').primaryKey(),
    databaseId: text('database_id')
      .notNull()
      .references(() => databases.id, { onDelete: 'cascade' }),
    /** The read-only workspace that it was taken for; no foreign key, because terminating removes that row. */
    workspaceId: text('workspace_id'),
    sizeBytes: bytes('size_bytes').notNull(),
    createdAt: created(),
  },
  (table) => [index('snapshots_database').on(table.databaseId)],
);

/** The last reading of each workspace; a table of its own, because it changes every few seconds. */
export const workspaceReadings = pgTable('workspace_readings', {
  workspaceId: text('workspace_id')
    .primaryKey()
    .references(() => workspaces.id, { onDelete: 'cascade' }),
  at: moment('at').notNull(),
  memoryPercent: doublePrecision('memory_percent').notNull(),
  /** The graph in memory, in per cent of its limit. */
  dataMemoryPercent: doublePrecision('data_memory_percent').notNull(),
  volumePercent: doublePrecision('volume_percent').notNull(),
  graphBytes: bytes('graph_bytes').notNull(),
  vertexCount: bytes('vertex_count'),
  edgeCount: bytes('edge_count'),
});

/** Readings of metrics; each resolution keeps its own rows (packages/contract cloud/metrics.ts). */
export const metrics = pgTable(
  'metrics',
  {
    workspaceId: text('workspace_id')
      .notNull()
      .references(() => workspaces.id, { onDelete: 'cascade' }),
    /** Seconds that the row covers. */
    resolution: integer('resolution').notNull(),
    /** Start of those seconds. */
    at: moment('at').notNull(),
    cpuPercent: doublePrecision('cpu_percent').notNull(),
    memoryPercent: doublePrecision('memory_percent').notNull(),
    memoryBytes: bytes('memory_bytes').notNull(),
    graphBytes: bytes('graph_bytes').notNull(),
    storageBytes: bytes('storage_bytes').notNull(),
    /** Counts in those seconds. */
    queries: integer('queries').notNull(),
    queryErrors: integer('query_errors').notNull(),
    queryTimeouts: integer('query_timeouts').notNull().default(0),
    /** Ended queries by latency (packages/contract workspace/internal.ts). */
    queryLatency: integer('query_latency').array().notNull(),
    requests: integer('requests').notNull(),
    rowsLoaded: bytes('rows_loaded').notNull(),
    runningLoads: doublePrecision('running_loads').notNull(),
    vertexCount: bytes('vertex_count'),
    edgeCount: bytes('edge_count'),
    /** Seconds that readings cover; the divisor of counts for rates. */
    coveredSeconds: doublePrecision('covered_seconds').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.workspaceId, table.resolution, table.at] }),
    index('metrics_age').on(table.resolution, table.at),
  ],
);

export const alertRules = pgTable(
  'alert_rules',
  {
    id: text('id').primaryKey(),
    workspaceId: text('workspace_id')
      .notNull()
      .references(() => workspaces.id, { onDelete: 'cascade' }),
    metric: text('metric').$type<AlertMetric>().notNull(),
    threshold: doublePrecision('threshold').notNull(),
    recipients: text('recipients').array().notNull(),
    firing: boolean('firing').notNull().default(false),
    firedAt: moment('fired_at'),
    /** The last mail, once for each language of its recipients; empty: none was sent. */
    lastMailIds: text('last_mail_ids').array().notNull().default([]),
    createdAt: created(),
  },
  (table) => [index('alert_rules_workspace').on(table.workspaceId)],
);

/** The outbox of mails, sent ones included; a mail is written in the transaction of its event. */
export const mails = pgTable(
  'mails',
  {
    id: text('id').primaryKey(),
    recipients: text('recipients').array().notNull(),
    subject: text('subject').notNull(),
    /** '' once a mail with a one-time link was sent or given up. */
    text: text('text').notNull(),
    /** Address that answers go to; null: the sender. */
    replyTo: text('reply_to'),
    attempts: integer('attempts').notNull().default(0),
    nextAttemptAt: moment('next_attempt_at').notNull().defaultNow(),
    sentAt: moment('sent_at'),
    /** When it was given up; null otherwise. */
    failedAt: moment('failed_at'),
    error: text('error').notNull().default(''),
    /** When the one-time link in the text expires; null: there is none. */
    linkExpiresAt: moment('link_expires_at'),
    createdAt: created(),
  },
  (table) => [
    index('mails_due')
      .on(table.nextAttemptAt)
      .where(sql`${table.sentAt} is null and ${table.failedAt} is null`),
  ],
);

export const schedules = pgTable(
  'schedules',
  {
    id: text('id').primaryKey(),
    workspaceId: text('workspace_id')
      .notNull()
      .references(() => workspaces.id, { onDelete: 'cascade' }),
    timezone: text('timezone').notNull(),
    repeat: text('repeat').$type<ScheduleRepeat>().notNull(),
    date: text('date').notNull(),
    time: text('time').notNull(),
    repeatOn: text('repeat_on').notNull(),
    workspaceTypeName: text('workspace_type_name').notNull(),
    nextRunAt: moment('next_run_at'),
    lastRunAt: moment('last_run_at'),
    lastOutcome: text('last_outcome').notNull().default(''),
    creator: text('creator').notNull(),
    createdAt: created(),
  },
  (table) => [index('schedules_workspace').on(table.workspaceId), index('schedules_due').on(table.nextRunAt)],
);

/** Backups belong to the database: they outlive the workspace through which they were taken. */
export const backups = pgTable(
  'backups',
  {
    id: text('id').primaryKey(),
    databaseId: text('database_id')
      .notNull()
      .references(() => databases.id, { onDelete: 'cascade' }),
    workspaceId: text('workspace_id').notNull(),
    tag: text('tag').notNull(),
    isAutomatic: boolean('is_automatic').notNull(),
    status: text('status').$type<BackupStatus>().notNull(),
    message: text('message').notNull().default(''),
    sizeBytes: bytes('size_bytes').notNull().default(0),
    version: text('version').notNull(),
    /** Files with their checksums, and checksums of the data; null until the backup has succeeded. */
    manifest: jsonb('manifest').$type<unknown>(),
    operationId: text('operation_id'),
    createdAt: created(),
    finishedAt: moment('finished_at'),
  },
  (table) => [
    index('backups_database').on(table.databaseId, table.createdAt),
    index('backups_workspace').on(table.workspaceId, table.createdAt),
  ],
);

export const backupSchedules = pgTable(
  'backup_schedules',
  {
    workspaceId: text('workspace_id')
      .primaryKey()
      .references(() => workspaces.id, { onDelete: 'cascade' }),
    pause: boolean('pause').notNull(),
    /** Cron in UTC. */
    schedule: text('schedule').notNull(),
    nextRunAt: moment('next_run_at'),
  },
  (table) => [index('backup_schedules_due').on(table.nextRunAt)],
);

export const logEntries = pgTable(
  'log_entries',
  {
    id: bigint('id', { mode: 'bigint' }).primaryKey().generatedAlwaysAsIdentity(),
    workspaceId: text('workspace_id').notNull(),
    at: moment('at').notNull(),
    host: text('host').notNull(),
    component: text('component').notNull(),
    level: text('level').$type<LogEntry['level']>().notNull(),
    log: text('log').notNull(),
  },
  (table) => [
    index('log_entries_newest').on(table.workspaceId, table.at.desc(), table.id.desc()),
    index('log_entries_arrival').on(table.workspaceId, table.id),
    index('log_entries_age').on(table.at),
    index('log_entries_text').using('gin', table.log.op('gin_trgm_ops')),
  ],
);

/** The cursor up to which the log of each workspace has been collected; its form is the driver's. */
export const logCursors = pgTable('log_cursors', {
  workspaceId: text('workspace_id')
    .primaryKey()
    .references(() => workspaces.id, { onDelete: 'cascade' }),
  cursor: text('cursor').notNull(),
});

export const allowedIps = pgTable(
  'allowed_ips',
  {
    id: text('id').primaryKey(),
    workgroupId: text('workgroup_id')
      .notNull()
      .references(() => workgroups.id, { onDelete: 'cascade' }),
    /** In normal form, e.g. `192.0.2.0/24`. */
    cidr: text('cidr').notNull(),
    note: text('note').notNull(),
    creator: text('creator').notNull(),
    createdAt: created(),
  },
  (table) => [unique('allowed_ips_once').on(table.workgroupId, table.cidr)],
);

export const solutionInstances = pgTable(
  'solution_instances',
  {
    id: text('id').primaryKey(),
    workspaceId: text('workspace_id')
      .notNull()
      .references(() => workspaces.id, { onDelete: 'cascade' }),
    solutionCatalogId: text('solution_catalog_id').notNull(),
    name: text('name').notNull(),
    graphName: text('graph_name').notNull(),
    ownerEmail: text('owner_email').notNull(),
    dataSourceOrigin: text('data_source_origin').$type<'sample' | 'full' | 'none'>().notNull(),
    status: text('status').$type<SolutionStatus>().notNull(),
    gsqlLog: text('gsql_log').notNull().default(''),
    createdAt: created(),
    updatedAt: moment('updated_at').notNull().defaultNow(),
  },
  /** One solution for each workspace (cloud product, solutions). */
  (table) => [
    uniqueIndex('solution_instances_one')
      .on(table.workspaceId)
      .where(sql`${table.status} <> 'uninstalled'`),
  ],
);

/** Add-ons that organisations have added. */
export const orgAddons = pgTable(
  'org_addons',
  {
    orgId: text('org_id')
      .notNull()
      .references(() => organizations.id, { onDelete: 'cascade' }),
    addonId: text('addon_id').$type<AddonId>().notNull(),
    createdAt: created(),
  },
  (table) => [primaryKey({ columns: [table.orgId, table.addonId] })],
);

export const workspaceAddons = pgTable(
  'workspace_addons',
  {
    workspaceId: text('workspace_id')
      .notNull()
      .references(() => workspaces.id, { onDelete: 'cascade' }),
    addonId: text('addon_id').$type<AddonId>().notNull(),
    enable: boolean('enable').notNull(),
    enableConfiguration: boolean('enable_configuration').notNull(),
    settings: jsonb('settings').$type<Record<string, unknown>>().notNull().default({}),
  },
  (table) => [primaryKey({ columns: [table.workspaceId, table.addonId] })],
);

/** Settings of add-ons for the whole organisation; secrets in them are encrypted. */
export const addonConfigs = pgTable(
  'addon_configs',
  {
    id: text('id').primaryKey(),
    orgId: text('org_id')
      .notNull()
      .references(() => organizations.id, { onDelete: 'cascade' }),
    addonId: text('addon_id').$type<AddonId>().notNull(),
    key: text('key').notNull(),
    value: jsonb('value').$type<unknown>().notNull(),
    createdAt: created(),
  },
  (table) => [index('addon_configs_of').on(table.orgId, table.addonId, table.key)],
);

/** Usage intervals: when a workspace ran at which size, for charging. */
export const usageIntervals = pgTable(
  'usage_intervals',
  {
    id: bigint('id', { mode: 'bigint' }).primaryKey().generatedAlwaysAsIdentity(),
    /** The organisation that is charged; null in intervals of workgroups that were gone when this column came. */
    orgId: text('org_id'),
    workgroupId: text('workgroup_id').notNull(),
    workspaceId: text('workspace_id').notNull(),
    workspaceTypeName: text('workspace_type_name').notNull(),
    enableHa: boolean('enable_ha').notNull(),
    /** Add-ons that were on, in alphabetical order. */
    addons: text('addons').array().$type<AddonId[]>().notNull().default([]),
    startedAt: moment('started_at').notNull(),
    endedAt: moment('ended_at'),
  },
  (table) => [
    index('usage_intervals_workspace').on(table.workspaceId, table.startedAt),
    index('usage_intervals_org').on(table.orgId, table.endedAt),
    /** At most one open interval for each workspace, so that nothing is charged twice. */
    uniqueIndex('usage_intervals_one_open')
      .on(table.workspaceId)
      .where(sql`${table.endedAt} is null`),
  ],
);

/** Roles of members; each holds in the organisation of its membership alone. */
export const roleGrants = pgTable(
  'role_grants',
  {
    membershipId: text('membership_id')
      .notNull()
      .references(() => memberships.id, { onDelete: 'cascade' }),
    name: text('name').$type<RoleName>().notNull(),
    /** Null: the role holds in the whole organisation of the membership. */
    workgroupId: text('workgroup_id').references(() => workgroups.id, { onDelete: 'cascade' }),
    workspaceId: text('workspace_id').references(() => workspaces.id, { onDelete: 'cascade' }),
    /** The directory's group that gives the role; null: a person gave it. */
    groupId: text('group_id').references((): AnyPgColumn => scimGroups.id, { onDelete: 'cascade' }),
    givenAt: moment('given_at').notNull().defaultNow(),
    /** When it last allowed something, to the hour; null: not since it was given. */
    lastUsedAt: moment('last_used_at'),
  },
  (table) => [
    index('role_grants_workgroup').on(table.workgroupId),
    index('role_grants_workspace').on(table.workspaceId),
    index('role_grants_group').on(table.groupId),
    unique('role_grants_once')
      .on(table.membershipId, table.name, table.workgroupId, table.workspaceId, table.groupId)
      .nullsNotDistinct(),
  ],
);

/** The queue of operations, which survive a crash of the process (docs/adr/0009-durable-operations.md). */
export const operations = pgTable(
  'operations',
  {
    id: text('id').primaryKey(),
    kind: text('kind').$type<OperationKind>().notNull(),
    /** The workspace; no foreign key, because terminating removes that row. */
    workspaceId: text('workspace_id'),
    /** The database; null for an operation on an organisation. */
    databaseId: text('database_id'),
    /** The organisation that is made; no foreign key, because the operation ends with that row. */
    orgId: text('org_id'),
    /** The person for whom it is made. */
    accountId: text('account_id').references(() => accounts.id, { onDelete: 'cascade' }),
    /** Parameters of the kind. */
    payload: jsonb('payload').$type<Record<string, unknown>>().notNull().default({}),
    state: text('state').$type<OperationState>().notNull(),
    /** The present step, for people. */
    step: text('step').notNull(),
    attempts: integer('attempts').notNull().default(0),
    error: text('error').notNull().default(''),
    actor: text('actor').notNull(),
    /** The control plane that has leased the operation, and until when. */
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
    /** A person has at most one organisation in the making. */
    uniqueIndex('operations_one_organization')
      .on(table.accountId)
      .where(sql`${table.state} in ('queued', 'running')`),
    /** Deleting an account looks here. */
    index('operations_account').on(table.accountId),
    check('operations_subject', sql`num_nonnulls(${table.databaseId}, ${table.orgId}) = 1`),
    /** At most one operation runs on a workspace at a time. */
    uniqueIndex('operations_one_running')
      .on(table.workspaceId)
      .where(sql`${table.state} = 'running'`),
  ],
);

/**
 * Events in the life of an installation; `seeded`: the first organisation was made, `charging`: charging was turned on
 * and is on since.
 */
export const installationMarks = pgTable('installation_marks', {
  name: text('name').primaryKey(),
  at: moment('at').notNull().defaultNow(),
});

/** Keys generated once on this installation: for signing tokens and cookies. */
export const secrets = pgTable('secrets', {
  name: text('name').primaryKey(),
  value: jsonb('value').notNull(),
  createdAt: created(),
});
