/** Texts of the shell about users, roles and privileges. */
import { GLOBAL_SCOPE, type Privilege } from '@acacia/contract';
import type { Caller } from '../auth/caller.ts';
import { SUPERUSER, type Credentials } from '../auth/credentials.ts';
import { BUILT_IN_ROLES, privilegesOfBuiltIn } from '../auth/privileges.ts';
import { definedRole } from '../auth/roles.ts';
import {
  NO_RIGHTS,
  ownValue,
  privilegesAt,
  privilegesOnQueries,
  rolesAt,
  type Grant,
} from '../auth/rights.ts';
import type { SignIns } from '../auth/sign-ins.ts';
import { knownRole, rightsOf } from '../auth/standing.ts';
import { userNames } from '../auth/users.ts';

function dateText(date: Date): string {
  const [weekday = '', day = '', month = '', year = '', time = ''] = date
    .toUTCString()
    .replace(',', '')
    .split(' ');
  return `${weekday} ${month} ${day} ${time} UTC ${year}`;
}

/** Everyone, or the caller alone. */
export function usersText(credentials: Credentials, signIns: SignIns, caller: Caller, all: boolean): string {
  const names = all ? [...new Set([...userNames(credentials), caller.name])] : [caller.name];
  return names
    .map((name) => {
      const rights =
        name === caller.name ? caller.rights() : rightsOf(credentials, name, knownRole(credentials, name));
      const local = Object.entries(rights.roles).filter(
        ([scope, roles]) => scope !== GLOBAL_SCOPE && roles.length > 0,
      );
      const { lastSuccess, failures } = signIns.of(name);
      const hasPassword = name === SUPERUSER || Object.hasOwn(credentials.current.users, name);
      return [
        `  - Name: ${name}${name === caller.name ? ' (Current User)' : ''}`,
        `    - Global Roles: ${rolesAt(rights, null).join(', ')}`,
        ...local.map(([graph, roles]) => `    - Graph '${graph}' Roles: ${roles.join(', ')}`),
        ...(hasPassword
          ? [
              `    - LastSuccessLogin: ${lastSuccess === null ? 'none since the start' : dateText(lastSuccess)}`,
              `    - FailedAttempts: ${failures}`,
            ]
          : []),
      ].join('\n');
    })
    .join('\n');
}

/** Each group with its rule, its members and its roles. */
export const groupsText = ({ current }: Credentials): string =>
  Object.entries(current.groups)
    .map(([name, rule]) => {
      const { roles } = ownValue(current.rights, name) ?? NO_RIGHTS;
      const members = ownValue(current.members, name) ?? [];
      const local = Object.entries(roles).filter(
        ([scope, held]) => scope !== GLOBAL_SCOPE && held.length > 0,
      );
      return [
        `  - Group Name: ${name}`,
        `    - Proxy Rule: ${rule}`,
        ...(members.length === 0 ? [] : [`    - Members: ${members.join(', ')}`]),
        `    - Global Roles: ${(ownValue(roles, GLOBAL_SCOPE) ?? []).join(', ')}`,
        ...local.map(([graph, held]) => `    - Graph '${graph}' Roles: ${held.join(', ')}`),
      ].join('\n');
    })
    .join('\n');

/** @param graph limits the roles to those that can be granted in this graph; null: all */
export function rolesText({ current }: Credentials, graph: string | null): string {
  const defined = Object.entries(current.definedRoles);
  const scopes = [null, ...new Set(defined.flatMap(([, role]) => role.graph ?? []))];
  const groups = scopes
    .filter((scope) => scope === null || graph === null || scope === graph)
    .flatMap((scope) => {
      const names = defined.filter(([, role]) => role.graph === scope).map(([name]) => `      ${name}`);
      if (names.length === 0) return [];
      return [scope === null ? '    - Global Roles:' : `    - Graph '${scope}' Roles:`, ...names];
    });
  return [
    '  - Builtin Roles:',
    ...[...BUILT_IN_ROLES.local, ...BUILT_IN_ROLES.global].map((role) => `    ${role}`),
    ...(groups.length === 0 ? [] : ['', '  - User Defined Roles:', ...groups]),
  ].join('\n');
}

const scopeTitle = (graph: string | null): string =>
  `  - ${graph === null ? 'Global' : `Graph '${graph}'`} Privileges:`;

const section = (
  graph: string | null,
  privileges: readonly Privilege[],
  onQueries: ReadonlyMap<string, readonly Privilege[]>,
): string[] =>
  privileges.length === 0 && onQueries.size === 0
    ? []
    : [
        scopeTitle(graph),
        ...privileges.map((privilege) => `    ${privilege}`),
        ...[...onQueries].flatMap(([query, names]) => [
          `      - Query '${query}' Privileges:`,
          ...names.map((name) => `        ${name}`),
        ]),
      ];

const grantSections = (grants: readonly Grant[]): string[] =>
  [...new Set(grants.map(({ graph }) => graph))].flatMap((graph) =>
    section(
      graph,
      grants
        .filter((grant) => grant.graph === graph && grant.query === undefined)
        .map((grant) => grant.privilege),
      privilegesOnQueries(grants, graph),
    ),
  );

export function rolePrivilegesText(credentials: Credentials, role: string): string {
  const builtIn = privilegesOfBuiltIn(role);
  const lines =
    builtIn === undefined
      ? grantSections(definedRole(credentials.current, role).grants)
      : [
          BUILT_IN_ROLES.global.includes(role) ? scopeTitle(null) : '  - Graph Privileges:',
          ...builtIn.map((privilege) => `    ${privilege}`),
        ];
  return [`Role: "${role}"`, ...(lines.length === 0 ? ['This role has no privilege.'] : lines)].join('\n');
}

export function userPrivilegesText(
  credentials: Credentials,
  user: string,
  graphs: readonly string[],
): string {
  const rights = rightsOf(credentials, user, knownRole(credentials, user));
  const { definedRoles } = credentials.current;
  const everywhere = privilegesAt(definedRoles, rights, null);
  const lines = [
    ...section(null, everywhere, new Map()),
    ...graphs.flatMap((graph) =>
      section(
        graph,
        privilegesAt(definedRoles, rights, graph).filter((privilege) => !everywhere.includes(privilege)),
        privilegesOnQueries(rights.grants, graph),
      ),
    ),
  ];
  return [`User: "${user}"`, ...(lines.length === 0 ? ['This user has no privilege.'] : lines)].join('\n');
}

export function usersWithRoleText(credentials: Credentials, role: string): string {
  if (privilegesOfBuiltIn(role) === undefined) definedRole(credentials.current, role);
  const names = userNames(credentials).filter((name) => {
    const { roles } = rightsOf(credentials, name, knownRole(credentials, name));
    return Object.values(roles).some((list) => list.includes(role));
  });
  return [`Users with role ${role}:`, ...names.map((name) => `  ${name}`)].join('\n');
}
