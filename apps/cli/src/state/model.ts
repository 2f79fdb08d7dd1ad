/** The state of an organisation as files have it: by names, without ids, times and secrets. */
import {
  AddonId,
  AlertMetric,
  BillingRole,
  CreateSchedule,
  MaintenanceSettings,
  Platform,
  WorkspaceAddon,
} from '@acacia/contract';
import { z } from 'zod';

const AlertRule = z.strictObject({
  metric: AlertMetric,
  threshold: z.number(),
  recipientList: z.array(z.string()),
});
export type AlertRule = z.infer<typeof AlertRule>;

export const Schedule = CreateSchedule;
export type Schedule = z.output<typeof Schedule>;

/** Settings that a change of the workspace sets. */
export const Settings = z.strictObject({
  tg_version: z.string(),
  workspace_type_name: z.string(),
  enable_ha: z.boolean(),
  enable_auto_start: z.boolean(),
  auto_stop_minutes: z.number(),
  ...MaintenanceSettings.shape,
  addons: z.array(WorkspaceAddon),
  enable_copilot: z.boolean(),
});
export type Settings = z.infer<typeof Settings>;

export const WorkspaceFile = z.strictObject({
  name: z.string(),
  /** Name of the database of the workgroup that it opens. */
  database: z.string(),
  is_rw: z.boolean(),
  settings: Settings,
  schedules: z.array(Schedule),
  alert_rules: z.array(AlertRule),
  /** Null where the workspace takes no backups. */
  backup_schedule: z.strictObject({ pause: z.boolean(), schedule: z.string() }).nullable(),
});
export type WorkspaceFile = z.infer<typeof WorkspaceFile>;

const AllowedIp = z.strictObject({ cidr: z.string(), note: z.string() });
export type AllowedIp = z.infer<typeof AllowedIp>;

export const WorkgroupFile = z.strictObject({
  name: z.string(),
  cloud_provider_id: z.string(),
  platform: Platform,
  region: z.string(),
  enable_application_log: z.boolean(),
  allow_list: z.strictObject({ enabled: z.boolean(), entries: z.array(AllowedIp) }),
  databases: z.array(z.string()),
  workspaces: z.array(WorkspaceFile),
});
export type WorkgroupFile = z.infer<typeof WorkgroupFile>;

export const OrganizationFile = z.strictObject({
  name: z.string(),
  display_name: z.string(),
  require_second_factor: z.boolean(),
  /** Add-ons that the organisation has added. */
  add_ons: z.array(AddonId),
});
export type OrganizationFile = z.infer<typeof OrganizationFile>;

export const PersonFile = z.strictObject({
  email: z.string(),
  organization_admin: z.boolean(),
  billing: BillingRole.nullable(),
  /** Names of workgroups that the person administers. */
  workgroups: z.array(z.string()),
  /** Roles in workspaces, by `workgroup/workspace`. */
  workspaces: z.record(z.string(), z.enum(['admin', 'user'])),
});
export type PersonFile = z.infer<typeof PersonFile>;

export interface State {
  readonly organization: OrganizationFile;
  /** Null: not known, since API keys may not list people. */
  readonly users: readonly PersonFile[] | null;
  readonly workgroups: readonly WorkgroupFile[];
}
