import { expect, test } from 'vitest';
import { loadSettings } from '../settings.ts';
import { isWelcome } from './strangers.ts';

const welcome = (setting: string, email: string) =>
  isWelcome(loadSettings({ ACACIA_STRANGERS: setting }).strangers, email);

test.each([
  ['', 'ann@example.org', false],
  ['invited', 'ann@example.org', false],
  ['open', 'ann@example.org', true],
  ['Example.ORG, example.net', 'ann@example.org', true],
  ['example.org,example.net', 'ann@example.net', true],
  ['example.org', 'ann@sub.example.org', false],
  ['example.org', 'ann@notexample.org', false],
  ['example.org', '"ann@example.org"@evil.example', false],
])('with %j %s is welcome: %j', (setting, email, expected) => {
  expect(welcome(setting, email)).toBe(expected);
});
