/** Finds or makes the account of a person whom the outside issuer signs in, and lets them join those who invited them. */
import { randomUUID } from 'node:crypto';
import { normalEmail } from '@acacia/contract';
import { and, eq, sql } from 'drizzle-orm';
import { recordAudit } from '../audit/record.ts';
import type { Database, Db } from '../database/database.ts';
import { accounts, memberships } from '../database/schema.ts';
import { firstOrganisation } from '../database/seed.ts';
import { problem } from '../errors/problem.ts';
import type { Strangers } from '../settings.ts';
import { acceptable } from './in-force.ts';
import { isWelcome } from './strangers.ts';
import type { Bearer } from './verifier.ts';

const LONGEST_NAME = 200;

const LONGEST_EMAIL = 320;
const PLAIN = /^[^\s@<>"(),:;[\]\\。\p{C}]+@[^\s@<>"(),:;[\]\\。\p{C}]+$/u;

/**
 * Whether an address may be taken from an issuer. One in compatibility forms (full-width letters, say) may not: its
 * normal form is the address of another mailbox.
 */
const isPlainEmail = (text: string): boolean =>
  text.length <= LONGEST_EMAIL &&
  PLAIN.test(text.trim()) &&
  text.trim().normalize('NFC').toLowerCase() === normalEmail(text);

const first = <T>(rows: readonly T[]): T | undefined => rows[0];

/** @returns the organisation that a stranger joins; null: none, they found their own. @throws Problem when refused */
async function placeOf(tx: Db, email: string, strangers: Strangers): Promise<string | null> {
  if (!isWelcome(strangers, email)) throw problem('notInvited', { email });
  if (strangers === 'open') return null;
  const orgId = await firstOrganisation(tx);
  if (orgId === undefined) throw problem('noOrganisationToJoin');
  return orgId;
}

/**
 * The id of the account: found by subject or by verified e-mail, or else a new one, where strangers may have one.
 * @throws Problem when the e-mail is not verified, cannot be used, or nobody has invited it
 */
export async function admit(db: Database['db'], bearer: Bearer, strangers: Strangers): Promise<string> {
  const { subject, verifiedEmail } = bearer;
  const known = first(
    await db.select({ id: accounts.id }).from(accounts).where(eq(accounts.subject, subject)),
  );
  if (known !== undefined) return known.id;
  if (verifiedEmail === null) throw problem('emailNotVerified');
  if (!isPlainEmail(verifiedEmail)) throw problem('emailNotPlain');
  const email = normalEmail(verifiedEmail);
  return db.transaction(async (tx) => {
    const now = new Date();
    const bound = { subject, emailVerifiedAt: sql`coalesce(${accounts.emailVerifiedAt}, now())` };
    const found = first(
      await tx.update(accounts).set(bound).where(eq(accounts.email, email)).returning({ id: accounts.id }),
    );
    if (found !== undefined) return found.id;
    const orgId = await placeOf(tx, email, strangers);
    const name =
      (bearer.name ?? '')
        .replace(/\p{Cc}/gu, '')
        .slice(0, LONGEST_NAME)
        .trim() || email;
    const values = { id: randomUUID(), email, name, subject, emailVerifiedAt: now, lastOrgId: orgId };
    const made = await tx
      .insert(accounts)
      .values(values)
      // Two first calls at once: either one's row will do.
      .onConflictDoUpdate({ target: accounts.email, set: bound })
      .returning({ id: accounts.id });
    const { id } = made[0] as { id: string };
    if (orgId !== null) {
      const membership = { id: randomUUID(), orgId, accountId: id, joinedAt: now };
      const joined = await tx.insert(memberships).values(membership).onConflictDoNothing().returning();
      if (joined.length > 0) await recordJoining(tx, orgId, id, email);
    }
    return id;
  });
}

const recordJoining = (tx: Db, orgId: string, accountId: string, email: string): Promise<void> =>
  recordAudit(tx, {
    orgId,
    actor: email,
    action: 'joinOrganization',
    resource: `user/${accountId}`,
    after: { email },
    outcome: 'ok',
    requestId: '',
  });

/** Joins the organisations that have invited an account. @returns whether there were any */
export async function joinInviting(db: Database['db'], accountId: string): Promise<boolean> {
  return db.transaction(async (tx) => {
    const joined = await tx
      .update(memberships)
      .set({ joinedAt: new Date() })
      .where(and(eq(memberships.accountId, accountId), acceptable))
      .returning({ orgId: memberships.orgId });
    const [one] = joined;
    if (one === undefined) return false;
    const [account] = await tx
      .update(accounts)
      .set({ lastOrgId: sql`coalesce(${accounts.lastOrgId}, ${one.orgId})` })
      .where(eq(accounts.id, accountId))
      .returning({ email: accounts.email });
    for (const { orgId } of joined) await recordJoining(tx, orgId, accountId, account?.email ?? '');
    return true;
  });
}
