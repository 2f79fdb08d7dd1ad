/** Counts of staged rows by verdict. */
import { sql, type Sql } from '../sql.ts';
import type { Transaction } from '../storage/transaction.ts';

/** The number of rows by verdict. */
export async function verdicts(
  transaction: Transaction,
  rows: Sql,
  code: Sql,
): Promise<ReadonlyMap<number, number>> {
  const found = await transaction.rows(sql`SELECT ${code}, count(*) FROM ${rows} GROUP BY 1`);
  return new Map(found.map(([each, count]) => [Number(each), Number(count)]));
}
