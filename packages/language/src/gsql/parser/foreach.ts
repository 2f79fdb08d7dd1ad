import type { Expr, ForeachLoop, Name } from '../ast.ts';
import type { Cursor } from './cursor.ts';
import { parseExpr } from './expressions.ts';

/** Parses the rest after FOREACH: `x IN e`, `(k, v) IN m`, or `x IN RANGE[a, b].STEP(s)`; the DO is the caller's. */
export function parseLoop(c: Cursor): ForeachLoop {
  const names: Name[] = [];
  if (c.take('(')) {
    do names.push(c.name('a name for the loop'));
    while (c.take(','));
    c.expect(')');
  } else {
    do names.push(c.name('a name for the loop'));
    while (c.take(','));
  }
  if (!c.take(':')) c.expectWord('IN');
  const [first] = names;
  if (first === undefined || names.length > 1 || !(c.atWord('RANGE') && c.isSymbol(1, '['))) {
    return { kind: 'items', names, collection: parseExpr(c) };
  }
  c.advance();
  c.expect('[');
  const from = parseExpr(c);
  c.expect(',');
  const to = parseExpr(c);
  c.expect(']');
  let step: Expr | undefined;
  if (c.take('.')) {
    c.expectWord('STEP');
    c.expect('(');
    step = parseExpr(c);
    c.expect(')');
  }
  return { kind: 'range', name: first, from, to, ...(step === undefined ? {} : { step }) };
}
