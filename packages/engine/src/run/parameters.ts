/**
 * Converts parameters as callers give them (JSON values, or texts from a URL) to values of the query. The messages are
 * TigerGraph's.
 */
import { engineError } from '../errors/catalogue.ts';
import { parseJson } from '@acacia/base';
import type { CompiledParameter } from '../codegen/query.ts';
import type { EngineError } from '../errors.ts';
import { vertexRef } from '../graph/snapshot.ts';
import type { QueryContext } from '../library/context.ts';
import { parseDatetime } from '../library/datetime.ts';
import { unset } from '../library/defaults.ts';
import { narrow, parseInteger } from '../library/int64.ts';
import type { ValueType } from '../library/value-types.ts';
import { Bag } from '../library/values.ts';
import { VertexSet } from '../library/vertex-set.ts';

type Given = Readonly<Record<string, unknown>>;

/** Values in the order of the query's parameters. */
export const bindParameters = (
  context: QueryContext,
  parameters: readonly CompiledParameter[],
  given: Given,
): unknown[] => parameters.map((parameter) => bindOne(context, parameter, given));

function bindOne(context: QueryContext, parameter: CompiledParameter, given: Given): unknown {
  const { name, type } = parameter;
  const value = collected(name, type, given);
  if (value === undefined || value === null) {
    return missing(parameter);
  }
  const vertexType = given[`${name}.type`];
  return converted(context, name, type, value, typeof vertexType === 'string' ? vertexType : undefined);
}

/** The value of a parameter that was not given: its default, an empty collection, else null. */
function missing({ type, ...parameter }: CompiledParameter): unknown {
  if ('defaultValue' in parameter) return parameter.defaultValue;
  return 'element' in type || type.kind === 'map' ? unset(type) : null;
}

/** A collection may come as `p`, as `p[0]`, `p[1]`, … with `p[0].type`, or as one value. */
function collected(name: string, type: ValueType, given: Given): unknown {
  if (Object.hasOwn(given, name)) return given[name];
  if (!('element' in type) || !Object.hasOwn(given, `${name}[0]`)) return undefined;
  const items: unknown[] = [];
  for (let index = 0; Object.hasOwn(given, `${name}[${index}]`); index += 1) {
    const item = given[`${name}[${index}]`];
    const vertexType = given[`${name}[${index}].type`];
    items.push(vertexType === undefined ? item : { id: item, type: vertexType });
  }
  return items;
}

const TYPE_NAMES: Readonly<Partial<Record<ValueType['kind'], string>>> = {
  double: 'DOUBLE',
  bool: 'BOOL',
  string: 'STRING',
  datetime: 'DATETIME',
  file: 'FILE',
  any: 'JSON',
};

function invalid(name: string, type: ValueType, value: unknown): EngineError {
  const wanted =
    type.kind === 'int' ? (type.unsigned === true ? 'UINT64' : 'INT64') : (TYPE_NAMES[type.kind] ?? 'INT64');
  const shown = typeof value === 'string' ? value : JSON.stringify(value, bigintText);
  return engineError('parameterInvalid', { name, wanted, value: shown });
}

const bigintText = (_key: string, value: unknown): unknown =>
  typeof value === 'bigint' ? String(value) : value;

function converted(
  context: QueryContext,
  name: string,
  type: ValueType,
  value: unknown,
  vertexType?: string,
): unknown {
  switch (type.kind) {
    case 'int':
      return integer(name, type, value);
    case 'double':
      return double(name, type, value);
    case 'bool':
      if (typeof value === 'boolean') return value;
      // Texts in any case: Python writes True.
      switch (String(value).toLowerCase()) {
        case 'true':
        case '1':
          return true;
        case 'false':
        case '0':
          return false;
        default:
          throw invalid(name, type, value);
      }
    case 'string':
      if (typeof value === 'string') return value;
      if (typeof value === 'number' || typeof value === 'boolean' || typeof value === 'bigint')
        return String(value);
      throw invalid(name, type, value);
    case 'datetime': {
      const seconds =
        typeof value === 'string' ? parseDatetime(value) : typeof value === 'number' ? value : undefined;
      if (seconds === undefined) throw invalid(name, type, value);
      return seconds;
    }
    case 'file':
      if (typeof value === 'string') return value;
      throw invalid(name, type, value);
    case 'any':
      // JSONOBJECT and JSONARRAY, as JSON or as its text.
      if (typeof value === 'object') return value;
      if (typeof value === 'string') return jsonParameter(name, value);
      throw invalid(name, type, value);
    case 'vertex':
      return vertex(context, name, type, value, vertexType);
    case 'set':
    case 'bag':
    case 'list':
      return collection(context, name, type, value);
    case 'map':
      return map(context, name, type, value);
    default:
      throw engineError('parameterTypeRefused', { name, kind: type.kind });
  }
}

function jsonParameter(name: string, text: string): unknown {
  try {
    const value = parseJson(text);
    if (typeof value === 'object' && value !== null) return value;
  } catch (cause) {
    if (!(cause instanceof SyntaxError)) throw cause;
  }
  throw engineError('parameterNotJson', { name, value: text });
}

function integer(name: string, type: Extract<ValueType, { kind: 'int' }>, value: unknown): unknown {
  const unsigned = type.unsigned === true;
  const fits = (number: bigint): boolean =>
    unsigned ? number >= 0n && number < 2n ** 64n : number >= -(2n ** 63n) && number < 2n ** 63n;
  if (typeof value === 'bigint' && fits(value)) return narrow(value);
  if (typeof value === 'number' && Number.isSafeInteger(value) && fits(BigInt(value))) return value;
  const parsed = typeof value === 'string' ? parseInteger(value.trim(), unsigned) : undefined;
  if (parsed === undefined) throw invalid(name, type, value);
  return parsed;
}

function double(name: string, type: ValueType, value: unknown): number {
  if (typeof value === 'number') return value;
  if (typeof value === 'bigint') return Number(value);
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : NaN;
  if (!Number.isFinite(number)) throw invalid(name, type, value);
  return number;
}

/** The id and, for a VERTEX of any type, the type of a vertex that a caller names. */
function namedVertex(
  type: Extract<ValueType, { kind: 'vertex' }>,
  value: unknown,
  vertexType: string | undefined,
): { readonly id: string; readonly type: string | undefined } | undefined {
  const declared = type.types?.[0];
  if (typeof value === 'object' && value !== null) {
    const [id, named] = Array.isArray(value)
      ? [(value as unknown[])[0], (value as unknown[])[1]]
      : 'id' in value
        ? [value.id, 'type' in value ? value.type : undefined]
        : [undefined, undefined];
    if (typeof id !== 'string' && typeof id !== 'number' && typeof id !== 'bigint') return undefined;
    return { id: String(id), type: typeof named === 'string' && named !== '' ? named : declared };
  }
  if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'bigint') return undefined;
  return { id: String(value), type: vertexType ?? declared };
}

/** The number of a vertex that a caller names; undefined when there is no such vertex. */
function findVertex(
  context: QueryContext,
  name: string,
  type: Extract<ValueType, { kind: 'vertex' }>,
  value: unknown,
  vertexType: string | undefined,
): { readonly ref: number | undefined; readonly id: string; readonly type: string } {
  const named = namedVertex(type, value, vertexType);
  if (named === undefined) {
    throw engineError('parameterNoVertices', { name });
  }
  if (named.type === undefined) {
    throw engineError('parameterWithoutType', { name });
  }
  const declared = type.types?.[0];
  if (declared !== undefined && named.type !== declared) {
    throw engineError('parameterVertexType', { name, wanted: declared, given: named.type });
  }
  const table = context.snapshot.vertexTableByName(named.type);
  if (table === undefined) {
    throw engineError('vertexTypeInvalid', { name: named.type });
  }
  const number = table.lookup(named.id);
  return {
    ref: number < 0 ? undefined : vertexRef(table.typeIndex, number),
    id: named.id,
    type: named.type,
  };
}

function vertex(
  context: QueryContext,
  name: string,
  type: Extract<ValueType, { kind: 'vertex' }>,
  value: unknown,
  vertexType: string | undefined,
): number {
  const found = findVertex(context, name, type, value, vertexType);
  if (found.ref === undefined) {
    throw engineError('parameterVertexInvalid', { id: found.id, type: found.type, name });
  }
  return found.ref;
}

/** Unknown vertices in a collection are left out with a warning. */
function collection(
  context: QueryContext,
  name: string,
  type: Extract<ValueType, { readonly element: ValueType }>,
  value: unknown,
): unknown {
  const items = Array.isArray(value) ? (value as unknown[]) : [value];
  const { element } = type;
  let values: unknown[];
  if (element.kind === 'vertex') {
    const found = items.map((item) => findVertex(context, name, element, item, undefined));
    const missing = found.filter(({ ref }) => ref === undefined);
    if (missing.length > 0) {
      const types = [...new Set(missing.map((entry) => entry.type))].join(', ');
      context.warn(`Runtime Warning: ${missing.length} ids are invalid ${types} vertex ids.`);
    }
    values = found.flatMap(({ ref }) => (ref === undefined ? [] : [ref]));
  } else values = items.map((item) => converted(context, name, element, item));
  if (type.kind === 'list') return values;
  if (type.kind === 'set') return new Set(values);
  const bag = new Bag();
  for (const item of values) bag.add(item);
  return bag;
}

/** `{"keylist": [1, 2], "valuelist": ["a", "b"]}`, or an object whose names are the keys. */
function map(
  context: QueryContext,
  name: string,
  type: Extract<ValueType, { kind: 'map' }>,
  value: unknown,
): ReadonlyMap<unknown, unknown> {
  const pairs = pairsOf(typeof value === 'string' ? jsonParameter(name, value) : value);
  if (pairs === undefined) {
    throw engineError('parameterNoMap', { name });
  }
  return new Map(
    pairs.map(([key, item]) => [
      converted(context, name, type.key, key),
      converted(context, name, type.value, item),
    ]),
  );
}

function pairsOf(value: unknown): readonly (readonly [unknown, unknown])[] | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  const { keylist, valuelist } = value as { readonly keylist?: unknown; readonly valuelist?: unknown };
  if (keylist === undefined && valuelist === undefined) return Object.entries(value);
  if (!Array.isArray(keylist) || !Array.isArray(valuelist)) return undefined;
  if (keylist.length !== valuelist.length) return undefined;
  return keylist.map((key: unknown, index) => [key, valuelist[index] as unknown]);
}

/**
 * Arguments of a call from another query: values already, some of them absent.
 * @throws EngineError when their number is another one
 */
export function bindArguments(
  query: string,
  parameters: readonly CompiledParameter[],
  args: readonly unknown[],
): unknown[] {
  if (args.length > parameters.length) {
    throw engineError('calledWithOtherCount', { query, wanted: parameters.length, given: args.length });
  }
  return parameters.map((parameter, index) => {
    const value = args[index];
    if (value instanceof VertexSet) return new Set(value);
    if (value !== undefined && value !== null) return value;
    return missing(parameter);
  });
}
