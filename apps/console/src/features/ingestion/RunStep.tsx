/** The load while it runs and after it: progress, counts per target, first rows of a dry run, rejected rows, undo. */
import { said, t } from '@acacia/texts';
import type { WorkspaceClient } from '@acacia/api-client';
import type { WireLoadStatus } from '@acacia/contract';
import { Button, Group, Progress, Text } from '@mantine/core';
import { IconCircleCheck, IconCircleX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import {
  ActionButton,
  Card,
  DataTable,
  ErrorState,
  formatBytes,
  formatDuration,
  formatNumber,
  type DataTableColumn,
} from '@acacia/ui';
import { useState } from 'react';
import type { Run } from './loader-state.ts';
import { endsMadeText, outcomeRows, surplusText, type OutcomeRow } from './outcome.ts';
import { RejectedRows } from './RejectedRows.tsx';
import { SampleTable } from './SampleTable.tsx';
import { UndoLoad } from './UndoLoad.tsx';
import type { Loader } from './useLoader.ts';
import classes from './ingestion.module.css';

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
      return <Busy run={run} onCancel={loader.cancel} />;
    case 'failed': {
      const { id } = run;
      return (
        <ErrorState
          title={id === null ? 'The files could not be loaded' : 'The progress of the load could not be read'}
          error={run.error}
          onRetry={() => void (id === null ? loader.start() : loader.follow(id))}
          compact
        />
      );
    }
    case 'ended':
      return (
        <Outcome
          key={run.id}
          status={run.status}
          loader={loader}
          client={client}
          graph={graph}
          workspaceId={workspaceId}
        />
      );
  }
}

function Busy({
  run: { id, status, lost },
  onCancel,
}: {
  readonly run: Extract<Run, { readonly phase: 'loading' }>;
  readonly onCancel: () => void;
}) {
  const label = status?.overall.dryRun === true ? t`Trying out` : t`Loading`;
  const detail = lost
    ? t`The workspace does not answer just now. The load goes on without this page.`
    : status === null
      ? t`Starting …`
      : t`${formatNumber(status.overall.statistics.fileLevel.validLine)} lines read`;
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
          <ActionButton
            size="compact-sm"
            variant="default"
            disabledReason={id === null ? t`The load has not begun yet.` : undefined}
            onClick={onCancel}
          >
            Cancel
          </ActionButton>
        </Group>
      </Group>
      <Progress value={(status?.overall.progress ?? 0) * 100} aria-label={label} animated />
    </Card>
  );
}

const COUNT_COLUMNS: readonly DataTableColumn<OutcomeRow>[] = [
  { id: 'target', header: t`Target`, cell: (row) => row.target },
  { id: 'new', header: t`New`, align: 'right', cell: (row) => formatNumber(row.made) },
  { id: 'updated', header: t`Updated`, align: 'right', cell: (row) => formatNumber(row.updated) },
  { id: 'rejected', header: t`Rejected`, align: 'right', cell: (row) => formatNumber(row.rejected) },
  { id: 'line', header: t`Unreadable line`, align: 'right', cell: (row) => formatNumber(row.unreadable) },
  { id: 'missing', header: t`End missing`, align: 'right', cell: (row) => formatNumber(row.endMissing) },
  { id: 'made', header: t`Ends made`, align: 'right', cell: (row) => formatNumber(row.endsMade) },
  { id: 'value', header: t`Bad value`, align: 'right', cell: (row) => formatNumber(row.badValue) },
  { id: 'surplus', header: t`Surplus columns`, align: 'right', cell: (row) => formatNumber(row.surplus) },
];

function headingOf({ status, dryRun, error }: WireLoadStatus['overall']): string {
  if (status === 'failed') return dryRun ? t`The dry run failed` : t`The load failed`;
  if (status === 'finished') return dryRun ? t`Dry run: nothing was stored` : t`Loaded`;
  return error === null ? t`Cancelled; nothing of it was kept` : t`Nothing of it is stored`;
}

function Outcome({
  status,
  loader,
  client,
  graph,
  workspaceId,
}: RunStepProps & { readonly status: WireLoadStatus }) {
  const [undoing, setUndoing] = useState(false);
  const { overall } = status;
  const rows = outcomeRows(status);
  const sum = (of: (row: OutcomeRow) => number): number => rows.reduce((total, row) => total + of(row), 0);
  const rejected = sum((row) => row.rejected);
  const surplus = sum((row) => row.surplus);
  const endsMade = sum((row) => row.endsMade);
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
            {headingOf(overall)}
          </Group>
        }
        actions={
          <Group gap="xs">
            {overall.resumable && (
              <Button size="compact-sm" variant="default" onClick={() => void loader.resume(overall.id)}>
                Resume
              </Button>
            )}
            {ok && !overall.dryRun && (
              <>
                <Button size="compact-sm" variant="default" onClick={() => setUndoing(true)}>
                  Undo this load
                </Button>
                <Button
                  size="compact-sm"
                  renderRoot={(props) => (
                    <Link
                      {...props}
                      to="/explore"
                      search={{ workspace_id: workspaceId, graph_name: graph }}
                    />
                  )}
                >
                  Explore
                </Button>
              </>
            )}
          </Group>
        }
        description={
          <span role="status">
            {formatNumber(sum((row) => row.made))} new · {formatNumber(sum((row) => row.updated))} updated ·{' '}
            {formatNumber(rejected)} rejected · {surplus > 0 && `${surplusText(surplus)} · `}
            {endsMade > 0 && `${endsMadeText(endsMade)} · `}
            {formatDuration(overall.duration)} · {formatBytes(overall.averageSpeed)}/s
          </span>
        }
      >
        {overall.error !== null && (
          <p role="alert" className={classes.failure}>
            {said(overall.error)}
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
      {ok && overall.dryRun && <Preview id={overall.id} client={client} graph={graph} />}
      {rejected > 0 && (
        <RejectedRows id={overall.id} loader={loader} client={client} graph={graph} total={rejected} />
      )}
      {undoing && (
        <UndoLoad
          status={status}
          client={client}
          graph={graph}
          workspaceId={workspaceId}
          onClose={() => setUndoing(false)}
          onUndone={() => loader.follow(overall.id)}
        />
      )}
    </div>
  );
}

/** The first rows of each target as they would be stored. */
function Preview({ id, client, graph }: Pick<RunStepProps, 'client' | 'graph'> & { readonly id: string }) {
  const { data, error, refetch } = useQuery({
    queryKey: ['preview', graph, id],
    queryFn: ({ signal }) => client.loadPreview(graph, id, { signal }),
    staleTime: Infinity,
  });
  if (error !== null) {
    return (
      <ErrorState
        title="The first rows could not be read"
        error={error}
        onRetry={() => void refetch()}
        compact
      />
    );
  }
  return data?.map(({ target, columns, rows }, index) => (
    <Card flush key={index} title={`First rows of ${target}`}>
      <SampleTable
        label={`First rows of ${target}`}
        caption={rows.length === 0 ? 'No row would be loaded' : 'As they would be stored'}
        columns={columns.map((name) => ({ name }))}
        rows={rows}
      />
    </Card>
  ));
}
