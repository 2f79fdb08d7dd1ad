/** Statements about users, roles, secrets, tokens and passwords. */
import type { AccountStatement } from '../ast.ts';
import type { Cursor } from './cursor.ts';
import { stringValue } from './expressions.ts';
import { skipLine } from './show.ts';

const SUBJECTS = ['USER', 'ROLE', 'SECRET', 'TOKEN', 'PROXY'];

/** After CREATE or DROP; undefined when something else is made or dropped. */
export function parseAccount(
  c: Cursor,
  start: number,
  verb: 'CREATE' | 'DROP',
): AccountStatement | undefined {
  const subject = c.takeWord(...SUBJECTS);
  if (subject === undefined) return undefined;
  if (subject.upper !== 'SECRET') return managedElsewhere(c, start, `${verb} ${subject.upper}`);
  const names: string[] = [];
  if (!endsHere(c)) {
    do names.push(text(c, verb === 'CREATE' ? 'an alias' : 'a secret or its alias'));
    while (verb === 'DROP' && c.take(','));
  }
  const [alias] = names;
  const span = c.spanFrom(start);
  if (verb === 'CREATE')
    return { kind: 'account', action: 'createSecret', ...(alias === undefined ? {} : { alias }), span };
  if (alias === undefined) c.fail('a secret or its alias');
  return { kind: 'account', action: 'dropSecrets', names, span };
}

/** After GRANT or REVOKE: the rest is not looked at. */
export function managedElsewhere(c: Cursor, start: number, words: string): AccountStatement {
  skipLine(c);
  return { kind: 'account', action: 'other', words, span: c.spanFrom(start) };
}

/** After ALTER: `PASSWORD [user] -p "word"`, the user also as `-u user`. */
export function parseAlterPassword(c: Cursor, start: number): AccountStatement {
  c.expectWord('PASSWORD');
  let user: string | undefined;
  let password: string | undefined;
  while (!endsHere(c)) {
    if (!c.take('-')) user = text(c, 'a user');
    else if (c.takeWord('U')) user = text(c, 'a user');
    else if (c.takeWord('P')) password = text(c, 'a password');
    else c.fail('-u or -p');
  }
  if (password === undefined) c.fail('-p and the new password: nothing is asked for here');
  return {
    kind: 'account',
    action: 'alterPassword',
    ...(user === undefined ? {} : { user }),
    password,
    span: c.spanFrom(start),
  };
}

const endsHere = (c: Cursor): boolean => c.atEnd || c.at(';') || c.token.newLine;

const text = (c: Cursor, what: string): string =>
  c.token.kind === 'string' ? stringValue(c, what) : c.name(what, 'new', true).text;
