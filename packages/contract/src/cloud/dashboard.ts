/** The operator's dashboard: metadata of all organisations of an installation, never data of graphs or secrets. */
import { z } from 'zod';
import { SolutionStatus } from './solution-status.ts';
import { ConditionType, WorkspaceStatus } from '../workspace-status.ts';

export const DASHBOARD_PAGE_SIZE = 25;

/** Query of a page of a list: a text to find, an order, and a part. @param sorts names of the orders, the usual one first */
const pageOf = <const Sorts extends readonly [string, ...string[]]>(sorts: Sorts) => ({
  /** A part of a name or an id, ignoring case. */
  find: z.string().max(200, 'must have at most 200 characters').optional(),
  sort: z.enum(sorts, { error: `must be one of ${sorts.join(', ')}` }).optional(),
  desc: z.enum(['true', 'false'], { error: 'must be true or false' }).optional(),
  offset: z.coerce.number('must be a number').int().min(0).max(1_000_000).default(0),
  limit: z.coerce.number('must be a number').int().min(1).max(100).default(DASHBOARD_PAGE_SIZE),
});

export const DASHBOARD_WORKSPACE_SORTS = [
  'name',
  'org',
  'status',
  'size',
  'version',
  'created',
  'data',
] as const;

export const ListDashboardWorkspaces = z.object({
  ...pageOf(DASHBOARD_WORKSPACE_SORTS),
  status: WorkspaceStatus.optional(),
  org_id: z.string().max(100).optional(),
  /** Id of a cloud provider of the catalogue. */
  cloud_provider_id: z.string().max(100).optional(),
});

export const DashboardWorkspace = z
  .object({
    workspace_id: z.string(),
    name: z.string(),
    org_id: z.string(),
    org_display_name: z.string(),
    workgroup_id: z.string(),
    workgroup_name: z.string(),
    status: WorkspaceStatus,
    condition_type: ConditionType,
    /** Why its last operation failed; '' otherwise. */
    err_message: z.string(),
    workspace_type_name: z.string(),
    enable_ha: z.boolean(),
    /** GiB over all its copies. */
    memory: z.number().int(),
    tg_version: z.string(),
    cloud_provider_id: z.string(),
    region: z.string(),
    is_rw: z.boolean(),
    enable_auto_start: z.boolean(),
    /** Status of its solution; null: it has none. */
    solution_status: SolutionStatus.nullable(),
    creator: z.string(),
    created_at: z.iso.datetime(),
    /** When it last ran: the time of the answer while it runs; null: it has not. */
    last_active_at: z.iso.datetime().nullable(),
    /** Bytes of its database at the last measurement. */
    size_bytes: z.number(),
  })
  .meta({ id: 'DashboardWorkspace' });
export type DashboardWorkspace = z.infer<typeof DashboardWorkspace>;

export const DashboardWorkspaces = z
  .object({
    /** Number of workspaces that match, on all pages. */
    total: z.number().int(),
    items: z.array(DashboardWorkspace),
  })
  .meta({ id: 'DashboardWorkspaces' });
export type DashboardWorkspaces = z.infer<typeof DashboardWorkspaces>;
