/** TEMP_TABLE of a loading job: rows made from a file's lines, several from one line with flatten. */
import { engineError } from '../errors/catalogue.ts';
import type { Ast } from '@acacia/language';
import { empty, list, literal, sql, type Sql } from '../sql.ts';
import { conditionSql } from './condition-sql.ts';
import { jsonPlace } from './read-lines.ts';
import { columnKey, pathOf, valueSql, type TokenColumns } from './value-sql.ts';

export interface TempTable {
  readonly name: string;
  readonly columns: readonly string[];
  readonly ast: Extract<Ast.LoadTarget, { kind: 'tempTable' }>;
}

type Call = Extract<Ast.LoadValue, { kind: 'function' }>;

const isFlatten = (value: Ast.LoadValue): value is Call =>
  value.kind === 'function' && ['flatten', 'flatten_json_array'].includes(value.name.toLowerCase());

const isJson = (value: Call): boolean => value.name.toLowerCase() === 'flatten_json_array';

/** The last argument of flatten: the number of columns that it makes. */
function widthOf(value: Call): number {
  if (isJson(value)) {
    const [array, ...parts] = value.args;
    const isColumn = array?.kind === 'namedColumn' || array?.kind === 'column';
    if (!isColumn || parts.some(({ kind }) => kind !== 'namedColumn')) {
      throw engineError('flattenJsonForm');
    }
    return Math.max(1, parts.length);
  }
  const last = value.args.at(-1);
  const width = last?.kind === 'literal' ? Number(last.value) : NaN;
  if (value.args.length < 3 || value.args.length > 4 || !Number.isInteger(width) || width < 1) {
    throw engineError('flattenForm');
  }
  if (value.args.length === 3 && width !== 1) throw engineError('flattenOneColumn');
  return width;
}

/**
 * Checks the columns against the values.
 * @throws EngineError when they do not fit together
 */
export function resolveTempTable(ast: TempTable['ast'], trial: TokenColumns): TempTable {
  const columns = ast.columns.map(({ text }) => text);
  const flattened = ast.values.filter(isFlatten);
  if (flattened.length > 1) throw engineError('flattenTwice');
  const made = ast.values.reduce((sum, value) => sum + (isFlatten(value) ? widthOf(value) : 1), 0);
  if (made !== columns.length) {
    throw engineError('tableColumnCount', { table: ast.type.text, columns: columns.length, values: made });
  }
  const table = { name: ast.type.text, columns, ast };
  tempTableSql(table, sql`lines`, trial);
  return table;
}

/** A SELECT of `n` and the columns as `c0`, `c1`, … over a table of tokens. */
export function tempTableSql({ ast }: TempTable, tokens: Sql, columns: TokenColumns): Sql {
  const values: Sql[] = [];
  let groups = empty;
  for (const value of ast.values) {
    if (!isFlatten(value)) {
      values.push(valueSql(value, columns));
      continue;
    }
    if (isJson(value)) {
      const [array, ...parts] = value.args;
      const members = array === undefined ? empty : valueSql(array, columns);
      const json = sql`CASE WHEN json_valid(${members}) THEN ${members} END`;
      // An object alone is unfolded as an array of it; parts are asked of objects, and nothing else has any.
      const all = sql`CASE json_type(${json}) WHEN 'ARRAY' THEN json_extract(${json}, '$[*]') WHEN 'OBJECT' THEN [json(${json})] END`;
      const some = parts.length === 0 ? all : sql`list_filter(${all}, lambda e: json_type(e) = 'OBJECT')`;
      groups = sql`, unnest(${some}) AS part`;
      const places = parts.map((part) =>
        part.kind === 'namedColumn' ? jsonPlace(pathOf(columnKey(part))) : '$',
      );
      for (const place of places.length === 0 ? ['$'] : places) {
        values.push(sql`json_extract_string(part, ${literal(place)})`);
      }
      continue;
    }
    const [column, first, second] = value.args.map((arg) => valueSql(arg, columns));
    groups = sql`, unnest(string_split(${column ?? empty}, ${first ?? empty})) AS part`;
    const width = widthOf(value);
    if (value.args.length === 3) values.push(sql`part`);
    else
      for (let index = 1; index <= width; index += 1)
        values.push(sql`nullif(split_part(part, ${second ?? empty}, ${index}), '')`);
  }
  const where =
    ast.where === undefined ? empty : sql`WHERE coalesce(${conditionSql(ast.where, columns)}, false)`;
  const selected = list(values.map((value, index) => sql`${value} AS t${index}`));
  const renamed = list(values.map((_, index) => sql`t${index} AS c${index}`));
  return sql`SELECT n, ${renamed} FROM (SELECT n, ${selected} FROM (SELECT *${groups} FROM ${tokens} ${where}))`;
}
