/** Databases of a workgroup: size, who serves them, rename, delete. */
import type { Database, Workgroup } from '@acacia/contract';
import {
  ConfirmDestructive,
  Card,
  CopyableId,
  DataTable,
  EmptyState,
  formatBytes,
  InlineRename,
  RelativeTime,
  Tag,
  toast,
  type DataTableColumn,
} from '@acacia/ui';
import { ActionIcon, Tooltip } from '@mantine/core';
import { IconDatabase, IconTrash } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { useDenied } from '../../data/me.ts';
import { nameProblem } from '../../data/name-rules.ts';
import { useDeleteDatabase, useRenameDatabase } from '../../data/workgroups.ts';
import classes from './DatabasesTab.module.css';

export function Tab({ group }: { readonly group: Workgroup }) {
  const [deleting, setDeleting] = useState<Database | null>(null);
  const remove = useDeleteDatabase();
  const columns = useMemo(
    (): DataTableColumn<Database>[] => [
      {
        id: 'name',
        header: 'Name',
        sortBy: (database) => database.name,
        cell: (database) => <DatabaseName database={database} group={group} />,
      },
      {
        id: 'size',
        header: 'Size',
        align: 'right',
        sortBy: (database) => database.folder_statistics.billed_size,
        cell: (database) => formatBytes(database.folder_statistics.billed_size),
      },
      {
        id: 'workspaces',
        header: 'Workspaces',
        sortBy: (database) => database.workspace_ids.length,
        cell: (database) => <Workspaces database={database} group={group} />,
      },
      {
        id: 'created',
        header: 'Created',
        sortBy: (database) => database.create_time,
        cell: (database) => <RelativeTime at={database.create_time} />,
      },
      {
        id: 'id',
        header: 'Database ID',
        cell: (database) => (
          <CopyableId
            value={database.database_id}
            label="database ID"
            copiedMessage="database ID copied successfully."
          />
        ),
      },
      {
        id: 'actions',
        header: 'Actions',
        hideHeader: true,
        align: 'right',
        cell: (database) => <DeleteButton database={database} group={group} onDelete={setDeleting} />,
      },
    ],
    [group],
  );
  return (
    <Card flush>
      <DataTable
        label="Databases"
        columns={columns}
        rows={group.tg_databases}
        rowKey={(database) => database.database_id}
        initialSort={{ id: 'name', desc: false }}
        empty={
          <EmptyState
            icon={<IconDatabase size={22} stroke={1.6} />}
            title="No databases"
            description="A database is created together with a workspace that serves it."
          />
        }
      />
      {deleting !== null && (
        <ConfirmDestructive
          opened
          onClose={() => setDeleting(null)}
          title={`Delete database ${deleting.name}?`}
          losses={[
            `All graphs, vertices and edges of ${deleting.name} (${formatBytes(deleting.folder_statistics.billed_size)})`,
            'Its schema, queries and loading jobs',
          ]}
          typeName={deleting.name}
          confirmLabel="Delete database"
          onConfirm={async () => {
            await remove.mutateAsync(deleting);
            toast.success(`Database ${deleting.name} deleted.`);
          }}
        />
      )}
    </Card>
  );
}

interface Row {
  readonly database: Database;
  readonly group: Workgroup;
}

function DatabaseName({ database, group }: Row) {
  const denied = useDenied();
  const rename = useRenameDatabase(database);
  const others = group.tg_databases.filter((each) => each !== database).map((each) => each.name);
  return (
    <InlineRename
      value={database.name}
      what="database"
      validate={(name) => nameProblem(name, others)}
      onSave={(name) => rename.mutateAsync(name)}
      disabledReason={denied('database.update', { workgroup_id: group.workgroup_id })}
    >
      <span className={classes.name}>{database.name}</span>
    </InlineRename>
  );
}

const serving = ({ database, group }: Row) =>
  group.workspaces.filter((workspace) => workspace.database_id === database.database_id);

function Workspaces(row: Row) {
  const workspaces = serving(row);
  if (workspaces.length === 0) return <span className={classes.none}>None</span>;
  return (
    <ul className={classes.workspaces}>
      {workspaces.map((workspace) => (
        <li key={workspace.workspace_id}>
          {workspace.name} <Tag>{workspace.is_rw ? 'R/W' : 'R/O'}</Tag>
        </li>
      ))}
    </ul>
  );
}

function DeleteButton({ onDelete, ...row }: Row & { readonly onDelete: (database: Database) => void }) {
  const denied = useDenied();
  const { database, group } = row;
  const used = serving(row);
  const reason =
    denied('database.delete', { workgroup_id: group.workgroup_id }) ??
    (used.length > 0
      ? `Terminate the workspaces that use it first: ${used.map((workspace) => workspace.name).join(', ')}.`
      : undefined);
  const blocked = reason !== undefined;
  return (
    <Tooltip label={reason ?? 'Delete database'} position="left">
      <ActionIcon
        aria-label={`Delete database ${database.name}`}
        {...(blocked ? { 'data-disabled': true, 'aria-disabled': true, 'aria-description': reason } : {})}
        onClick={() => {
          if (!blocked) onDelete(database);
        }}
      >
        <IconTrash size={16} stroke={1.6} />
      </ActionIcon>
    </Tooltip>
  );
}
