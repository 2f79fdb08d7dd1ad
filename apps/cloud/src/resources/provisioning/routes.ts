/** Handlers of calls on provisioning, for admins: the directory's token, and the roles of its groups. */
import { grantOfPath, rolePath, type ProvisionedGroup, type RoleGrant } from '@acacia/contract';
import { and, asc, eq, sql } from 'drizzle-orm';
import type { Db } from '../../database/database.ts';
import { workgroups, workspaces } from '../../database/schema.ts';
import { scimGroups, scimGroupMembers, scimGroupRoles, scimTokens } from '../../database/scim-tables.ts';
import { badField, notFound } from '../../errors/problem.ts';
import type { HandlersOf } from '../../http/call.ts';
import { demandAdmin, lockPeople } from '../users/people.ts';
import { findGroup, setGroupRole } from './groups.ts';
import { scimUrl } from './scim.ts';
import { makeToken } from './token.ts';

type ProvisioningCall =
  | 'getProvisioning'
  | 'createProvisioningToken'
  | 'deleteProvisioningToken'
  | 'setGroupRole';

/** The groups of an organisation by name; `id`: that one alone. */
async function groupsWithRoles(db: Db, orgId: string, id?: string): Promise<ProvisionedGroup[]> {
  const rows = await db
    .select({
      group: scimGroups,
      role: scimGroupRoles,
      members: sql<number>`(select count(*)::int from ${scimGroupMembers} where ${scimGroupMembers.groupId} = ${scimGroups.id})`,
    })
    .from(scimGroups)
    .leftJoin(scimGroupRoles, eq(scimGroupRoles.groupId, scimGroups.id))
    .where(and(eq(scimGroups.orgId, orgId), id === undefined ? undefined : eq(scimGroups.id, id)))
    .orderBy(asc(scimGroups.displayName));
  return rows.map(({ group, role, members }) => ({
    group_id: group.id,
    name: group.displayName,
    members,
    role:
      role === null
        ? null
        : rolePath({ name: role.name, workgroup_id: role.workgroupId, workspace_id: role.workspaceId }),
  }));
}

/** @throws Problem naming the field when the place of a role is not of the organisation */
async function demandPlace(tx: Db, orgId: string, { workgroup_id, workspace_id }: RoleGrant): Promise<void> {
  if (workgroup_id === null) return;
  const group = and(eq(workgroups.orgId, orgId), eq(workgroups.id, workgroup_id));
  const found =
    workspace_id === null
      ? await tx.select({ id: workgroups.id }).from(workgroups).where(group).for('key share')
      : await tx
          .select({ id: workspaces.id })
          .from(workspaces)
          .innerJoin(workgroups, eq(workgroups.id, workspaces.workgroupId))
          .where(and(group, eq(workspaces.id, workspace_id)))
          .for('key share', { of: workspaces });
  if (found.length === 0)
    throw badField('role', 'noSuch', { what: workspace_id === null ? 'workgroup' : 'workspace' });
}

export const provisioningHandlers = (publicUrl: string): HandlersOf<ProvisioningCall> => ({
  getProvisioning: async ({ actor: { orgId }, db }) => {
    const [token] = await db.select().from(scimTokens).where(eq(scimTokens.orgId, orgId));
    return {
      url: scimUrl(publicUrl),
      token:
        token === undefined
          ? null
          : {
              creator: token.creator,
              create_time: token.createdAt.toISOString(),
              last_used_time: token.lastUsedAt?.toISOString() ?? null,
            },
      groups: await groupsWithRoles(db, orgId),
    };
  },

  createProvisioningToken: async ({ actor: { orgId, email }, db, changed }) => {
    const token = await makeToken(db, orgId, email);
    changed({ resource: `organization/${orgId}`, after: { provisioning_token: 'made' } });
    return { token };
  },

  deleteProvisioningToken: async ({ actor: { orgId }, db, changed }) => {
    const ended = await db.delete(scimTokens).where(eq(scimTokens.orgId, orgId)).returning();
    if (ended.length === 0) throw notFound('provisioning token');
    changed({ resource: `organization/${orgId}`, before: { provisioning_token: 'made' } });
    return {};
  },

  setGroupRole: async ({ actor, params: { group_id }, body, db, changed }) => {
    await lockPeople(db, actor);
    const { orgId } = actor;
    await findGroup(db, orgId, group_id);
    const [before] = await groupsWithRoles(db, orgId, group_id);
    const grant = body.role === null ? null : grantOfPath(body.role);
    if (grant !== null) await demandPlace(db, orgId, grant);
    await setGroupRole(
      db,
      group_id,
      grant && { name: grant.name, workgroupId: grant.workgroup_id, workspaceId: grant.workspace_id },
    );
    await demandAdmin(db, orgId);
    const [after] = await groupsWithRoles(db, orgId, group_id);
    if (before === undefined || after === undefined) throw notFound('group');
    changed({ resource: `organization/${orgId}`, before: { group: before }, after: { group: after } });
    return after;
  },
});
