/**
 * Connections to the DuckDB instance of a data folder, which is closed and opened again after an error that DuckDB does
 * not go on from (a full disk at a commit).
 */
import { open, type FileHandle } from 'node:fs/promises';
import type { DuckDBInstance } from '@duckdb/node-api';
import { engineError } from '../errors/catalogue.ts';
import type { EngineError } from '../errors.ts';
import { connect, type Connection } from './connection.ts';
import { openError } from './failures.ts';
import { openInstance, type InstanceOptions } from './open-instance.ts';
import { rewriteSuspect } from './suspect-files.ts';

/** Connections kept for later; more are made while more are needed. */
const IDLE_CONNECTIONS = 8;

/** A connection in use, and the opening of the instance that it belongs to. */
export interface Lease {
  readonly connection: Connection;
  readonly generation: number;
}

/** Called when the instance was opened again, before others use it; where it rejects, the instance is closed. */
type Reopened = (connection: Connection) => Promise<void>;

export const closedError = (): EngineError => engineError('engineClosed');

export class ConnectionPool {
  readonly #folder: string;
  readonly #options: InstanceOptions;
  readonly #onReopened: Reopened;
  #threads: number;
  #instance: DuckDBInstance;
  #idle: Connection[] = [];
  #leased = 0;
  readonly #waiting: (() => void)[] = [];
  /** The database file, open for copies from the first one on until the instance is closed. */
  #file: Promise<FileHandle> | null = null;
  #reopening: Promise<void> | null = null;
  #generation = 0;
  /** The instance was closed after a failure and could not be opened again yet. */
  #isDown = false;
  #isStopped = false;

  constructor(folder: string, options: InstanceOptions, instance: DuckDBInstance, onReopened: Reopened) {
    this.#folder = folder;
    this.#options = options;
    this.#threads = options.threads;
    this.#instance = instance;
    this.#onReopened = onReopened;
  }

  /** Whether no connection is given any more. */
  get isStopped(): boolean {
    return this.#isStopped;
  }

  /** @throws EngineError when the pool is stopped, or the instance cannot be opened again */
  async take(): Promise<Lease> {
    while (!this.#isStopped && (this.#reopening !== null || this.#isDown)) await this.openIfDown();
    if (this.#isStopped) throw closedError();
    this.#leased += 1;
    try {
      const connection = this.#idle.pop() ?? (await connect(this.#instance));
      return { connection, generation: this.#generation };
    } catch (cause) {
      this.#leased -= 1;
      throw cause;
    }
  }

  give(lease: Lease): void {
    const keep = lease.generation === this.#generation && this.#idle.length < IDLE_CONNECTIONS;
    if (keep) this.#idle.push(lease.connection);
    else lease.connection.closeSync();
    this.letGo();
  }

  /** Gives back a connection that is not used again. */
  giveBroken(lease: Lease): void {
    lease.connection.closeSync();
    this.letGo();
  }

  /** Counts as a use of the instance until `letGo`: closing and opening again wait for it. */
  hold(): void {
    this.#leased += 1;
  }

  letGo(): void {
    this.#leased -= 1;
    if (this.#leased === 0) for (const wake of this.#waiting.splice(0)) wake();
  }

  /** The database file, for copies: closing it before the instance would drop the instance's lock. */
  file(place: string): Promise<FileHandle> {
    this.#file ??= open(place).catch((cause: unknown) => {
      this.#file = null;
      throw cause;
    });
    return this.#file;
  }

  /** Threads with which an instance works that is opened from now on. */
  set threads(threads: number) {
    this.#threads = threads;
  }

  /** @throws EngineError when the instance is closed and cannot be opened now */
  async openIfDown(): Promise<void> {
    while (this.#reopening !== null) await this.#reopening;
    if (this.#isDown) await this.reopen(this.#generation);
  }

  /**
   * Opens the instance again after a fatal error, unless that was done for this generation.
   * @throws EngineError when it cannot be opened now
   */
  async reopen(generation: number): Promise<void> {
    if (generation !== this.#generation || this.#isStopped) return;
    const reopened = this.#openAgain();
    this.#reopening = reopened.catch(() => undefined);
    try {
      await reopened;
    } catch (cause) {
      throw openError(cause);
    } finally {
      this.#reopening = null;
    }
  }

  async #openAgain(): Promise<void> {
    await this.#drained();
    await this.#closeInstance();
    if (!this.#options.readOnly) await rewriteSuspect(this.#folder);
    this.#instance = await openInstance(this.#folder, { ...this.#options, threads: this.#threads });
    this.#isDown = false;
    try {
      const connection = await connect(this.#instance);
      this.#idle.push(connection);
      await this.#onReopened(connection);
    } catch (cause) {
      await this.#closeInstance();
      throw cause;
    }
    this.#generation += 1;
    this.#options.log('warn', 'The store was opened again after a failure of the disk.');
  }

  /** Gives no connection any more. */
  stop(): void {
    this.#isStopped = true;
  }

  /** Closes the instance once nobody uses it. */
  async close(): Promise<void> {
    await this.#drained();
    await this.#closeInstance();
  }

  async #drained(): Promise<void> {
    while (this.#leased > 0) await new Promise<void>((resolve) => this.#waiting.push(resolve));
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
}
