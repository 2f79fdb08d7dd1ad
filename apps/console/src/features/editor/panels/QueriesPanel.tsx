/** Queries of the graph: open their text, run, install, delete. */
import type { WireQueryInfo } from '@acacia/contract';
import {
  ConfirmDestructive,
  EmptyState,
  ErrorState,
  Tag,
  toast,
  ActionMenuItem,
  TableSkeleton,
} from '@acacia/ui';
import { ActionIcon, Button, Menu, TextInput, Tooltip } from '@mantine/core';
import { IconDots, IconDownload, IconPlayerPlay, IconRefresh, IconSearch } from '@tabler/icons-react';
import { useState } from 'react';
import type { useGraphQueries } from './useGraphQueries.ts';
import classes from './panels.module.css';

interface QueriesPanelProps {
  readonly graph: string | null;
  readonly queries: ReturnType<typeof useGraphQueries>;
  readonly onOpen: (query: WireQueryInfo) => void;
  readonly onRun: (query: WireQueryInfo) => void;
  /** Why nothing can be changed here; undefined when it can. */
  readonly readOnlyReason: string | undefined;
}

function stateOf(query: WireQueryInfo): { readonly word: string; readonly says: string } {
  if (query.installing) return { word: 'Installing', says: 'It is being installed.' };
  if (query.installed) return { word: 'Installed', says: 'It can be called through REST.' };
  if (query.status === 'DRAFT') return { word: 'Draft', says: 'It was saved with errors.' };
  return { word: 'Saved', says: 'It can be run in interpreted mode; install it to call it through REST.' };
}

export function QueriesPanel({ graph, queries, onOpen, onRun, readOnlyReason }: QueriesPanelProps) {
  const [search, setSearch] = useState('');
  const [deleting, setDeleting] = useState<WireQueryInfo | null>(null);
  const { list, install, remove } = queries;
  if (graph === null) {
    return (
      <div className={classes.panel}>
        <EmptyState compact title="No graph" description="Queries belong to a graph. Choose one above." />
      </div>
    );
  }
  const shown = list.data?.filter((query) => query.name.toLowerCase().includes(search.trim().toLowerCase()));
  const notInstalled = list.data?.filter((query) => !query.installed && query.status === 'VALID') ?? [];
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
          <Button
            size="compact-sm"
            variant="default"
            leftSection={<IconDownload size={14} />}
            loading={install.isPending}
            disabled={readOnlyReason !== undefined}
            onClick={() => install.mutate(notInstalled.map((query) => query.name))}
          >
            Install {notInstalled.length} queries
          </Button>
        </div>
      )}
      <ul className={classes.list} aria-label="Queries">
        {shown?.map((query) => {
          const state = stateOf(query);
          return (
            <li key={query.name} className={classes.item}>
              <button type="button" className={classes.open} title={query.name} onClick={() => onOpen(query)}>
                <span className={classes.name}>{query.name}</span>
                <span className={classes.more}>
                  <Tag title={state.says}>{state.word}</Tag>
                </span>
              </button>
              <span className={classes.actions}>
                <Tooltip label={query.status === 'DRAFT' ? 'A draft cannot be run' : 'Run …'}>
                  <ActionIcon
                    size="sm"
                    aria-label={`Run ${query.name}`}
                    disabled={query.status === 'DRAFT'}
                    onClick={() => onRun(query)}
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
                        readOnlyReason ??
                        (query.installed
                          ? 'It is installed already.'
                          : query.status === 'DRAFT'
                            ? 'A draft has errors and cannot be installed.'
                            : undefined)
                      }
                      onClick={() => install.mutate([query.name])}
                    >
                      Install
                    </ActionMenuItem>
                    <Menu.Item
                      onClick={() => {
                        void navigator.clipboard.writeText(query.code).then(
                          () => toast.success(`Copied the text of ${query.name}.`),
                          (error: unknown) => toast.error(error),
                        );
                      }}
                    >
                      Copy its text
                    </Menu.Item>
                    <Menu.Divider />
                    <ActionMenuItem
                      destructive
                      disabledReason={readOnlyReason}
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
            `The text of ${deleting.name} in ${graph}`,
            ...(deleting.installed ? ['Its REST endpoint: programs that call it will fail'] : []),
          ]}
          confirmLabel="Delete query"
          onClose={() => setDeleting(null)}
          onConfirm={async () => {
            await remove.mutateAsync(deleting.name);
          }}
        />
      )}
    </div>
  );
}
