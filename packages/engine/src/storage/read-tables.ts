/** Reads the table of a type from DuckDB, chunk by chunk, for the graph in memory. */
import {
  DuckDBBigIntVector,
  DuckDBDoubleVector,
  DuckDBFloatVector,
  DuckDBUBigIntVector,
  DuckDBUIntegerVector,
  type DuckDBDataChunk,
  type DuckDBVector,
} from '@duckdb/node-api';
import type { Attribute } from '@acacia/language';
import type { EdgeTypeEntry, PairEntry, VertexTypeEntry } from '../catalog/catalog.ts';
import type { SharedVertexTable } from '../graph/vertex-table.ts';
import type { TableBuilder } from './table-builder.ts';
import type { ChunkColumn, EdgeRows } from './table-parts.ts';
import type { Transaction } from './transaction.ts';

/** Typed arrays where they keep the values: they are cheap to send to another thread. */
const emptyColumn = (vector: DuckDBVector, length: number): ChunkColumn => {
  if (vector instanceof DuckDBBigIntVector) return new BigInt64Array(length);
  if (vector instanceof DuckDBUBigIntVector) return new BigUint64Array(length);
  if (vector instanceof DuckDBDoubleVector) return new Float64Array(length);
  if (vector instanceof DuckDBFloatVector) return new Float32Array(length);
  if (vector instanceof DuckDBUIntegerVector) return new Uint32Array(length);
  return new Array<string>(length);
};

const columnOf = (vector: DuckDBVector): ChunkColumn => {
  const length = vector.itemCount;
  const values = emptyColumn(vector, length);
  const target = values as { [index: number]: unknown };
  for (let index = 0; index < length; index += 1) target[index] = vector.getItem(index);
  return values;
};

const columnsOf = (chunk: DuckDBDataChunk): ChunkColumn[] =>
  Array.from({ length: chunk.columnCount }, (_, index) => columnOf(chunk.getColumnVector(index)));

async function* chunksOf(
  transaction: Transaction,
  entry: VertexTypeEntry | EdgeTypeEntry,
  keys: string,
  table: string,
  attributes: readonly Attribute[] = entry.type.attributes,
): AsyncGenerator<ChunkColumn[]> {
  const list = attributes.map(({ name }) => `, ${entry.columns[name]}`).join('');
  for await (const chunk of transaction.chunks(`SELECT ${keys}${list} FROM ${table}`)) yield columnsOf(chunk);
}

export const readVertexTable = async (
  transaction: Transaction,
  builder: TableBuilder,
  entry: VertexTypeEntry,
): Promise<SharedVertexTable> => {
  const [counts] = await transaction.rows(`SELECT count(*), coalesce(max(_num) + 1, 0) FROM ${entry.table}`);
  const size = Number(counts?.[1] ?? 0);
  const holes = Number(counts?.[0] ?? 0) < size;
  const spec = { kind: 'vertex', typeIndex: entry.index, type: entry.type, size, holes } as const;
  return builder.vertexTable(spec, chunksOf(transaction, entry, '_num, _id', entry.table));
};

/** A vertex table with some of its columns read again; its rows must be the same. */
export const withColumnsRead = async (
  transaction: Transaction,
  builder: TableBuilder,
  entry: VertexTypeEntry,
  known: SharedVertexTable,
  attributes: readonly Attribute[],
): Promise<SharedVertexTable> => {
  const spec = { kind: 'columns', attributes, size: known.size } as const;
  const chunks = chunksOf(transaction, entry, '_num', entry.table, attributes);
  const columns = await builder.vertexColumns(spec, chunks);
  return { ...known, columns: new Map([...known.columns, ...columns]) };
};

export const readEdgeRows = async (
  transaction: Transaction,
  builder: TableBuilder,
  entry: EdgeTypeEntry,
  pair: PairEntry,
): Promise<EdgeRows> => {
  const size = await transaction.number(`SELECT count(*) FROM ${pair.table}`);
  const spec = { kind: 'edge', attributes: entry.type.attributes, size } as const;
  return builder.edgeRows(spec, chunksOf(transaction, entry, '_from, _to', pair.table));
};
