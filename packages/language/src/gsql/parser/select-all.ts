/**
 * `SELECT * FROM …` and `SELECT count() FROM …` typed at the prompt: vertices of a type, edges of one vertex, or their
 * number.
 */
import type { Name, SelectAll } from '../ast.ts';
import type { Cursor } from './cursor.ts';
import { stringValue } from './expressions.ts';

type Condition = SelectAll['conditions'][number];

const COUNTS = ['COUNT', 'APPROX_COUNT'] as const;

/** Whether a SELECT without brackets around its vertices follows, as in `SELECT count(*) FROM Person`. */
export function atSelectAll(c: Cursor): boolean {
  if (!c.isWord(0, 'SELECT')) return false;
  if (c.isSymbol(1, '*')) return true;
  if (!c.isWord(1, ...COUNTS) || !c.isSymbol(2, '(')) return false;
  const close = c.isSymbol(3, '*') ? 4 : 3;
  return c.isSymbol(close, ')') && c.isWord(close + 1, 'FROM') && !c.isSymbol(close + 2, '(');
}

export function parseSelectAll(c: Cursor, start: number): SelectAll {
  c.expectWord('SELECT');
  const count = c.takeWord(...COUNTS) !== undefined;
  if (count) c.expect('(');
  if (!count || c.at('*')) c.expect('*');
  if (count) c.expect(')');
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
