import { expect, test } from 'vitest';
import { AppCode, passkeysImpossible } from './factors.ts';

test.each([
  ['http://localhost:4100', null],
  ['https://acacia.example.org', null],
  ['http://acacia.example.org', 'https'],
  ['https://192.0.2.7:4100', 'IP address'],
  ['http://127.0.0.1:4100', 'IP address'],
  ['https://[2001:db8::1]', 'IP address'],
])('passkeys at %s: %s', (url, why) => {
  const reason = passkeysImpossible(url);
  if (why === null) expect(reason).toBeNull();
  else expect(reason).toContain(why);
});

test('a code may be typed with spaces, as apps show it', () => {
  expect(AppCode.parse(' 123 456 ')).toBe('123456');
  for (const wrong of ['', '12345', '1234567', '١٢٣٤٥٦', 'abcdef']) {
    expect(AppCode.safeParse(wrong).success).toBe(false);
  }
});
