/** Set-based upserts of vertices out of a staging table. */
import type { VertexTypeEntry } from '../catalog/catalog.ts';
import { columnList, combineList, insertList, updateList, type GivenAttribute } from './merge-values.ts';
import type { Transaction } from './transaction.ts';

interface MergeCounts {
  readonly inserted: number;
  readonly updated: number;
  /** Distinct keys that the mode left alone. */
  readonly skipped: number;
}

/** The next free number of a vertex type within a transaction. */
const nextNumber = (transaction: Transaction, table: string): Promise<number> =>
  transaction.number(`SELECT coalesce(max(_num) + 1, 0) FROM ${table}`);

/**
 * `stage` has the columns `n` (order of the rows), `id` (canonical), and those of `given`. Later rows
 * of an id come after earlier ones. Counts are of distinct ids.
 */
export const mergeVertices = async (
  transaction: Transaction,
  entry: VertexTypeEntry,
  stage: string,
  given: readonly GivenAttribute[],
  mode: 'upsert' | 'newOnly' | 'updateOnly' = 'upsert',
): Promise<MergeCounts> => {
  const { table } = entry;
  const [rows, ids] = (await transaction.rows(`SELECT count(*), count(DISTINCT id) FROM ${stage}`))[0] ?? [];
  const distinct = Number(ids ?? 0);
  if (distinct === 0) return { inserted: 0, updated: 0, skipped: 0 };
  const source =
    rows === ids ? stage : `(SELECT id, min(n) AS n${combineList(given)} FROM ${stage} GROUP BY id)`;
  const found = await transaction.materialize(
    'found',
    `SELECT s.n, s.id, t.rowid AS rid${given.map(({ column }) => `, s.${column}`).join('')}
     FROM ${source} s LEFT JOIN ${table} t ON t._id = s.id`,
  );
  const existing = await transaction.number(`SELECT count(rid) FROM ${found}`);
  let updated = 0;
  if (mode !== 'newOnly' && existing > 0) {
    updated = existing;
    const list = updateList(given);
    if (list !== '') {
      await transaction.run(`UPDATE ${table} AS t SET ${list} FROM ${found} s WHERE t.rowid = s.rid`);
    }
  }
  let inserted = 0;
  if (mode !== 'updateOnly' && existing < distinct) {
    const base = await nextNumber(transaction, table);
    inserted = await transaction.run(
      `INSERT INTO ${table} (_num, _id${columnList(given)})
       SELECT ${base} + row_number() OVER (ORDER BY s.n) - 1, s.id${insertList(given)}
       FROM ${found} s WHERE s.rid IS NULL ORDER BY s.n`,
    );
  }
  await transaction.drop(found);
  if (inserted > 0) transaction.touchRows(table);
  else if (updated > 0) {
    transaction.touchColumns(
      table,
      given.map(({ column }) => column),
    );
  }
  return { inserted, updated, skipped: distinct - inserted - updated };
};

/** Makes vertices with default values. `select` gives the columns `id` and `n`, each id once. */
export const insertDefaults = async (
  transaction: Transaction,
  entry: VertexTypeEntry,
  select: string,
): Promise<number> => {
  const base = await nextNumber(transaction, entry.table);
  transaction.touchRows(entry.table);
  return transaction.run(
    `INSERT INTO ${entry.table} (_num, _id)
     SELECT ${base} + row_number() OVER (ORDER BY n) - 1, id FROM (${select}) ORDER BY n`,
  );
};
