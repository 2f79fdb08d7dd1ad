/** Converts a token to the stored form of a scalar type, in SQL; null where it does not fit. */
import type { ScalarTypeName } from '@acacia/language';
import { sql, type Sql } from '../sql.ts';
import { storedType } from '../storage/columns.ts';
import { epochSql } from './token-functions.ts';

/** A value from the columns of a line. */
export interface TypedSql {
  /** The token, for messages: VARCHAR. */
  readonly raw: Sql;
  /** The typed value; null when the token is empty (the old value stays) or does not fit. */
  readonly typed: Sql;
  /** Whether the token is not empty and does not fit. */
  readonly invalid: Sql;
}

export function scalarSql(type: ScalarTypeName, raw: Sql): Sql {
  switch (type) {
    case 'INT':
    case 'UINT':
      return sql`CASE WHEN regexp_full_match(${raw}, '\\s*[+-]?[0-9]+\\s*') THEN TRY_CAST(trim(${raw}) AS ${storedSql(type)}) END`;
    case 'FLOAT':
    case 'DOUBLE':
      // DuckDB takes underscores between digits.
      return sql`CASE WHEN NOT contains(${raw}, '_') AND isfinite(TRY_CAST(trim(${raw}) AS ${storedSql(type)})) THEN TRY_CAST(trim(${raw}) AS ${storedSql(type)}) END`;
    case 'BOOL':
      return sql`CASE lower(trim(${raw})) WHEN 'true' THEN true WHEN '1' THEN true WHEN 'false' THEN false WHEN '0' THEN false END`;
    case 'DATETIME':
      return epochSql(raw);
    case 'STRING':
      return raw;
  }
}

const storedSql = (type: ScalarTypeName): Sql => storedType({ kind: 'scalar', name: type }).sql;

/** The id in its stored form (see `canonicalId`). */
export function idSql(type: ScalarTypeName, raw: Sql): Sql {
  if (type === 'STRING') return raw;
  if (type === 'DATETIME')
    return sql`strftime(make_timestamp((${epochSql(raw)}) * 1000000), '%Y-%m-%d %H:%M:%S')`;
  return sql`(${scalarSql(type, raw)})::VARCHAR`;
}
