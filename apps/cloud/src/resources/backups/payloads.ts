/** What operations on backups keep beside the rows that they act on. */
import { z } from 'zod';

export const BackupPayload = z.object({
  backup_id: z.string(),
  /** The workspace that it is taken through. */
  workspace_id: z.string(),
});
export type BackupPayload = z.infer<typeof BackupPayload>;

export const DeleteBackupPayload = z.object({ backup_id: z.string() });

export const RestorePayload = z.object({
  backup_id: z.string(),
  /** The database that the backup was taken of. */
  from: z.string(),
  into: z.enum(['itself', 'new']),
  /** Of a new one: its data are there. */
  filled: z.boolean().optional(),
});
export type RestorePayload = z.infer<typeof RestorePayload>;
