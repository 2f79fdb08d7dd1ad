/** Overview: figures and charts of the last five minutes, and the status of each component. */
import { said, t } from '@acacia/texts';
import type { ServiceStatus, Workspace } from '@acacia/contract';
import {
  Card,
  DataTable,
  EmptyState,
  ErrorState,
  formatBytes,
  formatDuration,
  formatPercent,
  formatRate,
  Stat,
  Stats,
  StatusBadge,
  type DataTableColumn,
} from '@acacia/ui';
import { Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { LinkButton } from '../../shell/LinkButton.tsx';
import { usePhone } from '../../shell/narrow.ts';
import { MetricCharts } from '../workgroups/monitor/MetricCharts.tsx';
import { latestOf } from '../workgroups/monitor/series.ts';
import { useMetrics, type Measured } from '../workgroups/monitor/useMetrics.ts';
import { lastMinutes } from './last-minutes.ts';
import classes from './portal.module.css';
import type { PortalProps } from './portal-props.ts';
import { WhileRunning } from './WhileRunning.tsx';

const FIVE_MINUTES = { name: '5m' } as const;
const REFRESH = 15_000;
const CHARTS: ReadonlySet<string> = new Set([
  t`CPU`,
  t`Memory`,
  t`Storage`,
  t`Queries`,
  t`Latency`,
  t`Errors`,
]);

export function Tab({ workspace, client }: PortalProps) {
  const metrics = useMetrics(workspace, FIVE_MINUTES, '15s');
  const { data, error } = metrics;
  return (
    <Stack gap="md">
      <Card
        title="Last five minutes"
        description="Timeouts and errors are shares of the queries, latency is that of the slowest 15 seconds."
        actions={
          <LinkButton
            variant="default"
            size="xs"
            to="/groups/$groupID"
            params={{ groupID: workspace.workgroup_id }}
            search={{ tab: 'monitor', space_id: workspace.workspace_id }}
          >
            Longer times
          </LinkButton>
        }
      >
        {error !== null && data === undefined ? (
          <ErrorState what="The metrics" error={error} onRetry={() => void metrics.refetch()} compact />
        ) : (
          <Figures workspace={workspace} measured={data} />
        )}
      </Card>
      <Card
        flush
        title="Components"
        description="All of them are parts of one process: its CPU and memory are those above."
      >
        <WhileRunning workspace={workspace} what="The components are">
          <Components workspace={workspace} client={client} />
        </WhileRunning>
      </Card>
      <MetricCharts workspace={workspace} range={FIVE_MINUTES} measured={data} only={CHARTS} />
    </Stack>
  );
}

interface FiguresProps {
  readonly workspace: Workspace;
  readonly measured: Measured | undefined;
}

function Figures({ workspace, measured }: FiguresProps) {
  const { points = [], step_seconds = 15, to = 0 } = measured ?? {};
  const { last, current } = latestOf(points, step_seconds, to);
  const now = current ? last : undefined;
  const recent = lastMinutes(points, step_seconds);
  const some = points.length > 0;
  const percent = (value: number | null) => (value === null ? undefined : formatPercent(value));
  const duration = (value: number | null) => (value === null ? undefined : formatDuration(value));
  return (
    <div className={classes.tiles}>
      <Stats>
        <Stat label="CPU" value={now && formatPercent(now.cpu_percent)} />
        <Stat
          label="Memory"
          value={now && formatBytes(now.memory_bytes)}
          {...(now === undefined ? {} : { unit: formatPercent(now.memory_percent) })}
        />
        <Stat label="Disk" value={last && formatBytes(last.storage_bytes)} />
        <Stat label="Volume in use" value={percent(workspace.volume_usage_percent)} />
        <Stat label="Queries" value={some ? formatRate(recent.queriesPerSecond) : undefined} />
        <Stat label="Timeouts" value={percent(recent.timeoutPercent)} />
        <Stat label="Errors" value={percent(recent.errorPercent)} />
        <Stat label="p95 latency" value={duration(recent.latencyP95)} />
      </Stats>
    </div>
  );
}

/** The work of each component, by TigerGraph's names. */
const WORK: Readonly<Record<string, string>> = {
  RESTPP: t`Answers the REST API: data, installed queries, built-in calls`,
  GUI: t`Serves settings, runs and documents of the console`,
  NGINX: t`Takes requests in, with their limits`,
  GPE: t`Holds the graph in memory and runs queries over it`,
  GSQL: t`Parses and runs GSQL, keeps catalogue, users and roles`,
  GSE: t`Keeps the ids of vertices`,
  CTRL: t`Starts and stops the others, and applies settings`,
};

const COLUMNS: DataTableColumn<ServiceStatus>[] = [
  {
    id: 'name',
    header: t`Component`,
    width: '110px',
    sortBy: ({ ServiceDescriptor }) => ServiceDescriptor.ServiceName,
    cell: ({ ServiceDescriptor }) => ServiceDescriptor.ServiceName,
  },
  {
    id: 'work',
    header: t`Work`,
    text: ({ ServiceDescriptor }) => WORK[ServiceDescriptor.ServiceName] ?? '',
    cell: ({ ServiceDescriptor }) => WORK[ServiceDescriptor.ServiceName] ?? '–',
  },
  {
    id: 'status',
    header: t`Status`,
    width: '110px',
    sortBy: ({ ServiceStatus: status }) => status,
    cell: ({ ServiceStatus: status }) => <StatusBadge tone="positive">{said(status)}</StatusBadge>,
  },
];

/** On a phone the work stands below its component. */
const STACKED: DataTableColumn<ServiceStatus>[] = [
  {
    id: 'component',
    header: t`Component`,
    sortBy: ({ ServiceDescriptor }) => ServiceDescriptor.ServiceName,
    cell: ({ ServiceDescriptor: { ServiceName }, ServiceStatus: status }) => (
      <div className={classes.stacked}>
        <div className={classes.row}>
          {ServiceName} <StatusBadge tone="positive">{said(status)}</StatusBadge>
        </div>
        <span className={classes.dim}>{WORK[ServiceName]}</span>
      </div>
    ),
  },
];

function Components({ workspace, client }: PortalProps) {
  const columns = usePhone() ? STACKED : COLUMNS;
  const services = useQuery({
    queryKey: ['workspace', workspace.workspace_id, 'services'],
    queryFn: ({ signal }) => client.serviceStatus({ signal }),
    refetchInterval: REFRESH,
  });
  return (
    <DataTable
      label="Components"
      columns={columns}
      rows={services.data}
      rowKey={({ ServiceDescriptor }) => ServiceDescriptor.ServiceName}
      loadingRows={7}
      error={services.error}
      onRetry={() => void services.refetch()}
      empty={<EmptyState compact title="No components" description="The workspace named none." />}
    />
  );
}
