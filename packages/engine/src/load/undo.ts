/**
 * Undoes a whole load. While a load merges, rows are saved before they are changed or deleted, as Parquet files beside
 * its report; the rows that it adds are at the end of the tables. As long as nothing else has changed these tables (see
 * `storage/undo-guards.ts`) the state before the load can be restored exactly, with the order of rows.
 */
import { engineError } from '../errors/catalogue.ts';
import { readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Catalog } from '../catalog/catalog.ts';
import { vectorTablesOf } from '../catalog/vectors.ts';
import type { EngineError } from '../errors.ts';
import { empty, joined, list, sql, type Sql } from '../sql.ts';
import { COMMIT_TABLE } from '../storage/commit-table.ts';
import { fileLiteral } from '../storage/file-literal.ts';
import type { BeforeImages, Transaction } from '../storage/transaction.ts';
import type { UndoGuards } from '../storage/undo-guards.ts';
import type { StagedTarget } from './stage-file.ts';

interface Image {
  readonly kind: 'updated' | 'replaced' | 'deleted';
  readonly table: string;
  /** Name of its file, in the folder of the loads. */
  readonly file: string;
}

/** The data needed to undo a load. */
export interface UndoPlan {
  /** Rows added at the end of each table; of tables of vectors see `commit`. */
  readonly added: Readonly<Record<string, number>>;
  readonly vectorTables: readonly string[];
  readonly images: readonly Image[];
  /** The number of the load's commit, which its vectors have. */
  readonly commit: number;
  /** Loads that could undo the tables' changes before. */
  readonly before: Readonly<Record<string, string>>;
}

/** The most loads that can be undone: the saved rows of older ones are removed. */
const KEPT_LOADS = 20;
const MARK = '.undo.';

/** Tables that a target may change. */
const tablesOf = ({ compiled: { destination } }: StagedTarget): { rows: Sql[]; vectors: Sql[] } =>
  destination.kind === 'edge'
    ? {
        rows: [destination.target.pair.table, destination.target.from.table, destination.target.to.table],
        vectors: [],
      }
    : {
        rows: [destination.entry.table],
        vectors: vectorTablesOf(destination.entry).map(({ table }) => table),
      };

/** Saves the rows that a load changes, from the beginning of its merge to the end, within the transaction. */
export class UndoJournal implements BeforeImages {
  readonly #transaction: Transaction;
  readonly #folder: string;
  readonly #id: string;
  readonly #images: Image[] = [];
  readonly #counts: ReadonlyMap<Sql, number>;
  readonly #vectors: readonly string[];

  private constructor(
    transaction: Transaction,
    folder: string,
    id: string,
    counts: ReadonlyMap<Sql, number>,
    vectors: readonly string[],
  ) {
    this.#transaction = transaction;
    this.#folder = folder;
    this.#id = id;
    this.#counts = counts;
    this.#vectors = vectors;
  }

  /** @param folder for the files of rows as they were */
  static async begin(
    transaction: Transaction,
    folder: string,
    id: string,
    targets: readonly StagedTarget[],
  ): Promise<UndoJournal> {
    const tables = targets.map(tablesOf);
    const counts = new Map<Sql, number>();
    for (const table of new Set(tables.flatMap(({ rows }) => rows))) {
      counts.set(table, await transaction.number(sql`SELECT count(*) FROM ${table}`));
    }
    const vectors = [...new Set(tables.flatMap((each) => each.vectors))];
    const journal = new UndoJournal(transaction, folder, id, counts, vectors);
    transaction.beforeImages = journal;
    return journal;
  }

  updating(table: Sql, from: Sql): Promise<void> {
    return this.#keep('updated', table, sql`SELECT t.* FROM ${table} t, ${from}`);
  }

  deleting(table: Sql, condition: Sql): Promise<void> {
    const placed = sql`SELECT row_number() OVER () AS _place, rowid, * FROM ${table}`;
    return this.#keep('deleted', table, sql`SELECT * EXCLUDE (rowid) FROM (${placed}) WHERE ${condition}`);
  }

  replacing(table: Sql, condition: Sql): Promise<void> {
    return this.#keep('replaced', table, sql`SELECT * FROM ${table} WHERE ${condition}`);
  }

  async #keep(kind: Image['kind'], table: Sql, select: Sql): Promise<void> {
    if (kind === 'updated' && !this.#counts.has(table)) return;
    const file = `${this.#id}${MARK}${this.#images.length}.parquet`;
    const target = path.join(this.#folder, file);
    const rows = await this.#transaction.run(
      sql`COPY (${select}) TO ${fileLiteral(target)} (FORMAT parquet)`,
    );
    if (rows > 0) this.#images.push({ kind, table, file });
    else await rm(target, { force: true });
  }

  /** Ends it; guards the tables that the load changed. */
  async end(guards: UndoGuards): Promise<UndoPlan> {
    const transaction = this.#transaction;
    transaction.beforeImages = null;
    const added: Record<string, number> = {};
    for (const [table, before] of this.#counts) {
      added[table] = (await transaction.number(sql`SELECT count(*) FROM ${table}`)) - before;
    }
    const touched = [...transaction.touched.keys()];
    transaction.undoGuards = new Map(touched.map((table) => [table, this.#id]));
    const before = touched.flatMap((table) => {
      const id = guards.get(table);
      return id === undefined ? [] : [[table, id] as const];
    });
    return {
      added,
      vectorTables: this.#vectors.filter((table) => touched.includes(table)),
      images: this.#images,
      commit: (await transaction.number(sql`SELECT number FROM ${COMMIT_TABLE}`)) + 1,
      before: Object.fromEntries(before),
    };
  }
}

/** The columns by which rows of a table are known, and those that can be written, with the type's name. */
interface TableShape {
  readonly table: Sql;
  readonly type: string;
  readonly keys: readonly Sql[];
  readonly columns: readonly Sql[];
  /** All columns that are stored. */
  readonly stored: readonly Sql[];
  readonly isVectors: boolean;
}

function shapesOf(catalog: Catalog): ReadonlyMap<string, TableShape> {
  const shapes = new Map<string, TableShape>();
  for (const { type, table, columns } of catalog.vertexTypes.values()) {
    const own = type.attributes.filter(({ name }) => type.primaryId.parts?.includes(name) !== true);
    const written = own.map(({ name }) => columns[name] ?? empty);
    const stored = [sql`_num`, sql`_id`, ...written];
    shapes.set(table, {
      table,
      type: type.name,
      keys: [sql`_num`],
      columns: written,
      stored,
      isVectors: false,
    });
  }
  for (const { type, pairs, columns } of catalog.edgeTypes.values()) {
    const keys = [sql`_from`, sql`_to`, ...type.discriminator.map((name) => columns[name] ?? empty)];
    const own = Object.values(columns).filter((column) => !keys.includes(column));
    const stored = [sql`_from`, sql`_to`, ...Object.values(columns)];
    for (const { table } of pairs)
      shapes.set(table, { table, type: type.name, keys, columns: own, stored, isVectors: false });
  }
  for (const entry of catalog.vertexTypes.values()) {
    for (const { table } of vectorTablesOf(entry)) {
      const stored = [sql`_num`, sql`_v`];
      shapes.set(table, {
        table,
        type: entry.type.name,
        keys: [sql`_num`],
        columns: [sql`_v`],
        stored,
        isVectors: true,
      });
    }
  }
  return shapes;
}

/** The tables that a load changed. */
const changedBy = ({ added, images, vectorTables }: UndoPlan): readonly string[] => [
  ...new Set([
    ...Object.keys(added).filter((table) => added[table] !== 0),
    ...images.map(({ table }) => table),
    ...vectorTables,
  ]),
];

/** The guards of a load's tables once it is undone; null for none. */
function guardsBefore(plan: UndoPlan, isVectors: (table: string) => boolean): Map<string, string | null> {
  // Vectors that are put back count as written now: which of them an earlier load brought is not known any more.
  const unknown = new Set(plan.images.flatMap(({ table }) => (isVectors(table) ? [table] : [])));
  return new Map(
    changedBy(plan).map((table) => [table, unknown.has(table) ? null : (plan.before[table] ?? null)]),
  );
}

interface Undoing {
  readonly id: string;
  readonly plan: UndoPlan;
  /** The folder of the loads. */
  readonly folder: string;
  readonly guards: UndoGuards;
  /** The plan of another load; null when that cannot be undone. */
  readonly planOf: (id: string) => Promise<UndoPlan | null>;
}

/**
 * Restores the state before a load.
 * @throws EngineError when that state is no longer known
 */
export async function undoLoad(transaction: Transaction, catalog: Catalog, undoing: Undoing): Promise<void> {
  const { id, plan, folder, guards } = undoing;
  const shapes = shapesOf(catalog);
  const tables = changedBy(plan);
  if (tables.some((table) => guards.get(table) !== id || !shapes.has(table)))
    throw await lostError(undoing, shapes);
  for (const { file } of plan.images) {
    if ((await stat(path.join(folder, file)).catch(() => null)) !== null) continue;
    throw engineError('undoLost', { id });
  }
  for (const image of plan.images.toReversed()) {
    const shape = shapes.get(image.table);
    if (shape !== undefined)
      await putBack(transaction, plan, shape, image.kind, path.join(folder, image.file));
  }
  for (const { table } of plan.vectorTables.flatMap((name) => shapes.get(name) ?? [])) {
    await transaction.run(sql`DELETE FROM ${table} WHERE _seq = ${plan.commit}`);
    transaction.touchRows(table);
  }
  for (const [name, count] of Object.entries(plan.added)) {
    const table = shapes.get(name)?.table;
    if (count > 0 && table !== undefined) {
      await transaction.run(
        sql`DELETE FROM ${table} WHERE rowid IN (SELECT rowid FROM ${table} ORDER BY rowid DESC LIMIT ${count})`,
      );
    }
    if (tables.includes(name)) transaction.touchRows(name);
  }
  transaction.undoGuards = guardsBefore(plan, (table) => shapes.get(table)?.isVectors === true);
}

/** Why a load cannot be undone whose tables are not as it left them, and what helps, if anything does. */
async function lostError(
  { id, plan, guards, planOf }: Undoing,
  shapes: ReadonlyMap<string, TableShape>,
): Promise<EngineError> {
  const tables = changedBy(plan);
  if (tables.some((table) => !shapes.has(table))) return engineError('undoTypesChanged', { id });
  const lost = tables.filter((table) => guards.get(table) !== id);
  const types = [...new Set(lost.flatMap((table) => shapes.get(table)?.type ?? []))].join(', ');
  const isVectors = (table: string): boolean => shapes.get(table)?.isVectors === true;
  const loads = await undoneFirst(id, plan, { guards: new Map(guards), planOf, isVectors });
  return loads === null
    ? engineError('undoWrittenSince', { id, types })
    : engineError('undoAfterLoads', { id, types, loads: loads.join(', ') });
}

/**
 * The later loads that have to be undone before a load can be, in that order; null when that does not help. `guards`
 * become those after these loads are undone.
 */
async function undoneFirst(
  id: string,
  plan: UndoPlan,
  way: {
    readonly guards: Map<string, string>;
    readonly planOf: Undoing['planOf'];
    readonly isVectors: (table: string) => boolean;
  },
): Promise<string[] | null> {
  const first: string[] = [];
  for (const table of changedBy(plan)) {
    for (let later = way.guards.get(table); later !== id; later = way.guards.get(table)) {
      const other = later === undefined ? null : await way.planOf(later);
      if (later === undefined || other === null || !changedBy(other).includes(table)) return null;
      const before = await undoneFirst(later, other, way);
      if (before === null) return null;
      first.push(...before, later);
      for (const [name, guard] of guardsBefore(other, way.isVectors)) {
        if (guard === null) way.guards.delete(name);
        else way.guards.set(name, guard);
      }
    }
  }
  return first;
}

async function putBack(
  transaction: Transaction,
  { commit }: UndoPlan,
  { table, keys, columns, stored, isVectors }: TableShape,
  kind: Image['kind'],
  file: string,
): Promise<void> {
  const rows = sql`read_parquet(${fileLiteral(file)})`;
  if (kind === 'deleted' && !isVectors) return insertBetween(transaction, table, stored, rows);
  if (kind === 'updated') {
    if (columns.length === 0) return;
    const set = list(columns.map((column) => sql`${column} = b.${column}`));
    const same = joined(
      keys.map((column) => sql`t.${column} = b.${column}`),
      'AND',
    );
    await transaction.run(sql`UPDATE ${table} AS t SET ${set} FROM ${rows} b WHERE ${same}`);
    return;
  }
  // They get the number of this commit, as new vectors: the keeper of an index reads those written since it was made.
  const now = (await transaction.number(sql`SELECT number FROM ${COMMIT_TABLE}`)) + 1;
  await transaction.run(
    sql`INSERT INTO ${table} (_num, _seq, _v) SELECT _num, ${now}, _v FROM ${rows} WHERE _seq <> ${commit}`,
  );
  transaction.touchRows(table);
}

/**
 * Inserts rows at their places (`_place`, from 1): the rows that an earlier load added must stay at the end of the
 * table. From the first place on, the table is rewritten.
 */
async function insertBetween(
  transaction: Transaction,
  table: Sql,
  columns: readonly Sql[],
  rows: Sql,
): Promise<void> {
  const all = list(columns);
  const before = (await transaction.number(sql`SELECT min(_place) FROM ${rows}`)) - 1;
  const placed = sql`SELECT row_number() OVER () AS k, rowid AS rid, ${all} FROM ${table}`;
  const tail = await transaction.materialize('tail', sql`SELECT * FROM (${placed}) WHERE k > ${before}`);
  await transaction.run(sql`DELETE FROM ${table} WHERE rowid >= (SELECT min(rid) FROM ${tail})`);
  // Of the n-th row that was deleted the place less n is how many of the others stand before it.
  await transaction.run(
    sql`INSERT INTO ${table} (${all}) SELECT ${all} FROM (
       SELECT k AS others, 0 AS nth, ${all} FROM ${tail}
       UNION ALL
       SELECT _place - nth AS others, nth, ${all} FROM (SELECT row_number() OVER (ORDER BY _place) AS nth, * FROM ${rows})
     ) ORDER BY others, nth`,
  );
  await transaction.drop(tail);
  transaction.touchRows(table);
}

/** Whether a file of the folder has rows as they were before a load. */
export const isImage = (name: string): boolean => name.includes(MARK);

/** Removes the saved rows of loads. */
export async function dropImages(folder: string, ids: readonly string[]): Promise<void> {
  for (const name of await readdir(folder)) {
    if (ids.some((id) => name.startsWith(`${id}${MARK}`))) await rm(path.join(folder, name), { force: true });
  }
}

/** Of loads from the newest on, those that are too old to be undone. */
export const beyondKept = (newestFirst: readonly string[]): readonly string[] =>
  newestFirst.slice(KEPT_LOADS);
