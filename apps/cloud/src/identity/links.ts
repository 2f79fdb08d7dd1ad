/**
 * One-time links: each has a secret of 256 bits, of which the database keeps a hash alone. A link is spent by the form on
 * its page, never by opening it, because mail programs open links too.
 */
import { createHash, randomBytes } from 'node:crypto';
import { and, eq, gt, inArray, lt, sql } from 'drizzle-orm';
import type { Db } from '../database/database.ts';
import { accounts } from '../database/schema.ts';
import { oneTimeLinks } from '../database/sign-in-tables.ts';

export type LinkKind = (typeof oneTimeLinks.$inferSelect)['kind'];
export type LinkRow = typeof oneTimeLinks.$inferSelect;

/** Hours for which a link is good. */
export const LINK_HOURS: Readonly<Record<LinkKind, number>> = {
  'first-password': 24,
  'reset-password': 1,
  'sign-up': 24,
  invitation: 7 * 24,
};

const SECRET_BYTES = 32;
/** The form of a secret. */
export const SECRET = /^[\w-]{43}$/;

const hashOf = (secret: string): string => createHash('sha256').update(secret).digest('base64url');

interface NewLink {
  readonly kind: LinkKind;
  /** The account that it is for; null: there is none yet with the e-mail. */
  readonly accountId: string | null;
  readonly email: string;
  /** The organisation of an invitation; null otherwise. */
  readonly orgId?: string;
}

/** Makes a link. @returns its secret */
export async function makeLink(tx: Db, { kind, accountId, email, orgId }: NewLink): Promise<string> {
  const secret = randomBytes(SECRET_BYTES).toString('base64url');
  await tx.insert(oneTimeLinks).values({
    hash: hashOf(secret),
    kind,
    accountId,
    email,
    orgId: orgId ?? null,
    expiresAt: sql`now() + make_interval(hours => ${LINK_HOURS[kind]})`,
  });
  return secret;
}

const good = (secret: string, kinds: readonly LinkKind[]) =>
  and(
    eq(oneTimeLinks.hash, hashOf(secret)),
    inArray(oneTimeLinks.kind, [...kinds]),
    gt(oneTimeLinks.expiresAt, sql`now()`),
  );

/** The link of a secret; undefined when it was used, has expired, or never existed. */
export async function findLink(
  db: Db,
  secret: string,
  ...kinds: readonly LinkKind[]
): Promise<LinkRow | undefined> {
  const [link] = await db.select().from(oneTimeLinks).where(good(secret, kinds));
  return link;
}

/** The account of a link; undefined as for `findLink`. */
export async function accountOfLink(db: Db, secret: string, ...kinds: readonly LinkKind[]) {
  const [row] = await db
    .select({ account: accounts })
    .from(oneTimeLinks)
    .innerJoin(accounts, eq(accounts.id, oneTimeLinks.accountId))
    .where(good(secret, kinds));
  return row?.account;
}

/** Uses a link up. @returns undefined when it was used meanwhile, or has expired */
export async function spendLink(
  tx: Db,
  secret: string,
  ...kinds: readonly LinkKind[]
): Promise<LinkRow | undefined> {
  const [link] = await tx.delete(oneTimeLinks).where(good(secret, kinds)).returning();
  return link;
}

/** Ends all links of these kinds to an account. */
export async function endLinks(tx: Db, accountId: string, ...kinds: readonly LinkKind[]): Promise<void> {
  await tx
    .delete(oneTimeLinks)
    .where(and(eq(oneTimeLinks.accountId, accountId), inArray(oneTimeLinks.kind, [...kinds])));
}

export async function sweepLinks(db: Db): Promise<void> {
  await db.delete(oneTimeLinks).where(lt(oneTimeLinks.expiresAt, sql`now()`));
}
