/** SQL for combining a staged value with the stored one, by upsert operator. */
import type { Attribute } from '@acacia/language';
import { joined, list, sql, type Sql } from '../sql.ts';
import type { UpsertOperator } from '../writes.ts';
import { defaultLiteral, storedType } from './columns.ts';
import type { Transaction } from './transaction.ts';

/** An attribute that a staging table has values for; null there means: not given in that row. */
export interface GivenAttribute {
  readonly attribute: Attribute;
  /** Its column, of the same name in the table and in the staging table. */
  readonly column: Sql;
  readonly op: UpsertOperator;
}

const isNumber = ({ attribute: { type } }: GivenAttribute): boolean =>
  type.kind === 'scalar' && ['INT', 'UINT', 'FLOAT', 'DOUBLE', 'DATETIME'].includes(type.name);
const isBool = ({ attribute: { type } }: GivenAttribute): boolean =>
  type.kind === 'scalar' && type.name === 'BOOL';

const items = (json: Sql): Sql => sql`json_extract(${json}, '$[*]')`;

/** The value after an upsert, from `old` (never null) and `given` (maybe null). */
function merged(each: GivenAttribute, old: Sql, given: Sql): Sql {
  const { attribute, op } = each;
  const replaced = sql`coalesce(${given}, ${old})`;
  switch (op) {
    case 'overwrite':
      return replaced;
    case 'ignore_if_exists':
      return old;
    case 'max':
      return sql`greatest(${old}, ${given})`;
    case 'min':
      return sql`least(${old}, ${given})`;
    case 'and':
      if (isBool(each)) return sql`(${old} AND coalesce(${given}, true))`;
      return isNumber(each) ? sql`(${old} & ${replaced})` : replaced;
    case 'or':
      if (isBool(each)) return sql`(${old} OR coalesce(${given}, false))`;
      return isNumber(each) ? sql`(${old} | coalesce(${given}, 0))` : replaced;
    case 'add':
      return added(attribute, old, given, isBool(each));
  }
}

function added(attribute: Attribute, old: Sql, given: Sql, bool: boolean): Sql {
  switch (attribute.type.kind) {
    case 'list':
      return sql`CASE WHEN ${given} IS NULL THEN ${old} ELSE to_json(list_concat(${items(old)}, ${items(given)}))::VARCHAR END`;
    case 'set':
      return sql`CASE WHEN ${given} IS NULL THEN ${old} ELSE to_json(list_distinct(list_concat(${items(old)}, ${items(given)})))::VARCHAR END`;
    case 'map':
      return sql`CASE WHEN ${given} IS NULL THEN ${old} ELSE json_merge_patch(${old}, ${given})::VARCHAR END`;
    case 'udt':
      return sql`coalesce(${given}, ${old})`;
    case 'scalar':
      if (attribute.type.name === 'STRING') return sql`(${old} || coalesce(${given}, ''))`;
      if (bool) return sql`(${old} OR coalesce(${given}, false))`;
      return sql`(${old} + coalesce(${given}, 0))`;
  }
}

/** One value out of several rows with the same key, in the order of `n`. */
function combined(each: GivenAttribute): Sql {
  const { attribute, column, op } = each;
  switch (op) {
    case 'overwrite':
      return sql`arg_max(${column}, n)`;
    case 'ignore_if_exists':
      return sql`arg_min(${column}, n)`;
    case 'max':
      return sql`max(${column})`;
    case 'min':
      return sql`min(${column})`;
    case 'and':
      if (isBool(each)) return sql`bool_and(${column})`;
      return isNumber(each) ? sql`bit_and(${column})` : sql`arg_max(${column}, n)`;
    case 'or':
      if (isBool(each)) return sql`bool_or(${column})`;
      return isNumber(each) ? sql`bit_or(${column})` : sql`arg_max(${column}, n)`;
    case 'add':
      return summed(attribute, column, isBool(each));
  }
}

function summed(attribute: Attribute, column: Sql, bool: boolean): Sql {
  const all = sql`flatten(list(${items(column)} ORDER BY n) FILTER (${column} IS NOT NULL))`;
  switch (attribute.type.kind) {
    case 'list':
      return sql`to_json(${all})::VARCHAR`;
    case 'set':
      return sql`to_json(list_distinct(${all}))::VARCHAR`;
    case 'map':
      return sql`list_reduce(list(${column} ORDER BY n) FILTER (${column} IS NOT NULL), lambda a, b: json_merge_patch(a, b)::VARCHAR)`;
    case 'udt':
      return sql`arg_max(${column}, n)`;
    case 'scalar':
      if (attribute.type.name === 'STRING') return sql`string_agg(${column}, '' ORDER BY n)`;
      return bool ? sql`bool_or(${column})` : sql`sum(${column})`;
  }
}

const cast = (each: GivenAttribute, expression: Sql): Sql =>
  sql`CAST(${expression} AS ${storedType(each.attribute.type).sql})`;

const changeable = (given: readonly GivenAttribute[]): { column: Sql; value: Sql }[] =>
  given
    .filter((each) => each.op !== 'ignore_if_exists')
    .map((each) => ({
      column: each.column,
      value: cast(each, merged(each, sql`t.${each.column}`, sql`s.${each.column}`)),
    }));

/** Whether a staged row `s` changes the row `t` of a table; null when none can. */
export function changesSql(given: readonly GivenAttribute[]): Sql | null {
  const changes = changeable(given).map(({ column, value }) => sql`t.${column} IS DISTINCT FROM ${value}`);
  return changes.length === 0 ? null : sql`(${joined(changes, 'OR')})`;
}

/**
 * Updates the rows of a table that staged rows change; they know them by `rid`. Gives their number: rows
 * that stay as they are cost neither log nor memory.
 */
export async function updateChanged(
  transaction: Transaction,
  table: Sql,
  staged: Sql,
  given: readonly GivenAttribute[],
): Promise<number> {
  const changes = changesSql(given);
  if (changes === null) return 0;
  const set = changeable(given).map(({ column, value }) => sql`${column} = ${value}`);
  await transaction.beforeImages?.updating(table, sql`${staged} s WHERE t.rowid = s.rid AND ${changes}`);
  return transaction.run(
    sql`UPDATE ${table} AS t SET ${list(set)} FROM ${staged} s WHERE t.rowid = s.rid AND ${changes}`,
  );
}

/** The UPDATE of the rows `t` of a table by those of `stage`, named `s`, that go with them; null when they set nothing. */
export async function updateSql(
  table: Sql,
  stage: () => Promise<Sql>,
  given: readonly GivenAttribute[],
  condition: Sql,
): Promise<Sql | null> {
  const set = changeable(given).map(({ column, value }) => sql`${column} = ${value}`);
  if (set.length === 0) return null;
  return sql`UPDATE ${table} AS t SET ${list(set)} FROM ${await stage()} s WHERE ${condition}`;
}

/** Values of a new row, from staged rows `s`. */
export const insertList = (given: readonly GivenAttribute[]): Sql =>
  sql`${given.map((each) => sql`, coalesce(s.${each.column}, ${defaultLiteral(each.attribute)})`)}`;

export const columnList = (given: readonly GivenAttribute[]): Sql =>
  sql`${given.map((each) => sql`, ${each.column}`)}`;

/** Select list that makes one row out of those with equal keys. */
export const combineList = (given: readonly GivenAttribute[]): Sql =>
  sql`${given.map((each) => sql`, ${cast(each, combined(each))} AS ${each.column}`)}`;
