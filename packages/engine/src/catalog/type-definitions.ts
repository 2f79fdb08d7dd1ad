/** Converts types in statements to types of the catalog; functions throw EngineError for types that it cannot have. */
import { engineError } from '../errors/catalogue.ts';
import {
  compositeId,
  literalOf,
  type Ast,
  type Attribute,
  type AttributeType,
  type EdgeType,
  type TupleType,
  type VertexType,
} from '@acacia/language';

function attributeType(type: Ast.TypeExpr): AttributeType {
  switch (type.kind) {
    case 'scalar':
      return { kind: 'scalar', name: type.name };
    case 'set':
    case 'list':
      return { kind: type.kind, element: attributeType(type.element) };
    case 'map':
      return { kind: 'map', key: attributeType(type.key), value: attributeType(type.value) };
    case 'named':
      return { kind: 'udt', name: type.name };
    case 'vertex':
    case 'edge':
    case 'bag':
    case 'json':
    case 'tuple':
    case 'accum':
      throw engineError('attributeQueryType');
  }
}

function defaultOf({ name, defaultValue }: Ast.AttributeDefinition): Pick<Attribute, 'defaultValue'> {
  if (defaultValue === undefined) return {};
  const value = literalOf(defaultValue);
  if (value === undefined) throw engineError('attributeDefaultNotLiteral', { name });
  return { defaultValue: value };
}

export const attributeOf = (definition: Ast.AttributeDefinition): Attribute => ({
  name: definition.name,
  type: attributeType(definition.type),
  ...defaultOf(definition),
});

/** @throws EngineError when the key or an option does not fit */
export function vertexTypeOf(statement: Ast.CreateVertex): VertexType {
  const { attributes, compositeKey } = statement;
  const stats = statement.options['stats']?.toLowerCase();
  checkOptions(statement);
  const type = {
    name: statement.name.text,
    ...(stats === 'none' ? { stats: 'none' as const } : {}),
  };
  const inline = attributes.filter((each) => each.primaryKey);
  if (compositeKey.length > 1) {
    if (statement.primaryId !== undefined || inline.length > 0)
      throw engineError('vertexTypeOfSeveralKeys', { type: type.name });
    return { ...type, primaryId: compositeId(compositeKey), attributes: attributes.map(attributeOf) };
  }
  const keys = [
    ...(statement.primaryId === undefined ? [] : [statement.primaryId]),
    ...attributes.filter((each) => each.primaryKey || compositeKey.includes(each.name)),
  ];
  const [key] = keys;
  if (key === undefined || keys.length !== 1) {
    throw engineError('vertexTypeWithoutKey', { type: type.name });
  }
  if (key.type.kind !== 'scalar') throw engineError('primaryIdWithoutType', { name: key.name });
  const isPrimaryKey = statement.primaryId === undefined;
  // Values are given in the order of the attributes, so a key behind others keeps its place, as a part.
  if (isPrimaryKey && attributes[0] !== key)
    return { ...type, primaryId: compositeId([key.name]), attributes: attributes.map(attributeOf) };
  return {
    ...type,
    primaryId: {
      name: key.name,
      type: key.type.name,
      asAttribute: isPrimaryKey || statement.options['primary_id_as_attribute']?.toLowerCase() === 'true',
      isPrimaryKey,
    },
    attributes: attributes.filter((each) => each !== key).map(attributeOf),
  };
}

/** Values that the options of a vertex type can have; TAGGABLE says nothing any more. */
const OPTIONS: Readonly<Record<string, readonly string[]>> = {
  stats: ['none', 'outdegree_by_edgetype'],
  primary_id_as_attribute: ['true', 'false'],
  taggable: ['true', 'false'],
};

function checkOptions({ options }: Ast.CreateVertex): void {
  for (const [name, value] of Object.entries(options)) {
    const known = OPTIONS[name];
    if (known === undefined) throw engineError('vertexOptionUnknown', { name });
    if (!known.includes(value.toLowerCase()))
      throw engineError('vertexOptionValue', { name, value, allowed: known.join(', ') });
  }
}

export const edgeTypeOf = (statement: Ast.CreateEdge): EdgeType => ({
  name: statement.name.text,
  directed: statement.directed,
  pairs: pairsOf(statement.pairs),
  attributes: [...statement.discriminator, ...statement.attributes].map(attributeOf),
  discriminator: statement.discriminator.map((each) => each.name),
  ...(statement.reverseEdge === undefined ? {} : { reverseEdge: statement.reverseEdge.text }),
});

export const pairsOf = (pairs: Ast.CreateEdge['pairs']): EdgeType['pairs'] =>
  pairs.map(({ from, to }) => ({ from: from.text, to: to.text }));

export const tupleOf = (name: string, fields: readonly Ast.TupleField[]): TupleType => ({
  name,
  fields: fields.map((field) => ({
    name: field.name,
    type: fieldType(field),
    ...(field.type.kind === 'scalar' && field.type.size !== undefined ? { length: field.type.size } : {}),
  })),
});

/** A vertex or edge in a tuple is known to queries by its type's name. */
const fieldType = ({ type }: Ast.TupleField): AttributeType =>
  type.kind === 'vertex' || type.kind === 'edge'
    ? { kind: 'udt', name: type.kind.toUpperCase() }
    : attributeType(type);
