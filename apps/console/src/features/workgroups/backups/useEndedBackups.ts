import { BACKUP_ENDED, type Backup } from '@acacia/contract';
import { useEffect, useRef } from 'react';

/** Calls `tell` for each backup that was seen running and has ended since. */
export function useEndedBackups(
  backups: readonly Backup[] | undefined,
  tell: (backup: Backup) => void,
): void {
  const underWay = useRef<ReadonlySet<string>>(new Set());
  useEffect(() => {
    if (backups === undefined) return;
    for (const backup of backups) {
      if (underWay.current.has(backup.id) && BACKUP_ENDED.has(backup.status)) tell(backup);
    }
    underWay.current = new Set(backups.filter(({ status }) => !BACKUP_ENDED.has(status)).map(({ id }) => id));
  }, [backups, tell]);
}
