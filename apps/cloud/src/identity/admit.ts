/** Finds or makes the account of a person whom the outside issuer signs in, and lets them join those who invited them. */
import { randomUUID } from 'node:crypto';
import { isServiceEmail, normalEmail } from '@acacia/contract';
import { and, eq, sql } from 'drizzle-orm';
import { recordAudit } from '../audit/record.ts';
import type { Database, Db } from '../database/database.ts';
import { accounts, memberships } from '../database/schema.ts';
import { problem, unverifiedEmail } from '../errors/problem.ts';
import type { Strangers } from '../settings.ts';
import { acceptable } from './in-force.ts';
import { isWelcome } from './strangers.ts';
import type { Bearer } from './verifier.ts';

const LONGEST_NAME = 200;

const LONGEST_EMAIL = 320;
const PLAIN = /^[^\s@<>"(),:;[\]\\。\p{C}]+@[^\s@<>"(),:;[\]\\。\p{C}]+$/u;

/**
 * Whether an address may be taken from an issuer. That of a service account may not: it is nobody's. One in compatibility forms (full-width letters, say) may not: its
 * normal form is the address of another mailbox.
 */
const isPlainEmail = (text: string): boolean =>
  text.length <= LONGEST_EMAIL &&
  PLAIN.test(text.trim()) &&
  !isServiceEmail(normalEmail(text)) &&
  text.trim().normalize('NFC').toLowerCase() === normalEmail(text);

const first = <T>(rows: readonly T[]): T | undefined => rows[0];

/**
 * The id of the account: found by subject or by verified e-mail, or else a new one, where strangers may have one.
 * @throws Problem when the e-mail is not verified, cannot be used, or nobody has invited it
 */
export async function admit(db: Database['db'], bearer: Bearer, strangers: Strangers): Promise<string> {
  const { subject, isEmailVerified } = bearer;
  const known = first(
    await db.select({ id: accounts.id }).from(accounts).where(eq(accounts.subject, subject)),
  );
  if (known !== undefined) return known.id;
  if (bearer.email === null || !isEmailVerified) throw unverifiedEmail(bearer.email);
  if (!isPlainEmail(bearer.email)) throw problem('emailNotPlain');
  const email = normalEmail(bearer.email);
  return db.transaction(async (tx) => {
    const bound = { subject, emailVerifiedAt: sql`coalesce(${accounts.emailVerifiedAt}, now())` };
    const found = first(
      await tx.update(accounts).set(bound).where(eq(accounts.email, email)).returning({ id: accounts.id }),
    );
    if (found !== undefined) return found.id;
    if (!isWelcome(strangers, email)) throw problem('notInvited', { email });
    const name =
      (bearer.name ?? '')
        .replace(/\p{Cc}/gu, '')
        .slice(0, LONGEST_NAME)
        .trim() || email;
    const values = { id: randomUUID(), email, name, subject, emailVerifiedAt: new Date() };
    const made = await tx
      .insert(accounts)
      .values(values)
      // Two first calls at once: either one's row will do.
      .onConflictDoUpdate({ target: accounts.email, set: bound })
      .returning({ id: accounts.id });
    const { id } = made[0] as { id: string };
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
