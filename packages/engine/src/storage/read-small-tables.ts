/**
 * Reads small tables many at a time, for the graph in memory: of thousands of types with a few rows each, statements for
 * each table take longer than the rows. Values come as texts, so that one statement reads tables of any columns.
 */
import type { Attribute } from '@acacia/language';
import type { EdgeTypeEntry, PairEntry, VertexTypeEntry } from '../catalog/catalog.ts';
import { defaultValue } from '../catalog/stored-values.ts';
import { attributeColumn, type SharedColumn } from '../graph/columns.ts';
import { sharedUint32 } from '../graph/shared-arrays.ts';
import { buildVertexTable, type SharedVertexTable } from '../graph/vertex-table.ts';
import { empty, joined, list, sql, type Sql } from '../sql.ts';
import type { EdgeRows } from './table-builder.ts';
import type { Transaction } from './transaction.ts';

/** Rows of a table that counts as small. */
export const SMALL_ROWS = 256;
/** Numbers of a vertex type whose few rows were left by many that were deleted: beyond, it is read by itself. */
const MOST_NUMBERS = 4_096;
/** Fewer small tables are read one by one, column by column. */
export const MANY_TABLES = 50;
/** Tables that one statement reads; planning longer ones takes longer for each table. */
const READ_AT_ONCE = 100;

export interface SmallTables {
  readonly vertices: ReadonlyMap<Sql, SharedVertexTable>;
  readonly edges: ReadonlyMap<Sql, EdgeRows>;
}

export const NO_SMALL_TABLES: SmallTables = { vertices: new Map(), edges: new Map() };

/** One row: two keys (number and id of a vertex, numbers of an edge's ends), and the attributes as texts. */
interface Row {
  readonly first: unknown;
  readonly second: unknown;
  readonly texts: readonly string[];
}

interface Table {
  readonly table: Sql;
  readonly attributes: readonly Attribute[];
  readonly columns: Readonly<Record<string, Sql>>;
}

/** @param edges with the table of each pair */
export async function readSmallTables(
  transaction: Transaction,
  vertices: readonly VertexTypeEntry[],
  edges: readonly { readonly entry: EdgeTypeEntry; readonly pair: PairEntry }[],
): Promise<SmallTables> {
  const vertexTables = new Map<Sql, SharedVertexTable>();
  await eachTable(transaction, [sql`_num`, sql`_id`], vertices, tableOfVertices, (entry, rows) => {
    const numbers = numbersIn(rows);
    if (numbers <= MOST_NUMBERS) vertexTables.set(entry.table, vertexTableOf(entry, rows, numbers));
  });
  const edgeRows = new Map<Sql, EdgeRows>();
  await eachTable(transaction, [sql`_from`, sql`_to`], edges, tableOfEdges, ({ entry, pair }, rows) => {
    edgeRows.set(pair.table, edgeRowsOf(entry.type.attributes, rows));
  });
  return { vertices: vertexTables, edges: edgeRows };
}

const tableOfVertices = ({ table, columns, type: { attributes } }: VertexTypeEntry): Table => ({
  table,
  attributes,
  columns,
});
const tableOfEdges = ({
  entry: {
    columns,
    type: { attributes },
  },
  pair: { table },
}: {
  readonly entry: EdgeTypeEntry;
  readonly pair: PairEntry;
}): Table => ({ table, attributes, columns });

async function eachTable<T>(
  transaction: Transaction,
  keys: readonly [Sql, Sql],
  entries: readonly T[],
  tableOf: (entry: T) => Table,
  take: (entry: T, rows: readonly Row[]) => void,
): Promise<void> {
  // Tables with as many columns come together: each is filled up to the most columns of a statement.
  const sorted = entries.toSorted((a, b) => tableOf(a).attributes.length - tableOf(b).attributes.length);
  for (let from = 0; from < sorted.length; from += READ_AT_ONCE) {
    const some = sorted.slice(from, from + READ_AT_ONCE);
    const tables = some.map(tableOf);
    const width = Math.max(...tables.map(({ attributes }) => attributes.length));
    const selects = tables.map(({ table, attributes, columns }, at) => {
      const texts = attributes.map((attribute) => textOf(columns[attribute.name] ?? empty, attribute));
      const filled = Array.from({ length: width }, (_, index) => texts[index] ?? sql`''`);
      return sql`SELECT ${list([sql`${at}`, ...keys, ...filled])} FROM ${table}`;
    });
    const rows = some.map((): Row[] => []);
    for (const [at, first, second, ...texts] of await transaction.rows(joined(selects, 'UNION ALL')))
      rows[Number(at)]?.push({ first, second, texts: texts as readonly string[] });
    some.forEach((entry, at) => take(entry, rows[at] ?? []));
  }
}

function textOf(column: Sql, { type }: Attribute): Sql {
  if (type.kind !== 'scalar' || type.name === 'STRING') return sql`coalesce(${column}, '')`;
  if (type.name === 'FLOAT' || type.name === 'DOUBLE') return sql`coalesce(${column}::DOUBLE, 0)::VARCHAR`;
  return type.name === 'BOOL'
    ? sql`coalesce(${column}, false)::VARCHAR`
    : sql`coalesce(${column}, 0)::VARCHAR`;
}

function valueOf({ type }: Attribute, text: string): string | number | bigint | boolean {
  if (type.kind !== 'scalar' || type.name === 'STRING') return text;
  if (type.name === 'FLOAT' || type.name === 'DOUBLE') return Number(text.replace('inf', 'Infinity'));
  return type.name === 'BOOL' ? text === 'true' : BigInt(text);
}

/** The value in the place of a vertex that was deleted. */
function missingOf(attribute: Attribute): string | number | bigint | boolean {
  if (attribute.type.kind !== 'scalar') return String(defaultValue(attribute));
  return attribute.type.name === 'STRING' ? '' : valueOf(attribute, '0');
}

/** @param placeOf the place of a row in the columns */
function columnsOf(
  attributes: readonly Attribute[],
  rows: readonly Row[],
  size: number,
  placeOf: (row: Row, at: number) => number,
): Map<string, SharedColumn> {
  return new Map(
    attributes.map((attribute, index) => {
      const values = Array.from({ length: size }, () => missingOf(attribute));
      rows.forEach((row, at) => {
        values[placeOf(row, at)] = valueOf(attribute, row.texts[index] ?? '');
      });
      return [attribute.name, attributeColumn(attribute.type, values)];
    }),
  );
}

const numbersIn = (rows: readonly Row[]): number =>
  rows.reduce((most, { first }) => Math.max(most, Number(first) + 1), 0);

function vertexTableOf(
  { index, type }: VertexTypeEntry,
  rows: readonly Row[],
  size: number,
): SharedVertexTable {
  const ids = Array.from({ length: size }, () => '');
  const alive = new Uint8Array(size);
  for (const { first, second } of rows) {
    ids[Number(first)] = String(second);
    alive[Number(first)] = 1;
  }
  const columns = columnsOf(type.attributes, rows, size, ({ first }) => Number(first));
  return buildVertexTable({ typeIndex: index, type, ids, alive, columns });
}

function edgeRowsOf(attributes: readonly Attribute[], rows: readonly Row[]): EdgeRows {
  const [from, to] = [sharedUint32(rows.length), sharedUint32(rows.length)];
  rows.forEach(({ first, second }, at) => {
    from[at] = Number(first);
    to[at] = Number(second);
  });
  return { from, to, columns: columnsOf(attributes, rows, rows.length, (_, at) => at) };
}
