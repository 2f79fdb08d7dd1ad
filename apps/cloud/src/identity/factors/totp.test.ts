import { expect, test } from 'vitest';
import { base32, stepOf, stepOfCode, totpCode, totpUri } from './totp.ts';

/** The secret of RFC 6238, appendix B, for SHA-1. */
const SECRET = Buffer.from('12345678901234567890');

test.each([
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
  [20_000_000_000, '353130'],
])('gives the code of RFC 6238 at %i seconds', (seconds, code) => {
  expect(totpCode(SECRET, stepOf(seconds * 1000))).toBe(code);
});

test.each([
  ['', ''],
  ['f', 'MY'],
  ['fo', 'MZXQ'],
  ['foo', 'MZXW6'],
  ['foob', 'MZXW6YQ'],
  ['fooba', 'MZXW6YTB'],
  ['foobar', 'MZXW6YTBOI'],
])('writes %j in base32 as RFC 4648 does, without padding', (text, encoded) => {
  expect(base32(Buffer.from(text))).toBe(encoded);
});

test('a code is good one step early and late, and no further', () => {
  const now = 1_700_000_010_000;
  const step = stepOf(now);
  const at = [-2, -1, 0, 1, 2].map((by) => stepOfCode(SECRET, totpCode(SECRET, step + by), now));
  expect(at).toEqual([null, step - 1, step, step + 1, null]);
  for (const wrong of ['', '1', '0000000', 'ü00000']) expect(stepOfCode(SECRET, wrong, now)).toBeNull();
});

test('the address for apps escapes the e-mail', () => {
  expect(totpUri(SECRET, 'a&b?@x.org')).toBe(
    'otpauth://totp/Acacia:a%26b%3F%40x.org?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=Acacia',
  );
});
