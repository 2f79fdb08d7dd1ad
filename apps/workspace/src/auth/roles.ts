/** Defines roles, and grants roles and privileges. Nobody grants what they do not have. */
import type { Privilege } from '@acacia/contract';
import { GLOBAL_SCOPE } from '@acacia/contract';
import { problem, type Problem } from '../errors/problem.ts';
import type { Caller } from './caller.ts';
import type { Credentials } from './credentials.ts';
import type { CredentialsFile } from './credentials-file.ts';
import { BUILT_IN_ROLES, isGlobalOnly, privilegesOfBuiltIn } from './privileges.ts';
import { NO_RIGHTS, ownValue, sameGrant, type DefinedRole, type Grant, type Rights } from './rights.ts';
import { isKnown } from './standing.ts';

const forbid = (caller: Caller, privilege: Privilege): Problem =>
  problem('privilegeMissing', { name: caller.name, privilege });

function demandWriteRole(caller: Caller, graph: string | null): void {
  if (!caller.may('WRITE_ROLE', { graph })) throw forbid(caller, 'WRITE_ROLE');
}

const NAME = /^[A-Za-z]\w*$/;

/** @param graph null: roles of the global scope */
export async function createRoles(
  credentials: Credentials,
  caller: Caller,
  names: readonly string[],
  graph: string | null,
): Promise<void> {
  demandWriteRole(caller, graph);
  await credentials.update((before) => {
    for (const name of names) {
      if (!NAME.test(name)) throw problem('roleName', { name });
      if (privilegesOfBuiltIn(name) !== undefined || Object.hasOwn(before.definedRoles, name))
        throw problem('roleThere', { name });
      if (isKnown(credentials, name) || Object.hasOwn(before.groups, name))
        throw problem('roleNamedAsUser', { name });
    }
    const made: Record<string, DefinedRole> = Object.fromEntries(
      names.map((name) => [name, { graph, grants: [] }]),
    );
    return { ...before, definedRoles: { ...before.definedRoles, ...made } };
  });
}

/** Drops roles and revokes them from everyone who has them. */
export async function dropRoles(
  credentials: Credentials,
  caller: Caller,
  names: readonly string[],
): Promise<void> {
  await credentials.update((before) => {
    for (const name of names) {
      if (privilegesOfBuiltIn(name) !== undefined) throw problem('roleBuiltIn', { name });
      demandWriteRole(caller, definedRole(before, name).graph);
    }
    const rights = mapValues(before.rights, (each) => ({
      ...each,
      roles: mapValues(each.roles, (roles) => roles.filter((role) => !names.includes(role))),
    }));
    const definedRoles = Object.fromEntries(
      Object.entries(before.definedRoles).filter(([name]) => !names.includes(name)),
    );
    return { ...before, definedRoles, rights };
  });
}

const mapValues = <T, U>(record: Readonly<Record<string, T>>, change: (value: T) => U): Record<string, U> =>
  Object.fromEntries(Object.entries(record).map(([key, value]) => [key, change(value)]));

/** @throws Problem when there is no such role */
export function definedRole({ definedRoles }: CredentialsFile, name: string): DefinedRole {
  const role = ownValue(definedRoles, name);
  if (role === undefined) throw problem('noRole', { name });
  return role;
}

function demandUser(credentials: Credentials, name: string): void {
  const granted = Object.hasOwn(credentials.current.rights, name);
  // Grants to someone who has gone can still be revoked.
  const isGroup = Object.hasOwn(credentials.current.groups, name);
  if (!isKnown(credentials, name) && !isGroup && !granted) throw problem('noUser', { name });
}

/** @param gives false: revokes them */
export async function grantRoles(
  credentials: Credentials,
  caller: Caller,
  gives: boolean,
  {
    roles,
    users,
    graph,
  }: Readonly<{ roles: readonly string[]; users: readonly string[]; graph: string | null }>,
): Promise<void> {
  demandWriteRole(caller, graph);
  await credentials.update((before) => {
    for (const role of roles) demandGrantable(before, caller, role, graph);
    let next = before;
    for (const user of users) {
      demandUser(credentials, user);
      const scope = graph ?? GLOBAL_SCOPE;
      next = withRights(next, user, (rights) => {
        const had = ownValue(rights.roles, scope) ?? [];
        const missing = roles.find((role) => !had.includes(role));
        if (!gives && missing !== undefined) throw problem('roleNotHeld', { user, role: missing });
        const now = gives ? [...new Set([...had, ...roles])] : had.filter((role) => !roles.includes(role));
        return { ...rights, roles: { ...rights.roles, [scope]: now } };
      });
    }
    return next;
  });
}

/**
 * A role is granted only in its own scope, and only by callers who have all of its privileges.
 * @throws Problem when either does not hold
 */
function demandGrantable(file: CredentialsFile, caller: Caller, role: string, graph: string | null): void {
  const builtIn = privilegesOfBuiltIn(role);
  if (builtIn !== undefined) {
    if (graph !== null && BUILT_IN_ROLES.global.includes(role)) throw problem('roleIsGlobal', { name: role });
    const missing = builtIn.find((privilege) => !caller.may(privilege, { graph }));
    if (missing !== undefined) throw forbid(caller, missing);
    return;
  }
  const defined = definedRole(file, role);
  if (defined.graph !== null && defined.graph !== graph)
    throw problem('roleOfGraph', { name: role, graph: defined.graph });
  for (const grant of defined.grants) demandHas(caller, grant);
}

function demandHas(caller: Caller, grant: Grant): void {
  if (!caller.may(grant.privilege, grant)) throw forbid(caller, grant.privilege);
}

/** @throws Problem when a name has a role or privilege that the caller may not grant */
export function demandHeld(file: CredentialsFile, caller: Caller, name: string): void {
  const { roles, grants } = ownValue(file.rights, name) ?? NO_RIGHTS;
  for (const [scope, names] of Object.entries(roles)) {
    const graph = scope === GLOBAL_SCOPE ? null : scope;
    for (const role of names) demandGrantable(file, caller, role, graph);
  }
  for (const grant of grants) demandHas(caller, grant);
}

const withRights = (
  file: CredentialsFile,
  user: string,
  change: (rights: Rights) => Rights,
): CredentialsFile => ({
  ...file,
  rights: { ...file.rights, [user]: change(ownValue(file.rights, user) ?? NO_RIGHTS) },
});

/**
 * Grants privileges to roles and users.
 * @param gives false: revokes them
 * @throws Problem when a privilege of the global scope is named for a graph
 */
export async function grantPrivileges(
  credentials: Credentials,
  caller: Caller,
  gives: boolean,
  grants: readonly Grant[],
  to: readonly string[],
): Promise<void> {
  for (const grant of grants) {
    demandWriteRole(caller, grant.graph);
    if (gives) demandHas(caller, grant);
    if (grant.graph !== null && isGlobalOnly(grant.privilege)) throw problem('privilegeIsGlobal', grant);
  }
  const changed = (had: readonly Grant[], name: string): Grant[] => {
    const others = had.filter((each) => !grants.some((grant) => sameGrant(each, grant)));
    if (gives) return [...others, ...grants];
    if (others.length === had.length) throw problem('privilegesNotHeld', { name });
    return others;
  };
  await credentials.update((before) => {
    let next = before;
    for (const name of to) {
      if (privilegesOfBuiltIn(name) !== undefined) throw problem('roleFixed', { name });
      const role = ownValue(next.definedRoles, name);
      if (role === undefined) {
        const isGroup = Object.hasOwn(next.groups, name);
        if (!isKnown(credentials, name) && !isGroup) throw problem('noUserOrRole', { name });
        next = withRights(next, name, (rights) => ({ ...rights, grants: changed(rights.grants, name) }));
        continue;
      }
      const elsewhere = grants.find(({ graph }) => role.graph !== null && graph !== role.graph);
      if (elsewhere !== undefined) throw problem('roleOfGraph', { name, graph: role.graph ?? '' });
      const definedRoles = {
        ...next.definedRoles,
        [name]: { ...role, grants: changed(role.grants, name) },
      };
      next = { ...next, definedRoles };
    }
    return next;
  });
}

/** The creator of a graph or a query has it: `role` in the graph, and these privileges. */
export const giveMaker = (
  credentials: Credentials,
  user: string,
  graph: string,
  role: string | null,
  grants: readonly Grant[],
): Promise<void> =>
  credentials.update((before) =>
    withRights(before, user, (rights) => ({
      roles:
        role === null
          ? rights.roles
          : { ...rights.roles, [graph]: [...new Set([...(ownValue(rights.roles, graph) ?? []), role])] },
      grants: [...rights.grants.filter((each) => !grants.some((grant) => sameGrant(each, grant))), ...grants],
    })),
  );

/** Rights in graphs and on queries that are no longer there go. */
export async function settleRights(
  credentials: Credentials,
  graphs: readonly string[],
  isQuery: (graph: string, name: string) => boolean,
): Promise<void> {
  const { current } = credentials;
  const stays = ({ graph, query }: Grant): boolean =>
    graph === null || (graphs.includes(graph) && (query === undefined || isQuery(graph, query)));
  const next = (before: CredentialsFile): CredentialsFile => {
    const definedRoles = Object.fromEntries(
      Object.entries(before.definedRoles)
        .filter(([, { graph }]) => graph === null || graphs.includes(graph))
        .map(([name, role]) => [name, { ...role, grants: role.grants.filter(stays) }]),
    );
    const isRole = (role: string): boolean =>
      privilegesOfBuiltIn(role) !== undefined || Object.hasOwn(definedRoles, role);
    const rights = mapValues(before.rights, ({ roles, grants }) => ({
      roles: Object.fromEntries(
        Object.entries(roles)
          .filter(([scope]) => scope === GLOBAL_SCOPE || graphs.includes(scope))
          .map(([scope, names]) => [scope, names.filter(isRole)]),
      ),
      grants: grants.filter(stays),
    }));
    return { ...before, definedRoles, rights };
  };
  const settled = next(current);
  if (JSON.stringify(settled) !== JSON.stringify(current)) await credentials.update(next);
}
