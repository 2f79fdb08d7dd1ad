/** How attribute values lie in DuckDB, and how values of JavaScript become them. */
import { BIGINT, BOOLEAN, DOUBLE, FLOAT, UBIGINT, VARCHAR, type DuckDBType } from '@duckdb/node-api';
import type { Attribute, AttributeType, ScalarTypeName } from '@acacia/language';
import { EngineError } from '../errors.ts';
import type { AttributeValue } from '../writes.ts';
import { parseDatetime } from './datetime.ts';

/** A value as it is stored: DATETIME is seconds since 1970 UTC, a collection is JSON text. */
export type StoredValue = bigint | number | boolean | string;

/** DuckDB's type for an attribute, as SQL and for the appender. */
export const storedType = (type: AttributeType): { readonly sql: string; readonly type: DuckDBType } => {
  if (type.kind !== 'scalar') return { sql: 'VARCHAR', type: VARCHAR };
  switch (type.name) {
    case 'INT':
    case 'DATETIME':
      return { sql: 'BIGINT', type: BIGINT };
    case 'UINT':
      return { sql: 'UBIGINT', type: UBIGINT };
    case 'FLOAT':
      return { sql: 'FLOAT', type: FLOAT };
    case 'DOUBLE':
      return { sql: 'DOUBLE', type: DOUBLE };
    case 'BOOL':
      return { sql: 'BOOLEAN', type: BOOLEAN };
    case 'STRING':
      return { sql: 'VARCHAR', type: VARCHAR };
  }
};

/** A type as GSQL writes it. */
export const typeText = (type: AttributeType): string => {
  switch (type.kind) {
    case 'scalar':
    case 'udt':
      return type.name;
    case 'list':
    case 'set':
      return `${type.kind.toUpperCase()}<${typeText(type.element)}>`;
    case 'map':
      return `MAP<${typeText(type.key)}, ${typeText(type.value)}>`;
  }
};

const INT_RANGE = { INT: [-(2n ** 63n), 2n ** 63n - 1n], UINT: [0n, 2n ** 64n - 1n] } as const;

const refuse = (name: string, type: AttributeType, value: unknown): never => {
  const text = typeof value === 'string' ? `"${value}"` : String(value);
  throw new EngineError(
    'REST-30200',
    `Invalid value ${text} for the attribute '${name}': ${typeText(type)} is expected.`,
  );
};

/** The stored form of a value. `name` is for the message. Throws EngineError when it does not fit. */
export const toStored = (name: string, type: AttributeType, value: AttributeValue): StoredValue => {
  if (type.kind !== 'scalar') return jsonText(toJson(name, type, value));
  const fail = (): never => refuse(name, type, value);
  switch (type.name) {
    case 'INT':
    case 'UINT': {
      const integer = toInteger(value);
      const [low, high] = INT_RANGE[type.name];
      return integer !== null && integer >= low && integer <= high ? integer : fail();
    }
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
};

const toInteger = (value: AttributeValue): bigint | null => {
  if (typeof value === 'bigint') return value;
  if (typeof value === 'number') return Number.isFinite(value) ? BigInt(Math.trunc(value)) : null;
  if (typeof value === 'string')
    return /^\s*[+-]?\d+\s*$/.test(value) ? BigInt(value.trim().replace('+', '')) : null;
  return null;
};

/** JSON that keeps 64-bit integers: what `jsonText` writes. */
type JsonValue = bigint | number | boolean | string | readonly JsonValue[] | ReadonlyMap<string, JsonValue>;

const toJson = (name: string, type: AttributeType, value: AttributeValue): JsonValue => {
  if (type.kind === 'scalar') return toStored(name, type, value);
  if (type.kind === 'map') {
    if (!(value instanceof Map)) return refuse(name, type, value);
    const entries = [...(value as ReadonlyMap<AttributeValue, AttributeValue>)];
    return new Map(
      entries.map(([key, item]) => [String(toStored(name, type.key, key)), toJson(name, type.value, item)]),
    );
  }
  if (type.kind === 'udt' || !Array.isArray(value)) return refuse(name, type, value);
  const items = (value as readonly AttributeValue[]).map((item) => toJson(name, type.element, item));
  if (type.kind === 'list') return items;
  return [...new Map(items.map((item) => [jsonText(item), item])).values()];
};

const jsonText = (value: JsonValue): string => {
  if (typeof value === 'bigint') return value.toString();
  if (typeof value !== 'object') return JSON.stringify(value);
  if (value instanceof Map) {
    const entries = [...(value as ReadonlyMap<string, JsonValue>)];
    return `{${entries.map(([key, item]) => `${JSON.stringify(key)}:${jsonText(item)}`).join(',')}}`;
  }
  return `[${(value as readonly JsonValue[]).map(jsonText).join(',')}]`;
};

/** What an attribute holds when nothing was given: its default, else the default of its type. */
export const defaultValue = (attribute: Attribute): StoredValue => {
  if (attribute.defaultValue !== undefined && attribute.type.kind === 'scalar') {
    return toStored(attribute.name, attribute.type, attribute.defaultValue);
  }
  switch (attribute.type.kind) {
    case 'list':
    case 'set':
      return '[]';
    case 'map':
    case 'udt':
      return '{}';
    case 'scalar':
      return scalarDefault(attribute.type.name);
  }
};

const scalarDefault = (name: ScalarTypeName): StoredValue => {
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
};

/** The default as a SQL literal of the column's type. */
export const defaultLiteral = (attribute: Attribute): string =>
  literal(defaultValue(attribute), storedType(attribute.type).sql);

/** A text as a SQL literal. */
export const quoteText = (text: string): string => `'${text.replaceAll("'", "''")}'`;

const literal = (value: StoredValue, sql: string): string =>
  `${typeof value === 'string' ? quoteText(value) : String(value)}::${sql}`;

/**
 * The id of a vertex in the one form in which it is stored and compared (`07` of an INT id is `7`).
 * Throws EngineError for an empty id or one that is not of the id's type.
 */
export const canonicalId = (vertexType: string, idType: ScalarTypeName, id: string): string => {
  if (id === '')
    throw new EngineError('REST-30200', `A vertex of type '${vertexType}' needs an id that is not empty.`);
  if (idType === 'STRING') return id;
  const bad = (): never => {
    throw new EngineError(
      'REST-30200',
      `'${id}' is not an id of the vertex type '${vertexType}': ${idType} is expected.`,
    );
  };
  if (idType === 'DATETIME') {
    const seconds = parseDatetime(id);
    return seconds === null ? bad() : datetimeText(seconds);
  }
  if (idType !== 'INT' && idType !== 'UINT') return id;
  const integer = toInteger(id);
  const [low, high] = INT_RANGE[idType];
  return integer !== null && integer >= low && integer <= high ? integer.toString() : bad();
};

/** `YYYY-MM-DD hh:mm:ss`, as TigerGraph shows a DATETIME. */
export const datetimeText = (seconds: bigint): string =>
  new Date(Number(seconds) * 1000).toISOString().slice(0, 19).replace('T', ' ');
