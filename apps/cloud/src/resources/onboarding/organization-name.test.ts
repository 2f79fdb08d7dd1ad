import { expect, it } from 'vitest';
import { displayNameOfEmail, nameOfEmail } from './organization-name.ts';

it.each([
  ['ada.lovelace@example.org', 'ada-lovelace', "ada.lovelace's organization"],
  ['Zoë+news@example.org', 'zoe-news', "Zoë+news's organization"],
  ['a@b.example', 'a-org', "a's organization"],
  ['名前@例え.example', 'own-org', "名前's organization"],
  ['--x--@example.org', 'x-org', "--x--'s organization"],
  [`${'x'.repeat(64)}@example.org`, 'x'.repeat(38), `${'x'.repeat(35)}'s organization`],
  ['"a@b"@example.org', 'a-b', `"a@b"'s organization`],
])('%s gives %s', (email, name, displayName) => {
  expect([nameOfEmail(email), displayNameOfEmail(email)]).toEqual([name, displayName]);
  expect(name).toMatch(/^[a-z0-9][a-z0-9_-]{2,49}$/);
  expect(displayName.length).toBeGreaterThanOrEqual(3);
  expect(displayName.length).toBeLessThanOrEqual(50);
});
