/** SQL over tables of results, whose rows are JSON values: their values, filters, search and order. */
import { engineError } from '../errors/catalogue.ts';
import { empty, joined, list, literal, sql, type Sql } from '../sql.ts';
import { fileLiteral } from '../storage/file-literal.ts';

/** A table of results. */
export interface ResultTableFile {
  /** One JSON value a line. */
  readonly path: string;
  readonly rows: number;
  /** Bytes of the longest line. */
  readonly longest: number;
  /** Whose it is: people take turns. */
  readonly owner: string;
}

/** Keys from a row's JSON to a value in it; empty: the row itself. */
export type ResultPath = readonly string[];

/** A condition on one column (`RunFilter` of the contract). */
export type ResultFilter = { readonly path: ResultPath; readonly not: boolean } & (
  | { readonly kind: 'contains'; readonly text: string }
  | { readonly kind: 'equals'; readonly value: string }
  | { readonly kind: 'range'; readonly from: string | null; readonly to: string | null }
  | { readonly kind: 'empty' }
  | { readonly kind: 'oneOf'; readonly values: readonly string[] }
);

/** Which rows of a table. */
export interface ResultRows {
  /** Keeps rows in which one of the paths holds the text, whatever its case. */
  readonly search: { readonly text: string; readonly paths: readonly ResultPath[] } | null;
  /** All of them hold. */
  readonly filters: readonly ResultFilter[];
}

/** Which rows of a table, and in which order. */
export interface ResultView extends ResultRows {
  readonly sort: { readonly path: ResultPath; readonly descending: boolean } | null;
}

/** Bytes of a row up to which DuckDB reads it: it takes several times as much. */
export const LONGEST_ROW = 8 * 2 ** 20;

/** The rows with their places. @throws EngineError when a row is too long to be read by DuckDB */
export function rowsOf({ path: file, longest }: ResultTableFile): Sql {
  if (longest > LONGEST_ROW) throw engineError('resultRowTooLong', { most: LONGEST_ROW / 2 ** 20 });
  const most = Math.max(2 ** 20, 2 * longest);
  return sql`(SELECT json, row_number() OVER () - 1 AS place FROM
    read_json_objects(${fileLiteral(file)}, format = 'newline_delimited', maximum_object_size = ${most}))`;
}

/** A path as a JSON pointer (RFC 6901). */
const pointer = (keys: ResultPath): Sql =>
  keys.length === 0
    ? literal('$')
    : literal(keys.map((key) => `/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`).join(''));

export const textAt = (keys: ResultPath): Sql => sql`json_extract_string(json, ${pointer(keys)})`;
export const textsAt = (paths: readonly ResultPath[]): Sql =>
  sql`json_extract_string(json, [${list(paths.map(pointer))}])`;
const typeAt = (keys: ResultPath): Sql => sql`json_type(json, ${pointer(keys)})`;
export const numberAt = (keys: ResultPath): Sql =>
  sql`CASE WHEN ${typeAt(keys)} IN ('BIGINT', 'UBIGINT', 'HUGEINT', 'DOUBLE') THEN TRY_CAST(${textAt(keys)} AS DOUBLE) END`;

/** Empty values last either way, numbers by value, then texts. */
export function orderBy({ sort }: Pick<ResultView, 'sort'>): Sql {
  if (sort === null) return sql`place`;
  const value = textAt(sort.path);
  const way = sort.descending ? sql`DESC` : sql`ASC`;
  return sql`(${value} IS NULL OR ${value} = ''), TRY_CAST(${value} AS DOUBLE) ${way} NULLS LAST, ${value} ${way}, place`;
}

/** The WHERE clause of a view; empty where all rows are kept. */
export function whereOf({ search, filters }: ResultRows): Sql {
  const conditions = [...(search === null ? [] : [holds(search.paths, search.text)]), ...filters.map(keeps)];
  return conditions.length === 0 ? empty : sql`WHERE ${joined(conditions, 'AND')}`;
}

function holds(paths: readonly ResultPath[], text: string): Sql {
  return sql`contains(lower(array_to_string(${textsAt(paths)}, chr(31))), lower(${literal(text)}))`;
}

function keeps(filter: ResultFilter): Sql {
  const condition = sql`coalesce(${conditionOf(filter)}, false)`;
  return filter.not ? sql`NOT ${condition}` : condition;
}

function conditionOf(filter: ResultFilter): Sql {
  const value = textAt(filter.path);
  switch (filter.kind) {
    case 'contains':
      return sql`contains(lower(${value}), lower(${literal(filter.text)}))`;
    case 'equals':
      return isOneOf(value, [filter.value]);
    case 'oneOf':
      return isOneOf(value, filter.values);
    case 'empty':
      return sql`(${value} IS NULL OR ${value} = '')`;
    case 'range': {
      const { from, to } = filter;
      const numbers = [from, to].every((end) => end === null || isNumber(end));
      const ends = [
        ...(from === null
          ? []
          : [numbers ? compared(value, sql`>=`, from) : sql`${value} >= ${literal(from)}`]),
        // An upper end keeps the texts that begin with it: the last day of a range is a whole day.
        ...(to === null
          ? []
          : [
              numbers
                ? compared(value, sql`<=`, to)
                : sql`left(${value}, length(${literal(to)})) <= ${literal(to)} AND ${value} <> ''`,
            ]),
      ];
      return sql`(${joined(ends, 'AND')})`;
    }
  }
}

const isNumber = (text: string): boolean => /^-?\d+(\.\d+)?(e[+-]?\d{1,3})?$/i.test(text);
const isInteger = (text: string): boolean => /^-?\d{1,38}$/.test(text);

function isOneOf(value: Sql, texts: readonly string[]): Sql {
  const numbers = texts.filter(isNumber).map((text) => compared(value, sql`=`, text));
  return sql`(${joined([sql`${value} IN (${list(texts.map(literal))})`, ...numbers], 'OR')})`;
}

/** Compares by value: integers exactly, other numbers as doubles; no value that is not a number. */
function compared(value: Sql, operator: Sql, number: string): Sql {
  const double = sql`TRY_CAST(${value} AS DOUBLE)`;
  const asDouble = sql`(isfinite(${double}) AND ${double} ${operator} CAST(${literal(number)} AS DOUBLE))`;
  if (!isInteger(number)) return asDouble;
  const asInteger = sql`TRY_CAST(${value} AS HUGEINT) ${operator} CAST(${literal(number)} AS HUGEINT)`;
  return sql`(CASE WHEN regexp_full_match(${value}, '-?[0-9]{1,38}') THEN ${asInteger} ELSE ${asDouble} END)`;
}
