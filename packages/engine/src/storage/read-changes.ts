/** Reads back the rows that a small write changed, for the graph in memory. */
import type { DuckDBValue } from '@duckdb/node-api';
import { empty, sql, type Sql } from '../sql.ts';
import type { EdgeTypeEntry, VertexTypeEntry } from '../catalog/catalog.ts';
import type { StoredCell, TableChange } from '../graph/table-changes.ts';
import type { Transaction } from './transaction.ts';

/** Larger writes are read again with the whole table: they take longer anyway. */
const MOST_ROWS = 10_000;

const columnsOf = (entry: VertexTypeEntry | EdgeTypeEntry, names: readonly string[]): Sql =>
  sql`${names.map((name) => sql`, t.${entry.columns[name] ?? empty}`)}`;

const cells = (values: readonly DuckDBValue[]): StoredCell[] =>
  values.map((value) => (value ?? 0) as StoredCell);

const namesOf = ({ type }: VertexTypeEntry | EdgeTypeEntry): string[] =>
  type.attributes.map(({ name }) => name);

const edgeCells = ([source, target, ...values]: readonly DuckDBValue[]) => ({
  from: Number(source),
  to: Number(target),
  values: cells(values),
});

/** The columns of a vertex table `t` that `putVertices` takes. */
export const vertexColumns = (entry: VertexTypeEntry): Sql =>
  sql`t._num, t._id${columnsOf(entry, namesOf(entry))}`;

/** Rows of `vertexColumns` as a change. */
export function putVertices(entry: VertexTypeEntry, found: readonly (readonly DuckDBValue[])[]): TableChange {
  const rows = found.map(([number, id, ...values]) => ({
    number: Number(number),
    id: String(id),
    values: cells(values),
  }));
  return { kind: 'put', attributes: namesOf(entry), rows };
}

/** Whether so many rows are read back. */
export const isSmall = (rows: number): boolean => rows <= MOST_ROWS;

/**
 * The vertices of a type that meet conditions on their table `t`, with their values; null where there are too many.
 * Each condition is a separate statement, so that DuckDB can look its rows up.
 */
export async function readVertices(
  transaction: Transaction,
  entry: VertexTypeEntry,
  conditions: readonly Sql[],
): Promise<TableChange | null> {
  const found: DuckDBValue[][] = [];
  for (const condition of conditions) {
    found.push(
      ...(await transaction.rows(
        sql`SELECT ${vertexColumns(entry)} FROM ${entry.table} t WHERE ${condition}
         ORDER BY t._num LIMIT ${MOST_ROWS + 1}`,
      )),
    );
  }
  return isSmall(found.length) ? putVertices(entry, found) : null;
}

/** The columns of an edge table `t` that `putEdges` takes. */
export const edgeColumns = (entry: EdgeTypeEntry): Sql =>
  sql`t._from, t._to${columnsOf(entry, namesOf(entry))}`;

/** Rows of `edgeColumns` as a change. */
export const putEdges = (
  entry: EdgeTypeEntry,
  found: readonly (readonly DuckDBValue[])[],
): Extract<TableChange, { kind: 'putEdges' }> => ({
  kind: 'putEdges',
  attributes: namesOf(entry),
  rows: found.map(edgeCells),
});

/** The edges `t` that a join with their table gives, with some of their values. */
export async function readEdges(
  transaction: Transaction,
  entry: EdgeTypeEntry,
  kind: 'putEdges' | 'goneEdges',
  from: Sql,
): Promise<TableChange> {
  const attributes = kind === 'putEdges' ? namesOf(entry) : entry.type.discriminator;
  const found = await transaction.rows(
    sql`SELECT t._from, t._to${columnsOf(entry, attributes)} FROM ${from}`,
  );
  return { kind, attributes, rows: found.map(edgeCells) };
}
