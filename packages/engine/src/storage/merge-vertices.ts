/** Set-based upserts of vertices from a staging table. */
import { sql, type Sql } from '../sql.ts';
import type { VertexTypeEntry } from '../catalog/catalog.ts';
import { columnList, combineList, insertList, updateChanged, type GivenAttribute } from './merge-values.ts';
import type { TableChange } from '../graph/table-changes.ts';
import { isSmall, readVertices } from './read-changes.ts';
import type { Transaction } from './transaction.ts';
import { idSql, idType, type IdForm } from './vertex-keys.ts';

interface MergeCounts {
  readonly inserted: number;
  readonly updated: number;
  /** Distinct keys that the mode left alone. */
  readonly skipped: number;
}

/** Rows to merge: `n` (their order), `id`, and values. */
export interface VertexStage {
  /** A table, or a SELECT in brackets. */
  readonly rows: Sql;
  readonly ids: IdForm;
  /** Their number, where it is known. */
  readonly count?: number;
  /** The number of distinct ids, where it is known. */
  readonly distinct?: number;
  /** Present when they are those of a temporary table from this `n` on, one after another. */
  readonly firstN?: number;
}

/** Writes staged vertices. Of several rows with one id the last one counts; counts are of distinct ids. */
export async function mergeVertices(
  transaction: Transaction,
  entry: VertexTypeEntry,
  stage: VertexStage,
  given: readonly GivenAttribute[],
  mode: 'upsert' | 'newOnly' | 'updateOnly' = 'upsert',
): Promise<MergeCounts> {
  const { table } = entry;
  const rows = stage.count ?? (await transaction.number(sql`SELECT count(*) FROM ${stage.rows}`));
  if (rows === 0) return { inserted: 0, updated: 0, skipped: 0 };
  const distinct =
    stage.distinct ??
    (rows === 1
      ? 1
      : await transaction.number(sql`SELECT count(*) FROM (SELECT 1 FROM ${stage.rows} GROUP BY id)`));
  const source =
    rows === distinct
      ? stage.rows
      : sql`(SELECT id, min(n) AS n${combineList(given)} FROM ${stage.rows} GROUP BY id)`;
  const { next: first, isEmpty } = await transaction.nextNumber(table);
  /** `numbered`: rows of a table that come one after another, with the number of each. */
  const insertAll = (numbered: Sql): Promise<number> =>
    transaction.run(
      sql`INSERT INTO ${table} (_num, _id${columnList(given)})
       SELECT s._num, s.id${insertList(given)} FROM ${numbered} s`,
    );
  const insert = (from: Sql): Promise<number> =>
    transaction.run(
      sql`INSERT INTO ${table} (_num, _id${columnList(given)})
       SELECT ${first} + row_number() OVER (ORDER BY s.n) - 1, s.id${insertList(given)}
       FROM ${from} ORDER BY s.n`,
    );
  const isDense = rows === distinct && stage.firstN !== undefined;
  const numbered = isDense
    ? sql`(SELECT *, (n + ${first - stage.firstN})::UINTEGER AS _num FROM ${stage.rows})`
    : null;
  let inserted = 0;
  let updated = 0;
  let changed = 0;
  let change: TableChange | null = null;
  const readBack = async (found: Sql | null): Promise<void> => {
    if (inserted + changed === 0 || !isSmall(inserted + changed)) return;
    const conditions = [
      ...(inserted > 0 ? [sql`t._num >= ${first}`] : []),
      ...(changed > 0 && found !== null ? [sql`t.rowid IN (SELECT rid FROM ${found})`] : []),
    ];
    change = await readVertices(transaction, entry, conditions);
  };
  if (isEmpty) {
    if (mode !== 'updateOnly') {
      inserted = await (numbered === null ? insert(sql`${source} s`) : insertAll(numbered));
    }
    await readBack(null);
  } else {
    const { table: found, sums } = await transaction.materializeAndSum(
      'found',
      sql`SELECT s.n, s.id, t.rid${given.map(({ column }) => sql`, s.${column}`)} FROM ${source} s
       LEFT JOIN (SELECT rowid AS rid, _id::${idSql(entry, stage.ids)} AS id FROM ${table}) t
       ON t.id = s.id`,
      sql`count(rid)`,
    );
    const existing = sums[0] ?? 0;
    if (mode !== 'newOnly') updated = existing;
    if (updated > 0) changed = await updateChanged(transaction, table, found, given);
    if (mode !== 'updateOnly' && existing < distinct)
      inserted = await insert(sql`${found} s WHERE s.rid IS NULL`);
    await readBack(found);
    if (!isSmall(rows)) await transaction.drop(found);
  }
  const columns = given.map(({ column }) => column);
  transaction.gaveNumbers(table, first + inserted);
  if (inserted > 0) transaction.touchRows(table, change);
  else if (changed > 0) transaction.touchColumns(table, columns, change);
  if (isEmpty && inserted > 0 && numbered !== null && idType(entry, stage.ids) !== 'VARCHAR') {
    transaction.knownKeys.set(table, sql`(SELECT _num, id FROM ${numbered})`);
  }
  return { inserted, updated, skipped: distinct - inserted - updated };
}

/** Makes vertices with default values. `select` gives the columns `id` and `n`, each id once. */
export async function insertDefaults(
  transaction: Transaction,
  entry: VertexTypeEntry,
  select: Sql,
): Promise<number> {
  const absent = await transaction.materialize('absent', select);
  const made = await transaction.number(sql`SELECT count(*) FROM ${absent}`);
  // A sorted INSERT of no rows would lose a later large one: see `insertAll` of the edges.
  if (made === 0) {
    await transaction.drop(absent);
    return 0;
  }
  const { next: base } = await transaction.nextNumber(entry.table);
  await transaction.run(
    sql`INSERT INTO ${entry.table} (_num, _id)
     SELECT ${base} + row_number() OVER (ORDER BY n) - 1, id FROM ${absent} ORDER BY n`,
  );
  await transaction.drop(absent);
  transaction.gaveNumbers(entry.table, base + made);
  const isFew = isSmall(made);
  const change = isFew ? await readVertices(transaction, entry, [sql`t._num >= ${base}`]) : null;
  transaction.touchRows(entry.table, change);
  return made;
}
