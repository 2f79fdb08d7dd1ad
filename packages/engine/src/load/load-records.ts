/**
 * Which loads are stored, written in their own transactions: what a process did not come to report before
 * it was killed is known all the same, so that nothing is loaded twice, and what can be undone is undone once.
 */
import type { FileCounts } from '../engine.ts';
import type { Transaction } from '../storage/transaction.ts';
import type { UndoPlan } from './undo.ts';

const TABLE = 'acacia_loads';

interface LoadRecord {
  readonly files: readonly FileCounts[];
  /** Null for what cannot be undone. */
  readonly undo: UndoPlan | null;
}

/** Records of loads whose ids are not `needed` are taken away. */
export const recordLoad = async (
  transaction: Transaction,
  id: string,
  record: LoadRecord,
  needed: readonly string[],
): Promise<void> => {
  await transaction.run(
    `CREATE TABLE IF NOT EXISTS ${TABLE} (id VARCHAR NOT NULL, document VARCHAR NOT NULL)`,
  );
  const kept = needed.map((_, index) => `$${index + 1}`).join(', ');
  const others = kept === '' ? '' : ` WHERE id NOT IN (${kept})`;
  await transaction.run(`DELETE FROM ${TABLE}${others}`, [...needed]);
  await transaction.run(`INSERT INTO ${TABLE} VALUES ($1, $2)`, [id, JSON.stringify(record)]);
};

export const forgetLoad = async (transaction: Transaction, id: string): Promise<void> => {
  await transaction.run(`DELETE FROM ${TABLE} WHERE id = $1`, [id]);
};

/** What a load stored; null when it stored nothing, or is forgotten. */
export const recordedLoad = async (transaction: Transaction, id: string): Promise<LoadRecord | null> => {
  const exists = await transaction.number(
    `SELECT count(*) FROM duckdb_tables() WHERE table_name = '${TABLE}' AND NOT temporary`,
  );
  if (exists === 0) return null;
  const [row] = await transaction.rows(`SELECT document FROM ${TABLE} WHERE id = $1`, [id]);
  return row === undefined ? null : (JSON.parse(String(row[0])) as LoadRecord);
};
