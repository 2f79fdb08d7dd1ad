/**
 * The DuckDB file of a data folder: one instance, several connections, one writer at a time
 * (docs/adr/0006-storage-on-duckdb.md). Each commit stores an increasing number, which identifies the version that a
 * reader sees, and shows whether a commit that ended in an error became durable.
 */
import { engineError } from '../errors/catalogue.ts';
import { messageOf } from '@acacia/base';
import { constants } from 'node:fs';
import { chmod, copyFile, readdir, realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import { makeFolder, syncPlace } from '@acacia/durable-files';
import type { DuckDBInstance } from '@duckdb/node-api';
import { EngineError } from '../errors.ts';
import { sql } from '../sql.ts';
import type { Connection } from './connection.ts';
import { closedError, ConnectionPool, type Lease } from './connection-pool.ts';
import { abortedError, asEngineError, asReadError, isFatal, isOutOfMemory, openError } from './failures.ts';
import { copyOpen } from './copy-files.ts';
import { holdsPattern } from './file-literal.ts';
import { COMMIT_TABLE, createCommitTable } from './commit-table.ts';
import { JournalSchedule } from './journal-schedule.ts';
import { addToJournal, createJournal, emptyJournal, lookIntoJournal } from './journal.ts';
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
/** Memory that rows of a table take from their commit to the next checkpoint, however few: blocks for its columns. */
const UNFILED_TABLE_BYTES = 2 ** 19;
/** Share of the store's memory that such tables may take. */
const UNFILED_SHARE = 1 / 4;
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

/** A commit that failed at its last step: it may be durable all the same. */
interface Attempt {
  readonly commit: number;
  /** Makes it visible. */
  readonly publish: () => void;
}

export class Database {
  readonly #options: DatabaseOptions;
  /** Tables that were written to since the last checkpoint. */
  readonly #unfiled = new Set<string>();
  readonly #folder: string;
  readonly #writers = new Mutex();
  readonly #pool: ConnectionPool;
  /** Copies that are being made: checkpoints wait for them. */
  #copying = 0;
  #commit = 0;
  readonly #journal = new JournalSchedule({
    store: (signal) => this.#writers.run(() => this.#settleJournal(), signal),
    storeInTime: () => this.#settleInTime(),
    log: (...line) => this.#options.log(...line),
  });
  /** An attempt of which nobody could look yet whether it is durable. */
  #attempt: Attempt | null = null;
  /** The name of the log is on the disk, and not just its content. */
  #logIsNamed = false;
  /** The first number of each vertex table that was not given since opening. */
  #numbers = new Map<string, number>();

  private constructor(options: DatabaseOptions, folder: string, instance: DuckDBInstance) {
    this.#options = options;
    this.#folder = folder;
    this.#pool = new ConnectionPool(folder, options, instance, (connection) => this.#reopened(connection));
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
    const { connection, generation } = await this.#pool.take();
    // Numbers of a transaction that fails are free again.
    const numbers = new Map(this.#numbers);
    const transaction = new Transaction(connection, { signal, numbers });
    const interrupt = (): void => connection.interrupt();
    const commit = this.#commit + 1;
    let done: { readonly value: T } | null = null;
    const finish = (value: T): void => {
      this.#commit = commit;
      this.#numbers = numbers;
      for (const table of transaction.touched.keys()) this.#unfiled.add(table);
      publish(commit, transaction, value);
    };
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
      const attempt = done && { commit, publish: finish.bind(null, done.value) };
      await this.#undo({ connection, generation }, transaction, cause, attempt);
      // What others have written may be in the way: whoever tries again finds its memory free.
      if (isOutOfMemory(cause) && this.#copying === 0) await this.#checkpoint();
      if (this.#commit < commit || done === null) throw asEngineError(cause);
    }
    if (this.#commit < commit) {
      this.#pool.give({ connection, generation });
      finish(done.value);
    }
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
      if (this.#pool.isStopped) throw closedError();
      await this.#retryAttempt();
      const planned = plan(this.#numbers);
      if (planned === null) return false;
      if (planned.puts.length === 0) return true;
      const commit = this.#commit + 1;
      const lease = await this.#pool.take();
      const finish = (): void => {
        this.#commit = commit;
        for (const [table, next] of planned.numbers) this.#numbers.set(table, next);
        publish(commit, planned);
        this.#journal.added(planned.puts.reduce((sum, { rows }) => sum + rows.length, 0));
      };
      try {
        await addToJournal(lease.connection, commit, planned.puts);
      } catch (cause) {
        if (isFatal(cause)) await this.#leaveBroken(lease, cause, { commit, publish: finish });
        else this.#pool.give(lease);
        if (this.#commit < commit) throw asEngineError(cause);
      }
      if (this.#commit < commit) {
        this.#pool.give(lease);
        finish();
      }
      await this.#nameLog();
      return true;
    });
  }

  #settleInTime(): Promise<void> {
    return this.#writers.run(async () => {
      if (this.#pool.isStopped) return;
      await this.#settleJournal();
      await this.#checkpointWhenDue();
    });
  }

  /** Stores the rows of the journal in their tables; called in a writer's turn. */
  async #settleJournal(): Promise<void> {
    await this.#retryAttempt();
    if (this.#journal.isEmpty) return;
    if (this.readOnly) throw engineError('journalLeft');
    const { connection, generation } = await this.#pool.take();
    const transaction = new Transaction(connection);
    try {
      await connection.run(sql`BEGIN TRANSACTION`);
      await emptyJournal(transaction);
      await transaction.dropTemporary(sql`UPDATE ${COMMIT_TABLE} SET number = ${this.#commit}`);
      await connection.run(sql`COMMIT`);
    } catch (cause) {
      await this.#undo({ connection, generation }, transaction, cause, null);
      const { entries } = await this.#lookIntoCommits();
      if (entries > 0) throw asEngineError(cause);
      this.#journal.stored();
      return;
    }
    this.#pool.give({ connection, generation });
    this.#journal.stored();
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
    this.#pool.threads = threads;
    const lease = await this.#pool.take();
    try {
      await lease.connection.run(sql`SET GLOBAL threads = ${Math.max(1, Math.floor(threads))}`);
    } finally {
      this.#pool.give(lease);
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
      if (!this.#journal.isEmpty || this.#attempt !== null) await this.#whenJournalIsStored(signal);
      const lease = await this.#pool.take();
      const interrupt = (): void => lease.connection.interrupt();
      signal?.addEventListener('abort', interrupt);
      try {
        const transaction = new Transaction(lease.connection, { signal });
        const commit = await transaction.number(sql`BEGIN TRANSACTION; SELECT number FROM ${COMMIT_TABLE}`);
        const value = await work(transaction, commit);
        await transaction.dropTemporary(sql`COMMIT`);
        this.#pool.give(lease);
        return value;
      } catch (cause) {
        if (isFatal(cause)) {
          this.#pool.giveBroken(lease);
          await this.#writers.run(() => this.#pool.reopen(lease.generation));
          if (attempt === 1) continue;
        } else {
          await rollback(lease.connection);
          this.#pool.give(lease);
        }
        throw asReadError(cause);
      } finally {
        signal?.removeEventListener('abort', interrupt);
      }
    }
  }

  async #whenJournalIsStored(signal: AbortSignal | undefined): Promise<void> {
    try {
      await this.#journal.whenStored(signal);
    } catch (cause) {
      throw asReadError(cause);
    }
  }

  /**
   * Copies the store's files, as they are at one moment between two commits, into a folder, and runs `beside` at that
   * moment. Readers go on. Writers wait for `beside`, but not for the copy if the log is empty then: the database file
   * changes only at a checkpoint, and there is none during a copy. Gives the milliseconds for which writers waited.
   */
  async copyFiles(into: string, beside: () => Promise<void>, signal?: AbortSignal): Promise<number> {
    const turn = this.#writers.run(async () => {
      if (this.#pool.isStopped) throw closedError();
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
      else await copyOpen(await this.#pool.file(from), to);
    }
  }

  /** A copy counts as a use of the instance. */
  #beginCopying(): void {
    this.#copying += 1;
    this.#pool.hold();
  }

  #endCopying(): void {
    this.#copying -= 1;
    this.#pool.letGo();
  }

  /** Waits for writers, writes the log into the file, and lets go of the folder. */
  async close(): Promise<void> {
    if (this.#pool.isStopped) return;
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
    if (this.#pool.isStopped) return;
    this.#pool.stop();
    this.#journal.stop();
    await this.#writers.run(() => this.#pool.close());
    openFolders().delete(this.#folder);
  }

  /** Makes the tables and the marker of a store, and checks that its name is the folder's; older stores get both. */
  async #prepare(): Promise<void> {
    const marker = await readMarker(this.#folder);
    const lease = await this.#pool.take();
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
      this.#pool.give(lease);
    }
  }

  async #lookIntoCommits(): Promise<Commits> {
    const lease = await this.#pool.take();
    try {
      return await commitsOf(lease.connection);
    } finally {
      this.#pool.give(lease);
    }
  }

  async #countCommits(): Promise<void> {
    const { commit, entries } = await this.#lookIntoCommits();
    this.#commit = commit;
    this.#journal.found(entries);
  }

  /** Takes back a failed transaction, and publishes the attempt where it turns out to be durable all the same. */
  async #undo(
    lease: Lease,
    transaction: Transaction,
    cause: unknown,
    attempt: Attempt | null,
  ): Promise<void> {
    if (isFatal(cause)) return this.#leaveBroken(lease, cause, attempt);
    await rollback(lease.connection);
    await transaction.dropAfterRollback();
    this.#pool.give(lease);
  }

  /**
   * Opens the store again after a fatal error, and publishes the attempt where it turns out to be durable.
   * @throws EngineError when the store cannot be opened: whenever it can be, the attempt is looked for
   */
  async #leaveBroken(lease: Lease, cause: unknown, attempt: Attempt | null): Promise<void> {
    this.#pool.giveBroken(lease);
    this.#attempt = attempt;
    try {
      await this.#pool.reopen(lease.generation);
    } catch (failure) {
      throw attempt === null ? failure : engineError('commitUnknown').causedBy(cause);
    }
  }

  /** Opens the store again where an attempt has to be looked for: it may stand in the journal. */
  async #retryAttempt(): Promise<void> {
    if (this.#attempt !== null) await this.#pool.openIfDown();
  }

  /** Publishes the attempt that nobody could look for, if it is durable. */
  async #reopened(connection: Connection): Promise<void> {
    this.#logIsNamed = false;
    if (this.#attempt === null) return;
    const { commit } = await commitsOf(connection);
    if (commit >= this.#attempt.commit) this.#attempt.publish();
    this.#attempt = null;
  }

  /** A checkpoint of our own, apart from commits, so that its failure is not taken for theirs. */
  async #checkpointWhenDue(): Promise<void> {
    if (this.#copying > 0) return;
    const log = await stat(path.join(this.#folder, LOG_FILE)).catch(() => null);
    const unfiled = this.#unfiled.size * UNFILED_TABLE_BYTES;
    const isDue = unfiled > this.#options.memoryBytes * UNFILED_SHARE;
    if (log !== null && (isDue || log.size >= CHECKPOINT_BYTES)) await this.#checkpoint();
  }

  /** Makes a checkpoint. Its failure does not fail commits, which are safe in the log. */
  async #checkpoint(): Promise<void> {
    const lease = await this.#pool.take();
    try {
      await lease.connection.run(sql`CHECKPOINT`);
      this.#unfiled.clear();
      this.#logIsNamed = false;
      // Else a log that was removed could be back after a loss of power, too old for the file.
      await syncPlace(this.#folder);
      this.#pool.give(lease);
    } catch (cause) {
      this.#options.log('warn', 'The store could not write its log into the file; it will try again.', {
        reason: messageOf(cause),
      });
      if (!isFatal(cause)) return this.#pool.give(lease);
      this.#pool.giveBroken(lease);
      await this.#pool.reopen(lease.generation);
    }
  }
}

interface Commits {
  /** Number of the last durable commit. */
  readonly commit: number;
  /** How many of the last ones stand in the journal. */
  readonly entries: number;
}

/** @throws EngineError when the store is of a newer version */
async function commitsOf(connection: Connection): Promise<Commits> {
  const result = await connection.run(sql`SELECT number, format FROM ${COMMIT_TABLE}`);
  const [row] = await result.getRows();
  if (Number(row?.[1]) > FORMAT) throw newerFormatError(row?.[1]);
  const { entries, last } = await lookIntoJournal(connection);
  return { commit: Math.max(Number(row?.[0] ?? 0), last), entries };
}

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
