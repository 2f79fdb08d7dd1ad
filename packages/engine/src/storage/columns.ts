/** Types of attribute values in DuckDB. */
import { BIGINT, BOOLEAN, DOUBLE, FLOAT, UBIGINT, VARCHAR, type DuckDBType } from '@duckdb/node-api';
import type { Attribute, AttributeType, VectorAttribute } from '@acacia/language';
import { defaultValue } from '../catalog/stored-values.ts';
import { literal, sql, type Sql } from '../sql.ts';

/** Types of columns as SQL. */
export const SQL_TYPES = { VARCHAR: sql`VARCHAR`, BIGINT: sql`BIGINT`, UBIGINT: sql`UBIGINT` } as const;

/** DuckDB's type for an attribute, as SQL and for the appender. */
export function storedType(type: AttributeType): { readonly sql: Sql; readonly type: DuckDBType } {
  if (type.kind !== 'scalar') return { sql: sql`VARCHAR`, type: VARCHAR };
  switch (type.name) {
    case 'INT':
    case 'DATETIME':
      return { sql: sql`BIGINT`, type: BIGINT };
    case 'UINT':
      return { sql: sql`UBIGINT`, type: UBIGINT };
    case 'FLOAT':
      return { sql: sql`FLOAT`, type: FLOAT };
    case 'DOUBLE':
      return { sql: sql`DOUBLE`, type: DOUBLE };
    case 'BOOL':
      return { sql: sql`BOOLEAN`, type: BOOLEAN };
    case 'STRING':
      return { sql: sql`VARCHAR`, type: VARCHAR };
  }
}

/** DuckDB's type for the values of a vector attribute. */
export function vectorSqlType({ dimension }: Pick<VectorAttribute, 'dimension'>): Sql {
  if (!Number.isSafeInteger(dimension) || dimension < 1)
    throw new TypeError('A dimension is no whole number');
  return sql`FLOAT[${dimension}]`;
}

/** The default as a SQL literal of the column's type. */
export const defaultLiteral = (attribute: Attribute): Sql =>
  sql`${literal(defaultValue(attribute))}::${storedType(attribute.type).sql}`;
