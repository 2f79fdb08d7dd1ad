import { expect, test } from 'vitest';
import { passwordFault } from './passwords.ts';

const OWN = ['ada.lovelace@example.org', 'Augusta King', 'Analytical Engines'];

test.each([
  'correct horse battery',
  'Vq7!mm2pLz9#',
  'schnürsenkel im regen',
  '四月は君の嘘と春の雨が降る',
  '8041 5577 3962 1',
])('%s can be chosen', (password) => {
  expect(passwordFault(password, OWN)).toBeNull();
});

test.each([
  ['acacia', 'at least 12'],
  ['elevenchars', 'at least 12'],
  ['', 'at least 12'],
  ['x'.repeat(1025), 'at most 1024'],
  ['acaciaacacia', 'first that are guessed'],
  ['Acacia-2026-acacia!', 'first that are guessed'],
  ['Password1234!', 'first that are guessed'],
  ['tigergraph-tigergraph', 'first that are guessed'],
  ['aaaaaaaaaaaa', 'first that are guessed'],
  ['abababababab', 'first that are guessed'],
  ['123456789012', 'first that are guessed'],
  ['012345678901', 'first that are guessed'],
  ['111122223333', 'first that are guessed'],
  ['qwertyuiop12', 'first that are guessed'],
  ['abcdefghijkl', 'first that are guessed'],
  ['adalovelace1815', 'first that are guessed'],
  ['Lovelace@example.org', 'first that are guessed'],
  ['Analytical-Engines', 'first that are guessed'],
  ['4nalytic4lEng1nes2026', 'first that are guessed'],
  ['augustaking.ada!', 'first that are guessed'],
])('%s cannot', (password, why) => {
  expect(passwordFault(password, OWN)).toContain(why);
});
