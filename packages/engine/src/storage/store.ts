/**
 * The store of one data folder: its catalog and tables, the version of each table, and the graph in memory made from
 * them. A commit publishes a new state; readers keep the state that they began with.
 */
import path from 'node:path';
import { vectorTablesOf } from '../catalog/vectors.ts';
import { changeCatalogIn, type CatalogChange } from './store-catalog.ts';
import { createCatalogTable, readCatalog } from './catalog-tables.ts';
import type { Catalog } from '../catalog/catalog.ts';
import type { GraphSnapshot } from '../graph/snapshot.ts';
import { describeChange } from '../catalog/describe-change.ts';
import type { CopyOptions, CopyResult, EngineEvent, EngineOptions } from '../engine.ts';
import { copyStore } from './copy-store.ts';
import { Database } from './database.ts';
import { openError } from './failures.ts';
import { tidyIndexes } from './index-files.ts';
import { SnapshotCache, type TablesNow } from './snapshot-cache.ts';
import type { Known, PlannedPuts } from './plan-puts.ts';
import type { Transaction } from './transaction.ts';
import { readGuards, writeGuards, type UndoGuards } from './undo-guards.ts';
import { Warming, type Log } from './warming.ts';

/** One version of the store, as this process knows it. */
export interface StoreState {
  readonly commit: number;
  readonly catalog: Catalog;
  /** The commit that last changed a table; tables that are not in it did not change since opening. */
  readonly tableVersions: ReadonlyMap<string, number>;
  /** The commit that last brought or took rows of a table, or changed a column (`table.column`). */
  readonly partVersions: ReadonlyMap<string, number>;
}

/** A quarter for the store; in small workspaces more, up to half, so that loads of some size pass. */
const storeShareOf = (limit: number): number =>
  Math.floor(Math.max(limit / 4, Math.min(limit / 2, 128 * 2 ** 20)));

const vectorTableNames = ({ vertexTypes }: Catalog): string[] =>
  [...vertexTypes.values()].flatMap(vectorTablesOf).map(({ table }) => table);

/** States that readers in flight may still ask for. */
const KEPT_STATES = 1024;

export interface CatalogOptions {
  /** The name of who makes the change, for the versions of schemas. */
  readonly author?: string | undefined;
  /** false: what the change drops, and what is kept of earlier changes, is erased at once; true by default. */
  readonly keeps?: boolean | undefined;
  readonly fill?: ((transaction: Transaction, catalog: Catalog) => Promise<void>) | undefined;
  readonly signal?: AbortSignal | undefined;
}

export class Store {
  readonly #database: Database;
  readonly #onEvent: (event: EngineEvent) => void;
  readonly #snapshots: SnapshotCache;
  readonly #states = new Map<number, StoreState>();
  #state: StoreState;
  #undoGuards: UndoGuards = new Map();
  #vectors = true;
  #published: (() => void)[] = [];
  readonly #warming: Warming;

  private constructor(
    database: Database,
    state: StoreState,
    snapshots: SnapshotCache,
    onEvent: (event: EngineEvent) => void,
    log: Log,
  ) {
    this.#database = database;
    this.#warming = new Warming((graph, signal) => this.snapshot(graph, signal), log);
    this.#onEvent = onEvent;
    this.#state = state;
    this.#states.set(state.commit, state);
    this.#snapshots = snapshots;
  }

  /** @throws EngineError when the folder is in use or cannot be read */
  static async open(options: EngineOptions & { readonly threads: number }): Promise<Store> {
    const storeShare = storeShareOf(options.memoryLimitBytes);
    const { threads, log = () => undefined } = options;
    const database = await Database.open({
      folder: options.dataDir,
      memoryBytes: storeShare,
      threads,
      readOnly: options.readOnly ?? false,
      log,
    });
    try {
      // Read before anything is written: a store that cannot be read stays as it is.
      const catalog = await database.read(readCatalog);
      const guards = await database.read(readGuards);
      if (!database.readOnly) await database.write(createCatalogTable, () => undefined);
      const state = {
        commit: database.commit,
        catalog,
        tableVersions: new Map<string, number>(),
        partVersions: new Map<string, number>(),
      };
      const onEvent = options.onEvent ?? (() => undefined);
      // A store that is only read writes no files.
      const indexes = database.readOnly ? null : path.join(database.folder, 'indexes');
      if (indexes !== null) await tidyIndexes(indexes, vectorTableNames(catalog));
      const snapshots = new SnapshotCache(options.memoryLimitBytes - storeShare, { indexes, threads, log });
      const store = new Store(database, state, snapshots, onEvent, log);
      store.#undoGuards = guards;
      store.#vectors = options.vectors ?? true;
      return store;
    } catch (cause) {
      await database.abandon();
      throw openError(cause);
    }
  }

  get state(): StoreState {
    return this.#state;
  }

  get catalog(): Catalog {
    return this.#state.catalog;
  }

  get readOnly(): boolean {
    return this.#database.readOnly;
  }

  get folder(): string {
    return this.#database.folder;
  }

  get graphBytes(): number {
    return this.#snapshots.bytes;
  }

  /**
   * Changes the catalog and its tables, and then, with `fill`, their rows: durable, then visible, or not done
   * at all.
   */
  async changeCatalog(
    change: CatalogChange,
    { author = '', keeps = true, fill, signal }: CatalogOptions = {},
  ): Promise<void> {
    await this.#database.write(
      async (transaction) => {
        const after = await changeCatalogIn(transaction, this.#state.catalog, change, {
          author,
          keeps,
          vectors: this.#vectors,
        });
        await fill?.(transaction, after);
        await this.#settle(transaction);
        return after;
      },
      (commit, transaction, catalog) => {
        const before = this.#state.catalog;
        this.#publish(commit, transaction, catalog);
        const changes = describeChange(before, catalog);
        if (changes.length > 0) this.#onEvent({ kind: 'catalogChanged', changes });
      },
      signal,
    );
  }

  /** Changes rows: durable, then visible, or not done at all. */
  write<T>(
    work: (transaction: Transaction, catalog: Catalog) => Promise<T>,
    signal?: AbortSignal,
  ): Promise<T> {
    return this.#database.write(
      (transaction) => {
        const state = this.#state;
        transaction.memory = {
          vertices: (entry) => this.#snapshots.vertices(state, entry),
          edges: (...of) => this.#snapshots.edges(state, ...of),
        };
        return this.#settled(transaction, work(transaction, this.#state.catalog));
      },
      (commit, transaction) => this.#publish(commit, transaction, this.#state.catalog),
      signal,
    );
  }

  /**
   * Makes upserts durable in the journal, then visible (see `planPuts`).
   * @returns false where the store has to be asked: nothing is done
   */
  writeToJournal(graph: string, plan: (known: Known) => PlannedPuts | null): Promise<boolean> {
    return this.#database.writeToJournal(
      (numbers) => {
        const planned = plan({
          tables: this.#snapshots,
          state: this.#state,
          numbers,
          // A graph that is often written to is brought into memory as one that is read.
          missed: () => this.#warming.missed(graph),
        });
        // A load that can be undone forgets that with the change.
        const isGuarded = [...(planned?.touched.keys() ?? [])].some((table) => this.#undoGuards.has(table));
        return isGuarded ? null : planned;
      },
      (commit, planned) => this.#publish(commit, planned, this.#state.catalog),
    );
  }

  /** As `write`, after `stage` has made temporary tables (see `Database.writeStaged`). */
  writeStaged<S, T>(
    stage: (staging: Transaction, catalog: Catalog) => Promise<S>,
    work: (transaction: Transaction, staged: S) => Promise<T>,
    signal?: AbortSignal,
  ): Promise<T> {
    return this.#database.writeStaged(
      (staging) => stage(staging, this.#state.catalog),
      (transaction, staged) => this.#settled(transaction, work(transaction, staged)),
      (commit, transaction) => this.#publish(commit, transaction, this.#state.catalog),
      signal,
    );
  }

  /** Which load can undo the last changes of a table, by table. */
  get undoGuards(): UndoGuards {
    return this.#undoGuards;
  }

  async #settled<T>(transaction: Transaction, work: Promise<T>): Promise<T> {
    const done = await work;
    await this.#settle(transaction);
    return done;
  }

  /** Removes the undo guards of tables that this transaction changes: the load before can no longer be undone. */
  async #settle(transaction: Transaction): Promise<void> {
    const lost = [...transaction.touched.keys()].filter((table) => this.#undoGuards.has(table));
    const changes = new Map<string, string | null>([
      ...lost.map((table): [string, null] => [table, null]),
      ...transaction.undoGuards,
    ]);
    transaction.undoGuards = changes;
    await writeGuards(transaction, changes);
  }

  readonly #numberOf: Transaction['numberOf'] = (table, id) => this.#snapshots.numberOf(table, id);

  /** Reads one unchanging version. */
  read<T>(
    work: (transaction: Transaction, state: StoreState) => Promise<T>,
    signal?: AbortSignal,
  ): Promise<T> {
    return this.#database.read(async (transaction, commit) => {
      while (this.#state.commit < commit) await new Promise<void>((resolve) => this.#published.push(resolve));
      transaction.numberOf = this.#numberOf;
      const state = this.#states.get(commit);
      if (state === undefined) throw new Error(`The state of commit ${commit} is no longer known`);
      return work(transaction, state);
    }, signal);
  }

  /** The graph in memory at the last commit, or at a later one, and the catalog of that commit. */
  async snapshot(
    graph: string,
    signal?: AbortSignal,
  ): Promise<{ readonly snapshot: GraphSnapshot; readonly catalog: Catalog }> {
    const state = this.#state;
    const ready = this.#snapshots.ready(state, graph);
    if (ready !== null) return { snapshot: ready, catalog: state.catalog };
    return this.#snapshots.building(() =>
      this.read(
        async (transaction, current) => ({
          snapshot: await this.#snapshots.build(transaction, current, graph),
          catalog: current.catalog,
        }),
        signal,
      ),
    );
  }

  /**
   * Reads the last commit: by `now` from the tables in memory without waiting, and where that gives nothing by `later`.
   * A graph of which tables are often not in memory (null) is brought there.
   */
  async readElements<T>(
    graph: string,
    now: (tables: TablesNow, state: StoreState) => T | null | undefined,
    later: (transaction: Transaction, state: StoreState) => Promise<T>,
  ): Promise<T> {
    const found = now(this.#snapshots, this.#state);
    if (found !== null && found !== undefined) return found;
    if (found === null) this.#warming.missed(graph);
    return this.read(later);
  }

  /** Threads with which DuckDB works. */
  setThreads(threads: number): Promise<void> {
    return this.#database.setThreads(threads);
  }

  /** Drops the graphs in memory: they are read again when they are needed. */
  forgetGraphs(): void {
    this.#snapshots.forget();
  }

  /**
   * Copies the store into a folder that does not exist yet.
   * @throws EngineError when the copy fails
   */
  copyTo(folder: string, options: CopyOptions): Promise<CopyResult> {
    return copyStore(this.#database, folder, options);
  }

  async close(): Promise<void> {
    this.#warming.stop();
    await this.#database.close();
    await this.#snapshots.close();
  }

  #publish(
    commit: number,
    { touched, changes, undoGuards = new Map() }: PlannedPuts | Transaction,
    catalog: Catalog,
  ): void {
    if (undoGuards.size > 0) {
      const guards = new Map<string, string | null>([...this.#undoGuards, ...undoGuards]);
      const kept = [...guards].filter((guard): guard is [string, string] => guard[1] !== null);
      this.#undoGuards = new Map(kept);
    }
    const tableVersions = new Map(this.#state.tableVersions);
    const partVersions = new Map(this.#state.partVersions);
    for (const [table, what] of touched) {
      tableVersions.set(table, commit);
      if (what === 'rows') partVersions.set(table, commit);
      else for (const column of what) partVersions.set(`${table}.${column}`, commit);
    }
    this.#snapshots.note(commit, changes);
    this.#state = { commit, catalog, tableVersions, partVersions };
    this.#states.set(commit, this.#state);
    this.#states.delete(commit - KEPT_STATES);
    for (const wake of this.#published.splice(0)) wake();
  }
}
