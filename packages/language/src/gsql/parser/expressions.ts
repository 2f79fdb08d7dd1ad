/**
 * Expressions by precedence climbing, weakest first: UNION INTERSECT MINUS; OR; AND; NOT; comparisons;
 * `|`; `^`; `&`; `<< >>`; `+ -`; `* / %`; unary minus; `.`, `[…]`, calls.
 */
import type { BinaryOp, Expr, Seed } from '../ast.ts';
import { ParseFailure } from './cursor.ts';
import type { Cursor } from './cursor.ts';
import { parsePrimary } from './primary.ts';

export function parseExpr(c: Cursor): Expr {
  return c.tree(() => parseSetOperation(c));
}

function parseSetOperation(c: Cursor): Expr {
  let left = parseOr(c);
  for (let links = 0; c.atWord('UNION', 'INTERSECT', 'MINUS'); links++) {
    c.checkChain(links);
    const op = c.advance().upper as BinaryOp;
    left = binary(c, op, left, parseOr(c));
  }
  return left;
}

/** Expressions separated by commas. */
export function parseExprList(c: Cursor): Expr[] {
  const items = [parseExpr(c)];
  while (c.take(',')) items.push(parseExpr(c));
  return items;
}

/**
 * An expression and the word after it, such as THEN or DO. After an error in it, parsing continues at that word when it
 * comes before the next `;`, so that the body is parsed all the same.
 */
export function parseExprThen(c: Cursor, word: string): Expr {
  const { start } = c.token;
  try {
    const expr = parseExpr(c);
    c.close(word);
    return expr;
  } catch (failure) {
    if (!(failure instanceof ParseFailure)) throw failure;
    while (!c.atEnd && !c.isWord(0, word)) {
      if (c.at(';') || c.at('}')) throw failure;
      c.advance();
    }
    c.close(word);
    return { kind: 'null', span: c.spanFrom(start) };
  }
}

function binary(c: Cursor, op: BinaryOp, left: Expr, right: Expr): Expr {
  return { kind: 'binary', op, left, right, span: c.spanFrom(left.span.start) };
}

function parseOr(c: Cursor): Expr {
  let left = parseAnd(c);
  for (let links = 0; c.takeWord('OR'); links++) {
    c.checkChain(links);
    left = binary(c, 'OR', left, parseAnd(c));
  }
  return left;
}

function parseAnd(c: Cursor): Expr {
  let left = parseNot(c);
  for (let links = 0; c.takeWord('AND'); links++) {
    c.checkChain(links);
    left = binary(c, 'AND', left, parseNot(c));
  }
  return left;
}

function parseNot(c: Cursor): Expr {
  const { start } = c.token;
  if (c.takeWord('NOT')) {
    const operand = c.deeper(() => parseNot(c));
    return { kind: 'unary', op: 'NOT', operand, span: c.spanFrom(start) };
  }
  return parseComparison(c);
}

function comparisonOp(c: Cursor): BinaryOp | undefined {
  if (c.atJoined('<', '>')) {
    c.advance();
    c.advance();
    return '!=';
  }
  if (c.take('=')) return '==';
  for (const op of ['==', '!=', '<=', '>=', '<', '>'] as const) if (c.take(op)) return op;
  return undefined;
}

function parseComparison(c: Cursor): Expr {
  let left = parseBinary(c, 0);
  for (let links = 0; ; links++) {
    c.checkChain(links);
    const { start } = left.span;
    const op = comparisonOp(c);
    if (op !== undefined) {
      left = binary(c, op, left, parseBinary(c, 0));
      continue;
    }
    const negated = c.atWord('NOT') && c.isWord(1, 'IN', 'LIKE', 'BETWEEN');
    if (negated) c.advance();
    if (c.takeWord('IN')) {
      left = { kind: 'in', value: left, collection: parseCollection(c), negated, span: c.spanFrom(start) };
    } else if (c.takeWord('LIKE')) {
      const pattern = parseBinary(c, 0);
      const escape = c.takeWord('ESCAPE') && stringValue(c, 'the escape character in double quotes');
      left = {
        kind: 'like',
        value: left,
        pattern,
        ...(escape === undefined ? {} : { escape }),
        negated,
        span: c.spanFrom(start),
      };
    } else if (c.takeWord('BETWEEN')) {
      const low = parseBinary(c, 0);
      c.expectWord('AND');
      const high = parseBinary(c, 0);
      const between: Expr = { kind: 'between', value: left, low, high, span: c.spanFrom(start) };
      left = negated ? { kind: 'unary', op: 'NOT', operand: between, span: between.span } : between;
    } else if (c.takeWord('IS')) {
      const isNot = c.takeWord('NOT') !== undefined;
      c.expectWord('NULL');
      left = { kind: 'isNull', value: left, negated: isNot, span: c.spanFrom(start) };
    } else return left;
  }
}

/** After IN: sets and the operators that join them. */
function parseCollection(c: Cursor): Expr {
  let left = parseOneCollection(c);
  for (let links = 0; c.atWord('UNION', 'INTERSECT', 'MINUS'); links++) {
    c.checkChain(links);
    const op = c.advance().upper as BinaryOp;
    left = binary(c, op, left, parseOneCollection(c));
  }
  return left;
}

/** A single literal in parentheses is a set of one. */
function parseOneCollection(c: Cursor): Expr {
  const { start } = c.token;
  const parenthesised = c.at('(');
  const collection = parseBinary(c, 0);
  if (!parenthesised || !['int', 'float', 'string', 'bool', 'unary'].includes(collection.kind))
    return collection;
  return { kind: 'parenList', items: [collection], span: c.spanFrom(start) };
}

export function stringValue(c: Cursor, what: string): string {
  if (c.token.kind !== 'string') c.fail(what);
  return c.advance().value;
}

/** Binary operators above comparisons, weakest first. */
const LEVELS: readonly (readonly BinaryOp[])[] = [
  ['|'],
  ['^'],
  ['&'],
  ['<<', '>>'],
  ['+', '-'],
  ['*', '/', '%'],
];

function operatorAt(c: Cursor, ops: readonly BinaryOp[]): BinaryOp | undefined {
  for (const op of ops) {
    if (op === '<<' || op === '>>') {
      const sign = op === '<<' ? '<' : '>';
      if (c.atJoined(sign, sign)) {
        c.advance();
        c.advance();
        return op;
      }
    } else if (c.at(op)) {
      // `->` belongs to a map entry or a pattern.
      if (op === '-' && c.atJoined('-', '>')) return undefined;
      // `SAMPLE n * 10 % EDGE`
      if (op === '%' && c.isWord(1, 'EDGE', 'TARGET')) return undefined;
      c.advance();
      return op;
    }
  }
  return undefined;
}

function parseBinary(c: Cursor, level: number): Expr {
  const ops = LEVELS[level];
  if (ops === undefined) return parseUnary(c);
  let left = parseBinary(c, level + 1);
  for (let links = 0; ; links++) {
    c.checkChain(links);
    const op = operatorAt(c, ops);
    if (op === undefined) return left;
    left = binary(c, op, left, parseBinary(c, level + 1));
  }
}

function parseUnary(c: Cursor): Expr {
  const { start } = c.token;
  if (c.at('-') && !c.atJoined('-', '>')) {
    c.advance();
    // GSQL_INT_MIN can be written only together with its sign.
    const operand = c.deeper(() => parseUnary(c));
    const span = c.spanFrom(start);
    if (operand.kind === 'int') return { kind: 'int', value: negated(operand.value), span };
    if (operand.kind === 'float') return { kind: 'float', value: -operand.value, span };
    return { kind: 'unary', op: '-', operand, span };
  }
  if (c.take('+')) return c.deeper(() => parseUnary(c));
  if (c.take('~')) {
    const operand = c.deeper(() => parseUnary(c));
    return { kind: 'unary', op: '~', operand, span: c.spanFrom(start) };
  }
  return parsePostfix(c);
}

function negated(value: number | bigint): number | bigint {
  if (typeof value === 'number') return value === 0 ? 0 : -value;
  return -value;
}

export function parsePostfix(c: Cursor): Expr {
  let expr = parsePrimary(c);
  for (let links = 0; ; links++) {
    c.checkChain(links);
    const { start } = expr.span;
    if (c.at('.')) {
      c.advance();
      if (c.token.kind === 'accum') {
        const name = c.advance().value;
        const previous = takeTick(c);
        expr = { kind: 'vertexAccum', target: expr, name, previous, span: c.spanFrom(start) };
        continue;
      }
      if (expr.kind === 'name' && c.take('*')) {
        const seed: Seed = { kind: 'allOf', name: expr.name, span: c.spanFrom(start) };
        expr = { kind: 'vertexSet', seeds: [seed], span: seed.span };
        continue;
      }
      c.slot({ kind: 'member', target: expr });
      if (c.token.kind !== 'word' && c.token.kind !== 'quotedName')
        c.fail('an attribute, a function or an accumulator');
      const name = c.advance().value;
      if (c.at('(')) {
        const args = parseArguments(c);
        expr = { kind: 'method', target: expr, name, args, span: c.spanFrom(start) };
      } else expr = { kind: 'member', target: expr, name, span: c.spanFrom(start) };
    } else if (c.at('[') && expr.kind !== 'int' && expr.kind !== 'string') {
      c.advance();
      const index = parseExpr(c);
      c.expect(']');
      expr = { kind: 'index', target: expr, index, span: c.spanFrom(start) };
    } else return expr;
  }
}

/** `'` right after an accumulator: its value before the clause. */
export function takeTick(c: Cursor): boolean {
  if (!c.at("'") || c.token.start !== c.before.end) return false;
  c.advance();
  return true;
}

export function parseArguments(c: Cursor): Expr[] {
  c.expect('(');
  if (c.take(')')) return [];
  const args = [parseArgument(c)];
  while (c.take(',')) args.push(parseArgument(c));
  c.expect(')');
  return args;
}

/** An argument; `*` (count) and INTERVAL may stand here only. */
export function parseArgument(c: Cursor): Expr {
  const { start } = c.token;
  if (c.at('*')) {
    c.advance();
    return { kind: 'star', span: c.spanFrom(start) };
  }
  if (c.isWord(0, 'INTERVAL') && !c.isSymbol(1, ',') && !c.isSymbol(1, ')')) {
    c.advance();
    const amount = parseUnary(c);
    const unit = c.name('a unit of time', 'new', true).text.toUpperCase();
    return { kind: 'interval', amount, unit, span: c.spanFrom(start) };
  }
  return parseExpr(c);
}
