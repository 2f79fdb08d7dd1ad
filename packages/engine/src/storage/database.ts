/**
 * The DuckDB file of a data folder: one instance, several connections, one writer at a time
 * (docs/adr/0006-storage-on-duckdb.md). A number that grows with every commit is stored with it: it
 * tells which version a reader sees, and whether a commit that ended in an error became durable.
 */
import { mkdir, readdir, realpath, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DuckDBInstance, type DuckDBConnection } from '@duckdb/node-api';
import { EngineError, readOnlyError } from '../errors.ts';
import { abortedError, asEngineError, isFatal, openError } from './failures.ts';
import { holdsPattern } from './file-literal.ts';
import { lockDatabase } from './lock-database.ts';
import { Mutex } from './mutex.ts';
import { Transaction } from './transaction.ts';

interface DatabaseOptions {
  readonly folder: string;
  /** Bytes for DuckDB's buffers. */
  readonly memoryBytes: number;
  readonly threads: number;
  readonly readOnly: boolean;
  readonly log: (level: 'info' | 'warn' | 'error', message: string, details?: object) => void;
}

/** Data folders that are open in this process: a second instance on one file would lose data. */
const OPEN_FOLDERS = Symbol.for('acacia.engine.openFolders');
const openFolders = (): Set<string> => {
  const holder = globalThis as { [OPEN_FOLDERS]?: Set<string> };
  holder[OPEN_FOLDERS] ??= new Set();
  return holder[OPEN_FOLDERS];
};

/** Write-ahead log bytes after which a checkpoint is due. */
const CHECKPOINT_BYTES = 64 * 1024 * 1024;
/** Connections kept for later; more are made while more are needed. */
const IDLE_CONNECTIONS = 8;
const FILE = 'graph.duckdb';
/** Holds the number of the last commit. */
export const COMMIT_TABLE = 'acacia_commit';
/** Raised when a change of the tables needs a migration of older folders. */
const FORMAT = 1;

/** A connection in use, and the opening of the instance that it belongs to. */
interface Lease {
  readonly connection: DuckDBConnection;
  readonly generation: number;
}

export class Database {
  #options: DatabaseOptions;
  readonly #folder: string;
  readonly #writers = new Mutex();
  #instance: DuckDBInstance;
  #idle: DuckDBConnection[] = [];
  #leased = 0;
  /** Copies that are being made: checkpoints wait for them. */
  #copying = 0;
  readonly #waiting: (() => void)[] = [];
  #reopening: Promise<void> | null = null;
  #generation = 0;
  #commit = 0;
  /** The first number of each vertex table that was not given since opening. */
  #numbers = new Map<string, number>();
  #closed = false;

  private constructor(options: DatabaseOptions, folder: string, instance: DuckDBInstance) {
    this.#options = options;
    this.#folder = folder;
    this.#instance = instance;
  }

  /** Opens the store of a folder, making it when missing. Throws EngineError. */
  static async open(options: DatabaseOptions): Promise<Database> {
    await mkdir(options.folder, { recursive: true });
    const folder = await realpath(options.folder);
    if (holdsPattern(folder)) {
      throw new EngineError(
        'STORE-OPEN',
        `The data folder ${folder} cannot be opened: its path holds * ? or [, which the store takes for a pattern. Choose another folder.`,
      );
    }
    const open = openFolders();
    if (open.has(folder)) {
      throw new EngineError(
        'STORE-LOCKED',
        `The data folder ${folder} is in use by another engine of this process. Close that one first, or choose another folder.`,
      );
    }
    open.add(folder);
    try {
      if (options.readOnly) await Database.#prepareForReading(folder, options);
      const instance = await openInstance(folder, options);
      const database = new Database(options, folder, instance);
      if (!options.readOnly) await database.#prepare();
      database.#commit = await database.#storedCommit();
      return database;
    } catch (cause) {
      open.delete(folder);
      throw cause instanceof EngineError ? cause : openError(folder, cause);
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
   * Runs `work` in one transaction, alone among writers. When it resolves the changes are durable;
   * `publish` is then called with the commit's number before anything else may be written. When it
   * throws nothing was stored. Throws EngineError where the failure is the caller's to know.
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
      return Promise.reject(readOnlyError());
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
    const { connection, generation } = await this.#take();
    // Numbers of a transaction that fails are free again.
    const numbers = new Map(this.#numbers);
    const transaction = new Transaction(connection, { signal, numbers });
    const interrupt = (): void => connection.interrupt();
    const commit = this.#commit + 1;
    let done: { readonly value: T } | null = null;
    try {
      signal?.addEventListener('abort', interrupt);
      const staged = await stage(transaction);
      await connection.run('BEGIN TRANSACTION');
      const value = await work(transaction, staged);
      await transaction.dropTemporary();
      await connection.run(`UPDATE ${COMMIT_TABLE} SET number = ${commit}`);
      signal?.removeEventListener('abort', interrupt);
      transaction.checkAborted();
      done = { value };
      await connection.run('COMMIT');
    } catch (cause) {
      signal?.removeEventListener('abort', interrupt);
      const durable = await this.#undo({ connection, generation }, transaction, cause);
      if (!durable || done === null) throw asEngineError(cause);
    }
    this.#give({ connection, generation });
    this.#commit = commit;
    this.#numbers = numbers;
    publish(commit, transaction, done.value);
    await this.#checkpointWhenDue();
    return done.value;
  }

  async setThreads(threads: number): Promise<void> {
    this.#options = { ...this.#options, threads };
    const lease = await this.#take();
    try {
      await lease.connection.run(`SET GLOBAL threads = ${Math.max(1, Math.floor(threads))}`);
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
      const lease = await this.#take();
      const interrupt = (): void => lease.connection.interrupt();
      signal?.addEventListener('abort', interrupt);
      try {
        const transaction = new Transaction(lease.connection, { signal });
        const commit = await transaction.number(`BEGIN TRANSACTION; SELECT number FROM ${COMMIT_TABLE}`);
        const value = await work(transaction, commit);
        await transaction.dropTemporary();
        await lease.connection.run('COMMIT');
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
        throw asEngineError(cause);
      } finally {
        signal?.removeEventListener('abort', interrupt);
      }
    }
  }

  /**
   * Has `copy` copy the files (full paths) that make up the store at one moment between two commits, and
   * runs `beside` at that moment. Readers go on. Writers wait for `beside`, but not for the copy where the
   * log is empty then: what a checkpoint has written stays as it is until the next one, and there is none
   * while a copy is made. Gives the milliseconds for which they had to wait.
   */
  async copyFiles(
    copy: (files: readonly string[]) => Promise<void>,
    beside: () => Promise<void>,
    signal?: AbortSignal,
  ): Promise<number> {
    const turn = this.#writers.run(async () => {
      if (this.#closed) throw closedError();
      const from = performance.now();
      if (!this.readOnly && this.#copying === 0) await this.#checkpoint();
      const names = (await readdir(this.#folder)).filter((name) => name.startsWith(FILE));
      const files = names.map((name) => path.join(this.#folder, name));
      await beside();
      const logIsEmpty = names.length === 1;
      if (logIsEmpty) this.#beginCopying();
      else await copy(files);
      return { files, later: logIsEmpty, heldMs: performance.now() - from };
    }, signal);
    const { files, later, heldMs } = await turn.catch((cause: unknown) => {
      throw signal !== undefined && cause === signal.reason ? abortedError() : cause;
    });
    if (!later) return heldMs;
    try {
      await copy(files);
    } finally {
      this.#endCopying();
    }
    return heldMs;
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
    this.#closed = true;
    await this.#writers.run(async () => {
      await this.#drained();
      for (const connection of this.#idle) connection.closeSync();
      this.#idle = [];
      this.#instance.closeSync();
    });
    openFolders().delete(this.#folder);
  }

  /** A store that is opened for reading must exist; its log is read, and left as it is. */
  static async #prepareForReading(folder: string, options: DatabaseOptions): Promise<void> {
    const exists = await stat(path.join(folder, FILE)).catch(() => null);
    if (exists !== null) return;
    const instance = await openInstance(folder, { ...options, readOnly: false });
    const database = new Database(options, folder, instance);
    await database.#prepare();
    for (const connection of database.#idle) connection.closeSync();
    instance.closeSync();
  }

  async #prepare(): Promise<void> {
    const { connection, generation } = await this.#take();
    await connection.run(
      `CREATE TABLE IF NOT EXISTS ${COMMIT_TABLE} AS SELECT 0::BIGINT AS number, ${FORMAT}::INTEGER AS format`,
    );
    this.#give({ connection, generation });
  }

  async #storedCommit(): Promise<number> {
    const { connection, generation } = await this.#take();
    const [row] = await (await connection.run(`SELECT number, format FROM ${COMMIT_TABLE}`)).getRows();
    this.#give({ connection, generation });
    if (Number(row?.[1]) > FORMAT) {
      throw new EngineError(
        'STORE-FORMAT',
        `The data folder ${this.#folder} was written by a newer version of Acacia (format ${String(row?.[1])}, this version reads up to ${FORMAT}).`,
      );
    }
    return Number(row?.[0] ?? 0);
  }

  async #take(): Promise<Lease> {
    while (this.#reopening !== null) await this.#reopening;
    if (this.#closed) throw closedError();
    this.#leased += 1;
    try {
      const connection = this.#idle.pop() ?? (await this.#instance.connect());
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
    return (await this.#storedCommit()) > this.#commit;
  }

  /** Opens the instance again after an error that DuckDB does not go on from (a full disk at a commit). */
  async #reopen(generation: number): Promise<void> {
    if (generation !== this.#generation || this.#closed) return;
    const reopened = (async () => {
      await this.#drained();
      for (const connection of this.#idle) connection.closeSync();
      this.#idle = [];
      this.#instance.closeSync();
      this.#instance = await openInstance(this.#folder, this.#options);
      this.#generation += 1;
      this.#options.log('warn', 'The store was opened again after a failure of the disk.');
    })();
    this.#reopening = reopened.catch(() => undefined);
    try {
      await reopened;
    } catch (cause) {
      throw openError(this.#folder, cause);
    } finally {
      this.#reopening = null;
    }
  }

  /** A checkpoint of our own, apart from commits, so that its failure is not taken for theirs. */
  async #checkpointWhenDue(): Promise<void> {
    if (this.#copying > 0) return;
    const log = await stat(path.join(this.#folder, `${FILE}.wal`)).catch(() => null);
    if (log !== null && log.size >= CHECKPOINT_BYTES) await this.#checkpoint();
  }

  /** Writes the log into the file; a failure of that is no failure of what stands in the log. */
  async #checkpoint(): Promise<void> {
    const lease = await this.#take();
    try {
      await lease.connection.run('CHECKPOINT');
      this.#give(lease);
    } catch (cause) {
      this.#options.log('warn', 'The store could not write its log into the file; it will try again.', {
        reason: cause instanceof Error ? cause.message : String(cause),
      });
      if (!isFatal(cause)) return this.#give(lease);
      this.#giveBroken(lease);
      await this.#reopen(lease.generation);
    }
  }
}

const closedError = (): EngineError => new EngineError('REST-12001', 'The engine is closed.');

const rollback = async (connection: DuckDBConnection): Promise<void> => {
  try {
    await connection.run('ROLLBACK');
  } catch (cause) {
    // DuckDB ends some failed transactions by itself; then there is nothing left to roll back.
    if (!/no transaction is active/i.test(String(cause))) throw cause;
  }
};

const openInstance = async (folder: string, options: DatabaseOptions): Promise<DuckDBInstance> => {
  const instance = await DuckDBInstance.create(path.join(folder, FILE), {
    access_mode: options.readOnly ? 'READ_ONLY' : 'READ_WRITE',
    memory_limit: `${Math.max(64, Math.floor(options.memoryBytes / 2 ** 20))}MiB`,
    threads: String(Math.max(1, options.threads)),
    // A folder that is only read stays as it is.
    temp_directory: options.readOnly
      ? path.join(tmpdir(), `acacia-${process.pid}-${path.basename(folder)}`)
      : path.join(folder, 'tmp'),
    autoinstall_known_extensions: 'false',
    autoload_known_extensions: 'false',
    allow_community_extensions: 'false',
    checkpoint_threshold: '1TB',
  });
  try {
    await lockDatabase(instance, folder);
  } catch (cause) {
    instance.closeSync();
    throw cause;
  }
  return instance;
};
