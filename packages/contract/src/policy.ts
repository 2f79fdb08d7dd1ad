/**
 * Who may do what: the one table that the server enforces for every call and the console explains
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

/** What a call acts on; ids are absent for the organisation itself. */
export interface Scope {
  readonly workgroup_id?: string;
  readonly workspace_id?: string;
}

/** Every role, and `member`: anyone of the organisation. */
const EVERYONE = ['member'] as const;

export const POLICY = {
  'self.read': EVERYONE,
  'self.update': EVERYONE,
  'org.read': EVERYONE,
  'workspaceMeta.read': EVERYONE,
  'workgroup.list': EVERYONE,
  'workgroup.create': ['org-admins'],
  'workgroup.read': ['org-admins', 'workgroup-admins', 'workspace-admins', 'workspace-users'],
  'workgroup.update': ['org-admins', 'workgroup-admins'],
  'workgroup.delete': ['org-admins'],
  'database.read': ['org-admins', 'workgroup-admins', 'workspace-admins', 'workspace-users'],
  'database.create': ['org-admins', 'workgroup-admins'],
  'database.update': ['org-admins', 'workgroup-admins', 'workspace-admins'],
  'database.delete': ['org-admins', 'workgroup-admins'],
  'workspace.read': ['org-admins', 'workgroup-admins', 'workspace-admins', 'workspace-users'],
  'workspace.create': ['org-admins', 'workgroup-admins'],
  'workspace.update': ['org-admins', 'workgroup-admins', 'workspace-admins'],
  'workspace.pause': ['org-admins', 'workgroup-admins', 'workspace-admins'],
  'workspace.resume': ['org-admins', 'workgroup-admins', 'workspace-admins'],
  'workspace.stop': ['org-admins', 'workgroup-admins', 'workspace-admins'],
  'workspace.terminate': ['org-admins', 'workgroup-admins', 'workspace-admins'],
  /** Size, high availability, version, add-ons; a new snapshot of a read-only workspace. */
  'workspace.configure': ['org-admins', 'workgroup-admins', 'workspace-admins'],
  'schedule.read': ['org-admins', 'workgroup-admins', 'workspace-admins'],
  'schedule.update': ['org-admins', 'workgroup-admins', 'workspace-admins'],
  'alert.read': ['org-admins', 'workgroup-admins', 'workspace-admins'],
  'alert.update': ['org-admins', 'workgroup-admins', 'workspace-admins'],
  'backup.read': ['org-admins', 'workgroup-admins', 'workspace-admins'],
  'backup.manage': ['org-admins', 'workgroup-admins', 'workspace-admins'],
  'log.read': ['org-admins', 'workgroup-admins', 'workspace-admins'],
  'metrics.read': ['org-admins', 'workgroup-admins', 'workspace-admins', 'workspace-users'],
  'metrics.scrape': ['org-admins'],
  'dataProfile.read': ['org-admins', 'workgroup-admins', 'workspace-admins', 'workspace-users'],
  'solution.list': EVERYONE,
  'solution.read': ['org-admins', 'workgroup-admins', 'workspace-admins', 'workspace-users'],
  'solution.install': ['org-admins', 'workgroup-admins', 'workspace-admins'],
  'solution.uninstall': ['org-admins', 'workgroup-admins', 'workspace-admins'],
  'allowList.current': ['org-admins', 'workgroup-admins', 'workspace-admins', 'workspace-users'],
  'allowList.read': ['org-admins', 'workgroup-admins'],
  'allowList.update': ['org-admins', 'workgroup-admins'],
  'workspaceMember.read': ['org-admins', 'workgroup-admins', 'workspace-admins'],
  'workspaceMember.update': ['org-admins', 'workgroup-admins', 'workspace-admins'],
  'workgroupMember.read': ['org-admins', 'workgroup-admins'],
  'workgroupMember.update': ['org-admins', 'workgroup-admins'],
  'user.list': ['org-admins', 'workgroup-admins', 'workspace-admins'],
  'quota.read': EVERYONE,
  'addon.read': EVERYONE,
  /** Adding an add-on to the organisation. */
  'addon.associate': ['org-admins'],
  'addonConfig.read': ['org-admins', 'workgroup-admins', 'workspace-admins'],
  'addonConfig.update': ['org-admins'],
  /** Reaching the data through the gateway. */
  'workspace.use': ['org-admins', 'workgroup-admins', 'workspace-admins', 'workspace-users'],
  'audit.read': ['org-admins'],
} as const satisfies Record<string, readonly (RoleName | 'member')[]>;

export type Permission = keyof typeof POLICY;

/** Roles that let a person see a workgroup because of something inside it. */
const SEES_PARENT: ReadonlySet<Permission> = new Set([
  'workgroup.read',
  'database.read',
  'allowList.current',
]);

/** Of no workgroup in particular: whoever has the role anywhere may do it. */
const ANYWHERE: ReadonlySet<Permission> = new Set(['user.list', 'addonConfig.read']);

function covers(grant: RoleGrant, permission: Permission, scope: Scope): boolean {
  if (grant.workgroup_id === null) return true;
  if (ANYWHERE.has(permission)) return true;
  if (grant.workgroup_id !== scope.workgroup_id) return false;
  if (grant.workspace_id === null) return true;
  if (scope.workspace_id === undefined) return SEES_PARENT.has(permission);
  return grant.workspace_id === scope.workspace_id;
}

/** Whether a member of the organisation with these roles may do it there. */
export function can(grants: readonly RoleGrant[], permission: Permission, scope: Scope = {}): boolean {
  const roles: readonly string[] = POLICY[permission];
  if (roles.includes('member')) return true;
  return grants.some((grant) => roles.includes(grant.name) && covers(grant, permission, scope));
}

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
