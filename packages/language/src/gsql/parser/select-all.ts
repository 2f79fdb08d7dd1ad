/**
 * `SELECT * FROM …`, `SELECT name, age FROM …` and `SELECT count() FROM …` typed at the prompt: vertices of a type, edges
 * of one vertex, some of their attributes, or their number.
 */
import type { Name, SelectAll } from '../ast.ts';
import type { Cursor } from './cursor.ts';
import { stringValue } from './expressions.ts';

type Condition = SelectAll['conditions'][number];

const COUNTS = ['COUNT', 'APPROX_COUNT'] as const;

/** Whether a SELECT without brackets around its vertices follows, as in `SELECT count(*) FROM Person`. */
export function atSelectAll(c: Cursor): boolean {
  if (!c.isWord(0, 'SELECT')) return false;
  if (c.isSymbol(1, '*') || atAttributes(c)) return true;
  if (!c.isWord(1, ...COUNTS) || !c.isSymbol(2, '(')) return false;
  const close = c.isSymbol(3, '*') ? 4 : 3;
  return c.isSymbol(close, ')') && c.isWord(close + 1, 'FROM') && !c.isSymbol(close + 2, '(');
}

/**
 * Whether names of attributes follow and, after FROM, a type or a step of types without aliases. The name of a type in the
 * place of an attribute stands for the vertices themselves, which a SELECT block gives.
 */
function atAttributes(c: Cursor): boolean {
  const names = new Set<string>();
  const isName = (ahead: number): boolean => ['word', 'quotedName'].includes(c.peek(ahead).kind);
  let at = 1;
  do {
    if (!isName(at)) return false;
    names.add(c.peek(at).value);
    at += 2;
  } while (c.isSymbol(at - 1, ','));
  if (!c.isWord(at - 1, 'FROM')) return false;
  const isType = (ahead: number): boolean => isName(ahead) && !names.has(c.peek(ahead).value);
  if (!isType(at++)) return false;
  if (c.isSymbol(at, '-')) {
    if (!c.isSymbol(at + 1, '(') || !isType(at + 2) || !c.isSymbol(at + 3, ')')) return false;
    at += c.isSymbol(at + 5, '>') ? 6 : 5;
    if (!isType(at++)) return false;
  }
  return (
    c.isWord(at, 'WHERE', 'LIMIT') || c.isSymbol(at, ';') || c.peek(at).newLine || c.peek(at).kind === 'end'
  );
}

export function parseSelectAll(c: Cursor, start: number): SelectAll {
  c.expectWord('SELECT');
  const count = c.takeWord(...COUNTS) !== undefined;
  const attributes: Name[] = [];
  if (count) {
    c.expect('(');
    c.take('*');
    c.expect(')');
  } else if (c.take('*') === undefined) {
    do attributes.push(c.name('an attribute', 'new', true));
    while (c.take(',') !== undefined);
  }
  c.expectWord('FROM');
  const type = parseTypeName(c, 'a vertex type', 'vertexType');
  const edge = c.take('-') === undefined ? undefined : parseEdge(c);
  const conditions: Condition[] = [];
  if (c.takeWord('WHERE')) {
    do conditions.push(parseCondition(c));
    while (c.takeWord('AND'));
  }
  let limit: number | undefined;
  if (c.takeWord('LIMIT'))
    limit = c.token.kind === 'int' ? Number(c.advance().value) : c.fail('a whole number');
  return {
    kind: 'selectAll',
    count,
    ...(attributes.length === 0 ? {} : { attributes }),
    type,
    ...(edge === undefined ? {} : { edge }),
    conditions,
    ...(limit === undefined ? {} : { limit }),
    span: c.spanFrom(start),
  };
}

/** `_`, `ANY` and `*` mean any type; the tree has `_` for each. */
function parseTypeName(c: Cursor, what: string, slot: 'vertexType' | 'edgeType'): Name {
  const { start } = c.token;
  if (c.take('*') ?? c.takeWord('ANY')) return { text: '_', span: c.spanFrom(start) };
  return c.name(what, slot, true);
}

/** Parses the rest after `A-`: `(E)->B` or `(E)-B`. */
function parseEdge(c: Cursor): NonNullable<SelectAll['edge']> {
  c.expect('(');
  const type = parseTypeName(c, 'an edge type', 'edgeType');
  c.expect(')');
  if (c.take('->') === undefined) {
    c.expect('-');
    c.take('>');
  }
  return { type, to: parseTypeName(c, 'a vertex type', 'vertexType') };
}

const OPERATORS: readonly Condition['op'][] = ['==', '!=', '<=', '>=', '<', '>'];

function parseCondition(c: Cursor): Condition {
  const name = c.name('an attribute, primary_id, from_id or to_id', 'new', true);
  const op = OPERATORS.find((each) => c.take(each) !== undefined) ?? (c.take('=') ? '==' : c.fail("'=='"));
  return { name, op, value: parseLiteral(c) };
}

function parseLiteral(c: Cursor): Condition['value'] {
  if (c.token.kind === 'string') return stringValue(c, 'a text');
  if (c.atWord('TRUE', 'FALSE')) return c.advance().upper === 'TRUE';
  const sign = c.take('-') === undefined ? '' : '-';
  if (c.token.kind === 'int') {
    const text = sign + c.advance().value;
    return Number.isSafeInteger(Number(text)) ? Number(text) : BigInt(text);
  }
  if (c.token.kind === 'float') return Number(sign + c.advance().value);
  return c.fail('a number or a text in double quotes');
}
