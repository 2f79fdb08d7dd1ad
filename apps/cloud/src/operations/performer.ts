/** What a kind of operation does: written beside the resource that it belongs to, listed in performers.ts. */
import type { Db } from '../database/database.ts';
import type { Driver } from '../drivers/driver.ts';
import type { Catalog } from '../resources/catalog/catalog.ts';
import type { OperationRow } from './queue.ts';

export interface Performance {
  readonly operation: OperationRow;
  readonly driver: Driver;
  readonly db: Db;
  readonly catalog: Catalog;
  /** Says what is being done now, for people. */
  readonly step: (text: string) => Promise<void>;
}

/** Writes what has become of the rows, in the transaction that ends the operation. */
export type Ending = (tx: Db) => Promise<void>;

/** Thrown by a performer that could not do it and has brought back what was before, which the ending writes. */
export class Undone extends Error {
  readonly ending: Ending;
  constructor(message: string, ending: Ending) {
    super(message);
    this.name = 'Undone';
    this.ending = ending;
  }
}

export interface Performer {
  /**
   * Runs it to its end. Every step may have been done before, by a process that was killed after it: all
   * of them can be repeated.
   */
  perform(performance: Performance): Promise<Ending>;
  /** How often it is tried again after a failure, each time after a longer pause; default: not at all. */
  readonly retries?: number;
  /**
   * Writes that it has failed for good, in the transaction that ends it. Without it, the workspace of a kind
   * that has a status of its own becomes Error.
   */
  failed?(tx: Db, operation: OperationRow, message: string): Promise<void>;
  /**
   * Clears away what is no longer needed, once the end is written, good or bad. What it does not get to is
   * cleared by a sweep.
   */
  after?(performance: Performance): Promise<void>;
}
