/** Compares two tables of results by a key: which rows one of them alone has, and which differ. */
import { sql, type Sql } from '../sql.ts';
import type { Connection } from '../storage/connection.ts';
import { rowsOf, textsAt, type ResultPath, type ResultTableFile } from './result-sql.ts';

export interface ResultsToCompare {
  readonly before: ResultTableFile;
  readonly after: ResultTableFile;
  /** Values that name a row. */
  readonly key: readonly ResultPath[];
  /** Values that are compared. */
  readonly columns: readonly ResultPath[];
}

/** Places of rows, in the order of their table; of `changed` those of both tables at the same index. */
export interface ResultComparison {
  readonly added: Int32Array;
  readonly removed: Int32Array;
  readonly changed: { readonly before: Int32Array; readonly after: Int32Array };
  readonly same: number;
  /** Keys that stand several times in a table: their rows are left out. */
  readonly repeated: number;
}

/** A value is its text and its JSON type's text: a number and a text of its digits are the same, as they look the same. */
export async function compareTables(
  connection: Connection,
  { before, after, key, columns }: ResultsToCompare,
): Promise<ResultComparison> {
  const keyed = (table: ResultTableFile): Sql =>
    sql`(SELECT k, min(place)::INTEGER AS place, any_value(h) AS h, count(*) AS times FROM
      (SELECT ${textsAt(key)} AS k, hash(${textsAt(columns)}) AS h, place FROM ${rowsOf(table)}) GROUP BY k)`;
  const result = await connection.stream(
    sql`SELECT b.place, a.place, b.h IS NOT DISTINCT FROM a.h, coalesce(b.times, 0) > 1 OR coalesce(a.times, 0) > 1
      FROM ${keyed(before)} b FULL OUTER JOIN ${keyed(after)} a ON b.k = a.k
      ORDER BY coalesce(a.place, b.place), b.place`,
  );
  const added: number[] = [];
  const removed: number[] = [];
  const changed: [number[], number[]] = [[], []];
  let same = 0;
  let repeated = 0;
  for (;;) {
    const chunk = await result.fetchChunk();
    if (chunk === null || chunk.rowCount === 0) break;
    const [places, others, equal, twice] = [0, 1, 2, 3].map((column) => chunk.getColumnVector(column));
    for (let i = 0; i < chunk.rowCount; i += 1) {
      const [here, there] = [others?.getItem(i) ?? null, places?.getItem(i) ?? null];
      if (twice?.getItem(i) === true) repeated += 1;
      else if (there === null) added.push(Number(here));
      else if (here === null) removed.push(Number(there));
      else if (equal?.getItem(i) === true) same += 1;
      else {
        changed[0].push(Number(there));
        changed[1].push(Number(here));
      }
    }
  }
  return {
    ...{ added: Int32Array.from(added), removed: Int32Array.from(removed), same, repeated },
    changed: { before: Int32Array.from(changed[0]), after: Int32Array.from(changed[1]) },
  };
}
