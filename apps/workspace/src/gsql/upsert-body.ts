/**
 * Converts the body of POST /graph/{graph} to writes. Repeated keys are kept: clients write several edges between the
 * same ends by repeating the target's id. Types and attributes that the schema does not have are refused with
 * REST-30200: pyTigerGraph's own tests expect it of TigerGraph.
 */
import { WireUpsertOperator } from '@acacia/contract';
import type { AttributeValue, AttributeWrite, UpsertOperator, Write } from '@acacia/engine';
import type { Attribute, AttributeType, EdgeType, GraphSchema, VertexType } from '@acacia/language';
import { JsonObject, type JsonNode } from '../http/json-text.ts';
import { problem } from '../errors/problem.ts';

export interface UpsertWrites {
  readonly vertices: readonly Write[];
  readonly edges: readonly Write[];
}

const OPERATORS: Readonly<Record<WireUpsertOperator, UpsertOperator>> = {
  '': 'overwrite',
  overwrite: 'overwrite',
  '~': 'ignore_if_exists',
  ignore_if_exists: 'ignore_if_exists',
  '+': 'add',
  add: 'add',
  '&': 'and',
  and: 'and',
  '|': 'or',
  or: 'or',
  '>': 'max',
  max: 'max',
  '<': 'min',
  min: 'min',
};

function entriesOf(node: JsonNode, what: string): JsonObject['entries'] {
  if (!(node instanceof JsonObject)) throw problem('upsertNotObject', { where: what });
  return node.entries;
}

const member = (node: JsonObject, key: string): JsonNode | undefined =>
  node.entries.findLast(([name]) => name === key)?.[1];

function valueOf(node: JsonNode, type: AttributeType, where: string): AttributeValue {
  if (node === null) throw problem('upsertNull', { where });
  if (type.kind === 'map') return mapValue(node, type, where);
  if (type.kind === 'list' || type.kind === 'set') {
    if (!Array.isArray(node)) throw problem('upsertNotList', { where });
    return (node as readonly JsonNode[]).map((item, index) =>
      valueOf(item, type.element, `${where}[${index}]`),
    );
  }
  if (type.kind === 'udt') return tupleValue(node, type, where);
  if (typeof node === 'object') throw problem('upsertNotSingle', { where });
  return node;
}

/** The fields of a tuple in order, or by their names. */
function tupleValue(
  node: JsonNode,
  type: Extract<AttributeType, { kind: 'udt' }>,
  where: string,
): AttributeValue {
  const { fields = [] } = type;
  if (Array.isArray(node)) {
    const items = node as readonly JsonNode[];
    if (items.length !== fields.length)
      throw problem('upsertTupleLength', {
        where,
        values: items.length,
        type: type.name,
        fields: fields.length,
      });
    return fields.map((field, index) =>
      valueOf(items[index] as JsonNode, field.type, `${where}.${field.name}`),
    );
  }
  if (!(node instanceof JsonObject)) throw problem('upsertNotTuple', { where, type: type.name });
  return new Map(
    node.entries.map(([name, value]) => {
      const field = fields.find((candidate) => candidate.name === name);
      if (field === undefined) throw problem('upsertTupleField', { where, type: type.name, name });
      return [name, valueOf(value, field.type, `${where}.${name}`)];
    }),
  );
}

/** `{"keylist": [...], "valuelist": [...]}`, or an object of the entries themselves. */
function mapValue(
  node: JsonNode,
  type: Extract<AttributeType, { kind: 'map' }>,
  where: string,
): AttributeValue {
  if (!(node instanceof JsonObject)) throw problem('upsertNotObject', { where });
  const [keys, values] = [member(node, 'keylist'), member(node, 'valuelist')];
  const pairs: (readonly [JsonNode, JsonNode])[] = [];
  if (Array.isArray(keys) && Array.isArray(values)) {
    if (keys.length !== values.length) throw problem('upsertMapLengths', { where });
    (keys as readonly JsonNode[]).forEach((key, index) => pairs.push([key, values[index] as JsonNode]));
  } else pairs.push(...node.entries);
  return new Map(
    pairs.map(([key, value]) => [
      valueOf(key, type.key, `${where}: a key`),
      valueOf(value, type.value, `${where}[${String(key as string)}]`),
    ]),
  );
}

/** Attributes of a vertex type with its vectors, which are given as lists of numbers. */
const writableAttributes = ({ attributes, vectors = [] }: VertexType): readonly Attribute[] => [
  ...attributes,
  ...vectors.map(({ name }): Attribute => ({
    name,
    type: { kind: 'list', element: { kind: 'scalar', name: 'FLOAT' } },
  })),
];

function operatorOf(written: JsonObject, place: string): UpsertOperator {
  const op = member(written, 'op');
  if (op === undefined) return 'overwrite';
  const operator = WireUpsertOperator.safeParse(op);
  if (operator.success) return OPERATORS[operator.data];
  const shown = typeof op === 'string' ? `'${op}'` : 'what stands at "op"';
  throw problem('upsertOperator', { where: place, operator: shown });
}

class Reader {
  readonly vertices: Write[] = [];
  readonly edges: Write[] = [];
  readonly #vertexTypes: ReadonlyMap<string, VertexType>;
  readonly #edgeTypes: ReadonlyMap<string, EdgeType>;
  readonly #graph: string;

  constructor(schema: GraphSchema) {
    this.#graph = schema.name;
    this.#vertexTypes = new Map(
      schema.vertexTypes.map((type) => [type.name, { ...type, attributes: writableAttributes(type) }]),
    );
    this.#edgeTypes = new Map(schema.edgeTypes.map((type) => [type.name, type]));
  }

  #vertexType(name: string): VertexType {
    const type = this.#vertexTypes.get(name);
    if (type === undefined) throw problem('upsertVertexType', { name, graph: this.#graph });
    return type;
  }

  #attributes(
    node: JsonNode,
    owner: { readonly name: string; readonly attributes: readonly Attribute[] },
    where: string,
    idName?: string,
  ): Record<string, AttributeWrite> {
    const result: (readonly [string, AttributeWrite])[] = [];
    for (const [name, written] of entriesOf(node, where)) {
      const attribute = owner.attributes.find((candidate) => candidate.name === name);
      if (attribute === undefined) {
        if (name === idName) continue; // The id stands in the key.
        throw problem('upsertAttribute', { where, name, type: owner.name });
      }
      const place = `${where}.${name}`;
      const wrapped = written instanceof JsonObject ? member(written, 'value') : undefined;
      const op = wrapped === undefined ? 'overwrite' : operatorOf(written as JsonObject, place);
      result.push([name, { value: valueOf(wrapped ?? written, attribute.type, place), op }]);
    }
    return Object.fromEntries(result);
  }

  readVertices(node: JsonNode): void {
    for (const [typeName, byId] of entriesOf(node, 'vertices')) {
      const type = this.#vertexType(typeName);
      for (const [id, attributes] of entriesOf(byId, `vertices.${typeName}`)) {
        const where = `vertices.${typeName}.${id}`;
        this.vertices.push({
          kind: 'upsertVertex',
          type: typeName,
          id,
          attributes: this.#attributes(attributes, type, where, type.primaryId.name),
        });
      }
    }
  }

  readEdges(node: JsonNode): void {
    for (const [sourceType, bySource] of entriesOf(node, 'edges')) {
      this.#vertexType(sourceType);
      for (const [source, byEdge] of entriesOf(bySource, `edges.${sourceType}`)) {
        for (const [edgeName, byTargetType] of entriesOf(byEdge, `edges.${sourceType}.${source}`)) {
          const type = this.#edgeTypes.get(edgeName);
          if (type === undefined) throw problem('upsertEdgeType', { name: edgeName, graph: this.#graph });
          const from = { type: sourceType, id: source };
          this.#readTargets(byTargetType, type, from, `edges.${sourceType}.${source}.${edgeName}`);
        }
      }
    }
  }

  #readTargets(
    node: JsonNode,
    type: EdgeType,
    from: { readonly type: string; readonly id: string },
    where: string,
  ): void {
    for (const [targetType, byTarget] of entriesOf(node, where)) {
      this.#vertexType(targetType);
      for (const [target, attributes] of entriesOf(byTarget, `${where}.${targetType}`)) {
        const place = `${where}.${targetType}.${target}`;
        // Several edges between the same ends may also come as a list.
        const several = Array.isArray(attributes) ? (attributes as readonly JsonNode[]) : [attributes];
        for (const one of several) {
          this.edges.push({
            kind: 'upsertEdge',
            type: type.name,
            from,
            to: { type: targetType, id: target },
            attributes: this.#attributes(one, type, place),
          });
        }
      }
    }
  }
}

/** @throws Problem 400 that names the place of the fault */
export function upsertWrites(body: JsonNode, schema: GraphSchema): UpsertWrites {
  const reader = new Reader(schema);
  for (const [key, value] of entriesOf(body, 'The body')) {
    if (key === 'vertices') reader.readVertices(value);
    else if (key === 'edges') reader.readEdges(value);
    else throw problem('upsertMember', { key });
  }
  return { vertices: reader.vertices, edges: reader.edges };
}
