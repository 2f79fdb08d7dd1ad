/**
 * The loads that the workspace remembers of a graph, newest first: a running one is cancelled, one that was cut off
 * resumed, a finished one undone. The counts and rejected rows of each are shown again.
 */
import { t } from '@acacia/texts';
import type { WorkspaceClient } from '@acacia/api-client';
import type { WireLoadStatus } from '@acacia/contract';
import {
  ActionButton,
  Card,
  DataTable,
  errorText,
  formatDateTime,
  formatDuration,
  toast,
  type DataTableColumn,
} from '@acacia/ui';
import { Button, Group, Progress } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { fileNames, STATES } from './load-texts.ts';
import { sumText } from './outcome.ts';
import { loadsKey, UndoLoad } from './UndoLoad.tsx';
import classes from './ingestion.module.css';

const SHOWN = 20;
/** Milliseconds between looks at a load that runs. */
const WATCH_MS = 1000;

const isRunning = ({ overall }: WireLoadStatus): boolean => overall.status === 'running';

/** When it was begun: the name of a load for people. */
const begun = ({ overall }: WireLoadStatus): string => formatDateTime(new Date(overall.startTime));

const filesText = ({ workers }: WireLoadStatus): string =>
  fileNames(workers.flatMap(({ tasks }) => tasks.map(({ filename }) => filename)));

interface EarlierLoadsProps {
  readonly client: WorkspaceClient;
  readonly workspaceId: string;
  readonly graph: string;
  /** Changes when a load of this page has ended. */
  readonly ended: string;
  /** Shows what became of a load. */
  readonly onShow: (id: string) => void;
  /** Why none can be shown just now, or undefined. */
  readonly showRefusal: string | undefined;
}

/** Nothing where nothing was loaded. */
export function EarlierLoads({ client, workspaceId, graph, ended, onShow, showRefusal }: EarlierLoadsProps) {
  const [undoing, setUndoing] = useState<WireLoadStatus | null>(null);
  const { data, error, refetch } = useQuery({
    queryKey: [...loadsKey(workspaceId, graph), ended],
    queryFn: ({ signal }) => client.loads(graph, { signal }),
    refetchInterval: ({ state }) => (state.data?.some(isRunning) === true ? WATCH_MS : false),
  });
  const change = (how: Promise<unknown>, what: string): void => {
    how
      .catch((failure: unknown) => toast.error(`${what} ${errorText(failure)}`))
      .finally(() => void refetch());
  };
  const columns: readonly DataTableColumn<WireLoadStatus>[] = [
    { id: 'at', header: t`Begun`, cell: begun },
    {
      id: 'files',
      header: t`Files`,
      cell: filesText,
    },
    {
      id: 'state',
      header: t`State`,
      cell: (status) =>
        isRunning(status) ? (
          <Progress
            value={status.overall.progress * 100}
            aria-label={`Load of ${begun(status)}`}
            className={classes.progress}
          />
        ) : (
          STATES[status.overall.status]
        ),
    },
    { id: 'new', header: t`New`, align: 'right', cell: (status) => sumText(status, ({ made }) => made) },
    {
      id: 'updated',
      header: t`Updated`,
      align: 'right',
      cell: (status) => sumText(status, ({ updated }) => updated),
    },
    {
      id: 'rejected',
      header: t`Rejected`,
      align: 'right',
      cell: (status) => sumText(status, ({ rejected }) => rejected),
    },
    { id: 'time', header: t`Time`, align: 'right', cell: ({ overall }) => formatDuration(overall.duration) },
    {
      id: 'do',
      header: t`Actions`,
      cell: (status) => {
        const { id, resumable } = status.overall;
        if (isRunning(status)) {
          return (
            <Button
              size="compact-xs"
              variant="default"
              aria-label={`Cancel the load of ${begun(status)}`}
              onClick={() => change(client.abortLoad(graph, id), t`The load could not be cancelled.`)}
            >
              Cancel
            </Button>
          );
        }
        return (
          <Group gap={6} wrap="nowrap">
            <ActionButton
              size="compact-xs"
              variant="default"
              aria-label={`Show the load of ${begun(status)}`}
              disabledReason={showRefusal}
              onClick={() => onShow(id)}
            >
              Show
            </ActionButton>
            {resumable && (
              <Button
                size="compact-xs"
                variant="default"
                aria-label={`Resume the load of ${begun(status)}`}
                onClick={() => change(client.resumeLoad(graph, id), t`The load could not be resumed.`)}
              >
                Resume
              </Button>
            )}
            {!resumable && status.overall.status === 'finished' && (
              <Button
                size="compact-xs"
                variant="default"
                aria-label={`Undo the load of ${begun(status)}`}
                onClick={() => setUndoing(status)}
              >
                Undo
              </Button>
            )}
          </Group>
        );
      },
    },
  ];
  // A dry run left nothing behind.
  const stored = data?.filter(({ overall }) => !overall.dryRun);
  if (error === null && (stored === undefined || stored.length === 0)) return null;
  return (
    <Card flush title="Loads of this graph" description={`The newest ${SHOWN}`}>
      <DataTable
        label="Loads of this graph"
        columns={columns}
        rows={stored?.slice(0, SHOWN)}
        error={error}
        onRetry={() => void refetch()}
        rowKey={({ overall }) => overall.id}
        empty={null}
      />
      {undoing !== null && (
        <UndoLoad
          status={undoing}
          client={client}
          workspaceId={workspaceId}
          graph={graph}
          onClose={() => setUndoing(null)}
          onUndone={() => refetch()}
        />
      )}
    </Card>
  );
}
