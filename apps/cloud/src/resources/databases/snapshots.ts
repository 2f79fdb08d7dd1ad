/**
 * Database snapshots, which read-only workspaces show. A snapshot's row is written before the copy is made, and deleted
 * after the copy is removed, so that every copy has a row, even after a crash.
 */
import { randomUUID } from 'node:crypto';
import { and, eq, gt, inArray, notExists, sql } from 'drizzle-orm';
import type { Db } from '../../database/database.ts';
import { operations, snapshots, workspaces } from '../../database/schema.ts';
import type { Driver } from '../../drivers/driver.ts';
import { OPEN } from '../../operations/queue.ts';

/** Size of a snapshot in its row until it has been taken. */
const NOT_TAKEN = 0;

/** Stores the row of a snapshot to be taken for a read-only workspace. Returns its id. */
export async function planSnapshot(tx: Db, databaseId: string, workspaceId: string): Promise<string> {
  const id = randomUUID();
  await tx.insert(snapshots).values({ id, databaseId, workspaceId, sizeBytes: NOT_TAKEN });
  return id;
}

/** Condition that a snapshot has been taken. */
export const isTaken = gt(snapshots.sizeBytes, NOT_TAKEN);

/** The read-write workspace of a database, with its status; undefined: there is none. */
export async function writerOf(db: Db, databaseId: string) {
  const [writer] = await db
    .select({ id: workspaces.id, name: workspaces.name, status: workspaces.status })
    .from(workspaces)
    .where(and(eq(workspaces.databaseId, databaseId), eq(workspaces.isRw, true)));
  return writer;
}

/** Takes a planned snapshot; one that was taken already stays. @throws Error when it has no row any more */
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
 * Removes the snapshots that no workspace shows and no open operation needs.
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
