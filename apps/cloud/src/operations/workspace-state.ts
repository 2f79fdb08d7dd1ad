/** Reads and writes rows of workspaces: the only place that writes a status, and with it the usage intervals. */
import type { WorkspaceStatus } from '@acacia/contract';
import { and, eq, type SQL } from 'drizzle-orm';
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core';
import type { Db } from '../database/database.ts';
import { workgroups, workspaces } from '../database/schema.ts';
import type { WorkspaceSpec } from '../drivers/driver.ts';
import type { Catalog } from '../catalog/catalog.ts';
import { keepName } from './gone.ts';
import { endUsage, meter } from './usage.ts';

export type WorkspaceRow = typeof workspaces.$inferSelect;
export type WorkspaceChange = Partial<Omit<typeof workspaces.$inferInsert, 'id'>>;

export async function findWorkspace(db: Db, id: string): Promise<WorkspaceRow | undefined> {
  const [row] = await db.select().from(workspaces).where(eq(workspaces.id, id));
  return row;
}

/** Ids of a workspace's workgroup and organisation; undefined when there is no such workspace. */
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

/**
 * Updates a workspace's row and its usage intervals in one transaction.
 * @returns the row as it is now; undefined when the condition did not hold
 */
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

/** Changes a workspace from one status to another; resolves with false when it no longer has the first. */
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
  await keepName(tx, workspaces, id);
  await tx.delete(workspaces).where(eq(workspaces.id, id));
  await endUsage(tx, id);
}

/** The driver's spec of a workspace. */
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
