/** Converts values to the JSON of PRINT, by TigerGraph's rules. INT beyond 2^53 stays a bigint. */
import { parseJson } from '@acacia/base';
import type { AttributeType } from '@acacia/language';
import type { ColumnData, VertexRef } from '../graph/snapshot.ts';
import { numberOf, typeIndexOf } from '../graph/snapshot.ts';
import type { AccumArray } from './accum-array.ts';
import { entriesRead } from './accumulators.ts';
import { Bits } from './bits.ts';
import { Groups } from './groups.ts';
import { Heap } from './heap.ts';
import type { EdgeRef, QueryContext } from './context.ts';
import { formatDatetime } from './datetime.ts';
import { narrow } from './int64.ts';
import { jsonText } from './json-text.ts';
import { ELEMENT_BYTES, account, check } from './meter.ts';
import type { Table } from './tables.ts';
import { Bag, Tuple } from './values.ts';
import { VertexSet } from './vertex-set.ts';

/** The type of a value as plain data, by which the value is printed. */
export type ValueShape =
  | { readonly kind: 'plain' | 'float' | 'double' | 'datetime' | 'bits' }
  | { readonly kind: 'vertex' | 'edge' | 'vertexSet' | 'table' }
  | { readonly kind: 'list'; readonly element: ValueShape }
  | { readonly kind: 'array'; readonly place: ValueShape }
  | { readonly kind: 'map'; readonly key: ValueShape; readonly value: ValueShape }
  | {
      readonly kind: 'tuple';
      readonly fields: readonly { readonly name: string; readonly shape: ValueShape }[];
    };

/** Digits that count, as TigerGraph 4 prints them; whole numbers have all of theirs. */
function printReal(value: number, digits: number): number | null {
  if (Number.isInteger(value)) return value + 0;
  return Number.isFinite(value) ? Number(value.toPrecision(digits)) : null;
}

const printDouble = (value: number): number | null => printReal(value, 16);

/** Beyond its digits a FLOAT has no fraction. */
const printFloat = (value: number): number | null =>
  Math.abs(value) < 1e7 ? printReal(value, 7) : printReal(Math.round(value), 7);

export function toJson(context: QueryContext, shape: ValueShape, value: unknown): unknown {
  if (value === null || value === undefined) return null;
  switch (shape.kind) {
    case 'plain':
      return plainJson(context, value);
    case 'float':
      return printFloat(Number(value));
    case 'double':
      return printDouble(Number(value));
    case 'datetime':
      return formatDatetime(inCalendar(Number(value)));
    case 'bits':
      return (value as Bits).toString();
    case 'vertex':
      return context.idOf(value as VertexRef);
    case 'edge':
      return typeof value === 'number' && value >= 0 ? edgeJson(context, value) : {};
    case 'vertexSet':
      return verticesJson(context, value as VertexSet, []);
    case 'table':
      return tableJson(context, value as Table);
    case 'list': {
      const items: unknown[] = [];
      for (const item of value as Iterable<unknown>) {
        items.push(toJson(context, shape.element, item));
        account(ELEMENT_BYTES);
        if ((items.length & 4095) === 0) check();
      }
      return items;
    }
    case 'array': {
      const inner = (value as AccumArray).sizes.length > 1 ? shape : shape.place;
      return Array.from(value as AccumArray, (item) => {
        account(ELEMENT_BYTES);
        return toJson(context, inner, item);
      });
    }
    case 'map': {
      const entries: Record<string, unknown> = {};
      for (const [key, item] of entriesRead(value as Map<unknown, unknown>)) {
        account(ELEMENT_BYTES * 2);
        define(entries, keyText(context, shape.key, key), toJson(context, shape.value, item));
      }
      return entries;
    }
    case 'tuple': {
      const fields: Record<string, unknown> = {};
      shape.fields.forEach((field, index) => {
        define(fields, field.name, toJson(context, field.shape, (value as Tuple).fields[index]));
      });
      return fields;
    }
  }
}

function tableJson(context: QueryContext, { columns, rows }: Table): unknown[] {
  account(rows.length * ELEMENT_BYTES * columns.length);
  return rows.map((values, at) => {
    if ((at & 4095) === 4095) check();
    const row: Record<string, unknown> = {};
    columns.forEach(({ name, shape }, index) => define(row, name, toJson(context, shape, values[index])));
    return row;
  });
}

/** Sets a key whatever its name is, `__proto__` included. */
export function define(target: Record<string, unknown>, key: string, value: unknown): void {
  if (key === '__proto__') {
    Object.defineProperty(target, key, { value, enumerable: true, configurable: true, writable: true });
  } else target[key] = value;
}

/** An extreme of dates that nothing was added to is at an end of INT's range: it is shown as an unset date. */
const inCalendar = (seconds: number): number => (Math.abs(seconds) < 8.64e12 ? seconds : 0);

function keyText(context: QueryContext, shape: ValueShape, key: unknown): string {
  const json = toJson(context, shape, key);
  if (typeof json === 'object' && json !== null) return jsonText(json);
  return String(json);
}

/** A value whose type is known only at run time. */
function plainJson(context: QueryContext, value: unknown): unknown {
  if (typeof value === 'number') return printDouble(value);
  if (typeof value !== 'object' || value === null) return value;
  if (value instanceof VertexSet) return verticesJson(context, value, []);
  if (value instanceof Bits) return String(value);
  if (value instanceof Tuple) return value.fields.map((field) => plainJson(context, field));
  if (value instanceof Map) {
    account(value.size * ELEMENT_BYTES * 3);
    const entries = [...entriesRead(value as Map<unknown, unknown>)];
    return Object.fromEntries(entries.map(([key, item]) => [String(key), plainJson(context, item)]));
  }
  if (value instanceof Bag || value instanceof Heap || value instanceof Groups || Symbol.iterator in value) {
    const items: unknown[] = [];
    for (const item of value as Iterable<unknown>) {
      account(ELEMENT_BYTES);
      items.push(plainJson(context, item));
    }
    return items;
  }
  return value;
}

/** One attribute value in JSON form. */
function cellJson(column: ColumnData, type: AttributeType, row: number): unknown {
  switch (column.kind) {
    case 'number':
      return storedJson(type, column.values[row]);
    case 'bigint':
      return narrow(column.values[row] as bigint);
    case 'bool':
      return column.values[row] === 1;
    case 'string':
      return column.strings.get(column.codes[row] as number);
    case 'vector':
      return column.read(row);
    case 'json':
      return storedJson(type, parseJson(column.strings.get(column.codes[row] as number)));
  }
}

/** A stored value as PRINT shows it: dates as text, reals with the digits that count, inside collections too. */
function storedJson(type: AttributeType, value: unknown): unknown {
  switch (type.kind) {
    case 'scalar':
      if (type.name === 'DATETIME') return formatDatetime(Number(value));
      if (type.name === 'FLOAT') return printFloat(value as number);
      return type.name === 'DOUBLE' ? printDouble(value as number) : value;
    case 'list':
    case 'set':
      return (value as unknown[]).map((item) => storedJson(type.element, item));
    case 'map': {
      const shown: Record<string, unknown> = {};
      for (const [key, item] of Object.entries(value as object)) {
        const text =
          type.key.kind === 'scalar' && type.key.name === 'DATETIME' ? formatDatetime(Number(key)) : key;
        define(shown, text, storedJson(type.value, item));
      }
      return shown;
    }
    case 'udt': {
      const shown: Record<string, unknown> = {};
      for (const field of type.fields ?? [])
        define(shown, field.name, storedJson(field.type, (value as Record<string, unknown>)[field.name]));
      return shown;
    }
  }
}

type Field = readonly [name: string, column: ColumnData, type: AttributeType];

const fieldsOf = (
  attributes: readonly { readonly name: string; readonly type: AttributeType }[],
  column: (name: string) => ColumnData | undefined,
): Field[] =>
  attributes.flatMap((attribute): Field[] => {
    const data = column(attribute.name);
    return data === undefined ? [] : [[attribute.name, data, attribute.type]];
  });

/** A name to show beside the attributes, and its value for a vertex. */
interface ExtraField {
  readonly name: string;
  readonly value: (ref: VertexRef) => unknown;
}

function vertexFields(context: QueryContext, typeIndex: number): Field[] {
  const table = context.snapshot.vertexTable(typeIndex);
  const { primaryId, attributes } = table.type;
  const readable = primaryId.asAttribute || primaryId.isPrimaryKey;
  const id = { name: primaryId.name, type: { kind: 'scalar', name: primaryId.type } as const };
  return fieldsOf(readable ? [id, ...attributes] : attributes, (name) => table.column(name));
}

/** A vertex set with all attributes and `extra` (every vertex accumulator of the query). */
export const verticesJson = (
  context: QueryContext,
  set: VertexSet,
  extra: readonly ExtraField[],
  withVectors = false,
): unknown[] =>
  projectVertices(context, set, withVectors, (attributes, ref, fields) => {
    for (const [name, column, type] of fields) {
      define(attributes, name, cellJson(column, type, numberOf(ref)));
    }
    for (const { name, value } of extra) define(attributes, name, value(ref));
  });

/** The vectors that a vertex has, by attribute, as PRINT … WITH VECTOR shows them. */
function vectorsJson(context: QueryContext, ref: VertexRef): Record<string, unknown> {
  const shown: Record<string, unknown> = {};
  for (const { name } of context.tableOf(ref).type.vectors ?? []) {
    const column = context.vertexColumns(name)[typeIndexOf(ref)];
    const vector = column?.kind === 'vector' ? column.read(numberOf(ref)) : [];
    if (vector.length === 0) continue;
    account(vector.length * ELEMENT_BYTES);
    define(shown, name, vector.map(printFloat));
  }
  return shown;
}

function projectVertices(
  context: QueryContext,
  set: VertexSet,
  withVectors: boolean,
  fill: (attributes: Record<string, unknown>, ref: VertexRef, fields: readonly Field[]) => void,
): unknown[] {
  const rows: unknown[] = [];
  const fieldsByType: Field[][] = [];
  for (const ref of set) {
    const typeIndex = typeIndexOf(ref);
    const fields = (fieldsByType[typeIndex] ??= vertexFields(context, typeIndex));
    const attributes: Record<string, unknown> = {};
    fill(attributes, ref, fields);
    const table = context.snapshot.vertexTable(typeIndex);
    const vectors = withVectors ? { Embeddings: vectorsJson(context, ref) } : {};
    rows.push({ v_id: table.id(numberOf(ref)), v_type: table.type.name, attributes, ...vectors });
    account(200);
    if ((rows.length & 1023) === 0) check();
  }
  return rows;
}

/** A vertex set with computed columns: `S[S.x, S.@c AS n]`. Columns that do not fit a type are left out. */
export const projectionJson = (
  context: QueryContext,
  set: VertexSet,
  columns: readonly ExtraField[],
  withVectors = false,
): unknown[] =>
  projectVertices(context, set, withVectors, (attributes, ref) => {
    for (const { name, value } of columns) {
      const json = value(ref);
      if (json !== undefined) define(attributes, name, json);
    }
  });

function edgeJson(context: QueryContext, ref: EdgeRef): unknown {
  const { table, row } = context.edgeParts(ref);
  const { from, to } = context.edgeEnds(ref);
  const attributes: Record<string, unknown> = {};
  for (const [name, column, type] of fieldsOf(table.type.attributes, (attribute) =>
    table.column(attribute),
  )) {
    define(attributes, name, cellJson(column, type, row));
  }
  const discriminator = table.type.discriminator.map((name) => String(attributes[name])).join(',');
  return {
    e_type: context.edgeTypeName(ref),
    directed: table.type.directed,
    from_id: context.idOf(from),
    from_type: context.typeNameOf(from),
    to_id: context.idOf(to),
    to_type: context.typeNameOf(to),
    ...(table.type.discriminator.length === 0 ? {} : { discriminator }),
    attributes,
  };
}
