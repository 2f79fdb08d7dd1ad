/** Why a person may do something, or may not: the grants that the policy finds. */
import { said, t } from '@acacia/texts';
import {
  grantsFor,
  isEveryones,
  isOperators,
  POLICY,
  ROLE_LABELS,
  type Permission,
  type RoleGrant,
  type RoleName,
  type Route,
  type Workgroup,
} from '@acacia/contract';
import { formatAnd, formatOr } from '@acacia/ui';

/** Something to do, in the words of the API's description. */
interface Doing {
  readonly label: string;
  readonly permission: Permission;
}

const isPermission = (text: string): text is Permission => text in POLICY;

const labelOf = ({ method, summary }: Route): string =>
  method === 'GET' ? t`See: ${summary.charAt(0).toLowerCase()}${summary.slice(1)}` : summary;

/** The calls that need a role, by label; rights of every member are left out. */
export function doings(calls: Readonly<Record<string, Route>>): readonly Doing[] {
  const found = Object.values(calls).flatMap((route) => {
    const { permission } = route;
    return isPermission(permission) && !isEveryones(permission) && !isOperators(permission)
      ? [{ label: labelOf(route), permission }]
      : [];
  });
  return [...new Map(found.map((doing) => [doing.label, doing])).values()].sort((a, b) =>
    a.label.localeCompare(b.label),
  );
}

/** A place by its ids, with its name for people. */
interface Where {
  readonly key: string;
  readonly name: string;
  readonly workgroup_id?: string;
  readonly workspace_id?: string;
}

export const places = (groups: readonly Workgroup[]): readonly Where[] => [
  { key: '', name: t`The organization` },
  ...groups.flatMap(({ workgroup_id, name, workspaces }) => [
    { key: workgroup_id, name, workgroup_id },
    ...workspaces.map((space) => ({
      key: space.workspace_id,
      name: `${name} / ${space.name}`,
      workgroup_id,
      workspace_id: space.workspace_id,
    })),
  ]),
];

/** `Workspace Admin of Workgroup-1 / Workspace-1`. */
export function grantText({ name, workgroup_id, workspace_id }: RoleGrant, all: readonly Where[]): string {
  const key = workspace_id ?? workgroup_id;
  if (key === null) return said(ROLE_LABELS[name]);
  return t`${said(ROLE_LABELS[name])} of ${all.find((place) => place.key === key)?.name ?? 'a place that is gone'}`;
}

/** A sentence with the answer. */
export function whyText(
  grants: readonly RoleGrant[],
  { permission }: Doing,
  { workgroup_id, workspace_id }: Where,
  all: readonly Where[],
): string {
  const scope = {
    ...(workgroup_id === undefined ? {} : { workgroup_id }),
    ...(workspace_id === undefined ? {} : { workspace_id }),
  };
  const given = grantsFor(grants, permission, scope);
  if (given.length > 0) return t`Yes, as ${formatAnd(given.map((grant) => grantText(grant, all)))}.`;
  const roles: readonly RoleName[] = (POLICY[permission] as readonly (RoleName | 'member')[]).filter(
    (role) => role !== 'member',
  );
  return t`No. It needs the role ${formatOr(roles.map((role) => said(ROLE_LABELS[role])))} there.`;
}
