/**
 * A person's roles as the dialog shows them, the edits to them, and the calls that save the difference (specification
 * part 3, section 4, "Users and roles").
 */
import { t } from '@acacia/texts';
import {
  NO_ROLE_IN_API,
  ROLE_IN_API,
  type BillingRole,
  type OrganizationRoleInApi,
  type RoleGrant,
  type Workgroup,
} from '@acacia/contract';
import type { CloudInput } from '@acacia/api-client';
import type { FormCall } from '../../shell/copy-as/form-call.ts';

/** 'Not Specified', and a member of the organisation. */
type None = typeof NO_ROLE_IN_API;
type OrganizationRole = 'org-admins' | None;
type BillingChoice = BillingRole | None;
type GroupRole = 'workgroup-admins' | None;
type SpaceRole = 'workspace-admins' | 'workspace-users' | None;

/** Roles by place; a place that is missing has none. */
interface Permissions {
  readonly organization: OrganizationRole;
  readonly billing: BillingChoice;
  readonly groups: ReadonlyMap<string, GroupRole>;
  readonly spaces: ReadonlyMap<string, SpaceRole>;
}

/** The fields that were changed in the dialog. */
interface Edits {
  readonly organization?: OrganizationRole;
  readonly billing?: BillingChoice;
  readonly groups: ReadonlyMap<string, GroupRole>;
  readonly spaces: ReadonlyMap<string, SpaceRole>;
}

export const NO_EDITS: Edits = { groups: new Map(), spaces: new Map() };

export type Edit =
  | { readonly kind: 'organization'; readonly role: OrganizationRole }
  | { readonly kind: 'billing'; readonly role: BillingChoice }
  | { readonly kind: 'group'; readonly group: Workgroup; readonly role: GroupRole }
  | { readonly kind: 'space'; readonly id: string; readonly role: SpaceRole };

/**
 * Adds an edit. A higher role decides over the lower ones, so their edits are dropped: the fields are locked, or show
 * the roles that the person has.
 */
export function edited(edits: Edits, edit: Edit): Edits {
  switch (edit.kind) {
    case 'organization':
      return { ...NO_EDITS, organization: edit.role };
    case 'billing':
      return { ...edits, billing: edit.role };
    case 'group': {
      const inside = new Set(edit.group.workspaces.map(({ workspace_id }) => workspace_id));
      return {
        ...edits,
        groups: new Map(edits.groups).set(edit.group.workgroup_id, edit.role),
        spaces: new Map([...edits.spaces].filter(([id]) => !inside.has(id))),
      };
    }
    case 'space':
      return { ...edits, spaces: new Map(edits.spaces).set(edit.id, edit.role) };
  }
}

export function permissionsOf(grants: readonly RoleGrant[]): Permissions {
  const held = (name: RoleGrant['name']): boolean => grants.some((grant) => grant.name === name);
  const billing = held('billing-admins') ? 'billing-admins' : 'billing-viewers';
  const groups = new Map<string, GroupRole>();
  const spaces = new Map<string, SpaceRole>();
  for (const { name, workgroup_id, workspace_id } of grants) {
    if (name === 'workgroup-admins' && workgroup_id !== null) groups.set(workgroup_id, name);
    if (workspace_id === null) continue;
    if (name === 'workspace-admins') spaces.set(workspace_id, name);
    if (name === 'workspace-users' && !spaces.has(workspace_id)) spaces.set(workspace_id, name);
  }
  return {
    organization: held('org-admins') ? 'org-admins' : NO_ROLE_IN_API,
    billing: held(billing) ? billing : NO_ROLE_IN_API,
    groups,
    spaces,
  };
}

export const withEdits = (held: Permissions, edits: Edits): Permissions => ({
  organization: edits.organization ?? held.organization,
  billing: edits.billing ?? held.billing,
  groups: new Map([...held.groups, ...edits.groups]),
  spaces: new Map([...held.spaces, ...edits.spaces]),
});

const LOCKED_BY = {
  organization: t`An organization admin has every role.`,
  group: t`A workgroup admin is admin of all workspaces of the workgroup.`,
} as const;

/** A field of the dialog: the role that it shows, and why it cannot be changed. */
export interface Field<Role> {
  readonly role: Role;
  readonly locked: string | undefined;
}

export const billingField = ({ organization, billing }: Permissions): Field<BillingChoice> => ({
  role: billing,
  locked: organization === 'org-admins' ? LOCKED_BY.organization : undefined,
});

export const groupField = ({ organization, groups }: Permissions, id: string): Field<GroupRole> =>
  organization === 'org-admins'
    ? { role: 'workgroup-admins', locked: LOCKED_BY.organization }
    : { role: groups.get(id) ?? NO_ROLE_IN_API, locked: undefined };

export function spaceField(wanted: Permissions, groupId: string, id: string): Field<SpaceRole> {
  const group = groupField(wanted, groupId);
  return group.role === 'workgroup-admins'
    ? { role: 'workspace-admins', locked: group.locked ?? LOCKED_BY.group }
    : { role: wanted.spaces.get(id) ?? NO_ROLE_IN_API, locked: undefined };
}

/** A step as it can be copied. */
export const stepCall = ({ call, ...input }: Step): FormCall => ({ call, input });

type OneStep<K extends 'setUserRoles' | 'assignRoles' | 'revokeRoles'> = { readonly call: K } & CloudInput<K>;
export type Step = OneStep<'setUserRoles'> | OneStep<'assignRoles'> | OneStep<'revokeRoles'>;

function changed<Role>(
  before: ReadonlyMap<string, Role>,
  after: ReadonlyMap<string, Role>,
  ids: readonly string[],
  role: Role | None,
): string[] {
  const at = (of: ReadonlyMap<string, Role>, id: string): Role | None => of.get(id) ?? NO_ROLE_IN_API;
  return ids.filter((id) => at(after, id) === role && at(before, id) !== role);
}

/** The roles to give, then those to take, in one workgroup. */
function groupSteps(email: string, group: Workgroup, before: Permissions, after: Permissions): Step[] {
  const ids = group.workspaces.map(({ workspace_id }) => workspace_id);
  const own = [group.workgroup_id];
  const assign = {
    workgroupsToAssignAdmin: changed(before.groups, after.groups, own, 'workgroup-admins'),
    workspacesToAssignAdmin: changed(before.spaces, after.spaces, ids, 'workspace-admins'),
    workspacesToAssignUser: changed(before.spaces, after.spaces, ids, 'workspace-users'),
  };
  const revoke = {
    workgroupsToRevokeAdmin: changed(before.groups, after.groups, own, NO_ROLE_IN_API),
    workspacesToRevokeRoles: changed(before.spaces, after.spaces, ids, NO_ROLE_IN_API),
  };
  const any = (lists: Readonly<Record<string, readonly string[]>>): boolean =>
    Object.values(lists).some((list) => list.length > 0);
  return [
    ...(any(assign) ? [{ call: 'assignRoles' as const, body: { userEmail: email, ...assign } }] : []),
    ...(any(revoke) ? [{ call: 'revokeRoles' as const, body: { userEmail: email, ...revoke } }] : []),
  ];
}

function billingSteps(email: string, before: Permissions, { billing }: Permissions): Step[] {
  if (billing === before.billing) return [];
  if (billing !== NO_ROLE_IN_API) {
    return [{ call: 'assignRoles', body: { userEmail: email, billingRoleToAssign: billing } }];
  }
  const billingRoleToRevoke = before.billing === NO_ROLE_IN_API ? null : before.billing;
  return [{ call: 'revokeRoles', body: { userEmail: email, billingRoleToRevoke } }];
}

const roleInApi = (role: OrganizationRole): OrganizationRoleInApi =>
  role === 'org-admins' ? ROLE_IN_API[role] : NO_ROLE_IN_API;

/**
 * The calls that save the difference: the role in the organisation, the billing role, then each workgroup with its
 * workspaces; none when nothing differs.
 */
export function stepsBetween(
  { userId, email }: { readonly userId: string; readonly email: string },
  groups: readonly Workgroup[],
  before: Permissions,
  after: Permissions,
): readonly Step[] {
  const organization: Step[] =
    before.organization === after.organization
      ? []
      : [
          {
            call: 'setUserRoles',
            params: { user_id: userId },
            body: { roles: [roleInApi(after.organization)] },
          },
        ];
  return [
    ...organization,
    ...billingSteps(email, before, after),
    ...groups.flatMap((group) => groupSteps(email, group, before, after)),
  ];
}
