/**
 * Sessions: one for each sign-in, and one for each token that was issued without one. An access token names its session
 * (`sid`) and is good only while that lives, so that signing out, a new password and a revocation end tokens at once.
 */
import { createHash } from 'node:crypto';
import { and, desc, eq, gt, inArray, isNull, lt, ne, or, sql } from 'drizzle-orm';
import type { Db } from '../database/database.ts';
import { browserSessions, sessions } from '../database/sign-in-tables.ts';
import type { Client } from './client.ts';
import { forgetGrant, forgetGrants } from './embedded/grants.ts';

/** Days without use after which a browser is signed out. */
export const SESSION_DAYS = 14;
/** Days after which a browser is signed out in any case. */
const LONGEST_DAYS = 90;
/** Days for which an ended session is known: an outside issuer may give out tokens of it for longer. */
const ENDED_KEPT_DAYS = 90;

/**
 * Who holds the session's tokens: a browser, the command line of a person or of the operator, or a program with an
 * issuer's token.
 */
export type SessionClient = (typeof sessions.$inferSelect)['client'];

/** Condition for sessions that have not ended. */
export const alive = and(isNull(sessions.endedAt), gt(sessions.expiresAt, sql`now()`));

/** The session of an outside issuer's token: by its claim `sid`, or else of the token alone. */
export const outsideSid = (subject: string, sid: string | null, token: string): string =>
  createHash('sha256')
    .update(JSON.stringify([subject, sid ?? token]))
    .digest('base64url');

interface NewSession {
  readonly sid: string;
  readonly accountId: string;
  readonly orgId: string | null;
  readonly client: SessionClient;
  readonly from: Client;
  /** Null for browsers: their sessions go on as long as they are used. */
  readonly expiresAt: Date | null;
  /** Absent where it is not known: an outside issuer has not said it, or a token was shown without a sign-in here. */
  readonly how?: HowSignedIn;
}

/** How and when a person signed in, as the provider or the outside issuer says. */
export interface HowSignedIn {
  readonly amr: readonly string[];
  readonly acr: string | null;
  readonly at: Date;
}

/** Stores a session. One that is there gets a later end; one that has ended stays so. */
export async function openSession(db: Db, session: NewSession): Promise<void> {
  const { sid, accountId, orgId, client, from, how } = session;
  const signedIn = how === undefined ? {} : { amr: [...how.amr], acr: how.acr, authenticatedAt: how.at };
  const expiresAt = session.expiresAt ?? sql`now() + make_interval(days => ${SESSION_DAYS})`;
  await db
    .insert(sessions)
    .values({
      ...signedIn,
      sid,
      accountId,
      orgId,
      client,
      address: from.address,
      agent: from.userAgent,
      expiresAt,
    })
    .onConflictDoUpdate({
      target: sessions.sid,
      set: { ...signedIn, client, expiresAt: sql`greatest(${sessions.expiresAt}, excluded.expires_at)` },
    });
}

export async function sessionLives(db: Db, sid: string): Promise<boolean> {
  const rows = await db
    .select({ sid: sessions.sid })
    .from(sessions)
    .where(and(eq(sessions.sid, sid), alive));
  return rows.length > 0;
}

/** `new` for a session that is not stored until that moment. */
export async function outsideSession(db: Db, sid: string, until: Date): Promise<'alive' | 'ended' | 'new'> {
  const [row] = await db.select().from(sessions).where(eq(sessions.sid, sid));
  if (row !== undefined && row.endedAt !== null) return 'ended';
  return row === undefined || row.expiresAt < until ? 'new' : 'alive';
}

/** The claims that say how the person of a session signed in; none where that is not known. */
export function claimsOf({ amr, acr, authenticatedAt }: typeof sessions.$inferSelect): {
  amr?: readonly string[];
  acr?: string;
  auth_time?: number;
} {
  if (amr === null || authenticatedAt === null) return {};
  return {
    amr,
    ...(acr === null ? {} : { acr }),
    auth_time: Math.floor(authenticatedAt.getTime() / 1000),
  };
}

/** Notes that a browser goes on with its session, in an organisation. */
export async function continueSession(db: Db, sid: string, orgId: string | null): Promise<void> {
  const longest = sql`${sessions.createdAt} + make_interval(days => ${LONGEST_DAYS})`;
  const next = sql`now() + make_interval(days => ${SESSION_DAYS})`;
  await db
    .update(sessions)
    .set({ orgId, expiresAt: sql`least(${longest}, ${next})` })
    .where(and(eq(sessions.sid, sid), alive));
}

const ENDED = { endedAt: sql`now()` };

/**
 * Ends a session with its access and refresh tokens.
 * @param of the account whose session it must be; undefined: anyone's
 * @returns false when it does not live (any more)
 */
export async function endSession(db: Db, sid: string, of?: string): Promise<boolean> {
  const theirs = of === undefined ? undefined : eq(sessions.accountId, of);
  const ended = await db
    .update(sessions)
    .set(ENDED)
    .where(and(eq(sessions.sid, sid), alive, theirs))
    .returning({ sid: sessions.sid });
  if (ended.length === 0 && of !== undefined) return false;
  await db.delete(browserSessions).where(eq(browserSessions.sid, sid));
  await forgetGrant(db, sid);
  return ended.length > 0;
}

/** Ends all sessions of a person except `kept`. @returns how many */
export async function endSessions(db: Db, accountId: string, kept: string | null): Promise<number> {
  const others = and(eq(sessions.accountId, accountId), ne(sessions.sid, kept ?? ''));
  const ended = await db
    .update(sessions)
    .set(ENDED)
    .where(and(others, alive))
    .returning({ sid: sessions.sid });
  const theirs = db.select({ sid: sessions.sid }).from(sessions).where(others);
  await db.delete(browserSessions).where(inArray(browserSessions.sid, theirs));
  await forgetGrants(db, accountId, kept);
  return ended.length;
}

/**
 * Ends the sessions that a person used last in an organisation; those elsewhere go on.
 * @returns how many
 */
export async function endSessionsIn(db: Db, accountId: string, orgId: string): Promise<number> {
  const there = await db
    .select({ sid: sessions.sid })
    .from(sessions)
    .where(and(eq(sessions.accountId, accountId), eq(sessions.orgId, orgId), alive));
  for (const { sid } of there) await endSession(db, sid);
  return there.length;
}

/** Sessions listed of one person. */
const MOST_LISTED = 100;

/** A person's sessions, the one used last first. */
export const sessionsOf = (db: Db, accountId: string): Promise<(typeof sessions.$inferSelect)[]> =>
  db
    .select()
    .from(sessions)
    .where(and(eq(sessions.accountId, accountId), alive))
    .orderBy(desc(sessions.lastSeenAt), desc(sessions.sid))
    .limit(MOST_LISTED);

export async function sweepSessions(db: Db): Promise<void> {
  const forgotten = or(
    isNull(sessions.endedAt),
    lt(sessions.endedAt, sql`now() - make_interval(days => ${ENDED_KEPT_DAYS})`),
  );
  await db.delete(sessions).where(and(lt(sessions.expiresAt, sql`now()`), forgotten));
}
