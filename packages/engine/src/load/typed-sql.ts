/** SQL that computes an attribute's value, of any type, from a line. */
import { engineError } from '../errors/catalogue.ts';
import type { Ast, AttributeType } from '@acacia/language';
import type { UpsertOperator } from '../writes.ts';
import { containerSql, tupleSql } from './container-sql.ts';
import type { TypedSql } from './scalar-sql.ts';
import type { TokenColumns } from './value-sql.ts';

const REDUCERS: readonly string[] = ['ignore_if_exists', 'add', 'and', 'or', 'max', 'min', 'overwrite'];

/**
 * The value inside of REDUCE, and its operator.
 * @throws EngineError when the reducer does not exist
 */
export function reduced(
  type: AttributeType,
  value: Ast.LoadValue,
): { readonly value: Ast.LoadValue; readonly op: UpsertOperator } {
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
}

/**
 * SQL of a LIST, a SET, a MAP or a tuple; `name` is for messages.
 * @throws EngineError when the type cannot take the value
 */
export const collectionSql = (
  name: string,
  type: Exclude<AttributeType, { kind: 'scalar' }>,
  value: Ast.LoadValue,
  columns: TokenColumns,
): TypedSql =>
  type.kind === 'udt' ? tupleSql(name, type, value, columns) : containerSql(name, type, value, columns);
