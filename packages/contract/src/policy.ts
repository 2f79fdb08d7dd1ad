/**
 * The one policy table of roles and permissions: the server enforces it for every call, the console explains it
 * (specification part 1, section 6; part 2, section 6).
 */
import { z } from 'zod';

export const RoleName = z.enum([
  'org-admins',
  'billing-admins',
  'billing-viewers',
  'workgroup-admins',
  'workspace-admins',
  'workspace-users',
]);
export type RoleName = z.infer<typeof RoleName>;

/** A role as granted. Its scope is the organisation, a workgroup, or a workspace of one. */
export const RoleGrant = z
  .object({
    name: RoleName,
    workgroup_id: z.string().nullable(),
    workspace_id: z.string().nullable(),
  })
  .meta({ id: 'RoleGrant' });
export type RoleGrant = z.infer<typeof RoleGrant>;

/**
 * Permissions of whoever operates the installation, over all organisations; as tokens of an outside issuer name them
 * (specification part 1, section 6). No role of an organisation gives them, and no API key has them.
 */
export const OPERATOR_PERMISSIONS = [
  'read:resource',
  'update:resource',
  'read:org',
  'read:billing',
  'update:org',
] as const;
export type OperatorPermission = (typeof OPERATOR_PERMISSIONS)[number];

/** The resource that a call acts on; ids are absent for the organisation itself. */
export interface Scope {
  readonly workgroup_id?: string;
  readonly workspace_id?: string;
}

/** Every role, and `member`: anyone of the organisation. */
const EVERYONE = ['member'] as const;
/** Administrators of each scope, together with those of the scopes above it. */
const ORG_ADMINS = ['org-admins'] as const;
const WORKGROUP_ADMINS = [...ORG_ADMINS, 'workgroup-admins'] as const;
const WORKSPACE_ADMINS = [...WORKGROUP_ADMINS, 'workspace-admins'] as const;
const WORKSPACE_USERS = [...WORKSPACE_ADMINS, 'workspace-users'] as const;

export const POLICY = {
  'org.read': EVERYONE,
  /** Names and logo. */
  'org.update': ORG_ADMINS,
  'marketplace.associate': [...ORG_ADMINS, 'billing-admins'],
  'marketplace.read': [...ORG_ADMINS, 'billing-admins', 'billing-viewers'],
  /** Credits and the payment method: the credit gate stands before everybody. */
  'billing.status': EVERYONE,
  'billing.read': [...ORG_ADMINS, 'billing-admins', 'billing-viewers'],
  /** Cards, address, and the method of payment. */
  'billing.pay': [...ORG_ADMINS, 'billing-admins'],
  'survey.answer': EVERYONE,
  'onboarding.read': EVERYONE,
  'feedback.give': EVERYONE,
  'support.contact': EVERYONE,
  'feedback.read': ORG_ADMINS,
  'workspaceMeta.read': EVERYONE,
  'workgroup.list': EVERYONE,
  'workgroup.create': ORG_ADMINS,
  'workgroup.read': WORKSPACE_USERS,
  'workgroup.update': WORKGROUP_ADMINS,
  'workgroup.delete': ORG_ADMINS,
  'database.read': WORKSPACE_USERS,
  'database.create': WORKGROUP_ADMINS,
  'database.update': WORKSPACE_ADMINS,
  'database.delete': WORKGROUP_ADMINS,
  'workspace.read': WORKSPACE_USERS,
  'workspace.create': WORKGROUP_ADMINS,
  'workspace.update': WORKSPACE_ADMINS,
  'workspace.pause': WORKSPACE_ADMINS,
  'workspace.resume': WORKSPACE_ADMINS,
  'workspace.stop': WORKSPACE_ADMINS,
  'workspace.terminate': WORKSPACE_ADMINS,
  /** Size, high availability, version, add-ons; a new snapshot of a read-only workspace. */
  'workspace.configure': WORKSPACE_ADMINS,
  'schedule.read': WORKSPACE_ADMINS,
  'schedule.update': WORKSPACE_ADMINS,
  'alert.read': WORKSPACE_ADMINS,
  'alert.update': WORKSPACE_ADMINS,
  'backup.read': WORKSPACE_ADMINS,
  'backup.manage': WORKSPACE_ADMINS,
  'log.read': WORKSPACE_ADMINS,
  'metrics.read': WORKSPACE_USERS,
  'metrics.scrape': ORG_ADMINS,
  'dataProfile.read': WORKSPACE_USERS,
  'solution.list': EVERYONE,
  'solution.read': WORKSPACE_USERS,
  'solution.install': WORKSPACE_ADMINS,
  'solution.uninstall': WORKSPACE_ADMINS,
  'allowList.current': WORKSPACE_USERS,
  'allowList.read': WORKGROUP_ADMINS,
  'allowList.update': WORKGROUP_ADMINS,
  'workspaceMember.read': WORKSPACE_ADMINS,
  'workspaceMember.update': WORKSPACE_ADMINS,
  'workgroupMember.read': WORKGROUP_ADMINS,
  'workgroupMember.update': WORKGROUP_ADMINS,
  /** All people of the organisation; administrators of less see those who have a role in what they administer. */
  'user.listAll': ORG_ADMINS,
  'user.list': WORKSPACE_ADMINS,
  /** Inviting and removing people, and their roles from anywhere in the organisation. */
  'user.manage': ORG_ADMINS,
  /** The token of the organisation's directory, and the roles of its groups. */
  'provisioning.manage': ORG_ADMINS,
  /** Users of a workspace alone, who sign in there with a password. */
  'dbUser.read': WORKSPACE_ADMINS,
  'dbUser.update': WORKSPACE_ADMINS,
  'quota.read': EVERYONE,
  'addon.read': EVERYONE,
  /** Adding an add-on to the organisation. */
  'addon.associate': ORG_ADMINS,
  'addonConfig.read': WORKSPACE_ADMINS,
  'addonConfig.update': ORG_ADMINS,
  /** Reaching the data through the gateway. */
  'workspace.use': WORKSPACE_USERS,
  'apiKey.manage': ORG_ADMINS,
  /** Files of the query editor: which of them, their owners and shares say. */
  'file.use': EVERYONE,
  /** Files of people who have left. */
  'file.manage': ORG_ADMINS,
  /** Saved explorations of a workspace's graphs: which of them, their owners and shares say. */
  'exploration.use': WORKSPACE_USERS,
  /** Explorations of people who have left. */
  'exploration.manage': WORKSPACE_ADMINS,
  /** The caller's own import under way. */
  'import.use': WORKSPACE_USERS,
  /** The caller's own unfinished loads into graphs. */
  'load.draft': WORKSPACE_USERS,
  /** Past loads of a workspace, whether that runs or not. */
  'load.read': WORKSPACE_USERS,
  'audit.read': ORG_ADMINS,
  /** The operator's dashboard: metadata of every organisation, never data. */
  'dashboard.read': ['read:resource', 'read:org'],
  'dashboard.readWorkspace': ['read:resource'],
  'dashboard.updateWorkspace': ['update:resource'],
  'dashboard.readOrg': ['read:org'],
  /** Usage and invoices. */
  'dashboard.readOrgDetail': ['read:billing'],
  'dashboard.updateOrg': ['update:org'],
} as const satisfies Record<string, readonly (RoleName | OperatorPermission | 'member')[]>;

export type Permission = keyof typeof POLICY;
/** Permissions that an operator of the installation has, and nobody by a role. */
export type OperatorsPermission = Extract<Permission, `dashboard.${string}`>;

export const isOperators = (permission: Permission): permission is OperatorsPermission =>
  (POLICY[permission] as readonly string[]).some((each) =>
    (OPERATOR_PERMISSIONS as readonly string[]).includes(each),
  );

/** The permissions among the texts of a token; `read:billing` counts with `read:org` alone. */
export const operatorPermissions = (given: readonly string[]): readonly OperatorPermission[] =>
  OPERATOR_PERMISSIONS.filter(
    (each) => given.includes(each) && (each !== 'read:billing' || given.includes('read:org')),
  );

/** Whether an operator with these permissions may make a call of the dashboard. */
export const operatorCan = (held: readonly OperatorPermission[], permission: OperatorsPermission): boolean =>
  (POLICY[permission] as readonly OperatorPermission[]).some((each) => held.includes(each));

/** Rights of an operator, as the console asks for them (specification part 1, section 3). */
export const DashboardFlags = z
  .object({
    readWorkspace: z.boolean(),
    updateWorkspace: z.boolean(),
    readOrg: z.boolean(),
    readOrgDetail: z.boolean(),
    updateOrg: z.boolean(),
  })
  .meta({ id: 'DashboardFlags' });
export type DashboardFlags = z.infer<typeof DashboardFlags>;

export const dashboardFlags = (held: readonly OperatorPermission[]): DashboardFlags => ({
  readWorkspace: operatorCan(held, 'dashboard.readWorkspace'),
  updateWorkspace: operatorCan(held, 'dashboard.updateWorkspace'),
  readOrg: operatorCan(held, 'dashboard.readOrg'),
  readOrgDetail: operatorCan(held, 'dashboard.readOrgDetail'),
  updateOrg: operatorCan(held, 'dashboard.updateOrg'),
});

/** Whether a person has the dashboard at all (specification part 1, section 5). */
export const hasDashboard = ({ readOrg, readWorkspace }: DashboardFlags): boolean => readOrg || readWorkspace;

/** Roles that let a person see a workgroup because of something inside it. */
const SEES_PARENT: ReadonlySet<Permission> = new Set([
  'workgroup.read',
  'database.read',
  'allowList.current',
]);

/** Permissions that concern no workgroup in particular: a role in any of them is enough. */
const ANYWHERE: ReadonlySet<Permission> = new Set(['user.list', 'addonConfig.read']);

function covers(grant: RoleGrant, permission: Permission, scope: Scope): boolean {
  if (grant.workgroup_id === null) return true;
  if (ANYWHERE.has(permission)) return true;
  if (grant.workgroup_id !== scope.workgroup_id) return false;
  if (grant.workspace_id === null) return true;
  if (scope.workspace_id === undefined) return SEES_PARENT.has(permission);
  return grant.workspace_id === scope.workspace_id;
}

const gives = (grant: RoleGrant, permission: Permission, scope: Scope): boolean =>
  (POLICY[permission] as readonly string[]).includes(grant.name) && covers(grant, permission, scope);

/** Whether every member of the organisation has the permission. */
export const isEveryones = (permission: Permission): boolean =>
  (POLICY[permission] as readonly string[]).includes('member');

/** Whether a member of the organisation with these roles has the permission in the scope. */
export const can = (grants: readonly RoleGrant[], permission: Permission, scope: Scope = {}): boolean =>
  isEveryones(permission) || grants.some((grant) => gives(grant, permission, scope));

/** The grants that give the permission in the scope: without all of them the member has it only if everyone does. */
export const grantsFor = (
  grants: readonly RoleGrant[],
  permission: Permission,
  scope: Scope = {},
): readonly RoleGrant[] => grants.filter((grant) => gives(grant, permission, scope));

export const NO_CREATE_RIGHT = 'You do not have permission to create a workspace or workgroup';
/** Starts with the words that the console looks for to show its no-permission page. */
export const operationDenied = (permission: Permission): string =>
  `operation denied: your roles do not allow ${permission}`;

/** Roles inside the workspace's database that each kind of person has (role table of the cloud product). */
export function databaseRole(
  grants: readonly RoleGrant[],
  scope: Required<Scope>,
): 'superuser' | 'globalobserver' | null {
  if (can(grants, 'workspace.update', scope)) return 'superuser';
  return can(grants, 'workspace.use', scope) ? 'globalobserver' : null;
}
