/** Resolves a name at this moment: a person of the organisation, a user of the workspace, or nobody. */
import { GLOBAL_SCOPE, type DatabaseRole } from '@acacia/contract';
import type { CredentialsFile } from './credentials-file.ts';
import { SUPERUSER, type Credentials } from './credentials.ts';
import { NO_RIGHTS, ownValue, type Rights } from './rights.ts';

/**
 * Whether credentials of this name are valid: of people as long as they have access, of users as long as they exist.
 */
export function isKnown({ people, current }: Credentials, name: string): boolean {
  if (people.isPerson(name)) return people.roleOf(name) !== null;
  return name === SUPERUSER || Object.hasOwn(current.users, name);
}

/** Role of a name from the organisation at this moment; null: none. `tigergraph` is a superuser everywhere. */
export function knownRole({ people }: Credentials, name: string): DatabaseRole | null {
  if (people.isPerson(name)) return people.roleOf(name);
  return name === SUPERUSER ? 'superuser' : null;
}

/** The lesser of the role for which credentials were made and the person's present role. */
export function leastRole(
  stored: DatabaseRole | null | undefined,
  present: DatabaseRole | null,
): DatabaseRole | null {
  return stored === 'globalobserver' && present !== null ? stored : present;
}

/** Groups by their members, for each state of the credentials. */
const known = new WeakMap<CredentialsFile['members'], ReadonlyMap<string, readonly string[]>>();

/** Names of the groups that a user is a member of. */
function membershipsOf({ current: { members } }: Credentials, name: string): readonly string[] {
  let byMember = known.get(members);
  if (byMember === undefined) {
    const made = new Map<string, string[]>();
    for (const [group, names] of Object.entries(members))
      for (const each of names) made.set(each, [...(made.get(each) ?? []), group]);
    byMember = made;
    known.set(members, byMember);
  }
  return byMember.get(name) ?? [];
}

/** Rights together with those of groups. */
function withGroups({ current }: Credentials, rights: Rights, groups: readonly string[]): Rights {
  if (groups.length === 0) return rights;
  const all = [rights, ...groups.map((group) => ownValue(current.rights, group) ?? NO_RIGHTS)];
  const scopes = new Set(all.flatMap(({ roles }) => Object.keys(roles)));
  const rolesIn = (scope: string) => new Set(all.flatMap(({ roles }) => ownValue(roles, scope) ?? []));
  return {
    roles: Object.fromEntries([...scopes].map((scope) => [scope, [...rolesIn(scope)]])),
    grants: all.flatMap(({ grants }) => grants),
  };
}

/**
 * Rights granted to a name and to the groups that it is a member of, together with those of its role from the
 * organisation.
 * @param groups further groups, which a token puts its owner into
 */
export function rightsOf(
  credentials: Credentials,
  name: string,
  role: DatabaseRole | null,
  groups: readonly string[] = [],
): Rights {
  const own = ownValue(credentials.current.rights, name) ?? NO_RIGHTS;
  const { roles, grants } = withGroups(credentials, own, [...membershipsOf(credentials, name), ...groups]);
  if (role === null) return { roles, grants };
  const global = [...new Set([role, ...(roles[GLOBAL_SCOPE] ?? [])])];
  return { roles: { ...roles, [GLOBAL_SCOPE]: global }, grants };
}
