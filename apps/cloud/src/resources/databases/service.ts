/** Creates, renames and removes databases. */
import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type { Db } from '../../database/database.ts';
import { backups, databases, workspaces } from '../../database/schema.ts';
import { notFound, problem } from '../../errors/problem.ts';
import { withUniqueName } from '../../http/unique.ts';
import { keepName } from '../../operations/gone.ts';
import { enqueue } from '../../operations/queue.ts';
import { holdWorkgroup } from '../../policies/locks.ts';
import { ErasePayload } from './performers.ts';

const unique = (name: string, field: string) => ({ constraint: 'databases_name', field, name });

/** Creates a database. @returns its id @throws Problem Conflict when the name is taken */
export async function createDatabase(tx: Db, workgroupId: string, name: string): Promise<string> {
  await holdWorkgroup(tx, workgroupId);
  const id = randomUUID();
  await withUniqueName(unique(name, 'name'), () => tx.insert(databases).values({ id, workgroupId, name }));
  return id;
}

/** @throws Problem when there is none, or the name is taken */
export async function renameDatabase(tx: Db, id: string, name: string): Promise<{ before: string }> {
  const [row] = await tx.select().from(databases).where(eq(databases.id, id)).for('update');
  if (row === undefined) throw notFound('database');
  await withUniqueName(unique(name, 'tg_database_name'), () =>
    tx.update(databases).set({ name }).where(eq(databases.id, id)),
  );
  return { before: row.name };
}

/**
 * Removes a database; an operation deletes its data, snapshots and backups.
 * @throws Problem Conflict while a workspace opens it
 */
export async function removeDatabase(tx: Db, id: string, actor: string): Promise<{ name: string }> {
  const [row] = await tx.select().from(databases).where(eq(databases.id, id)).for('update');
  if (row === undefined) throw notFound('database');
  const [user] = await tx.select().from(workspaces).where(eq(workspaces.databaseId, id)).limit(1);
  if (user !== undefined) {
    throw problem('databaseInUse', { name: row.name, workspace: user.name });
  }
  const held = await tx.select({ id: backups.id }).from(backups).where(eq(backups.databaseId, id));
  const payload = ErasePayload.parse({ backupIds: held.map((backup) => backup.id) });
  await keepName(tx, databases, id);
  await tx.delete(databases).where(eq(databases.id, id));
  await enqueue(tx, { kind: 'delete-database', workspaceId: null, databaseId: id, actor, payload });
  return { name: row.name };
}
