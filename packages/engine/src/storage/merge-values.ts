/** SQL for combining a staged value with the stored one, by upsert operator. */
import type { Attribute } from '@acacia/language';
import type { UpsertOperator } from '../writes.ts';
import { defaultLiteral, storedType } from './columns.ts';
import type { Transaction } from './transaction.ts';

/** An attribute that a staging table has values for; null there means: not given in that row. */
export interface GivenAttribute {
  readonly attribute: Attribute;
  /** Its column, of the same name in the table and in the staging table. */
  readonly column: string;
  readonly op: UpsertOperator;
}

const isNumber = ({ attribute: { type } }: GivenAttribute): boolean =>
  type.kind === 'scalar' && ['INT', 'UINT', 'FLOAT', 'DOUBLE', 'DATETIME'].includes(type.name);
const isBool = ({ attribute: { type } }: GivenAttribute): boolean =>
  type.kind === 'scalar' && type.name === 'BOOL';

const items = (json: string): string => `json_extract(${json}, '$[*]')`;

/** The value after an upsert, from `old` (never null) and `given` (maybe null). */
const merged = (each: GivenAttribute, old: string, given: string): string => {
  const { attribute, op } = each;
  const replaced = `coalesce(${given}, ${old})`;
  switch (op) {
    case 'overwrite':
      return replaced;
    case 'ignore_if_exists':
      return old;
    case 'max':
      return `greatest(${old}, ${given})`;
    case 'min':
      return `least(${old}, ${given})`;
    case 'and':
      if (isBool(each)) return `(${old} AND coalesce(${given}, true))`;
      return isNumber(each) ? `(${old} & ${replaced})` : replaced;
    case 'or':
      if (isBool(each)) return `(${old} OR coalesce(${given}, false))`;
      return isNumber(each) ? `(${old} | coalesce(${given}, 0))` : replaced;
    case 'add':
      return added(attribute, old, given, isBool(each));
  }
};

const added = (attribute: Attribute, old: string, given: string, bool: boolean): string => {
  switch (attribute.type.kind) {
    case 'list':
      return `CASE WHEN ${given} IS NULL THEN ${old} ELSE to_json(list_concat(${items(old)}, ${items(given)}))::VARCHAR END`;
    case 'set':
      return `CASE WHEN ${given} IS NULL THEN ${old} ELSE to_json(list_distinct(list_concat(${items(old)}, ${items(given)})))::VARCHAR END`;
    case 'map':
      return `CASE WHEN ${given} IS NULL THEN ${old} ELSE json_merge_patch(${old}, ${given})::VARCHAR END`;
    case 'udt':
      return `coalesce(${given}, ${old})`;
    case 'scalar':
      if (attribute.type.name === 'STRING') return `(${old} || coalesce(${given}, ''))`;
      if (bool) return `(${old} OR coalesce(${given}, false))`;
      return `(${old} + coalesce(${given}, 0))`;
  }
};

/** One value out of several rows with the same key, in the order of `n`. */
const combined = (each: GivenAttribute): string => {
  const { attribute, column, op } = each;
  switch (op) {
    case 'overwrite':
      return `arg_max(${column}, n)`;
    case 'ignore_if_exists':
      return `arg_min(${column}, n)`;
    case 'max':
      return `max(${column})`;
    case 'min':
      return `min(${column})`;
    case 'and':
      if (isBool(each)) return `bool_and(${column})`;
      return isNumber(each) ? `bit_and(${column})` : `arg_max(${column}, n)`;
    case 'or':
      if (isBool(each)) return `bool_or(${column})`;
      return isNumber(each) ? `bit_or(${column})` : `arg_max(${column}, n)`;
    case 'add':
      return summed(attribute, column, isBool(each));
  }
};

const summed = (attribute: Attribute, column: string, bool: boolean): string => {
  const all = `flatten(list(${items(column)} ORDER BY n) FILTER (${column} IS NOT NULL))`;
  switch (attribute.type.kind) {
    case 'list':
      return `to_json(${all})::VARCHAR`;
    case 'set':
      return `to_json(list_distinct(${all}))::VARCHAR`;
    case 'map':
      return `list_reduce(list(${column} ORDER BY n) FILTER (${column} IS NOT NULL), lambda a, b: json_merge_patch(a, b)::VARCHAR)`;
    case 'udt':
      return `arg_max(${column}, n)`;
    case 'scalar':
      if (attribute.type.name === 'STRING') return `string_agg(${column}, '' ORDER BY n)`;
      return bool ? `bool_or(${column})` : `sum(${column})`;
  }
};

const cast = (each: GivenAttribute, expression: string): string =>
  `CAST(${expression} AS ${storedType(each.attribute.type).sql})`;

const changeable = (given: readonly GivenAttribute[]): { column: string; value: string }[] =>
  given
    .filter((each) => each.op !== 'ignore_if_exists')
    .map((each) => ({
      column: each.column,
      value: cast(each, merged(each, `t.${each.column}`, `s.${each.column}`)),
    }));

/** Whether a staged row `s` changes the row `t` of a table; null when none can. */
export const changesSql = (given: readonly GivenAttribute[]): string | null => {
  const changes = changeable(given).map(({ column, value }) => `t.${column} IS DISTINCT FROM ${value}`);
  return changes.length === 0 ? null : `(${changes.join(' OR ')})`;
};

/**
 * Updates the rows of a table that staged rows change; they know them by `rid`. Gives their number: rows
 * that stay as they are cost neither log nor memory.
 */
export const updateChanged = async (
  transaction: Transaction,
  table: string,
  staged: string,
  given: readonly GivenAttribute[],
): Promise<number> => {
  const changes = changesSql(given);
  if (changes === null) return 0;
  const list = changeable(given).map(({ column, value }) => `${column} = ${value}`);
  await transaction.beforeImages?.updating(table, `FROM ${staged} s WHERE t.rowid = s.rid AND ${changes}`);
  return transaction.run(
    `UPDATE ${table} AS t SET ${list.join(', ')} FROM ${staged} s WHERE t.rowid = s.rid AND ${changes}`,
  );
};

/** Values of a new row, from staged rows `s`. */
export const insertList = (given: readonly GivenAttribute[]): string =>
  given.map((each) => `, coalesce(s.${each.column}, ${defaultLiteral(each.attribute)})`).join('');

export const columnList = (given: readonly GivenAttribute[]): string =>
  given.map((each) => `, ${each.column}`).join('');

/** Select list that makes one row out of those with equal keys. */
export const combineList = (given: readonly GivenAttribute[]): string =>
  given.map((each) => `, ${cast(each, combined(each))} AS ${each.column}`).join('');
