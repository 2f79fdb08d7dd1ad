/** Resolves a name at this moment: a person of the organisation, a user of the workspace, or nobody. */
import { GLOBAL_SCOPE, type DatabaseRole } from '@acacia/contract';
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

/** Rights granted to a name, together with those of its role from the organisation. */
export function rightsOf(credentials: Credentials, name: string, role: DatabaseRole | null): Rights {
  const { roles, grants } = ownValue(credentials.current.rights, name) ?? NO_RIGHTS;
  if (role === null) return { roles, grants };
  const global = [...new Set([role, ...(roles[GLOBAL_SCOPE] ?? [])])];
  return { roles: { ...roles, [GLOBAL_SCOPE]: global }, grants };
}
