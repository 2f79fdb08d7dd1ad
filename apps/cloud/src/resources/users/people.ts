/** Removes people from an organisation, and changes who administers it (specification part 3, sections 4 to 6). */
import { rolePath, type OrganizationRoleInApi } from '@acacia/contract';
import { and, eq, isNotNull, isNull, ne, sql } from 'drizzle-orm';
import type { Db } from '../../database/database.ts';
import { accounts, memberships, organizations, roleGrants } from '../../database/schema.ts';
import { notFound, problem } from '../../errors/problem.ts';
import { inForce } from '../../identity/in-force.ts';
import type { Actor } from '../../identity/person.ts';
import { endSessions, endSessionsIn } from '../../identity/sessions.ts';
import { takeGrants } from '../members/take-grants.ts';
import { membersWithRoles, type MemberRow } from './store.ts';

/** Grants of the role of an organisation's admin. */
const isOrgAdmin = and(eq(roleGrants.name, 'org-admins'), isNull(roleGrants.workgroupId));

/** Locks the people of an organisation, for one who is none of them: its directory. @throws Problem Not-Found */
export async function lockOrganisation(tx: Db, orgId: string): Promise<typeof organizations.$inferSelect> {
  const [organization] = await tx
    .select()
    .from(organizations)
    .where(eq(organizations.id, orgId))
    // Foreign keys to the organisation do not wait for this lock.
    .for('no key update');
  if (organization === undefined) throw notFound('organisation');
  return organization;
}

/**
 * @throws Problem Conflict when no person who may act is an admin of the organisation any more; called at the end of a
 *   change by a directory or an API key, which are no admins who can sign in
 */
export async function demandAdmin(tx: Db, orgId: string): Promise<void> {
  const [admin] = await tx
    .select({ id: memberships.id })
    .from(roleGrants)
    .innerJoin(memberships, eq(memberships.id, roleGrants.membershipId))
    .innerJoin(accounts, eq(accounts.id, memberships.accountId))
    .where(and(eq(memberships.orgId, orgId), eq(accounts.kind, 'person'), isOrgAdmin, inForce))
    .limit(1);
  if (admin === undefined) throw problem('lastAdmin');
}

/**
 * Locks the people of the organisation against other invitations, removals and changes of its admins, until the
 * transaction ends.
 * @throws Problem Forbidden when the actor is no admin of the organisation any more: somebody was quicker
 */
export async function lockPeople(tx: Db, actor: Actor): Promise<typeof organizations.$inferSelect> {
  const organization = await lockOrganisation(tx, actor.orgId);
  const [own] = await tx
    .select({ id: roleGrants.membershipId })
    .from(roleGrants)
    .innerJoin(memberships, eq(memberships.id, roleGrants.membershipId))
    .where(and(eq(roleGrants.membershipId, actor.membershipId), isOrgAdmin, inForce));
  if (own === undefined) throw problem('notAllowed', { reason: 'You are no organization admin any more.' });
  return organization;
}

/** @throws Problem Not-Found when nobody in the organisation has the account */
export async function memberById(tx: Db, orgId: string, userId: string): Promise<MemberRow> {
  const [found] = await tx
    .select({ email: accounts.email })
    .from(memberships)
    .innerJoin(accounts, eq(accounts.id, memberships.accountId))
    .where(and(eq(memberships.orgId, orgId), eq(memberships.accountId, userId)))
    // The lock serialises changes of one member's roles.
    .for('update', { of: memberships });
  const [member] = found === undefined ? [] : await membersWithRoles(tx, orgId, [found.email]);
  if (member === undefined) throw notFound('user');
  return member;
}

/** A person with their roles, as the audit log has them. */
export const audited = ({ account, grants }: MemberRow) => ({
  email: account.email,
  roles: grants.map(rolePath),
});

/**
 * Removes a person from the organisation, with all their roles there; or withdraws their invitation. An account that
 * was made by the invitation alone goes with it.
 * @throws Problem when it is the actor, or no person would administer the organisation any more
 */
export async function removeMember(tx: Db, actor: Actor, userId: string): Promise<MemberRow> {
  if (userId === actor.userId) throw problem('notYourself');
  await lockPeople(tx, actor);
  // A service account goes with its key.
  const { account } = await memberById(tx, actor.orgId, userId);
  if (account.kind === 'service') throw notFound('user');
  const member = await endMembership(tx, actor.orgId, userId);
  await demandAdmin(tx, actor.orgId);
  return member;
}

/** Ends what a person has under way in an organisation: sessions, and the wish to work there next. */
export async function shutOut(tx: Db, orgId: string, userId: string): Promise<void> {
  await endSessionsIn(tx, userId, orgId);
  await tx
    .update(accounts)
    .set({ lastOrgId: null })
    .where(and(eq(accounts.id, userId), eq(accounts.lastOrgId, orgId)));
}

/** Whether an account has joined other organisations as well. */
export async function hasJoinedOthers(tx: Db, orgId: string, userId: string): Promise<boolean> {
  const elsewhere = and(
    eq(memberships.accountId, userId),
    ne(memberships.orgId, orgId),
    isNotNull(memberships.joinedAt),
  );
  return (await tx.$count(memberships, elsewhere)) > 0;
}

/**
 * Ends the sessions of a person; of one who has joined other organisations as well, those used last in this one.
 * @returns the person, and how many have ended
 * @throws Problem Not-Found for a service account too, which has none
 */
export async function signOutMember(tx: Db, actor: Actor, userId: string) {
  const member = await memberById(tx, actor.orgId, userId);
  if (member.account.kind === 'service') throw notFound('user');
  const ended = (await hasJoinedOthers(tx, actor.orgId, userId))
    ? await endSessionsIn(tx, userId, actor.orgId)
    : await endSessions(tx, userId, null);
  return { member, ended };
}

/** Removes a person from an organisation whose people are locked. @throws Problem Not-Found */
export async function endMembership(tx: Db, orgId: string, userId: string): Promise<MemberRow> {
  const member = await memberById(tx, orgId, userId);
  await tx.delete(memberships).where(eq(memberships.id, member.membership.id));
  await shutOut(tx, orgId, userId);
  if (member.membership.joinedAt === null) await forgetUnused(tx, userId);
  return member;
}

/** Deletes an account that invitations alone have made, once no organisation has it. */
export async function forgetUnused(tx: Db, userId: string): Promise<void> {
  // Waits for an invitation by another organisation, so that the next statement sees its membership.
  await tx.select({ id: accounts.id }).from(accounts).where(eq(accounts.id, userId)).for('update');
  await tx
    .delete(accounts)
    .where(
      and(
        eq(accounts.id, userId),
        isNull(accounts.passwordHash),
        isNull(accounts.subject),
        isNull(accounts.emailVerifiedAt),
        sql`not exists (select from ${memberships} where ${memberships.accountId} = ${accounts.id})`,
      ),
    );
}

/**
 * Makes a person admin of the organisation, or a member without that role.
 * @returns the person before and after
 * @throws Problem when it is the actor, or no person would administer the organisation any more
 */
export async function setOrganizationRole(
  tx: Db,
  actor: Actor,
  userId: string,
  role: OrganizationRoleInApi,
): Promise<{ readonly before: MemberRow; readonly after: MemberRow }> {
  if (userId === actor.userId) throw problem('notYourOwnRole');
  await lockPeople(tx, actor);
  const before = await memberById(tx, actor.orgId, userId);
  const membershipId = before.membership.id;
  if (role === 'users') {
    await takeGrants(tx, and(eq(roleGrants.membershipId, membershipId), isOrgAdmin));
    await demandAdmin(tx, actor.orgId);
  } else {
    await tx.insert(roleGrants).values({ membershipId, name: 'org-admins' }).onConflictDoNothing();
  }
  return { before, after: await memberById(tx, actor.orgId, userId) };
}
