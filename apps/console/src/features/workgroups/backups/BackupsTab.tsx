/** Backups of read-write workspaces, their schedule, and their restore. */
import { said, t } from '@acacia/texts';
import {
  BACKUP_ENDED,
  BACKUP_NEEDS_ACTIVE,
  type Backup,
  type BackupTaskStatus,
  type Workgroup,
  type Workspace,
} from '@acacia/contract';
import { Card, ConfirmDestructive, EmptyState, formatBytes, formatDateTime, Notice, toast } from '@acacia/ui';
import { Stack } from '@mantine/core';
import { IconDatabaseExport } from '@tabler/icons-react';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useCan, useDenied } from '../../../data/me.ts';
import { idsOf } from '../../../data/workspaces.ts';
import { SuspendedNotice } from '../../../shell/SuspendedNotice.tsx';
import { TabWorkspaceSelect, useTabWorkspace } from '../TabWorkspace.tsx';
import { useBackups, useDeleteBackup, useRefreshBackups } from './backups.ts';
import { BackupTable } from './BackupTable.tsx';
import { RestoreDialog } from './RestoreDialog.tsx';
import { ScheduleForm } from './ScheduleForm.tsx';
import { TakeBackup } from './TakeBackup.tsx';
import { TaskProgress } from './TaskProgress.tsx';
import { useEndedBackups } from './useEndedBackups.ts';

export function Tab({ group }: { readonly group: Workgroup }) {
  const can = useCan();
  const listed = group.workspaces.filter(
    (workspace) => workspace.is_rw && can('backup.read', idsOf(workspace)),
  );
  const chosen = useTabWorkspace(listed);
  if (chosen === undefined) {
    return (
      <EmptyState
        icon={<IconDatabaseExport size={22} stroke={1.6} />}
        title="Nothing to back up"
        description="Backups are taken of read-write workspaces that you administer. There is none here."
      />
    );
  }
  return (
    <Stack gap="md">
      <TabWorkspaceSelect workspaces={listed} chosen={chosen} />
      <Backups key={chosen.workspace_id} group={group} workspace={chosen} />
    </Stack>
  );
}

/** Reports the end of a backup that was waited for; the list shows the reason of a failure. */
function tellEnd({ status }: Backup): void {
  if (status === 'Succeed') toast.success(t`Saved successfully.`);
  else toast.error(t`Backup failed for some reasons.`);
}

interface BackupsProps {
  readonly group: Workgroup;
  readonly workspace: Workspace;
}

function Backups({ group, workspace }: BackupsProps) {
  const navigate = useNavigate({ from: '/groups/$groupID' });
  const restoring = useSearch({ from: '/shell/groups/$groupID', select: ({ restore }) => restore });
  const denied = useDenied()('backup.manage', idsOf(workspace));
  const refusal = denied ?? (workspace.status === 'Active' ? undefined : BACKUP_NEEDS_ACTIVE);
  const backups = useBackups(workspace);
  const remove = useDeleteBackup(workspace);
  const refresh = useRefreshBackups(workspace);
  const [toRestore, setToRestore] = useState<Backup | null>(null);
  const [toDelete, setToDelete] = useState<Backup | null>(null);
  useEndedBackups(backups.data, tellEnd);

  const watchRestore = (restore: string | undefined): void => {
    void navigate({ search: (before) => ({ ...before, restore }), replace: true });
  };
  const restoreEnded = ({ status, output }: BackupTaskStatus): void => {
    if (status === 'Succeed') toast.success(t`Restore successfully.`);
    else toast.error(output);
    watchRestore(undefined);
    void refresh();
  };
  const underWay = backups.data?.filter(({ status }) => !BACKUP_ENDED.has(status)) ?? [];

  return (
    <>
      {workspace.status === 'Idle' || workspace.status === 'Stopped' ? (
        <SuspendedNotice workspace={workspace}>{said(BACKUP_NEEDS_ACTIVE)}</SuspendedNotice>
      ) : (
        workspace.status !== 'Active' && <Notice tone="info">{said(BACKUP_NEEDS_ACTIVE)}</Notice>
      )}
      {restoring !== undefined && (
        <TaskProgress
          key={restoring}
          workspace={workspace}
          taskId={restoring}
          label="Restoring"
          onEnd={restoreEnded}
        />
      )}
      {underWay.map(({ id, tag, task_id }) =>
        task_id === null ? null : (
          <TaskProgress
            key={id}
            workspace={workspace}
            taskId={task_id}
            label={`Backing up ${tag}`}
            onEnd={() => void refresh()}
          />
        ),
      )}
      <Card>
        <TakeBackup workspace={workspace} backups={backups.data} refusal={refusal} />
      </Card>
      <Card flush>
        <BackupTable
          backups={backups.data}
          error={backups.error}
          onRetry={() => void backups.refetch()}
          exportName={`${workspace.name}-backups`}
          refusal={refusal}
          onRestore={setToRestore}
          onDelete={setToDelete}
        />
      </Card>
      <Card title="Schedule">
        <Stack gap="md" component="section" aria-label="Backup schedule">
          <ScheduleForm workspace={workspace} denied={denied} />
        </Stack>
      </Card>
      {toRestore !== null && (
        <RestoreDialog
          group={group}
          workspace={workspace}
          backup={toRestore}
          onClose={() => setToRestore(null)}
          onBegun={watchRestore}
        />
      )}
      {toDelete !== null && (
        <ConfirmDestructive
          opened
          onClose={() => setToDelete(null)}
          title={`Delete ${toDelete.tag}?`}
          losses={[
            t`The backup ${toDelete.tag} of ${formatDateTime(toDelete.time)} (${formatBytes(toDelete.size_bytes)})`,
          ]}
          confirmLabel="Delete"
          onConfirm={async () => {
            await remove.mutateAsync(toDelete.id);
            toast.success(t`Backup deleted successfully.`);
          }}
        />
      )}
    </>
  );
}
