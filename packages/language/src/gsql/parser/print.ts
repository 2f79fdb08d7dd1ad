/** PRINT, and the names of its values. */
import { finding } from '../diagnostics/catalogue.ts';
import type { BodyStatement, Column, Expr, PrintItem } from '../ast.ts';
import type { Cursor } from './cursor.ts';
import { parseExpr } from './expressions.ts';
import { parseColumn } from './select.ts';

export function parsePrint(c: Cursor, start: number): BodyStatement {
  c.advance();
  const items: PrintItem[] = [];
  do items.push(parsePrintItem(c));
  while (c.take(','));
  const where = c.takeWord('WHERE') ? parseExpr(c) : undefined;
  const toCsv = c.takeWord('TO_CSV') ? parseExpr(c) : undefined;
  return {
    kind: 'print',
    items,
    ...(where === undefined ? {} : { where }),
    ...(toCsv === undefined ? {} : { toCsv }),
    span: c.spanFrom(start),
  };
}

function parsePrintItem(c: Cursor): PrintItem {
  const { start } = c.token;
  const first = c.index;
  let expr: Expr;
  let projection: Column[] | undefined;
  const isIndex = c.peek(2).kind === 'int' && c.isSymbol(3, ']');
  const isProjection = c.token.kind === 'word' && c.isSymbol(1, '[') && !isIndex;
  if (isProjection) {
    const name = c.name('a vertex set', 'expression');
    expr = { kind: 'name', name: name.text, span: name.span };
    c.expect('[');
    projection = [];
    do projection.push(parseColumn(c));
    while (c.take(','));
    c.expect(']');
  } else expr = parseExpr(c);
  const text = textWithoutSpace(c, first);
  const withVector = c.takeWords('WITH', 'VECTOR');
  if (c.isWord(0, 'WITH') && c.isWord(1, 'TAGS')) {
    c.failAt(c.token, finding('printWithTags'));
  }
  const as = c.takeWord('AS') ? c.name('a key for the output', 'new', true).text : undefined;
  return {
    expr,
    ...(as === undefined ? {} : { as }),
    ...(projection === undefined ? {} : { projection }),
    ...(withVector ? { withVector } : {}),
    // A text alone is its own key, without the quotes.
    text: isProjection && expr.kind === 'name' ? expr.name : expr.kind === 'string' ? expr.value : text,
    span: c.spanFrom(start),
  };
}

/** Words that TigerGraph writes in lower case in the keys of values. */
const LOWERED = new Set(['DISTINCT', 'TRUE', 'FALSE', 'COALESCE']);
/** Functions that it writes so too; other functions and methods keep their case. */
const AGGREGATES = new Set(['COUNT', 'MAX', 'MIN', 'AVG', 'SUM']);

/** The tokens from one on to the current one, joined: the name that `PRINT` gives a value without AS. */
function textWithoutSpace(c: Cursor, first: number): string {
  const tokens = c.tokens.slice(first, c.index);
  return tokens
    .map(({ start, end, upper }, i) => {
      const isCalled = tokens[i - 1]?.value !== '.' && tokens[i + 1]?.value === '(';
      const isLowered = LOWERED.has(upper) || (isCalled && AGGREGATES.has(upper));
      return isLowered ? upper.toLowerCase() : c.text.slice(start, end);
    })
    .join('');
}
