/** Set-based upserts of edges out of a staging table. */
import type { EdgeTypeEntry, PairEntry, VertexTypeEntry } from '../catalog/catalog.ts';
import { columnList, combineList, insertList, updateList, type GivenAttribute } from './merge-values.ts';
import { insertDefaults } from './merge-vertices.ts';
import type { Transaction } from './transaction.ts';

export interface EdgeTarget {
  readonly entry: EdgeTypeEntry;
  readonly pair: PairEntry;
  readonly from: VertexTypeEntry;
  readonly to: VertexTypeEntry;
}

interface EdgeMergeResult {
  readonly inserted: number;
  /** Distinct edges that were there before. */
  readonly updated: number;
  /** Vertices made because they were missing. */
  readonly madeVertices: number;
  /** Rows left out because an end is missing: a table of `n`, `f`, `t`, `no_from`, `no_to`, or null. */
  readonly missing: string | null;
}

/**
 * `stage` has the columns `n`, `f`, `t` (canonical ids of the ends, in the direction of the pair), and
 * those of `given`. The caller drops the table of missing rows.
 */
export const mergeEdges = async (
  transaction: Transaction,
  target: EdgeTarget,
  stage: string,
  given: readonly GivenAttribute[],
  missingEnds: 'create' | 'leaveOut',
): Promise<EdgeMergeResult> => {
  const { entry, pair, from, to } = target;
  const resolve = (): Promise<string> =>
    transaction.materialize(
      'ends',
      `SELECT s.*, a._num AS fnum, b._num AS tnum FROM ${stage} s
       LEFT JOIN ${from.table} a ON a._id = s.f LEFT JOIN ${to.table} b ON b._id = s.t`,
    );
  let ends = await resolve();
  let madeVertices = 0;
  let missing: string | null = null;
  const incomplete = await transaction.number(
    `SELECT count(*) FROM ${ends} WHERE fnum IS NULL OR tnum IS NULL`,
  );
  if (incomplete > 0 && missingEnds === 'leaveOut') {
    missing = await transaction.materialize(
      'missing',
      `SELECT n, f, t, fnum IS NULL AS no_from, tnum IS NULL AS no_to FROM ${ends} WHERE fnum IS NULL OR tnum IS NULL`,
    );
    await transaction.run(`DELETE FROM ${ends} WHERE fnum IS NULL OR tnum IS NULL`);
  } else if (incomplete > 0) {
    const absentFrom = `SELECT f AS id, n FROM ${ends} WHERE fnum IS NULL`;
    const absentTo = `SELECT t AS id, n FROM ${ends} WHERE tnum IS NULL`;
    const once = (select: string): string => `SELECT id, min(n) AS n FROM (${select}) GROUP BY id`;
    if (from.index === to.index) {
      madeVertices = await insertDefaults(transaction, from, once(`${absentFrom} UNION ALL ${absentTo}`));
    } else {
      madeVertices =
        (await insertDefaults(transaction, from, once(absentFrom))) +
        (await insertDefaults(transaction, to, once(absentTo)));
    }
    await transaction.drop(ends);
    ends = await resolve();
  }
  const symmetric = !entry.type.directed && from.index === to.index;
  const [low, high] = symmetric ? ['least(fnum, tnum)', 'greatest(fnum, tnum)'] : ['fnum', 'tnum'];
  const counts = await mergeResolved(transaction, entry, pair.table, given, {
    table: ends,
    from: low,
    to: high,
  });
  await transaction.drop(ends);
  if (counts.inserted + counts.updated > 0) transaction.touchRows(pair.table);
  return { ...counts, madeVertices, missing };
};

const mergeResolved = async (
  transaction: Transaction,
  entry: EdgeTypeEntry,
  table: string,
  given: readonly GivenAttribute[],
  ends: { readonly table: string; readonly from: string; readonly to: string },
): Promise<{ readonly inserted: number; readonly updated: number }> => {
  const keys = given.filter(({ attribute }) => entry.type.discriminator.includes(attribute.name));
  const others = given.filter((each) => !keys.includes(each));
  const keyColumns = keys.map(({ column }) => `, ${column}`).join('');
  const found = await transaction.materialize(
    'found',
    `SELECT s.*, t.rowid AS rid FROM (
       SELECT ${ends.from} AS f, ${ends.to} AS t, min(n) AS n${keyColumns}${combineList(others)}
       FROM ${ends.table} GROUP BY ALL
     ) s LEFT JOIN ${table} t ON t._from = s.f AND t._to = s.t${keys
       .map(({ column }) => ` AND t.${column} = s.${column}`)
       .join('')}`,
  );
  const [all, existing] = (await transaction.rows(`SELECT count(*), count(rid) FROM ${found}`))[0] ?? [];
  const updated = Number(existing ?? 0);
  const list = updateList(others);
  if (updated > 0 && list !== '') {
    await transaction.run(`UPDATE ${table} AS t SET ${list} FROM ${found} s WHERE t.rowid = s.rid`);
  }
  let inserted = 0;
  if (Number(all ?? 0) > updated) {
    inserted = await transaction.run(
      `INSERT INTO ${table} (_from, _to${columnList(given)})
       SELECT s.f, s.t${insertList(given)} FROM ${found} s WHERE s.rid IS NULL ORDER BY s.n`,
    );
  }
  await transaction.drop(found);
  return { inserted, updated };
};
