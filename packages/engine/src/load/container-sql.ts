/**
 * LIST, SET, MAP and tuple attributes in SQL, as the JSON in which they are stored. A container is written
 * as `SPLIT(token, separator)`, as `LIST(a, b)`, `SET(a, b)`, `MAP((k -> v), …)`, or as one element: rows
 * with the same key each add one.
 */
import { engineError } from '../errors/catalogue.ts';
import { typeText, type Ast, type AttributeType } from '@acacia/language';
import { joined, list, literal, sql, type Sql } from '../sql.ts';
import { scalarSql, type TypedSql } from './scalar-sql.ts';
import { valueSql, type TokenColumns } from './value-sql.ts';

type Container = Extract<AttributeType, { kind: 'list' | 'set' | 'map' }>;
type Tuple = Extract<AttributeType, { kind: 'udt' }>;

function howTo(type: AttributeType): string {
  switch (type.kind) {
    case 'map':
      return '($0 -> $1), MAP(($0 -> $1), …) or SPLIT($0, ":", ",")';
    case 'udt':
      return `${type.name}($0, …)`;
    default:
      return `SPLIT($0, ",")`;
  }
}

function wrong(name: string, type: AttributeType): never {
  throw engineError('containerForm', { name, type: typeText(type), form: howTo(type) });
}

const calledName = (value: Ast.LoadValue): string =>
  value.kind === 'function' ? value.name.toLowerCase() : '';

/** An element given as a text, such as a part that SPLIT makes. */
function elementOfText(name: string, type: AttributeType, raw: Sql): Sql {
  if (type.kind !== 'scalar') {
    throw engineError('splitElements', { name, type: typeText(type) });
  }
  return sql`(${scalarSql(type.name, raw)})`;
}

interface ElementSql {
  readonly raw: Sql;
  /** JSON, or a scalar that `to_json` takes; null where the token does not fit. */
  readonly typed: Sql;
}

function elementSql(
  name: string,
  type: AttributeType,
  value: Ast.LoadValue,
  columns: TokenColumns,
): ElementSql {
  if (type.kind === 'udt') {
    const { raw, typed } = tupleSql(name, type, value, columns);
    return { raw, typed: sql`(${typed})::JSON` };
  }
  if (type.kind !== 'scalar') throw engineError('elementsNotLoadable', { name });
  const raw = valueSql(value, columns);
  // JSON of an element, so that numbers stay numbers beside tuples.
  return { raw, typed: sql`to_json(${scalarSql(type.name, raw)})` };
}

/**
 * `Name($1, $2)`: every field has a value; `_` is the default of its type.
 * @throws EngineError when the number of values is another one
 */
export function tupleSql(name: string, type: Tuple, value: Ast.LoadValue, columns: TokenColumns): TypedSql {
  const { fields = [] } = type;
  if (value.kind !== 'function' || calledName(value) !== type.name.toLowerCase()) return wrong(name, type);
  if (value.args.length !== fields.length) {
    throw engineError('tupleValueCount', {
      tuple: type.name,
      count: fields.length,
      fields: fields.map((field) => field.name).join(', '),
      given: value.args.length,
    });
  }
  const raws: Sql[] = [];
  const parts: Sql[] = [];
  const missing: Sql[] = [];
  fields.forEach((field, index) => {
    const argument = value.args[index];
    if (argument === undefined || field.type.kind !== 'scalar') return wrong(name, type);
    const raw = argument.kind === 'skip' ? sql`''` : valueSql(argument, columns);
    const empty = sql`trim(coalesce(${raw}, '')) = ''`;
    const typed = scalarSql(field.type.name, raw);
    if (argument.kind !== 'skip') raws.push(raw);
    const standIn = field.type.name === 'BOOL' ? sql`false` : sql`0`;
    const some =
      field.type.name === 'STRING'
        ? sql`coalesce(${raw}, '')`
        : sql`CASE WHEN ${empty} THEN ${standIn} ELSE ${typed} END`;
    parts.push(list([literal(field.name), some]));
    if (field.type.name !== 'STRING') missing.push(sql`(NOT (${empty}) AND (${typed}) IS NULL)`);
  });
  const raw = raws.length === 0 ? sql`''` : sql`concat_ws(',', ${list(raws)})`;
  const invalid = missing.length === 0 ? sql`false` : sql`(${joined(missing, 'OR')})`;
  return {
    raw,
    typed: sql`CASE WHEN NOT ${invalid} THEN json_object(${list(parts)})::VARCHAR END`,
    invalid,
  };
}

export const containerSql = (
  name: string,
  type: Container,
  value: Ast.LoadValue,
  columns: TokenColumns,
): TypedSql =>
  type.kind === 'map' ? mapSql(name, type, value, columns) : listSql(name, type, value, columns);

function listSql(
  name: string,
  type: Extract<Container, { kind: 'list' | 'set' }>,
  value: Ast.LoadValue,
  columns: TokenColumns,
): TypedSql {
  const called = calledName(value);
  const args = value.kind === 'function' ? value.args : [];
  const json = (items: Sql): Sql =>
    sql`to_json(${type.kind === 'set' ? sql`list_distinct(${items})` : items})::VARCHAR`;
  if (called === 'split') {
    const [token, separator] = args;
    if (token === undefined || separator === undefined || args.length !== 2) return wrong(name, type);
    const raw = valueSql(token, columns);
    const parts = sql`list_filter(string_split(${raw}, ${valueSql(separator, columns)}), lambda e: e <> '')`;
    const items = sql`list_transform(${parts}, lambda e: ${elementOfText(name, type.element, sql`e`)})`;
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
    elements.length === 1 ? first.raw : sql`concat_ws(',', ${list(elements.map((each) => each.raw))})`;
  const some = elements.map(
    (each) => sql`CASE WHEN coalesce(${each.raw}, '') <> '' THEN [${each.typed}] ELSE [] END`,
  );
  const items = sql`list_concat(${list(some)}, [])`;
  return ofParts(raw, json(items), [items]);
}

/** The value of a named column of JSON or Parquet: an array, or else one element. */
function jsonOrOne(
  name: string,
  type: Extract<Container, { kind: 'list' | 'set' }>,
  value: Ast.LoadValue,
  columns: TokenColumns,
  json: (items: Sql) => Sql,
): TypedSql {
  const raw = valueSql(value, columns);
  const tokens = sql`CASE WHEN ${isJson(raw, 'ARRAY')} THEN json_extract_string(${raw}, '$[*]') ELSE [${raw}] END`;
  const items = sql`list_transform(${tokens}, lambda e: ${elementOfText(name, type.element, sql`e`)})`;
  return ofParts(raw, json(items), [items]);
}

const isJson = (raw: Sql, kind: 'ARRAY' | 'OBJECT'): Sql =>
  sql`coalesce(starts_with(${raw}, ${literal(kind === 'ARRAY' ? '[' : '{')}) AND json_valid(${raw}), false)`;

/** An object of JSON or Parquet as a MAP; anything else does not fit. */
function jsonMapSql(
  name: string,
  type: Extract<Container, { kind: 'map' }>,
  value: Ast.LoadValue,
  columns: TokenColumns,
): TypedSql {
  const raw = valueSql(value, columns);
  const object = sql`CASE WHEN ${isJson(raw, 'OBJECT')} THEN ${raw} END`;
  const keys = sql`list_transform(json_keys(${object}), lambda e: ${elementOfText(name, type.key, sql`e`)})`;
  const values = sql`list_transform(json_extract_string(${object}, '$.*'), lambda e: ${elementOfText(name, type.value, sql`e`)})`;
  const made = ofParts(raw, objectSql(sql`list_transform(${keys}, lambda e: e::VARCHAR)`, values), [
    keys,
    values,
  ]);
  return { ...made, invalid: sql`(coalesce(${raw}, '') <> '' AND (${object} IS NULL OR ${made.invalid}))` };
}

function mapSql(
  name: string,
  type: Extract<Container, { kind: 'map' }>,
  value: Ast.LoadValue,
  columns: TokenColumns,
): TypedSql {
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
  const raw = sql`concat_ws(',', ${list(pairs.map(({ key, item }) => sql`concat_ws('->', ${key.raw}, ${item.raw})`))})`;
  const none = (each: ElementSql): Sql => sql`coalesce(${each.raw}, '') = ''`;
  /** Of those pairs whose key is there. */
  const listOf = (pick: (pair: (typeof pairs)[number]) => Sql): Sql =>
    sql`list_concat(${list(pairs.map((pair) => sql`CASE WHEN ${none(pair.key)} THEN [] ELSE [${pick(pair)}] END`))}, [])`;
  const keys = listOf(({ key }) => key.typed);
  const values = listOf(({ item }) => item.typed);
  return ofParts(
    sql`CASE WHEN ${joined(
      pairs.map(({ key }) => none(key)),
      'AND',
    )} THEN '' ELSE ${raw} END`,
    objectSql(sql`list_transform(${keys}, lambda e: e->>'$')`, values),
    [keys, values],
  );
}

/** `SPLIT(token, between_key_and_value, between_pairs)`, the last one for several pairs. */
function splitMapSql(
  name: string,
  type: Extract<Container, { kind: 'map' }>,
  args: readonly Ast.LoadValue[],
  columns: TokenColumns,
): TypedSql {
  const [token, between, separator] = args;
  if (token === undefined || between === undefined || args.length > 3) return wrong(name, type);
  const raw = valueSql(token, columns);
  const all =
    separator === undefined ? sql`[${raw}]` : sql`string_split(${raw}, ${valueSql(separator, columns)})`;
  const pairs = sql`list_filter(${all}, lambda pair: pair <> '')`;
  const part = (index: 1 | 2): Sql =>
    sql`list_transform(${pairs}, lambda pair: string_split(pair, ${valueSql(between, columns)})[${index}])`;
  const keys = sql`list_transform(${part(1)}, lambda e: ${elementOfText(name, type.key, sql`e`)})`;
  const values = sql`list_transform(${part(2)}, lambda e: ${elementOfText(name, type.value, sql`e`)})`;
  return ofParts(raw, objectSql(sql`list_transform(${keys}, lambda e: e::VARCHAR)`, values), [keys, values]);
}

/** A JSON object; of equal keys the last one holds. */
function objectSql(keys: Sql, values: Sql): Sql {
  const entries = sql`list_zip(${keys}, list_transform(${values}, lambda e: to_json(e)))`;
  const later = sql`list_position(list_transform(list_reverse(${entries}), lambda x: x[1]), entry[1])`;
  const kept = sql`list_filter(${entries}, lambda entry, place: len(${entries}) - ${later} + 1 = place)`;
  return sql`to_json(map_from_entries(${kept}))::VARCHAR`;
}

/** A value that holds only when all of the parts that it is made of fit. */
function ofParts(raw: Sql, typed: Sql, parts: readonly Sql[]): TypedSql {
  const fits = joined(
    parts.map((part) => sql`len(${part}) = len(list_filter(${part}, lambda e: e IS NOT NULL))`),
    'AND',
  );
  return {
    raw,
    typed: sql`CASE WHEN coalesce(${raw}, '') <> '' AND ${fits} THEN ${typed} END`,
    invalid: sql`(coalesce(${raw}, '') <> '' AND NOT (${fits}))`,
  };
}
