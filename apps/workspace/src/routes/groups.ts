/** Groups of users, and of people by rules on the claims of their tokens (TigerGraph, GSQL endpoints, "groups"). */
import { CreateGroup, ChangeGroup, DropGroups, GLOBAL_SCOPE, type DatabaseGroup } from '@acacia/contract';
import { changeRule, createGroup, dropGroups } from '../auth/groups.ts';
import { NO_RIGHTS, ownValue, privilegesAt, rolesAt } from '../auth/rights.ts';
import { problem } from '../errors/problem.ts';
import { callerOf } from '../http/admission.ts';
import type { Register } from '../http/calls.ts';
import { gsql } from '../http/envelopes.ts';
import { jsonBody, pathPart, searchParams } from '../http/request-body.ts';
import { graphParameter, type Services } from '../services.ts';

export function groupRoutes(on: Register, { credentials, engine }: Services): void {
  const groupAnswer = (name: string): DatabaseGroup => {
    const { groups, members, rights, definedRoles } = credentials.current;
    const rule = ownValue(groups, name);
    if (rule === undefined) throw problem('noGroup', { name });
    const held = ownValue(rights, name) ?? NO_RIGHTS;
    const entries = [null, ...engine.graphs()]
      .map((graph) => ({
        scope: graph ?? GLOBAL_SCOPE,
        roles: rolesAt(held, graph),
        privileges: privilegesAt(definedRoles, held, graph),
      }))
      .filter(({ roles, privileges }) => roles.length + privileges.length > 0);
    return {
      name,
      rule,
      members: ownValue(members, name) ?? [],
      roles: Object.fromEntries(entries.map(({ scope, roles }) => [scope, [...roles]])),
      privileges: Object.fromEntries(
        entries.map(({ scope, privileges }) => [scope, { privileges: [...privileges] }]),
      ),
      isSuperUser: rolesAt(held, null).includes('superuser'),
    };
  };

  on('GET /gsql/v1/groups', (request) => {
    const graph = graphParameter(engine, request);
    const all = Object.keys(credentials.current.groups).map(groupAnswer);
    return gsql(graph === null ? all : all.filter(({ roles }) => Object.hasOwn(roles, graph)));
  });
  on('GET /gsql/v1/groups/:name', (request) => gsql(groupAnswer(pathPart(request, 'name'))));
  on('POST /gsql/v1/groups', async (request) => {
    const caller = callerOf(request);
    if (searchParams(request).get('action') === 'delete') {
      const { groupNames } = jsonBody(request, DropGroups);
      await dropGroups(credentials, caller, groupNames);
      return gsql(null, `Successfully dropped groups: [${groupNames.join(', ')}]`);
    }
    const { groupName, proxyRule } = jsonBody(request, CreateGroup);
    await createGroup(credentials, caller, groupName, { rule: proxyRule });
    return gsql(groupAnswer(groupName), `Successfully created group ${groupName}`);
  });
  on('PUT /gsql/v1/groups', async (request) => {
    const { name, rule } = jsonBody(request, ChangeGroup);
    await changeRule(credentials, callerOf(request), name, rule);
    return gsql(null, `Successfully change the proxy rule for group ${name}`);
  });
  on('DELETE /gsql/v1/groups/:name', async (request) => {
    const name = pathPart(request, 'name');
    await dropGroups(credentials, callerOf(request), [name]);
    return gsql(null, `Successfully dropped group ${name}`);
  });
}
