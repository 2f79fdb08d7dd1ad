/**
 * LIST, SET, MAP and tuple attributes in SQL, as the JSON in which they are stored. A container is written
 * as `SPLIT(token, separator)`, as `LIST(a, b)`, `SET(a, b)`, `MAP((k -> v), …)`, or as one element: rows
 * with the same key each add one.
 */
import { typeText, type Ast, type AttributeType } from '@acacia/language';
import { EngineError } from '../errors.ts';
import { scalarSql, type TypedSql } from './scalar-sql.ts';
import { valueSql, type TokenColumns } from './value-sql.ts';

type Container = Extract<AttributeType, { kind: 'list' | 'set' | 'map' }>;
type Tuple = Extract<AttributeType, { kind: 'udt' }>;

const semantic = (message: string): EngineError => new EngineError('GSQL-SEMANTIC', message);

const howTo = (type: AttributeType): string => {
  switch (type.kind) {
    case 'map':
      return '($0 -> $1), MAP(($0 -> $1), …) or SPLIT($0, ":", ",")';
    case 'udt':
      return `${type.name}($0, …)`;
    default:
      return `SPLIT($0, ",")`;
  }
};

const wrong = (name: string, type: AttributeType): never => {
  throw semantic(`The attribute ${name} is ${typeText(type)}; give it as ${howTo(type)}.`);
};

const calledName = (value: Ast.LoadValue): string =>
  value.kind === 'function' ? value.name.toLowerCase() : '';

/** An element given as a text, such as a part that SPLIT makes. */
const elementOfText = (name: string, type: AttributeType, raw: string): string => {
  if (type.kind !== 'scalar') {
    throw semantic(
      `SPLIT cannot make the elements of ${name}: they are ${typeText(type)}. Give them one by one.`,
    );
  }
  return `(${scalarSql(type.name, raw)})`;
};

interface ElementSql {
  readonly raw: string;
  /** JSON, or a scalar that `to_json` takes; null where the token does not fit. */
  readonly typed: string;
}

const elementSql = (
  name: string,
  type: AttributeType,
  value: Ast.LoadValue,
  columns: TokenColumns,
): ElementSql => {
  if (type.kind === 'udt') {
    const { raw, typed } = tupleSql(name, type, value, columns);
    return { raw, typed: `(${typed})::JSON` };
  }
  if (type.kind !== 'scalar') throw semantic(`The attribute ${name} has elements that cannot be loaded.`);
  const raw = valueSql(value, columns);
  // JSON of an element, so that numbers stay numbers beside tuples.
  return { raw, typed: `to_json(${scalarSql(type.name, raw)})` };
};

/** `Name($1, $2)`: every field has a value; `_` is the default of its type. */
export const tupleSql = (
  name: string,
  type: Tuple,
  value: Ast.LoadValue,
  columns: TokenColumns,
): TypedSql => {
  const { fields = [] } = type;
  if (value.kind !== 'function' || calledName(value) !== type.name.toLowerCase()) return wrong(name, type);
  if (value.args.length !== fields.length) {
    throw semantic(
      `The tuple ${type.name} has ${fields.length} fields (${fields.map((field) => field.name).join(', ')}), ${value.args.length} are given.`,
    );
  }
  const raws: string[] = [];
  const parts: string[] = [];
  const missing: string[] = [];
  fields.forEach((field, index) => {
    const argument = value.args[index];
    if (argument === undefined || field.type.kind !== 'scalar') return wrong(name, type);
    const raw = argument.kind === 'skip' ? `''` : valueSql(argument, columns);
    const empty = `trim(coalesce(${raw}, '')) = ''`;
    const typed = scalarSql(field.type.name, raw);
    if (argument.kind !== 'skip') raws.push(raw);
    const standIn = { STRING: `''`, BOOL: 'false' }[field.type.name as string] ?? '0';
    const some =
      field.type.name === 'STRING'
        ? `coalesce(${raw}, '')`
        : `CASE WHEN ${empty} THEN ${standIn} ELSE ${typed} END`;
    parts.push(`'${field.name.replaceAll("'", "''")}', ${some}`);
    if (field.type.name !== 'STRING') missing.push(`(NOT (${empty}) AND (${typed}) IS NULL)`);
  });
  const raw = raws.length === 0 ? `''` : `concat_ws(',', ${raws.join(', ')})`;
  const invalid = missing.length === 0 ? 'false' : `(${missing.join(' OR ')})`;
  return {
    raw,
    typed: `CASE WHEN NOT ${invalid} THEN json_object(${parts.join(', ')})::VARCHAR END`,
    invalid,
  };
};

export const containerSql = (
  name: string,
  type: Container,
  value: Ast.LoadValue,
  columns: TokenColumns,
): TypedSql =>
  type.kind === 'map' ? mapSql(name, type, value, columns) : listSql(name, type, value, columns);

const listSql = (
  name: string,
  type: Extract<Container, { kind: 'list' | 'set' }>,
  value: Ast.LoadValue,
  columns: TokenColumns,
): TypedSql => {
  const called = calledName(value);
  const args = value.kind === 'function' ? value.args : [];
  const json = (items: string): string =>
    `to_json(${type.kind === 'set' ? `list_distinct(${items})` : items})::VARCHAR`;
  if (called === 'split') {
    const [token, separator] = args;
    if (token === undefined || separator === undefined || args.length !== 2) return wrong(name, type);
    const raw = valueSql(token, columns);
    const parts = `list_filter(string_split(${raw}, ${valueSql(separator, columns)}), lambda e: e <> '')`;
    const items = `list_transform(${parts}, lambda e: ${elementOfText(name, type.element, 'e')})`;
    return ofParts(raw, json(items), [items]);
  }
  if (value.kind === 'namedColumn' && type.element.kind === 'scalar') {
    return jsonOrOne(name, type, value, columns, json);
  }
  const given = called === 'list' || called === 'set' ? args : [value];
  const elements = given.map((each) => elementSql(name, type.element, each, columns));
  const [first] = elements;
  if (first === undefined) return wrong(name, type);
  const raw =
    elements.length === 1 ? first.raw : `concat_ws(',', ${elements.map((each) => each.raw).join(', ')})`;
  const some = elements.map(
    (each) => `CASE WHEN coalesce(${each.raw}, '') <> '' THEN [${each.typed}] ELSE [] END`,
  );
  const items = `list_concat(${some.join(', ')}, [])`;
  return ofParts(raw, json(items), [items]);
};

/** The value of a named column of JSON or Parquet: an array, or else one element. */
const jsonOrOne = (
  name: string,
  type: Extract<Container, { kind: 'list' | 'set' }>,
  value: Ast.LoadValue,
  columns: TokenColumns,
  json: (items: string) => string,
): TypedSql => {
  const raw = valueSql(value, columns);
  const tokens = `CASE WHEN ${isJson(raw, 'ARRAY')} THEN json_extract_string(${raw}, '$[*]') ELSE [${raw}] END`;
  const items = `list_transform(${tokens}, lambda e: ${elementOfText(name, type.element, 'e')})`;
  return ofParts(raw, json(items), [items]);
};

const isJson = (raw: string, kind: 'ARRAY' | 'OBJECT'): string =>
  `coalesce(starts_with(${raw}, '${kind === 'ARRAY' ? '[' : '{'}') AND json_valid(${raw}), false)`;

/** An object of JSON or Parquet as a MAP; anything else does not fit. */
const jsonMapSql = (
  name: string,
  type: Extract<Container, { kind: 'map' }>,
  value: Ast.LoadValue,
  columns: TokenColumns,
): TypedSql => {
  const raw = valueSql(value, columns);
  const object = `CASE WHEN ${isJson(raw, 'OBJECT')} THEN ${raw} END`;
  const keys = `list_transform(json_keys(${object}), lambda e: ${elementOfText(name, type.key, 'e')})`;
  const values = `list_transform(json_extract_string(${object}, '$.*'), lambda e: ${elementOfText(name, type.value, 'e')})`;
  const made = ofParts(raw, objectSql(`list_transform(${keys}, lambda e: e::VARCHAR)`, values), [
    keys,
    values,
  ]);
  return { ...made, invalid: `(coalesce(${raw}, '') <> '' AND (${object} IS NULL OR ${made.invalid}))` };
};

const mapSql = (
  name: string,
  type: Extract<Container, { kind: 'map' }>,
  value: Ast.LoadValue,
  columns: TokenColumns,
): TypedSql => {
  if (calledName(value) === 'split' && value.kind === 'function') {
    return splitMapSql(name, type, value.args, columns);
  }
  if (value.kind === 'namedColumn') return jsonMapSql(name, type, value, columns);
  const given = calledName(value) === 'map' && value.kind === 'function' ? value.args : [value];
  const pairs = given.map((each) => {
    if (each.kind !== 'pair') return wrong(name, type);
    const [key, item] = [
      elementSql(name, type.key, each.key, columns),
      elementSql(name, type.value, each.value, columns),
    ];
    return { key, item };
  });
  if (pairs.length === 0) return wrong(name, type);
  const raw = `concat_ws(',', ${pairs.map(({ key, item }) => `concat_ws('->', ${key.raw}, ${item.raw})`).join(', ')})`;
  const none = (each: ElementSql): string => `coalesce(${each.raw}, '') = ''`;
  /** Of those pairs whose key is there. */
  const listOf = (pick: (pair: (typeof pairs)[number]) => string): string =>
    `list_concat(${pairs.map((pair) => `CASE WHEN ${none(pair.key)} THEN [] ELSE [${pick(pair)}] END`).join(', ')}, [])`;
  const keys = listOf(({ key }) => key.typed);
  const values = listOf(({ item }) => item.typed);
  return ofParts(
    `CASE WHEN ${pairs.map(({ key }) => none(key)).join(' AND ')} THEN '' ELSE ${raw} END`,
    objectSql(`list_transform(${keys}, lambda e: e->>'$')`, values),
    [keys, values],
  );
};

/** `SPLIT(token, between_key_and_value, between_pairs)`, the last one for several pairs. */
const splitMapSql = (
  name: string,
  type: Extract<Container, { kind: 'map' }>,
  args: readonly Ast.LoadValue[],
  columns: TokenColumns,
): TypedSql => {
  const [token, between, separator] = args;
  if (token === undefined || between === undefined || args.length > 3) return wrong(name, type);
  const raw = valueSql(token, columns);
  const all = separator === undefined ? `[${raw}]` : `string_split(${raw}, ${valueSql(separator, columns)})`;
  const pairs = `list_filter(${all}, lambda pair: pair <> '')`;
  const part = (index: 1 | 2): string =>
    `list_transform(${pairs}, lambda pair: string_split(pair, ${valueSql(between, columns)})[${index}])`;
  const keys = `list_transform(${part(1)}, lambda e: ${elementOfText(name, type.key, 'e')})`;
  const values = `list_transform(${part(2)}, lambda e: ${elementOfText(name, type.value, 'e')})`;
  return ofParts(raw, objectSql(`list_transform(${keys}, lambda e: e::VARCHAR)`, values), [keys, values]);
};

/** A JSON object; of equal keys the last one holds. */
const objectSql = (keys: string, values: string): string => {
  const entries = `list_zip(${keys}, list_transform(${values}, lambda e: to_json(e)))`;
  const later = `list_position(list_transform(list_reverse(${entries}), lambda x: x[1]), entry[1])`;
  const kept = `list_filter(${entries}, lambda entry, place: len(${entries}) - ${later} + 1 = place)`;
  return `to_json(map_from_entries(${kept}))::VARCHAR`;
};

/** A value that holds only when all of the parts that it is made of fit. */
const ofParts = (raw: string, typed: string, parts: readonly string[]): TypedSql => {
  const fits = parts
    .map((part) => `len(${part}) = len(list_filter(${part}, lambda e: e IS NOT NULL))`)
    .join(' AND ');
  return {
    raw,
    typed: `CASE WHEN coalesce(${raw}, '') <> '' AND ${fits} THEN ${typed} END`,
    invalid: `(coalesce(${raw}, '') <> '' AND NOT (${fits}))`,
  };
};
