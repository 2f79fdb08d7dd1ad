/** The calls of SCIM about groups. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Db } from '../../database/database.ts';
import { chosen, has, listOf, readQuery } from './answers.ts';
import { COST } from './directory.ts';
import * as groups from './groups.ts';
import { operationsOf } from './patch.ts';
import { demand, filterOf, idOf, send, sendKnown, sendResource } from './resource-answers.ts';
import type { ScimServer } from './scim-server.ts';

export function mountGroups(scope: FastifyInstance, scim: ScimServer): void {
  scope.get('/Groups', (request, reply) => listGroups(scim, request, reply));
  scope.post('/Groups', (request, reply) => provisionGroup(scim, request, reply));
  scope.get('/Groups/:id', async (request, reply) => {
    const orgId = scim.organisationOf(request);
    return sendKnown(request, reply, await shownGroup(scim, scim.db, orgId, idOf(request)));
  });
  scope.put('/Groups/:id', async (request, reply) => {
    const input = groups.groupOfResource(request.body);
    const query = readQuery(request.query);
    const orgId = await changeGroup(scim, request, () => input);
    return sendResource(reply, query, await shownGroup(scim, scim.db, orgId, idOf(request)));
  });
  scope.patch('/Groups/:id', async (request, reply) => {
    const operations = operationsOf(request.body);
    await changeGroup(scim, request, (group, members) => groups.groupAfter(group, members, operations));
    // Entra ID asks for no body: a group may have thousands of members.
    return reply.code(204).send();
  });
  scope.delete('/Groups/:id', (request, reply) => removeGroup(scim, request, reply));
}

/** A group as the audit log has it. */
const auditedGroup = (input: { readonly displayName: string }, members: number) => ({
  name: input.displayName,
  members,
});

async function shownGroup({ base }: ScimServer, tx: Db, orgId: string, id: string) {
  const group = await groups.findGroup(tx, orgId, id);
  return groups.presentGroup(base, group, (await groups.membersOfGroups(tx, [id])).get(id) ?? []);
}

async function listGroups(scim: ScimServer, request: FastifyRequest, reply: FastifyReply) {
  const { db, base } = scim;
  const query = readQuery(request.query);
  const withMembers = has(query, 'members');
  const orgId = scim.organisationOf(request);
  if (withMembers) scim.count(orgId, COST.membersOfMany);
  const found = await groups.findGroups(db, orgId, filterOf(query), query);
  const members = await groups.membersOfGroups(
    db,
    withMembers || has(query, 'meta') ? found.groups.map(({ id }) => id) : [],
  );
  const shown = found.groups.map((group) =>
    chosen(query, groups.presentGroup(base, group, members.get(group.id) ?? [])),
  );
  return send(reply, 200, listOf(shown, found.total, query.startIndex));
}

async function provisionGroup(scim: ScimServer, request: FastifyRequest, reply: FastifyReply) {
  const input = groups.groupOfResource(request.body);
  const query = readQuery(request.query);
  let id = '';
  const orgId = await scim.change(request, {
    action: 'provisionGroup',
    act: async (tx, organisation) => {
      id = await groups.createGroup(tx, organisation.id, input);
      return { resource: `scimGroup/${id}`, after: auditedGroup(input, input.members.size) };
    },
  });
  return sendResource(reply, query, await shownGroup(scim, scim.db, orgId, id), 201);
}

type Edit = (group: groups.ScimGroup, members: readonly string[]) => groups.GroupInput;

/** @returns the organisation's id */
const changeGroup = (scim: ScimServer, request: FastifyRequest, edit: Edit): Promise<string> =>
  scim.change(request, {
    action: 'changeProvisionedGroup',
    act: async (tx, { id: orgId }) => {
      const id = idOf(request);
      const group = await groups.findGroup(tx, orgId, id);
      const members = (await groups.membersOfGroups(tx, [id])).get(id) ?? [];
      demand(request, groups.presentGroup(scim.base, group, members));
      const input = edit(group, members);
      await groups.changeGroup(tx, group, input);
      return {
        resource: `scimGroup/${id}`,
        before: auditedGroup(group, members.length),
        after: auditedGroup(input, input.members.size),
      };
    },
  });

async function removeGroup(scim: ScimServer, request: FastifyRequest, reply: FastifyReply) {
  await scim.change(request, {
    action: 'removeProvisionedGroup',
    act: async (tx, { id: orgId }) => {
      const shown = await shownGroup(scim, tx, orgId, idOf(request));
      demand(request, shown);
      await groups.deleteGroup(tx, shown.id);
      return { resource: `scimGroup/${shown.id}`, before: auditedGroup(shown, shown.members.length) };
    },
  });
  return reply.code(204).send();
}
