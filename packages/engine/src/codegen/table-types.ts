/** Types of tables and their columns, as far as they are known while the query is compiled. */
import { columnName, type Ast } from '@acacia/language';
import type { TableColumn } from '../library/tables.ts';
import type { TableType, ValueType } from '../library/value-types.ts';
import { ANY, shapeOf } from './types.ts';

export const tableType = (columns: readonly Ast.Column[], types: readonly ValueType[]): TableType => ({
  kind: 'table',
  columns: columns.map((column, index) => ({ name: columnName(column), type: types[index] ?? ANY })),
});

export const tableShape = ({ columns }: TableType): readonly TableColumn[] =>
  columns.map(({ name, type }) => ({ name, shape: shapeOf(type) }));
