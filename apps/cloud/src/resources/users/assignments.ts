/** Gives and takes roles in billing, workgroups and workspaces, of one person or of several at one place. */
import { normalEmail, type AssignRoles, type RevokeRoles, type RoleName } from '@acacia/contract';
import { and, eq, inArray, isNull } from 'drizzle-orm';
import type { z } from 'zod';
import type { Db } from '../../database/database.ts';
import { memberships, roleGrants, workgroups, workspaces } from '../../database/schema.ts';
import { badField, problem } from '../../errors/problem.ts';
import type { Actor } from '../../identity/person.ts';
import { takeGrants } from '../members/take-grants.ts';
import { membersWithRoles, type MemberRow } from './store.ts';

/**
 * The members with these addresses, in their order, locked against other changes of their roles.
 * @param kinds 'people': service accounts count as nobody
 * @param field names the field of an address: at its place in the list
 * @throws Problem naming the field of an address that nobody in the organisation has
 */
async function membersByEmail(
  tx: Db,
  orgId: string,
  emails: readonly string[],
  field: (index: number) => string,
  kinds: 'all' | 'people' = 'all',
): Promise<MemberRow[]> {
  const normal = emails.map(normalEmail);
  const found = await membersWithRoles(tx, orgId, normal);
  const byEmail = new Map(found.map((member) => [member.account.email, member]));
  const ordered = normal.map((email, index) => {
    const member = byEmail.get(email);
    if (member === undefined || (kinds === 'people' && member.account.kind === 'service'))
      throw badField(field(index), 'nobodyWithEmail', { email });
    return member;
  });
  const ids = found.map(({ membership }) => membership.id);
  await tx
    .select({ id: memberships.id })
    .from(memberships)
    .where(inArray(memberships.id, ids))
    // In one order, so that two calls do not wait for each other.
    .orderBy(memberships.id)
    .for('update');
  // Read again: roles may have changed before the lock was held.
  const locked = new Map(
    (await membersWithRoles(tx, orgId, normal)).map((member) => [member.account.email, member]),
  );
  return ordered.map(({ account }) => locked.get(account.email) ?? problemGone(account.email));
}

function problemGone(email: string): never {
  throw problem('nobodyWithEmail', { email });
}

/** The workgroup of each workspace. @throws Problem naming the field of an id outside the organisation */
async function placesOf(
  tx: Db,
  orgId: string,
  lists: Readonly<Record<string, readonly string[]>>,
  kind: 'workgroup' | 'workspace',
): Promise<ReadonlyMap<string, string>> {
  const wanted = [...new Set(Object.values(lists).flat())];
  if (wanted.length === 0) return new Map();
  const rows =
    kind === 'workgroup'
      ? await tx
          .select({ id: workgroups.id, workgroupId: workgroups.id })
          .from(workgroups)
          .where(and(eq(workgroups.orgId, orgId), inArray(workgroups.id, wanted)))
          .for('key share')
      : await tx
          .select({ id: workspaces.id, workgroupId: workspaces.workgroupId })
          .from(workspaces)
          .innerJoin(workgroups, eq(workgroups.id, workspaces.workgroupId))
          .where(and(eq(workgroups.orgId, orgId), inArray(workspaces.id, wanted)))
          .for('key share', { of: workspaces });
  const places = new Map(rows.map(({ id, workgroupId }) => [id, workgroupId]));
  for (const [field, ids] of Object.entries(lists)) {
    const missing = ids.findIndex((id) => !places.has(id));
    if (missing !== -1) throw badField(`${field}.${missing}`, 'noSuch', { what: kind });
  }
  return places;
}

interface Changed {
  readonly before: MemberRow;
  readonly after: MemberRow;
}

async function changing(
  tx: Db,
  orgId: string,
  email: string,
  change: (membershipId: string) => Promise<void>,
): Promise<Changed> {
  const [before] = await membersByEmail(tx, orgId, [email], () => 'userEmail');
  if (before === undefined) return problemGone(email);
  await change(before.membership.id);
  const [after] = await membersWithRoles(tx, orgId, [before.account.email]);
  return { before, after: after ?? problemGone(email) };
}

const BILLING: RoleName[] = ['billing-admins', 'billing-viewers'];

/** Takes all roles that the member has in the workspaces themselves. */
async function takeInWorkspaces(tx: Db, membershipId: string, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await takeGrants(
    tx,
    and(eq(roleGrants.membershipId, membershipId), inArray(roleGrants.workspaceId, [...ids])),
  );
}

/** @throws Problem naming the field with an unknown person, workgroup or workspace */
export function assignRoles(tx: Db, orgId: string, body: z.output<typeof AssignRoles>): Promise<Changed> {
  const { workgroupsToAssignAdmin, workspacesToAssignAdmin, workspacesToAssignUser } = body;
  return changing(tx, orgId, body.userEmail, async (membershipId) => {
    const groups = await placesOf(tx, orgId, { workgroupsToAssignAdmin }, 'workgroup');
    const spaces = await placesOf(
      tx,
      orgId,
      { workspacesToAssignAdmin, workspacesToAssignUser },
      'workspace',
    );
    await takeInWorkspaces(tx, membershipId, [...spaces.keys()]);
    const admins = new Set(workspacesToAssignAdmin);
    const given: (typeof roleGrants.$inferInsert)[] = [
      ...[...groups.keys()].map((workgroupId) => ({
        membershipId,
        name: 'workgroup-admins' as const,
        workgroupId,
      })),
      ...[...spaces].map(([workspaceId, workgroupId]) => ({
        membershipId,
        name: admins.has(workspaceId) ? ('workspace-admins' as const) : ('workspace-users' as const),
        workgroupId,
        workspaceId,
      })),
    ];
    if (body.billingRoleToAssign !== null) {
      await takeGrants(tx, and(eq(roleGrants.membershipId, membershipId), inArray(roleGrants.name, BILLING)));
      given.push({ membershipId, name: body.billingRoleToAssign });
    }
    if (given.length > 0) await tx.insert(roleGrants).values(given).onConflictDoNothing();
  });
}

/** @throws Problem naming the field with an unknown person, workgroup or workspace */
export function revokeRoles(tx: Db, orgId: string, body: z.output<typeof RevokeRoles>): Promise<Changed> {
  const { workgroupsToRevokeAdmin, workspacesToRevokeRoles, billingRoleToRevoke } = body;
  return changing(tx, orgId, body.userEmail, async (membershipId) => {
    const groups = await placesOf(tx, orgId, { workgroupsToRevokeAdmin }, 'workgroup');
    const spaces = await placesOf(tx, orgId, { workspacesToRevokeRoles }, 'workspace');
    await takeInWorkspaces(tx, membershipId, [...spaces.keys()]);
    if (groups.size > 0) {
      await takeGrants(
        tx,
        and(
          eq(roleGrants.membershipId, membershipId),
          isNull(roleGrants.workspaceId),
          inArray(roleGrants.workgroupId, [...groups.keys()]),
        ),
      );
    }
    if (billingRoleToRevoke !== null) {
      await takeGrants(
        tx,
        and(eq(roleGrants.membershipId, membershipId), eq(roleGrants.name, billingRoleToRevoke)),
      );
    }
  });
}

/** A workgroup, or a workspace of it. */
interface Place {
  readonly workgroup_id: string;
  readonly workspace_id?: string;
}

const heldAt = (member: MemberRow, { workgroup_id, workspace_id = undefined }: Place): RoleName | null =>
  member.grants.find(
    (grant) => grant.workgroup_id === workgroup_id && grant.workspace_id === (workspace_id ?? null),
  )?.name ?? null;

/** The role of each person at a place. */
type Roles = readonly { readonly email: string; readonly role: RoleName | null }[];

interface ChangedRoles {
  readonly before: { readonly members: Roles };
  readonly after: { readonly members: Roles };
}

/**
 * Gives people a role at a place, in place of the one that they have there; null takes it.
 * @throws Problem naming the address of somebody outside the organisation; Conflict for the actor's own role in a
 *   workspace, and for an admin of the organisation
 */
export async function setRolesAt(
  tx: Db,
  actor: Actor,
  place: Place,
  emails: readonly string[],
  role: RoleName | null,
): Promise<ChangedRoles> {
  const members = await membersByEmail(tx, actor.orgId, emails, (index) => `userEmails.${index}`, 'people');
  for (const member of members) {
    if (role !== null || place.workspace_id === undefined) continue;
    if (member.account.id === actor.userId) throw problem('ownWorkspaceRole');
    if (member.grants.some(({ name }) => name === 'org-admins')) {
      const { email } = member.account;
      throw problem('roleFromAbove', { email, role: 'org-admins', scope: 'organization' });
    }
  }
  const ids = [...new Set(members.map(({ membership }) => membership.id))];
  const { workgroup_id: workgroupId, workspace_id: workspaceId = null } = place;
  await takeGrants(
    tx,
    and(
      inArray(roleGrants.membershipId, ids),
      eq(roleGrants.workgroupId, workgroupId),
      workspaceId === null ? isNull(roleGrants.workspaceId) : eq(roleGrants.workspaceId, workspaceId),
    ),
  );
  if (role !== null) {
    await tx
      .insert(roleGrants)
      .values(ids.map((membershipId) => ({ membershipId, name: role, workgroupId, workspaceId })));
  }
  const told = (after: boolean): Roles =>
    members.map((member) => ({ email: member.account.email, role: after ? role : heldAt(member, place) }));
  return { before: { members: told(false) }, after: { members: told(true) } };
}
