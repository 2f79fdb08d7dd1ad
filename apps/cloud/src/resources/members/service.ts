/** Grants and revokes roles (specification part 2, section 6). */
import { normalEmail, type Member, type RoleName, type Scope } from '@acacia/contract';
import { and, eq, isNull } from 'drizzle-orm';
import type { Db } from '../../database/database.ts';
import { accounts, memberships, roleGrants } from '../../database/schema.ts';
import { badField, notFound, problem } from '../../errors/problem.ts';
import { membershipOf, membersOf } from './store.ts';
import { takeGrants } from './take-grants.ts';

export type Place = Scope & { readonly workgroup_id: string };

/** Condition for a member's grants at this place itself, not above it. */
const givenAt = (membershipId: string, { workgroup_id, workspace_id }: Place) =>
  and(
    eq(roleGrants.membershipId, membershipId),
    eq(roleGrants.workgroupId, workgroup_id),
    workspace_id === undefined ? isNull(roleGrants.workspaceId) : eq(roleGrants.workspaceId, workspace_id),
  );

interface Given {
  readonly before: RoleName | null;
  readonly member: Member;
}

/**
 * Grants a person of the organisation a role at a place; it replaces their role there.
 * @throws Problem when nobody in the organisation has the e-mail
 */
export async function giveRole(
  tx: Db,
  orgId: string,
  place: Place,
  email: string,
  role: RoleName,
): Promise<Given> {
  const [found] = await tx
    .select({ id: memberships.id, accountId: accounts.id })
    .from(memberships)
    .innerJoin(accounts, eq(accounts.id, memberships.accountId))
    .where(
      and(eq(accounts.email, normalEmail(email)), eq(accounts.kind, 'person'), eq(memberships.orgId, orgId)),
    )
    // The lock serialises changes of one member's roles.
    .for('update', { of: memberships });
  if (found === undefined) {
    throw badField('email', 'nobodyWithEmail', { email });
  }
  const removed = await takeGrants(tx, givenAt(found.id, place));
  await tx.insert(roleGrants).values({
    membershipId: found.id,
    name: role,
    workgroupId: place.workgroup_id,
    workspaceId: place.workspace_id ?? null,
  });
  const member = (await membersOf(tx, orgId, place)).find(({ user_id }) => user_id === found.accountId);
  if (member === undefined) throw new Error('The role was not stored.');
  return { before: removed[0]?.name ?? null, member };
}

/**
 * Revokes the role that a person was granted at a place.
 * @throws Problem Conflict when their role comes from the workgroup or the organisation above
 */
export async function takeRole(
  tx: Db,
  orgId: string,
  place: Place,
  userId: string,
): Promise<{ email: string; role: RoleName }> {
  const held = (await membersOf(tx, orgId, place)).find(({ user_id }) => user_id === userId);
  const membershipId = await membershipOf(tx, orgId, userId);
  if (held === undefined || membershipId === undefined) throw notFound('member');
  // Nobody takes an administrator of the organisation out of a workspace, not even of a lesser role there.
  if (held.scope === 'organization' && place.workspace_id !== undefined) throw problem('roleFromAbove', held);
  const [removed] = await takeGrants(tx, givenAt(membershipId, place));
  if (removed === undefined) {
    throw problem('roleFromAbove', held);
  }
  return { email: held.email, role: removed.name };
}
