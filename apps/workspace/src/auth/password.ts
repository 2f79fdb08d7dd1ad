/** Passwords are stored as scrypt hashes. */
import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';

export const PasswordHash = z.object({
  salt: z.string(),
  hash: z.string(),
  cost: z.number().int(),
});
export type PasswordHash = z.infer<typeof PasswordHash>;

const COST = 2 ** 15;
const KEY_BYTES = 32;

function derive(password: string, salt: Buffer, cost: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    scrypt(password, salt, KEY_BYTES, { N: cost, maxmem: 256 * cost * 8 }, (error, key) => {
      if (error) reject(error);
      else resolve(key);
    });
  });
}

export async function hashPassword(password: string): Promise<PasswordHash> {
  const salt = randomBytes(16);
  const hash = await derive(password, salt, COST);
  return { salt: salt.toString('base64'), hash: hash.toString('base64'), cost: COST };
}

export async function passwordMatches(password: string, stored: PasswordHash): Promise<boolean> {
  const expected = Buffer.from(stored.hash, 'base64');
  const actual = await derive(password, Buffer.from(stored.salt, 'base64'), stored.cost);
  return expected.length === actual.length && timingSafeEqual(expected, actual);
}
