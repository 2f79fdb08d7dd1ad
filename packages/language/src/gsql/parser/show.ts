/** SHOW: what is listed, and which of it. */
import type { Shown, Statement } from '../ast.ts';
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

/** After SHOW. */
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
  if (c.takeWords('LOADING', 'JOB')) return 'loadingJob';
  if (c.takeWords('SCHEMA_CHANGE', 'JOB')) return 'schemaJob';
  const word = c.takeWord(...WORDS) ?? c.fail(`${WORDS.join(', ')}, LOADING JOB, SCHEMA_CHANGE JOB or USER`);
  return SHOWN[word.upper] ?? 'vertex';
}

/** A name or a pattern with `*` and `?` on the same line; its tokens are joined again. */
export function parsePattern(c: Cursor): string {
  const from = c.token;
  let pattern = '';
  while (!c.atEnd && !c.at(';') && !c.at(',') && !c.token.newLine) {
    if (pattern !== '' && c.token.start !== c.before.end) break;
    c.advance();
    pattern = c.text.slice(from.start, c.before.end);
  }
  return pattern;
}

/** Passes over the rest of a statement that is carried out elsewhere, whatever it says. */
export function skipLine(c: Cursor): void {
  while (!c.atEnd && !c.at(';') && !c.token.newLine) c.advance();
}
