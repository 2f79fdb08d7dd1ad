/**
 * Inputs that create and change workgroups, databases and workspaces (specification part 2, section 5). Separate from
 * the answers, which are all that the console's first page needs.
 */
import { z } from 'zod';
import { Name } from '../names.ts';
import { WorkspaceAddon } from './addons.ts';
import { Platform } from './catalog.ts';
import { MaintenanceSettings, TimeZone } from './maintenance.ts';
import { SolutionInstallRequest } from './solutions.ts';

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

/** Why suspension cannot be turned off for an organisation of the free tier (specification part 2, section 9). */
export const FREE_TIER_SUSPENDS = 'Auto suspend cannot be turned off on the free tier.';

/** Why it has no replicas (specification part 2, section 4). */
export const READ_ONLY_HA = 'A read-only workspace has no high availability.';

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

/** Why an existing database cannot be attached to (specification part 2, section 5). */
export const NO_ACTIVE_WRITER =
  'We cannot select this database because there is no active read-write workspace associated with it';

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
    addons: z.array(WorkspaceAddon).default([]),
    /** Installed as soon as the workspace is Active. */
    solution_install_request: SolutionInstallRequest.optional(),
    /** Time zone of the maintenance window; the browser's. */
    maintenance_window_time_zone: TimeZone.default('UTC'),
  })
  .strict()
  .meta({ id: 'CreateWorkspace' });

export const UpdateWorkspace = z
  .object({
    workspace_name: Name.optional(),
    enable_auto_start: z.boolean().optional(),
    auto_stop_minutes: AutoStopMinutes.optional(),
    ...MaintenanceSettings.partial().shape,
    workspace_type_name: z.string().optional(),
    enable_ha: z.boolean().optional(),
    /** A newer version: upgrades now. */
    tg_version: z.string().optional(),
    addons: z.array(WorkspaceAddon).optional(),
    enable_copilot: z.boolean().optional(),
  })
  .strict()
  .meta({ id: 'UpdateWorkspace' });
