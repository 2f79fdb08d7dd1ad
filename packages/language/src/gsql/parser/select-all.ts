/** `SELECT * FROM …` typed at the prompt: vertices of a type, or edges of one vertex. */
import type { SelectAll } from '../ast.ts';
import type { Cursor } from './cursor.ts';
import { stringValue } from './expressions.ts';

type Condition = SelectAll['conditions'][number];

export function parseSelectAll(c: Cursor, start: number): SelectAll {
  c.expectWord('SELECT');
  c.expect('*');
  c.expectWord('FROM');
  const type = c.name('a vertex type', 'vertexType');
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
    type,
    ...(edge === undefined ? {} : { edge }),
    conditions,
    ...(limit === undefined ? {} : { limit }),
    span: c.spanFrom(start),
  };
}

/** After `A-`: `(E)->B` or `(E)-B`; `_` means any type. */
function parseEdge(c: Cursor): NonNullable<SelectAll['edge']> {
  c.expect('(');
  const type = c.name('an edge type', 'edgeType', true);
  c.expect(')');
  if (c.take('->') === undefined) {
    c.expect('-');
    c.take('>');
  }
  return { type, to: c.name('a vertex type', 'vertexType', true) };
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
