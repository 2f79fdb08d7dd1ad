/** Statements about roles, and about granting roles and privileges. */
import type { AccountStatement, GrantObject, GrantScope } from '../ast.ts';
import { accountNames } from './accounts.ts';
import type { Cursor } from './cursor.ts';

type Verb = 'GRANT' | 'REVOKE';

/** Words that completion offers; the names of privileges, such as READ_DATA, are accepted too. */
const VERBS = ['READ', 'CREATE', 'UPDATE', 'DELETE', 'DROP', 'INSTALL', 'EXECUTE', 'WRITE', 'OWNERSHIP'];
const ALL_OF = [
  'DATA',
  'QUERIES',
  'SCHEMA',
  'LOADINGJOBS',
  'DATASOURCES',
  'ROLES',
  'USERS',
  'FILES',
  'GRAPHS',
];

/** Parses the rest after CREATE ROLE or DROP ROLE. */
export function parseRoles(c: Cursor, start: number, verb: 'CREATE' | 'DROP'): AccountStatement {
  const names = accountNames(c, 'a role');
  if (verb === 'DROP') return { kind: 'account', action: 'dropRoles', names, span: c.spanFrom(start) };
  const scope = parseScope(c, 'ON');
  return {
    kind: 'account',
    action: 'createRoles',
    names,
    ...oneGraph(c, scope),
    span: c.spanFrom(start),
  };
}

/** Parses the rest after GRANT or REVOKE. */
export function parseGrant(c: Cursor, start: number, verb: Verb): AccountStatement {
  const grants = verb === 'GRANT';
  const toWhom = (): string[] => {
    c.expectWord(grants ? 'TO' : 'FROM');
    c.takeWord('USER', 'ROLE');
    return accountNames(c, 'a user or a role');
  };
  // `GRANT ROLE, READ_DATA` and `GRANT ROLE ON` would be about a privilege named ROLE.
  if (c.atWord('ROLE') && !c.isSymbol(1, ',') && !c.isWord(1, 'ON')) {
    c.advance();
    const roles = accountNames(c, 'a role');
    const scope = parseScope(c, 'ON');
    const to = toWhom();
    return {
      kind: 'account',
      action: 'grantRoles',
      grants,
      roles,
      ...oneGraph(c, scope),
      to,
      span: c.spanFrom(start),
    };
  }
  // Earlier versions write GRANT PRIVILEGE.
  c.takeWord('PRIVILEGE');
  const privileges: string[] = [];
  do {
    c.atWord(...VERBS);
    privileges.push(c.name('a privilege', 'new', true).text.toUpperCase());
  } while (c.take(','));
  c.takeWord('ON');
  const objects: GrantObject[] = [];
  if (!c.isWord(0, 'IN', 'TO', 'FROM')) {
    do objects.push(parseObject(c));
    while (c.take(','));
  }
  const graphs = parseScope(c, 'IN');
  const to = toWhom();
  return {
    kind: 'account',
    action: 'grantPrivileges',
    grants,
    privileges,
    objects,
    ...(graphs === undefined ? {} : { graphs }),
    to,
    span: c.spanFrom(start),
  };
}

/** `ON GRAPH g, h` or `IN GLOBAL`, which is no graph; undefined without. */
function parseScope(c: Cursor, word: 'ON' | 'IN'): GrantScope | undefined {
  if (c.takeWord(word) === undefined) return undefined;
  if (c.takeWord('GLOBAL')) return [];
  c.expectWord('GRAPH');
  c.slot({ kind: 'graph' });
  return accountNames(c, 'a graph');
}

function oneGraph(c: Cursor, scope: GrantScope | undefined): { readonly graph?: string | null } {
  if (scope === undefined) return {};
  const [graph = null, another] = scope;
  return another === undefined ? { graph } : c.fail('one graph');
}

/** `GLOBAL`, `GRAPH g`, `ALL QUERIES`, `QUERY q1, q2`, `VERTEX v ATTRIBUTE a`. */
function parseObject(c: Cursor): GrantObject {
  if (c.takeWord('ALL')) {
    c.atWord(...ALL_OF);
    return { what: c.name('what is meant', 'new', true).text.toUpperCase(), all: true };
  }
  c.atWord('GLOBAL', 'GRAPH', 'QUERY');
  const what = c.name('GLOBAL, GRAPH, QUERY or ALL', 'new', true).text.toUpperCase();
  if (what === 'GLOBAL') return { what, all: true };
  // `ON DATA`, `ON SCHEMA`: there is one of each.
  if (c.isWord(0, 'IN', 'TO', 'FROM')) return { what, all: true };
  const names: string[] = [];
  do names.push(c.name('a name', what === 'GRAPH' ? 'graph' : what === 'QUERY' ? 'query' : 'new', true).text);
  while (!c.isWord(1, 'ALL') && c.take(','));
  const attributes = c.takeWord('ATTRIBUTE') ? accountNames(c, 'an attribute') : [];
  return { what, all: false, names, ...(attributes.length === 0 ? {} : { attributes }) };
}
