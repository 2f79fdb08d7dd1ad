/** Reads backups and presents them as the API does. They belong to the database, whichever workspace has it open. */
import { BACKUP_ENDED, type Backup, type BackupStatus, type BackupTaskStatus } from '@acacia/contract';
import { and, asc, desc, eq, inArray } from 'drizzle-orm';
import type { Db } from '../../database/database.ts';
import { backups, operations } from '../../database/schema.ts';
import { notFound } from '../../errors/problem.ts';
import { databaseOf, OPEN, type OperationRow } from '../../operations/queue.ts';
import { findWorkspace, type WorkspaceRow } from '../../operations/workspace-state.ts';
import { backupProgress, progressOf } from './status.ts';

type BackupRow = typeof backups.$inferSelect;

/** A backup with its present status. */
export interface KnownBackup {
  readonly row: BackupRow;
  readonly status: BackupStatus;
  readonly message: string;
}

/** Whether a backup counts against the quota and occupies its name; failed ones do not. */
export const isKept = ({ status }: { readonly status: BackupStatus }): boolean =>
  status !== 'Failed' && status !== 'Forbidden';

async function openOperations(db: Db, databaseId: string): Promise<OperationRow[]> {
  return db
    .select()
    .from(operations)
    .where(and(eq(operations.databaseId, databaseId), inArray(operations.state, [...OPEN])))
    .orderBy(asc(operations.createdAt));
}

/** The backups of a database, newest first. */
export async function backupsOf(db: Db, databaseId: string): Promise<KnownBackup[]> {
  const rows = await db
    .select({ row: backups, operation: operations })
    .from(backups)
    .leftJoin(operations, eq(operations.id, backups.operationId))
    .where(eq(backups.databaseId, databaseId))
    .orderBy(desc(backups.createdAt), desc(backups.id));
  const [first] = rows.some(({ row }) => !BACKUP_ENDED.has(row.status))
    ? await openOperations(db, databaseId)
    : [];
  return rows.map(({ row, operation }) => {
    const waits = first !== undefined && first.id !== operation?.id;
    return { row, ...backupProgress(row, operation, waits) };
  });
}

export const presentBackup = ({ row, status, message }: KnownBackup): Backup => ({
  id: row.id,
  tag: row.tag,
  is_automatic: row.isAutomatic,
  status,
  message,
  size_bytes: row.sizeBytes,
  time: row.createdAt.toISOString(),
  type: 'full',
  version: row.version,
  task_id: row.operationId,
});

/** @throws Problem Not-Found when there is no such workspace */
export async function workspaceOf(db: Db, id: string): Promise<WorkspaceRow> {
  const row = await findWorkspace(db, id);
  if (row === undefined) throw notFound('workspace');
  return row;
}

/** The status of a backup or restore by its task id. @throws Problem Not-Found when the workspace has no such task */
export async function taskStatus(db: Db, workspaceId: string, taskId: string): Promise<BackupTaskStatus> {
  const { databaseId } = await workspaceOf(db, workspaceId);
  const backup = (await backupsOf(db, databaseId)).find(({ row }) => row.operationId === taskId);
  const [operation] = await db.select().from(operations).where(eq(operations.id, taskId));
  if (backup !== undefined) {
    return {
      name: 'backup',
      status: backup.status,
      output: backup.message || (operation?.step ?? ''),
      created_at: backup.row.createdAt.toISOString(),
    };
  }
  if (operation === undefined || !['backup', 'restore'].includes(operation.kind)) throw notFound('task');
  // A restore into a new workspace belongs to the backup's workspace as well.
  const { payload } = operation;
  const into = databaseOf(operation);
  if (into !== databaseId && payload['from'] !== databaseId) throw notFound('task');
  const [first] = await openOperations(db, into);
  const { status, message } = progressOf(operation, first !== undefined && first.id !== taskId);
  return {
    name: operation.kind,
    status,
    output: message || operation.step,
    created_at: operation.createdAt.toISOString(),
  };
}
