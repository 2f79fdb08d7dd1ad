/**
 * Targets whose rows come from columns that DuckDB's own reader has split. They have the checks of all targets
 * (`compileTarget`); whole numbers are read as numbers, and usual forms of values are converted at once.
 */
import type { Ast, ScalarTypeName } from '@acacia/language';
import { sql, type Sql } from '../sql.ts';
import { SQL_TYPES } from '../storage/columns.ts';
import { columnOf, wholeType, type Reading, type WholeType } from './judged-rows.ts';
import { scalarSql } from './scalar-sql.ts';
import { attributeValues, keysOf, type ResolvedTarget } from './target-sql.ts';
import type { TokenColumns } from './value-sql.ts';

/** Whether a target can be read this way. */
export function isFast({ ast, destination, lineTypes, tempTable }: ResolvedTarget): boolean {
  const vertices =
    destination.kind === 'vertex' ? [destination.entry] : [destination.target.from, destination.target.to];
  return (
    ast.kind !== 'vector' &&
    lineTypes === undefined &&
    tempTable === undefined &&
    vertices.every(({ type }) => type.primaryId.parts === undefined)
  );
}

/** Columns that a target takes as whole numbers and nothing else: their types by index. */
export function wholeColumns(
  target: ResolvedTarget,
  columns: Pick<TokenColumns, 'indexOf'>,
): ReadonlyMap<number, WholeType> {
  const found = new Map<number, WholeType>();
  const add = (value: Ast.LoadValue | undefined, type: ScalarTypeName): void => {
    const index = columnOf(value, columns);
    const whole = wholeType(type);
    if (index !== null && whole !== null) found.set(index, whole);
  };
  for (const { vertex, values } of keysOf(target)) add(values[0], vertex.type.primaryId.type);
  for (const { attribute, value } of attributeValues(target)) {
    if (attribute.type.kind === 'scalar') add(value, attribute.type.name);
  }
  return found;
}

/** At once where a number stands in its usual form. */
function wholeSql(type: ScalarTypeName, whole: WholeType, raw: Sql): Sql {
  const number = sql`TRY_CAST(${raw} AS ${SQL_TYPES[whole]})`;
  return sql`CASE WHEN ${number}::VARCHAR = ${raw} THEN ${number} ELSE ${scalarSql(type, raw)} END`;
}

/** At once where a date or a time stands in DuckDB's own form. */
function datetimeSql(raw: Sql): Sql {
  const at = (length: number, type: Sql): Sql =>
    sql`WHEN length(${raw}) = ${length} AND TRY_CAST(${raw} AS ${type})::VARCHAR = ${raw} THEN epoch(TRY_CAST(${raw} AS ${type}))::BIGINT`;
  return sql`CASE ${at(10, sql`DATE`)} ${at(19, sql`TIMESTAMP`)} ELSE ${scalarSql('DATETIME', raw)} END`;
}

/** @param types the columns of which the reader has made numbers */
export const asNumbers = (types: ReadonlyMap<number, WholeType>): Reading => ({
  ids: 'number',
  typeOf: (index) => types.get(index) ?? null,
  quick: (type, raw) => {
    const whole = wholeType(type);
    if (whole !== null) return wholeSql(type, whole, raw);
    return type === 'DATETIME' ? datetimeSql(raw) : null;
  },
});
