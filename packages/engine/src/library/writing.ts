/** Writes of a query: gathered while it runs, committed by the store when it has ended. */
import { engineError } from '../errors/catalogue.ts';
import type { Attribute, AttributeType, EdgeType, VertexType } from '@acacia/language';
import type { EngineError } from '../errors.ts';
import { numberOf, typeIndexOf, type VertexRef } from '../graph/snapshot.ts';
import type { AttributeValue, AttributeWrite, ColumnWrite } from '../writes.ts';
import { Entry } from './accumulators.ts';
import { edgeBaseOf, type EdgeRef, type QueryContext } from './context.ts';
import { formatDatetime } from './datetime.ts';
import { graph } from './graph.ts';
import type { ValueShape } from './json.ts';
import { ELEMENT_BYTES, account } from './meter.ts';
import { Bag, Tuple } from './values.ts';

/** A query's value as an attribute value. */
function plain(value: unknown): AttributeValue {
  if (value instanceof Tuple) return value.fields.map(plain);
  if (value instanceof Entry) return new Map([[plain(value.keys[0]), plain(value.values[0])]]);
  if (value instanceof Map) return new Map([...value].map(([key, item]) => [plain(key), plain(item)]));
  if (Array.isArray(value) || value instanceof Set || value instanceof Bag) {
    return [...(value as Iterable<unknown>)].map(plain);
  }
  return value as AttributeValue;
}

/** The value that `+=` adds to an attribute: for a collection, a single element becomes a list of one. */
function contribution(type: AttributeType, value: unknown): AttributeValue {
  const given = plain(value);
  const one =
    (type.kind === 'list' || type.kind === 'set') && (value instanceof Tuple || !Array.isArray(given));
  return one ? [given] : given;
}

const FLOATS: AttributeType = { kind: 'list', element: { kind: 'scalar', name: 'FLOAT' } };

/** Attributes that can be set, vectors among them. */
const writableOf = (type: VertexType | EdgeType): readonly Attribute[] =>
  'vectors' in type
    ? [...type.attributes, ...(type.vectors ?? []).map(({ name }) => ({ name, type: FLOATS }))]
    : type.attributes;

const end = (context: QueryContext, ref: VertexRef) => ({
  type: context.typeNameOf(ref),
  id: context.idOf(ref),
});

const written = ({ name, type }: Attribute, value: unknown, op: 'add' | null) => ({
  name,
  value: op === null ? plain(value) : contribution(type, value),
  op,
});

function setVertexAttribute(
  context: QueryContext,
  ref: VertexRef,
  name: string,
  value: unknown,
  op: 'add' | null = null,
): void {
  if (ref < 0) throw engineError('setOnMissingVertex', { name });
  const { type } = context.tableOf(ref);
  const { primaryId } = type;
  const attribute = writableOf(type).find((each) => each.name === name);
  const isKey = primaryId.name === name || (primaryId.parts?.includes(name) ?? false);
  if (attribute === undefined || isKey) {
    const reason = isKey ? 'cannot be changed: it is the primary id' : 'does not exist';
    throw engineError('vertexNotSettable', { name, type: context.typeNameOf(ref), reason });
  }
  context.writes.set(`v${typeIndexOf(ref)}`, numberOf(ref), written(attribute, value, op), (set) => {
    const table = context.tableOf(ref);
    const ids = [...set.rows.keys()].map((number) => table.id(number));
    return { kind: 'setVertices', type: table.type.name, ids, attributes: set.attributes() };
  });
}

const ordinalOf = (ref: EdgeRef): number => Math.floor(typeIndexOf(ref) / 2);

/** The ends of an edge as stored, and the values that tell it from others between the same ends. */
function edgeKey(context: QueryContext, ref: EdgeRef) {
  const { table, row } = context.edgeParts(ref);
  const ends = context.edgeEnds(edgeBaseOf(ordinalOf(ref), false) + row);
  const discriminator: Record<string, AttributeValue> = {};
  for (const name of table.type.discriminator) {
    const column = table.column(name);
    if (column === undefined) continue;
    if ('values' in column) discriminator[name] = column.values[row] as number | bigint;
    else if ('strings' in column) discriminator[name] = column.strings.get(column.codes[row] as number);
  }
  return { type: table.type.name, from: end(context, ends.from), to: end(context, ends.to), discriminator };
}

function setEdgeAttribute(
  context: QueryContext,
  ref: EdgeRef,
  name: string,
  value: unknown,
  op: 'add' | null = null,
): void {
  const { table, row } = context.edgeParts(ref);
  const { type } = table;
  const virtual = ordinalOf(ref) - context.storedTables;
  if (virtual >= 0) {
    context.virtual?.set(virtual, row, name, { value, added: op === 'add' });
    return;
  }
  const attribute = type.attributes.find((each) => each.name === name);
  if (attribute === undefined || type.discriminator.includes(name)) {
    throw engineError('edgeNotSettable', { name, type: type.name });
  }
  const ordinal = ordinalOf(ref);
  context.writes.set(`e${ordinal}`, row, written(attribute, value, op), (set) => {
    const keys = [...set.rows.keys()].map((number) => edgeKey(context, edgeBaseOf(ordinal, false) + number));
    const discriminator = type.discriminator.map((each): [string, ColumnWrite] => [
      each,
      { values: keys.map((key) => key.discriminator[each]) },
    ]);
    return {
      kind: 'setEdges',
      type: type.name,
      fromType: context.snapshot.vertexTable(table.fromIndex).type.name,
      toType: context.snapshot.vertexTable(table.toIndex).type.name,
      from: keys.map(({ from }) => from.id),
      to: keys.map(({ to }) => to.id),
      attributes: new Map([...discriminator, ...set.attributes()]),
    };
  });
}

interface InsertValue {
  readonly value: unknown;
  readonly vertexType: string | null;
  readonly shape: ValueShape;
}

/** The id of a vertex, or the text of any other value that is used as an id. */
function idText(context: QueryContext, { value, shape }: InsertValue): string {
  if (shape.kind === 'vertex') return context.idOf(value as VertexRef);
  if (shape.kind === 'datetime') return formatDatetime(Number(value));
  return String(value);
}

function insert(
  context: QueryContext,
  typeName: string,
  columns: readonly string[] | null,
  values: readonly (InsertValue | null)[],
): void {
  const vertexType = context.schema.vertexTypes.find(({ name }) => name === typeName);
  const edgeType = context.edgeTypesByName.get(typeName);
  account(ELEMENT_BYTES * 8);
  if (vertexType !== undefined) insertVertex(context, vertexType, columns, values);
  else if (edgeType !== undefined) insertEdge(context, edgeType, columns, values);
  else throw engineError('typeInvalid', { name: typeName });
}

const COLLECTIONS = new Set(['list', 'set', 'map']);

function attributesOf(
  type: VertexType | EdgeType,
  columns: readonly string[],
  values: readonly (InsertValue | null)[],
): Record<string, AttributeWrite> {
  const attributes: Record<string, AttributeWrite> = {};
  columns.forEach((name, index) => {
    const value = values[index];
    const attribute = writableOf(type).find((each) => each.name === name);
    if (attribute === undefined) {
      throw engineError('insertedAttributeUnknown', { type: type.name, name });
    }
    if (value === null || value === undefined) return;
    // Inserting an existing element adds to its collections, but replaces its vectors.
    attributes[name] =
      attribute.type !== FLOATS && COLLECTIONS.has(attribute.type.kind)
        ? { value: contribution(attribute.type, value.value), op: 'add' }
        : { value: plain(value.value) };
  });
  return attributes;
}

const tooMany = (type: string, wanted: number, given: number): EngineError =>
  engineError('insertedValueCount', { type, given, wanted });

function insertVertex(
  context: QueryContext,
  type: VertexType,
  columns: readonly string[] | null,
  values: readonly (InsertValue | null)[],
): void {
  const { parts } = type.primaryId;
  if (parts !== undefined && !columns?.some((name) => name.toUpperCase() === 'PRIMARY_ID'))
    return insertByParts(context, type, parts, columns, values);
  const names = columns ?? ['PRIMARY_ID', ...type.attributes.map(({ name }) => name)];
  if (values.length > names.length) throw tooMany(type.name, names.length, values.length);
  const keyword = names.findIndex((name) => name.toUpperCase() === 'PRIMARY_ID');
  const at = keyword >= 0 ? keyword : names.indexOf(type.primaryId.name);
  const id = values[at];
  if (id === null || id === undefined) {
    throw engineError('insertWithoutId', { type: type.name });
  }
  const rest = names.map((_, index) => index).filter((index) => index !== at && index < values.length);
  const attributes = attributesOf(
    type,
    rest.map((index) => names[index] as string),
    rest.map((index) => values[index] ?? null),
  );
  const text = idText(context, id);
  if (text === '') throw engineError('insertedIdEmpty', { type: type.name });
  context.writes.push({ kind: 'upsertVertex', type: type.name, id: text, attributes });
}

/** A vertex whose composite key stands among its attributes: its id is their texts, joined by commas. */
function insertByParts(
  context: QueryContext,
  type: VertexType,
  parts: readonly string[],
  columns: readonly string[] | null,
  values: readonly (InsertValue | null)[],
): void {
  const names = columns ?? type.attributes.map(({ name }) => name);
  if (values.length > names.length) throw tooMany(type.name, names.length, values.length);
  const texts = parts.map((part) => {
    const value = values[names.indexOf(part)];
    if (value !== null && value !== undefined) return idText(context, value);
    throw engineError('insertWithoutKeyPart', { type: type.name, part });
  });
  const rest = names.map((_, index) => index).filter((index) => !parts.includes(names[index] ?? ''));
  const attributes = attributesOf(
    type,
    rest.map((index) => names[index] as string),
    rest.map((index) => values[index] ?? null),
  );
  context.writes.push({ kind: 'upsertVertex', type: type.name, id: texts.join(','), attributes });
}

function insertEdge(
  context: QueryContext,
  type: EdgeType,
  columns: readonly string[] | null,
  values: readonly (InsertValue | null)[],
): void {
  const names = columns ?? ['FROM', 'TO', ...type.attributes.map(({ name }) => name)];
  if (values.length > names.length) throw tooMany(type.name, names.length, values.length);
  const upper = names.map((name) => name.toUpperCase());
  const fromAt = upper.indexOf('FROM');
  const toAt = upper.indexOf('TO');
  const [from, to] = [values[fromAt], values[toAt]];
  if (from === null || from === undefined || to === null || to === undefined) {
    throw engineError('insertWithoutEnds', { type: type.name });
  }
  const rest = names
    .map((_, index) => index)
    .filter((index) => index !== fromAt && index !== toAt && index < values.length);
  const attributes = attributesOf(
    type,
    rest.map((index) => names[index] as string),
    rest.map((index) => values[index] ?? null),
  );
  const endOf = (value: InsertValue, side: 'from' | 'to') => {
    const id = idText(context, value);
    if (value.shape.kind === 'vertex') return { type: context.typeNameOf(value.value as VertexRef), id };
    const known = value.vertexType ?? onlyEnd(type, side);
    return { type: known, id };
  };
  if (context.virtual?.types.get(type.name) === type) {
    const refOf = (value: InsertValue, side: 'from' | 'to'): VertexRef => {
      if (value.shape.kind === 'vertex') return value.value as VertexRef;
      const { type: known, id } = endOf(value, side);
      return graph.toVertex(context, id, known);
    };
    const given = Object.entries(attributes).map(([name, { value }]) => [name, value] as const);
    context.virtual.insert(type, refOf(from, 'from'), refOf(to, 'to'), new Map(given));
    return;
  }
  const reversed = type.reverseOf !== undefined;
  const [a, b] = [endOf(from, 'from'), endOf(to, 'to')];
  context.writes.push({
    kind: 'upsertEdge',
    type: type.reverseOf ?? type.name,
    from: reversed ? b : a,
    to: reversed ? a : b,
    attributes,
  });
}

/** The vertex type of an end that the statement does not say, when the edge type has only one. */
function onlyEnd(type: EdgeType, side: 'from' | 'to'): string {
  const types = new Set(type.pairs.map((pair) => pair[side]));
  const [only] = types;
  if (types.size !== 1 || only === undefined) {
    throw engineError('insertWithoutEndType', { type: type.name, side: side.toUpperCase() });
  }
  return only;
}

function deleteVertex(context: QueryContext, ref: VertexRef): void {
  if (context.deletedVertices.has(ref)) return;
  context.deletedVertices.add(ref);
  account(ELEMENT_BYTES * 4);
  context.writes.push({ kind: 'deleteVertex', ...end(context, ref) });
}

function deleteEdge(context: QueryContext, ref: EdgeRef): void {
  const virtual = ordinalOf(ref) - context.storedTables;
  if (virtual >= 0) {
    context.virtual?.delete(virtual, numberOf(ref));
    return;
  }
  const { type, from, to, discriminator } = edgeKey(context, ref);
  const stored = edgeBaseOf(ordinalOf(ref), false) + numberOf(ref);
  if (context.deletedEdges.has(stored)) return;
  context.deletedEdges.add(stored);
  account(ELEMENT_BYTES * 8);
  const key = Object.keys(discriminator).length === 0 ? {} : { discriminator };
  context.writes.push({ kind: 'deleteEdge', type, from, to, ...key });
}

export const writing = { deleteEdge, deleteVertex, insert, setEdgeAttribute, setVertexAttribute };
