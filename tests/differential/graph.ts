/** Random schemas and data, and the writes that load them into an engine. */
import type { AttributeValue, Write } from '@acacia/engine';
import type { Random } from '../random.ts';
import type { Literal, Scalar } from './program.ts';

export interface AttributeOf {
  readonly name: string;
  readonly type: Scalar;
}

export interface VertexTypeOf {
  readonly name: string;
  readonly attributes: readonly AttributeOf[];
}

export interface EdgeTypeOf {
  readonly name: string;
  readonly from: string;
  readonly to: string;
  readonly directed: boolean;
  readonly reverse: string | null;
  /** Whether `k` is a discriminator. */
  readonly discriminated: boolean;
  readonly attributes: readonly AttributeOf[];
}

export interface Schema {
  readonly vertexTypes: readonly VertexTypeOf[];
  readonly edgeTypes: readonly EdgeTypeOf[];
}

export interface Vertex {
  readonly type: string;
  readonly id: string;
  readonly values: Map<string, Literal>;
}

export interface Edge {
  readonly type: EdgeTypeOf;
  readonly from: Vertex;
  readonly to: Vertex;
  readonly values: Map<string, Literal>;
}

/** All data of a graph. Vertices by `type/id`, edges by their ends and discriminator. */
export interface Data {
  readonly vertices: Map<string, Vertex>;
  readonly edges: Map<string, Edge>;
}

/** Attributes that every vertex type has, so that an alias of several types can be asked for them. */
const COMMON: readonly AttributeOf[] = [
  { name: 'i', type: 'int' },
  { name: 'j', type: 'int' },
  { name: 'd', type: 'double' },
  { name: 's', type: 'string' },
  { name: 'b', type: 'bool' },
];

const chance = (random: Random, probability: number): boolean => random.next() < probability;
export const below = (random: Random, limit: number): number => Math.floor(random.next() * limit);

export function randomSchema(random: Random): Schema {
  const vertexTypes = Array.from({ length: 1 + below(random, 3) }, (_, index): VertexTypeOf => ({
    name: `V${index}`,
    attributes: COMMON,
  }));
  const edgeTypes = Array.from({ length: 2 + below(random, 3) }, (_, index): EdgeTypeOf => {
    const directed = chance(random, 0.7);
    const discriminated = chance(random, 0.25);
    return {
      name: `E${index}`,
      from: random.pick(vertexTypes).name,
      to: random.pick(vertexTypes).name,
      directed,
      reverse: directed && chance(random, 0.5) ? `R${index}` : null,
      discriminated,
      attributes: [
        { name: 'k', type: 'int' },
        { name: 'w', type: 'int' },
        { name: 'x', type: 'double' },
      ],
    };
  });
  return { vertexTypes, edgeTypes };
}

const GSQL_TYPES: Readonly<Record<Scalar, string>> = {
  int: 'INT',
  double: 'DOUBLE',
  string: 'STRING',
  bool: 'BOOL',
};
/** A type's name in GSQL. */
export const gsqlType = (type: Scalar): string => GSQL_TYPES[type];

const declared = (attributes: readonly AttributeOf[]): string =>
  attributes.map(({ name, type }) => `, ${name} ${gsqlType(type)}`).join('');

export function schemaText(schema: Schema, graph: string): string {
  const lines = schema.vertexTypes.map(
    ({ name, attributes }) =>
      `CREATE VERTEX ${name} (PRIMARY_ID id STRING${declared(attributes)}) WITH primary_id_as_attribute="true"`,
  );
  for (const { name, from, to, directed, reverse, discriminated, attributes } of schema.edgeTypes) {
    const own = discriminated
      ? `, DISCRIMINATOR(k INT)${declared(attributes.filter((attribute) => attribute.name !== 'k'))}`
      : declared(attributes);
    const back = reverse === null ? '' : ` WITH REVERSE_EDGE="${reverse}"`;
    lines.push(
      `CREATE ${directed ? 'DIRECTED' : 'UNDIRECTED'} EDGE ${name} (FROM ${from}, TO ${to}${own})${back}`,
    );
  }
  return `${lines.join('\n')}\nCREATE GRAPH ${graph} (*)`;
}

const TEXTS = ['', 'a', 'b', 'ab', 'Ba', 'ä', '"q"', "it's", 'a%b', '\\', '漢字', ' x '];
/** Around the ends of exact doubles and of 64 bits. */
const WIDE = [2n ** 53n, -(2n ** 53n) - 1n, 2n ** 62n, 2n ** 63n - 1n, -(2n ** 63n)];

export function randomValue(random: Random, type: Scalar): Literal {
  switch (type) {
    case 'int':
      return chance(random, 0.04) ? random.pick(WIDE) : BigInt(below(random, 12) - 4);
    case 'double':
      // Halves and quarters: their sums do not depend on the order.
      return (below(random, 41) - 20) / 4;
    case 'string':
      return random.pick(TEXTS);
    case 'bool':
      return chance(random, 0.5);
  }
}

const given = (value: Literal): { readonly value: AttributeValue } => ({ value });

const DEFAULTS: Readonly<Record<Scalar, Literal>> = { int: 0n, double: 0, string: '', bool: false };

function vertexOf(data: Data, type: VertexTypeOf, id: string): Vertex {
  const key = `${type.name}/${id}`;
  let vertex = data.vertices.get(key);
  if (vertex === undefined) {
    vertex = {
      type: type.name,
      id,
      values: new Map(type.attributes.map(({ name, type: t }) => [name, DEFAULTS[t]])),
    };
    data.vertices.set(key, vertex);
  }
  return vertex;
}

/** Puts a vertex into `data`, or changes the existing one. */
export function putVertex(
  schema: Schema,
  data: Data,
  type: string,
  id: string,
  values: ReadonlyMap<string, Literal>,
): void {
  const declaredType = schema.vertexTypes.find(({ name }) => name === type) as VertexTypeOf;
  const vertex = vertexOf(data, declaredType, id);
  for (const [name, value] of values) vertex.values.set(name, value);
}

/** A key that identifies an edge. */
export function edgeKey(type: EdgeTypeOf, from: Vertex, to: Vertex, k: Literal): string {
  const ends = [`${from.type}/${from.id}`, `${to.type}/${to.id}`];
  if (!type.directed && type.from === type.to) ends.sort();
  return [type.name, ...ends, type.discriminated ? String(k) : ''].join('|');
}

/** Puts an edge into `data`, with missing ends, or changes the existing one. */
export function putEdge(
  schema: Schema,
  data: Data,
  type: EdgeTypeOf,
  fromId: string,
  toId: string,
  values: ReadonlyMap<string, Literal>,
): void {
  const endOf = (name: string, id: string): Vertex =>
    vertexOf(data, schema.vertexTypes.find((each) => each.name === name) as VertexTypeOf, id);
  const from = endOf(type.from, fromId);
  const to = endOf(type.to, toId);
  const key = edgeKey(type, from, to, values.get('k') ?? 0n);
  const edge = data.edges.get(key) ?? {
    type,
    from,
    to,
    values: new Map(type.attributes.map(({ name, type: t }) => [name, DEFAULTS[t]])),
  };
  for (const [name, value] of values) edge.values.set(name, value);
  data.edges.set(key, edge);
}

export function removeVertex(data: Data, vertex: Vertex): void {
  data.vertices.delete(`${vertex.type}/${vertex.id}`);
  for (const [key, edge] of data.edges)
    if (edge.from === vertex || edge.to === vertex) data.edges.delete(key);
}

const randomValues = (random: Random, attributes: readonly AttributeOf[], always: readonly string[]) =>
  new Map(
    attributes
      .filter(({ name }) => always.includes(name) || chance(random, 0.8))
      .map(({ name, type }) => [name, randomValue(random, type)] as const),
  );

const written = (values: ReadonlyMap<string, Literal>) =>
  Object.fromEntries([...values].map(([name, value]) => [name, given(value)]));

const IDS = 7;
const randomId = (random: Random, type: string, ids = IDS): string =>
  `${type.toLowerCase()}_${below(random, ids)}`;

/** Generates a batch of writes, and applies it to `data` as well. */
export function randomWrites(
  random: Random,
  schema: Schema,
  data: Data,
  count: number,
  // More vertices of a type than a few: then nothing is deleted.
  ids = IDS,
): Write[] {
  return Array.from({ length: count }, (): Write => {
    if (ids === IDS && chance(random, 0.06)) return randomDeletion(random, schema, data);
    if (chance(random, 0.35)) {
      const type = random.pick(schema.vertexTypes);
      const id = randomId(random, type.name, ids);
      const values = randomValues(random, type.attributes, []);
      putVertex(schema, data, type.name, id, values);
      return { kind: 'upsertVertex', type: type.name, id, attributes: written(values) };
    }
    const type = random.pick(schema.edgeTypes);
    const [from, to] = [randomId(random, type.from, ids), randomId(random, type.to, ids)];
    const values = randomValues(random, type.attributes, type.discriminated ? ['k'] : []);
    putEdge(schema, data, type, from, to, values);
    return {
      kind: 'upsertEdge',
      type: type.name,
      from: { type: type.from, id: from },
      to: { type: type.to, id: to },
      attributes: written(values),
    };
  });
}

function randomDeletion(random: Random, schema: Schema, data: Data): Write {
  const edges = [...data.edges];
  if (edges.length > 0 && chance(random, 0.5)) {
    const [key, { type, from, to, values }] = random.pick(edges);
    data.edges.delete(key);
    return {
      kind: 'deleteEdge',
      type: type.name,
      from: { type: from.type, id: from.id },
      to: { type: to.type, id: to.id },
      ...(type.discriminated ? { discriminator: { k: values.get('k') as bigint } } : {}),
    };
  }
  const { name } = random.pick(schema.vertexTypes);
  const id = randomId(random, name);
  const vertex = data.vertices.get(`${name}/${id}`);
  if (vertex !== undefined) removeVertex(data, vertex);
  return { kind: 'deleteVertex', type: name, id };
}
