/** Reads the table of a type from DuckDB, chunk by chunk, for the graph in memory. */
import type { DuckDBDataChunk } from '@duckdb/node-api';
import type { Attribute } from '@acacia/language';
import { empty, list, sql, type Sql } from '../sql.ts';
import type { EdgeTypeEntry, PairEntry, VertexTypeEntry } from '../catalog/catalog.ts';
import type { SharedColumn } from '../graph/columns.ts';
import { hasIdColumn, hasWholeIds, withIdTexts } from '../graph/id-column.ts';
import { sharedUint32, sharedUint8 } from '../graph/shared-arrays.ts';
import { TextBuilder } from '../graph/text-builder.ts';
import type { SharedVertexTable } from '../graph/vertex-table.ts';
import {
  attributeReader,
  eachText,
  isWhole,
  placeNumbers,
  vectorBytes,
  wholeReader,
  type ColumnReader,
  type Range,
  type Rows,
} from './column-readers.ts';
import type { EdgeRows } from './table-builder.ts';
import type { Transaction } from './transaction.ts';

/** The least and the greatest value of each of some columns of whole numbers. */
async function rangesOf(
  transaction: Transaction,
  table: Sql,
  columns: readonly Sql[],
): Promise<ReadonlyMap<string, Range>> {
  if (columns.length === 0) return new Map();
  const ends = columns.map((column) => sql`min(${column}), max(${column})`);
  const [row = []] = await transaction.rows(sql`SELECT ${list(ends)} FROM ${table}`);
  return new Map(
    columns.map((column, index) => {
      const [low, high] = [row[index * 2], row[index * 2 + 1]];
      return [column, typeof low === 'bigint' && typeof high === 'bigint' ? [low, high] : null];
    }),
  );
}

interface NamedReader {
  readonly name: string;
  readonly reader: ColumnReader;
}

async function attributeReaders(
  transaction: Transaction,
  entry: VertexTypeEntry | EdgeTypeEntry,
  table: Sql,
  attributes: readonly Attribute[],
  extent: { readonly size: number; readonly holes: boolean },
): Promise<NamedReader[]> {
  const sqlOf = ({ name }: Attribute): Sql => entry.columns[name] ?? empty;
  const whole = extent.size === 0 ? [] : attributes.filter(({ type }) => isWhole(type)).map(sqlOf);
  const ranges = await rangesOf(transaction, table, whole);
  return attributes.map((attribute) => {
    const column = sqlOf(attribute);
    return {
      name: attribute.name,
      reader: attributeReader(attribute, column, { ...extent, range: ranges.get(column) ?? null }),
    };
  });
}

/** @param table null: there are no rows */
async function readInto(
  transaction: Transaction,
  table: Sql | null,
  keys: readonly Sql[],
  readers: readonly NamedReader[],
  rowsOf: (chunk: DuckDBDataChunk) => Rows,
): Promise<ReadonlyMap<string, SharedColumn>> {
  const columns = list([...keys, ...readers.map(({ reader }) => reader.sql)]);
  if (table !== null) {
    for await (const chunk of transaction.chunks(sql`SELECT ${columns} FROM ${table}`)) {
      const rows = rowsOf(chunk);
      readers.forEach(({ reader }, index) => reader.add(chunk, keys.length + index, rows));
    }
  }
  return new Map(readers.map(({ name, reader }) => [name, reader.finish()]));
}

/** The numbers of a chunk's vertices, its first column: mostly one after another. */
function numbersOf(chunk: DuckDBDataChunk): Rows {
  const bytes = new Uint8Array(vectorBytes(chunk, 0, 4));
  const numbers = new Uint32Array(bytes.buffer);
  const [first = 0] = numbers;
  return numbers.every((number, at) => number === first + at) ? first : numbers;
}

interface Extent {
  readonly size: number;
  readonly count: number;
  /** The table, or a SELECT in brackets, with its rows in the order of their numbers; null without rows. */
  readonly ordered: Sql | null;
}

async function extentOf(transaction: Transaction, table: Sql): Promise<Extent> {
  const [counts] = await transaction.rows(
    sql`SELECT count(*), coalesce(max(_num) + 1, 0), count(*) FILTER (before >= _num)
     FROM (SELECT _num, lag(_num) OVER () AS before FROM ${table})`,
  );
  const [count, size, disorder] = (counts ?? []).map(Number);
  const ordered = disorder === 0 ? table : sql`(SELECT * FROM ${table} ORDER BY _num)`;
  return { size: size ?? 0, count: count ?? 0, ordered };
}

/** The column of a primary id that can be read as an attribute, unless it is the ids themselves. */
async function idReader(
  transaction: Transaction,
  { type, table }: VertexTypeEntry,
  size: number,
): Promise<NamedReader[]> {
  const { primaryId } = type;
  const id =
    primaryId.type === 'DATETIME'
      ? sql`epoch(_id::TIMESTAMP)::BIGINT`
      : sql`_id::${primaryId.type === 'UINT' ? sql`UBIGINT` : sql`BIGINT`}`;
  if (!hasIdColumn(type) || !hasWholeIds(type)) return [];
  const ranges = await rangesOf(transaction, table, size === 0 ? [] : [id]);
  const reader = wholeReader(id, primaryId.type === 'UINT', size, ranges.get(id) ?? null);
  return [{ name: primaryId.name, reader }];
}

/** @param rows of the table: an empty one is not asked, as most of a graph with thousands of types can be empty */
export async function readVertexTable(
  transaction: Transaction,
  entry: VertexTypeEntry,
  rows: number,
): Promise<SharedVertexTable> {
  const { type } = entry;
  const { size, count, ordered } =
    rows === 0 ? { size: 0, count: 0, ordered: null } : await extentOf(transaction, entry.table);
  const holes = count < size;
  const readers = [
    ...(await attributeReaders(transaction, entry, entry.table, type.attributes, { size, holes })),
    ...(await idReader(transaction, entry, size)),
  ];
  const alive = holes ? sharedUint8(size) : null;
  const ids = new TextBuilder(size);
  let next = 0;
  const columns = await readInto(transaction, ordered, [sql`_num`, sql`_id`], readers, (chunk) => {
    const rows = numbersOf(chunk);
    eachText(chunk, 1, (at, bytes, start, end) => {
      const row = typeof rows === 'number' ? rows + at : (rows[at] as number);
      for (; next < row; next += 1) ids.append(bytes, 0, 0, true);
      ids.append(bytes, start, end);
      next = row + 1;
      if (alive !== null) alive[row] = 1;
    });
    return rows;
  });
  const texts = ids.finish();
  return {
    typeIndex: entry.index,
    type,
    size,
    count,
    alive,
    ids: texts,
    columns: withIdTexts(type, columns, texts, size),
  };
}

/** A vertex table with some of its columns read again; its rows must be the same. */
export async function withColumnsRead(
  transaction: Transaction,
  entry: VertexTypeEntry,
  known: SharedVertexTable,
  attributes: readonly Attribute[],
): Promise<SharedVertexTable> {
  const extent = { size: known.size, holes: known.alive !== null };
  const readers = await attributeReaders(transaction, entry, entry.table, attributes, extent);
  const columns = await readInto(transaction, entry.table, [sql`_num`], readers, numbersOf);
  return { ...known, columns: new Map([...known.columns, ...columns]) };
}

/** @param size rows of the table */
export async function readEdgeRows(
  transaction: Transaction,
  entry: EdgeTypeEntry,
  pair: PairEntry,
  size: number,
): Promise<EdgeRows> {
  const extent = { size, holes: false };
  const readers = await attributeReaders(transaction, entry, pair.table, entry.type.attributes, extent);
  const [from, to] = [sharedUint32(size), sharedUint32(size)];
  let next = 0;
  const table = size === 0 ? null : pair.table;
  const columns = await readInto(transaction, table, [sql`_from`, sql`_to`], readers, (chunk) => {
    const row = next;
    placeNumbers(from, chunk, 0, row);
    placeNumbers(to, chunk, 1, row);
    next += chunk.rowCount;
    return row;
  });
  return { from, to, columns };
}
