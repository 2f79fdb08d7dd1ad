/** One transaction on one connection, reading or writing. */
import { DuckDBDataChunk, type DuckDBType, type DuckDBValue } from '@duckdb/node-api';
import { empty, id, joined, list, literal, sql, type Sql } from '../sql.ts';
import type { Connection } from './connection.ts';
import type { EdgeTypeEntry, PairEntry, VertexTypeEntry } from '../catalog/catalog.ts';
import type { EdgeTable, VertexTable } from '../graph/snapshot.ts';
import type { TableChange } from '../graph/table-changes.ts';
import { abortedError } from './failures.ts';

/** A column of a staging table: its name, and the DuckDB type in both forms that are needed. */
export interface StageColumn {
  readonly name: string;
  readonly sql: Sql;
  readonly type: DuckDBType;
}

/** The name of a temporary table without its schema. */
export const bareName = (table: Sql): Sql => id(table.slice('temp.'.length));

const CHUNK_ROWS = 2048;
/** Tables that one statement counts; planning longer ones takes longer for each table. */
const COUNTED_AT_ONCE = 100;
let temporaryNames = 0;

/** Receives rows before they are changed, so that the change can be undone. */
export interface BeforeImages {
  /** Called before an UPDATE of the rows `t` of the table; `from` is its FROM and WHERE, without the word FROM. */
  updating(table: Sql, from: Sql): Promise<void>;
  /** Called before a DELETE: its rows are those of its WHERE. */
  deleting(table: Sql, condition: Sql): Promise<void>;
  /** Called before rows of a table of vectors are replaced. */
  replacing(table: Sql, condition: Sql): Promise<void>;
}

/** Tables in memory, without waiting. Null: the table has to be read. */
export interface RowsInMemory {
  vertices(entry: VertexTypeEntry): VertexTable | null;
  /** `fromSize`, `toSize`: of the vertex tables. */
  edges(entry: EdgeTypeEntry, pair: PairEntry, fromSize: number, toSize: number): EdgeTable | null;
}

export class Transaction {
  readonly connection: Connection;
  beforeImages: BeforeImages | null = null;
  /** Which load can undo the changes of a table from now on; null: none. */
  undoGuards: ReadonlyMap<string, string | null> = new Map();
  /** The number of a vertex in some version of the graph in memory, to be verified by the caller; null: not known. */
  numberOf: (table: string, id: string) => number | null = () => null;
  /** Tables in memory as they were when the transaction began, where they are known. */
  memory: RowsInMemory = { vertices: () => null, edges: () => null };
  /** Tables of numbers and ids of all vertices, by vertex table: see `vertexKeys`. */
  readonly knownKeys = new Map<string, Sql>();
  readonly #changes = new Map<string, readonly TableChange[] | null>();
  readonly #touched = new Map<string, Set<string> | 'rows'>();
  readonly #temporary = new Set<Sql>();
  readonly #dropped = new Set<Sql>();
  readonly #signal: AbortSignal | undefined;
  /** The first number of each vertex table that was never given, as far as it is known. */
  readonly #numbers: Map<string, number>;

  constructor(
    connection: Connection,
    {
      signal,
      numbers = new Map(),
    }: { readonly signal?: AbortSignal | undefined; readonly numbers?: Map<string, number> } = {},
  ) {
    this.connection = connection;
    this.#signal = signal;
    this.#numbers = numbers;
  }

  /**
   * The next free number of a vertex type, and whether it is empty. While the store is open a number is not given
   * again, unless the type has become empty: the graph in memory keeps the id of a deleted vertex, and would have to be
   * read again.
   */
  async nextNumber(table: Sql): Promise<{ readonly next: number; readonly isEmpty: boolean }> {
    const known = this.#numbers.get(table);
    const next = known === undefined ? sql`coalesce(max(_num) + 1, 0)` : literal(known);
    const [row] = await this.rows(sql`SELECT count(*), ${next} FROM ${table}`);
    const isEmpty = Number(row?.[0]) === 0;
    return { next: isEmpty ? 0 : Number(row?.[1]), isEmpty };
  }

  /** As `nextNumber`, of a type that has vertices. */
  async nextNumberOfFilled(table: Sql): Promise<number> {
    return this.#numbers.get(table) ?? (await this.nextNumber(table)).next;
  }

  /** Tells that vertices were made with the numbers before `next`. */
  gaveNumbers(table: string, next: number): void {
    this.#numbers.set(table, next);
  }

  /** The changed tables: the columns that were updated, or 'rows' where rows were added or removed. */
  get touched(): ReadonlyMap<string, ReadonlySet<string> | 'rows'> {
    return this.#touched;
  }

  /** The changes of each touched table, in order; null: not known row by row. */
  get changes(): ReadonlyMap<string, readonly TableChange[] | null> {
    return this.#changes;
  }

  /** Records that rows were added or removed; `change` has them where they are known. */
  touchRows(table: string, change: TableChange | null = null): void {
    this.#touched.set(table, 'rows');
    this.knownKeys.delete(table);
    this.#note(table, change);
  }

  /** Values of columns changed; the rows are the same. */
  touchColumns(table: string, columns: readonly string[], change: TableChange | null = null): void {
    const before = this.#touched.get(table) ?? new Set();
    if (before !== 'rows') this.#touched.set(table, new Set([...before, ...columns]));
    this.#note(table, change);
  }

  #note(table: string, change: TableChange | null): void {
    const before = this.#changes.get(table);
    this.#changes.set(table, change === null || before === null ? null : [...(before ?? []), change]);
  }

  /** @throws EngineError when the caller has aborted; running statements of DuckDB are interrupted separately */
  checkAborted(): void {
    if (this.#signal?.aborted === true) throw abortedError();
  }

  async run(statement: Sql, values?: DuckDBValue[]): Promise<number> {
    this.checkAborted();
    const result = await this.connection.run(statement, values);
    return result.rowsChanged;
  }

  /** All rows of a small result. */
  async rows(query: Sql, values?: DuckDBValue[]): Promise<DuckDBValue[][]> {
    this.checkAborted();
    const result = await this.connection.run(query, values);
    return result.getRows();
  }

  /** The one number that a query gives. */
  async number(query: Sql, values?: DuckDBValue[]): Promise<number> {
    const [row] = await this.rows(query, values);
    return Number(row?.[0] ?? 0);
  }

  /** How many rows each table has. A statement for each one would take six times as long. */
  async counts(tables: readonly Sql[]): Promise<ReadonlyMap<Sql, number>> {
    const counts = new Map<Sql, number>();
    for (let from = 0; from < tables.length; from += COUNTED_AT_ONCE) {
      const some = tables.slice(from, from + COUNTED_AT_ONCE);
      const selects = some.map((table, at) => sql`SELECT ${at}, count(*) FROM ${table}`);
      for (const [at, count] of await this.rows(joined(selects, 'UNION ALL')))
        counts.set(some[Number(at)] ?? empty, Number(count));
    }
    return counts;
  }

  /** A result chunk by chunk, for large ones. */
  async *chunks(query: Sql): AsyncGenerator<DuckDBDataChunk> {
    this.checkAborted();
    const result = await this.connection.stream(query);
    for (;;) {
      const chunk = await result.fetchChunk();
      if (chunk === null || chunk.rowCount === 0) return;
      yield chunk;
      this.checkAborted();
    }
  }

  /** A fresh name of a temporary table; dropped with `dropTemporary`. */
  temporaryName(what: string): Sql {
    temporaryNames += 1;
    const name = sql`temp.${id(`${what}_${temporaryNames}`)}`;
    this.#temporary.add(name);
    return name;
  }

  /** `CREATE TEMP TABLE … AS select`; gives the table's name. */
  async materialize(what: string, select: Sql): Promise<Sql> {
    const name = this.temporaryName(what);
    await this.run(sql`CREATE TEMP TABLE ${bareName(name)} AS ${select}`);
    return name;
  }

  /** As `materialize`; gives also the values of expressions over all its rows. */
  async materializeAndSum(
    what: string,
    select: Sql,
    sums: Sql,
  ): Promise<{ readonly table: Sql; readonly sums: readonly number[] }> {
    const table = this.temporaryName(what);
    const [row] = await this.rows(
      sql`CREATE TEMP TABLE ${bareName(table)} AS ${select}; SELECT ${sums} FROM ${table}`,
    );
    return { table, sums: (row ?? []).map(Number) };
  }

  /** Puts rows, given column by column, into a new temporary table. */
  async stage(
    what: string,
    columns: readonly StageColumn[],
    values: readonly (readonly DuckDBValue[])[],
  ): Promise<Sql> {
    const name = this.temporaryName(what);
    const bare = bareName(name);
    await this.run(
      sql`CREATE TEMP TABLE ${bare} (${list(columns.map((column) => sql`${id(column.name)} ${column.sql}`))})`,
    );
    const appender = await this.connection.createAppender(bare, 'main', 'temp');
    const types = columns.map((column) => column.type);
    const rows = values[0]?.length ?? 0;
    for (let start = 0; start < rows; start += CHUNK_ROWS) {
      this.checkAborted();
      const end = Math.min(start + CHUNK_ROWS, rows);
      const chunk = DuckDBDataChunk.create(types, end - start);
      columns.forEach((_, index) => chunk.setColumnValues(index, (values[index] ?? []).slice(start, end)));
      appender.appendDataChunk(chunk);
    }
    appender.closeSync();
    return name;
  }

  async drop(table: Sql): Promise<void> {
    this.#temporary.delete(table);
    this.#dropped.add(table);
    await this.connection.run(sql`DROP TABLE IF EXISTS ${table}`);
  }

  /** Drops every table that it ever made: some are back after a rollback. */
  async dropAfterRollback(): Promise<void> {
    for (const table of [...this.#temporary, ...this.#dropped]) await this.drop(table);
  }

  /** Drops the remaining tables of `materialize` and `stage`, then runs `last`. */
  async dropTemporary(last: Sql): Promise<void> {
    const drops = [...this.#temporary].map((table) => sql`DROP TABLE IF EXISTS ${table};`);
    for (const table of this.#temporary) this.#dropped.add(table);
    this.#temporary.clear();
    await this.connection.run(sql`${drops}${last}`);
  }
}
