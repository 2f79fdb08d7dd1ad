/** Takes operations from the queue and runs them, a few at a time, whatever happens to the process. */
import { EventEmitter } from 'node:events';
import type { BaseLogger } from 'pino';
import type { Db } from '../database/database.ts';
import { isUnavailable } from '../database/unavailable.ts';
import type { Driver } from '../drivers/driver.ts';
import type { Catalog } from '../resources/catalog/catalog.ts';
import { STATUS_DURING } from './operation.ts';
import { Undone, type Performance, type Performer } from './performer.ts';
import { PERFORMERS } from './performers.ts';
import * as queue from './queue.ts';
import type { OperationRow } from './queue.ts';
import { moveStatus } from './workspace-state.ts';
import { tellable } from '../errors/tellable.ts';

interface RunnerOptions {
  readonly db: Db;
  readonly driver: Driver;
  readonly catalog: Catalog;
  /** The same after a restart, so that what was held can be taken up at once. */
  readonly owner: string;
  readonly log: BaseLogger;
  /** Told when an operation on a workspace has ended. */
  readonly onEnd?: (workspaceId: string) => Promise<void>;
}

export interface Runner {
  /** Lets go of what this owner held before a crash, and begins. */
  start(): Promise<void>;
  /** Something was put in the queue. */
  kick(): void;
  /** Resolves when the operation has ended; rejects with its error when it failed. */
  ended(operationId: string): Promise<void>;
  /** Takes no more; resolves when what runs has ended. What fails from now on is left for the next start. */
  stop(): Promise<void>;
}

const AT_ONCE = 4;
const POLL_MS = 1000;
/** How often an operation may be cut off by a death of the process before it is given up. */
const MAX_ATTEMPTS = 5;

function performerOf({ kind }: OperationRow): Performer {
  const performer = PERFORMERS[kind];
  if (performer === undefined) throw new Error(`There is nothing that does the operation ${kind}.`);
  return performer;
}

export function createRunner({ db, driver, catalog, owner, log, onEnd }: RunnerOptions): Runner {
  const running = new Map<string, Promise<void>>();
  const events = new EventEmitter().setMaxListeners(0);
  let timer: NodeJS.Timeout | undefined;
  let leases: NodeJS.Timeout | undefined;
  let started = false;
  let stopping = false;
  let filling = false;
  let again = false;

  /** Ends an operation that could not be done; the workspace says why. */
  async function fail(row: OperationRow, error: unknown): Promise<void> {
    const message = tellable(error);
    log.error(
      { err: error, operation: row.id, kind: row.kind, workspace: row.workspaceId },
      'operation failed',
    );
    const performer = performerOf(row);
    if (!(error instanceof Undone) && row.attempts <= (performer.retries ?? 0)) {
      await queue.postpone(db, owner, row.id, 2 ** row.attempts, message);
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

  async function run(row: OperationRow): Promise<void> {
    const performance: Performance = {
      operation: row,
      driver,
      db,
      catalog,
      step: (text) => queue.setStep(db, owner, row.id, text),
    };
    try {
      const performer = performerOf(row);
      if (row.attempts > MAX_ATTEMPTS + (performer.retries ?? 0)) {
        throw new Error(
          `The action was given up: the server stopped ${MAX_ATTEMPTS} times in the midst of it.`,
        );
      }
      const write = await performer.perform(performance);
      await db.transaction(async (tx) => {
        if (await queue.finish(tx, owner, row.id, { state: 'succeeded', error: '' })) await write(tx);
      });
    } catch (error) {
      // Cut off by our own shutdown: it is no failure, and goes on at the next start.
      if (stopping) return;
      // The lease runs out, and it is taken up again when the database is back.
      if (isUnavailable(error)) throw error;
      await fail(row, error);
    }
    if (row.workspaceId !== null) await onEnd?.(row.workspaceId);
    await clearAway(row, performance);
  }

  async function clearAway(row: OperationRow, performance: Performance): Promise<void> {
    try {
      await PERFORMERS[row.kind]?.after?.(performance);
    } catch (error) {
      log.warn({ err: error, operation: row.id, kind: row.kind }, 'what is no longer needed stays for now');
    }
  }

  function launch(row: OperationRow): void {
    const done = run(row)
      .catch((error: unknown) => {
        // The database cannot be reached: the lease runs out and the operation is taken up again.
        log.error({ err: error, operation: row.id }, 'operation could not be ended');
      })
      .finally(() => {
        running.delete(row.id);
        events.emit(row.id);
        kick();
      });
    running.set(row.id, done);
  }

  async function fill(): Promise<void> {
    if (filling) {
      again = true;
      return;
    }
    filling = true;
    try {
      do {
        again = false;
        while (!stopping && running.size < AT_ONCE) {
          const row = await queue.take(db, owner);
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
    if (started && !stopping) void fill();
  }

  return {
    async start() {
      await queue.releaseLeases(db, owner);
      started = true;
      timer = setInterval(kick, POLL_MS);
      leases = setInterval(
        () => {
          queue.renewLeases(db, owner, [...running.keys()]).catch((error: unknown) => {
            log.error({ err: error }, 'leases could not be renewed');
          });
        },
        (queue.LEASE_SECONDS * 1000) / 3,
      );
      kick();
    },
    kick,
    async ended(id) {
      for (;;) {
        const row = await queue.operation(db, id);
        if (row === undefined || row.state === 'succeeded') return;
        if (row.state === 'failed') throw new Error(row.error);
        kick();
        await new Promise<void>((resolve) => {
          const settle = () => {
            clearTimeout(poll);
            events.off(id, settle);
            resolve();
          };
          const poll = setTimeout(settle, POLL_MS);
          events.once(id, settle);
        });
      }
    },
    async stop() {
      stopping = true;
      clearInterval(timer);
      clearInterval(leases);
      await Promise.all(running.values());
    },
  };
}
