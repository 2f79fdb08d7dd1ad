/**
 * Whether a password is one of those that became public or a simple variant of one, by the list in `common/` (NIST SP
 * 800-63B, section 3.1.1.2). No service is asked.
 */
import { readFileSync } from 'node:fs';
import { asLetters } from '@acacia/base';
import { coreOf, CORE_LEAST, FINGERPRINT_BYTES, fingerprint } from './fingerprint.ts';

/** Digits and signs at a common word's ends that make no other password of it. */
const MOST_AROUND = 8;

let list: Buffer | undefined;

/** The list, sorted; read at the first use. */
const fingerprints = (): Buffer =>
  (list ??= readFileSync(new URL('../common/common-passwords.bin', import.meta.url)));

function isListed(text: string): boolean {
  const sorted = fingerprints();
  const wanted = fingerprint(text);
  let from = 0;
  let to = sorted.length / FINGERPRINT_BYTES;
  while (from < to) {
    const middle = (from + to) >>> 1;
    const found = sorted.readUIntBE(middle * FINGERPRINT_BYTES, FINGERPRINT_BYTES);
    if (found === wanted) return true;
    if (found < wanted) from = middle + 1;
    else to = middle;
  }
  return false;
}

/** The shortest text of which this one is a repetition: itself, mostly. */
function unitOf(text: string): string {
  const length = (text + text).indexOf(text, 1);
  return text.slice(0, length);
}

/** @param password in any form; at most some thousand characters */
export function isCommonPassword(password: string): boolean {
  const plain = password.normalize('NFKC').toLowerCase();
  const trimmed = plain.replace(/[^\p{L}]+$/u, '');
  const bare = [plain, trimmed].flatMap((text) => [text, ...asLetters(text)]);
  const cores = [plain, ...bare]
    .map(coreOf)
    .filter((core) => core.length >= CORE_LEAST && plain.length - core.length <= MOST_AROUND);
  const forms = new Set([...bare.filter((text) => plain.length - text.length <= MOST_AROUND), ...cores]);
  for (const form of forms) {
    for (const text of [form, unitOf(form)]) {
      if (isListed(text) || isListed([...text].toReversed().join(''))) return true;
    }
  }
  return false;
}
