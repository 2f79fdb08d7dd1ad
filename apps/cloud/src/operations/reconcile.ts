/** At start: makes what runs agree with what the database says. */
import type { WorkspaceStatus } from '@acacia/contract';
import { inArray, notInArray } from 'drizzle-orm';
import type { Db } from '../database/database.ts';
import { operations, workspaces } from '../database/schema.ts';
import type { Driver } from '../drivers/driver.ts';
import type { OperationKind } from './operation.ts';
import { enqueue, OPEN } from './queue.ts';
import { endLostUsage } from './usage.ts';
import { writeWorkspace } from './workspace-state.ts';

/** What gets a workspace out of each status that nothing is at work on. */
const NEXT: Readonly<Partial<Record<WorkspaceStatus, OperationKind>>> = {
  Active: 'resume',
  Pending: 'create',
  Resuming: 'resume',
  Pausing: 'pause',
  Stopping: 'stop',
  Terminating: 'terminate',
  Resizing: 'resize',
  Upgrading: 'upgrade',
  Updating: 'reconfigure',
};

const STATUS: Readonly<Partial<Record<WorkspaceStatus, WorkspaceStatus>>> = { Active: 'Resuming' };

/**
 * Active workspaces are started again, in the background; Idle and Stopped ones stay down. Operations
 * that were cut off are in the queue still and go on by themselves.
 */
export async function reconcile(db: Db, driver: Driver): Promise<void> {
  await db.transaction(async (tx) => {
    const all = await tx.select({ id: workspaces.id }).from(workspaces);
    const running = all.filter(({ id }) => driver.condition(id).state === 'running');
    await endLostUsage(
      tx,
      running.map(({ id }) => id),
    );
    const open = tx
      .select({ id: operations.workspaceId })
      .from(operations)
      .where(inArray(operations.state, [...OPEN]));
    const busy = (await open).flatMap(({ id }) => (id === null ? [] : [id]));
    const rows = await tx.select().from(workspaces).where(notInArray(workspaces.id, busy)).for('update');
    for (const row of rows) {
      const kind = NEXT[row.status];
      if (kind === undefined) continue;
      const status = STATUS[row.status];
      if (status !== undefined) await writeWorkspace(tx, row.id, { status });
      await enqueue(tx, { kind, workspaceId: row.id, databaseId: row.databaseId, actor: 'acacia' });
    }
  });
}
