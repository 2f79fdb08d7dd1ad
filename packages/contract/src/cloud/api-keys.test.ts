import { expect, test } from 'vitest';
import { API_KEY_LIFETIMES, API_KEY_TEXTS, CreateApiKey, isServiceEmail, serviceEmail } from './api-keys.ts';
import { normalEmail } from './email.ts';
import { normalAddress } from './users.ts';

test('the lifetimes are those of the specification', () => {
  expect(API_KEY_LIFETIMES.map(({ label, seconds }) => [label, seconds / 86_400])).toEqual([
    ['Never', 0],
    ['1 week', 7],
    ['2 weeks', 14],
    ['1 month', 30],
    ['6 months', 180],
    ['1 year', 365],
  ]);
});

test.each(['Nightly load', ' Ä × 名 ', '--', 'x'.repeat(100), '<script>@evil.example'])(
  'the account of a key named %j has an address of its own, which no person can have',
  (description) => {
    const email = serviceEmail(description, 'abc123');
    expect(email).toMatch(/^[a-z0-9]+(?:-[a-z0-9]+)*\.abc123@api-keys\.invalid$/);
    expect(normalEmail(email)).toBe(email);
    expect([isServiceEmail(email), isServiceEmail(email.toUpperCase())]).toEqual([true, true]);
    expect(normalAddress(email)).toBeNull();
  },
);

test('a description is trimmed, and an end of the sentence is not doubled', () => {
  expect(CreateApiKey.parse({ description: ' a ', life_time_in_seconds: null }).description).toBe('a');
  expect(API_KEY_TEXTS.notAssigned('No.')).toBe('Fail to assign permission: No.');
});
