import type { Database } from '@acacia/contract';
import { asc, eq, inArray } from 'drizzle-orm';
import type { Db } from '../../database/database.ts';
import { databases, workspaces } from '../../database/schema.ts';
import { notFound } from '../../http/problem.ts';
import type { DatabaseSizes } from './sizes.ts';

type DatabaseRow = typeof databases.$inferSelect;

/** Databases as the API shows them. */
async function present(db: Db, rows: readonly DatabaseRow[], sizes: DatabaseSizes): Promise<Database[]> {
  if (rows.length === 0) return [];
  const ids = rows.map((row) => row.id);
  const opened = await db
    .select({ id: workspaces.id, databaseId: workspaces.databaseId })
    .from(workspaces)
    .where(inArray(workspaces.databaseId, ids))
    .orderBy(asc(workspaces.createdAt));
  return Promise.all(
    rows.map(async (row) => ({
      database_id: row.id,
      workgroup_id: row.workgroupId,
      name: row.name,
      is_rw: true,
      create_time: row.createdAt.toISOString(),
      folder_statistics: { billed_size: await sizes(row.id) },
      workspace_ids: opened.filter(({ databaseId }) => databaseId === row.id).map(({ id }) => id),
    })),
  );
}

export async function databasesOf(
  db: Db,
  workgroupIds: readonly string[],
  sizes: DatabaseSizes,
): Promise<Database[]> {
  const rows = await db
    .select()
    .from(databases)
    .where(inArray(databases.workgroupId, [...workgroupIds]))
    .orderBy(asc(databases.createdAt), asc(databases.id));
  return present(db, rows, sizes);
}

export async function databaseById(db: Db, id: string, sizes: DatabaseSizes): Promise<Database> {
  const rows = await db.select().from(databases).where(eq(databases.id, id));
  const [found] = await present(db, rows, sizes);
  if (found === undefined) throw notFound('database');
  return found;
}
