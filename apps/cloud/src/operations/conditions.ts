/** Shows what the driver sees of a running workspace: deaths, restarts, and when it gave up. */
import { eq, sql } from 'drizzle-orm';
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core';
import type { BaseLogger } from 'pino';
import type { Db } from '../database/database.ts';
import { workspaces } from '../database/schema.ts';
import type { Driver, WorkspaceCondition } from '../drivers/driver.ts';
import { writeWorkspace } from './workspace-state.ts';

interface Conditions {
  /** Looks at a workspace now: it may have died while an operation held its status. */
  look(workspaceId: string): Promise<void>;
  stop(): void;
}

const DIED = 'The server stopped unexpectedly';

function changeFor(condition: WorkspaceCondition): PgUpdateSetSource<typeof workspaces> | undefined {
  switch (condition.state) {
    case 'running':
      return {
        restarts: condition.restarts,
        // Only what was said of the death: why an action failed stays.
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
 * Watches the driver; only an Active workspace is touched, the others belong to an operation.
 * @param changed told of workspaces whose status has changed
 */
export function watchConditions(
  db: Db,
  driver: Driver,
  log: BaseLogger,
  changed: (workspaceId: string) => void,
): Conditions {
  const last = new Map<string, Promise<void>>();
  const apply = async (workspaceId: string, condition: WorkspaceCondition) => {
    const change = changeFor(condition);
    if (change === undefined) return;
    await writeWorkspace(db, workspaceId, change, eq(workspaces.status, 'Active'));
    if (change.status !== undefined) changed(workspaceId);
  };
  /** One after the other for a workspace, in the order in which they came. */
  const queue = (workspaceId: string, condition: WorkspaceCondition): Promise<void> => {
    const done = (last.get(workspaceId) ?? Promise.resolve())
      .then(() => apply(workspaceId, condition))
      .catch((error: unknown) => {
        log.error({ err: error, workspace: workspaceId }, 'condition could not be stored');
      });
    last.set(workspaceId, done);
    return done;
  };
  const stop = driver.watch((workspaceId, condition) => void queue(workspaceId, condition));
  return { look: (workspaceId) => queue(workspaceId, driver.condition(workspaceId)), stop };
}
