import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { isCommonPassword } from './common.ts';

test.each([
  ['qwerty123456', 'as it is in the list'],
  ['QWERTY123456', 'in capitals'],
  ['123qwe123qwe', 'as it is in the list'],
  ['sonyericsson', 'as it is in the list'],
  ['Sunshine2024!', 'a word with a year and a sign'],
  ['2024_Sunshine', 'a year before it'],
  ['$un5h1ne2024', 'digits and signs for letters'],
  ['P@ssw0rd!2345', 'digits and signs for letters'],
  ['sunshinesunshine', 'twice'],
  ['enihsnus2024', 'backwards'],
  ['Ｓｕｎｓｈｉｎｅ2024', 'in wide letters'],
])('%s is a common password: %s', (password) => {
  expect(isCommonPassword(password)).toBe(true);
});

test.each([
  'correct horse battery',
  'Vq7!mm2pLz9#',
  'schnürsenkel im regen',
  '四月は君の嘘と春の雨が降る',
  'sunshine 83 lanterns',
  'x'.repeat(4096),
])('%s is none', (password) => {
  expect(isCommonPassword(password)).toBe(false);
});

test('passwords by chance are none', () => {
  const common = Array.from({ length: 2000 }, () => randomBytes(12).toString('base64url')).filter(
    isCommonPassword,
  );
  expect(common).toEqual([]);
});
