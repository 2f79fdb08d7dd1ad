/** Types as statements write them to types as the catalog keeps them. Throw EngineError for what it cannot keep. */
import type { Ast, Attribute, AttributeType, EdgeType, TupleType, VertexType } from '@acacia/language';
import { EngineError } from '../errors.ts';

const semantic = (message: string): EngineError =>
  new EngineError('GSQL-SEMANTIC', `Semantic Check Fails: ${message}`);

const attributeType = (type: Ast.TypeExpr): AttributeType => {
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
    case 'accum':
      throw semantic(
        'An attribute cannot have a type that only queries know (VERTEX, EDGE, BAG, JSON, accumulators).',
      );
  }
};

const literal = (name: string, value: Ast.Expr): string | number | boolean => {
  switch (value.kind) {
    case 'int':
      return typeof value.value === 'bigint' ? value.value.toString() : value.value;
    case 'float':
    case 'string':
    case 'bool':
      return value.value;
    case 'unary': {
      const inner = literal(name, value.operand);
      if (value.op === '-' && typeof inner === 'number') return -inner;
      if (value.op === '-' && /^\d+$/.test(String(inner))) return `-${String(inner)}`;
      break;
    }
    case 'call': {
      const [argument] = value.args;
      if (value.name.toLowerCase() === 'to_datetime' && argument?.kind === 'string') return argument.value;
      break;
    }
    default:
  }
  throw semantic(`The default of the attribute ${name} must be a literal.`);
};

export const attributeOf = (definition: Ast.AttributeDefinition): Attribute => ({
  name: definition.name,
  type: attributeType(definition.type),
  ...(definition.defaultValue === undefined
    ? {}
    : { defaultValue: literal(definition.name, definition.defaultValue) }),
});

export const vertexTypeOf = (statement: Ast.CreateVertex): VertexType => {
  const { primaryId, attributes, compositeKey } = statement;
  if (compositeKey.length > 1) {
    throw semantic(
      `A composite key (${compositeKey.join(', ')}) is not supported yet; give ${statement.name.text} one PRIMARY_ID or PRIMARY KEY.`,
    );
  }
  const keys = attributes.filter((each) => each.primaryKey || compositeKey.includes(each.name));
  const key = primaryId ?? keys[0];
  if (key === undefined || keys.length + (primaryId === undefined ? 0 : 1) !== 1) {
    throw semantic(`The vertex type ${statement.name.text} needs exactly one PRIMARY_ID or PRIMARY KEY.`);
  }
  if (key.type.kind !== 'scalar')
    throw semantic(`The primary id ${key.name} needs a type such as STRING or INT.`);
  const unknown = Object.keys(statement.options).find(
    (each) => !['stats', 'primary_id_as_attribute'].includes(each),
  );
  if (unknown !== undefined) throw semantic(`The option ${unknown} of a vertex type is not known.`);
  const isPrimaryKey = primaryId === undefined;
  return {
    name: statement.name.text,
    primaryId: {
      name: key.name,
      type: key.type.name,
      asAttribute: isPrimaryKey || statement.options.primary_id_as_attribute?.toLowerCase() === 'true',
      isPrimaryKey,
    },
    attributes: attributes.filter((each) => each !== key).map(attributeOf),
  };
};

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
  fields: fields.map((field) => ({ name: field.name, type: fieldType(field) })),
});

/** A vertex or edge in a tuple is known to queries by its type's name. */
const fieldType = ({ type }: Ast.TupleField): AttributeType =>
  type.kind === 'vertex' || type.kind === 'edge'
    ? { kind: 'udt', name: type.kind.toUpperCase() }
    : attributeType(type);
