/** The draft as GSQL text, and a draft of the text that a person wrote in its place. */
import { t } from '@acacia/texts';
import {
  attributeText,
  schemaText,
  type Attribute,
  type EdgeType,
  type GraphSchema,
  type SchemaReading,
  type Span,
  type VertexType,
} from '@acacia/language';
import { freeColor } from '@acacia/ui';
import type { Draft, DraftAttribute, DraftEdge, DraftVector, DraftVertex } from './draft.ts';
import { attributeOf, edgeTypeOf, namesOf, vectorOf, vertexTypeOf } from './draft-change.ts';
import { newKey } from './draft-edits.ts';

/** Name ('' for the global scope) and tuples of the graph that is designed. */
export type DesignedScope = Pick<GraphSchema, 'name' | 'tuples'>;

type Chosen = (type: DraftVertex | DraftEdge) => boolean;

function schemaOf(draft: Draft, { name, tuples }: DesignedScope, chosen: Chosen): GraphSchema {
  const nameOf = namesOf(draft);
  return {
    name,
    tuples,
    queries: [],
    vertexTypes: draft.vertices.filter(chosen).map(vertexTypeOf),
    edgeTypes: draft.edges.filter(chosen).flatMap((edge) => {
      const type = edgeTypeOf(edge, nameOf);
      const { reverseEdge } = type;
      return reverseEdge === undefined
        ? [type]
        : [type, { ...type, name: reverseEdge, reverseOf: type.name }];
    }),
  };
}

/** The types that the graph alone has, or all global ones, as a job that makes them. */
export const textOf = (draft: Draft, scope: DesignedScope): string =>
  schemaText(schemaOf(draft, scope, ({ foreign }) => !foreign));

/** The scope that a text of the draft is read in: the global types that the graph uses. */
export const scopeOf = (draft: Draft, scope: DesignedScope): GraphSchema =>
  schemaOf(draft, scope, ({ foreign }) => foreign);

/** A fault of the text that keeps it from becoming the draft. */
export interface TextFault {
  readonly message: string;
  readonly span: Span;
}

const START: Span = { start: 0, end: 0 };

/**
 * The draft after its text was read without an error. Parts that stay the same keep their keys, looks and, where nothing
 * of them changed, their identity. A saved attribute that became another is dropped and made anew.
 * @param saved fixes ids, directions and discriminators of the types in it
 * @param vectorRefusal why vector attributes cannot be changed; undefined when they can
 */
export function draftOfReading(
  { draft, saved }: { readonly draft: Draft; readonly saved: Draft },
  { schema, spans }: SchemaReading,
  vectorRefusal: string | undefined,
): { readonly draft: Draft; readonly faults: readonly TextFault[] } {
  const faults: TextFault[] = [];
  const fault = (type: string, message: string): void => {
    faults.push({ message, span: spans.get(type) ?? START });
  };
  const foreign = new Set([...draft.vertices, ...draft.edges].filter(isForeign).map(({ name }) => name));
  const types = schema.vertexTypes.filter(({ name }) => !foreign.has(name));
  const known = pairUp(draft.vertices, saved.vertices, types);
  const savedTypes = byKey(saved.vertices);
  const colors = [...draft.vertices, ...draft.edges].map(({ color }) => color);
  const newColor = (): string => {
    const color = freeColor(colors);
    colors.push(color);
    return color;
  };
  const vertices = types.map((type) => {
    const before = known.get(type.name);
    const made = vertexOf(type, before, savedTypes.get(before?.key), newColor);
    if (before?.saved === true && idText(before) !== idText(made))
      fault(type.name, fixed(type.name, t`primary id and its options`));
    if (vectorRefusal !== undefined && before?.vectors !== made.vectors && made.vectors.length > 0)
      fault(type.name, vectorRefusal);
    return made;
  });
  const all = inOrder(draft.vertices, vertices);
  const keyOf = new Map(all.map(({ name, key }) => [name, key]));
  const edgeTypes = schema.edgeTypes.filter(
    ({ name, reverseOf }) => reverseOf === undefined && !foreign.has(name),
  );
  const savedEdges = byKey(saved.edges);
  const knownEdges = pairUp(draft.edges, saved.edges, edgeTypes);
  const edges = edgeTypes.map((type) => {
    const before = knownEdges.get(type.name);
    const made = edgeOf(type, before, savedEdges.get(before?.key), newColor, (name) => keyOf.get(name) ?? '');
    if (before?.saved === true && formText(before) !== formText(made))
      fault(type.name, fixed(type.name, t`direction, reverse edge and discriminators`));
    return made;
  });
  return { draft: { vertices: all, edges: inOrder(draft.edges, edges) }, faults };
}

const byKey = <T extends { readonly key: string }>(parts: readonly T[]): Map<string | undefined, T> =>
  new Map(parts.map((part) => [part.key, part]));

const isForeign = ({ foreign }: DraftVertex | DraftEdge): boolean => foreign;

const fixed = (name: string, what: string): string =>
  t`The ${what} of ${name} cannot change once the type is saved: that would erase its data.`;

const idText = ({ idName, idType, idAsAttribute, isPrimaryKey, parts, stats }: DraftVertex): string =>
  [idName, idType, idAsAttribute || isPrimaryKey, isPrimaryKey, parts, stats].join(' ');

const formText = ({ directed, reverseEdge, attributes }: DraftEdge): string =>
  [
    directed,
    reverseEdge,
    ...attributes
      .filter(({ discriminator }) => discriminator)
      .map((each) => attributeText(attributeOf(each)))
      .toSorted(),
  ].join(' ');

/**
 * The parts of the draft that types of the text are: those of the same name, in the draft or dropped from it. One unsaved
 * type that vanished while one appeared was renamed.
 */
function pairUp<T extends DraftVertex | DraftEdge>(
  now: readonly T[],
  saved: readonly T[],
  types: readonly { readonly name: string }[],
): Map<string, T> {
  const known = new Map(
    [...saved, ...now].filter((each) => !isForeign(each)).map((each) => [each.name, each]),
  );
  const names = new Set(types.map(({ name }) => name));
  const gone = now.filter((each) => !isForeign(each) && !each.saved && !names.has(each.name));
  const come = types.filter(({ name }) => !known.has(name));
  const [from] = gone;
  const [to] = come;
  if (from !== undefined && to !== undefined && gone.length === 1 && come.length === 1)
    known.set(to.name, from);
  return known;
}

/** The parts that stay, in the order of the draft, and then the new ones. */
function inOrder<T extends DraftVertex | DraftEdge>(before: readonly T[], own: readonly T[]): readonly T[] {
  const made = new Map(own.map((each) => [each.key, each]));
  const kept = before.flatMap((each) => (isForeign(each) ? [each] : (made.get(each.key) ?? [])));
  const keys = new Set(kept.map(({ key }) => key));
  return [...kept, ...own.filter(({ key }) => !keys.has(key))];
}

/** The list before where every part of it is the same. */
const same = <T>(before: readonly T[] | undefined, now: readonly T[]): readonly T[] =>
  before?.length === now.length && before.every((each, index) => each === now[index]) ? before : now;

/** The part before where no member of it changed. */
function unchanged<T extends object>(before: T | undefined, made: T): T {
  if (before === undefined) return made;
  const members = new Set([...Object.keys(before), ...Object.keys(made)]) as Set<keyof T>;
  return [...members].every((member) => before[member] === made[member]) ? before : made;
}

function attributesOf(
  type: VertexType | EdgeType,
  before: readonly DraftAttribute[] = [],
  saved: readonly DraftAttribute[] = [],
): readonly DraftAttribute[] {
  const known = new Map(before.map((each) => [each.name, each]));
  const first = new Map(saved.map((each) => [each.name, each]));
  const indexes = new Map(
    ('indexes' in type ? (type.indexes ?? []) : []).map(({ name, attribute }) => [attribute, name]),
  );
  const made = type.attributes.map((attribute: Attribute): DraftAttribute => {
    const values = {
      name: attribute.name,
      type: attribute.type,
      defaultValue: attribute.defaultValue === undefined ? '' : String(attribute.defaultValue),
      discriminator: 'discriminator' in type && type.discriminator.includes(attribute.name),
      index: indexes.get(attribute.name) ?? null,
    };
    const old = known.get(attribute.name);
    const text = attributeText(attribute);
    const alike = [old, first.get(attribute.name)].find(
      (each) => each !== undefined && attributeText(attributeOf(each)) === text,
    );
    if (alike !== undefined)
      return unchanged(alike, { ...alike, discriminator: values.discriminator, index: values.index });
    const key = old === undefined || old.saved ? newKey('attribute') : old.key;
    return { key, saved: false, ...values };
  });
  return same(before, made);
}

function vectorsOf(
  { vectors = [] }: VertexType,
  before: readonly DraftVector[] = [],
  saved: readonly DraftVector[] = [],
): readonly DraftVector[] {
  const known = new Map(before.map((each) => [each.name, each]));
  const first = new Map(saved.map((each) => [each.name, each]));
  const made = vectors.map((vector): DraftVector => {
    const old = known.get(vector.name);
    const alike = [old, first.get(vector.name)].find((each) => {
      if (each === undefined) return false;
      const { dimension, metric } = vectorOf(each);
      return dimension === vector.dimension && metric === vector.metric;
    });
    if (alike !== undefined) return alike;
    const key = old === undefined || old.saved ? newKey('vector') : old.key;
    return { key, ...vector, dimension: String(vector.dimension), saved: false };
  });
  return same(before, made);
}

function vertexOf(
  type: VertexType,
  before: DraftVertex | undefined,
  saved: DraftVertex | undefined,
  color: () => string,
): DraftVertex {
  const { name, primaryId } = type;
  const { parts } = primaryId;
  const looks = before ?? {
    key: newKey('vertex'),
    saved: false,
    foreign: false,
    color: color(),
    icon: '',
    position: null,
  };
  const { stats: _, parts: oldParts, ...rest } = { stats: undefined, parts: undefined, ...looks };
  const made: DraftVertex = {
    ...rest,
    name,
    idName: primaryId.name,
    idType: primaryId.type,
    idAsAttribute: primaryId.asAttribute,
    isPrimaryKey: primaryId.isPrimaryKey,
    ...(parts === undefined ? {} : { parts: same(oldParts, parts) }),
    ...(type.stats === undefined ? {} : { stats: type.stats }),
    attributes: attributesOf(type, before?.attributes, saved?.attributes),
    vectors: vectorsOf(type, before?.vectors, saved?.vectors),
  };
  return unchanged(before, made);
}

function edgeOf(
  type: EdgeType,
  before: DraftEdge | undefined,
  saved: DraftEdge | undefined,
  color: () => string,
  keyOf: (vertex: string) => string,
): DraftEdge {
  const looks = before ?? { key: newKey('edge'), saved: false, foreign: false, color: color() };
  const pairs = type.pairs.map(({ from, to }) => ({ from: keyOf(from), to: keyOf(to) }));
  const pairText = ({ from, to }: (typeof pairs)[number]): string => `${from} ${to}`;
  const isSame = before?.pairs.map(pairText).join('|') === pairs.map(pairText).join('|');
  return unchanged(before, {
    ...looks,
    name: type.name,
    directed: type.directed,
    reverseEdge: type.reverseEdge ?? '',
    pairs: isSame ? before.pairs : pairs,
    attributes: attributesOf(type, before?.attributes, saved?.attributes),
  });
}

/** The range of the step that adds a type; undefined where the text has none. */
export function placeOfType(text: string, name: string): Span | undefined {
  const found = new RegExp(`\\b(?:VERTEX|EDGE)\\s+${name}\\s*\\(`, 'i').exec(text);
  return found === null ? undefined : { start: found.index, end: found.index + found[0].length - 1 };
}
