/** Arguments of a run of a query. */
import type { JsonText, RunArguments } from '../ast.ts';
import type { Cursor } from './cursor.ts';
import { parseExpr } from './expressions.ts';

function parseJsonText(c: Cursor): JsonText {
  const { start } = c.token;
  let depth = 0;
  do {
    if (c.atEnd) c.fail("'}'");
    if (c.at('{')) depth++;
    if (c.at('}')) depth--;
    c.advance();
  } while (depth > 0);
  return { kind: 'json', text: c.text.slice(start, c.before.end) };
}

/** `(1, _, ["a"], ("id", "Type"), {"keylist": [], "valuelist": []})` or `({json})` */
export function parseRunArguments(c: Cursor): RunArguments {
  c.expect('(');
  const values: (ReturnType<typeof parseExpr> | JsonText | null)[] = [];
  if (!c.at(')')) {
    do {
      if (c.isWord(0, '_') && (c.isSymbol(1, ',') || c.isSymbol(1, ')'))) {
        c.advance();
        values.push(null);
      } else values.push(c.at('{') ? parseJsonText(c) : parseExpr(c));
    } while (c.take(','));
  }
  c.expect(')');
  const [only] = values;
  return values.length === 1 && only?.kind === 'json' ? only : { kind: 'positional', values };
}
