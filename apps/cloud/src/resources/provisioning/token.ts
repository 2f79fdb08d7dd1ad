/** Tokens of directories: a secret of 256 bits, of which the database keeps a hash alone. */
import { createHash, randomBytes } from 'node:crypto';
import { and, eq, isNull, lt, or, sql } from 'drizzle-orm';
import type { Db } from '../../database/database.ts';
import { scimTokens } from '../../database/scim-tables.ts';

const PREFIX = 'scim_';
const FORM = /^scim_[\w-]{43}$/;

const hashOf = (token: string): string => createHash('sha256').update(token).digest('base64url');

/** Makes the token of an organisation; the one before is good no longer. */
export async function makeToken(tx: Db, orgId: string, creator: string): Promise<string> {
  const token = `${PREFIX}${randomBytes(32).toString('base64url')}`;
  const made = { hash: hashOf(token), creator, createdAt: sql`now()`, lastUsedAt: null };
  await tx
    .insert(scimTokens)
    .values({ orgId, ...made })
    .onConflictDoUpdate({ target: scimTokens.orgId, set: made });
  return token;
}

/** The organisation of a token; undefined when the token is not good. Its use is noted, to the minute. */
export async function organisationOfToken(db: Db, token: string): Promise<string | undefined> {
  if (!FORM.test(token)) return undefined;
  const which = eq(scimTokens.hash, hashOf(token));
  const [found] = await db.select({ orgId: scimTokens.orgId }).from(scimTokens).where(which);
  if (found === undefined) return undefined;
  const longAgo = or(
    isNull(scimTokens.lastUsedAt),
    lt(scimTokens.lastUsedAt, sql`now() - interval '1 minute'`),
  );
  await db
    .update(scimTokens)
    .set({ lastUsedAt: sql`now()` })
    .where(and(which, longAgo));
  return found.orgId;
}
