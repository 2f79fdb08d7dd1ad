/** SHOW: the kind of objects to list, and the pattern of their names. */
import { finding } from '../diagnostics/catalogue.ts';
import type { Name, Shown, Statement } from '../ast.ts';
import { SHELL_STARTERS } from '../keywords.ts';
import { parseShowAccount } from './accounts.ts';
import type { Cursor } from './cursor.ts';
import { stringValue } from './expressions.ts';

const SHOWN: Readonly<Record<string, Shown>> = {
  VERTEX: 'vertex',
  EDGE: 'edge',
  GRAPH: 'graph',
  JOB: 'job',
  QUERY: 'query',
  TUPLE: 'tuple',
  INDEX: 'index',
  PACKAGE: 'package',
};
const WORDS = Object.keys(SHOWN);

/** Parses the rest after SHOW. */
export function parseShow(c: Cursor, start: number): Statement {
  const account = parseShowAccount(c, start);
  if (account !== undefined) return account;
  const what = parseWhat(c);
  if (c.at('-') && c.isWord(1, 'R')) {
    c.advance();
    c.advance();
    const expression = stringValue(c, 'a regular expression in double quotes');
    return { kind: 'show', what, expression, span: c.spanFrom(start) };
  }
  const pattern = parsePattern(c);
  return { kind: 'show', what, ...(pattern === '' ? {} : { pattern }), span: c.spanFrom(start) };
}

function parseWhat(c: Cursor): Shown {
  if (c.isWord(0, 'ROW') && c.isWord(1, 'POLICY')) c.failAt(c.token, finding('rowPolicies'));
  if (c.takeWords('LOADING', 'JOB')) return 'loadingJob';
  if (c.takeWords('SCHEMA_CHANGE', 'JOB')) return 'schemaJob';
  const word = c.takeWord(...WORDS) ?? c.fail(`${WORDS.join(', ')}, LOADING JOB, SCHEMA_CHANGE JOB or USER`);
  return SHOWN[word.upper] ?? 'vertex';
}

/**
 * A name or a pattern with `*` and `?`; its tokens are joined again.
 *
 * @param onLine whether it has to begin on the line of the token before it
 */
function parsePattern(c: Cursor, onLine = true): string {
  const from = c.token;
  let pattern = '';
  while (!c.atEnd && !c.at(';') && !c.at(',')) {
    if (pattern !== '' && c.token.start !== c.before.end) break;
    if (c.token.newLine && (onLine || pattern !== '')) break;
    c.advance();
    pattern = c.text.slice(from.start, c.before.end);
  }
  return pattern;
}

/** Skips the rest of a statement that is executed elsewhere, whatever it contains. */
export function skipLine(c: Cursor): void {
  while (!c.atEnd && !c.at(';') && !c.token.newLine) c.advance();
}

/** `*`, `ALL`, or names and patterns such as `tg_*`. */
export function parsePatternsOrAll(c: Cursor): Name[] | '*' {
  if (c.isSymbol(0, '*') && (c.peek(1).kind === 'end' || c.isSymbol(1, ';') || c.peek(1).newLine)) {
    c.advance();
    return '*';
  }
  if (c.takeWord('ALL')) return '*';
  const names: Name[] = [];
  do {
    const { token } = c;
    if (!/^[*?]/.test(token.value)) c.slot({ kind: 'query' });
    const text = parsePattern(c, SHELL_STARTERS.has(token.upper));
    if (!/^[\w*?]+$/.test(text))
      c.failAt(token, finding('foundInstead', { found: text, expected: 'a query' }));
    names.push({ text, span: { start: token.start, end: c.before.end } });
  } while (c.take(','));
  return names;
}
