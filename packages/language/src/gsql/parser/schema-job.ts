/** CREATE SCHEMA_CHANGE JOB: the statements between its braces. */
import type { AttributeDefinition, CreateSchemaJob, Name, SchemaStep } from '../ast.ts';
import { ParseFailure } from './cursor.ts';
import type { Cursor } from './cursor.ts';
import { parseAttribute, parseCreateEdge, parseCreateVertex, parsePairs } from './schema-ddl.ts';
import { parseVectorStep } from './vectors.ts';

/** Parses the rest after CREATE [GLOBAL] SCHEMA_CHANGE JOB. */
export function parseCreateSchemaJob(c: Cursor, start: number, global: boolean): CreateSchemaJob {
  const name = c.name('a name for the job');
  let graph: Name | undefined;
  // A global job is of no graph, but the reference writes one at times.
  if (c.takeWord('FOR')) {
    c.expectWord('GRAPH');
    const named = c.name('a graph', 'graph');
    if (!global) graph = named;
  }
  c.expect('{');
  const steps: SchemaStep[] = [];
  for (;;) {
    while (c.take(';'));
    if (c.at('}') || c.atEnd) break;
    try {
      steps.push(parseStep(c));
      if (!c.at('}')) c.close(';');
    } catch (failure) {
      if (!(failure instanceof ParseFailure)) throw failure;
      while (!c.atEnd && !c.at(';') && !c.at('}')) c.advance();
    }
  }
  c.close('}');
  const span = c.spanFrom(start);
  return {
    kind: 'createSchemaJob',
    name,
    global,
    ...(graph === undefined ? {} : { graph }),
    steps,
    text: c.text.slice(span.start, span.end),
    span,
  };
}

function parseStep(c: Cursor): SchemaStep {
  const { start } = c.token;
  const word = c.takeWord('ADD', 'ALTER', 'DROP') ?? c.fail('ADD, ALTER, DROP or }');
  if (word.upper === 'ADD') return parseAdd(c, start);
  if (word.upper === 'DROP') return parseDropStep(c, start);
  const what = kindOf(c, c.takeWord('VERTEX', 'EDGE')?.upper);
  const type = c.name(`a name of ${what === 'edge' ? 'an edge' : 'a vertex'} type`, `${what}Type`);
  const alteration = c.takeWord('ADD', 'DROP') ?? c.fail('ADD or DROP');
  return parseAlteration(c, start, { what, type, adds: alteration.upper === 'ADD' });
}

function kindOf(c: Cursor, word: string | undefined): 'vertex' | 'edge' {
  if (word === undefined) return c.fail('VERTEX or EDGE');
  return word === 'VERTEX' ? 'vertex' : 'edge';
}

/** `ADD VERTEX v (…)`, `ADD DIRECTED EDGE e (…)`, or `ADD VERTEX a, b TO GRAPH g`. */
function parseAdd(c: Cursor, start: number): SchemaStep {
  const word = c.takeWord('VERTEX', 'EDGE', 'DIRECTED', 'UNDIRECTED');
  if (word?.upper === 'DIRECTED' || word?.upper === 'UNDIRECTED') {
    c.expectWord('EDGE');
    const type = parseCreateEdge(c, start, word.upper === 'DIRECTED');
    return { kind: 'addType', type, span: c.spanFrom(start) };
  }
  const what =
    word === undefined ? c.fail('VERTEX, EDGE, DIRECTED EDGE or UNDIRECTED EDGE') : kindOf(c, word.upper);
  if (what === 'vertex' && c.isSymbol(1, '(')) {
    return { kind: 'addType', type: parseCreateVertex(c, start), span: c.spanFrom(start) };
  }
  if (c.isSymbol(1, '(')) return c.fail('DIRECTED or UNDIRECTED before EDGE');
  return parseMember(c, start, what, true, parseNames(c, what));
}

function parseDropStep(c: Cursor, start: number): SchemaStep {
  if (c.takeWord('TUPLE')) {
    return { kind: 'dropTuples', names: parseNames(c), span: c.spanFrom(start) };
  }
  const what = kindOf(c, c.takeWord('VERTEX', 'EDGE')?.upper);
  const names = parseNames(c, what);
  if (c.atWord('FROM')) return parseMember(c, start, what, false, names);
  return { kind: 'dropTypes', what, names, span: c.spanFrom(start) };
}

function parseMember(
  c: Cursor,
  start: number,
  what: 'vertex' | 'edge',
  adds: boolean,
  names: readonly Name[],
): SchemaStep {
  c.expectWord(adds ? 'TO' : 'FROM');
  c.expectWord('GRAPH');
  const graph = c.name('a graph', 'graph');
  return { kind: 'member', what, adds, names, graph, span: c.spanFrom(start) };
}

/** Parses the rest after `ALTER VERTEX v ADD` or `… DROP`. */
function parseAlteration(
  c: Cursor,
  start: number,
  { what, type, adds }: { readonly what: 'vertex' | 'edge'; readonly type: Name; readonly adds: boolean },
): SchemaStep {
  const offered =
    what === 'vertex'
      ? ['ATTRIBUTE', 'INDEX', 'VECTOR']
      : adds
        ? ['ATTRIBUTE', 'PAIR', 'FROM', 'TO']
        : ['ATTRIBUTE', 'PAIR'];
  const word = c.takeWord(...offered) ?? c.fail(offered.join(' or '));
  switch (word.upper) {
    case 'VECTOR':
      return parseVectorStep(c, start, type, adds);
    case 'PAIR': {
      c.expect('(');
      const pairs = parsePairs(c);
      c.expect(')');
      return { kind: 'pairs', adds, type, pairs, span: c.spanFrom(start) };
    }
    case 'FROM':
    case 'TO': {
      const from = word.upper === 'FROM' ? parseEnds(c) : [];
      const to = word.upper === 'TO' || c.takeWord('TO') ? parseEnds(c) : [];
      return { kind: 'addEnds', type, from, to, span: c.spanFrom(start) };
    }
    case 'INDEX': {
      const name = c.name('a name of an index');
      if (!adds) return { kind: 'index', type, name, span: c.spanFrom(start) };
      c.expectWord('ON');
      c.expect('(');
      c.slot({ kind: 'attributeOf', owner: type.text, vectors: false });
      const attribute = c.name('an attribute', 'new', true);
      c.expect(')');
      return { kind: 'index', type, name, attribute, span: c.spanFrom(start) };
    }
    default:
  }
  const add: AttributeDefinition[] = [];
  const drop: Name[] = [];
  c.expect('(');
  do {
    if (adds) add.push(parseAttribute(c));
    else {
      c.slot({ kind: 'attributeOf', owner: type.text, vectors: false });
      drop.push(c.name('an attribute', 'new', true));
    }
  } while (c.take(','));
  c.expect(')');
  return { kind: 'alter', what, type, add, drop, span: c.spanFrom(start) };
}

/** `(A, B)` */
function parseEnds(c: Cursor): Name[] {
  c.expect('(');
  const names: Name[] = [];
  do names.push(c.name('a vertex type', 'vertexType'));
  while (c.take(','));
  c.expect(')');
  return names;
}

function parseNames(c: Cursor, what?: 'vertex' | 'edge'): Name[] {
  const names: Name[] = [];
  do
    names.push(
      what === undefined
        ? c.name('a tuple')
        : c.name(`a name of ${what === 'edge' ? 'an edge' : 'a vertex'} type`, `${what}Type`),
    );
  while (c.take(','));
  return names;
}
