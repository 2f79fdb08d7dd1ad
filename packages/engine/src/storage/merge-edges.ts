/** Set-based upserts of edges from a staging table. */
import { joined, list, sql, type Sql } from '../sql.ts';
import type { EdgeTypeEntry, PairEntry, VertexTypeEntry } from '../catalog/catalog.ts';
import {
  changesSql,
  columnList,
  combineList,
  insertList,
  updateChanged,
  type GivenAttribute,
} from './merge-values.ts';
import { insertDefaults } from './merge-vertices.ts';
import type { TableChange } from '../graph/table-changes.ts';
import { isSmall, readEdges } from './read-changes.ts';
import type { Transaction } from './transaction.ts';
import { vertexKeys, type IdForm } from './vertex-keys.ts';

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
  readonly missing: Sql | null;
}

/** Rows to merge: `n` (their order), `f`, `t` (ids of the ends, in the direction of the pair), and values. */
export interface EdgeStage {
  /** A table, or a SELECT in brackets. */
  readonly rows: Sql;
  readonly ids: IdForm;
  /** Their number, where it is known. */
  readonly count?: number;
}

/** How missing ends are handled: both ends are made, or rows that lack one (or the named one) are left out. */
export type MissingEnds = 'create' | 'leaveOut' | 'leaveOutFrom' | 'leaveOutTo';

interface Merge {
  readonly transaction: Transaction;
  readonly target: EdgeTarget;
  readonly stage: EdgeStage;
  readonly given: readonly GivenAttribute[];
  /** Staged rows. */
  readonly rows: number;
}

interface Counts {
  readonly inserted: number;
  readonly updated: number;
  /** Whether the table has changed, and the changed rows where they are known. */
  readonly changed: boolean;
  readonly change: TableChange | null;
}

/**
 * Writes staged edges. Of several rows with the same ends and discriminators the last one counts. The
 * caller drops the table of missing rows.
 */
export async function mergeEdges(
  transaction: Transaction,
  target: EdgeTarget,
  stage: EdgeStage,
  given: readonly GivenAttribute[],
  missingEnds: MissingEnds,
): Promise<EdgeMergeResult> {
  const { table } = target.pair;
  const count = (of: Sql): Promise<number> => transaction.number(sql`SELECT count(*) FROM ${of}`);
  const rows = stage.count ?? (await count(stage.rows));
  const merge: Merge = { transaction, target, stage, given, rows };
  const isEmpty = rows >= WORTH_COMPARING && (await count(table)) === 0;
  let madeVertices = 0;
  let missing: Sql | null = null as Sql | null;
  let counts = isEmpty ? await insertAll(merge) : null;
  if (counts === null) {
    let ends = await resolveEnds(merge);
    if ((await count(ends)) < rows) {
      missing = await findMissing(merge);
      if (missingEnds === 'create') {
        madeVertices = await makeMissing(merge, missing);
        for (const each of [missing, ends]) await transaction.drop(each);
        missing = null;
        counts = isEmpty ? await insertAll(merge) : null;
        if (counts === null) ends = await resolveEnds(merge);
      } else if (missingEnds !== 'leaveOut') {
        const lacking = missingEnds === 'leaveOutFrom' ? sql`no_from` : sql`no_to`;
        const leftOut = await transaction.materialize(
          'missing',
          sql`SELECT * FROM ${missing} WHERE ${lacking}`,
        );
        madeVertices = await makeMissing(merge, sql`(SELECT * FROM ${missing} WHERE NOT ${lacking})`);
        for (const each of [missing, ends]) await transaction.drop(each);
        missing = leftOut;
        // A vertex that was made now is no end that was there.
        const kept = sql`(SELECT * FROM ${stage.rows} WHERE n NOT IN (SELECT n FROM ${leftOut}))`;
        ends = await resolveEnds({ ...merge, stage: { ...stage, rows: kept } });
      }
    }
    if (counts === null) {
      counts = await mergeResolved(merge, ends);
      await transaction.drop(ends);
    }
  }
  if (counts.changed) transaction.touchRows(table, counts.change);
  return { inserted: counts.inserted, updated: counts.updated, madeVertices, missing };
}

/** The staged rows `s` with the numbers of their ends, `a._num` and `b._num`. */
async function withEnds<T>(
  { transaction, target: { from, to }, stage }: Merge,
  join: 'JOIN' | 'LEFT JOIN',
  work: (rows: Sql) => Promise<T>,
): Promise<T> {
  const sources = await vertexKeys(transaction, from, stage.ids);
  const isSame = from.index === to.index;
  const targets = isSame ? sources : await vertexKeys(transaction, to, stage.ids);
  const by = join === 'JOIN' ? sql`JOIN` : sql`LEFT JOIN`;
  const done = await work(
    sql`${stage.rows} s ${by} ${sources.table} a ON a.id = s.f ${by} ${targets.table} b ON b.id = s.t`,
  );
  await sources.drop();
  if (targets !== sources) await targets.drop();
  return done;
}

/** The numbers of a row's ends as they are stored: of an undirected edge in one type the lower one first. */
const endsSql = ({ entry, from, to }: EdgeTarget): readonly [from: Sql, to: Sql] =>
  !entry.type.directed && from.index === to.index
    ? [sql`least(a._num, b._num)`, sql`greatest(a._num, b._num)`]
    : [sql`a._num`, sql`b._num`];

function keysAndOthers({ target, given }: Merge) {
  const isKey = ({ attribute }: GivenAttribute): boolean =>
    target.entry.type.discriminator.includes(attribute.name);
  return { keys: given.filter(isKey), others: given.filter((each) => !isKey(each)) };
}

/**
 * Puts all rows into the empty table, in the order of their ends. Leaves it empty and gives null where
 * that is not all there is to do: an end is missing, or an edge comes twice.
 */
async function insertAll(merge: Merge): Promise<Counts | null> {
  const { transaction, target, given, rows } = merge;
  const { table } = target.pair;
  const [from, to] = endsSql(target);
  const keys = keysAndOthers(merge).keys.map(({ column }) => column);
  const inserted = await withEnds(merge, 'JOIN', async (ends) => {
    // DuckDB 1.5.6 loses rows: after an INSERT of none from a sorted (ORDER BY, window) source, the next INSERT of
    // more than 122,880 into the same table leaves none, in its transaction and after the commit.
    if ((await transaction.number(sql`SELECT count(*) FROM (SELECT 1 FROM ${ends} LIMIT 1)`)) === 0) return 0;
    return transaction.run(
      sql`INSERT INTO ${table} (_from, _to${columnList(given)})
       SELECT ${from} AS f, ${to} AS t${insertList(given)} FROM ${ends}
       ORDER BY ${list([sql`f`, sql`t`, ...keys.map((column) => sql`s.${column}`)])}`,
    );
  });
  if (inserted === rows && (await isIncreasing(transaction, table, [sql`_from`, sql`_to`, ...keys]))) {
    return { inserted, updated: 0, changed: true, change: null };
  }
  if (inserted > 0) await transaction.run(sql`DELETE FROM ${table}`);
  return null;
}

/** Whether the rows of a table are strictly increasing by some columns, and so without duplicates. */
async function isIncreasing(transaction: Transaction, table: Sql, columns: readonly Sql[]): Promise<boolean> {
  const before = list(columns.map((column) => sql`lag(${column}) OVER () AS b${column}`));
  // In place of a comparison of rows, which DuckDB does slowly: the first column that differs decides.
  const after = columns.reduceRight(
    (rest, column) => sql`(b${column} < ${column} OR (b${column} = ${column} AND ${rest}))`,
    sql`false`,
  );
  const disorder = await transaction.number(
    sql`SELECT count(*) FROM (SELECT ${list(columns)}, ${before} FROM ${table}) WHERE NOT ${after}`,
  );
  return disorder === 0;
}

/** A table of `n`, `f`, `t` (numbers as they are stored) and values, of the rows that have both ends. */
function resolveEnds(merge: Merge): Promise<Sql> {
  const { transaction, target, given } = merge;
  const [from, to] = endsSql(target);
  const keys = keysAndOthers(merge).keys.map(({ column }) => sql`, s.${column}`);
  const work = (ends: Sql): Promise<Sql> =>
    transaction.materialize(
      'ends',
      sql`SELECT s.n, ${from} AS f, ${to} AS t${given.map(({ column }) => sql`, s.${column}`)}
       FROM ${ends} ORDER BY f, t${keys}, s.n`,
    );
  return withEnds(merge, 'JOIN', work);
}

/** A table of `n`, `f`, `t`, `no_from`, `no_to` of the rows that lack an end. */
const findMissing = (merge: Merge): Promise<Sql> =>
  withEnds(merge, 'LEFT JOIN', (ends) =>
    merge.transaction.materialize(
      'missing',
      sql`SELECT s.n, s.f, s.t, a._num IS NULL AS no_from, b._num IS NULL AS no_to FROM ${ends}
       WHERE a._num IS NULL OR b._num IS NULL`,
    ),
  );

async function makeMissing({ transaction, target }: Merge, missing: Sql): Promise<number> {
  const { from, to } = target;
  // In the order of rows, of one row the source first.
  const absentFrom = sql`SELECT f AS id, 2 * n AS n FROM ${missing} WHERE no_from`;
  const absentTo = sql`SELECT t AS id, 2 * n + 1 AS n FROM ${missing} WHERE no_to`;
  const once = (select: Sql): Sql => sql`SELECT id::VARCHAR AS id, min(n) AS n FROM (${select}) GROUP BY id`;
  if (from.index === to.index) {
    return insertDefaults(transaction, from, once(sql`${absentFrom} UNION ALL ${absentTo}`));
  }
  return (
    (await insertDefaults(transaction, from, once(absentFrom))) +
    (await insertDefaults(transaction, to, once(absentTo)))
  );
}

async function mergeResolved(merge: Merge, ends: Sql): Promise<Counts> {
  const { transaction, target, given } = merge;
  const { table } = target.pair;
  const { keys, others } = keysAndOthers(merge);
  const sameRows = await updateInPlace(merge, ends);
  if (sameRows !== null) return sameRows;
  const keyColumns = keys.map(({ column }) => sql`, ${column}`);
  const isSingle =
    merge.rows === 1 ||
    (await isIncreasing(transaction, ends, [sql`f`, sql`t`, ...keys.map(({ column }) => column)]));
  const rows = isSingle
    ? ends
    : sql`(SELECT f, t, min(n) AS n${keyColumns}${combineList(others)} FROM ${ends} GROUP BY f, t${keyColumns})`;
  const found = await transaction.materialize(
    'found',
    sql`SELECT s.*, t.rowid AS rid FROM ${rows} s LEFT JOIN ${table} t ON t._from = s.f AND t._to = s.t${keys.map(
      ({ column }) => sql` AND t.${column} = s.${column}`,
    )}`,
  );
  const [all, existing] = (await transaction.rows(sql`SELECT count(*), count(rid) FROM ${found}`))[0] ?? [];
  const updated = Number(existing ?? 0);
  const changed = updated > 0 ? await updateChanged(transaction, table, found, others) : 0;
  let inserted = 0;
  if (Number(all ?? 0) > updated) {
    inserted = await transaction.run(
      sql`INSERT INTO ${table} (_from, _to${columnList(given)})
       SELECT s.f, s.t${insertList(given)} FROM ${found} s WHERE s.rid IS NULL ORDER BY s.n`,
    );
  }
  const change = inserted + changed === 0 ? null : await changeOf(merge, found, Number(all ?? 0));
  await transaction.drop(found);
  return { inserted, updated, changed: inserted + changed > 0, change };
}

/** The stored rows of the edges in `found`; `rows` is their number. Null when they are too many to be read back. */
async function changeOf(merge: Merge, found: Sql, rows: number): Promise<TableChange | null> {
  const { transaction, target } = merge;
  if (!isSmall(rows)) return null;
  const keys = keysAndOthers(merge).keys.map(({ column }) => sql` AND t.${column} = s.${column}`);
  const from = sql`${target.pair.table} t JOIN ${found} s ON t._from = s.f AND t._to = s.t${keys}`;
  return readEdges(transaction, target.entry, 'putEdges', from);
}

/** With fewer rows a join takes no longer. */
const WORTH_COMPARING = 1000;

/**
 * Updates where the rows are those of the table one by one, as when all edges of a type are loaded again:
 * then nothing need be looked up. Null when they are not.
 */
async function updateInPlace(merge: Merge, ends: Sql): Promise<Counts | null> {
  const { transaction, target } = merge;
  const { table } = target.pair;
  const { keys, others } = keysAndOthers(merge);
  const count = (of: Sql): Promise<number> => transaction.number(sql`SELECT count(*) FROM ${of}`);
  if (merge.rows < WORTH_COMPARING) return null;
  const rows = await count(ends);
  if (rows !== (await count(table))) return null;
  const columns = keys.map(({ column }) => column);
  const pairs = sql`(SELECT * FROM ${ends}) s POSITIONAL JOIN (SELECT rowid AS rid, * FROM ${table}) t`;
  const same = [
    sql`s.f = t._from`,
    sql`s.t = t._to`,
    ...columns.map((column) => sql`s.${column} = t.${column}`),
  ];
  if ((await count(sql`${pairs} WHERE ${joined(same, 'AND')}`)) < rows) return null;
  const changes = changesSql(others);
  if (changes === null) return { inserted: 0, updated: rows, changed: false, change: null };
  const found = await transaction.materialize('found', sql`SELECT s.*, t.rid FROM ${pairs} WHERE ${changes}`);
  const changed = await updateChanged(transaction, table, found, others);
  const change = changed === 0 ? null : await changeOf(merge, found, await count(found));
  await transaction.drop(found);
  return { inserted: 0, updated: rows, changed: changed > 0, change };
}
