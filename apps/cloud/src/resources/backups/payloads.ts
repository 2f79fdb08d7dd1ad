/** Parameters of operations on backups. */
import { z } from 'zod';

export const BackupPayload = z.object({
  backup_id: z.string(),
  /** The workspace through which the backup is taken. */
  workspace_id: z.string(),
});
export type BackupPayload = z.infer<typeof BackupPayload>;

export const DeleteBackupPayload = z.object({ backup_id: z.string() });

export const RestorePayload = z.object({
  backup_id: z.string(),
  /** The database that the backup was taken of. */
  from: z.string(),
  into: z.enum(['itself', 'new']),
  /** Whether the data of a new database have been restored. */
  filled: z.boolean().optional(),
});
export type RestorePayload = z.infer<typeof RestorePayload>;
