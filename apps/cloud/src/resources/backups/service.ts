/** Takes, deletes and restores backups by the rules of the specification (part 2, sections 4, 5 and 9). */
import { randomUUID } from 'node:crypto';
import { can, CreateWorkspace, operationDenied, type RestoreBackup } from '@acacia/contract';
import { and, eq, inArray, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { Db } from '../../database/database.ts';
import { backups, databases, operations, workgroups, workspaces } from '../../database/schema.ts';
import { badField, notFound, problem } from '../../errors/problem.ts';
import type { Actor } from '../../identity/person.ts';
import { enqueue, openOperation, OPEN } from '../../operations/queue.ts';
import { writeWorkspace, type WorkspaceRow } from '../../operations/workspace-state.ts';
import type { Catalog } from '../../catalog/catalog.ts';
import { createDatabase } from '../databases/service.ts';
import { organizationOf } from '../identity/store.ts';
import { createWorkspace, type Places } from '../workspaces/create.ts';
import { lockWorkspace } from '../../policies/locks.ts';
import { demand } from '../../policies/states.ts';
import type { BackupPayload, RestorePayload } from './payloads.ts';
import { backupsOf, isKept, type KnownBackup } from './store.ts';

/** Locks the workspace. @throws Problem Conflict when its state does not allow actions on backups */
async function lockForBackups(tx: Db, workspaceId: string): Promise<WorkspaceRow> {
  const row = await lockWorkspace(tx, workspaceId);
  if (row.status !== 'Active') throw problem('backupNeedsActive');
  demand('backup', row);
  return row;
}

/**
 * Begins a manual backup.
 * @returns the id of the new backup
 * @throws Problem when the workspace's state or the quota does not allow it, or the name is taken
 */
export async function createBackup(
  tx: Db,
  catalog: Catalog,
  actor: Actor,
  workspaceId: string,
  name: string,
): Promise<string> {
  const workspace = await lockForBackups(tx, workspaceId);
  const kept = (await backupsOf(tx, workspace.databaseId)).filter(isKept);
  if (kept.some(({ row }) => row.tag === name)) throw badField('name', 'nameTaken', { name });
  const { tier } = await organizationOf(tx, actor.orgId);
  const limit = catalog.quota(tier).manual_backups;
  const used = kept.filter(({ row }) => !row.isAutomatic).length;
  if (used >= limit) {
    throw problem('backupQuota', { limit, used });
  }
  return beginBackup(tx, workspace, { tag: name, isAutomatic: false, actor: actor.email });
}

interface NewBackup {
  readonly tag: string;
  readonly isAutomatic: boolean;
  readonly actor: string;
}

/** Stores a backup and enqueues its operation. @returns the id of the new backup */
export async function beginBackup(tx: Db, workspace: WorkspaceRow, backup: NewBackup): Promise<string> {
  const id = randomUUID();
  const { id: workspaceId, databaseId, tgVersion: version } = workspace;
  const { actor, ...rest } = backup;
  const payload: BackupPayload = { backup_id: id, workspace_id: workspaceId };
  const operationId = await enqueue(tx, {
    kind: 'backup',
    // Of no workspace, so that other operations on the workspace do not wait for the store.
    workspaceId: null,
    databaseId,
    actor,
    payload,
  });
  const values = { id, databaseId, workspaceId, version, operationId, status: 'Scheduled' as const, ...rest };
  await tx.insert(backups).values(values);
  return id;
}

/** Locks a backup of the workspace's database. @throws Problem Not-Found when there is none with this id */
async function lockBackup(tx: Db, databaseId: string, backupId: string): Promise<KnownBackup> {
  await tx.select({ id: backups.id }).from(backups).where(eq(backups.id, backupId)).for('update');
  const found = (await backupsOf(tx, databaseId)).find(({ row }) => row.id === backupId);
  if (found === undefined) throw notFound('backup');
  return found;
}

/**
 * Removes a backup; an operation deletes its files. Returns its tag.
 * @throws Problem when the workspace's state does not allow it, or the backup is being taken or restored
 */
export async function deleteBackup(
  tx: Db,
  workspaceId: string,
  backupId: string,
  actor: string,
): Promise<string> {
  const { databaseId } = await lockForBackups(tx, workspaceId);
  const { row, status } = await lockBackup(tx, databaseId, backupId);
  if (isKept({ status }) && status !== 'Succeed') {
    throw problem('backupBeingTaken', { name: row.tag });
  }
  const [restore] = await tx
    .select({ id: operations.id })
    .from(operations)
    .where(
      and(
        eq(operations.kind, 'restore'),
        inArray(operations.state, [...OPEN]),
        sql`${operations.payload} ->> 'backup_id' = ${backupId}`,
      ),
    );
  if (restore !== undefined) {
    throw problem('backupBeingRestored', { name: row.tag });
  }
  await eraseBackups(tx, [row], actor);
  return row.tag;
}

/** Deletes rows of backups, and enqueues the deletion of their files. */
export async function eraseBackups(
  tx: Db,
  rows: readonly (typeof backups.$inferSelect)[],
  actor: string,
): Promise<void> {
  for (const { id, databaseId } of rows) {
    await tx.delete(backups).where(eq(backups.id, id));
    await enqueue(tx, {
      kind: 'delete-backup',
      workspaceId: null,
      databaseId,
      actor,
      payload: { backup_id: id },
    });
  }
}

interface Restoring {
  readonly taskId: string;
  /** The workspace that gets the data. */
  readonly workspaceId: string;
}

type Wish = z.output<typeof RestoreBackup>;

/**
 * Begins a restore, in place or into a new workspace with a new database.
 * @throws Problem when the backup or the workspace is in no status for it
 */
export async function restoreBackup(
  tx: Db,
  catalog: Catalog,
  actor: Actor,
  workspaceId: string,
  wish: Wish,
  places: Places,
): Promise<Restoring> {
  const workspace = await lockForBackups(tx, workspaceId);
  const { row, status } = await lockBackup(tx, workspace.databaseId, wish.backup_id);
  if (status !== 'Succeed') {
    throw problem('backupNotRestorable', { name: row.tag, status });
  }
  if (wish.new_workspace !== undefined) {
    return restoreIntoNew(tx, catalog, actor, workspace, row.id, wish.new_workspace, places);
  }
  const busy = (await backupsOf(tx, workspace.databaseId)).find(
    (other) => isKept(other) && other.status !== 'Succeed',
  );
  if (busy !== undefined) {
    throw problem('backupBeingTaken', { name: busy.row.tag });
  }
  if ((await openOperation(tx, workspaceId)) !== undefined) {
    throw problem('anotherAction');
  }
  await writeWorkspace(tx, workspaceId, { status: 'Updating', errMessage: '', lastModifiedAt: new Date() });
  const payload: RestorePayload = { backup_id: row.id, from: workspace.databaseId, into: 'itself' };
  const taskId = await enqueue(tx, {
    kind: 'restore',
    workspaceId,
    databaseId: workspace.databaseId,
    actor: actor.email,
    payload,
  });
  return { taskId, workspaceId };
}

async function restoreIntoNew(
  tx: Db,
  catalog: Catalog,
  actor: Actor,
  source: WorkspaceRow,
  backupId: string,
  wish: NonNullable<Wish['new_workspace']>,
  places: Places,
): Promise<Restoring> {
  const { workgroupId } = source;
  for (const permission of ['database.create', 'workspace.create'] as const) {
    if (!can(actor.grants, permission, { workgroup_id: workgroupId })) {
      throw problem('notAllowed', { reason: operationDenied(permission) });
    }
  }
  await checkNames(tx, workgroupId, wish);
  const databaseId = await createDatabase(tx, workgroupId, wish.database_name);
  const known = catalog.versions.some(({ name }) => name === source.tgVersion);
  const settings = CreateWorkspace.parse({
    name: wish.name,
    tg_database_id: databaseId,
    tg_version: known ? source.tgVersion : catalog.newestVersion,
    workspace_type_name: wish.workspace_type_name,
    enable_auto_start: source.enableAutoStart,
    auto_stop_minutes: source.autoStopMinutes,
    maintenance_window_time_zone: source.maintenanceWindowTimeZone,
  });
  const payload: RestorePayload = { backup_id: backupId, from: source.databaseId, into: 'new' };
  let taskId = '';
  const workspaceId = await createWorkspace(tx, catalog, actor, workgroupId, settings, places, async (id) => {
    taskId = await enqueue(tx, { kind: 'restore', workspaceId: id, databaseId, actor: actor.email, payload });
  });
  return { taskId, workspaceId };
}

/** @throws Problem Conflict at the field whose name is taken */
async function checkNames(
  tx: Db,
  workgroupId: string,
  { name, database_name }: NonNullable<Wish['new_workspace']>,
): Promise<void> {
  // The lock prevents others from taking the names before this transaction does.
  await tx.select({ id: workgroups.id }).from(workgroups).where(eq(workgroups.id, workgroupId)).for('update');
  const [workspace] = await tx
    .select({ id: workspaces.id })
    .from(workspaces)
    .where(and(eq(workspaces.workgroupId, workgroupId), eq(workspaces.name, name)));
  if (workspace !== undefined) throw badField('new_workspace.name', 'nameTaken', { name });
  const [database] = await tx
    .select({ id: databases.id })
    .from(databases)
    .where(and(eq(databases.workgroupId, workgroupId), eq(databases.name, database_name)));
  if (database !== undefined) {
    throw badField('new_workspace.database_name', 'nameTaken', { name: database_name });
  }
}
