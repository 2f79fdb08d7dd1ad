/** SQL that computes an attribute's value, of any type, from a line. */
import { engineError } from '../errors/catalogue.ts';
import type { Ast, Attribute, AttributeType } from '@acacia/language';
import { sql } from '../sql.ts';
import type { UpsertOperator } from '../writes.ts';
import { containerSql, tupleSql } from './container-sql.ts';
import { scalarSql, type TypedSql } from './scalar-sql.ts';
import { valueSql, type TokenColumns } from './value-sql.ts';

export interface AttributeSql extends TypedSql {
  readonly op: UpsertOperator;
}

const REDUCERS: readonly string[] = ['ignore_if_exists', 'add', 'and', 'or', 'max', 'min', 'overwrite'];

/**
 * The value inside of REDUCE, and its operator.
 * @throws EngineError when the reducer does not exist
 */
const reduced = (
  type: AttributeType,
  value: Ast.LoadValue,
): { readonly value: Ast.LoadValue; readonly op: UpsertOperator } => {
  if (value.kind !== 'function' || value.name.toLowerCase() !== 'reduce') {
    return { value, op: type.kind === 'scalar' || type.kind === 'udt' ? 'overwrite' : 'add' };
  }
  const [reducer] = value.args;
  const name = reducer?.kind === 'function' ? reducer.name.toLowerCase() : '';
  const inner = reducer?.kind === 'function' ? reducer.args[0] : undefined;
  if (inner === undefined || !REDUCERS.includes(name)) {
    throw engineError('reduceForm', { reducers: REDUCERS.join(', ') });
  }
  return { value: inner, op: name as UpsertOperator };
};

/**
 * SQL of an attribute; null for `_`: the attribute is not given.
 * @throws EngineError when the type cannot take the value
 */
export const attributeSql = (
  attribute: Attribute,
  given: Ast.LoadValue,
  columns: TokenColumns,
): AttributeSql | null => {
  if (given.kind === 'skip') return null;
  const { type } = attribute;
  const { value, op } = reduced(type, given);
  if (type.kind === 'udt') return { ...tupleSql(attribute.name, type, value, columns), op };
  if (type.kind !== 'scalar') return { ...containerSql(attribute.name, type, value, columns), op };
  const raw = valueSql(value, columns);
  const typed = scalarSql(type.name, raw);
  if (type.name === 'STRING') return { raw, typed, invalid: sql`false`, op };
  return { raw, typed, invalid: sql`(trim(${raw}) <> '' AND (${typed}) IS NULL)`, op };
};
