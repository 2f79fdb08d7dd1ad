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
  const attributes = entry.type.attributes.map(({ name }) => name);
  const found: DuckDBValue[][] = [];
  for (const condition of conditions) {
    found.push(
      ...(await transaction.rows(
        sql`SELECT t._num, t._id${columnsOf(entry, attributes)} FROM ${entry.table} t WHERE ${condition}
         ORDER BY t._num LIMIT ${MOST_ROWS + 1}`,
      )),
    );
  }
  if (!isSmall(found.length)) return null;
  const rows = found.map(([number, id, ...values]) => ({
    number: Number(number),
    id: String(id),
    values: cells(values),
  }));
  return { kind: 'put', attributes, rows };
}

/** The edges `t` that a join with their table gives, with some of their values. */
export async function readEdges(
  transaction: Transaction,
  entry: EdgeTypeEntry,
  kind: 'putEdges' | 'goneEdges',
  from: Sql,
): Promise<TableChange> {
  const attributes =
    kind === 'putEdges' ? entry.type.attributes.map(({ name }) => name) : entry.type.discriminator;
  const found = await transaction.rows(
    sql`SELECT t._from, t._to${columnsOf(entry, attributes)} FROM ${from}`,
  );
  const rows = found.map(([source, target, ...values]) => ({
    from: Number(source),
    to: Number(target),
    values: cells(values),
  }));
  return { kind, attributes, rows };
}
