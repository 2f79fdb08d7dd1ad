/** Users and groups of the workspace by SCIM 2.0, in the shapes of TigerGraph ("SCIM APIs for users/groups"). */
import {
  CreateScimGroup,
  CreateScimUser,
  DropGroups,
  DropUsers,
  PatchScimGroup,
  PatchScimUser,
  ScimList,
  type ScimMember,
} from '@acacia/contract';
import { changeMembers, createGroup, dropGroups } from '../auth/groups.ts';
import { ownValue } from '../auth/rights.ts';
import { changePassword, createUser, dropUsers, userNames } from '../auth/users.ts';
import { callerOf } from '../http/admission.ts';
import type { Register } from '../http/calls.ts';
import { gsql } from '../http/envelopes.ts';
import { problem } from '../errors/problem.ts';
import { jsonBody, pathPart, queryParameters, searchParams } from '../http/request-body.ts';
import type { Services } from '../services.ts';
import { groupResource, idOf, scimList, userResource } from './scim-resources.ts';

export function scimRoutes(on: Register, services: Services): void {
  userRoutes(on, services);
  groupRoutes(on, services);
}

function userRoutes(on: Register, { credentials }: Services): void {
  /** A user by id or by name. @throws Problem when there is none */
  const named = (given: string): string => {
    const found = userNames(credentials).find((name) => name === given || idOf(name) === given);
    if (found === undefined) throw problem('noUser', { name: given });
    return found;
  };
  on('GET /gsql/scim/v2/Users', (request) => {
    const parameters = queryParameters(request, ScimList);
    return scimList(userNames(credentials), 'userName', parameters, (user) => {
      const { name, ...others } = userResource(user);
      return parameters.excludedAttributes === 'names' ? others : { ...others, name };
    });
  });
  on('GET /gsql/scim/v2/Users/:name', (request) => userResource(named(pathPart(request, 'name'))));
  on('POST /gsql/scim/v2/Users', async (request) => {
    if (searchParams(request).get('action') === 'delete') {
      const { userNames: names } = jsonBody(request, DropUsers);
      await dropUsers(credentials, callerOf(request), names);
      return { error: false, message: `Successfully dropped users: [${names.join(', ')}]` };
    }
    const { userName, password } = jsonBody(request, CreateScimUser);
    await createUser(credentials, callerOf(request), userName, password);
    return userResource(userName);
  });
  on('PUT /gsql/scim/v2/Users/:name', async (request) => {
    const name = named(pathPart(request, 'name'));
    for (const { op, path, value } of jsonBody(request, PatchScimUser).Operations) {
      if (op.toLowerCase() !== 'replace' || path !== 'password' || typeof value !== 'string')
        throw problem('scimOperation');
      await changePassword(credentials, callerOf(request), name, value);
    }
    return userResource(name);
  });
  on('DELETE /gsql/scim/v2/Users/:name', async (request) => {
    const name = named(pathPart(request, 'name'));
    await dropUsers(credentials, callerOf(request), [name]);
    return gsql(null, `Successfully dropped user ${name}`);
  });
}

type Operation = ReturnType<typeof PatchScimGroup.parse>['Operations'][number];

/** `members`, or one member of them, as clients of identity providers name whom they remove. */
const MEMBERS = /^members(?:\[\s*value\s+eq\s+(?:"([^"]*)"|'([^']*)')\s*\])?$/i;

function groupRoutes(on: Register, { credentials }: Services): void {
  const resource = (name: string) => groupResource(name, ownValue(credentials.current.members, name) ?? []);
  /** A group by id or by name. @throws Problem when there is none */
  const named = (given: string): string => {
    const found = Object.keys(credentials.current.groups).find(
      (name) => name === given || idOf(name) === given,
    );
    if (found === undefined) throw problem('noGroup', { name: given });
    return found;
  };
  /** Names of users that are given by name or id. */
  const usersIn = (members: readonly ScimMember[]): string[] => {
    const byId = new Map(Object.keys(credentials.current.users).map((name) => [idOf(name), name]));
    return members.map(({ display, value }) => {
      const given = value ?? display ?? '';
      return byId.get(given) ?? given;
    });
  };
  /** The members after an operation. @throws Problem for one that groups do not have */
  const changed = (members: readonly string[], { op, path = 'members', value }: Operation): string[] => {
    const [isMembers, inDouble, inSingle] = MEMBERS.exec(path) ?? [];
    if (isMembers === undefined) throw problem('scimGroupOperation');
    const one = inDouble ?? inSingle;
    const given = one === undefined ? value && usersIn(value) : usersIn([{ value: one }]);
    const kind = op.toLowerCase();
    if (kind === 'remove') return given === undefined ? [] : members.filter((each) => !given.includes(each));
    if (given === undefined || one !== undefined) throw problem('scimGroupOperation');
    if (kind === 'add') return [...members, ...given];
    if (kind === 'replace') return given;
    throw problem('scimGroupOperation');
  };

  on('GET /gsql/scim/v2/Groups', (request) => {
    const parameters = queryParameters(request, ScimList);
    return scimList(Object.keys(credentials.current.groups), 'displayName', parameters, (group) => {
      const { members, ...others } = resource(group);
      return parameters.excludedAttributes === 'members' ? others : { ...others, members };
    });
  });
  on('GET /gsql/scim/v2/Groups/:name', (request) => resource(named(pathPart(request, 'name'))));
  on('POST /gsql/scim/v2/Groups', async (request) => {
    const caller = callerOf(request);
    if (searchParams(request).get('action') === 'delete') {
      const { groupNames } = jsonBody(request, DropGroups);
      await dropGroups(credentials, caller, groupNames);
      return { error: false, message: `Successfully dropped groups: [${groupNames.join(', ')}]` };
    }
    const { displayName, members = [] } = jsonBody(request, CreateScimGroup);
    await createGroup(credentials, caller, displayName, { members: [...new Set(usersIn(members))] });
    return resource(displayName);
  });
  on('PATCH /gsql/scim/v2/Groups/:name', async (request) => {
    const name = named(pathPart(request, 'name'));
    const { Operations } = jsonBody(request, PatchScimGroup);
    await changeMembers(credentials, callerOf(request), name, (before) =>
      Operations.reduce<readonly string[]>(changed, before),
    );
    return resource(name);
  });
  on('DELETE /gsql/scim/v2/Groups/:name', async (request) => {
    const name = named(pathPart(request, 'name'));
    await dropGroups(credentials, callerOf(request), [name]);
    return gsql(null, `Successfully dropped group ${name}`);
  });
}
