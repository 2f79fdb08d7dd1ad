/**
 * The DuckDB file of a data folder: one instance, several connections, one writer at a time
 * (docs/adr/0006-storage-on-duckdb.md). Each commit stores an increasing number, which identifies the version that a
 * reader sees, and shows whether a commit that ended in an error became durable.
 */
import { engineError } from '../errors/catalogue.ts';
import { messageOf } from '@acacia/base';
import { constants } from 'node:fs';
import { chmod, copyFile, open, readdir, realpath, stat, type FileHandle } from 'node:fs/promises';
import path from 'node:path';
import { makeFolder, syncPlace } from '@acacia/durable-files';
import type { DuckDBInstance } from '@duckdb/node-api';
import { EngineError } from '../errors.ts';
import { sql } from '../sql.ts';
import { connect, type Connection } from './connection.ts';
import { abortedError, asEngineError, asReadError, isFatal, openError } from './failures.ts';
import { copyOpen } from './copy-files.ts';
import { holdsPattern } from './file-literal.ts';
import { COMMIT_TABLE, createCommitTable } from './commit-table.ts';
import { addToJournal, createJournal, emptyJournal, lookIntoJournal, removeFromJournal } from './journal.ts';
import { isNewFolder, makeStore } from './make-store.ts';
import { Mutex } from './mutex.ts';
import { openInstance, type InstanceOptions } from './open-instance.ts';
import type { PlannedPuts } from './plan-puts.ts';
import { DATA_FILE, LOG_FILE, STORE_FILES } from './store-files.ts';
import {
  FORMAT,
  MARKER_FILE,
  nameStore,
  newerFormatError,
  otherStoreError,
  readMarker,
  storedName,
  writeMarker,
} from './store-marker.ts';
import { rewriteSuspect } from './suspect-files.ts';
import { Transaction } from './transaction.ts';

interface DatabaseOptions extends InstanceOptions {
  readonly folder: string;
}

/** Data folders that are open in this process: a second instance on one file would lose data. */
const OPEN_FOLDERS = Symbol.for('acacia.engine.openFolders');
function openFolders(): Set<string> {
  const holder = globalThis as { [OPEN_FOLDERS]?: Set<string> };
  holder[OPEN_FOLDERS] ??= new Set();
  return holder[OPEN_FOLDERS];
}

/** Write-ahead log bytes after which a checkpoint is due. */
const CHECKPOINT_BYTES = 64 * 1024 * 1024;
/** Commits and rows in the journal after which it is emptied, and milliseconds after which it is in any case. */
const JOURNAL = { commits: 256, rows: 5_000, ms: 1_000 } as const;
/** Connections kept for later; more are made while more are needed. */
const IDLE_CONNECTIONS = 8;
/** Other accounts of the machine have nothing to do in a data folder. */
const OWNER_ONLY = 0o700;

/** Folders of earlier versions are open to others. */
async function closeToOthers(folder: string, { log }: DatabaseOptions): Promise<void> {
  if (((await stat(folder)).mode & 0o077) === 0) return;
  await chmod(folder, OWNER_ONLY).catch((cause: NodeJS.ErrnoException) =>
    log('warn', 'The data folder stays open to other accounts: its permissions cannot be changed.', {
      code: cause.code,
    }),
  );
}

/** A connection in use, and the opening of the instance that it belongs to. */
interface Lease {
  readonly connection: Connection;
  readonly generation: number;
}

export class Database {
  #options: DatabaseOptions;
  readonly #folder: string;
  readonly #writers = new Mutex();
  #instance: DuckDBInstance;
  #idle: Connection[] = [];
  #leased = 0;
  /** Copies that are being made: checkpoints wait for them. */
  #copying = 0;
  readonly #waiting: (() => void)[] = [];
  /** The database file, open for copies from the first one on until the instance is closed. */
  #file: Promise<FileHandle> | null = null;
  #reopening: Promise<void> | null = null;
  #generation = 0;
  #commit = 0;
  /** Commits that stand in the journal alone, and their rows. */
  #journal = { commits: 0, rows: 0 };
  #journalTimer: NodeJS.Timeout | null = null;
  /** Readers who wait for the journal to be stored. */
  readonly #readers = new Set<() => void>();
  /** A refused commit may stand in the journal: the store could not be opened to look. */
  #isUnsure = false;
  /** The name of the log is on the disk, and not just its content. */
  #logIsNamed = false;
  /** The instance was closed after a failure and could not be opened again yet. */
  #isDown = false;
  /** The first number of each vertex table that was not given since opening. */
  #numbers = new Map<string, number>();
  #closed = false;

  private constructor(options: DatabaseOptions, folder: string, instance: DuckDBInstance) {
    this.#options = options;
    this.#folder = folder;
    this.#instance = instance;
  }

  /**
   * Opens the store of a folder, making it when missing.
   * @throws EngineError when the folder cannot be opened
   */
  static async open(options: DatabaseOptions): Promise<Database> {
    const folder = await ownFolder(options.folder);
    if (!options.readOnly) await closeToOthers(folder, options);
    if (holdsPattern(folder)) {
      throw engineError('dataPathPattern');
    }
    const open = openFolders();
    if (open.has(folder)) {
      throw engineError('dataFolderHeldHere');
    }
    open.add(folder);
    try {
      if (await isNewFolder(folder)) await makeStore(folder, options);
      const database = new Database(options, folder, await openInstance(folder, options));
      try {
        await database.#prepare();
        await database.#countCommits();
        await database.#settleJournal();
      } catch (cause) {
        await database.abandon();
        throw cause;
      }
      return database;
    } catch (cause) {
      open.delete(folder);
      throw openError(cause);
    }
  }

  get readOnly(): boolean {
    return this.#options.readOnly;
  }

  /** Where temporary files of loads may be put. */
  get folder(): string {
    return this.#folder;
  }

  /** The number of the last commit. */
  get commit(): number {
    return this.#commit;
  }

  /**
   * Runs `work` in one transaction; writers run one at a time. When the promise resolves, the changes are durable:
   * `publish` is called with the commit's number before the next writer begins. When it rejects, nothing was stored.
   * @throws EngineError for failures that the caller can act on
   */
  write<T>(
    work: (transaction: Transaction) => Promise<T>,
    publish: (commit: number, transaction: Transaction, result: T) => void,
    signal?: AbortSignal,
  ): Promise<T> {
    return this.writeStaged(() => Promise.resolve(), work, publish, signal);
  }

  /**
   * As `write`, after `stage` has made temporary tables outside of the transaction: DuckDB reads tables
   * with all threads only when they were not made by the transaction that reads them.
   */
  writeStaged<S, T>(
    stage: (staging: Transaction) => Promise<S>,
    work: (transaction: Transaction, staged: S) => Promise<T>,
    publish: (commit: number, transaction: Transaction, result: T) => void,
    signal?: AbortSignal,
  ): Promise<T> {
    if (this.readOnly) {
      return Promise.reject(engineError('readOnly'));
    }
    const turn = this.#writers.run(() => this.#writeNow(stage, work, publish, signal), signal);
    return turn.catch((cause: unknown) => {
      throw signal?.aborted === true && !(cause instanceof EngineError) ? abortedError() : cause;
    });
  }

  async #writeNow<S, T>(
    stage: (staging: Transaction) => Promise<S>,
    work: (transaction: Transaction, staged: S) => Promise<T>,
    publish: (commit: number, transaction: Transaction, result: T) => void,
    signal: AbortSignal | undefined,
  ): Promise<T> {
    await this.#settleJournal();
    const { connection, generation } = await this.#take();
    // Numbers of a transaction that fails are free again.
    const numbers = new Map(this.#numbers);
    const transaction = new Transaction(connection, { signal, numbers });
    const interrupt = (): void => connection.interrupt();
    const commit = this.#commit + 1;
    let done: { readonly value: T } | null = null;
    let isSuspect = false;
    try {
      signal?.addEventListener('abort', interrupt);
      const staged = await stage(transaction);
      await connection.run(sql`BEGIN TRANSACTION`);
      const value = await work(transaction, staged);
      await transaction.dropTemporary(sql`UPDATE ${COMMIT_TABLE} SET number = ${commit}`);
      signal?.removeEventListener('abort', interrupt);
      transaction.checkAborted();
      done = { value };
      await connection.run(sql`COMMIT`);
    } catch (cause) {
      signal?.removeEventListener('abort', interrupt);
      const durable = await this.#undo({ connection, generation }, transaction, cause);
      if (!durable || done === null) throw asEngineError(cause);
      isSuspect = true;
    }
    if (!isSuspect) this.#give({ connection, generation });
    this.#commit = commit;
    this.#numbers = numbers;
    publish(commit, transaction, done.value);
    await this.#nameLog();
    await this.#checkpointWhenDue();
    return done.value;
  }

  /**
   * Makes upserts durable in the journal, and then visible; their tables get them later. `plan` is called when their turn
   * has come; with null nothing is done.
   * @returns whether there was a plan
   */
  writeToJournal(
    plan: (numbers: ReadonlyMap<string, number>) => PlannedPuts | null,
    publish: (commit: number, planned: PlannedPuts) => void,
  ): Promise<boolean> {
    if (this.readOnly) return Promise.reject(engineError('readOnly'));
    return this.#writers.run(async () => {
      if (this.#closed) throw closedError();
      const planned = plan(this.#numbers);
      if (planned === null) return false;
      if (planned.puts.length === 0) return true;
      const commit = this.#commit + 1;
      const { connection, generation } = await this.#take();
      try {
        await this.#forgetRefused(connection);
        await addToJournal(connection, commit, planned.puts);
        this.#give({ connection, generation });
      } catch (cause) {
        if (!isFatal(cause)) {
          this.#give({ connection, generation });
          throw asEngineError(cause);
        }
        this.#giveBroken({ connection, generation });
        this.#isUnsure = true;
        await this.#reopen(generation);
        const durable = (await this.#lookIntoCommits()).commit;
        this.#isUnsure = false;
        if (durable < commit) throw asEngineError(cause);
      }
      this.#commit = commit;
      for (const [table, next] of planned.numbers) this.#numbers.set(table, next);
      publish(commit, planned);
      this.#journal.commits += 1;
      for (const { rows } of planned.puts) this.#journal.rows += rows.length;
      await this.#nameLog();
      this.#settleWhenDue();
      return true;
    });
  }

  /** Removes a commit that was refused from the journal. */
  async #forgetRefused(connection: Connection): Promise<void> {
    if (!this.#isUnsure) return;
    await removeFromJournal(connection, this.#commit);
    this.#isUnsure = false;
  }

  /** Stores what stands in the journal soon, and at once where it has become long. */
  #settleWhenDue(): void {
    const isLong = this.#journal.commits >= JOURNAL.commits || this.#journal.rows >= JOURNAL.rows;
    if (isLong) void this.#settleInTurn();
    else this.#journalTimer ??= setTimeout(() => void this.#settleInTurn(), JOURNAL.ms).unref();
  }

  async #settleInTurn(): Promise<void> {
    if (this.#journalTimer !== null) clearTimeout(this.#journalTimer);
    this.#journalTimer = null;
    try {
      await this.#writers.run(async () => {
        if (this.#closed) return;
        await this.#settleJournal();
        await this.#checkpointWhenDue();
      });
    } catch (cause) {
      // Everything is safe in the journal; whoever reads or writes next tries again, and is told.
      this.#options.log('warn', 'The store could not empty its journal; it will try again.', {
        reason: messageOf(cause),
      });
    }
  }

  /** Stores the rows of the journal in their tables; called in a writer's turn. */
  async #settleJournal(): Promise<void> {
    if (this.#journal.commits === 0 && !this.#isUnsure) return;
    if (this.readOnly) throw engineError('journalLeft');
    const { connection, generation } = await this.#take();
    const transaction = new Transaction(connection);
    try {
      await this.#forgetRefused(connection);
      await connection.run(sql`BEGIN TRANSACTION`);
      await emptyJournal(transaction);
      await transaction.dropTemporary(sql`UPDATE ${COMMIT_TABLE} SET number = ${this.#commit}`);
      await connection.run(sql`COMMIT`);
    } catch (cause) {
      await this.#undo({ connection, generation }, transaction, cause);
      const { entries } = await this.#lookIntoCommits();
      if (entries > 0) throw asEngineError(cause);
      this.#journalIsStored();
      return;
    }
    this.#give({ connection, generation });
    this.#journalIsStored();
  }

  #journalIsStored(): void {
    this.#journal = { commits: 0, rows: 0 };
    for (const wake of this.#readers) wake();
  }

  /** Waits for a turn that stores the journal, or for a writer who does so before: a long write may wait in between. */
  #journalStored(signal: AbortSignal | undefined): Promise<void> {
    const { promise: byWriter, resolve } = Promise.withResolvers<void>();
    this.#readers.add(resolve);
    const byTurn = this.#writers.run(() => this.#settleJournal(), signal);
    return Promise.race([byTurn, byWriter])
      .catch((cause: unknown) => {
        throw asReadError(cause);
      })
      .finally(() => this.#readers.delete(resolve));
  }

  /** Syncs the folder entry of a new log: without the entry, the log is not found after a loss of power. */
  async #nameLog(): Promise<void> {
    if (this.#logIsNamed) return;
    try {
      await syncPlace(this.#folder);
      this.#logIsNamed = true;
    } catch (cause) {
      throw engineError('diskFailedAfterChange').causedBy(cause);
    }
  }

  async setThreads(threads: number): Promise<void> {
    this.#options = { ...this.#options, threads };
    const lease = await this.#take();
    try {
      await lease.connection.run(sql`SET GLOBAL threads = ${Math.max(1, Math.floor(threads))}`);
    } finally {
      this.#give(lease);
    }
  }

  /**
   * Runs `work` over one unchanging version of the store, without waiting for writers; `commit` is
   * that version's number.
   */
  async read<T>(
    work: (transaction: Transaction, commit: number) => Promise<T>,
    signal?: AbortSignal,
  ): Promise<T> {
    for (let attempt = 1; ; attempt += 1) {
      if (this.#journal.commits > 0) await this.#journalStored(signal);
      const lease = await this.#take();
      const interrupt = (): void => lease.connection.interrupt();
      signal?.addEventListener('abort', interrupt);
      try {
        const transaction = new Transaction(lease.connection, { signal });
        const commit = await transaction.number(sql`BEGIN TRANSACTION; SELECT number FROM ${COMMIT_TABLE}`);
        const value = await work(transaction, commit);
        await transaction.dropTemporary(sql`COMMIT`);
        this.#give(lease);
        return value;
      } catch (cause) {
        if (isFatal(cause)) {
          this.#giveBroken(lease);
          await this.#writers.run(() => this.#reopen(lease.generation));
          if (attempt === 1) continue;
        } else {
          await rollback(lease.connection);
          this.#give(lease);
        }
        throw asReadError(cause);
      } finally {
        signal?.removeEventListener('abort', interrupt);
      }
    }
  }

  /**
   * Copies the store's files, as they are at one moment between two commits, into a folder, and runs `beside` at that
   * moment. Readers go on. Writers wait for `beside`, but not for the copy if the log is empty then: the database file
   * changes only at a checkpoint, and there is none during a copy. Gives the milliseconds for which writers waited.
   */
  async copyFiles(into: string, beside: () => Promise<void>, signal?: AbortSignal): Promise<number> {
    const turn = this.#writers.run(async () => {
      if (this.#closed) throw closedError();
      const from = performance.now();
      await this.#settleJournal();
      if (!this.readOnly && this.#copying === 0) await this.#checkpoint();
      const names = (await readdir(this.#folder)).filter((name) => STORE_FILES.includes(name));
      const marker = this.readOnly && (await readMarker(this.#folder)) === undefined ? [] : [MARKER_FILE];
      const files = [...names, ...marker];
      await beside();
      const logIsEmpty = names.length === 1;
      if (logIsEmpty) this.#beginCopying();
      else await this.#copyTo(into, files);
      return { files, later: logIsEmpty, heldMs: performance.now() - from };
    }, signal);
    const { files, later, heldMs } = await turn.catch((cause: unknown) => {
      throw signal !== undefined && cause === signal.reason ? abortedError() : cause;
    });
    if (!later) return heldMs;
    try {
      await this.#copyTo(into, files);
    } finally {
      this.#endCopying();
    }
    return heldMs;
  }

  async #copyTo(into: string, names: readonly string[]): Promise<void> {
    for (const name of names) {
      const [from, to] = [path.join(this.#folder, name), path.join(into, name)];
      if (name !== DATA_FILE) await copyFile(from, to, constants.COPYFILE_FICLONE);
      else await copyOpen(await (this.#file ??= this.#openFile(from)), to);
    }
  }

  #openFile(file: string): Promise<FileHandle> {
    return open(file).catch((cause: unknown) => {
      this.#file = null;
      throw cause;
    });
  }

  /** Closes the instance before the other descriptors of its file: closing those first would drop the lock. */
  async #closeInstance(): Promise<void> {
    for (const connection of this.#idle) connection.closeSync();
    this.#idle = [];
    if (!this.#isDown) this.#instance.closeSync();
    this.#isDown = true;
    const file = this.#file;
    this.#file = null;
    await (await file)?.close();
  }

  /** A copy counts as a use of the instance: closing and opening again wait for it. */
  #beginCopying(): void {
    this.#copying += 1;
    this.#leased += 1;
  }

  #endCopying(): void {
    this.#copying -= 1;
    this.#released();
  }

  /** Waits for writers, writes the log into the file, and lets go of the folder. */
  async close(): Promise<void> {
    if (this.#closed) return;
    try {
      if (!this.readOnly) {
        await this.#writers.run(async () => {
          await this.#settleJournal();
          await this.#checkpoint();
        });
      }
    } catch (cause) {
      // The transactions in the log are safe without a checkpoint.
      this.#options.log('warn', 'The store was closed without a checkpoint.', { reason: String(cause) });
    } finally {
      await this.abandon();
    }
  }

  /** As `close`, leaving the files as they are. */
  async abandon(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    if (this.#journalTimer !== null) clearTimeout(this.#journalTimer);
    await this.#writers.run(async () => {
      await this.#drained();
      await this.#closeInstance();
    });
    openFolders().delete(this.#folder);
  }

  /** Makes the tables and the marker of a store, and checks that its name is the folder's; older stores get both. */
  async #prepare(): Promise<void> {
    const marker = await readMarker(this.#folder);
    const lease = await this.#take();
    try {
      const { connection } = lease;
      const known = await storedName(connection);
      if (marker !== undefined && known !== null && known !== marker.store) throw otherStoreError();
      if (this.readOnly) return;
      await createCommitTable(connection);
      await createJournal(connection);
      const name = known ?? (await nameStore(connection, marker?.store));
      if (marker === undefined) await writeMarker(this.#folder, name);
    } finally {
      this.#give(lease);
    }
  }

  /** The number of the last durable commit, and how many of the last ones stand in the journal. */
  async #lookIntoCommits(): Promise<{ readonly commit: number; readonly entries: number }> {
    const lease = await this.#take();
    try {
      const result = await lease.connection.run(sql`SELECT number, format FROM ${COMMIT_TABLE}`);
      const [row] = await result.getRows();
      if (Number(row?.[1]) > FORMAT) throw newerFormatError(row?.[1]);
      const { entries, last } = await lookIntoJournal(lease.connection);
      return { commit: Math.max(Number(row?.[0] ?? 0), last), entries };
    } finally {
      this.#give(lease);
    }
  }

  async #countCommits(): Promise<void> {
    const { commit, entries } = await this.#lookIntoCommits();
    this.#commit = commit;
    this.#journal = { commits: entries, rows: 0 };
  }

  async #take(): Promise<Lease> {
    while (this.#reopening !== null) await this.#reopening;
    if (this.#closed) throw closedError();
    if (this.#isDown) await this.#reopen(this.#generation);
    this.#leased += 1;
    try {
      const connection = this.#idle.pop() ?? (await connect(this.#instance));
      return { connection, generation: this.#generation };
    } catch (cause) {
      this.#leased -= 1;
      throw cause;
    }
  }

  #give(lease: Lease): void {
    const keep = lease.generation === this.#generation && this.#idle.length < IDLE_CONNECTIONS;
    if (keep) this.#idle.push(lease.connection);
    else lease.connection.closeSync();
    this.#released();
  }

  #giveBroken(lease: Lease): void {
    lease.connection.closeSync();
    this.#released();
  }

  #released(): void {
    this.#leased -= 1;
    if (this.#leased === 0) for (const wake of this.#waiting.splice(0)) wake();
  }

  async #drained(): Promise<void> {
    while (this.#leased > 0) await new Promise<void>((resolve) => this.#waiting.push(resolve));
  }

  /** Takes back a failed transaction. True when its commit turns out to be durable all the same. */
  async #undo(lease: Lease, transaction: Transaction, cause: unknown): Promise<boolean> {
    if (!isFatal(cause)) {
      await rollback(lease.connection);
      await transaction.dropAfterRollback();
      this.#give(lease);
      return false;
    }
    this.#giveBroken(lease);
    await this.#reopen(lease.generation);
    return (await this.#lookIntoCommits()).commit > this.#commit;
  }

  /** Opens the instance again after an error that DuckDB does not go on from (a full disk at a commit). */
  async #reopen(generation: number): Promise<void> {
    if (generation !== this.#generation || this.#closed) return;
    const reopened = (async () => {
      await this.#drained();
      await this.#closeInstance();
      if (!this.readOnly) await rewriteSuspect(this.#folder);
      this.#instance = await openInstance(this.#folder, this.#options);
      this.#isDown = false;
      this.#generation += 1;
      this.#logIsNamed = false;
      this.#options.log('warn', 'The store was opened again after a failure of the disk.');
    })();
    this.#reopening = reopened.catch(() => undefined);
    try {
      await reopened;
    } catch (cause) {
      throw openError(cause);
    } finally {
      this.#reopening = null;
    }
  }

  /** A checkpoint of our own, apart from commits, so that its failure is not taken for theirs. */
  async #checkpointWhenDue(): Promise<void> {
    if (this.#copying > 0) return;
    const log = await stat(path.join(this.#folder, LOG_FILE)).catch(() => null);
    if (log !== null && log.size >= CHECKPOINT_BYTES) await this.#checkpoint();
  }

  /** Makes a checkpoint. Its failure does not fail commits, which are safe in the log. */
  async #checkpoint(): Promise<void> {
    const lease = await this.#take();
    try {
      await lease.connection.run(sql`CHECKPOINT`);
      this.#logIsNamed = false;
      // Else a log that was removed could be back after a loss of power, too old for the file.
      await syncPlace(this.#folder);
      this.#give(lease);
    } catch (cause) {
      this.#options.log('warn', 'The store could not write its log into the file; it will try again.', {
        reason: messageOf(cause),
      });
      if (!isFatal(cause)) return this.#give(lease);
      this.#giveBroken(lease);
      await this.#reopen(lease.generation);
    }
  }
}

const closedError = (): EngineError => engineError('engineClosed');

/**
 * The full path of a data folder, which is made when missing.
 * @throws EngineError when the folder cannot be made or read
 */
async function ownFolder(folder: string): Promise<string> {
  try {
    await makeFolder(folder);
    return await realpath(folder);
  } catch (cause) {
    throw openError(cause);
  }
}

async function rollback(connection: Connection): Promise<void> {
  try {
    await connection.run(sql`ROLLBACK`);
  } catch (cause) {
    // DuckDB ends some failed transactions by itself; then there is nothing left to roll back.
    if (!/no transaction is active/i.test(String(cause))) throw cause;
  }
}
