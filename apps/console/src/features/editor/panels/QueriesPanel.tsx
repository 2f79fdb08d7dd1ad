/** Queries of the graph: open their text, run, install, delete. */
import { t } from '@acacia/texts';
import type { ToolRights, WireQueryInfo } from '@acacia/contract';
import {
  ActionButton,
  ConfirmDestructive,
  EmptyState,
  ErrorState,
  Tag,
  toast,
  ActionMenuItem,
  TableSkeleton,
} from '@acacia/ui';
import '@mantine/core/styles/Progress.layer.css';
import { ActionIcon, Menu, Progress, TextInput, Tooltip } from '@mantine/core';
import {
  IconDots,
  IconDownload,
  IconPlayerPlay,
  IconPlus,
  IconRefresh,
  IconSearch,
} from '@tabler/icons-react';
import { useState } from 'react';
import { DraftFault } from './DraftFault.tsx';
import type { useGraphQueries } from './useGraphQueries.ts';
import classes from './panels.module.css';

interface QueriesPanelProps {
  readonly graph: string | null;
  readonly queries: ReturnType<typeof useGraphQueries>;
  readonly onOpen: (query: WireQueryInfo) => void;
  readonly onRun: (query: WireQueryInfo) => void;
  /** Opens Connect from API at the query's endpoint. */
  readonly onEndpoint: (query: WireQueryInfo) => void;
  /** Opens a file with the beginning of a query. */
  readonly onCreate: () => void;
  readonly rights: ToolRights;
}

/** Drafts whose errors are asked for: each is a call of the workspace. */
const CHECKED_DRAFTS = 20;

function stateOf(query: WireQueryInfo): { readonly word: string; readonly says: string } {
  if (query.installing) return { word: t`Installing`, says: t`It is being installed.` };
  if (query.installed) return { word: t`Installed`, says: t`It can be called through REST.` };
  if (query.status === 'DRAFT') return { word: t`Draft`, says: t`It was saved with errors.` };
  return { word: t`Saved`, says: t`It can be run in interpreted mode; install it to call it through REST.` };
}

export function QueriesPanel({ graph, queries, rights, ...on }: QueriesPanelProps) {
  const { onOpen, onRun, onEndpoint, onCreate } = on;
  const [search, setSearch] = useState('');
  const [deleting, setDeleting] = useState<WireQueryInfo | null>(null);
  const { client, workspaceId, list, install, installing, remove } = queries;
  if (graph === null) {
    return (
      <div className={classes.panel}>
        <EmptyState compact title="No graph" description="Queries belong to a graph. Choose one above." />
      </div>
    );
  }
  const shown = list.data?.filter((query) => query.name.toLowerCase().includes(search.trim().toLowerCase()));
  const refusal = (action: 'query.run' | 'query.install' | 'query.drop', query: WireQueryInfo) =>
    rights.refusal(action, graph, query.name);
  const notInstalled =
    list.data?.filter(
      (query) =>
        !query.installed && query.status === 'VALID' && refusal('query.install', query) === undefined,
    ) ?? [];
  const drafts = new Set(
    shown?.flatMap(({ name, status }) => (status === 'DRAFT' ? [name] : [])).slice(0, CHECKED_DRAFTS),
  );
  return (
    <div className={classes.panel}>
      <div className={classes.tools}>
        <TextInput
          size="xs"
          style={{ flex: 1 }}
          aria-label="Search queries"
          placeholder="Search queries"
          leftSection={<IconSearch size={14} />}
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
        />
        <Tooltip label="New query">
          <ActionIcon aria-label="New query" onClick={onCreate}>
            <IconPlus size={15} stroke={1.7} />
          </ActionIcon>
        </Tooltip>
        <Tooltip label="Refresh">
          <ActionIcon
            aria-label="Refresh queries"
            loading={list.isFetching}
            onClick={() => void list.refetch()}
          >
            <IconRefresh size={15} stroke={1.7} />
          </ActionIcon>
        </Tooltip>
      </div>
      {list.isPending && <TableSkeleton rows={4} label="Loading queries" />}
      {list.isError && (
        <ErrorState compact what="The queries" error={list.error} onRetry={() => void list.refetch()} />
      )}
      {list.data?.length === 0 && (
        <EmptyState
          compact
          title="No queries"
          description={`${graph} holds no queries yet. CREATE QUERY saves one.`}
        />
      )}
      {notInstalled.length > 1 && (
        <div className={classes.tools}>
          <ActionButton
            size="compact-sm"
            variant="default"
            leftSection={<IconDownload size={14} />}
            disabledReason={install.isPending ? t`Queries are being installed.` : undefined}
            onClick={() => install.mutate(notInstalled.map((query) => query.name))}
          >
            Install {notInstalled.length} queries
          </ActionButton>
        </div>
      )}
      {installing !== null && (
        <div className={classes.progress} role="status">
          <span className={classes.note}>
            Installing {installing.names[installing.done]} ({installing.done + 1} of {installing.names.length}
            )
          </span>
          <Progress
            size="xs"
            aria-label="Queries installed"
            value={(100 * installing.done) / installing.names.length}
          />
        </div>
      )}
      <ul className={classes.list} aria-label="Queries">
        {shown?.map((query) => {
          const isBusy = installing?.names.slice(installing.done).includes(query.name) === true;
          const state = stateOf(isBusy ? { ...query, installing: true } : query);
          const runRefusal =
            query.status === 'DRAFT' ? t`A draft cannot be run.` : refusal('query.run', query);
          return (
            <li key={query.name} className={classes.item}>
              <button type="button" className={classes.open} title={query.name} onClick={() => onOpen(query)}>
                <span className={classes.names}>
                  <span className={classes.name}>{query.name}</span>
                  {drafts.has(query.name) && (
                    <DraftFault client={client} workspaceId={workspaceId} query={query} />
                  )}
                </span>
                <span className={classes.more}>
                  <Tag title={state.says}>{state.word}</Tag>
                </span>
              </button>
              <span className={classes.actions}>
                <Tooltip label={runRefusal ?? 'Run …'}>
                  <ActionIcon
                    size="sm"
                    aria-label={`Run ${query.name}`}
                    {...(runRefusal === undefined
                      ? { onClick: () => onRun(query) }
                      : {
                          'data-disabled': true,
                          'aria-disabled': true,
                          'aria-description': runRefusal,
                        })}
                  >
                    <IconPlayerPlay size={14} stroke={1.7} />
                  </ActionIcon>
                </Tooltip>
                <Menu>
                  <Menu.Target>
                    <ActionIcon size="sm" aria-label={`Actions for ${query.name}`}>
                      <IconDots size={15} />
                    </ActionIcon>
                  </Menu.Target>
                  <Menu.Dropdown>
                    <Menu.Item onClick={() => onOpen(query)}>Open in a file</Menu.Item>
                    <ActionMenuItem
                      disabledReason={
                        refusal('query.install', query) ??
                        (query.installed
                          ? t`It is installed already.`
                          : query.status === 'DRAFT'
                            ? t`A draft has errors and cannot be installed.`
                            : install.isPending
                              ? t`Queries are being installed.`
                              : undefined)
                      }
                      onClick={() => install.mutate([query.name])}
                    >
                      Install
                    </ActionMenuItem>
                    <ActionMenuItem
                      disabledReason={
                        query.installed
                          ? undefined
                          : t`Install it first: an endpoint is of an installed query.`
                      }
                      onClick={() => onEndpoint(query)}
                    >
                      Endpoint
                    </ActionMenuItem>
                    <Menu.Item
                      onClick={() => {
                        void navigator.clipboard.writeText(query.code).then(
                          () => toast.success(t`Copied the text of ${query.name}.`),
                          (error: unknown) => toast.error(error),
                        );
                      }}
                    >
                      Copy its text
                    </Menu.Item>
                    <Menu.Divider />
                    <ActionMenuItem
                      destructive
                      disabledReason={refusal('query.drop', query)}
                      onClick={() => setDeleting(query)}
                    >
                      Delete
                    </ActionMenuItem>
                  </Menu.Dropdown>
                </Menu>
              </span>
            </li>
          );
        })}
      </ul>
      {deleting !== null && (
        <ConfirmDestructive
          opened
          title={`Delete the query ${deleting.name}?`}
          losses={[
            t`The text of ${deleting.name} in ${graph}`,
            ...(deleting.installed ? [t`Its REST endpoint: programs that call it will fail`] : []),
          ]}
          confirmLabel="Delete query"
          onClose={() => setDeleting(null)}
          onConfirm={async () => {
            await remove.mutateAsync(deleting);
          }}
        />
      )}
    </div>
  );
}
