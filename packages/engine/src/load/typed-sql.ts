/** From a token to the stored form of an attribute's type, in SQL; null where it does not fit. */
import type { Ast, Attribute, AttributeType, ScalarTypeName } from '@acacia/language';
import { EngineError } from '../errors.ts';
import { storedType, typeText } from '../storage/columns.ts';
import type { UpsertOperator } from '../writes.ts';
import { epochSql, valueSql, type TokenColumns } from './value-sql.ts';

const scalarSql = (type: ScalarTypeName, raw: string): string => {
  switch (type) {
    case 'INT':
    case 'UINT':
      return `CASE WHEN regexp_full_match(${raw}, '\\s*[+-]?[0-9]+\\s*') THEN TRY_CAST(trim(${raw}) AS ${storedSql(type)}) END`;
    case 'FLOAT':
    case 'DOUBLE':
      return `CASE WHEN isfinite(TRY_CAST(trim(${raw}) AS ${storedSql(type)})) THEN TRY_CAST(trim(${raw}) AS ${storedSql(type)}) END`;
    case 'BOOL':
      return `CASE lower(trim(${raw})) WHEN 'true' THEN true WHEN '1' THEN true WHEN 'false' THEN false WHEN '0' THEN false END`;
    case 'DATETIME':
      return epochSql(raw);
    case 'STRING':
      return raw;
  }
};

const storedSql = (type: ScalarTypeName): string => storedType({ kind: 'scalar', name: type }).sql;

/** The id in its stored form (see `canonicalId`). */
export const idSql = (type: ScalarTypeName, raw: string): string => {
  if (type === 'STRING') return raw;
  if (type === 'DATETIME')
    return `strftime(make_timestamp((${epochSql(raw)}) * 1000000), '%Y-%m-%d %H:%M:%S')`;
  return `(${scalarSql(type, raw)})::VARCHAR`;
};

/** How an attribute gets its value from the columns. */
interface AttributeSql {
  /** The token, for messages: VARCHAR. */
  readonly raw: string;
  /** The typed value; null when the token is empty (the old value stays) or does not fit. */
  readonly typed: string;
  /** Whether the token is there but does not fit. */
  readonly invalid: string;
  readonly op: UpsertOperator;
}

const REDUCERS: readonly string[] = ['ignore_if_exists', 'add', 'and', 'or', 'max', 'min', 'overwrite'];

/** Null for `_`: the attribute is not given. Throws EngineError for a value that the type cannot take. */
export const attributeSql = (
  attribute: Attribute,
  given: Ast.LoadValue,
  columns: TokenColumns,
): AttributeSql | null => {
  if (given.kind === 'skip') return null;
  const { type } = attribute;
  let value: Ast.LoadValue = given;
  let op: UpsertOperator = type.kind === 'scalar' ? 'overwrite' : 'add';
  if (value.kind === 'function' && value.name.toLowerCase() === 'reduce') {
    const [reducer] = value.args;
    const name = reducer?.kind === 'function' ? reducer.name.toLowerCase() : '';
    const inner = reducer?.kind === 'function' ? reducer.args[0] : undefined;
    if (inner === undefined || !REDUCERS.includes(name)) {
      throw new EngineError(
        'GSQL-SEMANTIC',
        `REDUCE takes one of ${REDUCERS.join(', ')} with a value in it.`,
      );
    }
    op = name as UpsertOperator;
    value = inner;
  }
  if (type.kind !== 'scalar') return { ...collectionSql(attribute.name, type, value, columns), op };
  const raw = valueSql(value, columns);
  const typed = scalarSql(type.name, raw);
  if (type.name === 'STRING') return { raw, typed, invalid: 'false', op };
  return { raw, typed, invalid: `(trim(${raw}) <> '' AND (${typed}) IS NULL)`, op };
};

const elementSql = (name: string, type: AttributeType, raw: string): string => {
  if (type.kind !== 'scalar') {
    throw new EngineError('GSQL-SEMANTIC', `The attribute ${name} has elements that cannot be loaded.`);
  }
  if (type.name === 'DATETIME') return `(${epochSql(raw)})`;
  return `(${scalarSql(type.name, raw)})`;
};

/** LIST and SET from `SPLIT(token, sep)`, `LIST(a, b)`, `SET(a, b)` or one token; MAP from SPLIT with two. */
const collectionSql = (
  name: string,
  type: Exclude<AttributeType, { kind: 'scalar' }>,
  value: Ast.LoadValue,
  columns: TokenColumns,
): Omit<AttributeSql, 'op'> => {
  const called = value.kind === 'function' ? value.name.toLowerCase() : '';
  const args = value.kind === 'function' ? value.args.map((each) => () => valueSql(each, columns)) : [];
  const arg = (index: number): string => args[index]?.() ?? wrong(name, type);
  if (type.kind === 'map') {
    if (called !== 'split' || args.length !== 3) return wrong(name, type);
    const raw = arg(0);
    const pairs = `list_filter(string_split(${raw}, ${arg(2)}), lambda pair: pair <> '')`;
    const part = (index: 1 | 2): string =>
      `list_transform(${pairs}, lambda pair: string_split(pair, ${arg(1)})[${index}])`;
    const keys = `list_transform(${part(1)}, lambda e: ${elementSql(name, type.key, 'e')})`;
    const values = `list_transform(${part(2)}, lambda e: ${elementSql(name, type.value, 'e')})`;
    const texts = `list_transform(${keys}, lambda e: e::VARCHAR)`;
    return ofParts(raw, `to_json(map_from_entries(list_zip(${texts}, ${values})))::VARCHAR`, [keys, values]);
  }
  if (type.kind === 'udt') return wrong(name, type);
  let raw: string;
  let tokens: string;
  if (called === 'split' && args.length === 2) {
    raw = arg(0);
    tokens = `list_filter(string_split(${raw}, ${arg(1)}), lambda e: e <> '')`;
  } else if (called === type.kind) {
    const all = args.map((each) => each());
    raw = `concat_ws(',', ${all.join(', ')})`;
    tokens = `[${all.join(', ')}]`;
  } else {
    raw = valueSql(value, columns);
    tokens = `CASE WHEN ${raw} = '' THEN [] ELSE [${raw}] END`;
  }
  const items = `list_transform(${tokens}, lambda e: ${elementSql(name, type.element, 'e')})`;
  const list = type.kind === 'set' ? `list_distinct(${items})` : items;
  return ofParts(raw, `to_json(${list})::VARCHAR`, [items]);
};

const ofParts = (raw: string, typed: string, parts: readonly string[]): Omit<AttributeSql, 'op'> => {
  const fits = parts
    .map((part) => `len(${part}) = len(list_filter(${part}, lambda e: e IS NOT NULL))`)
    .join(' AND ');
  return {
    raw,
    typed: `CASE WHEN ${raw} <> '' AND ${fits} THEN ${typed} END`,
    invalid: `(${raw} <> '' AND NOT (${fits}))`,
  };
};

const wrong = (name: string, type: AttributeType): never => {
  const how = type.kind === 'map' ? 'SPLIT($0, ":", ",")' : `SPLIT($0, ",")`;
  throw new EngineError('GSQL-SEMANTIC', `The attribute ${name} is ${typeText(type)}; give it as ${how}.`);
};
