/**
 * A target of a LOAD statement as SQL over columns that DuckDB's own reader has split. The results are those of
 * `compileTarget`; every value is computed once, and rejected rows have no reasons.
 */
import type { Ast, ScalarTypeName, VertexType } from '@acacia/language';
import { empty, sql, type Sql } from '../sql.ts';
import { SQL_TYPES } from '../storage/columns.ts';
import { isKeyPart } from '../storage/keys.ts';
import type { GivenAttribute } from '../storage/merge-values.ts';
import { idType } from '../storage/vertex-keys.ts';
import { conditionSql } from './condition-sql.ts';
import { keySql } from './key-sql.ts';
import { scalarSql } from './scalar-sql.ts';
import { ROW, keysOf, type ResolvedTarget } from './target-sql.ts';
import { attributeSql } from './typed-sql.ts';
import { columnKey, type TokenColumns } from './value-sql.ts';

export type WholeType = 'BIGINT' | 'UBIGINT';

export interface FastColumns extends TokenColumns {
  /** The type of which the reader has made a column; null: text. */
  typeOf(index: number): WholeType | null;
}

export interface FastTarget {
  readonly given: readonly GivenAttribute[];
  /** Select list over the columns. */
  readonly inner: readonly Sql[];
  /** Select list over `inner`: the keys, the columns of `given`, and the inputs of `code`. */
  readonly outer: readonly Sql[];
  /** `WHEN … THEN …` over `inner`, in the order of checks. */
  readonly checks: readonly Sql[];
}

/** Whether a target can be read this way. */
export const isFast = ({ ast, destination, lineTypes, tempTable }: ResolvedTarget): boolean => {
  const vertices =
    destination.kind === 'vertex' ? [destination.entry] : [destination.target.from, destination.target.to];
  return (
    ast.kind !== 'vector' &&
    lineTypes === undefined &&
    tempTable === undefined &&
    vertices.every(({ type }) => type.primaryId.parts === undefined)
  );
};

const wholeType = (type: ScalarTypeName): WholeType | null =>
  type === 'INT' ? 'BIGINT' : type === 'UINT' ? 'UBIGINT' : null;

/** The column that a value is, when it is nothing but one. */
const columnOf = (value: Ast.LoadValue | undefined, columns: Pick<TokenColumns, 'indexOf'>): number | null =>
  value?.kind === 'column'
    ? value.index
    : value?.kind === 'namedColumn'
      ? columns.indexOf(columnKey(value))
      : null;

/** The values of a target with the attribute that each is for. */
const attributeValues = ({ destination, ast }: ResolvedTarget) => {
  const entry = destination.kind === 'vertex' ? destination.entry : destination.target.entry;
  const keys = destination.kind === 'vertex' ? 1 : 2;
  const discriminator = destination.kind === 'edge' ? destination.target.entry.type.discriminator : [];
  return entry.type.attributes.flatMap((attribute, index) => {
    const value = ast.values[keys + index];
    if (value === undefined || isKeyPart(entry.type, attribute.name)) return [];
    const column = entry.columns[attribute.name] ?? empty;
    return [{ attribute, value, column, needed: discriminator.includes(attribute.name) }];
  });
};

/** Columns that a target takes as whole numbers and nothing else: their types by index. */
export const wholeColumns = (
  target: ResolvedTarget,
  columns: Pick<TokenColumns, 'indexOf'>,
): ReadonlyMap<number, WholeType> => {
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
};

/** As `scalarSql`, at once where a number stands in its usual form. */
const wholeSql = (type: ScalarTypeName, whole: WholeType, raw: Sql): Sql =>
  sql`CASE WHEN TRY_CAST(${raw} AS ${SQL_TYPES[whole]})::VARCHAR = ${raw} THEN TRY_CAST(${raw} AS ${SQL_TYPES[whole]}) ELSE ${scalarSql(type, raw)} END`;

/** As `scalarSql`, at once where a date or a time stands in DuckDB's own form. */
const datetimeSql = (raw: Sql): Sql => {
  const at = (length: number, type: Sql): Sql =>
    sql`WHEN length(${raw}) = ${length} AND TRY_CAST(${raw} AS ${type})::VARCHAR = ${raw} THEN epoch(TRY_CAST(${raw} AS ${type}))::BIGINT`;
  return sql`CASE ${at(10, sql`DATE`)} ${at(19, sql`TIMESTAMP`)} ELSE ${scalarSql('DATETIME', raw)} END`;
};

/** Of types for which there is a quicker way. */
const quickSql = (type: ScalarTypeName, raw: Sql): Sql | null => {
  const whole = wholeType(type);
  if (whole !== null) return wholeSql(type, whole, raw);
  return type === 'DATETIME' ? datetimeSql(raw) : null;
};

export const compileFast = (target: ResolvedTarget, columns: FastColumns): FastTarget => {
  const { ast } = target;
  const inner: Sql[] = [];
  const outer: Sql[] = [];
  const checks: Sql[] = [];
  const given: GivenAttribute[] = [];
  if (ast.where !== undefined) {
    inner.push(sql`NOT coalesce(${conditionSql(ast.where, columns)}, false) AS w`);
    checks.push(sql`WHEN w THEN ${ROW.failedCondition}`);
  }
  for (const { column, vertex, values } of keysOf(target)) {
    const key = fastKey(vertex.type, idType(vertex, 'number'), column, values, columns);
    inner.push(...key.inner);
    checks.push(...key.checks);
    outer.push(column);
  }
  for (const { attribute, value, column, needed } of attributeValues(target)) {
    const { type } = attribute;
    const index = columnOf(value, columns);
    const whole = type.kind === 'scalar' ? wholeType(type.name) : null;
    if (index !== null && whole !== null && columns.typeOf(index) === whole) {
      inner.push(sql`${columns.column(index)} AS ${column}`);
      given.push({ attribute, column, op: 'overwrite' });
    } else {
      const made = attributeSql(attribute, value, columns);
      if (made === null) continue;
      const quick = index === null || type.kind !== 'scalar' ? null : quickSql(type.name, made.raw);
      inner.push(sql`${quick ?? made.typed} AS ${column}`);
      given.push({ attribute, column, op: made.op });
      if (type.kind !== 'scalar') {
        inner.push(sql`${made.invalid} AS bad_${column}`);
        checks.push(sql`WHEN bad_${column} THEN ${ROW.badAttribute}`);
      } else if (type.name !== 'STRING') {
        inner.push(sql`${made.raw} AS raw_${column}`);
        checks.push(sql`WHEN ${column} IS NULL AND trim(raw_${column}) <> '' THEN ${ROW.badAttribute}`);
      }
    }
    outer.push(column);
    if (needed && type.kind === 'scalar' && type.name !== 'STRING') {
      checks.push(sql`WHEN ${column} IS NULL THEN ${ROW.badAttribute}`);
    }
  }
  return { given, inner, outer, checks };
};

const fastKey = (
  type: VertexType,
  stored: WholeType | 'VARCHAR',
  column: Sql,
  values: readonly Ast.LoadValue[],
  columns: FastColumns,
): { readonly inner: readonly Sql[]; readonly checks: readonly Sql[] } => {
  const index = columnOf(values[0], columns);
  if (index !== null && stored !== 'VARCHAR' && columns.typeOf(index) === stored) {
    return {
      inner: [sql`${columns.column(index)} AS ${column}`],
      checks: [sql`WHEN ${column} IS NULL THEN ${ROW.noId}`],
    };
  }
  const key = keySql(type, values, columns);
  const typed = stored === 'VARCHAR' ? key.typed : wholeSql(type.primaryId.type, stored, key.raw);
  return {
    inner: [sql`${typed} AS ${column}`, sql`(${key.absent}) AS no_${column}`],
    checks: [sql`WHEN no_${column} THEN ${ROW.noId}`, sql`WHEN ${column} IS NULL THEN ${ROW.badId}`],
  };
};
