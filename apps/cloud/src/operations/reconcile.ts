/** Reconciles the running workspaces with the database when the control plane starts. */
import type { WorkspaceStatus } from '@acacia/contract';
import { and, eq, inArray } from 'drizzle-orm';
import type { Db } from '../database/database.ts';
import { operations, workspaces, type OperationKind } from '../database/schema.ts';
import type { Driver } from '../drivers/driver.ts';
import { STATUS_DURING } from './operation.ts';
import { enqueue, OPEN, type OperationRow } from './queue.ts';
import { endLostUsage } from './usage.ts';
import { writeWorkspace, type WorkspaceRow } from './workspace-state.ts';

/** The operation that brings a workspace out of each status when no operation is doing so. */
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

/** Whether an operation will change the status of its workspace, or is leased to another live control plane. */
const seesToIt = (owner: string) => (operation: OperationRow) =>
  STATUS_DURING[operation.kind] !== null ||
  (operation.state === 'running' &&
    operation.leaseOwner !== owner &&
    operation.leaseUntil !== null &&
    operation.leaseUntil > new Date());

/** Enqueues an operation before the workspace's interrupted ones, which need the workspace to run. */
async function enqueueFirst(tx: Db, kind: OperationKind, row: WorkspaceRow): Promise<void> {
  const id = await enqueue(tx, { kind, workspaceId: row.id, databaseId: row.databaseId, actor: 'acacia' });
  const ofWorkspace = and(eq(operations.workspaceId, row.id), inArray(operations.state, [...OPEN]));
  const [oldest] = await tx
    .select()
    .from(operations)
    .where(ofWorkspace)
    .orderBy(operations.createdAt)
    .limit(1);
  if (oldest === undefined || oldest.id === id) return;
  await tx
    .update(operations)
    .set({ state: 'queued', leaseOwner: null, leaseUntil: null })
    .where(and(ofWorkspace, eq(operations.state, 'running')));
  const before = new Date(oldest.createdAt.getTime() - 1);
  await tx.update(operations).set({ createdAt: before }).where(eq(operations.id, id));
}

/**
 * Starts Active workspaces again, in the background; Idle and Stopped ones stay down. Interrupted operations are still
 * in the queue and go on by themselves.
 * @param owner this control plane's name in leases
 */
export async function reconcile(db: Db, driver: Driver, owner: string): Promise<void> {
  await db.transaction(async (tx) => {
    // Their locks come before those of their usage, as in each change of a workspace.
    const all = await tx.select().from(workspaces).orderBy(workspaces.id).for('update');
    const running = all.filter(({ id }) => driver.condition(id).state === 'running');
    await endLostUsage(
      tx,
      running.map(({ id }) => id),
    );
    const open = await tx
      .select()
      .from(operations)
      .where(inArray(operations.state, [...OPEN]));
    const busy = new Set(open.filter(seesToIt(owner)).map(({ workspaceId }) => workspaceId));
    for (const row of all) {
      if (busy.has(row.id)) continue;
      const kind = NEXT[row.status];
      if (kind === undefined) continue;
      const status = STATUS[row.status];
      if (status !== undefined) await writeWorkspace(tx, row.id, { status });
      await enqueueFirst(tx, kind, row);
    }
  });
}
