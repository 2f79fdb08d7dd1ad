/**
 * Sessions of browsers that are signed in to the console. A browser has a secret in a cookie that no script can read.
 * The table has the secret's hash and the issuer's tokens, encrypted with the secret, so that the table alone is
 * useless.
 */
import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto';
import { and, eq, gt, lt, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Db } from '../../database/database.ts';
import { browserSessions } from '../../database/schema.ts';

const Session = z.object({
  accessToken: z.string(),
  expiresAt: z.number(),
  refreshToken: z.string().nullable(),
  idToken: z.string().nullable(),
  /** Milliseconds since 1970. */
  signedInAt: z.number(),
});
export type BrowserSession = z.infer<typeof Session>;

/** Days without use after which a browser is signed out. */
export const SESSION_DAYS = 14;

const SECRET_BYTES = 32;
const IV_BYTES = 12;
const TAG_BYTES = 16;
const ALGORITHM = 'aes-256-gcm';

const idOf = (secret: string): string => createHash('sha256').update(secret).digest('base64url');
const keyOf = (secret: string): Uint8Array =>
  new Uint8Array(hkdfSync('sha256', secret, '', 'acacia browser session', 32));

function seal(secret: string, session: BrowserSession): string {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv(ALGORITHM, keyOf(secret), iv);
  const sealed = Buffer.concat([cipher.update(JSON.stringify(session), 'utf8'), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64');
}

function unseal(secret: string, sealed: string): BrowserSession {
  const bytes = Buffer.from(sealed, 'base64');
  const decipher = createDecipheriv(ALGORITHM, keyOf(secret), bytes.subarray(0, IV_BYTES)).setAuthTag(
    bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES),
  );
  const text =
    decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES), undefined, 'utf8') + decipher.final('utf8');
  return Session.parse(JSON.parse(text));
}

const end = sql`now() + make_interval(days => ${SESSION_DAYS})`;

/** Stores a new session. @returns the secret for the browser's cookie */
export async function openSession(db: Db, session: BrowserSession): Promise<string> {
  const secret = randomBytes(SECRET_BYTES).toString('base64url');
  await db
    .insert(browserSessions)
    .values({ id: idOf(secret), sealed: seal(secret, session), expiresAt: end });
  return secret;
}

export async function findSession(db: Db, secret: string): Promise<BrowserSession | undefined> {
  const [row] = await db
    .select()
    .from(browserSessions)
    .where(and(eq(browserSessions.id, idOf(secret)), gt(browserSessions.expiresAt, sql`now()`)));
  return row === undefined ? undefined : unseal(secret, row.sealed);
}

/** Stores the new tokens of a session, which then lasts `SESSION_DAYS` again. */
export async function renewSession(db: Db, secret: string, session: BrowserSession): Promise<void> {
  await db
    .update(browserSessions)
    .set({ sealed: seal(secret, session), expiresAt: end })
    .where(eq(browserSessions.id, idOf(secret)));
}

export async function closeSession(db: Db, secret: string): Promise<void> {
  await db.delete(browserSessions).where(eq(browserSessions.id, idOf(secret)));
}

export async function sweepBrowserSessions(db: Db): Promise<void> {
  await db.delete(browserSessions).where(lt(browserSessions.expiresAt, sql`now()`));
}
