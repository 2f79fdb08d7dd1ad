/** Backups of a workspace's database, newest first. */
import { t } from '@acacia/texts';
import { BACKUP_ENDED, type Backup, type BackupStatus } from '@acacia/contract';
import {
  ActionButton,
  CopyButton,
  DataTable,
  EmptyState,
  formatBytes,
  RelativeTime,
  StatusBadge,
  type DataTableColumn,
  type StatusTone,
} from '@acacia/ui';
import { Group, Text } from '@mantine/core';
import { IconDatabaseExport } from '@tabler/icons-react';
import { useMemo } from 'react';

const TONE: Readonly<Record<BackupStatus, StatusTone>> = {
  Scheduled: 'progress',
  Waiting: 'progress',
  Active: 'progress',
  Retrying: 'warning',
  Succeed: 'positive',
  Failed: 'negative',
  Forbidden: 'negative',
};

interface BackupTableProps {
  /** Undefined while they load. */
  readonly backups: readonly Backup[] | undefined;
  readonly error: unknown;
  readonly onRetry: () => void;
  readonly exportName: string;
  /** Why none can be restored or deleted now. */
  readonly refusal: string | undefined;
  readonly onRestore: (backup: Backup) => void;
  readonly onDelete: (backup: Backup) => void;
}

const kindOf = ({ is_automatic }: Backup): string => (is_automatic ? t`Automatic` : t`Manual`);
const isUnderWay = ({ status }: Backup): boolean => !BACKUP_ENDED.has(status);

export function BackupTable(props: BackupTableProps) {
  const { backups, error, onRetry, exportName, refusal, onRestore, onDelete } = props;
  const columns = useMemo(
    (): DataTableColumn<Backup>[] => [
      {
        id: 'tag',
        header: t`Tag`,
        sortBy: ({ tag }) => tag,
        cell: ({ tag }) => (
          <Group gap={4} wrap="nowrap">
            <span>{tag}</span>
            <CopyButton value={tag} label={`tag ${tag}`} copiedMessage="tag copied successfully." />
          </Group>
        ),
      },
      { id: 'kind', header: t`Kind`, sortBy: kindOf, cell: kindOf },
      {
        id: 'status',
        header: t`Status`,
        sortBy: ({ status }) => status,
        cell: ({ status, message }) => (
          <div>
            <StatusBadge tone={TONE[status]}>{status}</StatusBadge>
            {message !== '' && (
              <Text size="xs" c="dimmed" maw={320}>
                {message}
              </Text>
            )}
          </div>
        ),
      },
      {
        id: 'size',
        header: t`Size`,
        align: 'right',
        sortBy: ({ size_bytes }) => size_bytes,
        cell: ({ status, size_bytes }) => (status === 'Succeed' ? formatBytes(size_bytes) : '–'),
      },
      {
        id: 'time',
        header: t`Time`,
        sortBy: ({ time }) => time,
        cell: ({ time }) => <RelativeTime at={time} />,
      },
      {
        id: 'actions',
        header: t`Actions`,
        hideHeader: true,
        align: 'right',
        cell: (backup) => (
          <Group gap={6} justify="flex-end" wrap="nowrap">
            <ActionButton
              variant="default"
              size="compact-sm"
              aria-label={`Restore ${backup.tag}`}
              disabledReason={
                refusal ??
                (backup.status === 'Succeed'
                  ? undefined
                  : t`Only a backup that has succeeded can be restored.`)
              }
              onClick={() => onRestore(backup)}
            >
              Restore
            </ActionButton>
            <ActionButton
              variant="default"
              size="compact-sm"
              aria-label={`Delete ${backup.tag}`}
              disabledReason={
                refusal ??
                (isUnderWay(backup) ? t`The backup is being taken. Wait until that has ended.` : undefined)
              }
              onClick={() => onDelete(backup)}
            >
              Delete
            </ActionButton>
          </Group>
        ),
      },
    ],
    [refusal, onRestore, onDelete],
  );
  return (
    <DataTable
      label="Backups"
      columns={columns}
      rows={backups}
      error={error}
      onRetry={onRetry}
      rowKey={({ id }) => id}
      rowName={({ tag }) => tag}
      initialSort={{ id: 'time', desc: true }}
      filter={{ label: t`Filter backups` }}
      exportName={exportName}
      loadingRows={3}
      empty={
        <EmptyState
          compact
          icon={<IconDatabaseExport size={22} stroke={1.6} />}
          title="No backups"
          description="Take one now, or wait for the first that the schedule takes."
        />
      }
    />
  );
}
