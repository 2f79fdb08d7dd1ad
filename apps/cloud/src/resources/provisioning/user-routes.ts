/** The calls of SCIM about people. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Db } from '../../database/database.ts';
import { chosen, has, listOf, readQuery } from './answers.ts';
import { demand, filterOf, idOf, send, sendKnown, sendResource } from './resource-answers.ts';
import type { ScimServer } from './scim-server.ts';
import * as changes from './user-changes.ts';
import { inputOfOperations, inputOfResource, type UserInput } from './user-input.ts';
import { operationsOf } from './patch.ts';
import * as users from './users.ts';

export function mountUsers(scope: FastifyInstance, scim: ScimServer): void {
  scope.get('/Users', (request, reply) => listUsers(scim, request, reply));
  scope.post('/Users', (request, reply) => provisionUser(scim, request, reply));
  scope.get('/Users/:id', async (request, reply) => {
    const orgId = scim.organisationOf(request);
    return sendKnown(request, reply, await shownUser(scim, scim.db, orgId, idOf(request)));
  });
  scope.put('/Users/:id', (request, reply) => {
    const input = inputOfResource(request.body);
    // Attributes that a whole resource leaves out are removed.
    const names = { displayName: null, formatted: null, givenName: null, familyName: null, ...input.names };
    return changeUser(scim, request, reply, { externalId: null, ...input, names });
  });
  scope.patch('/Users/:id', (request, reply) =>
    changeUser(scim, request, reply, inputOfOperations(operationsOf(request.body))),
  );
  scope.delete('/Users/:id', (request, reply) => removeUser(scim, request, reply));
}

async function shownUser({ base }: ScimServer, tx: Db, orgId: string, id: string) {
  const member = await users.findUser(tx, orgId, id);
  return users.presentUser(base, member, (await users.groupsOf(tx, [id])).get(id));
}

async function listUsers(
  { db, base, organisationOf }: ScimServer,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const orgId = organisationOf(request);
  const query = readQuery(request.query);
  const { total, members } = await users.findUsers(db, orgId, filterOf(query), query);
  const ids = members.map(({ membership }) => membership.id);
  const held = has(query, 'groups') ? await users.groupsOf(db, ids) : new Map<string, users.ShownGroup[]>();
  const shown = members.map((member) =>
    chosen(query, users.presentUser(base, member, held.get(member.membership.id))),
  );
  return send(reply, 200, listOf(shown, total, query.startIndex));
}

async function provisionUser(scim: ScimServer, request: FastifyRequest, reply: FastifyReply) {
  const input = inputOfResource(request.body);
  const query = readQuery(request.query);
  let id = '';
  const orgId = await scim.change(request, {
    action: 'provisionUser',
    act: async (tx, organisation) => {
      id = await changes.createUser(tx, organisation, input, scim.inviter);
      const member = await users.findUser(tx, organisation.id, id);
      return { resource: `user/${member.account.id}`, after: changes.auditedUser(member) };
    },
  });
  return sendResource(reply, query, await shownUser(scim, scim.db, orgId, id), 201);
}

async function changeUser(scim: ScimServer, request: FastifyRequest, reply: FastifyReply, input: UserInput) {
  const id = idOf(request);
  const query = readQuery(request.query);
  const orgId = await scim.change(request, {
    action: 'changeProvisionedUser',
    act: async (tx, organisation) => {
      demand(request, await shownUser(scim, tx, organisation.id, id));
      const { before, after } = await changes.changeUser(tx, organisation, id, input, scim);
      return {
        resource: `user/${after.account.id}`,
        before: changes.auditedUser(before),
        after: changes.auditedUser(after),
      };
    },
  });
  return sendResource(reply, query, await shownUser(scim, scim.db, orgId, id));
}

async function removeUser(scim: ScimServer, request: FastifyRequest, reply: FastifyReply) {
  await scim.change(request, {
    action: 'removeProvisionedUser',
    act: async (tx, { id: orgId }) => {
      demand(request, await shownUser(scim, tx, orgId, idOf(request)));
      const member = await users.findUser(tx, orgId, idOf(request));
      await changes.deleteUser(tx, orgId, member);
      return { resource: `user/${member.account.id}`, before: changes.auditedUser(member) };
    },
  });
  return reply.code(204).send();
}
