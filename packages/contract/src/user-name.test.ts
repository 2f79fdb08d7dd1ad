import { expect, it } from 'vitest';
import { USER_NAME_MOST, userNameFault } from './user-name.ts';

it.each(['joe', "o'neil/1", '../x', 'a"b', 'Zoë', '名前', 'constructor', 'x'.repeat(USER_NAME_MOST), '🦒'])(
  'takes %s',
  (name) => expect(userNameFault(name)).toBeNull(),
);

it.each([
  ['', 'required'],
  ['x'.repeat(USER_NAME_MOST + 1), 'at most 128 characters'],
  ['a b', 'no blanks'],
  ['a\0b', 'no blanks'],
  ['a\nb', 'no blanks'],
  ['a\u200bb', 'no blanks'],
  ['a\u202eb', 'no blanks'],
  ['a:b', 'no blanks'],
  ['Zoe\u0308', 'as one character'],
  ['__GSQL__secret', 'two underscores'],
  ['..', 'more than dots'],
])('refuses %j', (name, reason) => expect(userNameFault(name)).toContain(reason));
