/**
 * Which loads are stored, written in their own transactions: what a process did not come to report before
 * it was killed is known all the same, so that nothing is loaded twice.
 */
import type { FileCounts } from '../engine.ts';
import type { Transaction } from '../storage/transaction.ts';

const TABLE = 'acacia_loads';

/** Records of loads whose ids are not `pending` are no longer needed. */
export const recordLoad = async (
  transaction: Transaction,
  id: string,
  files: readonly FileCounts[],
  pending: readonly string[],
): Promise<void> => {
  await transaction.run(`CREATE TABLE IF NOT EXISTS ${TABLE} (id VARCHAR NOT NULL, files VARCHAR NOT NULL)`);
  const kept = pending.map((_, index) => `$${index + 1}`).join(', ');
  await transaction.run(`DELETE FROM ${TABLE}${kept === '' ? '' : ` WHERE id NOT IN (${kept})`}`, [
    ...pending,
  ]);
  await transaction.run(`INSERT INTO ${TABLE} VALUES ($1, $2)`, [id, JSON.stringify(files)]);
};

/** What a load stored; null when it stored nothing. */
export const recordedLoad = async (
  transaction: Transaction,
  id: string,
): Promise<readonly FileCounts[] | null> => {
  const exists = await transaction.number(
    `SELECT count(*) FROM duckdb_tables() WHERE table_name = '${TABLE}' AND NOT temporary`,
  );
  if (exists === 0) return null;
  const [row] = await transaction.rows(`SELECT files FROM ${TABLE} WHERE id = $1`, [id]);
  return row === undefined ? null : (JSON.parse(String(row[0])) as FileCounts[]);
};
