/** Invites people to an organisation, and sends invitations again (specification part 3, sections 5 to 8). */
import { randomUUID } from 'node:crypto';
import {
  inviteeFault,
  normalEmail,
  PENDING_MOST,
  type InviteOutcome,
  type InviteUsers,
} from '@acacia/contract';
import { and, eq, isNull, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { Db } from '../../database/database.ts';
import { accounts, memberships, roleGrants } from '../../database/schema.ts';
import { CLOUD_ERRORS } from '../../errors/catalogue.ts';
import { badField, problem } from '../../errors/problem.ts';
import type { Invite } from '../../identity/invitations.ts';
import type { Actor } from '../../identity/person.ts';
import { createBuckets } from '../../limits/buckets.ts';
import { languagesFor } from '../../mail/language.ts';
import { lockPeople } from './people.ts';
import { membersWithRoles } from './store.ts';

type Invitee = z.output<typeof InviteUsers>['users'][number];

/** The accounts of these addresses by address; accounts that are missing are made, without password and name. */
export async function accountsOf(tx: Db, emails: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const rows = await tx
    .insert(accounts)
    // In one order, so that two invitations do not wait for each other.
    .values(emails.toSorted().map((email) => ({ id: randomUUID(), email, name: email })))
    // Locks what is there: an account that another invitation alone has made is deleted with it.
    .onConflictDoUpdate({ target: accounts.email, set: { email: sql`excluded.email` } })
    .returning({ id: accounts.id, email: accounts.email });
  return new Map(rows.map(({ id, email }) => [email, id]));
}

/** How many more invitations of an organisation may be pending. */
export const roomForPending = async (tx: Db, orgId: string): Promise<number> =>
  PENDING_MOST -
  (await tx.$count(memberships, and(eq(memberships.orgId, orgId), isNull(memberships.joinedAt))));

/** Invitations mailed to one address, by whichever organisation: anybody may found one, and must not flood mailboxes. */
const TO_ADDRESS = { burst: 5, perSecond: 1 / 3600 };
/** Invitations mailed by one organisation. */
const OF_ORGANISATION = { burst: 3000, perSecond: 1 / 30 };

/** Sends the mail of an invitation, and counts it. */
export interface Inviter {
  readonly invite: Invite;
  /** @returns seconds until an invitation may be mailed to the address again; 0: now */
  readonly wait: (orgId: string, email: string) => number;
}

export function createInviter(invite: Invite): Inviter {
  const toAddress = createBuckets(TO_ADDRESS);
  const ofOrganisation = createBuckets(OF_ORGANISATION);
  return {
    invite,
    wait: (orgId, email) => toAddress.take(email) || ofOrganisation.take(orgId),
  };
}

/**
 * Invites people. An address that cannot be invited keeps no other one from it.
 * @returns the outcome of each address, in the order given
 */
export async function invitePeople(
  tx: Db,
  actor: Actor,
  invitees: readonly Invitee[],
  { invite, wait }: Inviter,
): Promise<InviteOutcome[]> {
  const organization = await lockPeople(tx, actor);
  const { orgId } = actor;
  const known = new Set((await membersWithRoles(tx, orgId)).map(({ account }) => account.email));
  let room = await roomForPending(tx, orgId);

  const refusal = (email: string): string | null => {
    if (room <= 0) return CLOUD_ERRORS.tooManyPending.text();
    return wait(orgId, email) > 0 ? CLOUD_ERRORS.tooManyInvitations.text() : null;
  };
  const chosen = new Map<string, Invitee>();
  const outcomes = invitees.map((invitee): InviteOutcome => {
    const email = normalEmail(invitee.email);
    const fault = inviteeFault(invitee.email, known, chosen) ?? refusal(email);
    if (fault !== null) return { email: invitee.email, invited: false, message: fault };
    chosen.set(email, invitee);
    room -= 1;
    return { email, invited: true, message: '' };
  });
  if (chosen.size === 0) return outcomes;

  const ids = await accountsOf(tx, [...chosen.keys()]);
  const made = [...chosen].map(([email, { roles }]) => ({
    id: randomUUID(),
    email,
    accountId: ids.get(email) ?? '',
    isAdmin: roles.includes('super-admins'),
  }));
  await tx
    .insert(memberships)
    .values(made.map(({ id, accountId }) => ({ id, orgId, accountId, invitedBy: actor.userId })));
  const admins = made.filter(({ isAdmin }) => isAdmin);
  if (admins.length > 0) {
    await tx
      .insert(roleGrants)
      .values(admins.map(({ id }) => ({ membershipId: id, name: 'org-admins' as const })));
  }
  const language = await languagesFor(tx, actor.userId, [...chosen.keys()]);
  const common = { orgId, orgName: organization.displayName, inviter: actor.name };
  for (const { accountId, email } of made) {
    await invite(tx, { id: accountId, email, language: language(email), ...common });
  }
  return outcomes;
}

/**
 * Sends a pending invitation again.
 * @returns id of the account
 * @throws Problem when nobody with the address was invited, or they have accepted
 */
export async function resendTo(
  tx: Db,
  actor: Actor,
  address: string,
  { invite, wait }: Inviter,
): Promise<string> {
  const organization = await lockPeople(tx, actor);
  const email = normalEmail(address);
  const [member] = await membersWithRoles(tx, actor.orgId, [email]);
  if (member === undefined) throw badField('email', 'nobodyWithEmail', { email });
  if (member.membership.joinedAt !== null) throw badField('email', 'onlyPending');
  const seconds = wait(actor.orgId, email);
  if (seconds > 0) throw problem('tooManyInvitations').after(seconds);
  const { id } = member.account;
  const { displayName: orgName } = organization;
  const language = (await languagesFor(tx, actor.userId, [email]))(email);
  await invite(tx, { id, email, orgId: actor.orgId, orgName, inviter: actor.name, language });
  return id;
}
