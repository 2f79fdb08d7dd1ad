/** Primary expressions: literals, names, calls, CASE, and bracketed expressions. */
import { finding } from '../diagnostics/catalogue.ts';
import type { Expr, Seed } from '../ast.ts';
import { isReserved } from './cursor.ts';
import type { Cursor } from './cursor.ts';
import { parseArgument, parseExpr, parseExprList, takeTick } from './expressions.ts';
import { atVectorFunction, parseVectorFunction, parseVectorSearch } from './vectors.ts';

export function parsePrimary(c: Cursor): Expr {
  c.slot({ kind: 'expression' });
  c.atWord('TRUE', 'FALSE', 'NULL', 'CASE');
  const { token } = c;
  const { start } = token;
  switch (token.kind) {
    case 'int':
      c.advance();
      return { kind: 'int', value: integer(token.value), span: c.spanFrom(start) };
    case 'float':
      c.advance();
      return { kind: 'float', value: Number(token.value), span: c.spanFrom(start) };
    case 'string':
      c.advance();
      return { kind: 'string', value: token.value, span: c.spanFrom(start) };
    case 'globalAccum':
      c.advance();
      return { kind: 'globalAccum', name: token.value, previous: takeTick(c), span: c.spanFrom(start) };
    case 'quotedName':
      c.advance();
      return { kind: 'name', name: token.value, span: c.spanFrom(start) };
    case 'accum':
      return c.failAt(token, finding('vertexAccumAlone', { name: token.value }));
    case 'column':
      c.advance();
      return {
        kind: 'column',
        column: /^\d+$/.test(token.value) ? Number(token.value) : token.value,
        span: c.spanFrom(start),
      };
    case 'word':
      return parseWord(c);
    case 'symbol':
      if (c.at('(')) return parseParenthesised(c);
      if (c.at('[')) {
        c.advance();
        const items = c.at(']') ? [] : parseExprList(c);
        c.expect(']');
        return { kind: 'list', items, span: c.spanFrom(start) };
      }
      if (c.at('{')) return parseVertexSet(c);
      return failAtSign(c);
    default:
      return c.fail('an expression');
  }
}

/** Refuses a sign that begins no expression; names the GSQL equivalent of signs of other languages. */
function failAtSign(c: Cursor): never {
  const { token, before } = c;
  if (c.at('!')) return c.failInstead('NOT', token);
  if ((c.at('&') || c.at('|')) && c.isSymbol(-1, token.value) && before.end === token.start)
    return c.failInstead(c.at('&') ? 'AND' : 'OR', { start: before.start, end: token.end });
  return c.fail('an expression');
}

function integer(text: string): number | bigint {
  const value = Number(text);
  return Number.isSafeInteger(value) ? value : BigInt(text);
}

function parseWord(c: Cursor): Expr {
  const { token } = c;
  const { start } = token;
  const called = c.isSymbol(1, '(');
  if (c.takeWord('TRUE', 'FALSE')) {
    return { kind: 'bool', value: token.upper === 'TRUE', span: c.spanFrom(start) };
  }
  if (c.takeWord('NULL')) return { kind: 'null', span: c.spanFrom(start) };
  if (c.atWord('CASE')) return c.inOpenBlock(() => parseCase(c));
  if (called && token.upper === 'VECTORSEARCH') return parseVectorSearch(c);
  if (atVectorFunction(c)) return parseVectorFunction(c);
  if (called && !(isReserved(token) && !['IN', 'SET'].includes(token.upper))) {
    c.advance();
    c.advance();
    const distinct = c.takeWord('DISTINCT') !== undefined;
    if (token.upper === 'TRIM' && c.isWord(0, 'LEADING', 'TRAILING', 'BOTH')) return parseTrim(c, start);
    const args: Expr[] = [];
    if (token.upper === 'RESET_COLLECTION_ACCUM' && c.token.kind === 'accum') {
      const { value, start: from } = c.advance();
      args.push({ kind: 'string', value: `@${value}`, span: c.spanFrom(from) });
    } else if (!c.at(')')) {
      do args.push(parseArgument(c));
      while (c.take(','));
    }
    c.expect(')');
    return { kind: 'call', name: token.value, args, distinct, span: c.spanFrom(start) };
  }
  if (isReserved(token)) c.fail('an expression');
  if (c.isWord(0, 'ANY', '_') && c.isSymbol(1, ';')) {
    // `S = ANY;`: all vertices.
    c.advance();
    const span = c.spanFrom(start);
    return { kind: 'vertexSet', seeds: [{ kind: 'any', span }], span };
  }
  c.advance();
  return { kind: 'name', name: token.value, span: c.spanFrom(start) };
}

const WHITE_SPACE = ' \t\r\n\f\v';

/** `trim(LEADING "x" FROM s)` becomes `trim(s, "x", "LEADING")`; the character is optional. */
function parseTrim(c: Cursor, start: number): Expr {
  const where = c.advance();
  const what: Expr = c.isWord(0, 'FROM')
    ? { kind: 'string', value: WHITE_SPACE, span: c.spanFrom(where.start) }
    : parseExpr(c);
  // `trim(LEADING s)` takes away white space.
  const alone = c.at(')');
  if (!alone) c.expectWord('FROM');
  const text = alone ? what : parseExpr(c);
  c.expect(')');
  const side: Expr = { kind: 'string', value: where.upper, span: { start: where.start, end: where.end } };
  const characters: Expr = alone ? { kind: 'string', value: WHITE_SPACE, span: side.span } : what;
  return {
    kind: 'call',
    name: 'trim',
    args: [text, characters, side],
    distinct: false,
    span: c.spanFrom(start),
  };
}

function parseCase(c: Cursor): Expr {
  const { start } = c.token;
  c.advance();
  const operand = c.atWord('WHEN') ? undefined : parseExpr(c);
  const branches: { when: Expr; then: Expr }[] = [];
  while (c.takeWord('WHEN')) {
    const when = parseExpr(c);
    c.expectWord('THEN');
    branches.push({ when, then: parseExpr(c) });
  }
  if (branches.length === 0) c.fail('WHEN');
  const otherwise = c.takeWord('ELSE') ? parseExpr(c) : undefined;
  c.expectWord('END');
  return {
    kind: 'case',
    ...(operand === undefined ? {} : { operand }),
    branches,
    ...(otherwise === undefined ? {} : { otherwise }),
    span: c.spanFrom(start),
  };
}

/** `(a)`, `(a, b)`, `(k -> v)`, `(k1, k2 -> v1, v2)` or `(k1 -> v1, k2 -> v2)`. */
function parseParenthesised(c: Cursor): Expr {
  const { start } = c.token;
  c.expect('(');
  if (c.take(')')) return { kind: 'parenList', items: [], span: c.spanFrom(start) };
  const items = parseExprList(c);
  if (c.atJoined('-', '>')) {
    const entries = parseMapEntries(c, items, start);
    c.expect(')');
    const [entry] = entries;
    if (entry !== undefined && entries.length === 1) return { ...entry, span: c.spanFrom(start) };
    return { kind: 'parenList', items: entries, span: c.spanFrom(start) };
  }
  c.expect(')');
  const [only] = items;
  if (items.length === 1 && only !== undefined) return only;
  return { kind: 'parenList', items, span: c.spanFrom(start) };
}

/** Parses the rest after `(k`: `-> v`, or `-> v, k2 -> v2`, where each entry has one key and one value. */
function parseMapEntries(c: Cursor, first: readonly Expr[], start: number): Expr[] {
  const entries: Expr[] = [];
  let keys = first;
  for (;;) {
    c.advance();
    c.advance();
    const values = parseExprList(c);
    if (!c.atJoined('-', '>')) {
      entries.push({ kind: 'mapEntry', keys, values, span: c.spanFrom(start) });
      return entries;
    }
    const [value, key] = values;
    if (value === undefined || key === undefined || values.length > 2 || keys.length > 1) c.fail("')'");
    entries.push({ kind: 'mapEntry', keys, values: [value], span: { start, end: value.span.end } });
    keys = [key];
    ({ start } = key.span);
  }
}

/** `{T.*, p, @@set}`, `{ANY}`, `{_}` */
function parseVertexSet(c: Cursor): Expr {
  const { start } = c.token;
  const seeds: Seed[] = [];
  c.expect('{');
  while (!c.at('}')) {
    c.slot({ kind: 'patternSource' });
    const seedStart = c.token.start;
    if ((c.isWord(0, 'ANY') || c.isWord(0, '_')) && !c.isSymbol(1, '(')) {
      c.advance();
      if (c.at('.') && c.isSymbol(1, '*')) {
        c.advance();
        c.advance();
      }
      seeds.push({ kind: 'any', span: c.spanFrom(seedStart) });
    } else {
      const expr = parseExpr(c);
      const [seed] = expr.kind === 'vertexSet' ? expr.seeds : [];
      seeds.push(seed ?? { kind: 'expr', expr, span: expr.span });
    }
    if (!c.take(',')) break;
  }
  c.expect('}');
  return { kind: 'vertexSet', seeds, span: c.spanFrom(start) };
}
