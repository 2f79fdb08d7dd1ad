/** Access tokens of an outside issuer whose sessions have ended here: the issuer's tokens cannot be revoked. */
import { createHash } from 'node:crypto';
import { eq, lt, sql } from 'drizzle-orm';
import type { Db } from '../database/database.ts';
import { endedTokens } from '../database/schema.ts';

const hashOf = (token: string): string => createHash('sha256').update(token).digest('base64url');

/** @param expiresAt when the token itself expires */
export async function endToken(db: Db, token: string, expiresAt: Date): Promise<void> {
  await db
    .insert(endedTokens)
    .values({ hash: hashOf(token), expiresAt })
    .onConflictDoNothing();
}

export async function hasEnded(db: Db, token: string): Promise<boolean> {
  const rows = await db
    .select()
    .from(endedTokens)
    .where(eq(endedTokens.hash, hashOf(token)));
  return rows.length > 0;
}

export async function sweepEndedTokens(db: Db): Promise<void> {
  await db.delete(endedTokens).where(lt(endedTokens.expiresAt, sql`now()`));
}
