/** At start: makes what runs agree with what the database says. */
import type { WorkspaceStatus } from '@acacia/contract';
import { eq, inArray, notInArray } from 'drizzle-orm';
import type { Db } from '../database/database.ts';
import { operations, workspaces } from '../database/schema.ts';
import type { OperationKind } from './operation.ts';
import { enqueue, OPEN } from './queue.ts';

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
export async function reconcile(db: Db): Promise<void> {
  await db.transaction(async (tx) => {
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
      if (status !== undefined) await tx.update(workspaces).set({ status }).where(eq(workspaces.id, row.id));
      await enqueue(tx, { kind, workspaceId: row.id, databaseId: row.databaseId, actor: 'acacia' });
    }
  });
}
