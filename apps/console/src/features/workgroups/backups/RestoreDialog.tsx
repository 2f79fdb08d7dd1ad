/** Restores a backup in place or into a new workspace, once its name was typed (specification part 2, section 5). */
import { t } from '@acacia/texts';
import '@mantine/core/styles/Combobox.layer.css';
import { nextName, type Backup, type Workgroup, type Workspace } from '@acacia/contract';
import { ChoiceCards, ConfirmDestructive, formatBytes, formatDateTime } from '@acacia/ui';
import { Select, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useDenied } from '../../../data/me.ts';
import { nameProblem } from '../../../data/name-rules.ts';
import { useQuery } from '@tanstack/react-query';
import { useServices } from '../../../services/services.ts';
import { sizeText, workspaceTypesQuery } from '../../../data/workspace-types.ts';
import { idsOf } from '../../../data/workspaces.ts';
import { CopyAs } from '../../../shell/copy-as/CopyAs.tsx';
import { formCall } from '../../../shell/copy-as/form-call.ts';
import { useRestoreBackup } from './backups.ts';
import classes from './backups.module.css';

interface RestoreDialogProps {
  readonly group: Workgroup;
  readonly workspace: Workspace;
  readonly backup: Backup;
  readonly onClose: () => void;
  /** Called with the id of the task that runs the restore. */
  readonly onBegun: (taskId: string) => void;
}

export function RestoreDialog({ group, workspace, backup, onClose, onBegun }: RestoreDialogProps) {
  const { workgroup_id } = group;
  const restore = useRestoreBackup(workspace);
  const denied = useDenied();
  const { data: types = [] } = useQuery(workspaceTypesQuery(useServices(), group));
  const workspaceNames = group.workspaces.map(({ name }) => name);
  const databaseNames = group.tg_databases.map(({ name }) => name);
  const [into, setInto] = useState<'itself' | 'new'>('itself');
  const [name, setName] = useState(() => nextName('Workspace', workspaceNames));
  const [databaseName, setDatabaseName] = useState(() => nextName('Database', databaseNames));
  const [size, setSize] = useState(workspace.workspace_type.typeName);
  const problems = {
    name: nameProblem(name, workspaceNames),
    databaseName: nameProblem(databaseName, databaseNames),
  };
  const taken = formatDateTime(backup.time);

  const wish = {
    backup_id: backup.id,
    ...(into === 'new'
      ? { new_workspace: { name, database_name: databaseName, workspace_type_name: size } }
      : {}),
  };
  const confirm = async (): Promise<void> => {
    const problem = problems.name ?? problems.databaseName;
    if (into === 'new' && problem !== null) throw new Error(problem);
    onBegun(await restore.mutateAsync(wish));
  };

  return (
    <ConfirmDestructive
      opened
      onClose={onClose}
      title={`Restore ${backup.tag}`}
      description={
        <Stack gap="md">
          <p className={classes.about}>
            {formatBytes(backup.size_bytes)}, taken {taken}.
          </p>
          <ChoiceCards
            label="Restore into"
            name="restore-into"
            value={into}
            onChange={(value) => setInto(value === 'new' ? 'new' : 'itself')}
            choices={[
              {
                value: 'itself',
                title: workspace.name,
                description: t`In place: the workspace stops, its data are replaced, and it starts again.`,
              },
              {
                value: 'new',
                title: t`A new workspace`,
                description: t`With a database of its own; ${workspace.name} stays as it is.`,
                disabledReason:
                  denied('workspace.create', { workgroup_id }) ?? denied('database.create', { workgroup_id }),
              },
            ]}
          />
          {into === 'new' && (
            <>
              <TextInput
                label="Workspace name"
                value={name}
                onChange={(event) => setName(event.currentTarget.value)}
                error={problems.name}
              />
              <TextInput
                label="Database name"
                value={databaseName}
                onChange={(event) => setDatabaseName(event.currentTarget.value)}
                error={problems.databaseName}
              />
              <Select
                label="Workspace size"
                allowDeselect={false}
                value={size}
                data={types.map((type) => ({
                  value: type.typeName,
                  label: sizeText(type),
                  disabled: type.disabled,
                }))}
                onChange={(value) => value !== null && setSize(value)}
              />
            </>
          )}
          <div>
            <CopyAs calls={[formCall('restoreBackup', { params: idsOf(workspace), body: wish })]} />
          </div>
        </Stack>
      }
      losses={
        into === 'itself'
          ? [
              t`Everything that was written to ${workspace.database_name} since ${taken}`,
              t`Requests and queries that are running now`,
            ]
          : []
      }
      typeName={backup.tag}
      confirmLabel="Restore"
      onConfirm={confirm}
    />
  );
}
