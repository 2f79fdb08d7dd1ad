/** Giving and taking of roles (specification part 2, section 6). */
import type { Member, RoleName, Scope } from '@acacia/contract';
import { and, eq, isNull } from 'drizzle-orm';
import type { Db } from '../../database/database.ts';
import { roleGrants, users } from '../../database/schema.ts';
import { badField, conflict, notFound } from '../../http/problem.ts';
import { membersOf } from './store.ts';

export type Place = Scope & { readonly workgroup_id: string };

/** Grants that were given at this very place, not above it. */
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
 * Gives a person of the organisation this one role at a place, in place of the one they had there.
 * @throws Problem when there is nobody with the e-mail
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
    // Two changes of one person's roles follow one another.
    .for('update');
  if (user === undefined) {
    throw badField('email', `Nobody in your organization has the e-mail ${email}. Invite them first.`);
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
 * Takes the role that a person was given at a place.
 * @throws Problem Conflict when theirs comes from further up
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
    throw conflict(
      `${held.email} has the role ${held.role} from the ${held.scope}. It can be taken there alone.`,
    );
  }
  return { email: held.email, role: removed.name };
}
