/** Performers that take, delete and restore backups. */
import { and, desc, eq } from 'drizzle-orm';
import type { Db } from '../../database/database.ts';
import { backups, databases, operations, organizations, workgroups } from '../../database/schema.ts';
import type { Performance, Performer, Step } from '../../operations/performer.ts';
import { databaseOf, enqueue, type OperationRow } from '../../operations/queue.ts';
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
  async steps({ operation, driver, db, catalog }) {
    const { backup_id: id, workspace_id: workspaceId } = BackupPayload.parse(operation.payload);
    const databaseId = databaseOf(operation);
    const row = await findBackup(db, id);
    if (row === undefined) return [];
    return [
      {
        name: 'Copying the data into the store',
        async do() {
          const { sizeBytes, manifest } = await driver.backUp({ databaseId, workspaceId }, id);
          const keep = await autoLimit(db, catalog, databaseId);
          return async (tx) => {
            const finishedAt = new Date();
            const ended = { status: 'Succeed' as const, message: '', sizeBytes, manifest, finishedAt };
            await tx.update(backups).set(ended).where(eq(backups.id, id));
            if (row.isAutomatic) await eraseOld(tx, databaseId, keep);
          };
        },
      },
    ];
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
    if (row === undefined || row.status === 'Failed') await driver.deleteBackup(id, databaseOf(operation));
  },
};

const deleteBackup: Performer = {
  retries: ERASE_RETRIES,
  async steps({ operation, driver }) {
    const { backup_id: id } = DeleteBackupPayload.parse(operation.payload);
    return [{ name: 'Erasing the backup', do: () => driver.deleteBackup(id, databaseOf(operation)) }];
  },
};

interface Task extends Performance {
  readonly payload: RestorePayload;
  readonly workspace: WorkspaceRow;
  /** The driver's record of the backup. */
  readonly manifest: unknown;
}

/** Restores in place. The data are replaced atomically: before that, and after any failure, they are the old ones. */
function inPlace({ driver, db, catalog, payload, workspace, manifest }: Task): Step[] {
  const { id, databaseId } = workspace;
  const start = () => driver.start(specOf(catalog, workspace));
  return [
    {
      name: 'Stopping the server',
      do: () => driver.stop(id),
      undo: {
        name: 'Starting the server on the data as they were',
        async do(failure) {
          await start();
          const errMessage = `The restore failed, and the data are as they were: ${failure}`;
          return async (tx) => {
            await moveStatus(tx, id, 'Updating', { status: 'Active', restarts: 0, errMessage });
          };
        },
      },
    },
    {
      name: 'Fetching, checking and putting back the data',
      do: () => driver.restore(payload.backup_id, payload.from, manifest, databaseId),
      final: true,
    },
    {
      name: 'Starting the server',
      async do() {
        await start();
        const writeSolutions = await solutionsAfterRestore(db, driver, id);
        return async (tx) => {
          await writeSolutions(tx);
          await moveStatus(tx, id, 'Updating', { status: 'Active', restarts: 0 });
        };
      },
    },
  ];
}

/** Restores into a new database; its workspace is first started after that. */
function intoNew({ operation, driver, db, catalog, payload, workspace, manifest }: Task): Step[] {
  const { id, databaseId } = workspace;
  const fill: Step = {
    name: 'Fetching and checking the data',
    async do() {
      await driver.restore(payload.backup_id, payload.from, manifest, databaseId);
      const filled: RestorePayload = { ...payload, filled: true };
      await db.update(operations).set({ payload: filled }).where(eq(operations.id, operation.id));
    },
  };
  return [
    { name: 'Preparing', do: () => makeDatabase(db, driver, databaseId) },
    ...(payload.filled === true ? [] : [fill]),
    {
      name: 'Starting the server',
      async do() {
        await driver.start(specOf(catalog, workspace));
        return async (tx) => {
          await moveStatus(tx, id, 'Pending', { status: 'Active', restarts: 0 });
        };
      },
    },
  ];
}

/** Removes a new workspace whose data could not be restored: started later, it would be empty. */
async function undoNew(tx: Db, operation: OperationRow): Promise<void> {
  const { actor, workspaceId } = operation;
  const databaseId = databaseOf(operation);
  if (workspaceId === null) return;
  const row = await findWorkspace(tx, workspaceId);
  // A workspace that is being terminated belongs to that operation.
  if (row?.status !== 'Pending') return;
  await eraseWorkspace(tx, workspaceId);
  await tx.delete(databases).where(eq(databases.id, databaseId));
  await enqueue(tx, { kind: 'delete-database', workspaceId: null, databaseId, actor });
}

const restore: Performer = {
  async steps(performance) {
    const { operation, db } = performance;
    const payload = RestorePayload.parse(operation.payload);
    const workspace = await findWorkspace(db, operation.workspaceId ?? '');
    if (workspace === undefined) return [];
    const backupRow = await findBackup(db, payload.backup_id);
    if (backupRow === undefined) throw new Error('The backup was deleted before it was restored.');
    const task = { ...performance, payload, workspace, manifest: backupRow.manifest };
    return payload.into === 'new' ? intoNew(task) : inPlace(task);
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
