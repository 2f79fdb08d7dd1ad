/** Set-based deletes of vertices and edges. */
import type { Catalog, VertexTypeEntry } from '../catalog/catalog.ts';
import { vectorTablesOf } from '../catalog/vectors.ts';
import type { EdgeTarget } from './merge-edges.ts';
import type { Transaction } from './transaction.ts';

/** Deletes the vertices whose ids stand in `stage` (column `id`), and every edge at them. */
export const deleteVertices = async (
  transaction: Transaction,
  catalog: Catalog,
  entry: VertexTypeEntry,
  stage: string,
): Promise<{ readonly vertices: number; readonly edges: number }> => {
  const gone = await transaction.materialize(
    'gone',
    `SELECT t._num AS num FROM ${entry.table} t WHERE t._id IN (SELECT id FROM ${stage})`,
  );
  let edges = 0;
  for (const edge of catalog.edgeTypes.values()) {
    for (const pair of edge.pairs) {
      const ends = [
        ...(pair.from === entry.index ? [`_from IN (SELECT num FROM ${gone})`] : []),
        ...(pair.to === entry.index ? [`_to IN (SELECT num FROM ${gone})`] : []),
      ];
      if (ends.length === 0) continue;
      const deleted = await transaction.run(`DELETE FROM ${pair.table} WHERE ${ends.join(' OR ')}`);
      if (deleted > 0) transaction.touchRows(pair.table);
      edges += deleted;
    }
  }
  for (const { table } of vectorTablesOf(entry)) {
    const rows = await transaction.run(`DELETE FROM ${table} WHERE _num IN (SELECT num FROM ${gone})`);
    if (rows > 0) transaction.touchRows(table);
  }
  const vertices = await transaction.run(
    `DELETE FROM ${entry.table} WHERE _num IN (SELECT num FROM ${gone})`,
  );
  if (vertices > 0) transaction.touchRows(entry.table);
  await transaction.drop(gone);
  return { vertices, edges };
};

/**
 * Deletes edges: `stage` has the columns `f`, `t` (ids in the direction of the pair) and those of
 * `keyColumns`, the discriminators to compare; without any every edge between the ends goes.
 */
export const deleteEdges = async (
  transaction: Transaction,
  target: EdgeTarget,
  stage: string,
  keyColumns: readonly string[],
): Promise<number> => {
  const { pair, from, to, entry } = target;
  const symmetric = !entry.type.directed && from.index === to.index;
  const [low, high] = symmetric
    ? ['least(a._num, b._num)', 'greatest(a._num, b._num)']
    : ['a._num', 'b._num'];
  const keys = keyColumns.map((column) => ` AND e.${column} = s.${column}`).join('');
  const deleted = await transaction.run(
    `DELETE FROM ${pair.table} WHERE rowid IN (
       SELECT e.rowid FROM ${stage} s
       JOIN ${from.table} a ON a._id = s.f JOIN ${to.table} b ON b._id = s.t
       JOIN ${pair.table} e ON e._from = ${low} AND e._to = ${high}${keys})`,
  );
  if (deleted > 0) transaction.touchRows(pair.table);
  return deleted;
};
