/** Workgroups, databases and workspaces (specification part 2, section 3). */
import { z } from 'zod';
import { Name } from '../names.ts';
import { WorkspaceStatus } from '../workspace-status.ts';
import { Platform, WorkspaceType } from './catalog.ts';

export const AUTO_STOP = { min: 10, max: 360, default: 60 } as const;

/** Minutes without activity before a workspace is suspended; 0 turns it off. */
export const AutoStopMinutes = z
  .number()
  .int()
  .refine((minutes) => minutes === 0 || minutes >= AUTO_STOP.min, {
    error: 'The minimum auto suspend waiting time is 10 minutes',
  })
  .refine((minutes) => minutes <= AUTO_STOP.max, {
    error: 'The maximum auto suspend waiting time is 360 minutes',
  });

export const Workspace = z
  .object({
    workspace_id: z.string(),
    workgroup_id: z.string(),
    workgroup_name: z.string(),
    org_id: z.string(),
    name: z.string(),
    status: WorkspaceStatus,
    /** Why the status is Error, or why the last action failed; '' when nothing did. */
    err_message: z.string(),
    is_rw: z.boolean(),
    enable_ha: z.boolean(),
    workspace_type: WorkspaceType,
    auto_stop_minutes: z.number().int(),
    enable_auto_start: z.boolean(),
    database_id: z.string(),
    database_name: z.string(),
    /** Host and port of the workspace's own API, e.g. `localhost:14240`. */
    nginx_host: z.string(),
    tg_version: z.string(),
    cloud_provider_id: z.string(),
    platform: Platform,
    region: z.string(),
    creator: z.string(),
    created_at: z.iso.datetime(),
    last_modified_time: z.iso.datetime(),
    /** When the operation under way began; null when there is none. */
    operation_started_at: z.iso.datetime().nullable(),
    /** How often the server died and was started again since it was last resumed. */
    restarts: z.number().int(),
    canAccess: z.boolean(),
    snapshot_time: z.iso.datetime().nullable(),
    refresh_status: z.string(),
  })
  .meta({ id: 'Workspace' });
export type Workspace = z.infer<typeof Workspace>;

export const Database = z
  .object({
    database_id: z.string(),
    workgroup_id: z.string(),
    name: z.string(),
    is_rw: z.boolean(),
    create_time: z.iso.datetime(),
    folder_statistics: z.object({ billed_size: z.number().int() }),
    workspace_ids: z.array(z.string()),
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
    cloud_provider_id: z.string(),
    cloud_provider_name: z.string(),
    cloud_provider_type: z.enum(['public', 'private']),
    cloud_provider_status: z.string(),
    enable_application_log: z.boolean(),
    tg_databases: z.array(Database),
    workspaces: z.array(Workspace),
  })
  .meta({ id: 'Workgroup' });
export type Workgroup = z.infer<typeof Workgroup>;

/** Text that must be given, with the message for when it is not. */
const required = (message: string) => z.string({ error: message }).min(1, message);

export const CreateWorkgroup = z
  .object({
    name: Name,
    cloud_provider_id: required('Please select cloud provider'),
    platform: Platform,
    region: required('Please select region'),
    enable_application_log: z.boolean().default(false),
  })
  .strict()
  .meta({ id: 'CreateWorkgroup' });

export const UpdateWorkgroup = z
  .object({ workgroup_name: Name.optional(), enable_application_log: z.boolean().optional() })
  .strict()
  .meta({ id: 'UpdateWorkgroup' });

export const CreateDatabase = z.object({ name: Name }).strict().meta({ id: 'CreateDatabase' });
export const UpdateDatabase = z.object({ tg_database_name: Name }).strict().meta({ id: 'UpdateDatabase' });

export const CreateWorkspace = z
  .object({
    name: Name,
    /** The database it opens. A database has at most one read-write workspace. */
    tg_database_id: required('Please select database'),
    tg_version: required('Please select version'),
    workspace_type_name: required('Please select workspace size'),
    size: z.literal(1).default(1),
    is_rw: z.boolean().default(true),
    enable_ha: z.boolean().default(false),
    enable_auto_start: z.boolean().default(true),
    auto_stop_minutes: AutoStopMinutes.default(AUTO_STOP.default),
  })
  .strict()
  .meta({ id: 'CreateWorkspace' });

export const UpdateWorkspace = z
  .object({
    workspace_name: Name.optional(),
    enable_auto_start: z.boolean().optional(),
    auto_stop_minutes: AutoStopMinutes.optional(),
  })
  .strict()
  .meta({ id: 'UpdateWorkspace' });
