/** scrypt (RFC 7914) with the parameters of a stored password. */
import { scryptSync } from 'node:crypto';

export interface Derivation {
  readonly password: string;
  readonly salt: Uint8Array;
  readonly N: number;
  readonly r: number;
  readonly p: number;
  readonly bytes: number;
}

/** Blocks its thread for about a fifth of a second. @throws Error for parameters that are not valid */
export function derive({ password, salt, N, r, p, bytes }: Derivation): Uint8Array {
  return scryptSync(password, salt, bytes, { N, r, p, maxmem: 256 * N * r });
}
