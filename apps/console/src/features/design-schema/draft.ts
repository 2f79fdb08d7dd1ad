/**
 * The schema being designed: saved and unsaved parts. Plain values; every change returns a new draft, so that undo
 * keeps the old one. Types refer to each other by `key`, which stays the same when an unsaved type is renamed.
 */
import type {
  Attribute,
  AttributeType,
  EdgeType,
  GraphSchema,
  ScalarTypeName,
  VertexType,
} from '@acacia/language';

export interface DraftAttribute {
  readonly key: string;
  readonly name: string;
  readonly type: AttributeType;
  /** As typed; '': none. */
  readonly defaultValue: string;
  /** Of edges: the attribute is a discriminator. */
  readonly discriminator: boolean;
  /** Exists in the saved type: its name and type are fixed. */
  readonly saved: boolean;
}

export interface DraftVertex {
  readonly key: string;
  /** Exists in the graph: only attributes can change. */
  readonly saved: boolean;
  readonly name: string;
  /** CSS colour; stays when the type is renamed. */
  readonly color: string;
  readonly idName: string;
  readonly idType: ScalarTypeName;
  readonly idAsAttribute: boolean;
  readonly attributes: readonly DraftAttribute[];
}

export interface DraftPair {
  readonly from: string;
  readonly to: string;
}

export interface DraftEdge {
  readonly key: string;
  readonly saved: boolean;
  readonly name: string;
  readonly directed: boolean;
  /** '': none. */
  readonly reverseEdge: string;
  /** Keys of vertices. */
  readonly pairs: readonly DraftPair[];
  readonly attributes: readonly DraftAttribute[];
}

export interface Draft {
  readonly vertices: readonly DraftVertex[];
  readonly edges: readonly DraftEdge[];
}

export const EMPTY_DRAFT: Draft = { vertices: [], edges: [] };

const vertexKey = (name: string): string => `vertex:${name}`;

const draftAttribute = (attribute: Attribute, discriminator: boolean): DraftAttribute => ({
  key: `attribute:${attribute.name}`,
  name: attribute.name,
  type: attribute.type,
  defaultValue: attribute.defaultValue === undefined ? '' : String(attribute.defaultValue),
  discriminator,
  saved: true,
});

/**
 * The draft that equals the saved schema. Reverse edge types are part of their edge type.
 * @param colorOf the colour of a vertex type
 */
export function draftOf(schema: GraphSchema, colorOf: (type: string) => string): Draft {
  return {
    vertices: schema.vertexTypes.map((type) => ({
      key: vertexKey(type.name),
      saved: true,
      name: type.name,
      color: colorOf(type.name),
      idName: type.primaryId.name,
      idType: type.primaryId.type,
      idAsAttribute: type.primaryId.asAttribute,
      attributes: type.attributes.map((attribute) => draftAttribute(attribute, false)),
    })),
    edges: schema.edgeTypes
      .filter((type) => type.reverseOf === undefined)
      .map((type) => ({
        key: `edge:${type.name}`,
        saved: true,
        name: type.name,
        directed: type.directed,
        reverseEdge: type.reverseEdge ?? '',
        pairs: type.pairs.map(({ from, to }) => ({ from: vertexKey(from), to: vertexKey(to) })),
        attributes: type.attributes.map((attribute) =>
          draftAttribute(attribute, type.discriminator.includes(attribute.name)),
        ),
      })),
  };
}

/** A default in the schema's form: a number or truth value where the type requires one. */
function defaultOf(attribute: DraftAttribute): string | number | boolean | undefined {
  if (attribute.defaultValue === '' || attribute.type.kind !== 'scalar') return undefined;
  switch (attribute.type.name) {
    case 'INT':
    case 'UINT':
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

function attributeOf(attribute: DraftAttribute): Attribute {
  const defaultValue = defaultOf(attribute);
  return {
    name: attribute.name,
    type: attribute.type,
    ...(defaultValue === undefined ? {} : { defaultValue }),
  };
}

const vertexTypeOf = (vertex: DraftVertex): VertexType => ({
  name: vertex.name,
  primaryId: {
    name: vertex.idName,
    type: vertex.idType,
    asAttribute: vertex.idAsAttribute,
    isPrimaryKey: false,
  },
  attributes: vertex.attributes.map(attributeOf),
});

function edgeTypeOf(edge: DraftEdge, draft: Draft): EdgeType {
  const nameOf = (key: string): string => draft.vertices.find((vertex) => vertex.key === key)?.name ?? '';
  // Discriminators come before the other attributes (GSQL, CREATE EDGE).
  const attributes = [
    ...edge.attributes.filter(({ discriminator }) => discriminator),
    ...edge.attributes.filter(({ discriminator }) => !discriminator),
  ];
  return {
    name: edge.name,
    directed: edge.directed,
    pairs: edge.pairs.map(({ from, to }) => ({ from: nameOf(from), to: nameOf(to) })),
    attributes: attributes.map(attributeOf),
    discriminator: attributes.filter(({ discriminator }) => discriminator).map(({ name }) => name),
    ...(edge.directed && edge.reverseEdge !== '' ? { reverseEdge: edge.reverseEdge } : {}),
  };
}

export interface TypeChange {
  readonly name: string;
  readonly added: readonly Attribute[];
  readonly dropped: readonly string[];
}

/** Changes that saving the draft would make. */
export interface DraftChange {
  readonly addVertices: readonly VertexType[];
  readonly addEdges: readonly EdgeType[];
  readonly dropVertices: readonly string[];
  readonly dropEdges: readonly string[];
  readonly alterVertices: readonly TypeChange[];
  readonly alterEdges: readonly TypeChange[];
}

function typeChanges(
  before: readonly (DraftVertex | DraftEdge)[],
  after: readonly (DraftVertex | DraftEdge)[],
): TypeChange[] {
  return after.flatMap((type) => {
    const old = before.find(({ key }) => key === type.key);
    if (old === undefined) return [];
    const kept = new Set(type.attributes.filter(({ saved }) => saved).map(({ name }) => name));
    const added = type.attributes.filter(({ saved }) => !saved).map(attributeOf);
    const dropped = old.attributes.map(({ name }) => name).filter((name) => !kept.has(name));
    return added.length + dropped.length === 0 ? [] : [{ name: type.name, added, dropped }];
  });
}

/** The difference between the saved schema and the draft. */
export function changeBetween(saved: Draft, draft: Draft): DraftChange {
  const gone = (before: readonly { key: string; name: string }[], after: readonly { key: string }[]) =>
    before.filter(({ key }) => !after.some((type) => type.key === key)).map(({ name }) => name);
  return {
    addVertices: draft.vertices.filter((vertex) => !vertex.saved).map(vertexTypeOf),
    addEdges: draft.edges.filter((edge) => !edge.saved).map((edge) => edgeTypeOf(edge, draft)),
    dropVertices: gone(saved.vertices, draft.vertices),
    dropEdges: gone(saved.edges, draft.edges),
    alterVertices: typeChanges(saved.vertices, draft.vertices),
    alterEdges: typeChanges(saved.edges, draft.edges),
  };
}

export const isEmptyChange = (change: DraftChange): boolean =>
  Object.values(change).every((list: readonly unknown[]) => list.length === 0);

/** Data that the change deletes, in words; empty when nothing is lost. */
export function losses(change: DraftChange): string[] {
  const attributes = ({ name, dropped }: TypeChange): string[] =>
    dropped.map((attribute) => `Attribute ${attribute} of ${name}, with its values`);
  return [
    ...change.dropVertices.map((name) => `Vertex type ${name}, with its vertices and their edges`),
    ...change.dropEdges.map((name) => `Edge type ${name}, with its edges`),
    ...change.alterVertices.flatMap(attributes),
    ...change.alterEdges.flatMap(attributes),
  ];
}
