/** Complete records of the cloud for tests; a test gives only the fields that it is about. */
import type {
  Addon,
  AlertRule,
  BillingStatus,
  CloudProvider,
  Database,
  OnboardingTask,
  Organization,
  OrgQuota,
  OrgUser,
  Schedule,
  SolutionCatalogEntry,
  User,
  Workgroup,
  Workspace,
  WorkspaceMeta,
  WorkspaceType,
} from '@acacia/contract';

const AT = '2026-11-20T12:00:00.000Z';

const NO_FLAGS = {
  readWorkspace: false,
  updateWorkspace: false,
  readOrg: false,
  readOrgDetail: false,
  updateOrg: false,
};

export const anAdmin: User = {
  id: 'u1',
  email: 'admin@acacia.local',
  name: 'Ada Admin',
  org_id: 'o1',
  roles: [{ name: 'org-admins', workgroup_id: null, workspace_id: null }],
  lacks_second_factor: false,
  permissions: NO_FLAGS,
  metadata: { accepted_tos: true, accepted_toc_version: '1.0.1', last_visit_cloud: 'new' },
};

export const aUser = (given: Partial<OrgUser> = {}): OrgUser => ({
  id: 'u2',
  name: 'Ann Bee',
  email: 'ann@acacia.local',
  roles: [],
  created: AT,
  enabled: true,
  deactivated: false,
  metadata: { lastLogin: AT },
  ...given,
});

export const anOrganization: Organization = {
  org_id: 'o1',
  org_name: 'acacia',
  org_display_name: 'Acacia Labs',
  logo_url: null,
  create_time: AT,
  creator: 'admin@acacia.local',
  marketing_done: true,
  require_second_factor: false,
  support_email: 'help@acacia.local',
};

export const aSize: WorkspaceType = {
  typeName: 'TG-00',
  cpu: '2',
  memory: '16',
  partition: 1,
  cost_per_hour: 1,
  cost_per_hour_with_ha: 3,
  base_cost_per_hour: 1,
  memory_with_ha: 48,
  disabled: false,
  runs_with: 'Runs with 4 GB of memory instead of 16 GB: this machine has 9.5 GB.',
  high_availability: 'A second process stands by on this machine.',
};

const AN_AWS: CloudProvider = {
  id: 'p-aws',
  name: 'AWS',
  platform: 'AWS',
  type: 'public',
  region: '',
  status: 'Active',
};

export const aCatalog: WorkspaceMeta = {
  regions: [
    { name: 'eu-west-1', description: 'Ireland', platform: 'AWS', emulated: true },
    { name: 'us-east-1', description: 'N. Virginia', platform: 'AWS', emulated: true },
  ],
  cloudProviders: [
    AN_AWS,
    { id: 'p-gcp', name: 'GCP', platform: 'GCP', type: 'public', region: '', status: 'ComingSoon' },
  ],
  tgVersions: [{ name: '4.2.1', image: 'acacia' }],
  workspaceTypes: [aSize, { ...aSize, typeName: 'TG-64', cost_per_hour: 256, disabled: true }],
};

export const aWorkspace = (given: Partial<Workspace> = {}): Workspace => ({
  workspace_id: 'w1',
  workgroup_id: 'g1',
  workgroup_name: 'Workgroup-1',
  org_id: 'o1',
  name: 'Workspace-1',
  status: 'Active',
  err_message: '',
  is_rw: true,
  enable_ha: false,
  workspace_type: aSize,
  runs_with: '',
  auto_stop_minutes: 60,
  enable_auto_start: true,
  database_id: 'd1',
  database_name: 'Database-1',
  nginx_host: 'localhost:14240',
  tg_version: '4.2.1',
  cloud_provider_id: 'p-aws',
  platform: 'AWS',
  region: 'us-east-1',
  creator: 'admin@acacia.local',
  created_at: AT,
  last_modified_time: AT,
  operation_started_at: null,
  restarts: 0,
  canAccess: true,
  snapshot_time: null,
  refresh_status: '',
  refresh_message: '',
  condition_type: 'Normal',
  update_strategy: 'update_strategy_window',
  maintenance_window_day_of_week: 0,
  maintenance_window_hour_of_day: 0,
  maintenance_window_time_zone: 'UTC',
  upgrade_available: null,
  operation_step: '',
  tigergraph_memory_usage_percent: null,
  tigergraph_data_memory_usage_percent: null,
  volume_usage_percent: null,
  graph_topology_size_bytes: null,
  vertex_count: null,
  edge_count: null,
  solution_catalog_id: null,
  solution_status: null,
  addons: [],
  enable_copilot: false,
  ...given,
});

export const aDatabase = (given: Partial<Database> = {}): Database => ({
  database_id: 'd1',
  workgroup_id: 'g1',
  name: 'Database-1',
  is_rw: true,
  create_time: AT,
  folder_statistics: { billed_size: 48_300_000, total_size: 48_300_000, snapshot_size: 0, backup_size: 0 },
  snapshots: [],
  backup_count: 0,
  workspace_ids: ['w1'],
  ...given,
});

export const aWorkgroup = (given: Partial<Workgroup> = {}): Workgroup => ({
  workgroup_id: 'g1',
  name: 'Workgroup-1',
  org_id: 'o1',
  creator: 'admin@acacia.local',
  created_at: AT,
  platform: 'AWS',
  region: 'us-east-1',
  cloud_provider: AN_AWS,
  shared_storage: true,
  cloud_provider_id: 'p-aws',
  cloud_provider_name: 'AWS',
  cloud_provider_type: 'public',
  cloud_provider_status: 'Active',
  enable_application_log: false,
  enable_allow_list: false,
  is_current_ip_allowed: true,
  tg_databases: [aDatabase()],
  workspaces: [aWorkspace()],
  ...given,
});

export const aSchedule = (given: Partial<Schedule> = {}): Schedule => ({
  id: 's1',
  workspace_id: 'w1',
  timezone: 'UTC',
  repeat: 'DAILY',
  date: '2026-12-01',
  time: '08:00',
  repeat_on: '',
  workspace_type_name: 'TG-00',
  next_run_at: '2026-12-01T08:00:00.000Z',
  last_run_at: null,
  last_outcome: '',
  ...given,
});

export const anAlertRule = (given: Partial<AlertRule> = {}): AlertRule => ({
  id: 'r1',
  metric: 'tigergraph_cpu_usage',
  threshold: 80,
  recipientList: ['ada@example.org'],
  firing: false,
  fired_at: null,
  delivery_problem: '',
  ...given,
});

export const anAddon = (given: Partial<Addon> = {}): Addon => ({
  ID: 'graphstudio',
  AddonsID: 'graphstudio',
  Title: 'GraphStudio',
  Description: 'Design and explore in another way.',
  WorkspaceAvatar: '/addons/graphstudio.svg',
  Path: '/studio',
  Amount: 0,
  Added: true,
  Configurable: false,
  UnavailableReason: '',
  ReadWriteOnly: false,
  ...given,
});

export const aQuota = (given: Partial<OrgQuota> = {}): OrgQuota => ({
  tier: 'paid',
  max_workspace_memory: 1024,
  rw_workspace_count_limit: 2,
  rw_workspace_count_usage: 1,
  ro_workspace_count_limit: 3,
  ro_workspace_count_usage: 0,
  memory_limit: 5120,
  memory_usage: 16,
  workspace_manual_backup_count_limit: 1,
  workspace_auto_backup_count_limit: 3,
  ...given,
});

export const aBillingStatus = (given: Partial<BillingStatus> = {}): BillingStatus => ({
  payment_method: 'NONE',
  status: 'no subscription',
  gated: false,
  ...given,
});

export const aSolution = (given: Partial<SolutionCatalogEntry> = {}): SolutionCatalogEntry => ({
  id: 'transaction-fraud',
  name: 'Transaction Fraud',
  graph: 'Transaction_Fraud',
  description: 'Finds payments that look like fraud.',
  categories: ['Financial crime'],
  provider: 'Acacia',
  is_library: false,
  algorithms: ['PageRank'],
  hasInsights: false,
  icon: '',
  data_description: 'Payments of a year.',
  sample_rows: 6000,
  full_rows: null,
  ...given,
});

/** The task by whose absence an administrator is led to a first workspace. */
export const aTask: OnboardingTask = {
  id: 'create workspace',
  task_name: 'create workspace',
  description: 'The servers that hold your graphs.',
  credits: 10,
  completed: false,
};
