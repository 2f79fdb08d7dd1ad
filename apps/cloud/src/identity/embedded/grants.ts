/**
 * Grants of the embedded provider, one for each sign-in. An access token names its grant and is valid only while that
 * exists, so that signing out, a new password and a revocation end tokens at once.
 */
import { randomUUID } from 'node:crypto';
import { and, eq, gt, isNull, ne, or, sql } from 'drizzle-orm';
import type { Db } from '../../database/database.ts';
import { oidcPayloads } from '../../database/schema.ts';
import { CONSOLE_CLIENT } from '../audience.ts';

/** The claim of an access token that names its grant. */
export const GRANT_CLAIM = 'grant_id';

const isGrant = (id: string) => and(eq(oidcPayloads.model, 'Grant'), eq(oidcPayloads.id, id));
const holder = sql<string>`${oidcPayloads.payload}->>'accountId'`;
const grantOfSession = sql<string>`${oidcPayloads.payload}->'authorizations'->${CONSOLE_CLIENT}->>'grantId'`;

/** Makes a grant for a token that is issued without a sign-in. */
export async function makeGrant(db: Db, userId: string, seconds: number): Promise<string> {
  const id = randomUUID();
  const now = Math.floor(Date.now() / 1000);
  const payload = { jti: id, kind: 'Grant', clientId: CONSOLE_CLIENT, accountId: userId, iat: now };
  await db.insert(oidcPayloads).values({
    model: 'Grant',
    id,
    payload: { ...payload, exp: now + seconds },
    expiresAt: new Date(Date.now() + seconds * 1000),
  });
  return id;
}

export async function grantLives(db: Db, id: string): Promise<boolean> {
  const alive = or(isNull(oidcPayloads.expiresAt), gt(oidcPayloads.expiresAt, sql`now()`));
  const rows = await db
    .select({ id: oidcPayloads.id })
    .from(oidcPayloads)
    .where(and(isGrant(id), alive));
  return rows.length > 0;
}

/** Ends a grant with its access and refresh tokens, and the browser's session at the provider that it came from. */
export async function endGrant(db: Db, id: string): Promise<void> {
  await db
    .delete(oidcPayloads)
    .where(
      or(
        isGrant(id),
        eq(oidcPayloads.grantId, id),
        and(eq(oidcPayloads.model, 'Session'), eq(grantOfSession, id)),
      ),
    );
}

/** Ends all sessions and tokens of a person except those of the grant `kept`. */
export async function endSignIns(db: Db, userId: string, kept: string | null): Promise<void> {
  const grant = sql<string>`coalesce(${grantOfSession}, ${oidcPayloads.grantId}, ${oidcPayloads.id})`;
  await db.delete(oidcPayloads).where(and(eq(holder, userId), ne(grant, kept ?? '')));
}
