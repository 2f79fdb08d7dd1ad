/** What became of staged rows, counted. */
import type { Transaction } from '../storage/transaction.ts';

/** How many rows have which verdict. */
export const verdicts = async (
  transaction: Transaction,
  rows: string,
  code: 'code' | 'verdict.code',
): Promise<ReadonlyMap<number, number>> => {
  const found = await transaction.rows(`SELECT ${code}, count(*) FROM ${rows} GROUP BY 1`);
  return new Map(found.map(([each, count]) => [Number(each), Number(count)]));
};
