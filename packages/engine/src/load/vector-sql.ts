/** The vector of a line in SQL: numbers between separators, or a JSON array of them. */
import { engineError } from '../errors/catalogue.ts';
import type { Ast, VectorAttribute } from '@acacia/language';
import { list, literal, sql, type Sql } from '../sql.ts';
import { vectorSqlType } from '../storage/columns.ts';
import { valueSql, type TokenColumns } from './value-sql.ts';

interface VectorSql {
  /** The token, for messages: VARCHAR. */
  readonly raw: Sql;
  /** A FLOAT[dimension]; null when the token is empty (the vertex keeps what it has) or does not fit. */
  readonly typed: Sql;
  readonly invalid: Sql;
  /** The expected type, for messages. */
  readonly wanted: string;
}

/**
 * `values` are the id and the vector: `SPLIT($1, ",")`, `LIST($1, $2, …)`, or one token.
 * @throws EngineError when the vector has another form
 */
export function vectorSql(
  { name, dimension }: VectorAttribute,
  values: readonly Ast.LoadValue[],
  columns: TokenColumns,
): VectorSql {
  const [, value] = values;
  if (value === undefined || values.length !== 2) {
    throw engineError('vectorValueCount', { name, given: values.length });
  }
  const { raw, tokens } = tokensOf(name, value, columns);
  const numbers = sql`list_transform(${tokens}, lambda e: TRY_CAST(trim(e) AS FLOAT))`;
  const fits = sql`(len(${numbers}) = ${dimension} AND len(list_filter(${numbers}, lambda e: coalesce(isfinite(e), false))) = ${dimension})`;
  const given = sql`coalesce(${raw}, '') <> ''`;
  return {
    raw,
    // CASE cannot give an array, and a list of another length cannot become one.
    typed: sql`CAST(CASE WHEN ${given} AND ${fits} THEN ${numbers} END AS ${vectorSqlType({ dimension })})`,
    invalid: sql`(${given} AND NOT ${fits})`,
    wanted: `${dimension} numbers`,
  };
}

function tokensOf(
  name: string,
  value: Ast.LoadValue,
  columns: TokenColumns,
): { readonly raw: Sql; readonly tokens: Sql } {
  const called = value.kind === 'function' ? value.name.toLowerCase() : '';
  const args = value.kind === 'function' ? value.args : [];
  if (called === 'list') {
    const raws = args.map((arg) => valueSql(arg, columns));
    return { raw: sql`concat_ws(',', ${list(raws)})`, tokens: sql`[${list(raws)}]` };
  }
  const [text, separator] = called === 'split' ? args : [value];
  if (text === undefined || (called === 'split' && args.length !== 2)) {
    throw engineError('vectorValueForm', { name });
  }
  const raw = valueSql(text, columns);
  const between = separator === undefined ? literal(',') : valueSql(separator, columns);
  // `[0.1, 0.2]` is the form that embedding models give.
  const bare = sql`regexp_replace(trim(${raw}), '^\\[|\\]$', '', 'g')`;
  return { raw, tokens: sql`string_split(${bare}, ${between})` };
}
