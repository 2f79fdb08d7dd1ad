/** Takes operations from the queue and runs them, a few at a time; an operation that a crash cut off is taken again. */
import type { BaseLogger } from 'pino';
import type { Db } from '../database/database.ts';
import { isUnavailable } from '../errors/unavailable.ts';
import type { Driver } from '../drivers/driver.ts';
import type { Catalog } from '../catalog/catalog.ts';
import { createChanges } from '../timing/changes.ts';
import { STATUS_DURING } from './operation.ts';
import { NotYet, type Ending, type Performance, type Performer, type Performers } from './performer.ts';
import * as queue from './queue.ts';
import type { OperationRow } from './queue.ts';
import { doSteps, Undone } from './steps.ts';
import { moveStatus } from './workspace-state.ts';
import { tellable } from '../errors/tellable.ts';

interface RunnerOptions {
  readonly db: Db;
  readonly driver: Driver;
  readonly catalog: Catalog;
  /** The performer of each kind of operation. */
  readonly performers: Performers;
  /** Name of this runner in leases; the same after a restart, so that it can take its own operations up at once. */
  readonly owner: string;
  readonly log: BaseLogger;
  /** Called when an operation on a workspace has ended. */
  readonly onEnd?: (workspaceId: string) => Promise<void>;
}

export interface Runner {
  /** Ends the leases that this owner held before a crash, and begins to take operations. */
  start(): Promise<void>;
  /** Looks into the queue now, since an operation may have been added. */
  kick(): void;
  /** Must be called several times within `LEASE_SECONDS`, or other runners take the running operations over. */
  renewLeases(): Promise<void>;
  /** Resolves when the operation has ended; rejects with its error when it failed. */
  ended(operationId: string): Promise<void>;
  /** Takes no more operations; resolves when the running ones have ended. One that fails now runs at the next start. */
  stop(): Promise<void>;
}

const AT_ONCE = 4;
/** Milliseconds between looks at the row of an operation whose end is awaited. */
const LOOK_MS = 1000;
/** Seconds after which an operation that waits for another one is taken again. */
const NOT_YET_SECONDS = 1;
/** Number of times that a crash may cut an operation off before it is given up. */
const MAX_ATTEMPTS = 5;

export function createRunner(options: RunnerOptions): Runner {
  const { db, driver, catalog, performers, owner, log, onEnd } = options;
  const running = new Map<string, Promise<void>>();
  /** Operations that an absence of the database cut off: nobody does them, and this runner still has their leases. */
  const cutOff = new Set<string>();
  const ends = createChanges();
  let started = false;
  let stopping = false;
  let filling = false;
  /** Resolves when nothing is being taken any more. */
  let filled = Promise.resolve();
  let again = false;

  /** @throws Error when no performer has the kind, which an earlier or a later version may have added */
  function performerOf({ kind }: OperationRow): Performer {
    const performer = (performers as Readonly<Partial<Record<string, Performer>>>)[kind];
    if (performer === undefined) throw new Error(`There is nothing that does the operation ${kind}.`);
    return performer;
  }

  /** Puts a failed operation off for a retry, or ends it and stores the reason in the workspace. */
  async function fail(row: OperationRow, error: unknown): Promise<void> {
    const message = tellable(error);
    log.error(
      { err: error, operation: row.id, kind: row.kind, workspace: row.workspaceId },
      'operation failed',
    );
    const performer = performerOf(row);
    if (!(error instanceof Undone) && row.attempts <= (performer.retries ?? 0)) {
      await queue.postpone(db, owner, row.id, { seconds: 2 ** row.attempts, error: message });
      return;
    }
    await db.transaction(async (tx) => {
      const held = await queue.finish(tx, owner, row.id, { state: 'failed', error: message });
      if (!held) return;
      const during = STATUS_DURING[row.kind];
      if (error instanceof Undone) await error.ending(tx);
      else if (performer.failed !== undefined) await performer.failed(tx, row, message);
      else if (row.workspaceId !== null && during !== null) {
        await moveStatus(tx, row.workspaceId, during, { status: 'Error', errMessage: message });
      }
    });
  }

  /** Does the steps of an operation. @returns the writes of its result */
  async function perform(row: OperationRow, performance: Performance): Promise<Ending> {
    const performer = performerOf(row);
    if (row.attempts > MAX_ATTEMPTS + (performer.retries ?? 0)) {
      throw new Error(
        `The action was given up: the server stopped ${MAX_ATTEMPTS} times in the midst of it.`,
      );
    }
    return doSteps(await performer.steps(performance), {
      began: (name) => queue.setStep(db, owner, row.id, name),
      cutsOff: (error) => stopping || isUnavailable(error) || error instanceof NotYet,
      again: async (error, times) => (await performer.again?.(performance, error, times)) ?? false,
    });
  }

  async function run(row: OperationRow): Promise<void> {
    const performance: Performance = { operation: row, driver, db, catalog };
    try {
      const write = await perform(row, performance);
      await db.transaction(async (tx) => {
        if (await queue.finish(tx, owner, row.id, { state: 'succeeded', error: '' })) await write(tx);
      });
    } catch (error) {
      if (error instanceof NotYet) {
        await queue.postpone(db, owner, row.id, { seconds: NOT_YET_SECONDS, error: null });
        return;
      }
      // Interrupted by the shutdown: that is no failure, and the operation goes on at the next start.
      if (stopping) return;
      // The operation is taken again when the database is back.
      if (isUnavailable(error)) throw error;
      await fail(row, error);
    }
    if (row.workspaceId !== null) await onEnd?.(row.workspaceId);
    await clearAway(row, performance);
  }

  async function clearAway(row: OperationRow, performance: Performance): Promise<void> {
    try {
      await performerOf(row).after?.(performance);
    } catch (error) {
      log.warn({ err: error, operation: row.id, kind: row.kind }, 'what is no longer needed stays for now');
    }
  }

  function launch(row: OperationRow): void {
    const done = run(row)
      .catch((error: unknown) => {
        // The database cannot be reached. What that cuts off again and again waits for its lease to run out.
        if (row.attempts === 1) cutOff.add(row.id);
        log.error({ err: error, operation: row.id }, 'operation could not be ended');
      })
      .finally(() => {
        running.delete(row.id);
        ends.tell(row.id);
        kick();
      });
    running.set(row.id, done);
  }

  /** Ends the leases of what was cut off, so that it is taken as soon as the database is back. */
  async function giveBack(): Promise<void> {
    const ids = [...cutOff];
    if (ids.length === 0) return;
    await queue.releaseLeases(db, owner, ids);
    for (const id of ids) cutOff.delete(id);
  }

  async function fill(): Promise<void> {
    filling = true;
    try {
      do {
        again = false;
        await giveBack();
        while (!stopping && running.size < AT_ONCE) {
          // Leases run out while the database cannot be reached, and what they stand for goes on.
          const row = await queue.take(db, owner, [...running.keys()]);
          if (row === undefined) break;
          launch(row);
        }
      } while (again && !stopping);
    } catch (error) {
      log.error({ err: error }, 'operations could not be taken from the queue');
    } finally {
      filling = false;
    }
  }

  function kick(): void {
    if (!started || stopping) return;
    if (filling) again = true;
    else filled = fill();
  }

  return {
    async start() {
      await queue.releaseLeases(db, owner);
      started = true;
      kick();
    },
    kick,
    renewLeases: () => queue.renewLeases(db, owner, [...running.keys()]),
    async ended(id) {
      const end = ends.follow(id);
      try {
        for (;;) {
          const row = await queue.operation(db, id);
          if (row === undefined || row.state === 'succeeded') return;
          if (row.state === 'failed') throw new Error(row.error);
          kick();
          await end.next(LOOK_MS);
        }
      } finally {
        end.end();
      }
    },
    async stop() {
      stopping = true;
      await filled;
      await Promise.all(running.values());
    },
  };
}
