/** Makes and checks password hashes, in the one pool of this process. */
import { timingSafeEqual } from 'node:crypto';
import { createPool, type Lane } from './pool.ts';
import { comparisonWith, newDerivation, storedOf, type StoredPassword } from './stored.ts';

const pool = createPool();

/** @throws PasswordsBusy when too many wait */
export async function hashPassword(password: string, lane: Lane = 'known'): Promise<string> {
  const derivation = newDerivation(password);
  return storedOf(derivation, await pool.derive(derivation, lane));
}

/**
 * Whether the password matches the stored one.
 * @param stored null when there is no such account: that takes the same time, and is false
 * @param lane 'known' for those who have signed in before: they go before strangers
 * @throws PasswordsBusy when too many wait; nothing was compared
 */
export async function passwordMatches(
  password: string,
  stored: StoredPassword | null,
  lane: Lane = 'unknown',
): Promise<boolean> {
  const comparison = stored === null ? undefined : comparisonWith(password, stored);
  if (comparison === undefined) {
    await pool.derive(newDerivation(password), lane);
    return false;
  }
  const key = await pool.derive(comparison.derivation, lane);
  return key.length > 0 && timingSafeEqual(comparison.expected, key);
}
