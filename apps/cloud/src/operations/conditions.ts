/** Stores the conditions that the driver reports of running workspaces: deaths, restarts, and when it gave up. */
import { eq, sql } from 'drizzle-orm';
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core';
import type { BaseLogger } from 'pino';
import type { Db } from '../database/database.ts';
import { workspaces } from '../database/schema.ts';
import type { Driver, WorkspaceCondition } from '../drivers/driver.ts';
import { writeWorkspace } from './workspace-state.ts';

export interface Conditions {
  /** Stores the present condition of a workspace, which may have died while an operation held its status. */
  look(workspaceId: string): Promise<void>;
  /** Looks again at the workspaces whose condition could not be stored, since the database was away, say. */
  lookAgain(): Promise<void>;
  stop(): void;
}

const DIED = 'The server stopped unexpectedly';

function changeFor(condition: WorkspaceCondition): PgUpdateSetSource<typeof workspaces> | undefined {
  switch (condition.state) {
    case 'running':
      return {
        restarts: condition.restarts,
        // Clears only the message on a death; the reason why an action failed stays.
        errMessage: sql`case when ${workspaces.errMessage} like ${`${DIED}%`} then '' else ${workspaces.errMessage} end`,
        conditionType: condition.degraded === true ? 'Degraded' : 'Normal',
      };
    case 'starting': {
      const { restarts, lastExit } = condition;
      const why = lastExit === undefined ? '' : ` (${lastExit})`;
      return restarts === 0
        ? undefined
        : { restarts, errMessage: `${DIED}${why} and is being started again.` };
    }
    case 'failed':
      return { restarts: condition.restarts, status: 'Error', errMessage: condition.reason };
    case 'stopped':
      return undefined;
  }
}

/**
 * Watches the driver. Only rows of Active workspaces are written; the others belong to an operation.
 * @param changed called with each workspace whose row has changed
 */
export function watchConditions(
  db: Db,
  driver: Driver,
  log: BaseLogger,
  changed: (workspaceId: string) => void,
): Conditions {
  const last = new Map<string, Promise<void>>();
  const missed = new Set<string>();
  const apply = async (workspaceId: string, condition: WorkspaceCondition) => {
    const change = changeFor(condition);
    if (change === undefined) return;
    const row = await writeWorkspace(db, workspaceId, change, eq(workspaces.status, 'Active'));
    if (row !== undefined) changed(workspaceId);
  };
  /** Stores the conditions of a workspace one after the other, in the order in which they came. */
  const queue = (workspaceId: string, condition: WorkspaceCondition): Promise<void> => {
    const done = (last.get(workspaceId) ?? Promise.resolve())
      .then(() => apply(workspaceId, condition))
      .catch((error: unknown) => {
        missed.add(workspaceId);
        log.error({ err: error, workspace: workspaceId }, 'condition could not be stored yet');
      });
    last.set(workspaceId, done);
    return done;
  };
  const stop = driver.watch((workspaceId, condition) => void queue(workspaceId, condition));
  const look = (workspaceId: string) => queue(workspaceId, driver.condition(workspaceId));
  return {
    look,
    async lookAgain() {
      const again = [...missed];
      missed.clear();
      await Promise.all(again.map(look));
    },
    stop,
  };
}
