/** A table of workspaces of any organisation, with the actions of an operator. */
import { said, t } from '@acacia/texts';
import {
  DASHBOARD_PAGE_SIZE,
  DASHBOARD_WORKSPACE_SORTS,
  SUSPENDING,
  WorkspaceStatus,
  workspaceCan,
  type DashboardWorkspace,
} from '@acacia/contract';
import {
  ActionMenuItem,
  ConfirmDestructive,
  EmptyState,
  formatBytes,
  hint,
  RelativeTime,
  toast,
  type DataTableColumn,
} from '@acacia/ui';
import { ActionIcon, Menu, NativeSelect } from '@mantine/core';
import { IconDots, IconPlayerPause, IconPlayerStop, IconServerOff } from '@tabler/icons-react';
import { useSearch } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { accessWord } from '../../data/access-words.ts';
import { useMe } from '../../data/me.ts';
import { usePhone } from '../../shell/narrow.ts';
import { WorkspaceStatusBadge } from '../../shell/WorkspaceStatusBadge.tsx';
import { useSuspend, useWorkspaces } from './calls.ts';
import classes from './dashboard.module.css';
import { workspacesSearch } from './search.ts';
import { ServerTable } from './ServerTable.tsx';
import { useListState } from './useListState.ts';

interface WorkspacesTableProps {
  readonly label: string;
  /** Those of one organisation, or on one cloud provider, alone. */
  readonly of?: { readonly org_id: string } | { readonly cloud_provider_id: string };
}

type Column = DataTableColumn<DashboardWorkspace>;
type Act = (workspace: DashboardWorkspace, action: 'pause' | 'stop') => void;

const sizeOf = ({ workspace_type_name, enable_ha }: DashboardWorkspace): string =>
  enable_ha ? t`${workspace_type_name}, HA` : workspace_type_name;

function Status({ workspace }: { readonly workspace: DashboardWorkspace }) {
  return (
    <div className={classes.stacked}>
      <WorkspaceStatusBadge status={workspace.status} />
      {workspace.err_message !== '' && <span className={classes.fault}>{said(workspace.err_message)}</span>}
    </div>
  );
}

/** @param act undefined: the person may only look */
function columnsFor(act: Act | undefined, isPhone: boolean, withOrg: boolean): readonly Column[] {
  const actions: readonly Column[] =
    act === undefined
      ? []
      : [
          {
            id: 'actions',
            header: t`Actions`,
            width: '52px',
            hideHeader: true,
            align: 'right',
            cell: (workspace) => <Actions workspace={workspace} act={act} />,
          },
        ];
  if (isPhone) {
    return [
      {
        id: 'name',
        header: t`Workspace`,
        sortBy: ({ name }) => name,
        cell: (workspace) => (
          <div className={classes.stacked}>
            <span className={classes.name}>{workspace.name}</span>
            <span className={classes.dim}>
              {workspace.org_display_name} / {workspace.workgroup_name}
            </span>
            <Status workspace={workspace} />
            <span className={classes.dim}>
              {sizeOf(workspace)} · {workspace.region} · {accessWord(workspace)} ·{' '}
              {formatBytes(workspace.size_bytes)}
            </span>
          </div>
        ),
      },
      ...actions,
    ];
  }
  return [
    {
      id: 'name',
      header: t`Workspace`,
      width: '140px',
      sortBy: ({ name }) => name,
      cell: ({ name, workgroup_name }) => (
        <div className={classes.stacked}>
          <span className={classes.name}>{name}</span>
          <span className={classes.dim}>{workgroup_name}</span>
        </div>
      ),
      text: ({ name }) => name,
    },
    ...(withOrg
      ? [
          {
            id: 'org',
            header: t`Organization`,
            width: '120px',
            sortBy: ({ org_display_name }) => org_display_name,
            cell: ({ org_display_name }) => org_display_name,
          } satisfies Column,
        ]
      : []),
    {
      id: 'status',
      header: t`Status`,
      width: '120px',
      sortBy: ({ status }) => status,
      cell: (workspace) => <Status workspace={workspace} />,
    },
    {
      id: 'size',
      header: t`Size`,
      width: '88px',
      sortBy: sizeOf,
      text: (workspace) => `${sizeOf(workspace)} ${workspace.tg_version}`,
      cell: (workspace) => (
        <div className={classes.stacked}>
          <span {...hint(t`${workspace.memory} GiB of memory over all copies`)}>{sizeOf(workspace)}</span>
          <span className={classes.dim}>{workspace.tg_version}</span>
        </div>
      ),
    },
    {
      id: 'region',
      header: t`Region`,
      width: '104px',
      text: (workspace) => `${workspace.region} ${accessWord(workspace)}`,
      cell: (workspace) => (
        <div className={classes.stacked}>
          <span>{workspace.region}</span>
          <span className={classes.dim}>{accessWord(workspace)}</span>
        </div>
      ),
    },
    {
      id: 'data',
      header: t`Data`,
      width: '84px',
      align: 'right',
      sortBy: ({ size_bytes }) => size_bytes,
      cell: ({ size_bytes }) => formatBytes(size_bytes),
    },
    {
      id: 'active',
      header: t`Last active`,
      width: '104px',
      text: ({ last_active_at }) => last_active_at ?? '',
      cell: ({ last_active_at }) => (last_active_at === null ? '—' : <RelativeTime at={last_active_at} />),
    },
    {
      id: 'created',
      header: t`Created`,
      width: '120px',
      sortBy: ({ created_at }) => created_at,
      cell: ({ created_at }) => <RelativeTime at={created_at} />,
    },
    ...actions,
  ];
}

export function WorkspacesTable({ label, of }: WorkspacesTableProps) {
  const { permissions } = useMe();
  const status = useSearch({
    from: '/shell/dashboard/$',
    select: (search) => workspacesSearch.parse(search).status,
  });
  const list = useListState(DASHBOARD_WORKSPACE_SORTS, DASHBOARD_PAGE_SIZE);
  const { data, error, refetch } = useWorkspaces({
    ...list.query,
    ...of,
    ...(status === undefined ? {} : { status }),
  });
  const [asked, setAsked] = useState<{ workspace: DashboardWorkspace; action: 'pause' | 'stop' } | null>(
    null,
  );
  const isPhone = usePhone();
  const mayAct = permissions.updateWorkspace;
  const withOrg = of === undefined || 'cloud_provider_id' in of;
  const columns = useMemo(
    () =>
      columnsFor(
        mayAct ? (workspace, action) => setAsked({ workspace, action }) : undefined,
        isPhone,
        withOrg,
      ),
    [mayAct, isPhone, withOrg],
  );
  return (
    <>
      <ServerTable
        label={label}
        columns={columns}
        rowKey={({ workspace_id }) => workspace_id}
        rowName={({ name }) => name}
        list={list}
        page={data}
        error={error}
        onRetry={() => void refetch()}
        search={t`Search workspaces`}
        exportName="workspaces"
        tools={
          <NativeSelect
            size="xs"
            aria-label="Status"
            value={status ?? ''}
            data={[
              { value: '', label: t`Any status` },
              ...WorkspaceStatus.options.map((each) => ({ value: each, label: said(each) })),
            ]}
            onChange={({ currentTarget: { value } }) =>
              list.change({ status: value === '' ? undefined : value })
            }
          />
        }
        empty={
          <EmptyState
            icon={<IconServerOff size={22} stroke={1.6} />}
            title={status === undefined ? t`There are no workspaces` : t`No workspace has this status`}
            description="Workspaces of every organization appear here as they are created."
          />
        }
      />
      {asked !== null && <Confirm {...asked} onClose={() => setAsked(null)} />}
    </>
  );
}

const SYMBOLS = { pause: IconPlayerPause, stop: IconPlayerStop } as const;

function Actions({ workspace, act }: { readonly workspace: DashboardWorkspace; readonly act: Act }) {
  const item = (action: 'pause' | 'stop', label: string) => {
    const verdict = workspaceCan(action, workspace);
    const Symbol = SYMBOLS[action];
    return (
      <ActionMenuItem
        icon={<Symbol size={16} stroke={1.6} />}
        about={SUSPENDING[action]}
        disabledReason={verdict.allowed ? undefined : verdict.reason}
        onClick={() => act(workspace, action)}
      >
        {label}
      </ActionMenuItem>
    );
  };
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon aria-label={`Actions on ${workspace.name} of ${workspace.org_display_name}`}>
          <IconDots size={16} stroke={1.6} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {item('pause', t`Pause`)}
        {item('stop', t`Stop`)}
      </Menu.Dropdown>
    </Menu>
  );
}

interface ConfirmProps {
  readonly workspace: DashboardWorkspace;
  readonly action: 'pause' | 'stop';
  readonly onClose: () => void;
}

function Confirm({ workspace, action, onClose }: ConfirmProps) {
  const { name, org_display_name: organization } = workspace;
  const suspend = useSuspend();
  return (
    <ConfirmDestructive
      opened
      onClose={onClose}
      title={action === 'pause' ? t`Pause ${name} of ${organization}?` : t`Stop ${name} of ${organization}?`}
      description={t`${said(SUSPENDING[action])} The audit log of ${organization} says that an operator did it.`}
      losses={[]}
      confirmLabel={action === 'pause' ? t`Pause workspace` : t`Stop workspace`}
      onConfirm={async () => {
        await suspend.mutateAsync({ workspace, action });
        toast.success(t`Request has been accepted`);
      }}
    />
  );
}
