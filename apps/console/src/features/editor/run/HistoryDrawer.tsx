/** The person's runs of the past in this workspace: searched, opened, run again. */
import { t } from '@acacia/texts';
import type { WorkspaceClient } from '@acacia/api-client';
import type { RunHistoryEntry } from '@acacia/contract';
import {
  ActionButton,
  ConfirmDestructive,
  EmptyState,
  ErrorState,
  formatDuration,
  formatNumber,
  RelativeTime,
  StatusBadge,
  TableSkeleton,
  toast,
} from '@acacia/ui';
import { Button, Drawer, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconFileText, IconPlayerPlay, IconSearch, IconTrash } from '@tabler/icons-react';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import classes from './history.module.css';
import { RUN_TONE, RUN_WORD } from './run-words.ts';

const PAGE = 50;
/** Milliseconds without a key after which the workspace is asked. */
const TYPED_MS = 250;

interface HistoryDrawerProps {
  readonly workspaceId: string;
  readonly client: WorkspaceClient;
  /** Why nothing can be run here; undefined when it can. */
  readonly refusal: string | undefined;
  readonly onRun: (entry: RunHistoryEntry) => void;
  readonly onOpen: (entry: RunHistoryEntry) => void;
  readonly onClose: () => void;
}

export function HistoryDrawer({ workspaceId, client, refusal, onRun, onOpen, onClose }: HistoryDrawerProps) {
  const [typed, setTyped] = useState('');
  const [clearing, setClearing] = useState(false);
  const [search] = useDebouncedValue(typed.trim(), TYPED_MS);
  const cache = useQueryClient();
  const key = ['workspace', workspaceId, 'run-history'];
  const list = useInfiniteQuery({
    queryKey: [...key, search],
    queryFn: ({ pageParam, signal }) =>
      client.runHistory({ search, offset: pageParam, rows: PAGE }, { signal }),
    initialPageParam: 0,
    getNextPageParam: (last, pages) => {
      const read = pages.reduce((sum, { entries }) => sum + entries.length, 0);
      return read < last.total && last.entries.length > 0 ? read : undefined;
    },
  });
  const entries = list.data?.pages.flatMap((page) => page.entries);
  const total = list.data?.pages[0]?.total ?? 0;
  return (
    <Drawer opened onClose={onClose} position="right" size={520} title="History of runs">
      <div className={classes.tools}>
        <TextInput
          style={{ flex: 1 }}
          size="xs"
          aria-label="Search history"
          placeholder="Search text, query, graph or parameters"
          leftSection={<IconSearch size={14} />}
          maxLength={500}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <Button
          size="xs"
          variant="default"
          leftSection={<IconTrash size={14} />}
          disabled={total === 0}
          onClick={() => setClearing(true)}
        >
          Clear
        </Button>
      </div>
      {list.isPending && <TableSkeleton rows={5} label="Loading the history" />}
      {list.isError && (
        <ErrorState compact what="The history" error={list.error} onRetry={() => void list.refetch()} />
      )}
      {entries?.length === 0 && (
        <EmptyState
          compact
          title={search === '' ? 'No runs yet' : 'No run matches'}
          description={
            search === '' ? 'What you run in this workspace is listed here for 30 days.' : 'Try another text.'
          }
        />
      )}
      <ul className={classes.list} aria-label="Runs of the past">
        {entries?.map((entry) => (
          <Entry key={entry.id} entry={entry} refusal={refusal} onRun={onRun} onOpen={onOpen} />
        ))}
      </ul>
      {list.hasNextPage && (
        <Button
          variant="default"
          size="xs"
          loading={list.isFetchingNextPage}
          onClick={() => void list.fetchNextPage()}
        >
          Show more
        </Button>
      )}
      {clearing && (
        <ConfirmDestructive
          opened
          title="Clear the history of your runs?"
          losses={[
            total === 1
              ? t`${formatNumber(total)} entry and all others of yours`
              : t`${formatNumber(total)} entries and all others of yours`,
          ]}
          confirmLabel="Clear history"
          onClose={() => setClearing(false)}
          onConfirm={async () => {
            await client.clearRunHistory();
            toast.success(t`Cleared the history of your runs.`);
            await cache.invalidateQueries({ queryKey: key });
          }}
        />
      )}
    </Drawer>
  );
}

interface EntryProps extends Pick<HistoryDrawerProps, 'refusal' | 'onRun' | 'onOpen'> {
  readonly entry: RunHistoryEntry;
}

function Entry({ entry, refusal, onRun, onOpen }: EntryProps) {
  const { title, graph, text, parameters, state, startedAt, endedAt, rows, error, incomplete } = entry;
  const took = endedAt === null ? null : Date.parse(endedAt) - Date.parse(startedAt);
  return (
    <li className={classes.entry}>
      <div className={classes.head}>
        <span className={classes.title} title={text ?? title}>
          {title}
        </span>
        <StatusBadge tone={RUN_TONE[state]}>{RUN_WORD[state]}</StatusBadge>
      </div>
      <div className={classes.facts}>
        <RelativeTime at={startedAt} />
        <span>{graph ?? 'Global'}</span>
        {took !== null && state !== 'interrupted' && <span>{formatDuration(Math.max(0, took))}</span>}
        {rows > 0 && <span>{rows === 1 ? `${formatNumber(rows)} row` : `${formatNumber(rows)} rows`}</span>}
        {(entry.text === null || entry.type === 'API') && parameters !== null && parameters !== '{}' && (
          <code className={classes.parameters}>{parameters}</code>
        )}
      </div>
      {error !== null && <div className={classes.error}>{error}</div>}
      <div className={classes.actions}>
        <ActionButton
          size="compact-xs"
          variant="default"
          leftSection={<IconPlayerPlay size={12} />}
          disabledReason={incomplete ?? refusal}
          onClick={() => onRun(entry)}
        >
          Run again
        </ActionButton>
        <ActionButton
          size="compact-xs"
          variant="default"
          leftSection={<IconFileText size={12} />}
          disabledReason={
            entry.type === 'API'
              ? t`It called an endpoint, and has no text.`
              : text === null
                ? t`It ran an installed query: its text is in the list of queries.`
                : undefined
          }
          onClick={() => onOpen(entry)}
        >
          Open in a file
        </ActionButton>
      </div>
    </li>
  );
}
