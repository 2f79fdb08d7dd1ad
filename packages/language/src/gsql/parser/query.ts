/** A query's head, parameters and body. */
import { finding } from '../diagnostics/catalogue.ts';
import type { Expr, Name, Parameter, QueryDefinition, TypeExpr } from '../ast.ts';
import { SHELL_STARTERS } from '../keywords.ts';
import { parseStatements } from './body.ts';
import { ParseFailure } from './cursor.ts';
import type { Cursor } from './cursor.ts';
import { parseExpr } from './expressions.ts';
import { parseType } from './types.ts';

/** Parses from the name (or `(` when the query has none) to the closing brace; a name may have been parsed already. */
export function parseQueryDefinition(
  c: Cursor,
  start: number,
  distributed: boolean,
  known?: Name,
): QueryDefinition {
  const name =
    known ??
    (c.at('(')
      ? { text: '', span: { start: c.token.start, end: c.token.start } }
      : c.name('a name for the query'));
  const { parameters, graph, returns, syntax } = parseHead(c);
  c.expect('{');
  c.syntax = syntax;
  const body = parseStatements(c);
  c.close('}');
  return {
    kind: 'query',
    name,
    ...(graph === undefined ? {} : { graph }),
    parameters,
    ...(returns === undefined ? {} : { returns }),
    distributed,
    ...(syntax === undefined ? {} : { syntax }),
    body,
    span: c.spanFrom(start),
  };
}

/** The parts between a query's name and its body: after an error in them, what was read before it. */
function parseHead(c: Cursor): Pick<QueryDefinition, 'parameters' | 'graph' | 'returns' | 'syntax'> {
  let parameters: Parameter[] = [];
  let graph: Name | undefined;
  let returns: TypeExpr | undefined;
  let syntax: 'v1' | 'v2' | 'v3' | undefined;
  const read = (): void => {
    parameters = parseParameters(c);
    for (;;) {
      if (c.takeWord('FOR')) {
        c.expectWord('GRAPH');
        graph = c.name('a graph', 'graph');
      } else if (c.takeWord('RETURNS')) {
        c.expect('(');
        returns = parseType(c);
        c.expect(')');
      } else if (c.takeWord('API')) {
        c.expect('(');
        if (c.token.kind !== 'string') c.fail('"v2"');
        c.advance();
        c.expect(')');
      } else if (c.takeWord('SYNTAX')) syntax = parseSyntax(c);
      else break;
    }
    if (!c.at('{')) c.fail("'{'");
  };
  try {
    read();
  } catch (failure) {
    if (!(failure instanceof ParseFailure) || !skipToBody(c)) throw failure;
  }
  return {
    parameters,
    ...(graph === undefined ? {} : { graph }),
    ...(returns === undefined ? {} : { returns }),
    ...(syntax === undefined ? {} : { syntax }),
  };
}

/** Goes to the body of a query with an error in its head; false: there is none before the next statement. */
function skipToBody(c: Cursor): boolean {
  for (; !c.atEnd && !c.at('{'); c.advance())
    if (c.at(';') || (c.token.newLine && SHELL_STARTERS.has(c.token.upper))) return false;
  return c.at('{');
}

function parseSyntax(c: Cursor): 'v1' | 'v2' | 'v3' {
  const parenthesised = c.take('(') !== undefined;
  const version = c.token.value.toLowerCase().replace(/^_/u, '');
  if (version !== 'v1' && version !== 'v2' && version !== 'v3') c.fail('v1, v2 or v3');
  c.advance();
  if (parenthesised) c.expect(')');
  return version;
}

function parseParameters(c: Cursor): Parameter[] {
  const parameters: Parameter[] = [];
  c.expect('(');
  if (c.take(')')) return parameters;
  try {
    do parameters.push(parseParameter(c));
    while (c.take(','));
    c.expect(')');
  } catch (failure) {
    if (!(failure instanceof ParseFailure)) throw failure;
    while (!c.atEnd && !c.at(')') && !c.at('{')) c.advance();
    c.take(')');
  }
  return parameters;
}

function parseParameter(c: Cursor): Parameter {
  const { start } = c.token;
  const type = parseType(c);
  const name = c.name('a name for the parameter').text;
  let defaultValue: Expr | undefined;
  if (c.take('=') ?? c.takeWord('DEFAULT')) defaultValue = parseExpr(c);
  return { name, type, ...(defaultValue === undefined ? {} : { defaultValue }), span: c.spanFrom(start) };
}

/** `[DISTRIBUTED] OPENCYPHER QUERY …` after CREATE, CREATE OR REPLACE and INTERPRET. */
export function refuseCypher(c: Cursor): void {
  const at = [0, 1].find((ahead) => c.isWord(ahead, 'OPENCYPHER') && c.isWord(ahead + 1, 'QUERY'));
  if (at === undefined || (at === 1 && !c.isWord(0, 'DISTRIBUTED'))) return;
  c.failAt(c.peek(at), finding('openCypher'));
}
