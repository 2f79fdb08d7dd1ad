/** A workspace's row: the one place that writes its status, and with it what is charged. */
import type { WorkspaceStatus } from '@acacia/contract';
import { and, eq, type SQL } from 'drizzle-orm';
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core';
import type { Db } from '../database/database.ts';
import { workgroups, workspaces } from '../database/schema.ts';
import type { WorkspaceSpec } from '../drivers/driver.ts';
import type { Catalog } from '../resources/catalog/catalog.ts';
import { endUsage, meter } from './usage.ts';

export type WorkspaceRow = typeof workspaces.$inferSelect;
export type WorkspaceChange = Partial<Omit<typeof workspaces.$inferInsert, 'id'>>;

export async function findWorkspace(db: Db, id: string): Promise<WorkspaceRow | undefined> {
  const [row] = await db.select().from(workspaces).where(eq(workspaces.id, id));
  return row;
}

/** The workgroup of a workspace, and its organisation. */
export async function groupOf(
  db: Db,
  workspaceId: string,
): Promise<{ id: string; orgId: string } | undefined> {
  const [row] = await db
    .select({ id: workgroups.id, orgId: workgroups.orgId })
    .from(workspaces)
    .innerJoin(workgroups, eq(workgroups.id, workspaces.workgroupId))
    .where(eq(workspaces.id, workspaceId));
  return row;
}

/** @returns the row as it is now; undefined when the condition did not hold */
export async function writeWorkspace(
  db: Db,
  id: string,
  change: PgUpdateSetSource<typeof workspaces>,
  condition?: SQL,
): Promise<WorkspaceRow | undefined> {
  return db.transaction(async (tx) => {
    const [row] = await tx
      .update(workspaces)
      .set(change)
      .where(and(eq(workspaces.id, id), condition))
      .returning();
    if (row !== undefined) await meter(tx, row);
    return row;
  });
}

/** Moves a workspace on from a status; one that has another status by now stays. */
export async function moveStatus(
  db: Db,
  id: string,
  from: WorkspaceStatus,
  to: WorkspaceChange & { readonly status: WorkspaceStatus },
): Promise<boolean> {
  const change = { errMessage: '', ...to, lastModifiedAt: new Date() };
  return (await writeWorkspace(db, id, change, eq(workspaces.status, from))) !== undefined;
}

export async function eraseWorkspace(tx: Db, id: string): Promise<void> {
  await tx.delete(workspaces).where(eq(workspaces.id, id));
  await endUsage(tx, id);
}

/** What the driver is to run for a workspace. */
export function specOf(catalog: Catalog, row: WorkspaceRow): WorkspaceSpec {
  return {
    workspaceId: row.id,
    databaseId: row.databaseId,
    snapshotId: row.snapshotId,
    replicas: row.enableHa ? catalog.replicas(row.workspaceTypeName) : 1,
    version: row.tgVersion,
    ...catalog.resources(row.workspaceTypeName),
  };
}
