/** An input for each call that needs one beyond the ids in its path. */
import type { CloudCall } from '@acacia/contract';

interface Input {
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  readonly version?: number;
}

const ID = '4f9d3c1a-7d3f-4a55-9a51-0d2f0f5f4a11';
const password = { current_password: "it's not this" };
const emails = { userEmails: ['ann@example.org', 'bob@example.org'] };
const schedule = {
  timezone: 'Europe/Berlin',
  repeat: 'WEEKLY',
  date: '2026-12-01',
  time: '08:30',
  repeat_on: '1,2',
  workspace_type_name: 'Pause',
};
const credential = {
  id: 'AAAA',
  rawId: 'AAAA',
  type: 'public-key',
  clientExtensionResults: {},
  response: { clientDataJSON: 'AAAA', attestationObject: 'AAAA' },
};
const view = {
  styles: {},
  filters: [],
  hidden: { vertexTypes: [], edgeTypes: [], vertices: [], classes: [] },
  groups: [],
  time: null,
  pattern: null,
};
const document = { vertices: [['Person', 'Ann', 1.5, null, true]], edges: [], view };
const llm = { Name: 'Own', Provider: 'Ollama', Endpoint: 'http://localhost:1', Model: 'small' };
const ip = { cidr: '198.51.100.0/24', note: 'Office, "north"', accept_lockout: true };
const dbUser = { username: 'reader', password: '-Secret 1 $HOME' };
const share = { type: 'user', target: 'ann@example.org', permission: 'view' };

export const INPUTS: Partial<Record<CloudCall, Input>> = {
  updateMyMetadata: { body: { accepted_toc_version: null, last_visit_cloud: 'new' } },
  changeMyPassword: { body: { ...password, new_password: 'a much longer one' } },
  listMyOrganizations: { query: { holds: 'nothing' } },
  beginAuthenticatorApp: { body: password },
  confirmAuthenticatorApp: { body: { code: '123456' } },
  removeAuthenticatorApp: { body: password },
  beginPasskey: { body: password },
  addPasskey: { body: { name: 'Key', credential } },
  renamePasskey: { body: { name: 'Key' } },
  removePasskey: { body: password },
  renewRecoveryCodes: { body: password },
  completeOnboardingTask: { body: { task_id: 'load data' } },
  answerSurvey: {
    body: {
      first_name: 'Ann',
      last_name: 'Doe',
      company: 'Example & Co',
      role: 'Developer / Engineer',
      use_for: 'Other',
      biz_use_case: ['Fraud', 'Maps'],
      savanna: true,
    },
  },
  finishSurvey: { body: { marketing_done: true } },
  updateOrganization: { body: { orgName: 'acacia', orgDisplayName: 'Acacia & Co', logoUrl: null } },
  updateOrganizationSecurity: { body: { require_second_factor: false } },
  associateMarketplace: { body: { token: 'none' } },
  getBillingUsage: { query: { dimension: 'size', from: '2026-11-01' } },
  switchPaymentMethod: { body: { target_payment_method: 'STRIPE', default_card_id: 'pm_1' } },
  updateCustomer: { body: { customer_email: 'ann@example.org' } },
  listAuditEntries: { query: { outcome: 'ok', limit: '3' } },
  exportAuditEntries: { query: { format: 'jsonl' } },
  createWorkgroup: {
    body: { name: 'Another', cloud_provider_id: 'aws', platform: 'AWS', region: 'us-east-1' },
  },
  updateWorkgroup: { body: { workgroup_name: 'Renamed', enable_application_log: true } },
  setWorkgroupRole: { body: { email: 'ann@example.org', role: 'workgroup-admins' } },
  addWorkgroupAdmins: { body: emails },
  removeWorkgroupAdmins: { body: emails },
  createDatabase: { body: { name: 'More' } },
  updateDatabase: { body: { tg_database_name: 'Renamed' } },
  createWorkspace: {
    body: {
      name: 'second',
      tg_database_id: 'none',
      tg_version: '4.2.1',
      workspace_type_name: 'TG-00',
      enable_auto_start: false,
      auto_stop_minutes: 0,
      addons: [{ addons_id: 'copilot', enable: true, enable_configuration: false }],
    },
  },
  updateWorkspace: { body: { workspace_name: 'renamed' } },
  getMetrics: { query: { from: '2026-11-21T00:00:00Z', to: '2026-11-21T01:00:00Z' } },
  updateWorkspaceAddons: { body: { addons: [] } },
  adviseSchema: {
    body: {
      provider_id: 'none',
      tables: [{ name: 't', columns: [{ name: 'c', type: 'STRING', values: ['a'] }] }],
      vertices: ['t'],
      edges: [],
    },
  },
  setWorkspaceRole: { body: { email: 'ann@example.org', role: 'workspace-users' } },
  addWorkspaceAdmins: { body: emails },
  addWorkspaceUsers: { body: emails },
  removeWorkspaceRoles: { body: emails },
  createSchedule: { body: schedule },
  updateSchedule: { body: schedule },
  listUnusedRoles: { query: { days: '30' } },
  inviteUsers: { body: { users: [{ email: 'ann@example.org', roles: ['users'] }] } },
  resendInvitation: { body: { email: 'ann@example.org' } },
  setUserRoles: { body: { roles: ['super-admins'] } },
  assignRoles: { body: { userEmail: 'nobody@example.org', workgroupsToAssignAdmin: [ID] } },
  revokeRoles: { body: { userEmail: 'nobody@example.org', billingRoleToRevoke: 'billing-viewers' } },
  setGroupRole: { body: { role: null } },
  createApiKey: { body: { description: 'Reports', life_time_in_seconds: 604_800 } },
  deleteApiKey: { body: { key_name: 'none' } },
  addAllowedIp: { body: ip },
  updateAllowedIp: { body: ip },
  deleteAllowedIp: { query: { accept_lockout: 'true' } },
  enableAllowList: { body: { accept_lockout: true } },
  createDbUser: { body: dbUser },
  updateDbUser: { body: dbUser },
  deleteDbUser: { body: { username: 'reader' } },
  createAlertRule: {
    body: { metric: 'tigergraph_cpu_usage', threshold: 82.5, recipientList: ['ann@example.org'] },
  },
  updateAlertRule: { body: { threshold: 90, recipientList: [] } },
  searchLogs: {
    body: {
      query: 'error',
      components: ['RESTPP'],
      from: '2026-11-21T00:00:00Z',
      to: '2026-11-21T01:00:00Z',
    },
  },
  tailLogs: { query: { wait: '0' } },
  readLogFile: { query: { lines: '10' } },
  createBackup: { body: { name: 'before-change' } },
  deleteBackup: { body: { backup_id: ID } },
  updateBackupSchedule: { body: { pause: true, schedule: '0 3 * * 0' } },
  restoreBackup: {
    body: {
      backup_id: ID,
      new_workspace: { name: 'copy', database_name: 'copy', workspace_type_name: 'TG-00' },
    },
  },
  listSolutions: { query: { workgroup_id: ID } },
  installSolution: { body: { name: 'fraud', solution_catalog_id: 'transaction-fraud' } },
  createAddonConfig: { body: llm },
  updateAddonConfig: { body: llm },
  updateCopilotSettings: { body: { llm_provider_id: 'none' } },
  createExploration: { body: { exploration_id: ID, name: 'Seen', graph: 'G', document } },
  saveExploration: { body: { document }, version: 1 },
  renameExploration: { body: { name: 'Seen again' } },
  shareExploration: { body: share },
  addExplorationComment: { body: { text: 'Look here: two\nlines' } },
  saveExplorationStyles: { body: { styles: null } },
  giveFeedback: { body: { category: 'Workspace', rowData: ['5', 'Fine, thanks.'] } },
  contactSupport: { body: { subject: 'A question', message: 'Why?', page: '/editor' } },
  saveImportDraft: { body: { draft: null }, version: 0 },
  saveLoadDraft: { body: { draft: { files: [], mappings: [] } }, version: 0 },
  deleteLoadDraft: { version: 0 },
  awaitFiles: { query: { wait: '0' } },
  createFile: { body: { name: 'note.gsql', content: "SHOW 'x'\n  -- $HOME" } },
  searchFiles: { query: { text: 'x & y' } },
  saveFile: { body: { content: '' }, version: 1 },
  updateFile: { body: { parent_id: null } },
  shareFile: { body: share },
  listDashboardOrganizations: { query: { find: 'birch', tier: 'free', sort: 'people' } },
  updateDashboardOrganization: { body: { tier: 'paid' } },
  listDashboardBilling: { query: { month: '2026-10', sort: 'cost', desc: 'true' } },
  listDashboardPeople: { query: { find: 'ann', sort: 'active', desc: 'true' } },
  listDashboardWorkspaces: {
    query: { find: 'fraud', status: 'Active', sort: 'created', desc: 'true', limit: '5' },
  },
};

/** Ids of things that are not there, in paths. */
export const NONE: Readonly<Record<string, string>> = {
  workgroup_id: ID,
  workspace_id: ID,
  addon_id: 'copilot',
  config_key: 'copilot_llm_providers',
  provider: 'AWS',
};
