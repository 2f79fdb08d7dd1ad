/** Recovery codes: each replaces the second factor once. They are shown when they are made; here are their hashes. */
import { createHash, randomBytes } from 'node:crypto';
import { RECOVERY_CODES } from '@acacia/contract';
import { and, eq } from 'drizzle-orm';
import type { Db } from '../../database/database.ts';
import { recoveryCodes } from '../../database/factor-tables.ts';
import { base32 } from './totp.ts';

/** 120 bits (OWASP ASVS 5.0, V6.5.2, asks for 112): too many to be tried out even by somebody who has the hashes. */
const CODE_BYTES = 15;

const hashOf = (code: string): string => createHash('sha256').update(code).digest('base64url');

/** A code without the signs that people type between its letters. Those of earlier versions had 80 bits, and go on. */
const plain = (typed: string): string => typed.toUpperCase().replaceAll(/[^A-Z2-7]/g, '');

/** Makes new codes in the place of all earlier ones. @returns the codes, which cannot be read again */
export async function renewCodes(tx: Db, accountId: string): Promise<string[]> {
  const codes = Array.from({ length: RECOVERY_CODES }, () => base32(randomBytes(CODE_BYTES)));
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.accountId, accountId));
  await tx.insert(recoveryCodes).values(codes.map((code) => ({ accountId, hash: hashOf(code) })));
  return codes.map((code) => (code.match(/.{4}/g) ?? []).join('-').toLowerCase());
}

/** Uses a code up. @returns whether it was one of the account's */
export async function spendCode(db: Db, accountId: string, typed: string): Promise<boolean> {
  const spent = await db
    .delete(recoveryCodes)
    .where(and(eq(recoveryCodes.accountId, accountId), eq(recoveryCodes.hash, hashOf(plain(typed)))))
    .returning();
  return spent.length > 0;
}

export const codesLeft = (db: Db, accountId: string): Promise<number> =>
  db.$count(recoveryCodes, eq(recoveryCodes.accountId, accountId));
