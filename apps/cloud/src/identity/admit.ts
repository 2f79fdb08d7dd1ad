/** Finds or makes the account of a person whom the outside issuer signs in. */
import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type { Database } from '../database/database.ts';
import { accounts, memberships } from '../database/schema.ts';
import { firstOrganisation } from '../database/seed.ts';
import { problem } from '../errors/problem.ts';
import type { Bearer } from './verifier.ts';

const first = <T>(rows: readonly T[]): T | undefined => rows[0];

/**
 * The id of the account: found by subject or by verified e-mail, or else a new one, which joins the first organisation.
 * @throws Problem when the e-mail is not verified, or there is no organisation to join
 */
export async function admit(db: Database['db'], bearer: Bearer): Promise<string> {
  const { subject, verifiedEmail: email } = bearer;
  const known = first(
    await db.select({ id: accounts.id }).from(accounts).where(eq(accounts.subject, subject)),
  );
  if (known !== undefined) return known.id;
  if (email === null) throw problem('emailNotVerified');
  return db.transaction(async (tx) => {
    const found = first(
      await tx
        .update(accounts)
        .set({ subject })
        .where(eq(accounts.email, email))
        .returning({ id: accounts.id }),
    );
    if (found !== undefined) return found.id;
    const orgId = await firstOrganisation(tx);
    if (orgId === undefined) throw problem('noOrganisationToJoin');
    const now = new Date();
    const made = await tx
      .insert(accounts)
      .values({ id: randomUUID(), email, name: bearer.name ?? email, subject, emailVerifiedAt: now })
      // Two first calls at once: either one's row will do.
      .onConflictDoUpdate({ target: accounts.email, set: { subject } })
      .returning({ id: accounts.id });
    const { id } = made[0] as { id: string };
    await tx
      .insert(memberships)
      .values({ id: randomUUID(), orgId, accountId: id, joinedAt: now })
      .onConflictDoNothing();
    return id;
  });
}
