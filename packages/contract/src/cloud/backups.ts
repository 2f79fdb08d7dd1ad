/** Backups and restore (specification part 2, sections 3 to 9). */
import { z } from 'zod';
import { Name } from '../names.ts';

export const BackupStatus = z.enum([
  'Scheduled',
  'Waiting',
  'Active',
  'Retrying',
  'Succeed',
  'Failed',
  'Forbidden',
]);
export type BackupStatus = z.infer<typeof BackupStatus>;

/** Polling stops at these. */
export const BACKUP_ENDED: ReadonlySet<BackupStatus> = new Set(['Succeed', 'Failed', 'Forbidden']);

export const INVALID_BACKUP_NAME =
  'Please ensure that the string only contains characters ([a-zA-Z0-9]), hyphens (-), and underscores (_).';
export const BackupName = z
  .string({ error: INVALID_BACKUP_NAME })
  .regex(/^[A-Za-z0-9_-]{1,64}$/, INVALID_BACKUP_NAME);

export const Backup = z
  .object({
    id: z.string(),
    tag: z.string(),
    is_automatic: z.boolean(),
    status: BackupStatus,
    /** Why it failed or is tried again, for people. */
    message: z.string(),
    size_bytes: z.number(),
    time: z.iso.datetime(),
    type: z.literal('full'),
    version: z.string(),
    /** Id of the task, to poll its status while it runs. */
    task_id: z.string().nullable(),
  })
  .meta({ id: 'Backup' });
export type Backup = z.infer<typeof Backup>;

export const CreateBackup = z.object({ name: BackupName }).strict().meta({ id: 'CreateBackup' });
export const DeleteBackup = z.object({ backup_id: z.string() }).strict().meta({ id: 'DeleteBackup' });

export const RestoreBackup = z
  .object({
    backup_id: z.string(),
    /** Absent: into the workspace itself, whose data it replaces. */
    new_workspace: z
      .object({ name: Name, database_name: Name, workspace_type_name: z.string() })
      .strict()
      .optional(),
  })
  .strict()
  .meta({ id: 'RestoreBackup' });

/** The id of the task that runs the restore, by which its status is polled. */
export const RestoreTask = z.string();

export const BackupTaskStatus = z
  .object({ name: z.string(), status: BackupStatus, output: z.string(), created_at: z.iso.datetime() })
  .meta({ id: 'BackupTaskStatus' });
export type BackupTaskStatus = z.infer<typeof BackupTaskStatus>;

export const DEFAULT_BACKUP_SCHEDULE = '0 0 * * *';

/** Its fields are judged by backup-cron.ts. */
const BackupCron = z
  .string()
  .regex(/^0( \S+){4}$/, 'The schedule must be five cron fields, the minute 0, e.g. 0 0 * * *');

export const UpdateBackupSchedule = z
  .object({ pause: z.boolean(), schedule: BackupCron })
  .strict()
  .meta({ id: 'UpdateBackupSchedule' });
export const BackupSchedule = z
  .object({
    pause: z.boolean(),
    /** Cron in UTC. */
    schedule: z.string(),
    next_run_at: z.iso.datetime().nullable(),
    /** Automatic backups that are kept; older ones are deleted. */
    max_backup_files: z.number().int(),
  })
  .meta({ id: 'BackupSchedule' });
export type BackupSchedule = z.infer<typeof BackupSchedule>;

export const NO_FREE_AUTO_BACKUP = 'Auto backup is disabled for free users.';
export const BACKUP_NEEDS_ACTIVE =
  'Backup, restore, and delete backup functionalities are exclusively supported for workspaces that are in active status.';
