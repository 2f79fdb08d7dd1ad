/** CREATE VERTEX, CREATE EDGE and CREATE GRAPH. */
import { finding } from '../diagnostics/catalogue.ts';
import type { AttributeDefinition, CreateEdge, CreateVertex, Expr, Name, Statement } from '../ast.ts';
import { accountName } from './accounts.ts';
import type { Cursor } from './cursor.ts';
import { parseExpr, stringValue } from './expressions.ts';
import { parseAccumType, parseTupleFields, parseType, startsAccumType } from './types.ts';

/** Parses the rest after CREATE VERTEX. */
export function parseCreateVertex(c: Cursor, start: number): CreateVertex {
  const name = c.name('a name for the vertex type', 'new', true);
  const attributes: AttributeDefinition[] = [];
  let primaryId: AttributeDefinition | undefined;
  const compositeKey: string[] = [];
  c.expect('(');
  do {
    if (c.takeWord('PRIMARY_ID')) primaryId = parseAttribute(c);
    else if (c.isWord(0, 'PRIMARY') && c.isWord(1, 'KEY') && c.isSymbol(2, '(')) {
      c.advance();
      c.advance();
      c.advance();
      do compositeKey.push(c.name('an attribute', 'new', true).text);
      while (c.take(','));
      c.expect(')');
    } else attributes.push(parseAttribute(c));
    // A comma may end the list.
  } while (c.take(',') && !c.at(')'));
  c.expect(')');
  const options = c.takeWord('WITH') ? parseOptions(c) : {};
  return {
    kind: 'createVertex',
    name,
    ...(primaryId === undefined ? {} : { primaryId }),
    attributes,
    compositeKey,
    options,
    span: c.spanFrom(start),
  };
}

/** `name TYPE [PRIMARY KEY] [NULLABLE] [DEFAULT value]`, with the parts after the type in any order. */
export function parseAttribute(c: Cursor): AttributeDefinition {
  const { start } = c.token;
  const name = c.name('a name for the attribute', 'new', true).text;
  const type = parseType(c);
  let defaultValue: Expr | undefined;
  let primaryKey = false;
  for (;;) {
    if (c.takeWord('DEFAULT')) defaultValue = parseExpr(c);
    else if (c.isWord(0, 'NULLABLE')) {
      c.failAt(c.token, finding('nullableAttributes'));
    } else if (c.takeWord('PRIMARY')) {
      c.expectWord('KEY');
      primaryKey = true;
    } else break;
  }
  return {
    name,
    type,
    ...(defaultValue === undefined ? {} : { defaultValue }),
    primaryKey,
    span: c.spanFrom(start),
  };
}

const VERTEX_OPTIONS = ['STATS', 'PRIMARY_ID_AS_ATTRIBUTE', 'TAGGABLE'];

/** `a="x", b="y"` after WITH, with or without parentheses; names in lower case. */
function parseOptions(c: Cursor): Record<string, string> {
  const options: Record<string, string> = {};
  const parenthesised = c.take('(') !== undefined;
  do {
    const name = c.name('an option', 'new', true).text.toLowerCase();
    c.expect('=');
    options[name] = c.isWord(0, 'TRUE', 'FALSE')
      ? c.advance().value
      : stringValue(c, 'a value in double quotes');
    // The reference writes the options with a comma between them, and without one.
  } while (c.take(',') ?? (c.isWord(0, ...VERTEX_OPTIONS) && c.isSymbol(1, '=')));
  if (parenthesised) c.expect(')');
  return options;
}

/** Parses the rest after CREATE [UN]DIRECTED EDGE. */
export function parseCreateEdge(c: Cursor, start: number, directed: boolean): CreateEdge {
  const name = c.name('a name for the edge type', 'new', true);
  const discriminator: AttributeDefinition[] = [];
  const attributes: AttributeDefinition[] = [];
  c.expect('(');
  const pairs = parsePairs(c);
  while (c.take(',')) {
    if (c.isWord(0, 'DISCRIMINATOR') && c.isSymbol(1, '(')) {
      c.advance();
      c.advance();
      do discriminator.push(parseAttribute(c));
      while (c.take(','));
      c.expect(')');
    } else attributes.push(parseAttribute(c));
  }
  c.expect(')');
  let reverseEdge: Name | undefined;
  if (c.takeWord('WITH')) reverseEdge = parseReverseEdge(c);
  return {
    kind: 'createEdge',
    name,
    directed,
    pairs,
    discriminator,
    attributes,
    ...(reverseEdge === undefined ? {} : { reverseEdge }),
    span: c.spanFrom(start),
  };
}

/** `REVERSE_EDGE="r"`; the name may be unquoted, and TAGGABLE may stand beside it (it has no effect any more). */
function parseReverseEdge(c: Cursor): Name | undefined {
  let name: Name | undefined;
  do {
    const isReverse = c.takeWord('REVERSE_EDGE') !== undefined;
    if (!isReverse && !c.isWord(0, 'TAGGABLE')) c.fail('REVERSE_EDGE');
    if (!isReverse) c.advance();
    c.expect('=');
    const { start, end, kind } = c.token;
    const text =
      kind === 'word' ? c.advance().value : stringValue(c, "the reverse edge type's name in double quotes");
    if (isReverse) name = { text, span: { start, end } };
  } while (c.take(','));
  return name;
}

/** `FROM A, TO B | FROM C, TO D` */
export function parsePairs(c: Cursor): { from: Name; to: Name }[] {
  const pairs: { from: Name; to: Name }[] = [];
  do {
    c.expectWord('FROM');
    const froms = parseEnd(c);
    c.expect(',');
    c.expectWord('TO');
    const tos = parseEnd(c);
    for (const from of froms) for (const to of tos) pairs.push({ from, to });
  } while (c.take('|'));
  return pairs;
}

/** A vertex type, `*`, or `A|B` when no FROM follows the bar. */
function parseEnd(c: Cursor): Name[] {
  const ends: Name[] = [];
  do {
    const { start, end } = c.token;
    if (c.take('*')) ends.push({ text: '*', span: { start, end } });
    else ends.push(c.name('a vertex type', 'vertexType'));
  } while (c.at('|') && !c.isWord(1, 'FROM') && c.take('|'));
  return ends;
}

/** Parses the rest after CREATE GRAPH. */
export function parseCreateGraph(c: Cursor, start: number): Statement {
  const name = c.name('a name for the graph');
  if (c.isWord(0, 'AS')) c.failAt(c.token, finding('vertexTags'));
  c.expect('(');
  let types: Name[] | '*' = [];
  if (c.take('*')) types = '*';
  else if (!c.at(')')) {
    do {
      types.push(c.name('a vertex or edge type', 'patternSource'));
      // As LS shows them: `Person:v, knows:e`.
      if (c.take(':') && c.takeWord('V', 'E') === undefined) c.failAt(c.token, finding('vertexTags'));
    } while (c.take(','));
  }
  c.expect(')');
  let admin: string | undefined;
  if (c.takeWord('WITH')) {
    c.expectWord('ADMIN');
    admin = accountName(c, 'a user');
  }
  return {
    kind: 'createGraph',
    name,
    types,
    ...(admin === undefined ? {} : { admin }),
    span: c.spanFrom(start),
  };
}

/** `TYPEDEF TUPLE <…> name` or `TYPEDEF HeapAccum<…>(…) name` at the top of a shell text. */
export function parseCreateTuple(c: Cursor, start: number): Statement {
  if (startsAccumType(c)) {
    const first = c.index;
    parseAccumType(c);
    const accum = c.tokens
      .slice(first, c.index)
      .map(({ start: from, end }) => c.text.slice(from, end))
      .join(' ')
      .replaceAll(/ ?([<(]) ?| (?=[>),])/gu, '$1');
    const name = c.name('a name for the type');
    return { kind: 'createTuple', name, fields: [], accum, span: c.spanFrom(start) };
  }
  c.expectWord('TUPLE');
  const fields = parseTupleFields(c);
  const name = c.name('a name for the tuple');
  return { kind: 'createTuple', name, fields, span: c.spanFrom(start) };
}
