/** The differences between the saved schema and a draft: those of the schema, and those of its look. */
import { t } from '@acacia/texts';
import { GraphStyleChange, type GraphStyle } from '@acacia/contract';
import type {
  Attribute,
  AttributeIndex,
  EdgePair,
  EdgeType,
  VectorAttribute,
  VertexType,
} from '@acacia/language';
import type { Draft, DraftAttribute, DraftEdge, DraftVector, DraftVertex } from './draft.ts';

/** A default in the schema's form: a number or truth value where the type requires one. */
function defaultOf(attribute: DraftAttribute): string | number | boolean | undefined {
  if (attribute.defaultValue === '' || attribute.type.kind !== 'scalar') return undefined;
  switch (attribute.type.name) {
    case 'INT':
    case 'UINT': {
      const number = Number(attribute.defaultValue);
      // Whole numbers beyond 2^53 stay as they were typed.
      return Number.isSafeInteger(number) ? number : attribute.defaultValue;
    }
    case 'FLOAT':
    case 'DOUBLE':
      return Number(attribute.defaultValue);
    case 'BOOL':
      return attribute.defaultValue.toLowerCase() === 'true';
    case 'STRING':
    case 'DATETIME':
      return attribute.defaultValue;
  }
}

export function attributeOf(attribute: DraftAttribute): Attribute {
  const defaultValue = defaultOf(attribute);
  return {
    name: attribute.name,
    type: attribute.type,
    ...(defaultValue === undefined ? {} : { defaultValue }),
  };
}

export const vectorOf = ({ name, dimension, metric }: DraftVector): VectorAttribute => ({
  name,
  dimension: Number(dimension),
  metric,
});

const indexOf = ({ name, index }: DraftAttribute): AttributeIndex[] =>
  index === null ? [] : [{ name: index, attribute: name }];

export function vertexTypeOf(vertex: DraftVertex): VertexType {
  const indexes = vertex.attributes.flatMap(indexOf);
  return {
    name: vertex.name,
    primaryId: {
      name: vertex.idName,
      type: vertex.idType,
      asAttribute: vertex.idAsAttribute || vertex.isPrimaryKey,
      isPrimaryKey: vertex.isPrimaryKey,
      ...(vertex.parts === undefined ? {} : { parts: vertex.parts }),
    },
    attributes: vertex.attributes.map(attributeOf),
    ...(vertex.stats === undefined ? {} : { stats: vertex.stats }),
    ...(indexes.length === 0 ? {} : { indexes }),
    ...(vertex.vectors.length === 0 ? {} : { vectors: vertex.vectors.map(vectorOf) }),
  };
}

type NameOf = (key: string) => string;

export const namesOf =
  (draft: Draft): NameOf =>
  (key) =>
    byKey(draft.vertices).get(key)?.name ?? '';

const pairsOf = (edge: DraftEdge, nameOf: NameOf): EdgePair[] =>
  edge.pairs
    .filter(({ from, to }) => from !== '' && to !== '')
    .map(({ from, to }) => ({ from: nameOf(from), to: nameOf(to) }));

export function edgeTypeOf(edge: DraftEdge, nameOf: NameOf): EdgeType {
  // Discriminators come before the other attributes (GSQL, CREATE EDGE).
  const attributes = [
    ...edge.attributes.filter(({ discriminator }) => discriminator),
    ...edge.attributes.filter(({ discriminator }) => !discriminator),
  ];
  return {
    name: edge.name,
    directed: edge.directed,
    pairs: pairsOf(edge, nameOf),
    attributes: attributes.map(attributeOf),
    discriminator: attributes.filter(({ discriminator }) => discriminator).map(({ name }) => name),
    ...(edge.directed && edge.reverseEdge !== '' ? { reverseEdge: edge.reverseEdge } : {}),
  };
}

export interface TypeChange {
  readonly name: string;
  readonly added: readonly Attribute[];
  readonly dropped: readonly string[];
  readonly addedIndexes: readonly AttributeIndex[];
  readonly droppedIndexes: readonly string[];
  readonly addedVectors: readonly VectorAttribute[];
  readonly droppedVectors: readonly string[];
  readonly addedPairs: readonly EdgePair[];
  readonly droppedPairs: readonly EdgePair[];
}

/** Changes that saving the draft would make. */
export interface DraftChange {
  readonly addVertices: readonly VertexType[];
  readonly addEdges: readonly EdgeType[];
  readonly dropVertices: readonly string[];
  readonly dropEdges: readonly string[];
  readonly alterVertices: readonly TypeChange[];
  readonly alterEdges: readonly TypeChange[];
  /** Global types that the graph uses from now on, or no longer. */
  readonly addGlobal: readonly string[];
  readonly dropGlobal: readonly string[];
}

/**
 * A function of two objects that keeps its last result for each first one. The first edit gives all types places, and
 * makes them other objects than the saved ones: each further edit compares one type, and not all of them.
 */
function paired<A extends object, B extends object, T>(work: (a: A, b: B) => T): (a: A, b: B) => T {
  const last = new WeakMap<A, { readonly b: B; readonly result: T }>();
  return (a, b) => {
    const known = last.get(a);
    if (known?.b === b) return known.result;
    const result = work(a, b);
    last.set(a, { b, result });
    return result;
  };
}

type Keyed = { readonly key: string };

/** Maps of lists, which stay the same lists until one of their parts is edited. */
const maps = new WeakMap<readonly Keyed[], ReadonlyMap<string, Keyed>>();

function byKey<T extends Keyed>(parts: readonly T[]): ReadonlyMap<string, T> {
  const known = maps.get(parts) as ReadonlyMap<string, T> | undefined;
  if (known !== undefined) return known;
  const map = new Map(parts.map((part) => [part.key, part]));
  maps.set(parts, map);
  return map;
}

function missingFrom<T extends Keyed>(before: readonly T[], after: readonly T[]): readonly T[] {
  // Most edits leave all types in their order, or add one at the end: then nothing is looked up.
  const first = before.findIndex(({ key }, at) => after[at]?.key !== key);
  if (first === -1) return [];
  const kept = byKey(after);
  return before.slice(first).filter(({ key }) => !kept.has(key));
}

function attributeChange(before: DraftVertex | DraftEdge, after: DraftVertex | DraftEdge): TypeChange {
  const old = byKey(before.attributes);
  const moved = after.attributes.filter(({ key, index }) => (old.get(key)?.index ?? null) !== index);
  return {
    name: after.name,
    added: after.attributes.filter(({ saved }) => !saved).map(attributeOf),
    dropped: missingFrom(before.attributes, after.attributes).map(({ name }) => name),
    addedIndexes: moved.flatMap(indexOf),
    droppedIndexes: moved.flatMap(({ key }) => old.get(key)?.index ?? []),
    addedVectors: [],
    droppedVectors: [],
    addedPairs: [],
    droppedPairs: [],
  };
}

const isEmpty = ({ name: _, ...lists }: TypeChange): boolean =>
  Object.values(lists).every((list: readonly unknown[]) => list.length === 0);

/** The types of a draft that a person may change, with what they were; those that are the same object are the same. */
function changedOf<T extends DraftVertex | DraftEdge>(before: readonly T[], after: readonly T[]): [T, T][] {
  if (before === after) return [];
  const old = byKey(before);
  return after.flatMap((type) => {
    const known = old.get(type.key);
    return known === undefined || known === type || type.foreign ? [] : [[known, type] as [T, T]];
  });
}

/** The change of a vertex type as a list of one; none of one that only has another place. */
const vertexChanges = paired((after: DraftVertex, before: DraftVertex): readonly TypeChange[] => {
  const change = {
    ...attributeChange(before, after),
    addedVectors: after.vectors.filter((vector) => !vector.saved).map(vectorOf),
    droppedVectors: missingFrom(before.vectors, after.vectors).map(({ name }) => name),
  };
  return isEmpty(change) ? [] : [change];
});

const pairText = ({ from, to }: EdgePair): string => `${from} ${to}`;

/** The difference between the saved schema and the draft. */
export function changeBetween(saved: Draft, draft: Draft): DraftChange {
  const nameOf = namesOf(draft);
  const oldNameOf = namesOf(saved);
  const droppedVertices = missingFrom(saved.vertices, draft.vertices);
  const droppedEdges = missingFrom(saved.edges, draft.edges);
  const added = <T extends DraftVertex | DraftEdge>(before: readonly T[], after: readonly T[]) =>
    missingFrom(after, before);
  const newVertices = added(saved.vertices, draft.vertices);
  const newEdges = added(saved.edges, draft.edges);
  const own = <T extends DraftVertex | DraftEdge>(types: readonly T[]) =>
    types.filter((type) => !type.foreign);
  const foreign = (types: readonly (DraftVertex | DraftEdge)[]): string[] =>
    types.filter((type) => type.foreign).map(({ name }) => name);
  return {
    addVertices: own(newVertices).map(vertexTypeOf),
    addEdges: own(newEdges).map((edge) => edgeTypeOf(edge, nameOf)),
    dropVertices: own(droppedVertices).map(({ name }) => name),
    dropEdges: own(droppedEdges).map(({ name }) => name),
    alterVertices: changedOf(saved.vertices, draft.vertices).flatMap(([before, after]) =>
      vertexChanges(after, before),
    ),
    alterEdges: changedOf(saved.edges, draft.edges)
      .map(([before, after]) => {
        const [old, now] = [pairsOf(before, oldNameOf), pairsOf(after, nameOf)];
        const [oldTexts, texts] = [new Set(old.map(pairText)), new Set(now.map(pairText))];
        // Pairs of a vertex type that is dropped go with it.
        const gone = new Set(droppedVertices.map(({ name }) => name));
        return {
          ...attributeChange(before, after),
          addedPairs: now.filter((pair) => !oldTexts.has(pairText(pair))),
          droppedPairs: old.filter(
            (pair) => !texts.has(pairText(pair)) && !gone.has(pair.from) && !gone.has(pair.to),
          ),
        };
      })
      .filter((change) => !isEmpty(change)),
    addGlobal: foreign([...newVertices, ...newEdges]),
    dropGlobal: foreign([...droppedEdges, ...droppedVertices]),
  };
}

export const isEmptyChange = (change: DraftChange): boolean =>
  Object.values(change).every((list: readonly unknown[]) => list.length === 0);

/** Data that the change deletes, in words; empty when nothing is lost. */
export function losses(change: DraftChange): string[] {
  const parts = ({ name, dropped, droppedVectors, droppedPairs }: TypeChange): string[] => [
    ...dropped.map((attribute) => t`Attribute ${attribute} of ${name}, with its values`),
    ...droppedVectors.map((vector) => t`Vector attribute ${vector} of ${name}, with its values`),
    ...droppedPairs.map(({ from, to }) => t`Edges of ${name} from ${from} to ${to}`),
  ];
  return [
    ...change.dropVertices.map((name) => t`Vertex type ${name}, with its vertices and their edges`),
    ...change.dropEdges.map((name) => t`Edge type ${name}, with its edges`),
    ...change.alterVertices.flatMap(parts),
    ...change.alterEdges.flatMap(parts),
  ];
}

/** Members of styles that a person changed, by name of the type; null: the type has gone, and its style with it. */
export interface LookChange {
  readonly vertices: Readonly<Record<string, Readonly<Record<string, unknown>> | null>>;
  readonly edges: Readonly<Record<string, Readonly<Record<string, unknown>> | null>>;
}

const vertexLook = ({ color, icon, position }: DraftVertex) => ({
  fillColor: color,
  icon,
  x: position?.x,
  y: position?.y,
});
const edgeLook = ({ color }: DraftEdge) => ({ fillColor: color });

const membersOf = paired(
  (type: DraftVertex | DraftEdge, known: DraftVertex | DraftEdge): Readonly<Record<string, unknown>> => {
    const old = lookOf(known);
    return Object.fromEntries(
      Object.entries(lookOf(type)).filter(([member, value]) => value !== old[member]),
    );
  },
);

const lookOf = (type: DraftVertex | DraftEdge): Readonly<Record<string, unknown>> =>
  'pairs' in type ? edgeLook(type) : vertexLook(type);

/** A new type without a look of its own stores none. */
const NO_LOOK: Readonly<Record<string, unknown>> = { fillColor: '', icon: '', x: undefined, y: undefined };

function lookChanges<T extends DraftVertex | DraftEdge>(
  before: readonly T[],
  after: readonly T[],
): LookChange['vertices'] {
  if (before === after) return {};
  const old = byKey(before);
  const gone = missingFrom(before, after).map(({ name }) => [name, null] as const);
  const changed = after.flatMap((type) => {
    const known = old.get(type.key);
    if (known === type) return [];
    const members =
      known === undefined
        ? Object.fromEntries(
            Object.entries(lookOf(type)).filter(([member, value]) => value !== NO_LOOK[member]),
          )
        : membersOf(type, known);
    return Object.keys(members).length === 0 ? [] : [[type.name, members] as const];
  });
  return Object.fromEntries([...gone, ...changed]);
}

/** Colours, icons and places that differ between the saved schema and the draft. */
export const looksBetween = (saved: Draft, draft: Draft): LookChange => ({
  vertices: lookChanges(saved.vertices, draft.vertices),
  edges: lookChanges(saved.edges, draft.edges),
});

export const isEmptyLook = ({ vertices, edges }: LookChange): boolean =>
  Object.keys(vertices).length + Object.keys(edges).length === 0;

/**
 * The change with the colours that types have without a stored one: the palette would give them others once there are
 * more types.
 */
export function withAllColors(change: LookChange, draft: Draft, stored: GraphStyle): LookChange {
  const colors = draft.vertices
    .filter(({ name }) => stored.vertexStyles[name]?.fillColor === undefined)
    .map(({ name, color }) => [name, { fillColor: color, ...change.vertices[name] }] as const);
  return { ...change, vertices: { ...change.vertices, ...Object.fromEntries(colors) } };
}

/** The change as the workspace makes it: '' and undefined take a member away. */
export function toStyleChange({ vertices, edges }: LookChange): GraphStyleChange {
  const ofTypes = (looks: LookChange['vertices']): Record<string, Record<string, unknown> | null> =>
    Object.fromEntries(
      Object.entries(looks).map(([name, members]) => [name, members === null ? null : nullsIn(members)]),
    );
  return GraphStyleChange.parse({ vertexStyles: ofTypes(vertices), edgeStyles: ofTypes(edges) });
}

const nullsIn = (members: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(members).map(([name, value]) => [
      name,
      value === '' || value === undefined ? null : value,
    ]),
  );
