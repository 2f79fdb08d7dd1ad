/** Users, roles and privileges (TigerGraph, GSQL endpoints). The same store as the statements of the prompt. */
import {
  ChangePassword,
  CreateUser,
  DropUsers,
  GLOBAL_SCOPE,
  GrantPrivileges,
  GrantRoles,
  Privilege,
  RoleNames,
  type DatabaseUser,
  type RoleListing,
} from '@acacia/contract';
import type { FastifyRequest } from 'fastify';
import { SUPERUSER } from '../auth/credentials.ts';
import { BUILT_IN_ROLES, isAboutQuery, isGlobalOnly } from '../auth/privileges.ts';
import { privilegesAt, rolesAt } from '../auth/rights.ts';
import { createRoles, definedRole, dropRoles, grantPrivileges, grantRoles } from '../auth/roles.ts';
import { isKnown, knownRole, rightsOf } from '../auth/standing.ts';
import { changePassword, createUser, dropUsers, userNames } from '../auth/users.ts';
import { roleGrantText } from '../gsql/account-statements.ts';
import { onQuery } from '../gsql/granted-privileges.ts';
import { callerOf } from '../http/admission.ts';
import type { Register } from '../http/calls.ts';
import { gsql } from '../http/envelopes.ts';
import { problem } from '../errors/problem.ts';
import { jsonBody, pathPart, searchParams } from '../http/request-body.ts';
import { graphParameter, type Services } from '../services.ts';

export function accessRoutes(on: Register, services: Services): void {
  const { credentials, engine, readOnly, signIns } = services;
  const demandWritable = (): void => {
    if (readOnly) throw problem('readOnly');
  };

  // ---------------------------------------------------------------- users
  const userAnswer = (name: string): DatabaseUser => {
    const rights = rightsOf(credentials, name, knownRole(credentials, name));
    const scopes = [null, ...engine.graphs()];
    const { definedRoles, secrets } = credentials.current;
    const entries = scopes
      .map((graph) => ({
        scope: graph ?? GLOBAL_SCOPE,
        roles: rolesAt(rights, graph),
        privileges: privilegesAt(definedRoles, rights, graph),
      }))
      .filter(({ roles, privileges }) => roles.length > 0 || privileges.length > 0);
    const { failures, lastSuccess } = signIns.of(name);
    return {
      name,
      roles: Object.fromEntries(entries.map(({ scope, roles }) => [scope, [...roles]])),
      privileges: Object.fromEntries(
        entries.map(({ scope, privileges }) => [scope, { privileges: [...privileges] }]),
      ),
      isSuperUser: rolesAt(rights, null).includes('superuser'),
      hasPassword: name === SUPERUSER || Object.hasOwn(credentials.current.users, name),
      secrets: secrets.filter(({ owner }) => owner === name).map(({ alias }) => alias),
      lastSuccessLogin: lastSuccess?.toISOString() ?? null,
      nextValidLogin: lastSuccess?.toISOString() ?? null,
      disabled: !isKnown(credentials, name),
      failedAttempts: failures,
    };
  };
  const demandReadUser = (request: FastifyRequest): void => {
    const caller = callerOf(request);
    if (!caller.may('READ_USER', { graph: graphParameter(engine, request) }))
      throw problem('privilegeMissing', { name: caller.name, privilege: 'READ_USER' });
  };
  on('GET /gsql/v1/users', (request) => {
    const graph = graphParameter(engine, request);
    const caller = callerOf(request);
    const all = caller.may('READ_USER', { graph });
    const names = all ? userNames(credentials) : [caller.name];
    const users = names.map(userAnswer);
    // The users of one graph are those with a role in it.
    return gsql(graph === null ? users : users.filter(({ roles }) => Object.hasOwn(roles, graph)));
  });
  on('GET /gsql/v1/users/:name', (request) => {
    const name = pathPart(request, 'name');
    if (name !== callerOf(request).name) demandReadUser(request);
    if (!userNames(credentials).includes(name)) throw problem('noUser', { name });
    return gsql(userAnswer(name));
  });
  on('POST /gsql/v1/users', async (request) => {
    if (searchParams(request).get('action') === 'delete') {
      const { userNames: names } = jsonBody(request, DropUsers);
      await dropUsers(credentials, callerOf(request), names);
      return gsql(null, `Successfully dropped users: [${names.join(', ')}]`);
    }
    const { username, password } = jsonBody(request, CreateUser);
    await createUser(credentials, callerOf(request), username, password);
    return gsql(null, `Successfully created user ${username}`);
  });
  on('PUT /gsql/v1/users', async (request) => {
    demandWritable();
    const { username, password } = jsonBody(request, ChangePassword);
    await changePassword(credentials, callerOf(request), username, password);
    return gsql(null, `Successfully updated user ${username}`);
  });
  on('DELETE /gsql/v1/users/:name', async (request) => {
    const name = pathPart(request, 'name');
    await dropUsers(credentials, callerOf(request), [name]);
    return gsql(null, `Successfully dropped user ${name}`);
  });

  // ---------------------------------------------------------------- roles
  on('GET /gsql/v1/roles', () => {
    const entries = Object.entries(credentials.current.definedRoles);
    // Not members of an object: graphs have names such as `constructor`.
    const byScope = Map.groupBy(entries, ([, { graph }]) => graph ?? GLOBAL_SCOPE);
    const userDefinedRoles = Object.fromEntries(
      [...byScope].map(([scope, roles]) => [scope, roles.map(([name]) => name)]),
    );
    return gsql({ builtIn: BUILT_IN_ROLES, userDefinedRoles } satisfies RoleListing);
  });
  on('GET /gsql/v1/roles/:name', (request) => {
    const name = pathPart(request, 'name');
    const { graph, grants } = definedRole(credentials.current, name);
    const byScope = Map.groupBy(grants, (grant) => grant.graph ?? GLOBAL_SCOPE);
    const rolePrivileges = Object.fromEntries(
      [...byScope].map(([of, held]) => [of, { privileges: held.map(({ privilege }) => privilege) }]),
    );
    const scope = graph === null ? {} : { Graph: graph };
    return gsql({ ...scope, roleName: name, isGlobal: graph === null, rolePrivileges });
  });
  on('POST /gsql/v1/roles', async (request) => {
    const { roles } = jsonBody(request, RoleNames);
    const graph = graphParameter(engine, request);
    await createRoles(credentials, callerOf(request), roles, graph);
    const names = roles.join(', ');
    return gsql(
      graph === null
        ? `Successfully created global roles: [${names}].`
        : `Successfully created local roles on graph '${graph}': [${names}].`,
    );
  });
  const drop = async (request: FastifyRequest, names: readonly string[]) => {
    demandWritable();
    await dropRoles(credentials, callerOf(request), names);
    return gsql(`Successfully dropped roles: [${names.join(', ')}].`);
  };
  on('DELETE /gsql/v1/roles', (request) => {
    const search = searchParams(request);
    const names = (search.get('role') ?? search.get('roles') ?? '').split(',').filter((name) => name !== '');
    if (names.length === 0) throw problem('parameterMissing', { name: 'role' });
    return drop(request, names);
  });
  on('DELETE /gsql/v1/roles/:name', (request) => drop(request, [pathPart(request, 'name')]));
  for (const [path, gives] of [
    ['POST /gsql/v1/roles/grant', true],
    ['POST /gsql/v1/roles/revoke', false],
  ] as const)
    on(path, async (request) => {
      const { roles, users } = jsonBody(request, GrantRoles);
      const graph = graphParameter(engine, request);
      await grantRoles(credentials, callerOf(request), gives, { roles, users, graph });
      return gsql(roleGrantText(gives, roles, users, graph));
    });

  // ---------------------------------------------------------------- privileges
  on('GET /gsql/v1/privileges', () =>
    gsql(Privilege.options.map((privilege) => ({ privilegeType: typeOf(privilege), privilege }))),
  );
  for (const [path, gives] of [
    ['POST /gsql/v1/privileges/grant', true],
    ['POST /gsql/v1/privileges/revoke', false],
  ] as const)
    on(path, async (request) => {
      const { privileges, roles, queryName } = jsonBody(request, GrantPrivileges);
      const graph = graphParameter(engine, request);
      const ofQueries = privileges.find(isAboutQuery);
      if (queryName === undefined && ofQueries !== undefined)
        throw problem('privilegeOnOneQuery', { privilege: ofQueries });
      const grants = privileges.map((privilege) =>
        queryName === undefined ? { privilege, graph } : onQuery(engine, privilege, graph, queryName),
      );
      await grantPrivileges(credentials, callerOf(request), gives, grants, roles);
      const [did, to] = gives ? ['granted', 'to'] : ['revoked', 'from'];
      return gsql(
        null,
        `The privileges "${privileges.join(', ')}" are successfully ${did} ${to}: ${roles.join(', ')}`,
      );
    });
}

function typeOf(privilege: Privilege): string {
  if (isAboutQuery(privilege)) return 'QUERY';
  return isGlobalOnly(privilege) || privilege === 'DROP_GRAPH' ? 'GLOBAL' : 'GRAPH';
}
