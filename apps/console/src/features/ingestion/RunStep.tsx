/** The load while it runs and after it: progress, counts per target, and rejected rows. */
import type { WorkspaceClient } from '@acacia/api-client';
import type { WireLoadStatus } from '@acacia/contract';
import { Button, Group, Progress, Text } from '@mantine/core';
import { IconCircleCheck, IconCircleX, IconDownload } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import {
  Card,
  DataTable,
  download,
  ErrorState,
  errorText,
  formatBytes,
  formatDuration,
  formatNumber,
  toast,
  type DataTableColumn,
} from '@acacia/ui';
import { fileName, outcomeRows, surplusText, type OutcomeRow } from './outcome.ts';
import type { Loader } from './useLoader.ts';
import classes from './ingestion.module.css';

const SHOWN_REJECTS = 200;

interface RunStepProps {
  readonly loader: Loader;
  readonly client: WorkspaceClient;
  readonly graph: string;
  readonly workspaceId: string;
}

export function RunStep({ loader, client, graph, workspaceId }: RunStepProps) {
  const { run } = loader.state;
  switch (run.phase) {
    case 'none':
      return null;
    case 'loading':
      return (
        <Busy
          label="Loading"
          detail={
            run.status === null
              ? 'Starting …'
              : `${formatNumber(run.status.overall.statistics.fileLevel.validLine)} lines read`
          }
          share={run.status?.overall.progress ?? 0}
          onCancel={loader.cancel}
        />
      );
    case 'failed':
      return (
        <ErrorState
          title="The files could not be loaded"
          error={run.error}
          onRetry={() => void loader.start()}
          compact
        />
      );
    case 'ended':
      return <Outcome status={run.status} client={client} graph={graph} workspaceId={workspaceId} />;
  }
}

function Busy({
  label,
  detail,
  share,
  onCancel,
}: {
  readonly label: string;
  readonly detail: string;
  readonly share: number;
  readonly onCancel: () => void;
}) {
  return (
    <Card>
      <Group justify="space-between" mb="xs">
        <Text size="sm" fw={600} role="status">
          {label}
        </Text>
        <Group gap="sm">
          <Text size="xs" c="var(--acacia-ink-dim)">
            {detail}
          </Text>
          <Button size="compact-sm" variant="default" onClick={onCancel}>
            Cancel
          </Button>
        </Group>
      </Group>
      <Progress value={share * 100} aria-label={label} animated />
    </Card>
  );
}

const COUNT_COLUMNS: readonly DataTableColumn<OutcomeRow>[] = [
  { id: 'target', header: 'Target', cell: (row) => row.target },
  { id: 'new', header: 'New', align: 'right', cell: (row) => formatNumber(row.made) },
  { id: 'updated', header: 'Updated', align: 'right', cell: (row) => formatNumber(row.updated) },
  { id: 'rejected', header: 'Rejected', align: 'right', cell: (row) => formatNumber(row.rejected) },
  { id: 'line', header: 'Unreadable line', align: 'right', cell: (row) => formatNumber(row.unreadable) },
  { id: 'missing', header: 'End missing', align: 'right', cell: (row) => formatNumber(row.endMissing) },
  { id: 'value', header: 'Bad value', align: 'right', cell: (row) => formatNumber(row.badValue) },
  { id: 'surplus', header: 'Surplus columns', align: 'right', cell: (row) => formatNumber(row.surplus) },
];

function Outcome({
  status,
  client,
  graph,
  workspaceId,
}: Omit<RunStepProps, 'loader'> & { readonly status: WireLoadStatus }) {
  const { overall } = status;
  const rows = outcomeRows(status);
  const sum = (of: (row: OutcomeRow) => number): number => rows.reduce((total, row) => total + of(row), 0);
  const rejected = sum((row) => row.rejected);
  const surplus = sum((row) => row.surplus);
  const ok = overall.status === 'finished';
  return (
    <div className={classes.stack}>
      <Card
        flush
        title={
          <Group gap={8} component="span">
            {ok ? (
              <IconCircleCheck size={18} color="var(--acacia-positive)" aria-hidden="true" />
            ) : (
              <IconCircleX size={18} color="var(--acacia-negative)" aria-hidden="true" />
            )}
            {ok
              ? 'Loaded'
              : overall.status === 'aborted'
                ? 'Cancelled; nothing of it was kept'
                : 'The load failed'}
          </Group>
        }
        actions={
          ok ? (
            <Button
              size="compact-sm"
              renderRoot={(props) => (
                <Link {...props} to="/explore" search={{ workspace_id: workspaceId, graph_name: graph }} />
              )}
            >
              Explore
            </Button>
          ) : undefined
        }
        description={
          <span role="status">
            {formatNumber(sum((row) => row.made))} new · {formatNumber(sum((row) => row.updated))} updated ·{' '}
            {formatNumber(rejected)} rejected · {surplus > 0 && `${surplusText(surplus)} · `}
            {formatDuration(overall.duration)} · {formatBytes(overall.averageSpeed)}/s
          </span>
        }
      >
        {overall.error !== null && (
          <p role="alert" className={classes.failure}>
            {overall.error}
          </p>
        )}
        <DataTable
          label="Counts by target"
          columns={COUNT_COLUMNS}
          rows={rows}
          rowKey={(row) => row.target}
          empty={null}
        />
      </Card>
      {rejected > 0 && <Rejects id={overall.id} client={client} graph={graph} total={rejected} />}
    </div>
  );
}

type Reject = Awaited<ReturnType<WorkspaceClient['rejectedRows']>>[number];

const REJECT_COLUMNS: readonly DataTableColumn<Reject>[] = [
  { id: 'file', header: 'File', cell: (row) => fileName(row.file) },
  {
    id: 'line',
    header: 'Line',
    align: 'right',
    cell: (row) => formatNumber(row.line),
    sortBy: (row) => row.line,
  },
  { id: 'target', header: 'Target', cell: (row) => row.target ?? 'whole line' },
  { id: 'reason', header: 'Reason', cell: (row) => row.reason, sortBy: (row) => row.reason },
  { id: 'content', header: 'Content', cell: (row) => <code className={classes.content}>{row.content}</code> },
];

function Rejects({
  id,
  client,
  graph,
  total,
}: {
  readonly id: string;
  readonly client: WorkspaceClient;
  readonly graph: string;
  readonly total: number;
}) {
  const { data, error, refetch } = useQuery({
    queryKey: ['rejects', graph, id],
    queryFn: ({ signal }) => client.rejectedRows(graph, id, SHOWN_REJECTS, { signal }),
  });
  const save = (): void => {
    client
      .rejectedRowsFile(graph, id)
      .then((file) => download(`${id}-rejected.csv`, file))
      .catch((failure: unknown) =>
        toast.error(`The rejected rows could not be downloaded. ${errorText(failure)}`),
      );
  };
  return (
    <Card
      flush
      title="Rejected rows"
      description={
        total > SHOWN_REJECTS
          ? `The first ${SHOWN_REJECTS} of ${formatNumber(total)}; the file has all.`
          : undefined
      }
      actions={
        <Button size="compact-sm" variant="default" leftSection={<IconDownload size={14} />} onClick={save}>
          Download as CSV
        </Button>
      }
    >
      <DataTable
        label="Rejected rows"
        columns={REJECT_COLUMNS}
        rows={data}
        error={error}
        onRetry={() => void refetch()}
        rowKey={(row) => `${row.file} ${row.line} ${row.target ?? ''} ${row.reason}`}
        empty={null}
      />
    </Card>
  );
}
