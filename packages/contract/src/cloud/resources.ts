/** Workgroups, databases and workspaces (specification part 2, section 3). */
import { z } from 'zod';
import { ConditionType, WorkspaceStatus } from '../workspace-status.ts';
import { WorkspaceAddon } from './addons.ts';
import { CloudProvider, Platform, WorkspaceType } from './catalog.ts';
import { MaintenanceSettings } from './maintenance.ts';
import { SolutionStatus } from './solution-status.ts';

export const Workspace = z
  .object({
    workspace_id: z.string(),
    workgroup_id: z.string(),
    workgroup_name: z.string(),
    org_id: z.string(),
    name: z.string(),
    status: WorkspaceStatus,
    condition_type: ConditionType,
    /** Why the status is Error, or why the last action failed; '' when nothing did. */
    err_message: z.string(),
    is_rw: z.boolean(),
    enable_ha: z.boolean(),
    workspace_type: WorkspaceType,
    /**
     * Resources of the running workspace, where they differ from its size; '' where they do not, or it does not run.
     */
    runs_with: z.string(),
    auto_stop_minutes: z.number().int(),
    enable_auto_start: z.boolean(),
    ...MaintenanceSettings.shape,
    database_id: z.string(),
    database_name: z.string(),
    /** Host and port of the workspace's own API, e.g. `localhost:14240`. */
    nginx_host: z.string(),
    tg_version: z.string(),
    /** The newest version, when it is newer than the workspace's. */
    upgrade_available: z.string().nullable(),
    cloud_provider_id: z.string(),
    platform: Platform,
    region: z.string(),
    creator: z.string(),
    created_at: z.iso.datetime(),
    last_modified_time: z.iso.datetime(),
    /** Start of the operation under way; null when there is none. */
    operation_started_at: z.iso.datetime().nullable(),
    /** Current step of that operation, for people; '' when there is none. */
    operation_step: z.string(),
    /** Number of restarts after the server died, since it was last resumed. */
    restarts: z.number().int(),
    /** Whether the caller's roles and address give access to the workspace's data. */
    canAccess: z.boolean(),
    /** Of a read-only workspace: time at which its snapshot was taken. */
    snapshot_time: z.iso.datetime().nullable(),
    refresh_status: z.enum(['', 'refreshing', 'failed']),
    refresh_message: z.string(),
    /** From the last reading of its metrics; null when there is none yet. */
    tigergraph_memory_usage_percent: z.number().nullable(),
    tigergraph_data_memory_usage_percent: z.number().nullable(),
    volume_usage_percent: z.number().nullable(),
    graph_topology_size_bytes: z.number().nullable(),
    vertex_count: z.number().nullable(),
    edge_count: z.number().nullable(),
    solution_catalog_id: z.string().nullable(),
    solution_status: SolutionStatus.nullable(),
    addons: z.array(WorkspaceAddon),
    enable_copilot: z.boolean(),
  })
  .meta({ id: 'Workspace' });
export type Workspace = z.infer<typeof Workspace>;

/** A copy of a database at one moment, which read-only workspaces show. */
export const Snapshot = z
  .object({
    snapshot_id: z.string(),
    workspace_id: z.string().nullable(),
    workspace_name: z.string().nullable(),
    create_time: z.iso.datetime(),
    size_bytes: z.number().int(),
  })
  .meta({ id: 'Snapshot' });
export type Snapshot = z.infer<typeof Snapshot>;

export const Database = z
  .object({
    database_id: z.string(),
    workgroup_id: z.string(),
    name: z.string(),
    is_rw: z.boolean(),
    create_time: z.iso.datetime(),
    /** Bytes. Billed is all of it together. */
    folder_statistics: z.object({
      billed_size: z.number().int(),
      total_size: z.number().int(),
      snapshot_size: z.number().int(),
      backup_size: z.number().int(),
    }),
    workspace_ids: z.array(z.string()),
    snapshots: z.array(Snapshot),
    /** Number of backups that can be restored. */
    backup_count: z.number().int(),
  })
  .meta({ id: 'Database' });
export type Database = z.infer<typeof Database>;

export const Workgroup = z
  .object({
    workgroup_id: z.string(),
    name: z.string(),
    org_id: z.string(),
    creator: z.string(),
    created_at: z.iso.datetime(),
    platform: Platform,
    region: z.string(),
    cloud_provider: CloudProvider,
    /** Whether the workgroup's workspaces share one storage, so that a read-only one can show another's database. */
    shared_storage: z.boolean(),
    cloud_provider_id: z.string(),
    cloud_provider_name: z.string(),
    cloud_provider_type: z.enum(['public', 'private']),
    cloud_provider_status: z.string(),
    enable_application_log: z.boolean(),
    enable_allow_list: z.boolean(),
    /** Whether the allow-list lets the caller's address reach the data. */
    is_current_ip_allowed: z.boolean(),
    tg_databases: z.array(Database),
    workspaces: z.array(Workspace),
  })
  .meta({ id: 'Workgroup' });
export type Workgroup = z.infer<typeof Workgroup>;
