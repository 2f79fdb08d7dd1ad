/** The loads that the workspace remembers of a graph, newest first; a finished one can be undone. */
import type { WorkspaceClient } from '@acacia/api-client';
import type { WireLoadStatus } from '@acacia/contract';
import {
  Card,
  ConfirmDestructive,
  DataTable,
  formatDateTime,
  formatDuration,
  formatNumber,
  toast,
  type DataTableColumn,
} from '@acacia/ui';
import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { graphKeys } from '../workspace-tool/useGraphChoice.ts';
import { fileName, outcomeRows, type OutcomeRow } from './outcome.ts';

const SHOWN = 20;
/** Milliseconds between looks at a load that runs. */
const WATCH_MS = 1000;

const STATES: Readonly<Record<WireLoadStatus['overall']['status'], string>> = {
  running: 'Running',
  finished: 'Loaded',
  failed: 'Failed',
  aborted: 'Cancelled or undone',
};

const isRunning = ({ overall }: WireLoadStatus): boolean => overall.status === 'running';

/** Rows of all targets, summed. */
const sum = (status: WireLoadStatus, of: (row: OutcomeRow) => number): string =>
  formatNumber(outcomeRows(status).reduce((total, row) => total + of(row), 0));

interface EarlierLoadsProps {
  readonly client: WorkspaceClient;
  readonly workspaceId: string;
  readonly graph: string;
  /** Changes when a load of this page has ended. */
  readonly ended: string;
}

/** Nothing where nothing was loaded. */
export function EarlierLoads({ client, workspaceId, graph, ended }: EarlierLoadsProps) {
  const [undoing, setUndoing] = useState<WireLoadStatus | null>(null);
  const queryClient = useQueryClient();
  const { data, error, refetch } = useQuery({
    queryKey: ['workspace', workspaceId, 'loads', graph, ended],
    queryFn: ({ signal }) => client.loads(graph, { signal }),
    refetchInterval: ({ state }) => (state.data?.some(isRunning) === true ? WATCH_MS : false),
  });
  const undo = async ({ overall }: WireLoadStatus): Promise<void> => {
    await client.undoLoad(graph, overall.id);
    toast.success('The load was undone.');
    await queryClient.invalidateQueries({ queryKey: graphKeys.counts(workspaceId, graph) });
    await refetch();
  };
  const columns: readonly DataTableColumn<WireLoadStatus>[] = [
    { id: 'at', header: 'Begun', cell: ({ overall }) => formatDateTime(new Date(overall.startTime)) },
    {
      id: 'files',
      header: 'Files',
      cell: ({ workers }) =>
        workers
          .flatMap(({ tasks }) => tasks.map(({ filename }) => fileName(filename)))
          .slice(0, 3)
          .join(', '),
    },
    {
      id: 'state',
      header: 'State',
      cell: (status) =>
        isRunning(status)
          ? `${STATES.running}, ${Math.round(status.overall.progress * 100)} %`
          : STATES[status.overall.status],
    },
    { id: 'new', header: 'New', align: 'right', cell: (status) => sum(status, ({ made }) => made) },
    {
      id: 'updated',
      header: 'Updated',
      align: 'right',
      cell: (status) => sum(status, ({ updated }) => updated),
    },
    {
      id: 'rejected',
      header: 'Rejected',
      align: 'right',
      cell: (status) => sum(status, ({ rejected }) => rejected),
    },
    { id: 'time', header: 'Time', align: 'right', cell: ({ overall }) => formatDuration(overall.duration) },
    {
      id: 'do',
      header: 'Actions',
      cell: (status) =>
        status.overall.status === 'finished' && (
          <Button
            size="compact-xs"
            variant="default"
            aria-label={`Undo the load of ${formatDateTime(new Date(status.overall.startTime))}`}
            onClick={() => setUndoing(status)}
          >
            Undo
          </Button>
        ),
    },
  ];
  if (error === null && (data === undefined || data.length === 0)) return null;
  return (
    <Card flush title="Loads of this graph" description={`The newest ${SHOWN}`}>
      <DataTable
        label="Loads of this graph"
        columns={columns}
        rows={data?.slice(0, SHOWN)}
        error={error}
        onRetry={() => void refetch()}
        rowKey={({ overall }) => overall.id}
        empty={null}
      />
      {undoing !== null && (
        <ConfirmDestructive
          opened
          title="Undo this load?"
          description="What was there before it comes back. Later loads are undone first."
          losses={[
            `${sum(undoing, ({ made }) => made)} vertices and edges that it added`,
            `The values that it wrote to ${sum(undoing, ({ updated }) => updated)} others`,
          ]}
          confirmLabel="Undo load"
          onClose={() => setUndoing(null)}
          onConfirm={() => undo(undoing)}
        />
      )}
    </Card>
  );
}
