/** What the word at an offset is: shown on hover. */
import type { Span } from '../../diagnostic.ts';
import type { EdgeType, GraphSchema, VertexType } from '../../schema.ts';
import type { Expr } from '../ast.ts';
import type { Context } from '../check/context.ts';
import { FUNCTIONS } from '../check/functions.ts';
import { readableAttributes } from '../check/schema-index.ts';
import { describe, describeAttribute } from '../check/types.ts';
import { lex } from '../lexer.ts';
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
  const inQuery = place.context && expressionAt(place.context, span);
  const said = inQuery ?? ofType(token.value, place.schema) ?? ofFunction(token.value, text, token.end);
  return said === undefined ? undefined : { span, text: said };
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
  return readableAttributes(type).map(
    (attribute) => `${attribute.name} ${describeAttribute(attribute.type)}`,
  );
}

function ofFunction(name: string, text: string, end: number): string | undefined {
  return text[end] === '(' ? FUNCTIONS.get(name.toLowerCase())?.text : undefined;
}
