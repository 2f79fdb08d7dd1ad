/** The status of a backup or restore: the row has the final one, the operation the present one. */
import { BACKUP_ENDED, type BackupStatus } from '@acacia/contract';
import type { backups } from '../../database/schema.ts';
import type { OperationRow } from '../../operations/queue.ts';

interface Progress {
  readonly status: BackupStatus;
  /** Reason of the failure or of the retry; '' otherwise. */
  readonly message: string;
}

/** @param waits whether it waits for an older operation on the same database */
export function progressOf(operation: OperationRow, waits: boolean): Progress {
  const { state, attempts, error } = operation;
  switch (state) {
    case 'queued':
      if (attempts > 0) return { status: 'Retrying', message: error };
      return { status: waits ? 'Waiting' : 'Scheduled', message: '' };
    case 'running':
      return { status: 'Active', message: error };
    case 'succeeded':
      return { status: 'Succeed', message: '' };
    case 'failed':
      return { status: 'Failed', message: error };
  }
}

/** @param operation null when it was deleted after its retention of a month, or there was none */
export function backupProgress(
  { status, message }: Pick<typeof backups.$inferSelect, 'status' | 'message'>,
  operation: OperationRow | null,
  waits: boolean,
): Progress {
  if (BACKUP_ENDED.has(status)) return { status, message };
  if (operation === null) return { status: 'Failed', message: 'It was cut off.' };
  return progressOf(operation, waits);
}
