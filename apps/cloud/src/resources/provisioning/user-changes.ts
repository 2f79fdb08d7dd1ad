/** Changes that a directory makes to the people of its organisation. */
import { randomUUID } from 'node:crypto';
import { and, eq, ne, sql } from 'drizzle-orm';
import type { Db } from '../../database/database.ts';
import { accounts, memberships, roleGrants, type organizations } from '../../database/schema.ts';
import { oneTimeLinks } from '../../database/sign-in-tables.ts';
import { scimUsers, type ScimNames } from '../../database/scim-tables.ts';
import { problem } from '../../errors/problem.ts';
import { tellPerson } from '../../identity/factors/mails.ts';
import { accountsOf, roomForPending, type Inviter } from '../users/invitations.ts';
import { endMembership, forgetUnused, shutOut } from '../users/people.ts';
import { fault } from './fault.ts';
import { addressOf, type UserInput } from './user-input.ts';
import { findUser, isUserNameTaken, userNameOf, type ScimMember } from './users.ts';

export type Organisation = typeof organizations.$inferSelect;

const taken = (userName: string) => fault(problem('scimUserNameTaken', { userName }), 'uniqueness');

/** @throws Problem when invitations were mailed to the address, or by the organisation, too often */
async function mailInvitation(
  tx: Db,
  { id: orgId, displayName: orgName }: Organisation,
  account: { readonly id: string; readonly email: string },
  { invite, wait }: Inviter,
): Promise<void> {
  const seconds = wait(orgId, account.email);
  if (seconds > 0) throw problem('tooManyInvitations').after(seconds);
  // The directory invites in the name of the organisation.
  await invite(tx, { id: account.id, email: account.email, orgId, orgName, inviter: orgName });
}

const endInvitation = (tx: Db, orgId: string, accountId: string) =>
  tx
    .delete(oneTimeLinks)
    .where(
      and(
        eq(oneTimeLinks.kind, 'invitation'),
        eq(oneTimeLinks.orgId, orgId),
        eq(oneTimeLinks.accountId, accountId),
      ),
    );

/** Finds or makes the account of an address. @throws ScimFault when it belongs to the organisation already */
async function accountFor(tx: Db, orgId: string, email: string, userName: string): Promise<string> {
  const accountId = (await accountsOf(tx, [email])).get(email) ?? '';
  const theirs = and(eq(memberships.orgId, orgId), eq(memberships.accountId, accountId));
  if ((await tx.$count(memberships, theirs)) > 0) throw taken(userName);
  return accountId;
}

/**
 * Provisions a person: an invitation to the organisation, which the person accepts by the link of the mail, or with
 * their next sign-in at an outside issuer.
 * @returns id of the membership
 * @throws ScimFault `uniqueness` when the organisation has the person
 */
export async function createUser(
  tx: Db,
  organisation: Organisation,
  input: UserInput,
  inviter: Inviter,
): Promise<string> {
  const { id: orgId } = organisation;
  const email = input.email ?? addressOf(input.userName);
  const userName = input.userName ?? email;
  const id = randomUUID();
  if (await isUserNameTaken(tx, orgId, userName, id)) throw taken(userName);
  if ((await roomForPending(tx, orgId)) <= 0) throw problem('tooManyPending');
  const accountId = await accountFor(tx, orgId, email, userName);
  const isActive = input.active !== false;
  const deactivatedAt = isActive ? null : new Date();
  await tx.insert(memberships).values({ id, orgId, accountId, deactivatedAt });
  await keep(tx, await findUser(tx, orgId, id), { ...input, userName });
  if (isActive) await mailInvitation(tx, organisation, { id: accountId, email }, inviter);
  return id;
}

/** The names after a change. */
function namesAfter(before: ScimNames, changes: UserInput['names']): ScimNames {
  const all = Object.entries({ ...before, ...changes });
  return Object.fromEntries(all.filter(([, text]) => text !== null && text !== undefined));
}

/**
 * The name for the account; null: it is not the directory's to give. It is while the account has no other organisation,
 * and its person has joined this one or never signed in.
 */
async function nameFor(
  tx: Db,
  { account, membership }: ScimMember,
  names: ScimNames,
): Promise<string | null> {
  const { displayName, formatted, givenName = '', familyName = '' } = names;
  const name = displayName ?? formatted ?? `${givenName} ${familyName}`.trim();
  if (name === '' || name === account.name) return null;
  const isUnused =
    account.passwordHash === null && account.subject === null && account.emailVerifiedAt === null;
  if (membership.joinedAt === null && !isUnused) return null;
  const elsewhere = and(eq(memberships.accountId, account.id), ne(memberships.orgId, membership.orgId));
  return (await tx.$count(memberships, elsewhere)) > 0 ? null : name;
}

/** Stores names and ids of the directory. */
async function keep(tx: Db, member: ScimMember, input: UserInput): Promise<void> {
  const { account, membership, kept } = member;
  const { orgId } = membership;
  const userName = input.userName ?? userNameOf(member);
  if (await isUserNameTaken(tx, orgId, userName, membership.id)) throw taken(userName);
  const names = namesAfter(kept?.names ?? {}, input.names);
  const values = {
    userName,
    names,
    externalId: input.externalId === undefined ? (kept?.externalId ?? null) : input.externalId,
    updatedAt: sql`now()`,
  };
  await tx
    .insert(scimUsers)
    .values({ membershipId: membership.id, orgId, ...values })
    .onConflictDoUpdate({ target: scimUsers.membershipId, set: values });
  const name = await nameFor(tx, member, names);
  if (name !== null) await tx.update(accounts).set({ name }).where(eq(accounts.id, account.id));
}

/**
 * Gives the account of a person who has joined another e-mail, for which the directory vouches. Password, factors,
 * sessions and the subject at an outside issuer stay; mailed links end. Old and new address are told.
 * @throws ScimFault `mutability` where another organisation has the account too, or the person is an admin: by the mail of
 * a forgotten password whoever writes the address owns the account; `uniqueness` when somebody has the address
 */
async function changeEmail(
  tx: Db,
  { account, membership }: ScimMember,
  email: string,
  publicUrl: string,
): Promise<void> {
  const { id, email: before } = account;
  // Waits for an invitation elsewhere that is being written, and is waited for.
  await tx.select({ id: accounts.id }).from(accounts).where(eq(accounts.id, id)).for('update');
  const elsewhere = and(eq(memberships.accountId, id), ne(memberships.orgId, membership.orgId));
  const isAdmin = and(eq(roleGrants.membershipId, membership.id), eq(roleGrants.name, 'org-admins'));
  if ((await tx.$count(memberships, elsewhere)) > 0 || (await tx.$count(roleGrants, isAdmin)) > 0)
    throw fault(problem('scimEmailKept', { email: before }), 'mutability');
  const [holder] = await tx.select({ id: accounts.id }).from(accounts).where(eq(accounts.email, email));
  if (holder !== undefined) throw taken(email);
  await tx
    .update(accounts)
    // A directory gives addresses of people who have not proved that they read their mails.
    .set({ email, emailVerifiedAt: null })
    .where(eq(accounts.id, id));
  await tx.delete(oneTimeLinks).where(eq(oneTimeLinks.accountId, id));
  const detail = `Before: ${before}. Now: ${email}.`;
  for (const address of [before, email])
    await tellPerson(tx, address, 'emailChanged', publicUrl, detail, account.language ?? undefined);
}

/** Gives a pending invitation to the account of another address. */
async function moveInvitation(tx: Db, { account, membership }: ScimMember, email: string): Promise<void> {
  const accountId = await accountFor(tx, membership.orgId, email, email);
  await endInvitation(tx, membership.orgId, account.id);
  await tx.update(memberships).set({ accountId }).where(eq(memberships.id, membership.id));
  await forgetUnused(tx, account.id);
}

/** Holds back all that the person may do in the organisation, and ends what they have under way there. */
async function deactivate(tx: Db, { account, membership }: ScimMember): Promise<void> {
  // Waits for what the person is doing, as a removal does.
  await tx
    .select({ id: memberships.id })
    .from(memberships)
    .where(eq(memberships.id, membership.id))
    .for('update');
  await tx
    .update(memberships)
    .set({ deactivatedAt: sql`now()` })
    .where(eq(memberships.id, membership.id));
  await shutOut(tx, membership.orgId, account.id);
  await endInvitation(tx, membership.orgId, account.id);
}

/** Changes a person. @returns the person before and after. @throws ScimFault, Problem when something cannot be changed */
export async function changeUser(
  tx: Db,
  organisation: Organisation,
  id: string,
  input: UserInput,
  { inviter, publicUrl }: { readonly inviter: Inviter; readonly publicUrl: string },
): Promise<{ readonly before: ScimMember; readonly after: ScimMember }> {
  const { id: orgId } = organisation;
  const before = await findUser(tx, orgId, id);
  const wasActive = before.membership.deactivatedAt === null;
  const isActive = input.active ?? wasActive;
  const isMoved = input.email !== undefined && input.email !== before.account.email;
  const hasJoined = before.membership.joinedAt !== null;
  if (isMoved && hasJoined) await changeEmail(tx, before, input.email ?? '', publicUrl);
  else if (isMoved) await moveInvitation(tx, before, input.email ?? '');
  if (wasActive && !isActive) await deactivate(tx, before);
  if (!wasActive && isActive)
    await tx.update(memberships).set({ deactivatedAt: null }).where(eq(memberships.id, id));
  await keep(tx, await findUser(tx, orgId, id), input);
  const after = await findUser(tx, orgId, id);
  const isInvited = isActive && after.membership.joinedAt === null && (isMoved || !wasActive);
  if (isInvited) await mailInvitation(tx, organisation, after.account, inviter);
  return { before, after };
}

/** Removes a person from the organisation. @throws Problem Not-Found */
export async function deleteUser(tx: Db, orgId: string, member: ScimMember): Promise<void> {
  await endMembership(tx, orgId, member.account.id);
}

/** A person as the audit log has them. */
export const auditedUser = (member: ScimMember) => ({
  email: member.account.email,
  userName: userNameOf(member),
  ...member.kept?.names,
  active: member.membership.deactivatedAt === null,
});
