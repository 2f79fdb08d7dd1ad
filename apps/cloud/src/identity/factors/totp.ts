/**
 * Time-based one-time passwords (RFC 6238) with the values that every authenticator app knows: HMAC-SHA-1, six digits,
 * steps of 30 seconds.
 */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

const STEP_SECONDS = 30;
const DIGITS = 6;
/** Steps by which the clocks of app and server may differ, either way (RFC 6238, section 5.2). */
const DRIFT = 1;
/** Length of SHA-1, as RFC 4226 recommends in section 4. */
const SECRET_BYTES = 20;

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** Base32 without padding (RFC 4648, section 6). */
export function base32(bytes: Uint8Array): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  return (bits.match(/.{1,5}/g) ?? [])
    .map((five) => BASE32.charAt(Number.parseInt(five.padEnd(5, '0'), 2)))
    .join('');
}

export const newTotpSecret = (): Buffer => randomBytes(SECRET_BYTES);

/** The number of a time step. @param now milliseconds since 1970 */
export const stepOf = (now: number): number => Math.floor(now / 1000 / STEP_SECONDS);

/** The code of a step (RFC 4226, section 5.3). */
export function totpCode(secret: Uint8Array, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const hash = createHmac('sha1', secret).update(counter).digest();
  const offset = hash.readUInt8(hash.length - 1) & 0xf;
  const number = (hash.readUInt32BE(offset) & 0x7fffffff) % 10 ** DIGITS;
  return String(number).padStart(DIGITS, '0');
}

/** The step around `now` whose code was given; null: of none. @param code six digits */
export function stepOfCode(secret: Uint8Array, code: string, now: number): number | null {
  const given = Buffer.from(code);
  let found: number | null = null;
  // Each step is computed whatever the others gave, so that the time taken does not tell which matched.
  for (let step = stepOf(now) - DRIFT; step <= stepOf(now) + DRIFT; step++) {
    const expected = Buffer.from(totpCode(secret, step));
    if (given.length === expected.length && timingSafeEqual(given, expected)) found = step;
  }
  return found;
}

/** The address that an authenticator app reads from a QR code (Key Uri Format of Google Authenticator). */
export function totpUri(secret: Uint8Array, email: string): string {
  const issuer = 'Acacia';
  const query = new URLSearchParams({ secret: base32(secret), issuer });
  return `otpauth://totp/${issuer}:${encodeURIComponent(email)}?${query.toString()}`;
}
