/** A person's authenticator app: its secret, kept encrypted, and the last code that was accepted. */
import { and, eq, lt } from 'drizzle-orm';
import type { Db } from '../../database/database.ts';
import type { Sealer } from '../../database/seal.ts';
import { authenticatorApps } from '../../database/factor-tables.ts';
import { stepOfCode } from './totp.ts';

export async function findApp(
  db: Db,
  accountId: string,
): Promise<typeof authenticatorApps.$inferSelect | undefined> {
  const [row] = await db.select().from(authenticatorApps).where(eq(authenticatorApps.accountId, accountId));
  return row;
}

/** Stores an app in the place of an earlier one. @param step of the code that confirmed it, which is used up */
export async function storeApp(
  tx: Db,
  sealer: Sealer,
  accountId: string,
  secret: Uint8Array,
  step: number,
): Promise<void> {
  const text = Buffer.from(secret).toString('base64url');
  const values = {
    sealed: await sealer.seal(tx, 'second-factors', accountId, text),
    lastStep: step,
    createdAt: new Date(),
  };
  await tx
    .insert(authenticatorApps)
    .values({ accountId, ...values })
    .onConflictDoUpdate({ target: authenticatorApps.accountId, set: values });
}

/**
 * Uses a code up: of several attempts with one code, at once or later, one alone succeeds (RFC 6238, section 5.2).
 * @returns whether the code was good
 */
export async function spendAppCode(
  db: Db,
  sealer: Sealer,
  accountId: string,
  code: string,
): Promise<boolean> {
  const app = await findApp(db, accountId);
  if (app === undefined) return false;
  const secret = Buffer.from(await sealer.unseal(db, 'second-factors', accountId, app.sealed), 'base64url');
  const step = stepOfCode(secret, code, Date.now());
  if (step === null) return false;
  const spent = await db
    .update(authenticatorApps)
    .set({ lastStep: step })
    .where(
      and(
        eq(authenticatorApps.accountId, accountId),
        // Not of an app that took this one's place meanwhile.
        eq(authenticatorApps.sealed, app.sealed),
        lt(authenticatorApps.lastStep, step),
      ),
    )
    .returning({ accountId: authenticatorApps.accountId });
  return spent.length > 0;
}
