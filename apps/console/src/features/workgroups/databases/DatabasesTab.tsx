/** Databases of a workgroup with their snapshots: size, users, rename, delete. */
import { comma, t } from '@acacia/texts';
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
import { IconCamera, IconDatabase, IconSitemap, IconTrash } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { accessWord } from '../../../data/access-words.ts';
import { useDenied } from '../../../data/me.ts';
import { nameProblem } from '../../../data/name-rules.ts';
import { useDeleteDatabase, useRenameDatabase } from '../../../data/workgroups.ts';
import { LinkButton } from '../../../shell/LinkButton.tsx';
import {
  childrenOf,
  createdAt,
  idOf,
  lossesOf,
  nameOf,
  rowsOf,
  sizeOf,
  sizeParts,
  usersOf,
  type Row,
} from './database-rows.ts';
import classes from './DatabasesTab.module.css';

/** Databases on a page of the table. */
const PAGE = 25;

export function Tab({ group }: { readonly group: Workgroup }) {
  const [deleting, setDeleting] = useState<Database | null>(null);
  const remove = useDeleteDatabase();
  const rows = useMemo(() => rowsOf(group), [group]);
  const columns = useMemo(
    (): DataTableColumn<Row>[] => [
      {
        id: 'name',
        header: t`Name`,
        width: '260px',
        sortBy: nameOf,
        cell: (row) =>
          row.kind === 'database' ? (
            <DatabaseName database={row.database} group={group} />
          ) : (
            <span className={classes.snapshot}>
              <IconCamera size={15} stroke={1.6} aria-hidden="true" /> Snapshot
            </span>
          ),
      },
      {
        id: 'size',
        header: t`Size`,
        width: '100px',
        align: 'right',
        sortBy: sizeOf,
        cell: (row) =>
          row.kind === 'database' ? (
            <Tooltip label={sizeParts(row.database)}>
              <span className={classes.parts} tabIndex={0} aria-description={sizeParts(row.database)}>
                {formatBytes(sizeOf(row))}
              </span>
            </Tooltip>
          ) : (
            formatBytes(sizeOf(row))
          ),
      },
      {
        id: 'workspaces',
        header: t`Workspaces`,
        width: '200px',
        sortBy: (row) => (row.kind === 'database' ? row.workspaces.length : 1),
        text: usersOf,
        cell: (row) => <Users row={row} />,
      },
      {
        id: 'created',
        header: t`Created`,
        width: '130px',
        sortBy: createdAt,
        cell: (row) => <RelativeTime at={createdAt(row)} />,
      },
      {
        id: 'id',
        header: t`ID`,
        width: '170px',
        text: idOf,
        cell: (row) => {
          const label = row.kind === 'database' ? t`database ID` : t`snapshot ID`;
          return (
            <CopyableId value={idOf(row)} label={label} copiedMessage={`${label} copied successfully.`} />
          );
        },
      },
      {
        id: 'actions',
        header: t`Actions`,
        width: '56px',
        hideHeader: true,
        align: 'right',
        cell: (row) =>
          row.kind === 'database' && (
            <DeleteButton
              database={row.database}
              group={group}
              users={row.workspaces.map(({ name }) => name)}
              onDelete={setDeleting}
            />
          ),
      },
    ],
    [group],
  );
  return (
    <Card flush>
      <DataTable
        label="Databases"
        columns={columns}
        rows={rows}
        rowKey={idOf}
        rowName={nameOf}
        initialSort={{ id: 'name', desc: false }}
        tree={{ of: childrenOf, what: t`snapshots` }}
        filter={{ label: t`Filter databases` }}
        exportName={`${group.name}-databases`}
        {...(rows.length > PAGE ? { paging: { size: PAGE } } : {})}
        tools={
          <LinkButton
            to="/groups/$groupID"
            params={{ groupID: group.workgroup_id }}
            search={{ tab: 'general' }}
            hash="diagram"
            variant="default"
            leftSection={<IconSitemap size={15} stroke={1.7} />}
          >
            Diagram
          </LinkButton>
        }
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
          losses={lossesOf(deleting)}
          typeName={deleting.name}
          confirmLabel="Delete database"
          onConfirm={async () => {
            await remove.mutateAsync(deleting);
            toast.success(t`Database ${deleting.name} deleted.`);
          }}
        />
      )}
    </Card>
  );
}

interface Place {
  readonly database: Database;
  readonly group: Workgroup;
}

function DatabaseName({ database, group }: Place) {
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

function Users({ row }: { readonly row: Row }) {
  if (row.kind === 'snapshot') {
    const { workspace_id, workspace_name } = row.snapshot;
    if (workspace_id === null || workspace_name === null) return <span className={classes.none}>None</span>;
    return <WorkspaceLink name={workspace_name} id={workspace_id} />;
  }
  if (row.workspaces.length === 0) return <span className={classes.none}>None</span>;
  return (
    <ul className={classes.workspaces}>
      {row.workspaces.map(({ workspace_id, name, is_rw }) => (
        <li key={workspace_id}>
          <WorkspaceLink name={name} id={workspace_id} />{' '}
          <Tag title={is_rw ? 'Read-write' : 'Read-only'}>{accessWord({ is_rw })}</Tag>
        </li>
      ))}
    </ul>
  );
}

/** Leads to the workspace's card. */
function WorkspaceLink({ name, id }: { readonly name: string; readonly id: string }) {
  return (
    <Link from="/groups/$groupID" search={{ tab: 'workspaces', space_id: id }} className={classes.link}>
      {name}
    </Link>
  );
}

interface DeleteButtonProps extends Place {
  /** Names of the workspaces that use it. */
  readonly users: readonly string[];
  readonly onDelete: (database: Database) => void;
}

function DeleteButton({ database, group, users, onDelete }: DeleteButtonProps) {
  const denied = useDenied();
  const reason =
    denied('database.delete', { workgroup_id: group.workgroup_id }) ??
    (users.length > 0 ? t`Terminate the workspaces that use it first: ${users.join(comma)}.` : undefined);
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
