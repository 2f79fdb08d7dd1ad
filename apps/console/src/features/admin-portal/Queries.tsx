/** Queries: those that run, which an administrator can stop, and the slow ones lately. */
import { t } from '@acacia/texts';
import type { RunningQueryEntry, SlowQuery } from '@acacia/contract';
import {
  ActionButton,
  Card,
  ConfirmDestructive,
  DataTable,
  EmptyState,
  formatDateTime,
  formatDuration,
  StatusBadge,
  toast,
  useOnTop,
  type DataTableColumn,
  type StatusTone,
} from '@acacia/ui';
import { Stack } from '@mantine/core';
import { IconHourglass, IconPlayerPlay, IconPlayerStop } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useDenied } from '../../data/me.ts';
import { idsOf } from '../../data/workspaces.ts';
import { usePhone } from '../../shell/narrow.ts';
import classes from './portal.module.css';
import type { PortalProps } from './portal-props.ts';
import { WhileRunning } from './WhileRunning.tsx';

const REFRESH = 3_000;
const SLOW_REFRESH = 15_000;

export function Tab(props: PortalProps) {
  return (
    <WhileRunning workspace={props.workspace} what="Running and slow queries are">
      <Stack gap="md">
        <RunningQueries {...props} />
        <SlowQueries {...props} />
      </Stack>
    </WhileRunning>
  );
}

/** `2026-11-21 07:00:00.123` of the server, in UTC. */
const instant = (text: string): Date => new Date(`${text.replace(' ', 'T')}Z`);

const runningKey = (workspaceId: string) => ['workspace', workspaceId, 'running-queries'] as const;

function runningColumns(
  refusal: string | undefined,
  stop: (query: RunningQueryEntry) => void,
  isPhone: boolean,
): readonly DataTableColumn<RunningQueryEntry>[] {
  const stopButton = (query: RunningQueryEntry) => (
    <ActionButton
      size="xs"
      variant="default"
      leftSection={<IconPlayerStop size={14} stroke={1.8} />}
      disabledReason={refusal}
      aria-label={`Stop ${query.url}`}
      onClick={() => stop(query)}
    >
      Stop
    </ActionButton>
  );
  if (isPhone) {
    return [
      {
        id: 'query',
        header: t`Query`,
        sortBy: ({ startTime }) => startTime,
        cell: (query) => (
          <div className={classes.stacked}>
            <span className={classes.code}>{query.url}</span>
            <span className={classes.dim}>Running for {formatDuration(query.elapsedTime)}</span>
            {stopButton(query)}
          </div>
        ),
      },
    ];
  }
  return [
    {
      id: 'query',
      header: t`Query`,
      text: ({ url }) => url,
      cell: ({ url }) => <span className={classes.code}>{url}</span>,
    },
    {
      id: 'started',
      header: t`Started`,
      width: '180px',
      sortBy: ({ startTime }) => startTime,
      cell: ({ startTime }) => formatDateTime(instant(startTime)),
    },
    {
      id: 'elapsed',
      header: t`Running for`,
      width: '120px',
      align: 'right',
      sortBy: ({ elapsedTime }) => elapsedTime,
      cell: ({ elapsedTime }) => formatDuration(elapsedTime),
    },
    {
      id: 'actions',
      header: t`Actions`,
      hideHeader: true,
      width: '100px',
      align: 'right',
      cell: stopButton,
    },
  ];
}

function RunningQueries({ workspace, client }: PortalProps) {
  const refusal = useDenied()('workspace.update', idsOf(workspace));
  const [stopping, setStopping] = useState<RunningQueryEntry | null>(null);
  const running = useQuery({
    queryKey: runningKey(workspace.workspace_id),
    queryFn: ({ signal }) => client.runningQueries({ signal }),
    refetchInterval: REFRESH,
  });
  const isPhone = usePhone();
  const columns = useMemo(() => runningColumns(refusal, setStopping, isPhone), [refusal, isPhone]);
  return (
    <Card flush title="Running queries" description="Looked at every three seconds.">
      <DataTable
        label="Running queries"
        columns={columns}
        rows={running.data}
        rowKey={({ requestid }) => requestid}
        loadingRows={2}
        error={running.error}
        onRetry={() => void running.refetch()}
        empty={
          <EmptyState
            compact
            icon={<IconPlayerPlay size={22} stroke={1.6} />}
            title="No query is running"
            description="A query is listed here from its start to its end."
          />
        }
      />
      {stopping !== null && (
        <StopDialog
          workspace={workspace}
          client={client}
          query={stopping}
          onClose={() => setStopping(null)}
        />
      )}
    </Card>
  );
}

interface StopDialogProps extends PortalProps {
  readonly query: RunningQueryEntry;
  readonly onClose: () => void;
}

function StopDialog({ workspace, client, query, onClose }: StopDialogProps) {
  const close = useOnTop(true, onClose);
  const queryClient = useQueryClient();
  return (
    <ConfirmDestructive
      opened
      onClose={close}
      title="Stop the query"
      description={<span className={classes.code}>{query.url}</span>}
      losses={[
        t`Its result: whoever started it is told that it was aborted`,
        t`The changes that it would make`,
      ]}
      confirmLabel="Stop"
      onConfirm={async () => {
        const stopped = await client.abortQuery(query.requestid);
        if (stopped) toast.success(t`The query was stopped.`);
        else toast.success(t`The query had ended already.`);
        await queryClient.invalidateQueries({ queryKey: runningKey(workspace.workspace_id) });
      }}
    />
  );
}

const OUTCOMES: Readonly<Record<SlowQuery['outcome'], readonly [StatusTone, string]>> = {
  done: ['positive', t`Done`],
  failed: ['negative', t`Failed`],
  timeout: ['warning', t`Time limit`],
  aborted: ['stopped', t`Aborted`],
};

function Outcome({ outcome }: Pick<SlowQuery, 'outcome'>) {
  const [tone, word] = OUTCOMES[outcome];
  return <StatusBadge tone={tone}>{word}</StatusBadge>;
}

function QueryName({ graph, query, error }: SlowQuery) {
  return (
    <div>
      <span className={classes.code}>{query === '' ? 'Text without a name' : query}</span>
      {graph !== '' && ` of ${graph}`}
      {error !== null && <p className={classes.error}>{error}</p>}
    </div>
  );
}

const SLOW_COLUMNS: DataTableColumn<SlowQuery>[] = [
  {
    id: 'query',
    header: t`Query`,
    sortBy: ({ graph, query }) => `${graph}.${query}`,
    cell: (slow) => <QueryName {...slow} />,
  },
  {
    id: 'ended',
    header: t`Ended`,
    width: '180px',
    sortBy: ({ endTime }) => endTime,
    cell: ({ endTime }) => formatDateTime(endTime),
  },
  {
    id: 'took',
    header: t`Took`,
    width: '110px',
    align: 'right',
    sortBy: ({ milliseconds }) => milliseconds,
    cell: ({ milliseconds }) => formatDuration(milliseconds),
  },
  {
    id: 'outcome',
    header: t`Outcome`,
    width: '120px',
    sortBy: ({ outcome }) => outcome,
    cell: ({ outcome }) => <Outcome outcome={outcome} />,
  },
];

/** On a phone all of a query stands below each other. */
const SLOW_STACKED: DataTableColumn<SlowQuery>[] = [
  {
    id: 'ended',
    header: t`Query`,
    sortBy: ({ endTime }) => endTime,
    text: ({ graph, query, outcome }) => `${graph}.${query} ${OUTCOMES[outcome][1]}`,
    cell: (slow) => (
      <div className={classes.stacked}>
        <QueryName {...slow} />
        <div className={classes.row}>
          {formatDuration(slow.milliseconds)} <Outcome outcome={slow.outcome} />
        </div>
        <span className={classes.dim}>{formatDateTime(slow.endTime)}</span>
      </div>
    ),
  },
];

function SlowQueries({ workspace, client }: PortalProps) {
  const columns = usePhone() ? SLOW_STACKED : SLOW_COLUMNS;
  const slow = useQuery({
    queryKey: ['workspace', workspace.workspace_id, 'slow-queries'],
    queryFn: ({ signal }) => client.slowQueries({ signal }),
    refetchInterval: SLOW_REFRESH,
  });
  return (
    <Card
      flush
      title="Slow queries"
      description="The newest hundred that took a second or longer, or met their time limit, since the workspace was started."
    >
      <DataTable
        label="Slow queries"
        columns={columns}
        rows={slow.data}
        rowKey={({ requestid, endTime }) => `${requestid} ${endTime}`}
        initialSort={{ id: 'ended', desc: true }}
        loadingRows={2}
        error={slow.error}
        onRetry={() => void slow.refetch()}
        filter={{ label: t`Filter slow queries` }}
        exportName={`${workspace.name}-slow-queries`}
        empty={
          <EmptyState
            compact
            icon={<IconHourglass size={22} stroke={1.6} />}
            title="No slow queries"
            description="None took a second or longer since the workspace was started."
          />
        }
      />
    </Card>
  );
}
