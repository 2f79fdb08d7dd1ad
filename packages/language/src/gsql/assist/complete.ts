/** Completion from the grammar itself: the parser records the words and names that it would accept at the caret. */
import type { Attribute, GraphSchema } from '../../schema.ts';
import type { Type } from '../analysis.ts';
import { methodsOf } from '../check/calls.ts';
import type { Context } from '../check/context.ts';
import { checkExpr } from '../check/expressions.ts';
import { CONSTANTS, FUNCTIONS } from '../check/functions.ts';
import type { Signature } from '../check/functions.ts';
import { TOKEN_FUNCTIONS, USING_OPTIONS } from '../check/loading.ts';
import { readableAttributes } from '../check/schema-index.ts';
import { describe, describeAccum, typeText, valueOf } from '../check/types.ts';
import { ACCUM_TYPES, TYPE_WORDS } from '../keywords.ts';
import { lex } from '../lexer.ts';
import type { Slot } from '../parser/cursor.ts';
import { ownSignature } from './describe-at.ts';
import { FUNCTION_NOTES, TOKEN_FUNCTION_NOTES } from './notes.ts';
import { charactersRead, placeAt } from './place.ts';
import type { Place } from './place.ts';

export type CompletionKind =
  | 'keyword'
  | 'type'
  | 'vertexType'
  | 'edgeType'
  | 'attribute'
  | 'accumulator'
  | 'function'
  | 'parameter'
  | 'variable'
  | 'vertexSet'
  | 'alias'
  | 'constant'
  | 'graph'
  | 'query'
  | 'option';

export interface CompletionItem {
  /** The text to be inserted. */
  readonly label: string;
  readonly kind: CompletionKind;
  /** A type or a signature, in a few words. */
  readonly detail?: string;
  /** A sentence on it. */
  readonly note?: string;
}

export interface Completions {
  /** The range that an item replaces. */
  readonly from: number;
  readonly to: number;
  /** Not filtered by the word being typed; the likeliest kinds first. */
  readonly items: readonly CompletionItem[];
}

/**
 * Completions at `offset`. `schema` is the working graph's; `graphs` are the other graphs that `USE GRAPH` may name.
 * Pure; never throws.
 */
export function complete(
  text: string,
  offset: number,
  schema: GraphSchema,
  graphs: readonly GraphSchema[] = [],
): Completions {
  const [word = ''] = /@{0,2}[A-Za-z0-9_]*$/.exec(text.slice(0, offset)) ?? [];
  const from = offset - word.length;
  const none: Completions = { from, to: offset, items: [] };
  const head = text.slice(0, from);
  const read = charactersRead(head, schema, graphs);
  if (/^\d/.test(word) || isInsideText(text.slice(read, offset))) return none;
  const place = placeAt(head, text.slice(offset), schema, graphs);
  const items = word.startsWith('@')
    ? accumulators(place, head.endsWith('.'))
    : itemsAt(place, schema, graphs);
  const unique = new Map(items.map((item) => [item.label, item] as const).reverse());
  return { from, to: offset, items: items.filter((item) => unique.get(item.label) === item) };
}

/** Whether the text ends in a comment or a string, where nothing is completed. */
function isInsideText(text: string): boolean {
  const offset = text.length;
  const { tokens, comments } = lex(text);
  const last = tokens.at(-2);
  const opensString =
    last?.kind === 'string' && last.end === offset && !isClosed(text.slice(last.start, last.end));
  return (
    opensString ||
    comments.some(
      ({ start, end }) => start < offset && end >= offset && !text.slice(start, end).endsWith('*/'),
    )
  );
}

function isClosed(quoted: string): boolean {
  return quoted.length > 1 && quoted.endsWith(quoted[0] ?? '"') && !/[^\\](\\\\)*\\"$/.test(quoted);
}

function accumulators(place: Place, afterAlias: boolean): CompletionItem[] {
  const { context } = place;
  if (context === undefined) return [];
  return afterAlias ? vertexAccums(context) : globalAccums(context);
}

function globalAccums(context: Context): CompletionItem[] {
  return [...context.declaredAccums.global].map(([name, accum]) => ({
    label: `@@${name}`,
    kind: 'accumulator',
    detail: describeAccum(accum),
  }));
}

function vertexAccums(context: Context): CompletionItem[] {
  return [...context.declaredAccums.vertex].map(([name, accum]) => ({
    label: `@${name}`,
    kind: 'accumulator',
    detail: describeAccum(accum),
  }));
}

function itemsAt(place: Place, schema: GraphSchema, graphs: readonly GraphSchema[]): CompletionItem[] {
  const member = place.slots.find((slot) => slot.kind === 'member');
  if (member !== undefined) return members(place, member);
  const items = place.slots.flatMap((slot) => slotItems(place, slot, schema, graphs));
  return [...items, ...[...place.words].flatMap(keyword)];
}

const WHOLE_KEYWORDS: Readonly<Record<string, string>> = {
  GROUP: 'GROUP BY',
  ORDER: 'ORDER BY',
  CANDIDATE_SET: 'candidate_set',
  EF: 'ef',
  DISTANCE_MAP: 'distance_map',
};

/** Functions whose names have dots are offered part by part. */
const VECTOR_FUNCTIONS = /^gds\.vector\.(?=\w+$)/;

function keyword(word: string): CompletionItem[] {
  // POST_ACCUM is the same as POST-ACCUM; CASE and the constants come as expressions do.
  if (word === 'POST_ACCUM') return [];
  return [{ label: WHOLE_KEYWORDS[word] ?? word, kind: 'keyword' }];
}

function slotItems(
  place: Place,
  slot: Slot,
  schema: GraphSchema,
  graphs: readonly GraphSchema[],
): CompletionItem[] {
  const { context } = place;
  switch (slot.kind) {
    case 'vertexType':
      return vertexTypes(place.schema);
    case 'edgeType':
      return edgeTypes(place.schema);
    case 'patternSource':
      return [...names(context, ['vertexSet', 'parameter']), ...vertexTypes(place.schema)];
    case 'insertedType':
      return [
        ...vertexTypes(place.schema),
        ...edgeTypes(place.schema),
        { label: 'EDGE', kind: 'keyword' },
        ...names(context, ['parameter']),
      ];
    case 'patternEdge':
      return [...edgeTypes(place.schema), ...names(context, ['parameter'])];
    case 'attributeOf':
      return attributesOf(place.schema, slot);
    case 'alias':
      return names(context, ['alias']);
    case 'graph':
      return [...new Set([schema.name, ...graphs.map(({ name }) => name)])]
        .filter((name) => name !== '')
        .map((label) => ({ label, kind: 'graph' }));
    case 'query':
      return queries(place.schema);
    case 'expression':
      return expression(place);
    case 'bodyStatement':
      return [...(context === undefined ? [] : globalAccums(context)), ...names(context), ...types(context)];
    case 'type':
      return types(context);
    case 'loadFile':
      return place.files.map((label) => ({ label, kind: 'variable' }));
    case 'loadOption':
      return USING_OPTIONS.map((label) => ({ label, kind: 'option' }));
    case 'loadValue':
      return [
        ...place.columns.map((name): CompletionItem => ({ label: `$"${name}"`, kind: 'attribute' })),
        ...TOKEN_FUNCTIONS.map((label): CompletionItem => {
          const note = TOKEN_FUNCTION_NOTES.get(label);
          return { label, kind: 'function', ...(note === undefined ? {} : { note }) };
        }),
        ...ownFunctions(place.schema),
      ];
    default:
      return [];
  }
}

function expression(place: Place): CompletionItem[] {
  const { context } = place;
  return [
    ...names(context),
    ...(context === undefined ? [] : globalAccums(context)),
    ...[...FUNCTIONS.values()].map(functionItem),
    ...ownFunctions(place.schema),
    ...vectorSearchItem(place.schema),
    ...[...(context?.tuples.keys() ?? [])].map((label): CompletionItem => ({ label, kind: 'type' })),
    ...queries(place.schema),
    ...[...CONSTANTS].map(([label, detail]): CompletionItem => ({ label, kind: 'constant', detail })),
  ];
}

/** Names that can be seen, aliases and loop variables first. */
function names(context: Context | undefined, kinds?: readonly CompletionKind[]): CompletionItem[] {
  if (context === undefined) return [];
  const items: CompletionItem[] = [];
  for (const [label, { binding, type }] of context.scope.visible()) {
    const kind: CompletionKind =
      binding.kind === 'parameter'
        ? 'parameter'
        : binding.kind === 'vertexAlias' || binding.kind === 'edgeAlias'
          ? 'alias'
          : 'variable';
    items.push({ label, kind, ...(type.kind === 'unknown' ? {} : { detail: describe(type) }) });
  }
  items.reverse();
  for (const [label, types] of context.vertexSets) {
    items.push({ label, kind: 'vertexSet', detail: types.length === 0 ? 'vertex set' : types.join(' | ') });
  }
  for (const label of context.tables.keys()) items.push({ label, kind: 'variable', detail: 'table' });
  return kinds === undefined ? items : items.filter(({ kind }) => kinds.includes(kind));
}

function types(context: Context | undefined): CompletionItem[] {
  const labels = [
    ...TYPE_WORDS,
    ...ACCUM_TYPES.values(),
    ...(context?.tuples.keys() ?? []),
    ...(context?.accumTypedefs.keys() ?? []),
  ];
  return labels.map((label) => ({ label, kind: 'type' }));
}

function vertexTypes(schema: GraphSchema): CompletionItem[] {
  return schema.vertexTypes.map(({ name, primaryId }) => ({
    label: name,
    kind: 'vertexType',
    detail: `key ${primaryId.name} ${primaryId.type}`,
  }));
}

function edgeTypes(schema: GraphSchema): CompletionItem[] {
  return schema.edgeTypes.map(({ name, directed, pairs }) => ({
    label: name,
    kind: 'edgeType',
    detail: pairs.map(({ from, to }) => `${from} ${directed ? '→' : '–'} ${to}`).join(', '),
  }));
}

function queries(schema: GraphSchema): CompletionItem[] {
  return schema.queries.map(({ name, parameters }) => ({
    label: name,
    kind: 'query',
    detail: `(${parameters.map((parameter) => `${parameter.type} ${parameter.name}`).join(', ')})`,
  }));
}

function functionItem(signature: Signature): CompletionItem {
  const { name, text } = signature;
  const note = FUNCTION_NOTES.get(name.toLowerCase());
  return {
    label: name,
    kind: 'function',
    detail: text.slice(name.length),
    ...(note === undefined ? {} : { note }),
  };
}

/** Attributes or vectors of a type by its name; of all types for null. */
function attributesOf(
  { vertexTypes, edgeTypes: edges }: GraphSchema,
  { owner, vectors }: Extract<Slot, { kind: 'attributeOf' }>,
): CompletionItem[] {
  const isOwner = ({ name }: { readonly name: string }): boolean => owner === null || name === owner;
  if (!vectors) {
    return [...vertexTypes, ...edges]
      .filter(isOwner)
      .flatMap(({ attributes: own }) => own)
      .map(({ name, type }) => ({ label: name, kind: 'attribute', detail: typeText(type) }));
  }
  return vertexTypes.filter(isOwner).flatMap(({ vectors: own = [] }) =>
    own.map(({ name, dimension, metric }) => ({
      label: name,
      kind: 'attribute',
      detail: `${dimension}, ${metric}`,
    })),
  );
}

function vectorSearchItem({ vertexTypes }: GraphSchema): CompletionItem[] {
  if (!vertexTypes.some(({ vectors = [] }) => vectors.length > 0)) return [];
  const note = FUNCTION_NOTES.get('vectorsearch') ?? '';
  return [{ label: 'vectorSearch', kind: 'function', detail: '({Type.vector}, query, k)', note }];
}

/** Functions that the people of the workspace wrote. */
function ownFunctions({ functions = [] }: GraphSchema): CompletionItem[] {
  return functions.map((each) => ({
    label: each.name,
    kind: 'function',
    detail: ownSignature(each).slice(each.name.length),
    ...(each.description === undefined ? {} : { note: each.description }),
  }));
}

/** Completions after a dot: attributes and accumulators of vertices, fields of tuples, functions of the value. */
function members(place: Place, slot: Extract<Slot, { kind: 'member' }>): CompletionItem[] {
  const { context } = place;
  if (context === undefined) return [];
  const { target } = slot;
  if (target.kind === 'name' && target.name === 'gds') return [{ label: 'vector', kind: 'function' }];
  if (
    target.kind === 'member' &&
    target.name === 'vector' &&
    target.target.kind === 'name' &&
    target.target.name === 'gds'
  ) {
    return [...FUNCTIONS.values()]
      .filter(({ name }) => VECTOR_FUNCTIONS.test(name))
      .map((signature) => ({
        ...functionItem(signature),
        label: signature.name.replace(VECTOR_FUNCTIONS, ''),
      }));
  }
  const type = checkExpr(context, slot.target);
  const value = valueOf(type, context);
  const methods = [...(methodsOf(context, type)?.values() ?? [])].map(functionItem);
  return [...attributes(context, value), ...methods];
}

function attributes(context: Context, type: Type): CompletionItem[] {
  switch (type.kind) {
    case 'vertex':
    case 'vertexSet':
    case 'edge': {
      const kind = type.kind === 'edge' ? 'edge' : 'vertex';
      const known = new Map<string, Attribute>();
      for (const owner of context.schema.named(kind, type.types)) {
        for (const attribute of readableAttributes(owner)) known.set(attribute.name, attribute);
      }
      return [
        ...[...known.values()].map((attribute): CompletionItem => ({
          label: attribute.name,
          kind: 'attribute',
          detail: typeText(attribute.type),
        })),
        ...(kind === 'vertex' ? vertexAccums(context) : []),
        { label: 'type', kind: 'attribute', detail: 'STRING' },
      ];
    }
    case 'tuple':
      return type.fields.map(({ name, type: field }) => ({
        label: name,
        kind: 'attribute',
        detail: describe(field),
      }));
    case 'table':
      return type.columns.map(({ name }) => ({ label: name, kind: 'attribute' }));
    default:
      return [];
  }
}
