/** The part of a workspace's row that operations move. */
import type { WorkspaceStatus } from '@acacia/contract';
import { and, eq } from 'drizzle-orm';
import type { Db } from '../database/database.ts';
import { workspaces } from '../database/schema.ts';
import type { WorkspaceSpec } from '../drivers/driver.ts';
import { replicasOf, resourcesOf } from '../resources/catalog/catalog.ts';

export type WorkspaceRow = typeof workspaces.$inferSelect;

export async function findWorkspace(db: Db, id: string): Promise<WorkspaceRow | undefined> {
  const [row] = await db.select().from(workspaces).where(eq(workspaces.id, id));
  return row;
}

/** Moves a workspace on from a status; one that has another status by now stays. */
export async function moveStatus(
  db: Db,
  id: string,
  from: WorkspaceStatus,
  to: { readonly status: WorkspaceStatus; readonly errMessage?: string; readonly restarts?: number },
): Promise<boolean> {
  const moved = await db
    .update(workspaces)
    .set({ errMessage: '', ...to, lastModifiedAt: new Date() })
    .where(and(eq(workspaces.id, id), eq(workspaces.status, from)))
    .returning({ id: workspaces.id });
  return moved.length > 0;
}

/** What the driver is to run for a workspace. */
export function specOf(row: WorkspaceRow): WorkspaceSpec {
  const resources = resourcesOf(row.workspaceTypeName);
  if (resources === undefined) throw new Error(`There is no size ${row.workspaceTypeName} any more.`);
  return {
    workspaceId: row.id,
    databaseId: row.databaseId,
    snapshotId: row.snapshotId,
    replicas: row.enableHa ? replicasOf(row.workspaceTypeName) : 1,
    version: row.tgVersion,
    ...resources,
  };
}
