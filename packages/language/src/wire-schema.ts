/**
 * Converts a graph schema to TigerGraph's JSON of it (`VertexTypes`, `EdgeTypes` of the schema calls), and back.
 *
 * On the wire a reverse edge type is only a name in its edge type's `Config.REVERSE_EDGE`; in a GraphSchema it is a
 * separate edge type.
 */
import type {
  WireAttribute,
  WireAttributeType,
  WireEdgeType,
  WireGraphSchema,
  WireVertexType,
} from '@acacia/base';
import { finding, type Finding } from './gsql/diagnostics/catalogue.ts';
import { compositeId } from './gsql/check/ddl.ts';
import { isIdentifier } from './gsql/names.ts';
import type {
  Attribute,
  AttributeType,
  EdgeType,
  GraphSchema,
  ScalarTypeName,
  TupleType,
  VectorAttribute,
  VectorMetric,
  VertexType,
} from './schema.ts';

const METRICS: readonly VectorMetric[] = ['COSINE', 'L2', 'IP'];

const SCALARS: ReadonlySet<string> = new Set<ScalarTypeName>([
  'INT',
  'UINT',
  'FLOAT',
  'DOUBLE',
  'BOOL',
  'STRING',
  'DATETIME',
]);

/** A type that the wire names and the language does not have; the message names the field. */
export class WireSchemaError extends Error {
  constructor({ message }: Finding) {
    super(message);
    this.name = 'WireSchemaError';
  }
}

/** `INT`, `STRING COMPRESS` (stored as STRING), or the name of a tuple. */
function namedType(name: string, where: string): AttributeType {
  const upper = name
    .trim()
    .toUpperCase()
    .replace(/^STRING\s+COMPRESS$/, 'STRING');
  if (SCALARS.has(upper)) return { kind: 'scalar', name: upper as ScalarTypeName };
  if (isIdentifier(name)) return { kind: 'udt', name };
  throw new WireSchemaError(finding('wireTypeUnknown', { name, where }));
}

function required(value: string | undefined, field: string, where: string): string {
  if (value === undefined || value === '') {
    throw new WireSchemaError(finding('wireFieldMissing', { field, where }));
  }
  return value;
}

function typeFromWire(type: WireAttributeType, where: string): AttributeType {
  const element = (): AttributeType =>
    namedType(type.TupleName ?? required(type.ValueTypeName, 'ValueTypeName', where), where);
  switch (type.Name.toUpperCase()) {
    case 'LIST':
      return { kind: 'list', element: element() };
    case 'SET':
      return { kind: 'set', element: element() };
    case 'MAP':
      return {
        kind: 'map',
        key: namedType(required(type.KeyTypeName, 'KeyTypeName', where), where),
        value: element(),
      };
    case 'UDT':
      return { kind: 'udt', name: required(type.TupleName, 'TupleName', where) };
    default:
      return namedType(type.Name, where);
  }
}

function scalarFromWire(type: WireAttributeType, where: string): ScalarTypeName {
  const result = typeFromWire(type, where);
  if (result.kind !== 'scalar') throw new WireSchemaError(finding('wireIdType', { type: type.Name, where }));
  return result.name;
}

/** Converts a default, which is text on the wire, to a number or truth value where its type is one. */
function defaultFromWire(
  value: string | number | boolean,
  type: AttributeType,
  where: string,
): string | number | boolean {
  if (typeof value !== 'string' || type.kind !== 'scalar') return value;
  switch (type.name) {
    case 'STRING':
    case 'DATETIME':
      return value;
    case 'BOOL': {
      const lower = value.trim().toLowerCase();
      if (lower === 'true' || lower === 'false') return lower === 'true';
      throw new WireSchemaError(finding('wireDefaultNotBool', { value, where }));
    }
    case 'INT':
    case 'UINT':
    case 'FLOAT':
    case 'DOUBLE': {
      const number = Number(value);
      if (value.trim() === '' || Number.isNaN(number)) {
        throw new WireSchemaError(finding('wireDefaultNotNumber', { value, where }));
      }
      // Beyond 2^53 the text keeps the value, a number would not.
      return Number.isInteger(number) && !Number.isSafeInteger(number) ? value.trim() : number;
    }
  }
}

/** One attribute. `owner` names the type it belongs to, for messages. @throws WireSchemaError when it is not valid */
export function attributeFromWire(wire: WireAttribute, owner: string): Attribute {
  const where = `attribute '${wire.AttributeName}' of '${owner}'`;
  const type = typeFromWire(wire.AttributeType, where);
  if (wire.DefaultValue === undefined || (wire.DefaultValue === '' && !isText(type))) {
    return { name: wire.AttributeName, type };
  }
  return { name: wire.AttributeName, type, defaultValue: defaultFromWire(wire.DefaultValue, type, where) };
}

const isText = (type: AttributeType): boolean => type.kind === 'scalar' && type.name === 'STRING';

/** @throws WireSchemaError when it is not valid */
export function vertexTypeFromWire(wire: WireVertexType): VertexType {
  const { PrimaryId: id } = wire;
  const isPrimaryKey = id.IsPrimaryKey ?? false;
  const parts = partsFromWire(wire);
  const vectors = vectorsFromWire(wire);
  const indexes = wire.Attributes.filter(({ HasIndex }) => HasIndex === true).map(
    ({ AttributeName: attribute, IndexName }) => ({ name: IndexName ?? `${attribute}_index`, attribute }),
  );
  return {
    name: wire.Name,
    primaryId:
      parts.length > 0
        ? compositeId(parts)
        : {
            name: id.AttributeName,
            type: scalarFromWire(id.AttributeType, `primary id of '${wire.Name}'`),
            asAttribute:
              isPrimaryKey || (id.PrimaryIdAsAttribute ?? wire.Config.PRIMARY_ID_AS_ATTRIBUTE ?? false),
            isPrimaryKey,
          },
    ...(wire.Config.STATS?.toUpperCase() === 'NONE' ? { stats: 'none' } : {}),
    ...(indexes.length === 0 ? {} : { indexes }),
    attributes: wire.Attributes.filter((attribute) => attribute.AttributeName !== id.AttributeName).map(
      (attribute) => attributeFromWire(attribute, wire.Name),
    ),
    ...(vectors.length === 0 ? {} : { vectors }),
  };
}

/** The attributes of a composite key, in the key's order where the id's name gives it. */
function partsFromWire({ PrimaryId: id, Attributes }: WireVertexType): string[] {
  const parts = Attributes.filter((attribute) => attribute.IsPartOfCompositeKey === true).map(
    ({ AttributeName }) => AttributeName,
  );
  const ordered = id.AttributeName.split(',').filter((name) => parts.includes(name));
  return ordered.length === parts.length ? ordered : parts;
}

/** The vector attributes of a vertex type. @throws WireSchemaError for a metric that there is not */
export function vectorsFromWire({
  Name,
  EmbeddingAttributes = [],
}: {
  readonly Name: string;
  readonly EmbeddingAttributes?: WireVertexType['EmbeddingAttributes'];
}): VectorAttribute[] {
  return EmbeddingAttributes.map((vector) => {
    const metric = METRICS.find((each) => each === (vector.Metric ?? 'COSINE').toUpperCase());
    if (metric !== undefined) return { name: vector.Name, dimension: vector.Dimension, metric };
    throw new WireSchemaError(
      finding('wireMetricUnknown', { metric: String(vector.Metric), vector: vector.Name, type: Name }),
    );
  });
}

export function vectorToWire({ name, dimension, metric }: VectorAttribute) {
  return { Name: name, Dimension: dimension, IndexType: 'HNSW', DataType: 'FLOAT', Metric: metric };
}

/** @throws WireSchemaError when it is not valid */
export function edgeTypeFromWire(wire: WireEdgeType): EdgeType {
  const pairs = (wire.EdgePairs ?? []).map(({ From, To }) => ({ from: From, to: To }));
  if (pairs.length === 0) {
    const where = `edge type '${wire.Name}'`;
    pairs.push({
      from: required(wire.FromVertexTypeName, 'FromVertexTypeName', where),
      to: required(wire.ToVertexTypeName, 'ToVertexTypeName', where),
    });
  }
  const reverseEdge = wire.Config.REVERSE_EDGE;
  return {
    name: wire.Name,
    directed: wire.IsDirected,
    pairs,
    attributes: wire.Attributes.map((attribute) => attributeFromWire(attribute, wire.Name)),
    discriminator: wire.Attributes.filter((attribute) => attribute.IsDiscriminator).map(
      (attribute) => attribute.AttributeName,
    ),
    ...(reverseEdge === undefined || reverseEdge === '' ? {} : { reverseEdge }),
  };
}

/** The reverse edge type that belongs to an edge type; undefined when it has none. */
function reverseOf(edge: EdgeType): EdgeType | undefined {
  if (edge.reverseEdge === undefined) return undefined;
  return {
    name: edge.reverseEdge,
    directed: true,
    pairs: edge.pairs.map(({ from, to }) => ({ from: to, to: from })),
    attributes: edge.attributes,
    discriminator: edge.discriminator,
    reverseOf: edge.name,
  };
}

/**
 * A schema from a workspace's answer. Queries are not part of that answer. @throws WireSchemaError when it is not valid
 */
export function schemaFromWire(wire: WireGraphSchema): GraphSchema {
  const edgeTypes = wire.EdgeTypes.map(edgeTypeFromWire).flatMap((edge) => {
    const reverse = reverseOf(edge);
    return reverse === undefined ? [edge] : [edge, reverse];
  });
  const tuples: TupleType[] = wire.UDTs.map(({ name, fields }) => ({
    name,
    fields: fields.map(({ fieldName, fieldType, length }) => ({
      name: fieldName,
      type: namedType(fieldType, `field '${fieldName}' of '${name}'`),
      ...(length === undefined ? {} : { length }),
    })),
  }));
  return {
    name: wire.GraphName,
    vertexTypes: wire.VertexTypes.map(vertexTypeFromWire),
    edgeTypes,
    tuples,
    queries: [],
  };
}

const simpleName = (type: AttributeType): string =>
  type.kind === 'scalar' || type.kind === 'udt' ? type.name : type.kind.toUpperCase();

function elementToWire(type: AttributeType): { ValueTypeName: string; TupleName?: string } {
  return type.kind === 'udt'
    ? { ValueTypeName: 'UDT', TupleName: type.name }
    : { ValueTypeName: simpleName(type) };
}

function typeToWire(type: AttributeType) {
  switch (type.kind) {
    case 'scalar':
      return { Name: type.name };
    case 'udt':
      return { Name: 'UDT', TupleName: type.name };
    case 'list':
    case 'set':
      return { Name: type.kind.toUpperCase(), ...elementToWire(type.element) };
    case 'map':
      return { Name: 'MAP', KeyTypeName: simpleName(type.key), ...elementToWire(type.value) };
  }
}

export function attributeToWire(attribute: Attribute, discriminator: readonly string[] = []) {
  return {
    AttributeName: attribute.name,
    AttributeType: typeToWire(attribute.type),
    ...(attribute.defaultValue === undefined ? {} : { DefaultValue: String(attribute.defaultValue) }),
    ...(discriminator.includes(attribute.name) ? { IsDiscriminator: true } : {}),
  };
}

function vectorsToWire({ vectors = [] }: VertexType) {
  if (vectors.length === 0) return {};
  return {
    EmbeddingAttributes: vectors.map(vectorToWire),
  };
}

function indexToWire({ indexes = [] }: VertexType, attribute: string) {
  const index = indexes.find((each) => each.attribute === attribute);
  return index === undefined ? {} : { HasIndex: true, IndexName: index.name };
}

export function vertexTypeToWire(type: VertexType, isLocal = false) {
  const { primaryId } = type;
  return {
    Name: type.name,
    PrimaryId: {
      AttributeName: primaryId.name,
      AttributeType: { Name: primaryId.type as string },
      PrimaryIdAsAttribute: primaryId.asAttribute,
      IsPrimaryKey: primaryId.isPrimaryKey,
    },
    Attributes: type.attributes.map((attribute) => ({
      ...attributeToWire(attribute),
      ...(primaryId.parts?.includes(attribute.name) === true ? { IsPartOfCompositeKey: true } : {}),
      ...indexToWire(type, attribute.name),
    })),
    ...vectorsToWire(type),
    Config: {
      STATS: type.stats === undefined ? 'OUTDEGREE_BY_EDGETYPE' : type.stats.toUpperCase(),
      PRIMARY_ID_AS_ATTRIBUTE: primaryId.asAttribute,
    },
    IsLocal: isLocal,
  };
}

export function edgeTypeToWire(type: EdgeType, isLocal = false) {
  const [first] = type.pairs;
  const single = type.pairs.length === 1 ? first : undefined;
  return {
    Name: type.name,
    IsDirected: type.directed,
    FromVertexTypeName: single?.from ?? '*',
    ToVertexTypeName: single?.to ?? '*',
    ...(single === undefined
      ? { EdgePairs: type.pairs.map(({ from, to }) => ({ From: from, To: to })) }
      : {}),
    Attributes: type.attributes.map((attribute) => attributeToWire(attribute, type.discriminator)),
    Config: type.reverseEdge === undefined ? {} : { REVERSE_EDGE: type.reverseEdge },
    IsLocal: isLocal,
  };
}

/** @param isLocal whether the type of a name belongs to this graph alone */
export function schemaToWire(schema: GraphSchema, isLocal: (type: string) => boolean = () => false) {
  return {
    GraphName: schema.name,
    VertexTypes: schema.vertexTypes.map((type) => vertexTypeToWire(type, isLocal(type.name))),
    EdgeTypes: schema.edgeTypes
      .filter((type) => type.reverseOf === undefined)
      .map((type) => edgeTypeToWire(type, isLocal(type.name))),
    UDTs: schema.tuples
      .filter(({ accum }) => accum === undefined)
      .map(({ name, fields }) => ({
        name,
        fields: fields.map((field) => ({
          fieldName: field.name,
          fieldType: simpleName(field.type),
          ...(field.length === undefined ? {} : { length: field.length }),
        })),
      })),
  };
}
