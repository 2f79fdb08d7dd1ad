/**
 * Records of stored loads, written in the loads' own transactions: a load is known even when the process was killed
 * before its report was written. So nothing is loaded twice, and a load is undone at most once.
 */
import { empty, list, literal, sql } from '../sql.ts';
import type { FileCounts } from '../load-status.ts';
import type { Transaction } from '../storage/transaction.ts';
import type { UndoPlan } from './undo.ts';

const TABLE = sql`acacia_loads`;

interface LoadRecord {
  readonly files: readonly FileCounts[];
  /** Null when the load cannot be undone. */
  readonly undo: UndoPlan | null;
}

/** Records a load, and removes the records of loads whose ids are not `needed`. */
export async function recordLoad(
  transaction: Transaction,
  id: string,
  record: LoadRecord,
  needed: readonly string[],
): Promise<void> {
  await transaction.run(
    sql`CREATE TABLE IF NOT EXISTS ${TABLE} (id VARCHAR NOT NULL, document VARCHAR NOT NULL)`,
  );
  const kept = list(needed.map((_, index) => sql`$${index + 1}`));
  const others = needed.length === 0 ? empty : sql` WHERE id NOT IN (${kept})`;
  await transaction.run(sql`DELETE FROM ${TABLE}${others}`, [...needed]);
  await transaction.run(sql`INSERT INTO ${TABLE} VALUES ($1, $2)`, [id, JSON.stringify(record)]);
}

export async function forgetLoad(transaction: Transaction, id: string): Promise<void> {
  await transaction.run(sql`DELETE FROM ${TABLE} WHERE id = $1`, [id]);
}

/** The record of a load; null when it stored nothing, or when the record has been removed. */
export async function recordedLoad(transaction: Transaction, id: string): Promise<LoadRecord | null> {
  const exists = await transaction.number(
    sql`SELECT count(*) FROM duckdb_tables() WHERE table_name = ${literal(TABLE)} AND NOT temporary`,
  );
  if (exists === 0) return null;
  const [row] = await transaction.rows(sql`SELECT document FROM ${TABLE} WHERE id = $1`, [id]);
  return row === undefined ? null : (JSON.parse(String(row[0])) as LoadRecord);
}
