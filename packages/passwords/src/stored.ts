/**
 * Format of stored passwords: `scrypt$N$r$p$salt$hash`, salt and hash in base64url, of the text in Unicode's form NFKC.
 */
import type { Derivation } from './scrypt.ts';

/** Format of earlier workspace servers: base64, of the text as it was typed. Read, never written. */
interface EarlierHash {
  readonly salt: string;
  readonly hash: string;
  readonly cost: number;
}

export type StoredPassword = string | EarlierHash;

/** OWASP's recommendation for scrypt: 32 MiB, 3 lanes. */
const COST = { N: 2 ** 15, r: 8, p: 3 };
const SALT_BYTES = 16;
const KEY_BYTES = 32;

export interface Comparison {
  readonly derivation: Derivation;
  readonly expected: Uint8Array;
}

export function newDerivation(password: string): Derivation {
  const salt = crypto.getRandomValues(new Uint8Array(SALT_BYTES));
  return { password: password.normalize('NFKC'), salt, bytes: KEY_BYTES, ...COST };
}

const base64url = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64url');

export const storedOf = ({ N, r, p, salt }: Derivation, key: Uint8Array): string =>
  ['scrypt', N, r, p, base64url(salt), base64url(key)].join('$');

/** A stored password that no text is known to match: its key is random. It takes no derivation to make. */
export function unmatchable(): string {
  return storedOf(newDerivation(''), crypto.getRandomValues(new Uint8Array(KEY_BYTES)));
}

/**
 * Key to derive in order to compare a password with a stored one; undefined when the stored text is no hash of ours.
 */
export function comparisonWith(password: string, stored: StoredPassword): Comparison | undefined {
  if (typeof stored !== 'string') {
    const expected = Buffer.from(stored.hash, 'base64');
    const salt = Buffer.from(stored.salt, 'base64');
    return {
      expected,
      derivation: { password, salt, N: stored.cost, r: 8, p: 1, bytes: expected.length },
    };
  }
  const [scheme, N, r, p, salt, hash] = stored.split('$');
  if (scheme !== 'scrypt' || salt === undefined || hash === undefined) return undefined;
  const expected = Buffer.from(hash, 'base64url');
  return {
    expected,
    derivation: {
      password: password.normalize('NFKC'),
      salt: Buffer.from(salt, 'base64url'),
      N: Number(N),
      r: Number(r),
      p: Number(p),
      bytes: expected.length,
    },
  };
}
