/** Declarations of a query's body: accumulators, variables and TYPEDEF. */
import type { BodyStatement, Expr } from '../ast.ts';
import type { Cursor } from './cursor.ts';
import { parseExpr } from './expressions.ts';
import { parseAccumType, parseTupleFields, parseType, startsAccumType } from './types.ts';

type Declared = Extract<BodyStatement, { kind: 'declareAccums' }>['accums'][number];

export function startsAccumDeclaration(c: Cursor): boolean {
  if (startsAccumType(c)) return true;
  const ahead = c.isWord(1, 'EDGE') ? 2 : 1;
  const next = c.peek(ahead).kind;
  return c.token.kind === 'word' && (next === 'accum' || next === 'globalAccum');
}

/** `SumAccum<INT> @a = 1, @@b;` or `INT a = 1, b;` */
export function parseDeclarations(c: Cursor): BodyStatement {
  const { start } = c.token;
  if (startsAccumDeclaration(c)) {
    const type = parseAccumType(c);
    const edge = c.isWord(0, 'EDGE') && c.peek(1).kind === 'accum';
    if (edge) c.advance();
    const accums: Declared[] = [];
    do accums.push(parseDeclaredAccum(c, edge));
    while (c.take(','));
    return { kind: 'declareAccums', type, accums, span: c.spanFrom(start) };
  }
  const type = parseType(c);
  const vars: { name: string; value?: Expr; span: { start: number; end: number } }[] = [];
  do {
    const name = c.name('a name for the variable');
    const value = c.take('=') ? parseExpr(c) : undefined;
    vars.push({ name: name.text, ...(value === undefined ? {} : { value }), span: name.span });
  } while (c.take(','));
  return { kind: 'declareVars', type, vars, span: c.spanFrom(start) };
}

function parseDeclaredAccum(c: Cursor, edge: boolean): Declared {
  const { token } = c;
  if (token.kind !== 'accum' && token.kind !== 'globalAccum')
    c.fail("an accumulator's name, @name or @@name");
  c.advance();
  const dimensions: (Expr | null)[] = [];
  while (c.take('[')) {
    dimensions.push(c.at(']') ? null : parseExpr(c));
    c.expect(']');
  }
  const initial = c.take('=') ? parseExpr(c) : undefined;
  return {
    name: token.value,
    global: token.kind === 'globalAccum',
    edge,
    ...(initial === undefined ? {} : { initial }),
    ...(dimensions.length === 0 ? {} : { dimensions }),
    span: { start: token.start, end: token.end },
  };
}

/** `TYPEDEF TUPLE <…> name` or `TYPEDEF HeapAccum<…>(…) name` */
export function parseTypedef(c: Cursor): BodyStatement {
  const { start } = c.token;
  c.advance();
  if (c.takeWord('TUPLE')) {
    const fields = parseTupleFields(c);
    const name = c.name('a name for the tuple').text;
    return { kind: 'typedefTuple', name, fields, span: c.spanFrom(start) };
  }
  if (!startsAccumType(c)) c.fail('TUPLE or an accumulator type');
  const type = parseAccumType(c);
  const name = c.name('a name for the type').text;
  return { kind: 'typedefAccum', name, type, span: c.spanFrom(start) };
}
