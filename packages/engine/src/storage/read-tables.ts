/** Reads the table of a type from DuckDB, chunk by chunk, into a shared table of the graph in memory. */
import type { DuckDBVector } from '@duckdb/node-api';
import type { Attribute } from '@acacia/language';
import type { EdgeTypeEntry, PairEntry, VertexTypeEntry } from '../catalog/catalog.ts';
import { attributeColumn, type SharedColumn } from '../graph/columns.ts';
import { buildEdgeTable, type SharedEdgeTable } from '../graph/edge-table.ts';
import { buildVertexTable, type SharedVertexTable } from '../graph/vertex-table.ts';
import type { EdgeType } from '@acacia/language';
import { defaultValue } from './columns.ts';
import type { Transaction } from './transaction.ts';

type Value = string | number | bigint | boolean;
type Values = Value[] | BigInt64Array | BigUint64Array | Float64Array | Uint8Array;

/** An array for a column's values; holes keep the type's default. */
const makeValues = (attribute: Attribute, size: number): Values => {
  if (attribute.type.kind !== 'scalar') return new Array<Value>(size).fill(defaultValue(attribute));
  switch (attribute.type.name) {
    case 'INT':
    case 'DATETIME':
      return new BigInt64Array(size);
    case 'UINT':
      return new BigUint64Array(size);
    case 'FLOAT':
    case 'DOUBLE':
      return new Float64Array(size);
    case 'BOOL':
      return new Uint8Array(size);
    case 'STRING':
      return new Array<Value>(size).fill('');
  }
};

const copy = (vector: DuckDBVector, into: Values, rowOf: (index: number) => number): void => {
  const target = into as { [index: number]: unknown };
  const isBits = into instanceof Uint8Array;
  for (let index = 0; index < vector.itemCount; index += 1) {
    const value: unknown = vector.getItem(index);
    target[rowOf(index)] = isBits ? (value === true ? 1 : 0) : value;
  }
};

const toColumns = (attributes: readonly Attribute[], values: readonly Values[]): Map<string, SharedColumn> =>
  new Map(
    attributes.map((attribute, index) => [
      attribute.name,
      attributeColumn(attribute.type, (values[index] ?? []) as ArrayLike<Value>),
    ]),
  );

const columnsOf = (entry: VertexTypeEntry | EdgeTypeEntry): string =>
  entry.type.attributes.map(({ name }) => `, ${entry.columns[name]}`).join('');

export const readVertexTable = async (
  transaction: Transaction,
  entry: VertexTypeEntry,
): Promise<SharedVertexTable> => {
  const { attributes } = entry.type;
  const [counts] = await transaction.rows(`SELECT count(*), coalesce(max(_num) + 1, 0) FROM ${entry.table}`);
  const size = Number(counts?.[1] ?? 0);
  const holes = Number(counts?.[0] ?? 0) < size;
  const ids = new Array<string>(size).fill('');
  const alive = holes ? new Uint8Array(size) : null;
  const values = attributes.map((attribute) => makeValues(attribute, size));
  for await (const chunk of transaction.chunks(`SELECT _num, _id${columnsOf(entry)} FROM ${entry.table}`)) {
    const numbers = chunk.getColumnVector(0);
    const rows = new Uint32Array(chunk.rowCount);
    for (let index = 0; index < rows.length; index += 1) rows[index] = Number(numbers.getItem(index));
    const rowOf = (index: number): number => rows[index] ?? 0;
    copy(chunk.getColumnVector(1), ids, rowOf);
    if (alive !== null) for (const row of rows) alive[row] = 1;
    values.forEach((each, index) => copy(chunk.getColumnVector(index + 2), each, rowOf));
  }
  return buildVertexTable({
    typeIndex: entry.index,
    type: entry.type,
    ids,
    alive,
    columns: toColumns(attributes, values),
  });
};

export interface EdgeRows {
  readonly from: Uint32Array;
  readonly to: Uint32Array;
  readonly columns: ReadonlyMap<string, SharedColumn>;
}

export const readEdgeRows = async (
  transaction: Transaction,
  entry: EdgeTypeEntry,
  pair: PairEntry,
): Promise<EdgeRows> => {
  const { attributes } = entry.type;
  const size = await transaction.number(`SELECT count(*) FROM ${pair.table}`);
  const from = new Uint32Array(size);
  const to = new Uint32Array(size);
  const values = attributes.map((attribute) => makeValues(attribute, size));
  let start = 0;
  for await (const chunk of transaction.chunks(`SELECT _from, _to${columnsOf(entry)} FROM ${pair.table}`)) {
    const offset = start;
    const rowOf = (index: number): number => offset + index;
    copy(chunk.getColumnVector(0), from as unknown as Values, rowOf);
    copy(chunk.getColumnVector(1), to as unknown as Values, rowOf);
    values.forEach((each, index) => copy(chunk.getColumnVector(index + 2), each, rowOf));
    start += chunk.rowCount;
  }
  return { from, to, columns: toColumns(attributes, values) };
};

/** `sizes`: rows of the two vertex tables, by type index. */
export const edgeTableOf = (
  type: EdgeType,
  pair: PairEntry,
  rows: EdgeRows,
  sizeOf: (typeIndex: number) => number,
): SharedEdgeTable =>
  buildEdgeTable({
    type,
    fromIndex: pair.from,
    toIndex: pair.to,
    fromSize: sizeOf(pair.from),
    toSize: sizeOf(pair.to),
    ...rows,
  });
