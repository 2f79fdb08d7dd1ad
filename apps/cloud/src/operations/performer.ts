/** The interface of performers: each kind of operation has one, beside the resource to which it belongs. */
import type { Db } from '../database/database.ts';
import type { Driver } from '../drivers/driver.ts';
import { tellable } from '../errors/tellable.ts';
import type { Catalog } from '../catalog/catalog.ts';
import type { OperationKind } from './operation.ts';
import type { OperationRow } from './queue.ts';

export interface Performance {
  readonly operation: OperationRow;
  readonly driver: Driver;
  readonly db: Db;
  readonly catalog: Catalog;
  /** Stores a text for people on the present step. */
  readonly step: (text: string) => Promise<void>;
}

/** Writes the result into the rows, in the transaction that ends the operation. */
export type Ending = (tx: Db) => Promise<void>;

/** Thrown by a performer that failed and has restored the state before; `ending` writes that state into the rows. */
export class Undone extends Error {
  readonly ending: Ending;
  /** @param cause the failure; its message, as far as people may see it, becomes this error's */
  constructor(cause: unknown, ending: Ending) {
    super(tellable(cause), { cause });
    this.name = 'Undone';
    this.ending = ending;
  }
}

export interface Performer {
  /**
   * Runs the operation to its end. Every step must be idempotent: a process that was killed may have done it before.
   */
  perform(performance: Performance): Promise<Ending>;
  /** Number of retries after a failure, each after a longer pause; default: none. */
  readonly retries?: number;
  /**
   * Writes the final failure into the rows, in the transaction that ends the operation. Default: the workspace becomes
   * Error, where the kind has a status in `STATUS_DURING`.
   */
  failed?(tx: Db, operation: OperationRow, message: string): Promise<void>;
  /**
   * Cleans up once success or failure has been written. When that is cut off, a sweep removes the rest.
   */
  after?(performance: Performance): Promise<void>;
}

export type Performers = Readonly<Record<OperationKind, Performer>>;
