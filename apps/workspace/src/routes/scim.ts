/** Users of the workspace by SCIM 2.0, in the shapes of TigerGraph ("SCIM APIs for users/groups"). */
import { createHash } from 'node:crypto';
import { CreateScimUser, DropUsers, PatchScimUser, SCIM_USER } from '@acacia/contract';
import { changePassword, createUser, dropUsers, userNames } from '../auth/users.ts';
import { callerOf } from '../http/admission.ts';
import type { Register } from '../http/calls.ts';
import { gsql } from '../http/envelopes.ts';
import { problem } from '../errors/problem.ts';
import { jsonBody, pathPart, searchParams } from '../http/request-body.ts';
import type { Services } from '../services.ts';

/** The id that stands for a user's name: the same whenever it is asked for. */
function idOf(name: string): string {
  const hash = createHash('sha256').update(name).digest('hex');
  return hash.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*$/, '$1-$2-$3-$4-$5');
}

const resource = (userName: string) => ({
  schemas: [SCIM_USER] as const,
  id: idOf(userName),
  userName,
  name: {},
  active: true as const,
  meta: { location: `/scim/v2/Users/${idOf(userName)}`, resourceType: 'User' as const },
});

const CONDITION = /^\s*userName\s+(eq|ne|co|sw|ew)\s+(?:"([^"]*)"|'([^']*)')\s*/i;

function matchesOne(operator: string, wanted: string): (name: string) => boolean {
  switch (operator) {
    case 'eq':
      return (name) => name === wanted;
    case 'ne':
      return (name) => name !== wanted;
    case 'co':
      return (name) => name.includes(wanted);
    case 'sw':
      return (name) => name.startsWith(wanted);
    default:
      return (name) => name.endsWith(wanted);
  }
}

/** `userName sw "a" and userName ne "ab" or …`; "and" binds closer. @throws Problem when it is written otherwise */
function filterOf(text: string): (name: string) => boolean {
  /** Groups of conditions that all hold; one of the groups must. */
  const groups: ((name: string) => boolean)[][] = [[]];
  let rest = text;
  for (;;) {
    const [read, operator, inDouble, inSingle = ''] = CONDITION.exec(rest) ?? [];
    if (read === undefined || operator === undefined) throw problem('scimFilter', { text });
    groups.at(-1)?.push(matchesOne(operator.toLowerCase(), inDouble ?? inSingle));
    rest = rest.slice(read.length);
    if (rest === '') break;
    const joined = /^(and|or)\s/i.exec(rest);
    if (joined === null) throw problem('scimFilter', { text });
    if (joined[1]?.toLowerCase() === 'or') groups.push([]);
    rest = rest.slice(joined[0].length);
  }
  return (name) => groups.some((group) => group.every((holds) => holds(name)));
}

export function scimRoutes(on: Register, { credentials }: Services): void {
  /** A user by id or by name. @throws Problem when there is none */
  const named = (given: string): string => {
    const found = userNames(credentials).find((name) => name === given || idOf(name) === given);
    if (found === undefined) throw problem('noUser', { name: given });
    return found;
  };
  on('GET /gsql/scim/v2/Users', (request) => {
    const search = searchParams(request);
    const filter = search.get('filter') ?? '';
    const names = userNames(credentials).filter(filter === '' ? () => true : filterOf(filter));
    const hidesNames = search.get('excludedAttributes') === 'names';
    const resources = names.map((name) => {
      const { name: ofPerson, ...others } = resource(name);
      return hidesNames ? others : { ...others, name: ofPerson };
    });
    return {
      schemas: ['urn:ietf:params:scim:api:messages:2.0:ListResponse'],
      totalResults: resources.length,
      startIndex: 1,
      itemsPerPage: resources.length,
      Resources: resources,
    };
  });
  on('GET /gsql/scim/v2/Users/:name', (request) => resource(named(pathPart(request, 'name'))));
  on('POST /gsql/scim/v2/Users', async (request) => {
    if (searchParams(request).get('action') === 'delete') {
      const { userNames: names } = jsonBody(request, DropUsers);
      await dropUsers(credentials, callerOf(request), names);
      return { error: false, message: `Successfully dropped users: [${names.join(', ')}]` };
    }
    const { userName, password } = jsonBody(request, CreateScimUser);
    await createUser(credentials, callerOf(request), userName, password);
    return resource(userName);
  });
  on('PUT /gsql/scim/v2/Users/:name', async (request) => {
    const name = named(pathPart(request, 'name'));
    for (const { op, path, value } of jsonBody(request, PatchScimUser).Operations) {
      if (op.toLowerCase() !== 'replace' || path !== 'password' || typeof value !== 'string')
        throw problem('scimOperation');
      await changePassword(credentials, callerOf(request), name, value);
    }
    return resource(name);
  });
  on('DELETE /gsql/scim/v2/Users/:name', async (request) => {
    const name = named(pathPart(request, 'name'));
    await dropUsers(credentials, callerOf(request), [name]);
    return gsql(null, `Successfully dropped user ${name}`);
  });
}
