import { expect, test } from 'vitest';
import { createAttempts } from './attempts.ts';

test('attempts are counted by account and address, and forgiven after a while', () => {
  let now = 0;
  const attempts = createAttempts(() => now);
  for (let count = 0; count < 10; count++) attempts.failed('10.0.0.1', 'a@b.c');
  expect(attempts.wait('10.0.0.1', 'A@b.c')).toBe(15);
  expect(attempts.wait('10.0.0.2', 'a@b.c')).toBe(0);
  expect(attempts.wait('10.0.0.1', 'other@b.c')).toBe(0);
  now += 15 * 60_000;
  expect(attempts.wait('10.0.0.1', 'a@b.c')).toBe(0);
});

test('an address that tries many accounts is held up for all of them; success forgives the account', () => {
  const attempts = createAttempts(() => 0);
  attempts.failed('10.0.0.1', 'me@b.c');
  attempts.succeeded('10.0.0.1', 'me@b.c');
  for (let count = 0; count < 49; count++) attempts.failed('10.0.0.1', `u${count}@b.c`);
  expect(attempts.wait('10.0.0.1', 'new@b.c')).toBeGreaterThan(0);
});
