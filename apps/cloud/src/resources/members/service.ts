/** Grants and revokes roles (specification part 2, section 6). */
import type { Member, RoleName, Scope } from '@acacia/contract';
import { and, eq, isNull } from 'drizzle-orm';
import type { Db } from '../../database/database.ts';
import { roleGrants, users } from '../../database/schema.ts';
import { badField, notFound, problem } from '../../errors/problem.ts';
import { membersOf } from './store.ts';

export type Place = Scope & { readonly workgroup_id: string };

/** Condition for a person's grants at this place itself, not above it. */
const givenAt = (userId: string, { workgroup_id, workspace_id }: Place) =>
  and(
    eq(roleGrants.userId, userId),
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
  const [user] = await tx
    .select()
    .from(users)
    .where(and(eq(users.email, email.toLowerCase()), eq(users.orgId, orgId)))
    // The lock serialises changes of one person's roles.
    .for('update');
  if (user === undefined) {
    throw badField('email', 'nobodyWithEmail', { email });
  }
  const removed = await tx.delete(roleGrants).where(givenAt(user.id, place)).returning();
  await tx.insert(roleGrants).values({
    userId: user.id,
    name: role,
    workgroupId: place.workgroup_id,
    workspaceId: place.workspace_id ?? null,
  });
  const member = (await membersOf(tx, orgId, place)).find(({ user_id }) => user_id === user.id);
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
  if (held === undefined) throw notFound('member');
  const [removed] = await tx.delete(roleGrants).where(givenAt(userId, place)).returning();
  if (removed === undefined) {
    throw problem('roleFromAbove', held);
  }
  return { email: held.email, role: removed.name };
}
