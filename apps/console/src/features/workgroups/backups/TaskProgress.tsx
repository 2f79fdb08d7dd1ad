/** The bar of a running backup or restore: to 180, one unit a second (specification part 2, section 4). */
import { said, t } from '@acacia/texts';
import { BACKUP_ENDED, type BackupTaskStatus } from '@acacia/contract';
import { errorText, formatDuration, ProgressNotice, useNow } from '@acacia/ui';
import { useEffect, useEffectEvent } from 'react';
import { useBackupTask, type WorkspaceIds } from './backups.ts';

const FULL_SECONDS = 180;

interface TaskProgressProps {
  /** The workspace of the backup. */
  readonly workspace: WorkspaceIds;
  readonly taskId: string;
  readonly label: string;
  /** Called once, when it has ended. */
  readonly onEnd: (task: BackupTaskStatus) => void;
}

export function TaskProgress({ workspace, taskId, label, onEnd }: TaskProgressProps) {
  const { data: task, error } = useBackupTask(workspace, taskId);
  const now = useNow(1000);
  const ended = task !== undefined && BACKUP_ENDED.has(task.status);
  const tell = useEffectEvent(() => {
    if (task !== undefined) onEnd(task);
  });
  useEffect(() => {
    if (ended) tell();
  }, [ended]);
  const since = task === undefined ? now : Date.parse(task.created_at);
  const seconds = Math.max(0, Math.floor((now - since) / 1000));
  return (
    <ProgressNotice
      label={label}
      percent={(Math.min(seconds, FULL_SECONDS) / FULL_SECONDS) * 100}
      detail={
        error === null ? (
          <>
            {task === undefined ? 'Scheduled' : said(task.status)}
            {task !== undefined && task.output !== '' && ` · ${task.output}`} ·{' '}
            {formatDuration(seconds * 1000)}
          </>
        ) : (
          t`How far it is cannot be told now: ${errorText(error)}`
        )
      }
    />
  );
}
