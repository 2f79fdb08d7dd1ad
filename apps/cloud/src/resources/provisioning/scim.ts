/** SCIM 2.0 of an organisation at `/api/scim/v2` (RFC 7643 and 7644): its directory writes people and groups. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { BaseLogger } from 'pino';
import { recordAudit } from '../../audit/record.ts';
import { againAfterDeadlock, type Database, type Db } from '../../database/database.ts';
import { notFound, problem, Problem, troubleOf } from '../../errors/problem.ts';
import { acceptJson } from '../../http/json-body.ts';
import { clientOf } from '../../identity/client.ts';
import { createBuckets } from '../../limits/buckets.ts';
import type { Inviter } from '../users/invitations.ts';
import { demandAdmin, lockOrganisation } from '../users/people.ts';
import { chosen, demandVersion, has, isKnown, listOf, readQuery, type ScimQuery } from './answers.ts';
import { resourceTypes, schemas, serviceProviderConfig } from './discovery.ts';
import { scimErrorOf, ScimFault } from './fault.ts';
import { parseFilter } from './filter.ts';
import * as groups from './groups.ts';
import { operationsOf } from './patch.ts';
import { organisationOfToken } from './token.ts';
import * as changes from './user-changes.ts';
import { inputOfOperations, inputOfResource, type UserInput } from './user-input.ts';
import * as users from './users.ts';

interface ScimOptions {
  readonly db: Database['db'];
  readonly publicUrl: string;
  readonly inviter: Inviter;
  /** Turns errors of the server on requests into Problems. */
  readonly asProblem: (error: unknown) => unknown;
  /** Called with the resource of every change that was committed. */
  readonly committed: (resource: string) => Promise<void>;
  readonly log: BaseLogger;
}

/** The address of SCIM for directories. */
export const scimUrl = (publicUrl: string): string => `${publicUrl}/api/scim/v2`;

/** Requests of one organisation's directory, counted in reads. */
const OF_DIRECTORY = { burst: 4000, perSecond: 100 };
const COST = { read: 1, change: 2, membersOfMany: 20 };

/** A change and its row in the audit log. */
interface Change {
  readonly action:
    | 'provisionUser'
    | 'changeProvisionedUser'
    | 'removeProvisionedUser'
    | 'provisionGroup'
    | 'changeProvisionedGroup'
    | 'removeProvisionedGroup';
  readonly act: (tx: Db, organisation: changes.Organisation) => Promise<Changed>;
}
interface Changed {
  /** Kind and id, for the audit log. */
  readonly resource: string;
  readonly before?: object;
  readonly after?: object;
}

const ACTOR = 'Directory (SCIM)';
const BEARER = /^Bearer +(\S+)$/i;

const auditedGroup = (input: { readonly displayName: string }, members: number) => ({
  name: input.displayName,
  members,
});

export function scimRoutes(app: FastifyInstance, options: ScimOptions): void {
  const { db, inviter } = options;
  const base = scimUrl(options.publicUrl);
  const buckets = createBuckets(OF_DIRECTORY);

  /** The organisation of each request. */
  const callers = new WeakMap<FastifyRequest, string>();

  /** @throws Problem when the directory calls too often */
  function count(orgId: string, cost: number): void {
    const seconds = buckets.take(orgId, cost);
    if (seconds > 0) throw problem('tooManyRequests', { wait: `${seconds} s` }).after(seconds);
  }

  /** Finds the organisation of the request's token. @throws Problem when the token is not good, or calls too often */
  async function authenticate(request: FastifyRequest): Promise<void> {
    const [, token = ''] = BEARER.exec(request.headers.authorization ?? '') ?? [];
    const orgId = await organisationOfToken(db, token);
    if (orgId === undefined) throw problem('scimTokenNotValid');
    request.user = ACTOR;
    count(orgId, request.method === 'GET' ? COST.read : COST.change);
    callers.set(request, orgId);
  }

  function organisationOf(request: FastifyRequest): string {
    const orgId = callers.get(request);
    if (orgId === undefined) throw new Error('The request has not been authenticated.');
    return orgId;
  }

  /** Makes a change in one transaction with its audit row. @returns its resource's id and the organisation's */
  async function change(request: FastifyRequest, { action, act }: Change): Promise<string> {
    const orgId = organisationOf(request);
    const record = { orgId, actor: ACTOR, action, requestId: request.id, ...clientOf(request) };
    let resource: string;
    try {
      ({ resource } = await againAfterDeadlock(() =>
        db.transaction(async (tx) => {
          const organisation = await lockOrganisation(tx, orgId);
          const changed = await act(tx, organisation);
          await demandAdmin(tx, orgId);
          await recordAudit(tx, { ...record, ...changed, outcome: 'ok' });
          return changed;
        }),
      ));
    } catch (error) {
      const message =
        error instanceof Problem || error instanceof ScimFault ? error.message : 'Internal error';
      await recordAudit(db, { ...record, resource: '', outcome: 'failed', message });
      throw error;
    }
    await options.committed(resource.startsWith('user/') ? resource : `organization/${orgId}`);
    return orgId;
  }

  const send = (reply: FastifyReply, status: number, body: object) =>
    reply
      .code(status)
      .header('cache-control', 'no-store')
      .type('application/scim+json; charset=utf-8')
      .send(JSON.stringify(body));

  interface Versioned {
    readonly schemas: readonly string[];
    readonly id: string;
    readonly meta: { readonly version: string; readonly location: string };
  }
  const sendResource = (reply: FastifyReply, query: ScimQuery, resource: Versioned, status = 200) => {
    reply.header('etag', resource.meta.version);
    if (status === 201) reply.header('location', resource.meta.location);
    return send(reply, status, chosen(query, resource));
  };

  const shownUser = async (tx: Db, orgId: string, id: string) => {
    const member = await users.findUser(tx, orgId, id);
    return users.presentUser(base, member, (await users.groupsOf(tx, [id])).get(id));
  };
  const shownGroup = async (tx: Db, orgId: string, id: string) => {
    const group = await groups.findGroup(tx, orgId, id);
    return groups.presentGroup(base, group, (await groups.membersOfGroups(tx, [id])).get(id) ?? []);
  };
  const idOf = (request: FastifyRequest): string => (request.params as { id: string }).id;
  const filterOf = ({ filter }: ScimQuery) => (filter === undefined ? null : parseFilter(filter));
  /** @throws ScimFault when the resource has changed since the version that the request names */
  const demand = (request: FastifyRequest, { meta }: Versioned): void =>
    demandVersion(request.headers['if-match'], meta.version);

  async function sendKnown(request: FastifyRequest, reply: FastifyReply, resource: Versioned) {
    const query = readQuery(request.query);
    if (isKnown(request.headers['if-none-match'], resource.meta.version))
      return reply.code(304).header('etag', resource.meta.version).send();
    return sendResource(reply, query, resource);
  }

  async function changeUser(request: FastifyRequest, reply: FastifyReply, input: UserInput) {
    const id = idOf(request);
    const query = readQuery(request.query);
    const orgId = await change(request, {
      action: 'changeProvisionedUser',
      act: async (tx, organisation) => {
        demand(request, await shownUser(tx, organisation.id, id));
        const { before, after } = await changes.changeUser(tx, organisation, id, input, options);
        return {
          resource: `user/${after.account.id}`,
          before: changes.auditedUser(before),
          after: changes.auditedUser(after),
        };
      },
    });
    return sendResource(reply, query, await shownUser(db, orgId, id));
  }

  type Edit = (group: groups.ScimGroup, members: readonly string[]) => groups.GroupInput;
  const changeGroup = (request: FastifyRequest, edit: Edit) =>
    change(request, {
      action: 'changeProvisionedGroup',
      act: async (tx, { id: orgId }) => {
        const id = idOf(request);
        const group = await groups.findGroup(tx, orgId, id);
        const members = (await groups.membersOfGroups(tx, [id])).get(id) ?? [];
        demand(request, groups.presentGroup(base, group, members));
        const input = edit(group, members);
        await groups.changeGroup(tx, group, input);
        return {
          resource: `scimGroup/${id}`,
          before: auditedGroup(group, members.length),
          after: auditedGroup(input, input.members.size),
        };
      },
    });

  function mountDiscovery(scope: FastifyInstance): void {
    const discover = (path: string, find: (id: string) => object | undefined) =>
      scope.get(path, async (request, reply) => {
        const found = find(idOf(request));
        if (found === undefined) throw notFound('resource');
        return send(reply, 200, found);
      });
    const all = (list: readonly object[]) => () => listOf(list, list.length, 1);
    discover('/ServiceProviderConfig', () => serviceProviderConfig(base));
    discover('/ResourceTypes', all(resourceTypes(base)));
    discover('/ResourceTypes/:id', (wanted) => resourceTypes(base).find(({ id }) => id === wanted));
    discover('/Schemas', all(schemas(base)));
    discover('/Schemas/:id', (wanted) => schemas(base).find(({ id }) => id === wanted));
  }

  function mountUsers(scope: FastifyInstance): void {
    scope.get('/Users', async (request, reply) => {
      const orgId = organisationOf(request);
      const query = readQuery(request.query);
      const { total, members } = await users.findUsers(db, orgId, filterOf(query), query);
      const held = has(query, 'groups')
        ? await users.groupsOf(
            db,
            members.map(({ membership }) => membership.id),
          )
        : new Map<string, users.ShownGroup[]>();
      const shown = members.map((member) =>
        chosen(query, users.presentUser(base, member, held.get(member.membership.id))),
      );
      return send(reply, 200, listOf(shown, total, query.startIndex));
    });
    scope.post('/Users', async (request, reply) => {
      const input = inputOfResource(request.body);
      const query = readQuery(request.query);
      let id = '';
      const orgId = await change(request, {
        action: 'provisionUser',
        act: async (tx, organisation) => {
          id = await changes.createUser(tx, organisation, input, inviter);
          const member = await users.findUser(tx, organisation.id, id);
          return { resource: `user/${member.account.id}`, after: changes.auditedUser(member) };
        },
      });
      return sendResource(reply, query, await shownUser(db, orgId, id), 201);
    });
    scope.get('/Users/:id', async (request, reply) => {
      const orgId = organisationOf(request);
      return sendKnown(request, reply, await shownUser(db, orgId, idOf(request)));
    });
    scope.put('/Users/:id', (request, reply) => {
      const input = inputOfResource(request.body);
      // Attributes that a whole resource leaves out are removed.
      const names = { displayName: null, formatted: null, givenName: null, familyName: null, ...input.names };
      return changeUser(request, reply, { externalId: null, ...input, names });
    });
    scope.patch('/Users/:id', (request, reply) =>
      changeUser(request, reply, inputOfOperations(operationsOf(request.body))),
    );
    scope.delete('/Users/:id', async (request, reply) => {
      await change(request, {
        action: 'removeProvisionedUser',
        act: async (tx, { id: orgId }) => {
          demand(request, await shownUser(tx, orgId, idOf(request)));
          const member = await users.findUser(tx, orgId, idOf(request));
          await changes.deleteUser(tx, orgId, member);
          return { resource: `user/${member.account.id}`, before: changes.auditedUser(member) };
        },
      });
      return reply.code(204).send();
    });
  }

  function mountGroups(scope: FastifyInstance): void {
    scope.get('/Groups', async (request, reply) => {
      const query = readQuery(request.query);
      const withMembers = has(query, 'members');
      const orgId = organisationOf(request);
      if (withMembers) count(orgId, COST.membersOfMany);
      const found = await groups.findGroups(db, orgId, filterOf(query), query);
      const members = await groups.membersOfGroups(
        db,
        withMembers || has(query, 'meta') ? found.groups.map(({ id }) => id) : [],
      );
      const shown = found.groups.map((group) =>
        chosen(query, groups.presentGroup(base, group, members.get(group.id) ?? [])),
      );
      return send(reply, 200, listOf(shown, found.total, query.startIndex));
    });
    scope.post('/Groups', async (request, reply) => {
      const input = groups.groupOfResource(request.body);
      const query = readQuery(request.query);
      let id = '';
      const orgId = await change(request, {
        action: 'provisionGroup',
        act: async (tx, organisation) => {
          id = await groups.createGroup(tx, organisation.id, input);
          return { resource: `scimGroup/${id}`, after: auditedGroup(input, input.members.size) };
        },
      });
      return sendResource(reply, query, await shownGroup(db, orgId, id), 201);
    });
    scope.get('/Groups/:id', async (request, reply) => {
      const orgId = organisationOf(request);
      return sendKnown(request, reply, await shownGroup(db, orgId, idOf(request)));
    });
    scope.put('/Groups/:id', async (request, reply) => {
      const input = groups.groupOfResource(request.body);
      const query = readQuery(request.query);
      const orgId = await changeGroup(request, () => input);
      return sendResource(reply, query, await shownGroup(db, orgId, idOf(request)));
    });
    scope.patch('/Groups/:id', async (request, reply) => {
      const operations = operationsOf(request.body);
      await changeGroup(request, (group, members) => groups.groupAfter(group, members, operations));
      // Entra ID asks for no body: a group may have thousands of members.
      return reply.code(204).send();
    });
    scope.delete('/Groups/:id', async (request, reply) => {
      await change(request, {
        action: 'removeProvisionedGroup',
        act: async (tx, { id: orgId }) => {
          const shown = await shownGroup(tx, orgId, idOf(request));
          demand(request, shown);
          await groups.deleteGroup(tx, shown.id);
          return { resource: `scimGroup/${shown.id}`, before: auditedGroup(shown, shown.members.length) };
        },
      });
      return reply.code(204).send();
    });
  }

  void app.register(
    async (scope) => {
      acceptJson(scope, 'application/scim+json');
      // Before the body is read.
      scope.addHook('onRequest', async (request) => void (await authenticate(request)));
      scope.setErrorHandler(async (thrown, request, reply) => {
        const known = thrown instanceof ScimFault ? thrown : options.asProblem(thrown);
        const expected = known instanceof ScimFault || known instanceof Problem;
        if (!expected)
          options.log.error({ err: thrown, request: request.id, path: request.url }, 'SCIM failed');
        const found = expected ? known : (troubleOf(known) ?? problem('internal'));
        if (found instanceof Problem && found.retryAfterSeconds !== undefined)
          reply.header('retry-after', found.retryAfterSeconds);
        const { status, body } = scimErrorOf(found);
        if (status === 401) reply.header('www-authenticate', 'Bearer realm="SCIM"');
        return send(reply, status, body);
      });
      scope.setNotFoundHandler(async () => {
        throw notFound('call');
      });
      mountDiscovery(scope);
      mountUsers(scope);
      mountGroups(scope);
    },
    { prefix: '/api/scim/v2' },
  );
}
