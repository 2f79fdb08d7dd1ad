/**
 * Browsers that are signed in to the console. A browser has a secret in a cookie that no script can read. The table has
 * the secret's hash, and an outside issuer's tokens, encrypted with the secret, so that the table alone is useless.
 */
import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto';
import { and, desc, eq, inArray } from 'drizzle-orm';
import { z } from 'zod';
import type { Db } from '../../database/database.ts';
import { browserSessions, sessions } from '../../database/sign-in-tables.ts';
import { alive, claimsOf } from '../sessions.ts';

const IssuerTokens = z.object({
  accessToken: z.string(),
  /** Seconds since 1970. */
  expiresAt: z.number(),
  /** Null: the issuer gives none, and the person must sign in again. */
  refreshToken: z.string().nullable(),
  idToken: z.string().nullable(),
});
export type IssuerTokens = z.infer<typeof IssuerTokens>;

export interface BrowserSession {
  readonly sid: string;
  readonly accountId: string;
  readonly signedInAt: Date;
  /** When the browser got its cookie. */
  readonly cookieAt: Date;
  /** The claims `amr`, `acr` and `auth_time`. */
  readonly how: ReturnType<typeof claimsOf>;
  /** Null: the embedded provider signed the person in. */
  readonly tokens: IssuerTokens | null;
}

/** Cookies of one session: a browser that signs in again and again has only the last one. Tabs may do so at once. */
const MOST_COOKIES = 20;

const SECRET_BYTES = 32;
const IV_BYTES = 12;
const TAG_BYTES = 16;
const ALGORITHM = 'aes-256-gcm';

const idOf = (secret: string): string => createHash('sha256').update(secret).digest('base64url');
const keyOf = (secret: string): Uint8Array =>
  new Uint8Array(hkdfSync('sha256', secret, '', 'acacia browser session', 32));

function seal(secret: string, tokens: IssuerTokens): string {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv(ALGORITHM, keyOf(secret), iv);
  const sealed = Buffer.concat([cipher.update(JSON.stringify(tokens), 'utf8'), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64');
}

function unseal(secret: string, sealed: string): IssuerTokens {
  const bytes = Buffer.from(sealed, 'base64');
  const decipher = createDecipheriv(ALGORITHM, keyOf(secret), bytes.subarray(0, IV_BYTES)).setAuthTag(
    bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES),
  );
  const text =
    decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES), undefined, 'utf8') + decipher.final('utf8');
  return IssuerTokens.parse(JSON.parse(text));
}

/** @param tokens an outside issuer's; null for the embedded provider. @returns the secret for the browser's cookie */
export async function openBrowserSession(db: Db, sid: string, tokens: IssuerTokens | null): Promise<string> {
  const secret = randomBytes(SECRET_BYTES).toString('base64url');
  const sealed = tokens === null ? null : seal(secret, tokens);
  await db.insert(browserSessions).values({ id: idOf(secret), sid, sealed });
  const theirs = db
    .select({ id: browserSessions.id })
    .from(browserSessions)
    .where(eq(browserSessions.sid, sid))
    .orderBy(desc(browserSessions.createdAt))
    .offset(MOST_COOKIES);
  await db.delete(browserSessions).where(inArray(browserSessions.id, theirs));
  return secret;
}

/** The living session of a browser; undefined when it has ended. */
export async function findBrowserSession(db: Db, secret: string): Promise<BrowserSession | undefined> {
  const [row] = await db
    .select({ sealed: browserSessions.sealed, cookieAt: browserSessions.createdAt, session: sessions })
    .from(browserSessions)
    .innerJoin(sessions, eq(sessions.sid, browserSessions.sid))
    .where(and(eq(browserSessions.id, idOf(secret)), alive));
  if (row === undefined) return undefined;
  const { sid, accountId, createdAt } = row.session;
  const tokens = row.sealed === null ? null : unseal(secret, row.sealed);
  return {
    sid,
    accountId,
    signedInAt: createdAt,
    cookieAt: row.cookieAt,
    how: claimsOf(row.session),
    tokens,
  };
}

export async function renewTokens(db: Db, secret: string, tokens: IssuerTokens): Promise<void> {
  await db
    .update(browserSessions)
    .set({ sealed: seal(secret, tokens) })
    .where(eq(browserSessions.id, idOf(secret)));
}
