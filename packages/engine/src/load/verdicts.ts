/** Counts of staged rows by verdict. */
import type { Transaction } from '../storage/transaction.ts';

/** The number of rows by verdict. */
export const verdicts = async (
  transaction: Transaction,
  rows: string,
  code: 'code' | 'verdict.code',
): Promise<ReadonlyMap<number, number>> => {
  const found = await transaction.rows(`SELECT ${code}, count(*) FROM ${rows} GROUP BY 1`);
  return new Map(found.map(([each, count]) => [Number(each), Number(count)]));
};
