/** Fingerprints of common passwords: the first bytes of their SHA-256, so that the list shows nobody's password. */
import { createHash } from 'node:crypto';

/** With some 10^5 entries one password in ten million that is not in the list looks as if it were. */
export const FINGERPRINT_BYTES = 5;

export const fingerprint = (text: string): number =>
  createHash('sha256').update(text).digest().readUIntBE(0, FINGERPRINT_BYTES);

/** A password without the letter case and the digits and signs around it. */
export const coreOf = (password: string): string =>
  password.toLowerCase().replaceAll(/^[^\p{L}]+|[^\p{L}]+$/gu, '');

/** Shorter cores are in any password by chance. */
export const CORE_LEAST = 5;
