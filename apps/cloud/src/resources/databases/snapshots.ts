/**
 * Copies of databases that read-only workspaces show. A snapshot's row is written before it is taken and goes
 * away after it was removed, so that whatever happens to the process, every copy has a row that knows it.
 */
import { randomUUID } from 'node:crypto';
import { and, eq, gt, inArray, notExists, sql } from 'drizzle-orm';
import type { Db } from '../../database/database.ts';
import { operations, snapshots, workspaces } from '../../database/schema.ts';
import type { Driver } from '../../drivers/driver.ts';
import { OPEN } from '../../operations/queue.ts';

/** Its size until it has been taken. */
const NOT_TAKEN = 0;

/** Notes a snapshot that is to be taken for a read-only workspace. Returns its id. */
export async function planSnapshot(tx: Db, databaseId: string, workspaceId: string): Promise<string> {
  const id = randomUUID();
  await tx.insert(snapshots).values({ id, databaseId, workspaceId, sizeBytes: NOT_TAKEN });
  return id;
}

/** Whether it can be shown. */
export const isTaken = gt(snapshots.sizeBytes, NOT_TAKEN);

/** The workspace that writes the database, with its status. */
export async function writerOf(db: Db, databaseId: string) {
  const [writer] = await db
    .select({ id: workspaces.id, name: workspaces.name, status: workspaces.status })
    .from(workspaces)
    .where(and(eq(workspaces.databaseId, databaseId), eq(workspaces.isRw, true)));
  return writer;
}

/** Takes a snapshot that was planned; one that was taken already stays as it is. */
export async function takePlanned(db: Db, driver: Driver, snapshotId: string): Promise<void> {
  const [row] = await db.select().from(snapshots).where(eq(snapshots.id, snapshotId));
  if (row === undefined) throw new Error('The snapshot of the database is not there any more.');
  if (row.sizeBytes > NOT_TAKEN) return;
  const writer = await writerOf(db, row.databaseId);
  const source = { databaseId: row.databaseId, workspaceId: writer?.id ?? null };
  const { sizeBytes } = await driver.takeSnapshot(source, snapshotId);
  await db.update(snapshots).set({ sizeBytes, createdAt: new Date() }).where(eq(snapshots.id, snapshotId));
}

async function remove(db: Db, driver: Driver, ids: readonly { id: string; databaseId: string }[]) {
  for (const { id, databaseId } of ids) {
    await driver.deleteSnapshot(databaseId, id);
    await db.delete(snapshots).where(eq(snapshots.id, id));
  }
}

/** Removes every snapshot that was taken or planned for a workspace. */
export async function removeSnapshotsFor(db: Db, driver: Driver, workspaceId: string): Promise<void> {
  await remove(db, driver, await db.select().from(snapshots).where(eq(snapshots.workspaceId, workspaceId)));
}

/**
 * Removes the snapshots that no workspace shows and no open operation is about to.
 * @param workspaceId only of this one
 */
export async function sweepSnapshots(db: Db, driver: Driver, workspaceId?: string): Promise<void> {
  const shown = db
    .select({ one: sql`1` })
    .from(workspaces)
    .where(eq(workspaces.snapshotId, snapshots.id));
  const wanted = db
    .select({ one: sql`1` })
    .from(operations)
    .where(
      and(
        inArray(operations.state, [...OPEN]),
        sql`${operations.payload} ->> 'snapshotId' = ${snapshots.id}`,
      ),
    );
  const rows = await db
    .select()
    .from(snapshots)
    .where(
      and(
        workspaceId === undefined ? undefined : eq(snapshots.workspaceId, workspaceId),
        notExists(shown),
        notExists(wanted),
      ),
    );
  await remove(db, driver, rows);
}
