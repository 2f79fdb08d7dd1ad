/** Performers that take, delete and restore backups. */
import { and, desc, eq } from 'drizzle-orm';
import type { Db } from '../../database/database.ts';
import { backups, databases, operations, organizations, workgroups } from '../../database/schema.ts';
import { Undone, type Ending, type Performance, type Performer } from '../../operations/performer.ts';
import { enqueue, type OperationRow } from '../../operations/queue.ts';
import {
  eraseWorkspace,
  findWorkspace,
  moveStatus,
  specOf,
  type WorkspaceRow,
} from '../../operations/workspace-state.ts';
import type { Catalog } from '../../catalog/catalog.ts';
import { makeDatabase } from '../databases/make.ts';
import { solutionsAfterRestore } from '../solutions/after-restore.ts';
import { BackupPayload, DeleteBackupPayload, RestorePayload } from './payloads.ts';
import { eraseBackups } from './service.ts';
import { tellable } from '../../errors/tellable.ts';

const nothing: Ending = async () => undefined;
/** Retries of a backup, because stores and networks may come back. */
const BACKUP_RETRIES = 3;
/** Retries of a deletion, for about half an hour. */
const ERASE_RETRIES = 10;

async function findBackup(db: Db, id: string): Promise<typeof backups.$inferSelect | undefined> {
  const [row] = await db.select().from(backups).where(eq(backups.id, id));
  return row;
}

/** Number of automatic backups that the organisation's tier keeps of each database. */
async function autoLimit(db: Db, catalog: Catalog, databaseId: string): Promise<number> {
  const [row] = await db
    .select({ tier: organizations.tier })
    .from(databases)
    .innerJoin(workgroups, eq(workgroups.id, databases.workgroupId))
    .innerJoin(organizations, eq(organizations.id, workgroups.orgId))
    .where(eq(databases.id, databaseId));
  return row === undefined ? 0 : catalog.quota(row.tier).auto_backups;
}

/** Deletes the oldest automatic backups beyond `keep`; failed ones are counted apart. */
async function eraseOld(tx: Db, databaseId: string, keep: number): Promise<void> {
  const rows = await tx
    .select()
    .from(backups)
    .where(and(eq(backups.databaseId, databaseId), eq(backups.isAutomatic, true)))
    .orderBy(desc(backups.createdAt), desc(backups.id));
  const succeeded = rows.filter(({ status }) => status === 'Succeed');
  const came = rows.filter(({ status }) => status === 'Failed' || status === 'Forbidden');
  await eraseBackups(tx, [...succeeded.slice(keep), ...came.slice(keep)], 'acacia');
}

const backup: Performer = {
  retries: BACKUP_RETRIES,
  async perform({ operation, driver, db, catalog, step }) {
    const { backup_id: id, workspace_id: workspaceId } = BackupPayload.parse(operation.payload);
    const { databaseId } = operation;
    const row = await findBackup(db, id);
    if (row === undefined) return nothing;
    await step('Copying the data into the store');
    const { sizeBytes, manifest } = await driver.backUp({ databaseId, workspaceId }, id);
    const keep = await autoLimit(db, catalog, databaseId);
    return async (tx) => {
      const ended = { status: 'Succeed' as const, message: '', sizeBytes, manifest, finishedAt: new Date() };
      await tx.update(backups).set(ended).where(eq(backups.id, id));
      if (row.isAutomatic) await eraseOld(tx, databaseId, keep);
    };
  },
  async failed(tx, { payload }, message) {
    const ended = { status: 'Failed' as const, message, finishedAt: new Date() };
    await tx
      .update(backups)
      .set(ended)
      .where(eq(backups.id, BackupPayload.parse(payload).backup_id));
  },
  /** Deletes the files of a failed backup, or of one whose database was deleted meanwhile. */
  async after({ operation, driver, db }) {
    const { backup_id: id } = BackupPayload.parse(operation.payload);
    const row = await findBackup(db, id);
    if (row === undefined || row.status === 'Failed') await driver.deleteBackup(id, operation.databaseId);
  },
};

const deleteBackup: Performer = {
  retries: ERASE_RETRIES,
  async perform({ operation, driver, step }) {
    const { backup_id: id } = DeleteBackupPayload.parse(operation.payload);
    await step('Erasing the backup');
    await driver.deleteBackup(id, operation.databaseId);
    return nothing;
  },
};

interface Task extends Performance {
  readonly payload: RestorePayload;
  readonly workspace: WorkspaceRow;
  /** The driver's record of the backup. */
  readonly manifest: unknown;
}

/** Restores in place. The data are replaced atomically: before that, and after any failure, they are the old ones. */
async function restoreInPlace(task: Task): Promise<Ending> {
  const { driver, db, catalog, step, payload, workspace, manifest } = task;
  const start = () => driver.start(specOf(catalog, workspace));
  await step('Stopping the server');
  await driver.stop(workspace.id);
  try {
    await step('Fetching, checking and putting back the data');
    await driver.restore(payload.backup_id, payload.from, manifest, workspace.databaseId);
  } catch (error) {
    await step('Starting the server on the data as they were');
    await start();
    throw new Undone(error, async (tx) => {
      const errMessage = `The restore failed, and the data are as they were: ${tellable(error)}`;
      await moveStatus(tx, workspace.id, 'Updating', { status: 'Active', restarts: 0, errMessage });
    });
  }
  await step('Starting the server');
  await start();
  const writeSolutions = await solutionsAfterRestore(db, driver, workspace.id);
  return async (tx) => {
    await writeSolutions(tx);
    await moveStatus(tx, workspace.id, 'Updating', { status: 'Active', restarts: 0 });
  };
}

/** Restores into a new database; its workspace is first started after that. */
async function restoreIntoNew(task: Task): Promise<Ending> {
  const { operation, driver, db, catalog, step, payload, workspace, manifest } = task;
  await step('Preparing');
  await makeDatabase(db, driver, workspace.databaseId);
  if (payload.filled !== true) {
    await step('Fetching and checking the data');
    await driver.restore(payload.backup_id, payload.from, manifest, workspace.databaseId);
    const filled: RestorePayload = { ...payload, filled: true };
    await db.update(operations).set({ payload: filled }).where(eq(operations.id, operation.id));
  }
  await step('Starting the server');
  await driver.start(specOf(catalog, workspace));
  return async (tx) => {
    await moveStatus(tx, workspace.id, 'Pending', { status: 'Active', restarts: 0 });
  };
}

/** Removes a new workspace whose data could not be restored: started later, it would be empty. */
async function undoNew(tx: Db, { actor, databaseId, workspaceId }: OperationRow): Promise<void> {
  if (workspaceId === null) return;
  const row = await findWorkspace(tx, workspaceId);
  // A workspace that is being terminated belongs to that operation.
  if (row?.status !== 'Pending') return;
  await eraseWorkspace(tx, workspaceId);
  await tx.delete(databases).where(eq(databases.id, databaseId));
  await enqueue(tx, { kind: 'delete-database', workspaceId: null, databaseId, actor });
}

const restore: Performer = {
  async perform(performance) {
    const { operation, db } = performance;
    const payload = RestorePayload.parse(operation.payload);
    const workspace = await findWorkspace(db, operation.workspaceId ?? '');
    if (workspace === undefined) return nothing;
    const backupRow = await findBackup(db, payload.backup_id);
    if (backupRow === undefined) throw new Error('The backup was deleted before it was restored.');
    const task = { ...performance, payload, workspace, manifest: backupRow.manifest };
    return payload.into === 'new' ? restoreIntoNew(task) : restoreInPlace(task);
  },
  async failed(tx, row, errMessage) {
    if (row.workspaceId === null) return;
    const [now] = await tx.select().from(operations).where(eq(operations.id, row.id));
    const { into, filled } = RestorePayload.parse((now ?? row).payload);
    if (into === 'new' && filled !== true) return undoNew(tx, row);
    const status = into === 'new' ? 'Pending' : 'Updating';
    await moveStatus(tx, row.workspaceId, status, { status: 'Error', errMessage });
  },
  /** Removes files of the driver when the workspace no longer exists. */
  async after({ operation: { workspaceId }, driver, db }) {
    if (workspaceId === null || (await findWorkspace(db, workspaceId)) !== undefined) return;
    await driver.delete(workspaceId);
  },
};

export const backupPerformers: Readonly<Record<'backup' | 'delete-backup' | 'restore', Performer>> = {
  backup,
  'delete-backup': deleteBackup,
  restore,
};
