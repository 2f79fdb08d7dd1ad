/** Set-based deletes of vertices and edges. */
import { id, sql, type Sql } from '../sql.ts';
import type { Catalog, VertexTypeEntry } from '../catalog/catalog.ts';
import { vectorTablesOf } from '../catalog/vectors.ts';
import type { EdgeTarget } from './merge-edges.ts';
import { isSmall, readEdges } from './read-changes.ts';
import type { Transaction } from './transaction.ts';

/** Deletes rows; gives their number. */
export async function deleteWhere(transaction: Transaction, table: Sql, condition: Sql): Promise<number> {
  await transaction.beforeImages?.deleting(table, condition);
  return transaction.run(sql`DELETE FROM ${table} WHERE ${condition}`);
}

/** Deletes the vertices whose ids are in `stage` (column `id`), and all their edges. */
export async function deleteVertices(
  transaction: Transaction,
  catalog: Catalog,
  entry: VertexTypeEntry,
  stage: Sql,
): Promise<{ readonly vertices: number; readonly edges: number }> {
  const gone = await transaction.materialize(
    'gone',
    sql`SELECT t._num AS num FROM ${entry.table} t WHERE t._id IN (SELECT id FROM ${stage})`,
  );
  const count = await transaction.number(sql`SELECT count(*) FROM ${gone}`);
  const numbers = isSmall(count)
    ? (await transaction.rows(sql`SELECT num FROM ${gone}`)).map(([number]) => Number(number))
    : null;
  let edges = 0;
  for (const edge of catalog.edgeTypes.values()) {
    for (const pair of edge.pairs) {
      for (const end of ['from', 'to'] as const) {
        if (pair[end] !== entry.index) continue;
        const deleted = await deleteWhere(
          transaction,
          pair.table,
          sql`${id(`_${end}`)} IN (SELECT num FROM ${gone})`,
        );
        const change = numbers === null ? null : ({ kind: 'goneEnds', end, numbers } as const);
        if (deleted > 0) transaction.touchRows(pair.table, change);
        edges += deleted;
      }
    }
  }
  for (const { table } of vectorTablesOf(entry)) {
    const rows = await deleteWhere(transaction, table, sql`_num IN (SELECT num FROM ${gone})`);
    if (rows > 0) transaction.touchRows(table);
  }
  const vertices = await deleteWhere(transaction, entry.table, sql`_num IN (SELECT num FROM ${gone})`);
  const change = numbers === null ? null : ({ kind: 'gone', numbers } as const);
  if (vertices > 0) transaction.touchRows(entry.table, change);
  await transaction.drop(gone);
  return { vertices, edges };
}

/**
 * Deletes edges: `stage` has the columns `f`, `t` (ids in the direction of the pair) and those of
 * `keyColumns`, the discriminators to compare; without any every edge between the ends goes.
 */
export async function deleteEdges(
  transaction: Transaction,
  target: EdgeTarget,
  stage: Sql,
  keyColumns: readonly Sql[],
): Promise<number> {
  const { pair, from, to, entry } = target;
  const symmetric = !entry.type.directed && from.index === to.index;
  const [low, high] = symmetric
    ? [sql`least(a._num, b._num)`, sql`greatest(a._num, b._num)`]
    : [sql`a._num`, sql`b._num`];
  const keys = keyColumns.map((column) => sql` AND e.${column} = s.${column}`);
  const gone = await transaction.materialize(
    'gone',
    sql`SELECT DISTINCT e.rowid AS rid, e.* FROM ${stage} s
     JOIN ${from.table} a ON a._id = s.f JOIN ${to.table} b ON b._id = s.t
     JOIN ${pair.table} e ON e._from = ${low} AND e._to = ${high}${keys}`,
  );
  const few = isSmall(await transaction.number(sql`SELECT count(*) FROM ${gone}`));
  const change = few ? await readEdges(transaction, entry, 'goneEdges', sql`${gone} t`) : null;
  const deleted = await transaction.run(
    sql`DELETE FROM ${pair.table} WHERE rowid IN (SELECT rid FROM ${gone})`,
  );
  await transaction.drop(gone);
  if (deleted > 0) transaction.touchRows(pair.table, change);
  return deleted;
}
