/** The interface of performers: each kind of operation has one, beside the resource to which it belongs. */
import type { Db } from '../database/database.ts';
import type { Driver } from '../drivers/driver.ts';
import type { Catalog } from '../catalog/catalog.ts';
import type { OperationKind } from '../database/schema.ts';
import type { OperationRow } from './queue.ts';

export interface Performance {
  readonly operation: OperationRow;
  readonly driver: Driver;
  readonly db: Db;
  readonly catalog: Catalog;
}

/** Writes a result into the rows, in the transaction that ends the operation. */
export type Ending = (tx: Db) => Promise<void>;

/** Restores the state before a step, done or failed half-way. */
export interface Undo {
  /** A text for people, stored while this runs. */
  readonly name: string;
  /**
   * @param failure the message of the failure, for people
   * @returns the writes that say what is again as it was
   */
  do(failure: string): Promise<Ending>;
}

/**
 * Thrown by a step that needs what another operation is making: this one goes back into the queue, and does all its steps
 * again when it is taken next. Neither a failure nor an attempt; the step sees to it that it ends.
 */
export class NotYet extends Error {
  constructor() {
    super('The operation waits for another one.');
    this.name = 'NotYet';
  }
}

/** A part of an operation. `do` and `undo` must be idempotent: a process that was killed may have done them before. */
export interface Step {
  /** A text for people, stored while the step runs. */
  readonly name: string;
  /** Resolves with the writes of the step's result, if it has one. */
  do(): Promise<Ending | void>;
  /** Runs when this step or a later one has failed; the last step is undone first. Absent: nothing is to be undone. */
  readonly undo?: Undo;
  /** Once the step is done, neither it nor an earlier one is undone any more. */
  readonly final?: true;
}

export interface Performer {
  /**
   * The steps that take the operation from the present rows to its end. It changes nothing itself. An operation that
   * was cut off asks again and does all its steps again.
   */
  steps(performance: Performance): Promise<readonly Step[]>;
  /**
   * Whether to begin again at the first step after a failure; default: no.
   * @param times how often the steps have failed in this attempt
   */
  again?(performance: Performance, error: unknown, times: number): Promise<boolean>;
  /** Number of retries after a failure that was not undone, each after a longer pause; default: none. */
  readonly retries?: number;
  /**
   * Writes the final failure into the rows, in the transaction that ends the operation. Default: the workspace becomes
   * Error, where the kind has a status in `STATUS_DURING`. Not called for a failure that was undone.
   */
  failed?(tx: Db, operation: OperationRow, message: string): Promise<void>;
  /**
   * Cleans up once success or failure has been written. When that is cut off, a sweep removes the rest.
   */
  after?(performance: Performance): Promise<void>;
}

export type Performers = Readonly<Record<OperationKind, Performer>>;
