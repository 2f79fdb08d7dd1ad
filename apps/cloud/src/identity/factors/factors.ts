/** The second factors that a person has: as soon as there is one, the password alone signs nobody in. */
import { eq } from 'drizzle-orm';
import type { Db } from '../../database/database.ts';
import { authenticatorApps, enrolments, passkeys, recoveryCodes } from '../../database/factor-tables.ts';
import { codesLeft, renewCodes } from './recovery-codes.ts';

export interface Factors {
  readonly app: boolean;
  readonly passkeys: number;
}

export async function factorsOf(db: Db, accountId: string): Promise<Factors> {
  return {
    app: (await db.$count(authenticatorApps, eq(authenticatorApps.accountId, accountId))) > 0,
    passkeys: await db.$count(passkeys, eq(passkeys.accountId, accountId)),
  };
}

export const needsSecondStep = (factors: Factors): boolean => factors.app || factors.passkeys > 0;

/** Makes recovery codes with a person's first factor. @returns null where there are some already */
export async function codesForFirst(tx: Db, accountId: string): Promise<string[] | null> {
  return (await codesLeft(tx, accountId)) > 0 ? null : renewCodes(tx, accountId);
}

/** Deletes all second factors of a person. @returns those that there were */
export async function removeFactors(tx: Db, accountId: string): Promise<Factors> {
  const had = await factorsOf(tx, accountId);
  for (const table of [authenticatorApps, passkeys, recoveryCodes, enrolments])
    await tx.delete(table).where(eq(table.accountId, accountId));
  return had;
}

/** Deletes the recovery codes of a person who has no factor any more. */
export async function forgetUselessCodes(tx: Db, accountId: string): Promise<void> {
  if (needsSecondStep(await factorsOf(tx, accountId))) return;
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.accountId, accountId));
}
