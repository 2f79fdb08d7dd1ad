/**
 * Undo guards: for each table a row with the load that wrote it last and can still be undone. Any other change of the
 * table removes the row in the same transaction, so a guarded table is as the load left it.
 */
import { list, literal, sql } from '../sql.ts';
import type { Transaction } from './transaction.ts';

const TABLE = sql`acacia_undo`;

export type UndoGuards = ReadonlyMap<string, string>;

const exists = async (transaction: Transaction): Promise<boolean> =>
  (await transaction.number(
    sql`SELECT count(*) FROM duckdb_tables() WHERE table_name = ${literal(TABLE)} AND NOT temporary`,
  )) > 0;

/** The id of a load by table. */
export async function readGuards(transaction: Transaction): Promise<UndoGuards> {
  if (!(await exists(transaction))) return new Map();
  const rows = await transaction.rows(sql`SELECT name, load FROM ${TABLE}`);
  return new Map(rows.map(([name, load]) => [String(name), String(load)]));
}

/** Takes guards away and puts others there; null for none. */
export async function writeGuards(
  transaction: Transaction,
  changes: ReadonlyMap<string, string | null>,
): Promise<void> {
  if (changes.size === 0) return;
  await transaction.run(
    sql`CREATE TABLE IF NOT EXISTS ${TABLE} (name VARCHAR NOT NULL, load VARCHAR NOT NULL)`,
  );
  const names = list([...changes.keys()].map(literal));
  await transaction.run(sql`DELETE FROM ${TABLE} WHERE name IN (${names})`);
  const kept = [...changes].filter((change): change is [string, string] => change[1] !== null);
  if (kept.length === 0) return;
  const rows = kept.map(([name, load]) => sql`(${literal(name)}, ${literal(load)})`);
  await transaction.run(sql`INSERT INTO ${TABLE} VALUES ${list(rows)}`);
}
