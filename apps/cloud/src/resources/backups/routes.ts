/** Handlers of calls on backups, restores and backup schedules. */
import type { HandlersOf } from '../../http/call.ts';
import { notFound } from '../../errors/problem.ts';
import type { Catalog } from '../../catalog/catalog.ts';
import type { Places } from '../workspaces/create.ts';
import { changeSchedule, scheduleOf } from './schedules.ts';
import { createBackup, deleteBackup, restoreBackup } from './service.ts';
import { backupsOf, presentBackup, taskStatus, workspaceOf } from './store.ts';

type Calls =
  | 'listBackups'
  | 'createBackup'
  | 'deleteBackup'
  | 'getBackupSchedule'
  | 'updateBackupSchedule'
  | 'restoreBackup'
  | 'getBackupTaskStatus';

export const backupHandlers = (catalog: Catalog, places: Places): HandlersOf<Calls> => ({
  listBackups: async ({ params, db }) => {
    const { databaseId } = await workspaceOf(db, params.workspace_id);
    return (await backupsOf(db, databaseId)).map(presentBackup);
  },

  createBackup: async ({ params, body, actor, db, changed }) => {
    const id = await createBackup(db, catalog, actor, params.workspace_id, body.name);
    changed({ resource: `workspace/${params.workspace_id}`, after: { backup: body.name } });
    const { databaseId } = await workspaceOf(db, params.workspace_id);
    const made = (await backupsOf(db, databaseId)).find(({ row }) => row.id === id);
    if (made === undefined) throw notFound('backup');
    return presentBackup(made);
  },

  deleteBackup: async ({ params, body, actor, db, changed }) => {
    const tag = await deleteBackup(db, params.workspace_id, body.backup_id, actor.email);
    changed({ resource: `workspace/${params.workspace_id}`, before: { backup: tag } });
    return {};
  },

  getBackupSchedule: ({ params, actor, db }) => scheduleOf(db, catalog, actor, params.workspace_id),

  updateBackupSchedule: async ({ params, body, actor, db, changed }) => {
    const { before, after } = await changeSchedule(db, actor, params.workspace_id, body);
    changed({ resource: `workspace/${params.workspace_id}`, before, after });
    return scheduleOf(db, catalog, actor, params.workspace_id);
  },

  restoreBackup: async ({ params, body, actor, db, changed }) => {
    const begun = await restoreBackup(db, catalog, actor, params.workspace_id, body, places);
    changed({ resource: `workspace/${begun.workspaceId}`, after: { restored_from: body } });
    return begun.taskId;
  },

  getBackupTaskStatus: ({ params, db }) => taskStatus(db, params.workspace_id, params.task_id),
});
