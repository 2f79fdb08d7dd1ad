/** Statements about users, groups, secrets and passwords; those about roles stand in grants.ts. */
import type { AccountStatement } from '../ast.ts';
import type { Cursor } from './cursor.ts';
import { stringValue } from './expressions.ts';
import { parseRoles } from './grants.ts';
import { skipLine } from './show.ts';

const SUBJECTS = ['USER', 'ROLE', 'SECRET'];
/** Known, and not to be proposed: GROUP would be proposed as GROUP BY. */
const ELSEWHERE = ['TOKEN', 'PROXY', 'GROUP'];

/** Parses the rest after CREATE or DROP; undefined when the statement is about something else. */
export function parseAccount(
  c: Cursor,
  start: number,
  verb: 'CREATE' | 'DROP',
): AccountStatement | undefined {
  const subject = c.takeWord(...SUBJECTS) ?? (c.isWord(0, ...ELSEWHERE) ? c.advance() : undefined);
  switch (subject?.upper) {
    case undefined:
      return undefined;
    case 'USER':
      return verb === 'CREATE' ? parseCreateUser(c, start) : parseDropUsers(c, start);
    case 'ROLE':
      return parseRoles(c, start, verb);
    case 'GROUP':
      return verb === 'CREATE' ? parseCreateGroup(c, start) : parseDropGroups(c, start);
    case 'SECRET':
      return parseSecret(c, start, verb);
    default:
      return otherAccount(c, start, `${verb} ${subject?.upper ?? ''}`);
  }
}

/** A statement that is recognised but not supported: the rest of its line is skipped. */
function otherAccount(c: Cursor, start: number, words: string): AccountStatement {
  skipLine(c);
  return { kind: 'account', action: 'other', words, span: c.spanFrom(start) };
}

/** `-u name -p word`: without them TigerGraph's client asks, and nobody can be asked here. */
function parseCreateUser(c: Cursor, start: number): AccountStatement {
  const { user, password } = parseUserOptions(c, false);
  if (user === undefined) c.fail('-u and a name: nothing is asked for here');
  if (password === undefined) c.fail('-p and a password: nothing is asked for here');
  return { kind: 'account', action: 'createUser', user, password, span: c.spanFrom(start) };
}

function parseDropUsers(c: Cursor, start: number): AccountStatement {
  const names = accountNames(c, 'a user');
  return { kind: 'account', action: 'dropUsers', names, span: c.spanFrom(start) };
}

/** `developers PROXY "role=engineering"`: the rule names a claim of tokens and its value. */
function parseCreateGroup(c: Cursor, start: number): AccountStatement {
  const group = accountName(c, 'a group');
  c.expectWord('PROXY');
  const rule = stringValue(c, 'a rule in double quotes');
  return { kind: 'account', action: 'createGroup', group, rule, span: c.spanFrom(start) };
}

function parseDropGroups(c: Cursor, start: number): AccountStatement {
  const names = accountNames(c, 'a group');
  return { kind: 'account', action: 'dropGroups', names, span: c.spanFrom(start) };
}

function parseSecret(c: Cursor, start: number, verb: 'CREATE' | 'DROP'): AccountStatement {
  if (verb === 'CREATE') {
    const alias = endsHere(c) ? {} : { alias: accountName(c, 'an alias') };
    return { kind: 'account', action: 'createSecret', ...alias, span: c.spanFrom(start) };
  }
  const names = accountNames(c, 'a secret or its alias');
  return { kind: 'account', action: 'dropSecrets', names, span: c.spanFrom(start) };
}

/** Parses the rest after ALTER PASSWORD: `[user] -p "word"`, the user also as `-u user`. */
export function parseAlterPassword(c: Cursor, start: number): AccountStatement {
  const { user, password } = parseUserOptions(c, true);
  if (password === undefined) c.fail('-p and the new password: nothing is asked for here');
  return {
    kind: 'account',
    action: 'alterPassword',
    ...(user === undefined ? {} : { user }),
    password,
    span: c.spanFrom(start),
  };
}

function parseUserOptions(c: Cursor, bareUser: boolean): { user?: string; password?: string } {
  const found: { user?: string; password?: string } = {};
  while (!endsHere(c)) {
    if (!c.take('-')) {
      if (!bareUser) c.fail('-u or -p');
      found.user = accountName(c, 'a user');
    } else if (c.takeWord('U')) found.user = accountName(c, 'a user');
    else if (c.takeWord('P')) found.password = accountName(c, 'a password');
    else c.fail('-u or -p');
  }
  return found;
}

/** Parses the rest after SHOW; undefined when it shows something else. */
export function parseShowAccount(c: Cursor, start: number): AccountStatement | undefined {
  const word =
    c.takeWord('USER', 'ROLE', 'SECRET', 'PRIVILEGE', 'GRANTS') ??
    (c.isWord(0, 'TOKEN', 'GROUP') ? c.advance() : undefined);
  const node = { kind: 'account', span: { start, end: start } } as const;
  const ended = <T extends AccountStatement>(statement: T): T => ({ ...statement, span: c.spanFrom(start) });
  switch (word?.upper) {
    case undefined:
      return undefined;
    case 'USER':
      return ended({ ...node, action: 'showUsers' });
    case 'ROLE':
      return ended({ ...node, action: 'showRoles' });
    case 'GROUP':
      return ended({ ...node, action: 'showGroups' });
    case 'SECRET':
      return ended({ ...node, action: 'showSecrets' });
    case 'PRIVILEGE': {
      c.expectWord('ON');
      const of = c.takeWord('ROLE', 'USER') ?? c.fail('ROLE or USER');
      const names = accountNames(c, of.upper === 'ROLE' ? 'a role' : 'a user');
      return ended({ ...node, action: 'showPrivileges', of: of.upper === 'ROLE' ? 'role' : 'user', names });
    }
    case 'GRANTS': {
      const of = c.takeWord('OF', 'TO') ?? c.fail('OF or TO');
      c.expectWord('ROLE');
      const names = accountNames(c, 'a role');
      return ended({ ...node, action: 'showGrants', direction: of.upper === 'OF' ? 'of' : 'to', names });
    }
    default:
      return otherAccount(c, start, `SHOW ${word?.upper ?? ''}`);
  }
}

export const endsHere = (c: Cursor): boolean => c.atEnd || c.at(';') || c.token.newLine;

export function accountNames(c: Cursor, what: string): string[] {
  const names: string[] = [];
  do names.push(accountName(c, what));
  while (c.take(','));
  return names;
}

/** A name, an address such as `a@b.com`, a text in quotes or in back-quotes. */
export function accountName(c: Cursor, what: string): string {
  if (c.token.kind === 'string') return stringValue(c, what);
  if (c.token.kind === 'quotedName') return c.advance().value;
  if (endsHere(c) || c.at(',')) return c.fail(what);
  const { start } = c.advance();
  while (!endsHere(c) && !c.at(',') && c.token.start === c.before.end) c.advance();
  // A sign that begins a comment would cut a password short.
  if (/^[^\s;,]/.test(c.text.slice(c.before.end))) c.fail(`${what} in double quotes`);
  return c.text.slice(start, c.before.end);
}
