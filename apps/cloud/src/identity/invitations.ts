/** Invitations to an organisation: the mail, and what accepting it does. */
import { and, eq, sql } from 'drizzle-orm';
import type { Db } from '../database/database.ts';
import { accounts, memberships, organizations } from '../database/schema.ts';
import { oneTimeLinks } from '../database/sign-in-tables.ts';
import { acceptable } from './in-force.ts';
import { postInvitationLink, postInvitationNotice, type Invitation } from './link-mails.ts';
import { findLink, spendLink } from './links.ts';
import { storePassword } from './set-password.ts';

export type { Invitation } from './link-mails.ts';

/** Mails an invitation; links of earlier ones to this organisation end. The membership is the caller's to make. */
export type Invite = (tx: Db, invitation: Invitation) => Promise<void>;

/** @param outside whether an outside issuer signs people in */
export function createInvite(publicUrl: string, outside: boolean): Invite {
  return async (tx, invitation) => {
    if (outside) return postInvitationNotice(tx, publicUrl, invitation);
    await tx
      .delete(oneTimeLinks)
      .where(
        and(
          eq(oneTimeLinks.kind, 'invitation'),
          eq(oneTimeLinks.accountId, invitation.id),
          eq(oneTimeLinks.orgId, invitation.orgId),
        ),
      );
    await postInvitationLink(tx, publicUrl, invitation);
  };
}

/** The account and organisation of an invitation that can be accepted; undefined: it cannot (any more). */
export async function findInvitation(db: Db, secret: string) {
  const link = await findLink(db, secret, 'invitation');
  if (link === undefined) return undefined;
  const [found] = await db
    .select({ account: accounts, organization: organizations })
    .from(memberships)
    .innerJoin(accounts, eq(accounts.id, memberships.accountId))
    .innerJoin(organizations, eq(organizations.id, memberships.orgId))
    .where(
      and(
        eq(memberships.accountId, link.accountId ?? ''),
        eq(memberships.orgId, link.orgId ?? ''),
        acceptable,
      ),
    );
  return found;
}

/**
 * Accepts an invitation: the person joins the organisation, and their address is verified.
 * @param chosen name and hashed password of somebody who has no password yet; null for others
 * @returns false when the invitation was used or withdrawn meanwhile
 */
export async function acceptInvitation(
  tx: Db,
  secret: string,
  chosen: { readonly name: string; readonly hash: string } | null,
): Promise<boolean> {
  const link = await spendLink(tx, secret, 'invitation');
  if (link === undefined) return false;
  const accountId = link.accountId ?? '';
  const joined = await tx
    .update(memberships)
    .set({ joinedAt: sql`now()` })
    .where(and(eq(memberships.accountId, accountId), eq(memberships.orgId, link.orgId ?? ''), acceptable))
    .returning({ id: memberships.id });
  if (joined.length === 0) return false;
  await tx
    .update(accounts)
    .set({
      emailVerifiedAt: sql`coalesce(${accounts.emailVerifiedAt}, now())`,
      lastOrgId: link.orgId,
      ...(chosen === null ? {} : { name: chosen.name }),
    })
    .where(eq(accounts.id, accountId));
  if (chosen !== null) await storePassword(tx, accountId, chosen.hash, null);
  return true;
}
