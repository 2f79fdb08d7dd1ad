/** Values of attributes in the form in which they are stored: what fits a type, and what stands where none is given. */
import { engineError } from '../errors/catalogue.ts';
import { typeText, type Attribute, type AttributeType, type ScalarTypeName } from '@acacia/language';
import type { AttributeValue } from '../writes.ts';
import { parseDatetime } from './datetime.ts';

/** A value as it is stored: DATETIME is seconds since 1970 UTC, a collection is JSON text. */
export type StoredValue = bigint | number | boolean | string;

const INT_RANGE = { INT: [-(2n ** 63n), 2n ** 63n - 1n], UINT: [0n, 2n ** 64n - 1n] } as const;

function refuse(name: string, type: AttributeType, value: unknown): never {
  const text = typeof value === 'string' ? `"${value}"` : String(value);
  throw engineError('attributeValueInvalid', { value: text, name, type: typeText(type) });
}

/**
 * The stored form of a value; `name` is for the message.
 * @throws EngineError when the value does not fit the type
 */
export function toStored(name: string, type: AttributeType, value: AttributeValue): StoredValue {
  if (type.kind !== 'scalar') return jsonText(toJson(name, type, value));
  const fail = (): never => refuse(name, type, value);
  switch (type.name) {
    case 'INT':
    case 'UINT':
      return parseInteger(type.name, value) ?? fail();
    case 'FLOAT':
    case 'DOUBLE': {
      const number =
        typeof value === 'number' || typeof value === 'bigint'
          ? Number(value)
          : typeof value === 'string' && value.trim() !== ''
            ? Number(value)
            : NaN;
      if (!Number.isFinite(number)) return fail();
      return type.name === 'FLOAT' ? Math.fround(number) : number;
    }
    case 'BOOL': {
      if (typeof value === 'boolean') return value;
      const word = typeof value === 'object' ? '' : String(value).toLowerCase();
      if (word === '1' || word === 'true') return true;
      if (word === '0' || word === 'false') return false;
      return fail();
    }
    case 'STRING':
      return typeof value === 'object' ? fail() : String(value);
    case 'DATETIME': {
      const seconds =
        typeof value === 'string'
          ? parseDatetime(value)
          : typeof value === 'object'
            ? null
            : toInteger(value);
      return seconds ?? fail();
    }
  }
}

/** A whole number in the range of the type; null for anything else. */
export function parseInteger(type: 'INT' | 'UINT', value: AttributeValue): bigint | null {
  const integer = toInteger(value);
  const [low, high] = INT_RANGE[type];
  return integer !== null && integer >= low && integer <= high ? integer : null;
}

function toInteger(value: AttributeValue): bigint | null {
  if (typeof value === 'bigint') return value;
  if (typeof value === 'number') return Number.isFinite(value) ? BigInt(Math.trunc(value)) : null;
  if (typeof value === 'string')
    return /^\s*[+-]?\d+\s*$/.test(value) ? BigInt(value.trim().replace('+', '')) : null;
  return null;
}

/** JSON that keeps 64-bit integers: the values that `jsonText` writes. */
type JsonValue = bigint | number | boolean | string | readonly JsonValue[] | ReadonlyMap<string, JsonValue>;

function toJson(name: string, type: AttributeType, value: AttributeValue): JsonValue {
  if (type.kind === 'scalar') return toStored(name, type, value);
  if (type.kind === 'map') {
    if (!(value instanceof Map)) return refuse(name, type, value);
    const entries = [...(value as ReadonlyMap<AttributeValue, AttributeValue>)];
    return new Map(
      entries.map(([key, item]) => [String(toStored(name, type.key, key)), toJson(name, type.value, item)]),
    );
  }
  if (type.kind === 'udt') return tupleJson(name, type, value);
  if (!Array.isArray(value)) return refuse(name, type, value);
  const items = (value as readonly AttributeValue[]).map((item) => toJson(name, type.element, item));
  if (type.kind === 'list') return items;
  return [...new Map(items.map((item) => [jsonText(item), item])).values()];
}

/** A tuple, given field by field in order or by name, as an object of its fields in order. */
function tupleJson(
  name: string,
  type: Extract<AttributeType, { kind: 'udt' }>,
  value: AttributeValue,
): JsonValue {
  const { fields = [] } = type;
  if (Array.isArray(value)) {
    const items = value as readonly AttributeValue[];
    if (items.length !== fields.length) return refuse(name, type, value);
    return new Map(
      fields.map((field, index) => [field.name, toJson(name, field.type, items[index] as AttributeValue)]),
    );
  }
  if (!(value instanceof Map)) return refuse(name, type, value);
  const given = value as ReadonlyMap<AttributeValue, AttributeValue>;
  const names = [...given.keys()].map((key) => (typeof key === 'string' ? key : ''));
  const unknown = names.find((key) => !fields.some((field) => field.name === key));
  if (unknown !== undefined) {
    throw engineError('tupleValueField', { tuple: type.name, name, field: unknown });
  }
  return new Map(
    fields.map((field) => {
      const item = given.get(field.name);
      return [field.name, item === undefined ? defaultJson(field.type) : toJson(name, field.type, item)];
    }),
  );
}

function jsonText(value: JsonValue): string {
  if (typeof value === 'bigint') return value.toString();
  if (typeof value !== 'object') return JSON.stringify(value);
  if (value instanceof Map) {
    const entries = [...(value as ReadonlyMap<string, JsonValue>)];
    return `{${entries.map(([key, item]) => `${JSON.stringify(key)}:${jsonText(item)}`).join(',')}}`;
  }
  return `[${(value as readonly JsonValue[]).map(jsonText).join(',')}]`;
}

/** The value of an attribute that was not given: its default, else the default of its type. */
export function defaultValue(attribute: Attribute): StoredValue {
  if (attribute.defaultValue !== undefined && attribute.type.kind === 'scalar') {
    return toStored(attribute.name, attribute.type, attribute.defaultValue);
  }
  const value = defaultJson(attribute.type);
  return attribute.type.kind === 'scalar' ? (value as StoredValue) : jsonText(value);
}

function defaultJson(type: AttributeType): JsonValue {
  switch (type.kind) {
    case 'list':
    case 'set':
      return [];
    case 'map':
      return new Map();
    case 'udt':
      return new Map((type.fields ?? []).map((field) => [field.name, defaultJson(field.type)]));
    case 'scalar':
      return scalarDefault(type.name);
  }
}

function scalarDefault(name: ScalarTypeName): StoredValue {
  switch (name) {
    case 'INT':
    case 'UINT':
    case 'DATETIME':
      return 0n;
    case 'FLOAT':
    case 'DOUBLE':
      return 0;
    case 'BOOL':
      return false;
    case 'STRING':
      return '';
  }
}

/** `YYYY-MM-DD hh:mm:ss`, as TigerGraph shows a DATETIME. */
export const datetimeText = (seconds: bigint): string =>
  new Date(Number(seconds) * 1000).toISOString().slice(0, 19).replace('T', ' ');
