/** The workspaces of a workgroup with their solutions: status, log, links to the tools, and removal. */
import { said, t } from '@acacia/texts';
import {
  workspaceCan,
  type SolutionCatalogEntry,
  type SolutionInstance,
  type SolutionStatus,
  type Workgroup,
  type Workspace,
} from '@acacia/contract';
import {
  ActionMenuItem,
  Card,
  ConfirmDestructive,
  DataTable,
  EmptyState,
  RelativeTime,
  Tag,
  toast,
  type DataTableColumn,
} from '@acacia/ui';
import { ActionIcon, Button, Group, Menu } from '@mantine/core';
import {
  IconBinaryTree2,
  IconCode,
  IconDots,
  IconPackage,
  IconRefresh,
  IconTrash,
} from '@tabler/icons-react';
import { useEffect, useMemo, useState } from 'react';
import { accessWord } from '../../../data/access-words.ts';
import { useBlocked } from '../../../data/current-ip.ts';
import { useDenied } from '../../../data/me.ts';
import { isPending, useUninstallSolution } from '../../../data/solutions.ts';
import { idsOf } from '../../../data/workspaces.ts';
import { LinkButton } from '../../../shell/LinkButton.tsx';
import { LinkMenuItem } from '../../../shell/LinkMenuItem.tsx';
import { SOLUTION_SHOWN } from './solution-state.ts';
import { SolutionStatusBadge } from './SolutionStatusBadge.tsx';
import classes from './solutions.module.css';

interface Row {
  readonly workspace: Workspace;
  readonly instance: SolutionInstance | undefined;
}

interface WorkspaceSolutionsProps {
  readonly group: Workgroup;
  readonly catalog: readonly SolutionCatalogEntry[];
  /** undefined while they load. */
  readonly solutions: readonly SolutionInstance[] | undefined;
  readonly error: Error | null;
  readonly onRetry: () => void;
  readonly onLog: (instance: SolutionInstance) => void;
  readonly onInstall: (solution: SolutionCatalogEntry) => void;
}

export function WorkspaceSolutions(props: WorkspaceSolutionsProps) {
  const { group, catalog, solutions, error, onRetry, onLog, onInstall } = props;
  const [removing, setRemoving] = useState<Row | null>(null);
  const remove = useRemoval(solutions);
  const rows = useMemo(
    () =>
      solutions === undefined
        ? undefined
        : group.workspaces.map((workspace): Row => ({
            workspace,
            instance: solutions.find((each) => each.workspace_id === workspace.workspace_id),
          })),
    [group.workspaces, solutions],
  );
  const columns = useMemo(
    (): DataTableColumn<Row>[] => [
      {
        id: 'workspace',
        header: t`Workspace`,
        sortBy: ({ workspace }) => workspace.name,
        cell: ({ workspace }) => (
          <span className={classes.workspace}>
            {workspace.name}{' '}
            <Tag title={workspace.is_rw ? 'Read-write' : 'Read-only'}>{accessWord(workspace)}</Tag>
          </span>
        ),
      },
      {
        id: 'solution',
        header: t`Solution`,
        sortBy: ({ instance }) => instance?.name ?? '',
        cell: ({ instance }) =>
          instance === undefined ? (
            <span className={classes.none}>None</span>
          ) : (
            <span>
              {instance.name}
              <span className={classes.graph}>{instance.graph_name}</span>
            </span>
          ),
      },
      {
        id: 'status',
        header: t`Status`,
        sortBy: (row) => {
          const status = statusOf(row);
          return status === undefined ? '' : SOLUTION_SHOWN[status].text;
        },
        cell: (row) => {
          const status = statusOf(row);
          if (status === undefined) return <span className={classes.none}>–</span>;
          return <SolutionStatusBadge status={status} />;
        },
      },
      {
        id: 'installed',
        header: t`Installed`,
        sortBy: ({ instance }) => instance?.created_at ?? '',
        cell: ({ instance }) =>
          instance !== undefined && (
            <span title={`by ${instance.owner_email}`}>
              <RelativeTime at={instance.created_at} />
            </span>
          ),
      },
      {
        id: 'actions',
        header: t`Actions`,
        hideHeader: true,
        align: 'right',
        cell: (row) =>
          row.instance !== undefined && (
            <Actions
              workspace={row.workspace}
              instance={row.instance}
              catalog={catalog}
              onLog={onLog}
              onInstall={onInstall}
              onRemove={() => setRemoving(row)}
            />
          ),
      },
    ],
    [catalog, onInstall, onLog],
  );
  return (
    <Card flush title="Workspaces">
      <DataTable
        label="Workspaces and their solutions"
        columns={columns}
        rows={rows}
        rowKey={({ workspace }) => workspace.workspace_id}
        error={error}
        onRetry={onRetry}
        initialSort={{ id: 'installed', desc: true }}
        loadingRows={Math.max(1, Math.min(5, group.workspaces.length))}
        {...(group.workspaces.length > 8
          ? { filter: { label: t`Filter workspaces` }, paging: { size: 10 } }
          : {})}
        empty={
          <EmptyState
            compact
            icon={<IconPackage size={22} stroke={1.6} />}
            title="No workspaces"
            description="A solution is installed in a read-write workspace. Create one first."
          />
        }
      />
      {removing?.instance !== undefined && (
        <ConfirmDestructive
          opened
          onClose={() => setRemoving(null)}
          title={`Uninstall ${removing.instance.name}?`}
          losses={[
            t`The graph ${removing.instance.graph_name} in ${removing.workspace.database_name} with all its vertices and edges, yours too`,
            t`Its schema, queries and loading jobs`,
          ]}
          typeName={removing.instance.name}
          confirmLabel="Uninstall"
          onConfirm={() => remove(removing.instance)}
        />
      )}
    </Card>
  );
}

/** Value of the status column; a writable workspace without a solution is shown as ready for one. */
function statusOf({ workspace, instance }: Row): SolutionStatus | undefined {
  if (instance !== undefined) return instance.solution_status;
  return workspace.is_rw ? 'uninstalled' : undefined;
}

/** Removes a solution; its progress is shown until it is gone, also when the dialog is long closed. */
function useRemoval(solutions: readonly SolutionInstance[] | undefined) {
  const uninstall = useUninstallSolution();
  const [told, setTold] = useState<
    readonly { readonly id: string; readonly shown: ReturnType<typeof toast.progress> }[]
  >([]);
  useEffect(() => {
    if (solutions === undefined) return;
    const rest = told.filter(({ id, shown }) => {
      const instance = solutions.find((each) => each.id === id);
      if (instance?.solution_status === 'uninstall_pending') return true;
      if (instance === undefined) shown.success(t`Solution deleted.`);
      else if (instance.solution_status === 'uninstall_error')
        shown.error(t`The solution could not be deleted. Its log says why.`);
      else return true;
      return false;
    });
    if (rest.length < told.length) setTold(rest);
  }, [solutions, told]);
  return async (instance: SolutionInstance | undefined): Promise<void> => {
    if (instance === undefined) return;
    const shown = toast.progress(t`Deleting solution`);
    try {
      await uninstall.mutateAsync(instance);
      setTold((before) => [...before, { id: instance.id, shown }]);
    } catch (error) {
      shown.dismiss();
      throw error;
    }
  };
}

const nothing = (): void => undefined;
const editorIcon = <IconCode size={16} stroke={1.6} />;
const exploreIcon = <IconBinaryTree2 size={16} stroke={1.6} />;

interface ActionsProps {
  readonly workspace: Workspace;
  readonly instance: SolutionInstance;
  readonly catalog: readonly SolutionCatalogEntry[];
  readonly onLog: (instance: SolutionInstance) => void;
  readonly onInstall: (solution: SolutionCatalogEntry) => void;
  readonly onRemove: () => void;
}

function Actions({ workspace, instance, catalog, onLog, onInstall, onRemove }: ActionsProps) {
  const denied = useDenied();
  const blocked = useBlocked(workspace);
  const verdict = workspaceCan('connect', workspace);
  const able = workspaceCan('installSolution', workspace);
  const into =
    blocked ??
    denied('workspace.use', idsOf(workspace)) ??
    (verdict.allowed ? undefined : said(verdict.reason)) ??
    (instance.solution_status === 'installed' ? undefined : t`The solution is not installed yet.`);
  const uninstallRefusal =
    denied('solution.uninstall', idsOf(workspace)) ??
    (isPending(instance) ? t`Wait until what is under way has ended.` : undefined) ??
    (able.allowed ? undefined : said(able.reason));
  const search = { workspace_id: workspace.workspace_id, graph_name: instance.graph_name };
  const again =
    instance.solution_status === 'install_error'
      ? catalog.find(({ id }) => id === instance.solution_catalog_id)
      : undefined;
  return (
    <Group gap={4} justify="flex-end" wrap="nowrap">
      {again !== undefined && (
        <Button
          variant="default"
          size="xs"
          leftSection={<IconRefresh size={14} stroke={1.7} />}
          onClick={() => onInstall(again)}
        >
          Install again
        </Button>
      )}
      <LinkButton
        size="xs"
        to="/marketplace/solutions/$solution"
        params={{ solution: instance.solution_catalog_id }}
        search={{ workspace_id: workspace.workspace_id }}
        disabledReason={into}
        aria-label={`Open ${instance.name}`}
      >
        Open
      </LinkButton>
      <Button
        variant="default"
        size="xs"
        aria-label={`Log of ${instance.name}`}
        onClick={() => onLog(instance)}
      >
        Log
      </Button>
      <Menu width={200}>
        <Menu.Target>
          <ActionIcon aria-label={`More actions on ${instance.name} in ${workspace.name}`}>
            <IconDots size={16} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {into === undefined ? (
            <>
              <LinkMenuItem to="/editor" search={search} leftSection={editorIcon}>
                Open in editor
              </LinkMenuItem>
              <LinkMenuItem to="/explore" search={search} leftSection={exploreIcon}>
                Explore graph
              </LinkMenuItem>
            </>
          ) : (
            <>
              <ActionMenuItem icon={editorIcon} disabledReason={into} onClick={nothing}>
                Open in editor
              </ActionMenuItem>
              <ActionMenuItem icon={exploreIcon} disabledReason={into} onClick={nothing}>
                Explore graph
              </ActionMenuItem>
            </>
          )}
          <ActionMenuItem
            icon={<IconTrash size={16} stroke={1.6} />}
            destructive
            disabledReason={uninstallRefusal}
            onClick={onRemove}
          >
            Uninstall
          </ActionMenuItem>
        </Menu.Dropdown>
      </Menu>
    </Group>
  );
}
