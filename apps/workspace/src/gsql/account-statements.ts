/** Statements about users, roles and secrets. Returns the shell's output; clients look for some of its words. */
import type { Ast } from '@acacia/language';
import type { Privilege } from '@acacia/contract';
import type { Caller } from '../auth/caller.ts';
import { createGroup, dropGroups } from '../auth/groups.ts';
import { createRoles, dropRoles, grantPrivileges, grantRoles } from '../auth/roles.ts';
import { createSecret, dropSecrets, secretsOf } from '../auth/secrets.ts';
import { changePassword, createUser, dropUsers } from '../auth/users.ts';
import { problem } from '../errors/problem.ts';
import type { Services } from '../services.ts';
import {
  groupsText,
  rolePrivilegesText,
  rolesText,
  userPrivilegesText,
  usersText,
  usersWithRoleText,
} from './access-text.ts';
import { grantsOf, grantText } from './granted-privileges.ts';

/** Secrets are made in read-only workspaces too: they are forgotten with the process. */
const CHANGES: ReadonlySet<Ast.AccountStatement['action']> = new Set([
  'createUser',
  'dropUsers',
  'alterPassword',
  'createRoles',
  'dropRoles',
  'createGroup',
  'dropGroups',
  'grantRoles',
  'grantPrivileges',
] as const);

/**
 * @param current the graph in use; null: the global scope
 * @throws Problem when the statement is refused
 */
export async function accountStatement(
  services: Services,
  caller: Caller,
  statement: Ast.AccountStatement,
  current: string | null,
): Promise<string> {
  const { credentials, engine, readOnly, signIns } = services;
  if (readOnly && CHANGES.has(statement.action)) throw problem('readOnly');
  const demand = (privilege: Privilege): void => {
    if (!caller.may(privilege, { graph: current }))
      throw problem('privilegeMissing', { name: caller.name, privilege });
  };
  const graphOf = (graph: string | null | undefined): string | null => {
    const chosen = graph === undefined ? current : graph;
    if (chosen !== null && !engine.graphs().includes(chosen)) throw problem('noGraph', { graph: chosen });
    return chosen;
  };
  switch (statement.action) {
    case 'createSecret': {
      const { value } = await createSecret(credentials, caller, { alias: statement.alias });
      return `The secret: ${value} has been created for user "${caller.name}".`;
    }
    case 'dropSecrets':
      await dropSecrets(credentials, caller.name, statement.names);
      return `The secret(s) ${statement.names.join(', ')} are dropped.`;
    case 'showSecrets':
      return secretsOf(credentials, caller.name)
        .map(({ alias, value }) => `  - Secret: ${value}\n  - Alias: ${alias}`)
        .join('\n');
    case 'createUser':
      await createUser(credentials, caller, statement.user, statement.password);
      return `The user "${statement.user}" is created.`;
    case 'dropUsers':
      await dropUsers(credentials, caller, statement.names);
      return statement.names.map((name) => `The user "${name}" is dropped.`).join('\n');
    case 'alterPassword':
      await changePassword(credentials, caller, statement.user ?? caller.name, statement.password);
      return 'Password has been changed.';
    case 'showUsers':
      return usersText(credentials, signIns, caller, caller.may('READ_USER', { graph: null }));
    case 'createGroup':
      await createGroup(credentials, caller, statement.group, { rule: statement.rule });
      return `Successfully created group ${statement.group}`;
    case 'dropGroups':
      await dropGroups(credentials, caller, statement.names);
      return `Successfully dropped groups: [${statement.names.join(', ')}]`;
    case 'showGroups':
      if (!caller.may('READ_USER', { graph: null }))
        throw problem('privilegeMissing', { name: caller.name, privilege: 'READ_USER' });
      return groupsText(credentials);
    case 'createRoles': {
      const graph = graphOf(statement.graph);
      await createRoles(credentials, caller, statement.names, graph);
      const names = statement.names.join(', ');
      return graph === null
        ? `Successfully created global roles: [${names}].`
        : `Successfully created local roles for graph '${graph}': [${names}].`;
    }
    case 'dropRoles':
      await dropRoles(credentials, caller, statement.names);
      return `Successfully dropped roles: [${statement.names.join(', ')}].`;
    case 'showRoles':
      demand('READ_ROLE');
      return rolesText(credentials, current);
    case 'grantRoles': {
      const { grants, roles, to } = statement;
      const graph = graphOf(statement.graph);
      await grantRoles(credentials, caller, grants, { roles, users: to, graph });
      return roleGrantText(grants, roles, to, graph);
    }
    case 'grantPrivileges': {
      const grants = grantsOf(engine, statement, current);
      if (grants.length === 0) throw problem('privilegeOnNoQueries');
      await grantPrivileges(credentials, caller, statement.grants, grants, statement.to);
      return statement.to
        .map((name) => {
          const kind = Object.hasOwn(credentials.current.definedRoles, name) ? 'role' : 'user';
          return grantText(statement, `${kind}: ${name}`);
        })
        .join('\n');
    }
    case 'showPrivileges':
      if (statement.of === 'role') {
        demand('READ_ROLE');
        return statement.names.map((name) => rolePrivilegesText(credentials, name)).join('\n\n');
      }
      if (statement.names.some((name) => name !== caller.name)) demand('READ_USER');
      return statement.names
        .map((name) => userPrivilegesText(credentials, name, engine.graphs()))
        .join('\n\n');
    case 'showGrants':
      demand('READ_ROLE');
      if (statement.direction === 'of') demand('READ_USER');
      return statement.names
        .map((name) =>
          statement.direction === 'of'
            ? usersWithRoleText(credentials, name)
            : rolePrivilegesText(credentials, name),
        )
        .join('\n\n');
    case 'other':
      throw problem('notOfWorkspaces', statement);
  }
}

/** `Successfully granted roles [observer, r1] on graph 'g' to users [u1, u2].` */
export function roleGrantText(
  grants: boolean,
  roles: readonly string[],
  users: readonly string[],
  graph: string | null,
): string {
  const [did, to] = grants ? ['granted', 'to'] : ['revoked', 'from'];
  const on = graph === null ? '' : ` on graph '${graph}'`;
  return `Successfully ${did} roles [${roles.join(', ')}]${on} ${to} users [${users.join(', ')}].`;
}
