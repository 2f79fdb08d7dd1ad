/** The state of an organisation as it is, with the ids that changes need. */
import { CloudError, type CloudClient } from '@acacia/api-client';
import { grantOfPath, isAlwaysOn, type OrgUser, type Workgroup, type Workspace } from '@acacia/contract';
import {
  Settings,
  type OrganizationFile,
  type PersonFile,
  type State,
  type WorkgroupFile,
  type WorkspaceFile,
} from './model.ts';

/** Ids of what there is, by the names in the files. */
export interface Ids {
  readonly workgroups: ReadonlyMap<string, string>;
  /** By `workgroup/database`. */
  readonly databases: ReadonlyMap<string, string>;
  /** By `workgroup/workspace`. */
  readonly workspaces: ReadonlyMap<string, string>;
  /** By e-mail. */
  readonly users: ReadonlyMap<string, string>;
}

export const pathOf = (workgroup: string, name: string): string => `${workgroup}/${name}`;

/** The answer, or null where the caller, or the thing, may not do this. */
async function ifAllowed<T>(answer: Promise<T>): Promise<T | null> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof CloudError && error.status >= 400 && error.status < 500) return null;
    throw error;
  }
}

const byText = <T>(list: readonly T[], textOf: (item: T) => string): T[] =>
  list.toSorted((a, b) => (textOf(a) < textOf(b) ? -1 : 1));

async function workspaceOf(cloud: CloudClient, workspace: Workspace): Promise<WorkspaceFile> {
  const { workgroup_id, workspace_id, name, database_name, is_rw } = workspace;
  const params = { workgroup_id, workspace_id };
  const schedules = await cloud.listSchedules({ params });
  const rules = await cloud.listAlertRules({ params });
  const backup = await ifAllowed(cloud.getBackupSchedule({ params }));
  const { workspace_type, addons, ...rest } = workspace;
  const known: Record<string, unknown> = {
    ...rest,
    workspace_type_name: workspace_type.typeName,
    addons: byText(addons, ({ addons_id }) => addons_id),
  };
  const fields = Object.keys(Settings.shape).map((field) => [field, known[field]]);
  return {
    name,
    database: database_name,
    is_rw,
    settings: Settings.parse(Object.fromEntries(fields)),
    schedules: byText(
      // Those that have run for the last time are history.
      schedules
        .filter(({ next_run_at }) => next_run_at !== null)
        .map(({ timezone, repeat, date, time, repeat_on, workspace_type_name }) => ({
          timezone,
          repeat,
          date,
          time,
          repeat_on,
          workspace_type_name,
        })),
      (schedule) => JSON.stringify(schedule),
    ),
    alert_rules: byText(
      rules.map(({ metric, threshold, recipientList }) => ({ metric, threshold, recipientList })),
      (rule) => JSON.stringify(rule),
    ),
    backup_schedule: backup === null ? null : { pause: backup.pause, schedule: backup.schedule },
  };
}

async function workgroupOf(cloud: CloudClient, workgroup: Workgroup): Promise<WorkgroupFile> {
  const { workgroup_id, name, cloud_provider_id, platform, region, enable_application_log } = workgroup;
  const entries = await cloud.listAllowedIps({ params: { workgroup_id } });
  const workspaces: WorkspaceFile[] = [];
  for (const workspace of byText(workgroup.workspaces, (each) => each.name)) {
    workspaces.push(await workspaceOf(cloud, workspace));
  }
  return {
    name,
    cloud_provider_id,
    platform,
    region,
    enable_application_log,
    allow_list: {
      enabled: workgroup.enable_allow_list,
      entries: byText(
        entries.map(({ cidr, note }) => ({ cidr, note })),
        (entry) => JSON.stringify(entry),
      ),
    },
    databases: byText(
      workgroup.tg_databases.map((database) => database.name),
      (text) => text,
    ),
    workspaces,
  };
}

/** Roles by the names of their places. */
function personOf({ email, roles }: OrgUser, groups: readonly Workgroup[]): PersonFile {
  const grants = roles.flatMap(({ path }) => grantOfPath(path) ?? []);
  const groupOf = (id: string | null): Workgroup | undefined =>
    groups.find(({ workgroup_id }) => workgroup_id === id);
  const billing = grants.map(({ name }) => name).find((name) => name.startsWith('billing-'));
  const workspaces = grants.flatMap(({ name, workgroup_id, workspace_id }) => {
    const group = groupOf(workgroup_id);
    const space = group?.workspaces.find((each) => each.workspace_id === workspace_id);
    if (group === undefined || space === undefined) return [];
    return [[pathOf(group.name, space.name), name === 'workspace-admins' ? 'admin' : 'user'] as const];
  });
  return {
    email,
    organization_admin: grants.some(({ name }) => name === 'org-admins'),
    billing: billing === undefined ? null : (billing as NonNullable<PersonFile['billing']>),
    workgroups: grants
      .filter(({ name }) => name === 'workgroup-admins')
      .flatMap(({ workgroup_id }) => groupOf(workgroup_id)?.name ?? [])
      .toSorted(),
    workspaces: Object.fromEntries(byText(workspaces, ([path]) => path)),
  };
}

async function organizationOf(cloud: CloudClient): Promise<OrganizationFile> {
  const { org_name, org_display_name, require_second_factor } = await cloud.getMyOrganization({});
  const addons = await cloud.listAddons({});
  const added = addons.filter(({ Added, AddonsID }) => Added && !isAlwaysOn(AddonsID));
  return {
    name: org_name,
    display_name: org_display_name,
    require_second_factor,
    add_ons: added.map(({ AddonsID }) => AddonsID).toSorted(),
  };
}

const mapOf = <T>(list: readonly T[], entry: (item: T) => readonly [string, string]): Map<string, string> =>
  new Map(list.map(entry));

export async function readIds(cloud: CloudClient): Promise<Ids> {
  const groups = await cloud.listWorkgroups({});
  const users = (await ifAllowed(cloud.listUsers({ query: {} }))) ?? [];
  return {
    workgroups: mapOf(groups, ({ name, workgroup_id }) => [name, workgroup_id]),
    databases: mapOf(
      groups.flatMap((group) => group.tg_databases.map((database) => ({ group, database }))),
      ({ group, database }) => [pathOf(group.name, database.name), database.database_id],
    ),
    workspaces: mapOf(
      groups.flatMap((group) => group.workspaces.map((space) => ({ group, space }))),
      ({ group, space }) => [pathOf(group.name, space.name), space.workspace_id],
    ),
    users: mapOf(users, ({ email, id }) => [email, id]),
  };
}

export async function readState(cloud: CloudClient): Promise<State> {
  const groups = await cloud.listWorkgroups({});
  const users = await ifAllowed(cloud.listUsers({ query: {} }));
  const workgroups: WorkgroupFile[] = [];
  for (const group of byText(groups, ({ name }) => name)) workgroups.push(await workgroupOf(cloud, group));
  return {
    organization: await organizationOf(cloud),
    users:
      users === null
        ? null
        : byText(
            users.map((user) => personOf(user, groups)),
            ({ email }) => email,
          ),
    workgroups,
  };
}
