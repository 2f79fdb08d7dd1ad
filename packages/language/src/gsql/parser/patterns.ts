/**
 * FROM patterns. The three syntaxes are parsed together and distinguished by their brackets: V1 `S:s -(E:e)-> T:t`, V2
 * `S:s -(E>*1..3:e)- T:t`, V3 `(s:S) -[e:E]-> (t:T)`, whose arrows may stand without brackets: `(s) --> (t)`, or GQL's
 * `(s) -> (t)`. GQL's `(s) - (t)` alone is not accepted: it would be V2's edge.
 */
import { finding } from '../diagnostics/catalogue.ts';
import type { Direction, EdgePattern, EdgeStep, Expr, Name, PathPattern, VertexPattern } from '../ast.ts';
import { ParseFailure } from './cursor.ts';
import type { Cursor } from './cursor.ts';
import { parseExpr } from './expressions.ts';

type Hop = PathPattern['hops'][number];
type Property = VertexPattern['properties'][number];
type Repeat = NonNullable<EdgePattern['repeat']>;

/** Paths separated by commas, added to `paths` one by one: after an error the caller keeps the paths before it. */
export function parsePaths(c: Cursor, paths: PathPattern[]): void {
  do {
    const { start } = c.token;
    const hops: Hop[] = [];
    const first = parseVertexPattern(c);
    let failure: unknown;
    try {
      while (startsEdge(c)) hops.push(...parseHop(c));
    } catch (caught) {
      failure = caught;
    }
    paths.push({ kind: 'path', start: first, hops, span: c.spanFrom(start) });
    if (failure !== undefined) throw failure instanceof Error ? failure : new ParseFailure();
  } while (c.take(','));
}

function startsEdge(c: Cursor): boolean {
  return c.at('-') || c.at('~') || (c.at('<') && (c.isSymbol(1, '-') || c.isSymbol(1, '~')));
}

/** One written hop; V2's `E1>.E2>` yields several, with unnamed vertices between them. */
function parseHop(c: Cursor): Hop[] {
  const { start } = c.token;
  const arrowIn = c.at('<') && (c.isSymbol(1, '-') || c.isSymbol(1, '~'));
  const opening = arrowIn ? 1 : 0;
  if (c.isSymbol(opening + 1, '[')) {
    const edge = parseBracketEdge(c);
    return [{ edge, vertex: parseVertexPattern(c) }];
  }
  if (atBareArrow(c)) {
    const edge = parseBareArrow(c);
    return [{ edge, vertex: parseVertexPattern(c) }];
  }
  if (arrowIn) c.advance();
  c.expect('-');
  if (!c.at('(')) c.fail("'(' or '[' for the edge");
  const edges = parseParenEdges(c, start, arrowIn);
  const last = parseVertexPattern(c);
  return edges.map((edge, i) => ({
    edge,
    vertex: i === edges.length - 1 ? last : anyVertex(edge.span.end),
  }));
}

function anyVertex(at: number): VertexPattern {
  return { kind: 'vertexPattern', sources: [], properties: [], span: { start: at, end: at } };
}

// ---------------------------------------------------------------- vertices

function parseVertexPattern(c: Cursor): VertexPattern {
  if (c.at('(') && !isSourceGroup(c)) return parseParenVertex(c);
  const { start } = c.token;
  const sources: Name[] = [];
  let alias: Name | undefined;
  c.slot({ kind: 'patternSource' });
  if (c.take('(')) {
    do sources.push(sourceName(c));
    while (c.take('|'));
    c.expect(')');
  } else if (c.isWord(0, '_', 'ANY')) c.advance();
  else if (!c.at(':') && !startsEdge(c)) {
    do sources.push(sourceName(c));
    while (c.take('|'));
  }
  if (c.isWord(0, 'AS')) c.failInstead(':', c.token);
  if (c.take(':')) alias = c.name('an alias');
  return vertexPattern(c, start, sources, alias, [], undefined);
}

/** A vertex type, a vertex set, a parameter, or a global accumulator that holds types. */
function sourceName(c: Cursor): Name {
  return accumName(c) ?? c.name('a vertex type or vertex set', 'patternSource');
}

/** `@@types`, as a name with its signs. */
function accumName(c: Cursor): Name | undefined {
  if (c.token.kind !== 'globalAccum') return undefined;
  const { start, end, value } = c.advance();
  return { text: `@@${value}`, span: { start, end } };
}

/** Whether `(` opens V2's `(A|B):x` rather than V3's `(x:A)`. */
function isSourceGroup(c: Cursor): boolean {
  let i = 1;
  while (['word', 'quotedName', 'globalAccum'].includes(c.peek(i).kind)) {
    if (c.isSymbol(i + 1, ')')) return c.isSymbol(i + 2, ':') || i > 1;
    if (!c.isSymbol(i + 1, '|')) return false;
    i += 2;
  }
  return false;
}

function parseParenVertex(c: Cursor): VertexPattern {
  const { start } = c.token;
  c.expect('(');
  const alias =
    c.at(':') || c.at(')') || c.at('{') ? undefined : c.name('an alias or a vertex type', 'patternSource');
  const sources: Name[] = [];
  // `(v:)` is any vertex.
  if (c.take(':') && !c.at(')') && !c.at('{')) {
    do {
      if (c.isWord(0, '_', 'ANY')) c.advance();
      else sources.push(c.name('a vertex type or vertex set', 'patternSource'));
    } while (c.take('|') ?? c.take(':'));
  }
  const properties = parseProperties(c);
  const where = c.takeWord('WHERE') ? parseExpr(c) : undefined;
  c.expect(')');
  return vertexPattern(c, start, sources, alias, properties, where);
}

function vertexPattern(
  c: Cursor,
  start: number,
  sources: readonly Name[],
  alias: Name | undefined,
  properties: readonly Property[],
  where: Expr | undefined,
): VertexPattern {
  return {
    kind: 'vertexPattern',
    sources,
    ...(alias === undefined ? {} : { alias }),
    properties,
    ...(where === undefined ? {} : { where }),
    span: c.spanFrom(start),
  };
}

function parseProperties(c: Cursor): Property[] {
  const properties: Property[] = [];
  if (!c.take('{')) return properties;
  do {
    const name = c.name('an attribute', 'new', true).text;
    c.expect(':');
    properties.push({ name, value: parseExpr(c) });
  } while (c.take(','));
  c.expect('}');
  return properties;
}

// ---------------------------------------------------------------- edges in parentheses (V1, V2)

interface ParenPart {
  readonly start: number;
  readonly steps: readonly EdgeStep[];
  readonly repeat?: Repeat;
}

/** Parses from `(` to the arrow: parts joined by `.`, then the alias, which only a single part may have. */
function parseParenEdges(c: Cursor, start: number, arrowIn: boolean): EdgePattern[] {
  c.expect('(');
  let alias: Name | undefined;
  const parts = parseParenParts(c);
  if (c.take(':')) alias = c.name('an alias for the edge');
  c.expect(')');
  if (c.at('>')) c.failAt(c.token, finding('edgeArrowPlace'));
  c.expect('-');
  const arrowOut = c.take('>') !== undefined;
  if (arrowIn && arrowOut) c.failAt(c.spanFrom(start), finding('edgeArrowsAtBothEnds'));
  // V1's arrow also follows undirected edge types, so it means no more than no arrow.
  const outer: Direction = arrowIn ? 'in' : 'unspecified';
  return parts.map((part, i) => ({
    kind: 'edgePattern',
    steps: part.steps.flatMap((step) =>
      step.direction !== 'unspecified'
        ? [step]
        : arrowIn || arrowOut
          ? [{ ...step, direction: outer }]
          : withoutArrow(c, step),
    ),
    ...(alias !== undefined && parts.length === 1 ? { alias } : {}),
    ...(part.repeat === undefined ? {} : { repeat: part.repeat }),
    properties: [],
    span: c.spanFrom(i === 0 ? start : part.start),
  }));
}

/**
 * No name at all is any edge either way, but in SYNTAX v1, where it leaves the vertex. In SYNTAX v2 `_` is any undirected
 * edge; a query that does not name its syntax may be V1, where `_` too is what leaves the vertex.
 */
function withoutArrow(c: Cursor, step: EdgeStep): EdgeStep[] {
  const isEmpty = step.span.end <= step.span.start;
  if (step.name !== undefined || c.syntax === 'v1' || (c.syntax !== 'v2' && !isEmpty)) return [step];
  const directions: Direction[] = isEmpty ? ['in', 'out', 'undirected'] : ['undirected'];
  return directions.map((direction) => ({ ...step, direction }));
}

/** Parts joined by `.`, around which more parentheses may stand. */
function parseParenParts(c: Cursor): ParenPart[] {
  const parts: ParenPart[] = [];
  do parts.push(...parseParenPart(c));
  while (c.take('.'));
  return parts;
}

/** One part, or the several of a group in parentheses. */
function parseParenPart(c: Cursor): ParenPart[] {
  const { start } = c.token;
  const steps: EdgeStep[] = [];
  do {
    if (!c.take('(')) {
      steps.push(parseStep(c));
      continue;
    }
    const inner = c.deeper(() => parseParenParts(c));
    c.expect(')');
    const [only] = inner;
    if (only !== undefined && inner.length === 1 && only.repeat === undefined) steps.push(...only.steps);
    else if (steps.length === 0 && !c.at('|') && !c.at('*')) return inner;
    else failAtGroup(c, start);
  } while (c.take('|'));
  const repeat = c.at('*') ? parseRepeat(c) : undefined;
  if (repeat !== undefined && c.at('|')) failAtGroup(c, start);
  return [{ start, steps, ...(repeat === undefined ? {} : { repeat }) }];
}

/** As in TigerGraph's grammar, only edge types and alternatives of them repeat, and only they are alternatives. */
function failAtGroup(c: Cursor, start: number): never {
  return c.failAt(c.spanFrom(start), finding('repeatedEdgeForm'));
}

/** `E>`, `<E`, `E`, `_>`, `<_`, or nothing: any edge. */
function parseStep(c: Cursor): EdgeStep {
  const { start } = c.token;
  const isIn = c.take('<') !== undefined;
  c.slot({ kind: 'patternEdge' });
  let name: Name | undefined;
  if (c.isWord(0, '_', 'ANY')) c.advance();
  else if (!c.at(':') && !c.at(')') && !c.at('>') && !c.at('*'))
    name = accumName(c) ?? c.name('an edge type', 'patternEdge');
  const isOut = c.take('>') !== undefined;
  if (isIn && isOut) c.failAt(c.spanFrom(start), finding('edgeArrowsAtBothEnds'));
  return {
    ...(name === undefined ? {} : { name }),
    direction: isOut ? 'out' : isIn ? 'in' : 'unspecified',
    span: c.spanFrom(start),
  };
}

/** `*`, `*n`, `*m..n`, `*m..`, `*..n` */
function parseRepeat(c: Cursor): Repeat {
  c.expect('*');
  const min = takeCount(c);
  if (!c.take('..')) return min === undefined ? { min: 0, max: null } : { min, max: min };
  const max = takeCount(c);
  return checkedRepeat(c, { min: min ?? 0, max: max ?? null });
}

function takeCount(c: Cursor): number | undefined {
  return c.token.kind === 'int' ? Number(c.advance().value) : undefined;
}

function checkedRepeat(c: Cursor, repeat: Repeat): Repeat {
  if (repeat.max !== null && repeat.max < repeat.min) {
    c.error(finding('repetitionsReversed', { most: repeat.max, least: repeat.min }), c.before);
  }
  return repeat;
}

// ---------------------------------------------------------------- edges in brackets (V3)

function parseBracketEdge(c: Cursor): EdgePattern {
  const { start } = c.token;
  const leftArrow = c.take('<') !== undefined;
  const leftTilde = c.at('~');
  c.advance();
  c.expect('[');
  let alias: Name | undefined;
  const types: Name[] = [];
  if (!c.at(':') && !c.at(']') && !c.at('{') && !c.at('*') && !c.isWord(0, 'WHERE')) {
    alias = c.name('an alias or an edge type', 'patternEdge');
  }
  if (c.take(':')) {
    do {
      if (c.isWord(0, '_', 'ANY')) c.advance();
      // `[e:]` is any edge, as `(v:)` is any vertex.
      else if (types.length > 0 || !c.at(']')) types.push(c.name('an edge type', 'patternEdge'));
    } while (c.take('|') ?? c.take(':'));
  }
  // A star alone inside of the brackets is one or more, as in openCypher; after them it is GQL's any number.
  const starAlone = c.at('*') && (c.isSymbol(1, ']') || c.isSymbol(1, '{'));
  let repeat = c.at('*') ? parseRepeat(c) : undefined;
  if (starAlone) repeat = { min: 1, max: null };
  const properties = parseProperties(c);
  const where = c.takeWord('WHERE') ? parseExpr(c) : undefined;
  c.expect(']');
  if (!c.at('-') && !c.at('~')) c.fail("'-', '->' or '~' after the edge");
  const rightTilde = c.advance().value === '~';
  const rightArrow = c.take('>') !== undefined;
  repeat = parseQuantifier(c) ?? repeat;
  const span = c.spanFrom(start);
  const directions = bracketDirections(leftArrow, leftTilde || rightTilde, rightArrow);
  const names: readonly (Name | undefined)[] = types.length === 0 ? [undefined] : types;
  const steps = names.flatMap((name) =>
    directions.map((direction) => ({
      ...(name === undefined ? {} : { name }),
      direction,
      span: name?.span ?? span,
    })),
  );
  return {
    kind: 'edgePattern',
    steps,
    ...(alias === undefined ? {} : { alias }),
    ...(repeat === undefined ? {} : { repeat }),
    properties,
    ...(where === undefined ? {} : { where }),
    span,
  };
}

/**
 * Whether an edge without brackets follows a vertex in parentheses: `-->`, `<--`, `--`, `<-->`, `->`, `<-`, `<->`,
 * `~`, `<~`, `~>`. Elsewhere, as in `-[e]-->`, they would be mistakes, not a second edge.
 */
function atBareArrow(c: Cursor): boolean {
  if (!c.isSymbol(-1, ')')) return false;
  const line = c.at('<') ? 1 : 0;
  if (c.isSymbol(line, '~') || c.isSymbol(line + 1, '-') || c.isSymbol(line + 1, '>')) return true;
  // `<-(x)` is V2's edge where a line that leads on to a vertex follows it.
  return line === 1 && c.isSymbol(2, '(') && !isParenEdge(c, 2);
}

/** Whether the parentheses that open at the token `i` hold an edge: `-` follows them, and no other edge. */
function isParenEdge(c: Cursor, i: number): boolean {
  for (let depth = 0; c.peek(i).kind !== 'end'; i++) {
    if (c.isSymbol(i, '(')) depth++;
    else if (c.isSymbol(i, ')') && --depth === 0) break;
  }
  return c.isSymbol(i + 1, '-') && !['[', '-', '>'].some((sign) => c.isSymbol(i + 2, sign));
}

function parseBareArrow(c: Cursor): EdgePattern {
  const { start } = c.token;
  const left = c.take('<') !== undefined;
  const tilde = c.advance().value === '~';
  if (!tilde) c.take('-');
  const right = c.take('>') !== undefined;
  const repeat = parseQuantifier(c);
  const span = c.spanFrom(start);
  if (!c.at('(')) c.fail("'(' of the vertex");
  return {
    kind: 'edgePattern',
    steps: bracketDirections(left, tilde, right).map((direction) => ({ direction, span })),
    ...(repeat === undefined ? {} : { repeat }),
    properties: [],
    span,
  };
}

/** Directions that arrows such as `<~[]~>` allow; `-[]-` is any edge. */
function bracketDirections(left: boolean, tilde: boolean, right: boolean): readonly Direction[] {
  const directions: Direction[] = [];
  if (left) directions.push('in');
  if (right) directions.push('out');
  if (tilde) directions.push('undirected');
  return directions.length === 0 ? ['any'] : directions;
}

/** GPML's quantifier after the edge: `{m,n}` (also written `{m:n}`), `{m,}`, `{,n}`, `{n}`, `*`, `+`, `*m..n`. */
function parseQuantifier(c: Cursor): Repeat | undefined {
  if (c.at('*')) return parseRepeat(c);
  if (c.take('+')) return { min: 1, max: null };
  if (!c.take('{')) return undefined;
  const min = takeCount(c);
  let max: number | null | undefined = min;
  if (c.take(',') ?? c.take(':')) max = takeCount(c) ?? null;
  if (min === undefined && (max === undefined || max === null)) c.fail('a number of repetitions');
  c.expect('}');
  return checkedRepeat(c, { min: min ?? 0, max: max ?? null });
}
