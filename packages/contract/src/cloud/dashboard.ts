/** The operator's dashboard: metadata of all organisations of an installation, never data of graphs or secrets. */
import { z } from 'zod';
import { RoleName } from '../policy.ts';
import { BillingOverview, Invoice, InvoiceStatus } from './billing.ts';
import { CloudProvider, OrgQuota, Region } from './catalog.ts';
import { SolutionStatus } from './solution-status.ts';
import { ConditionType, WorkspaceStatus } from '../workspace-status.ts';

export const DASHBOARD_PAGE_SIZE = 25;

function wholeNumber(least: number, most: number) {
  const rule = `must be a whole number from ${least} to ${most}`;
  return z.coerce.number(rule).int(rule).min(least, rule).max(most, rule);
}

/** Query of a page of a list: a text to find, an order, and a part. @param sorts names of the orders, the usual one first */
const pageOf = <const Sorts extends readonly [string, ...string[]]>(sorts: Sorts) => ({
  /** A part of a name or an id, ignoring case. */
  find: z.string().max(200, 'must have at most 200 characters').optional(),
  sort: z.enum(sorts, { error: `must be one of ${sorts.join(', ')}` }).optional(),
  desc: z.enum(['true', 'false'], { error: 'must be true or false' }).optional(),
  offset: wholeNumber(0, 1_000_000).default(0),
  limit: wholeNumber(1, 100).default(DASHBOARD_PAGE_SIZE),
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

export const DASHBOARD_ORGANIZATION_SORTS = [
  'name',
  'created',
  'people',
  'workgroups',
  'workspaces',
  'running',
  'tier',
] as const;

const Tier = OrgQuota.shape.tier;

export const ListDashboardOrganizations = z.object({
  ...pageOf(DASHBOARD_ORGANIZATION_SORTS),
  tier: Tier.optional(),
});

const organization = {
  org_id: z.string(),
  org_name: z.string(),
  org_display_name: z.string(),
  creator: z.string(),
  created_at: z.iso.datetime(),
  /** People who have joined. */
  people: z.number().int(),
  workgroups: z.number().int(),
  workspaces: z.number().int(),
  /** Workspaces that run. */
  running: z.number().int(),
  tier: Tier,
};

export const DashboardOrganization = z.object(organization).meta({ id: 'DashboardOrganization' });
export type DashboardOrganization = z.infer<typeof DashboardOrganization>;

export const DashboardOrganizations = z
  .object({ total: z.number().int(), items: z.array(DashboardOrganization) })
  .meta({ id: 'DashboardOrganizations' });
export type DashboardOrganizations = z.infer<typeof DashboardOrganizations>;

/** Workgroups and operations of an organisation that its page has at most. */
export const DASHBOARD_DETAIL_ROWS = 100;

export const DashboardOperation = z
  .object({
    id: z.string(),
    kind: z.string(),
    /** Present name of its workspace; null: it is gone, or concerns none. */
    workspace_name: z.string().nullable(),
    state: z.enum(['queued', 'running', 'succeeded', 'failed']),
    /** Why it failed; '' otherwise. */
    error: z.string(),
    actor: z.string(),
    created_at: z.iso.datetime(),
    finished_at: z.iso.datetime().nullable(),
  })
  .meta({ id: 'DashboardOperation' });
export type DashboardOperation = z.infer<typeof DashboardOperation>;

export const DashboardWorkgroup = z
  .object({
    workgroup_id: z.string(),
    name: z.string(),
    cloud_provider_id: z.string(),
    region: z.string(),
    creator: z.string(),
    created_at: z.iso.datetime(),
    workspaces: z.number().int(),
  })
  .meta({ id: 'DashboardWorkgroup' });
export type DashboardWorkgroup = z.infer<typeof DashboardWorkgroup>;

export const DashboardOrganizationDetail = z
  .object({
    ...organization,
    require_second_factor: z.boolean(),
    quota: OrgQuota,
    /** By name; the first so many. */
    workgroup_list: z.array(DashboardWorkgroup),
    /** Newest first; the last so many. */
    operations: z.array(DashboardOperation),
  })
  .meta({ id: 'DashboardOrganizationDetail' });
export type DashboardOrganizationDetail = z.infer<typeof DashboardOrganizationDetail>;

export const UpdateDashboardOrganization = z.object({ tier: Tier }).strict();

export const DASHBOARD_PEOPLE_SORTS = ['email', 'active', 'joined'] as const;
export const ListDashboardPeople = z.object(pageOf(DASHBOARD_PEOPLE_SORTS));

export const DashboardPerson = z
  .object({
    user_id: z.string(),
    email: z.string(),
    /** The e-mail while an invitation is pending. */
    name: z.string(),
    /** Each role once, wherever in the organisation it holds. */
    roles: z.array(RoleName),
    /** Null while the invitation is pending. */
    joined_at: z.iso.datetime().nullable(),
    last_active_at: z.iso.datetime().nullable(),
    deactivated: z.boolean(),
  })
  .meta({ id: 'DashboardPerson' });
export type DashboardPerson = z.infer<typeof DashboardPerson>;

export const DashboardPeople = z
  .object({ total: z.number().int(), items: z.array(DashboardPerson) })
  .meta({ id: 'DashboardPeople' });
export type DashboardPeople = z.infer<typeof DashboardPeople>;

const usage = {
  organizations: z.number().int(),
  workgroups: z.number().int(),
  workspaces: z.number().int(),
  running: z.number().int(),
};

export const DashboardProvider = CloudProvider.extend(usage).meta({ id: 'DashboardProvider' });
export type DashboardProvider = z.infer<typeof DashboardProvider>;

const runs = { workspaces: z.number().int(), running: z.number().int() };

export const DashboardProviderDetail = DashboardProvider.extend({
  regions: z.array(Region.extend(runs)),
  sizes: z.array(
    z.object({
      name: z.string(),
      cpus: z.number().int(),
      /** GiB. */
      memory: z.number().int(),
      ...runs,
    }),
  ),
  versions: z.array(z.object({ name: z.string(), ...runs })),
}).meta({ id: 'DashboardProviderDetail' });
export type DashboardProviderDetail = z.infer<typeof DashboardProviderDetail>;

export const DashboardSetting = z
  .object({
    /** Name of the environment variable. */
    name: z.string(),
    source: z.enum(['default', 'environment']),
    /** Null: it is not set, or it is a secret. */
    value: z.string().nullable(),
    /** Whether it is, or contains, a secret, which is never shown. */
    secret: z.boolean(),
  })
  .meta({ id: 'DashboardSetting' });
export type DashboardSetting = z.infer<typeof DashboardSetting>;

export const DashboardTask = z
  .object({
    name: z.string(),
    does: z.string(),
    /** Milliseconds from the end of a run to the next. */
    every: z.number(),
    /** The event that also runs it; null: there is none. */
    also_when: z.string().nullable(),
    runs: z.number().int(),
    failures: z.number().int(),
    last_started_at: z.iso.datetime().nullable(),
    /** Milliseconds of the last run. */
    last_took: z.number().nullable(),
    /** '' when the last run succeeded. */
    last_error: z.string(),
  })
  .meta({ id: 'DashboardTask' });
export type DashboardTask = z.infer<typeof DashboardTask>;

export const DashboardConfiguration = z
  .object({
    version: z.string(),
    started_at: z.iso.datetime(),
    /** Version of PostgreSQL. */
    database_version: z.string(),
    node_version: z.string(),
    data_folder: z.object({ path: z.string(), free_bytes: z.number(), total_bytes: z.number() }),
    settings: z.array(DashboardSetting),
    tasks: z.array(DashboardTask),
  })
  .meta({ id: 'DashboardConfiguration' });
export type DashboardConfiguration = z.infer<typeof DashboardConfiguration>;

/** Figures of the control plane itself; each is null where it could not be taken. */
const figure = z.number().nullable();
export const DashboardSample = z
  .object({
    at: z.iso.datetime(),
    /** Answers a second since the sample before, by the class of their status. */
    answered_2xx: figure,
    answered_3xx: figure,
    answered_4xx: figure,
    answered_5xx: figure,
    /** Milliseconds within which 95 of 100 answers since the sample before were given. */
    p95: figure,
    /** Operations that wait. */
    queue: figure,
    /** Milliseconds for which the oldest of them has waited. */
    queue_age: figure,
    running_workspaces: figure,
    /** Bytes of the process. */
    memory: figure,
    /** Bytes of its heap that are used. */
    heap: figure,
    event_streams: figure,
    connections_used: figure,
    connections_idle: figure,
    /** Calls that wait for a connection to the database. */
    connections_waiting: figure,
  })
  .meta({ id: 'DashboardSample' });
export type DashboardSample = z.infer<typeof DashboardSample>;

export const DashboardMetrics = z
  .object({
    /** Milliseconds between two samples. */
    step: z.number(),
    /** Oldest first; those of the last hour since the control plane started. */
    samples: z.array(DashboardSample),
    /** Address of the operator's Grafana; null: the setting names none. */
    grafana_url: z.string().nullable(),
  })
  .meta({ id: 'DashboardMetrics' });
export type DashboardMetrics = z.infer<typeof DashboardMetrics>;

export const DASHBOARD_BILLING_SORTS = ['name', 'cost', 'credits', 'total', 'status'] as const;

export const ListDashboardBilling = z.object({
  ...pageOf(DASHBOARD_BILLING_SORTS),
  /** Absent: the month that runs. */
  month: z
    .string()
    .regex(/^\d{4}-(?:0[1-9]|1[0-2])$/, 'must be a month such as 2026-11')
    .optional(),
});

export const DashboardBill = z
  .object({
    org_id: z.string(),
    org_display_name: z.string(),
    /** Dollars before credits. */
    cost: z.number(),
    /** Dollars of credits that were taken off. */
    credits: z.number(),
    total: z.number(),
    status: InvoiceStatus,
  })
  .meta({ id: 'DashboardBill' });
export type DashboardBill = z.infer<typeof DashboardBill>;

export const DashboardBilling = z
  .object({
    month: z.string(),
    /** Months with invoices, the newest first; the one that runs is the first. */
    months: z.array(z.string()),
    /** Dollars of all organisations that match, on all pages. */
    sums: z.object({ cost: z.number(), credits: z.number(), total: z.number() }),
    /** Whether the installation charges what it bills; where it does not, costs are list prices. */
    charges: z.boolean(),
    total: z.number().int(),
    items: z.array(DashboardBill),
  })
  .meta({ id: 'DashboardBilling' });
export type DashboardBilling = z.infer<typeof DashboardBilling>;

export const DashboardOrganizationBilling = z
  .object({
    overview: BillingOverview,
    /** The newest first; without addresses at which they are paid. */
    invoices: z.array(Invoice),
  })
  .meta({ id: 'DashboardOrganizationBilling' });
export type DashboardOrganizationBilling = z.infer<typeof DashboardOrganizationBilling>;
