import type { Database } from '@acacia/contract';
import { and, asc, eq, getTableColumns, sql, sum } from 'drizzle-orm';
import { anyOf } from '../../database/any-of.ts';
import type { Db } from '../../database/database.ts';
import { backups, databases, snapshots, workspaces } from '../../database/schema.ts';
import { notFound } from '../../errors/problem.ts';
import { isTaken } from './snapshots.ts';

type DatabaseRow = typeof databases.$inferSelect;

/** Presents databases as the API does. */
async function present(db: Db, rows: readonly DatabaseRow[]): Promise<Database[]> {
  if (rows.length === 0) return [];
  const ids = rows.map((row) => row.id);
  const opened = await db
    .select({ id: workspaces.id, databaseId: workspaces.databaseId })
    .from(workspaces)
    .where(anyOf(workspaces.databaseId, ids))
    .orderBy(asc(workspaces.createdAt));
  const taken = await db
    .select({ snapshot: getTableColumns(snapshots), workspaceName: workspaces.name })
    .from(snapshots)
    .leftJoin(workspaces, eq(workspaces.id, snapshots.workspaceId))
    .where(and(anyOf(snapshots.databaseId, ids), isTaken))
    .orderBy(asc(snapshots.createdAt));
  const kept = await db
    .select({
      databaseId: backups.databaseId,
      bytes: sum(backups.sizeBytes).mapWith(Number),
      whole: sql`count(*) filter (where ${backups.status} = 'Succeed')`.mapWith(Number),
    })
    .from(backups)
    .where(anyOf(backups.databaseId, ids))
    .groupBy(backups.databaseId);
  const snapshotsBy = Map.groupBy(taken, ({ snapshot }) => snapshot.databaseId);
  const keptBy = new Map(kept.map((each) => [each.databaseId, each]));
  const openedBy = Map.groupBy(opened, ({ databaseId }) => databaseId);
  return rows.map((row) => {
    const copies = snapshotsBy.get(row.id) ?? [];
    const total = row.sizeBytes;
    const snapshotSize = copies.reduce((bytes, { snapshot }) => bytes + snapshot.sizeBytes, 0);
    const { bytes: backupSize = 0, whole: backupCount = 0 } = keptBy.get(row.id) ?? {};
    return {
      database_id: row.id,
      workgroup_id: row.workgroupId,
      name: row.name,
      is_rw: true,
      create_time: row.createdAt.toISOString(),
      folder_statistics: {
        billed_size: total + snapshotSize + backupSize,
        total_size: total,
        snapshot_size: snapshotSize,
        backup_size: backupSize,
      },
      workspace_ids: (openedBy.get(row.id) ?? []).map(({ id }) => id),
      snapshots: copies.map(({ snapshot, workspaceName }) => ({
        snapshot_id: snapshot.id,
        workspace_id: snapshot.workspaceId,
        workspace_name: workspaceName,
        create_time: snapshot.createdAt.toISOString(),
        size_bytes: snapshot.sizeBytes,
      })),
      backup_count: backupCount,
    };
  });
}

export async function databasesOf(db: Db, workgroupIds: readonly string[]): Promise<Database[]> {
  const rows = await db
    .select()
    .from(databases)
    .where(anyOf(databases.workgroupId, workgroupIds))
    .orderBy(asc(databases.createdAt), asc(databases.id));
  return present(db, rows);
}

/** @throws Problem when there is none */
export async function databaseById(db: Db, id: string): Promise<Database> {
  const rows = await db.select().from(databases).where(eq(databases.id, id));
  const [found] = await present(db, rows);
  if (found === undefined) throw notFound('database');
  return found;
}
