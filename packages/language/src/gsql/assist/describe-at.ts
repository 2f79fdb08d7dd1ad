/** Description of the word at an offset, for hovers. */
import type { Span } from '../../diagnostic.ts';
import type { EdgeType, FunctionSignature, GraphSchema, VertexType } from '../../schema.ts';
import type { Expr } from '../ast.ts';
import { methodsOf } from '../check/calls.ts';
import type { Context } from '../check/context.ts';
import { FUNCTIONS } from '../check/functions.ts';
import { readableAttributes } from '../check/schema-index.ts';
import { describe, describeAccum, typeText } from '../check/types.ts';
import { ACCUM_TYPES } from '../keywords.ts';
import { lex } from '../lexer.ts';
import type { Token } from '../lexer.ts';
import { FUNCTION_NOTES, KEYWORD_NOTES, METHOD_NOTES, TOKEN_FUNCTION_NOTES, TYPE_NOTES } from './notes.ts';
import { queryAround } from './place.ts';

export interface Description {
  readonly span: Span;
  readonly text: string;
}

/** Undefined when there is nothing to say about the place. */
export function describeAt(
  text: string,
  offset: number,
  schema: GraphSchema,
  graphs: readonly GraphSchema[] = [],
): Description | undefined {
  const { tokens } = lex(text);
  const token = tokens.find(({ start, end, kind }) => start <= offset && offset < end && kind !== 'end');
  if (token === undefined || !['word', 'quotedName', 'accum', 'globalAccum'].includes(token.kind))
    return undefined;
  const span = { start: token.start, end: token.end };
  const place = queryAround(text, offset, schema, graphs);
  const { context } = place;
  const isCalled = text[token.end] === '(';
  const said =
    (context && (methodAt(context, span) ?? expressionAt(context, span) ?? declaredAt(context, token))) ??
    ofType(token.value, place.schema) ??
    (isCalled ? ofTokenFunction(token.value, place.isLoadingJob) : undefined) ??
    (isCalled ? ofFunction(fullName(token.value, text, token.start), place.schema) : undefined) ??
    ofQuery(token.value, place.schema) ??
    (token.kind === 'word' ? ofWord(token.value) : undefined);
  return said === undefined ? undefined : { span, text: said };
}

/** `gds.vector.norm` where the word is its last part. */
function fullName(name: string, text: string, start: number): string {
  return /gds\.vector\.$/i.test(text.slice(0, start)) ? `gds.vector.${name}` : name;
}

const withNote = (text: string, note: string | undefined): string =>
  note === undefined ? text : `${text}\n${note}`;

/** A function of a value: `v.outdegree()`. */
function methodAt(context: Context, { start, end }: Span): string | undefined {
  for (const expr of context.typeOf.keys()) {
    if (expr.kind !== 'method' || expr.target.span.end > start || expr.span.end < end) continue;
    if (start - expr.target.span.end > 1) continue;
    const receiver = context.typeOf.get(expr.target);
    const signature = receiver && methodsOf(context, receiver)?.get(expr.name.toLowerCase());
    if (signature !== undefined) return withNote(signature.text, METHOD_NOTES.get(expr.name.toLowerCase()));
  }
  return undefined;
}

/** Description of a name at its declaration, or where it denotes a vertex set or an alias in a pattern. */
function declaredAt(context: Context, { kind, value }: Token): string | undefined {
  if (kind === 'globalAccum' || kind === 'accum') {
    const accum = context.declaredAccums[kind === 'accum' ? 'vertex' : 'global'].get(value);
    return accum && `${kind === 'accum' ? '@' : '@@'}${value}: ${describeAccum(accum)}`;
  }
  const entry = context.find(value);
  if (entry === undefined || entry.type.kind === 'unknown') return undefined;
  const { type, binding } = entry;
  const types = type.kind === 'vertexSet' && type.types.length > 0 ? ` of ${type.types.join(', ')}` : '';
  return `${value}: ${describe(type)}${types}${BINDING_WORDS[binding.kind] ?? ''}`;
}

const BINDING_WORDS: Readonly<Record<string, string>> = {
  parameter: ' (parameter)',
  vertexAlias: ' (alias)',
  edgeAlias: ' (alias)',
  loopVariable: ' (of the loop)',
};

function ofQuery(name: string, schema: GraphSchema): string | undefined {
  const query = schema.queries.find((each) => each.name === name);
  if (query === undefined) return undefined;
  const parameters = query.parameters.map((each) => `${each.type} ${each.name}`).join(', ');
  return `Query ${name}(${parameters})${query.returns === undefined ? '' : ` ${query.returns}`}`;
}

/** A type or a keyword. */
function ofWord(word: string): string | undefined {
  const type = TYPE_NOTES.get(word.toLowerCase());
  if (type !== undefined) return `${ACCUM_TYPES.get(word.toUpperCase()) ?? word.toUpperCase()}\n${type}`;
  const note = KEYWORD_NOTES.get(word.toLowerCase());
  return note === undefined ? undefined : `${word.toUpperCase()}\n${note}`;
}

/** The type of the smallest expression that ends with the word. */
function expressionAt(context: Context, { start, end }: Span): string | undefined {
  let best: Expr | undefined;
  for (const expr of context.typeOf.keys()) {
    const named =
      expr.kind === 'name' ||
      expr.kind === 'globalAccum' ||
      expr.kind === 'vertexAccum' ||
      expr.kind === 'member';
    if (!named || expr.span.end !== end || expr.span.start > start) continue;
    if (best === undefined || expr.span.start >= best.span.start) best = expr;
  }
  const type = best && context.typeOf.get(best);
  if (best === undefined || type === undefined || type.kind === 'unknown' || !('name' in best))
    return undefined;
  const binding = context.bindingOf.get(best)?.kind;
  if (binding === 'vertexType' || binding === 'edgeType') return undefined;
  const sign = best.kind === 'globalAccum' ? '@@' : best.kind === 'vertexAccum' ? '@' : '';
  const types = type.kind === 'vertexSet' && type.types.length > 0 ? ` of ${type.types.join(', ')}` : '';
  return `${sign}${best.name}: ${describe(type)}${types}`;
}

function ofType(name: string, schema: GraphSchema): string | undefined {
  const vertex = schema.vertexTypes.find((type) => type.name === name);
  if (vertex !== undefined) {
    const { primaryId } = vertex;
    const key = primaryId.asAttribute ? '' : `${primaryId.name} ${primaryId.type} (key)`;
    return `Vertex type ${name}\n${[key, ...fields(vertex)].filter((line) => line !== '').join('\n')}`;
  }
  const edge = schema.edgeTypes.find((type) => type.name === name);
  if (edge === undefined) return undefined;
  const pairs = edge.pairs.map(({ from, to }) => `${from} ${edge.directed ? '→' : '–'} ${to}`).join(', ');
  return [`${edge.directed ? 'Directed' : 'Undirected'} edge type ${name}: ${pairs}`, ...fields(edge)].join(
    '\n',
  );
}

function fields(type: VertexType | EdgeType): string[] {
  const vectors = 'vectors' in type ? (type.vectors ?? []) : [];
  return readableAttributes(type).map(({ name, type: attribute }) => {
    const vector = vectors.find((each) => each.name === name);
    if (vector !== undefined)
      return `${name} VECTOR(DIMENSION=${vector.dimension}, METRIC="${vector.metric}")`;
    return `${name} ${typeText(attribute)}`;
  });
}

function ofTokenFunction(name: string, isLoadingJob: boolean): string | undefined {
  const note = isLoadingJob ? TOKEN_FUNCTION_NOTES.get(name.toLowerCase()) : undefined;
  return note === undefined ? undefined : `${name}\n${note}`;
}

function ofFunction(name: string, schema: GraphSchema): string | undefined {
  const note = FUNCTION_NOTES.get(name.toLowerCase());
  const known = FUNCTIONS.get(name.toLowerCase());
  if (known !== undefined) return withNote(known.text, note);
  if (name.toLowerCase() === 'vectorsearch') return withNote(VECTOR_SEARCH, note);
  const own = schema.functions?.find((each) => each.name === name);
  return own && withNote(ownSignature(own), own.description);
}

const VECTOR_SEARCH =
  'vectorSearch({Type.vector, …}, query LIST<FLOAT>, k INT, {candidate_set: S, ef: n, distance_map: @@m}?)';

/** A function that the people of the workspace wrote, as shown to people. */
export function ownSignature({ name, parameters, returns }: FunctionSignature): string {
  const list = parameters.map((each) => `${each.name} ${typeText(each.type)}`).join(', ');
  return `${name}(${list}) ${typeText(returns)}`;
}
