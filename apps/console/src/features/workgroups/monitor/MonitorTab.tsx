/** Metrics of a workspace over time (specification part 2, Monitor). Viewing never wakes it. */
import type { Workgroup, Workspace } from '@acacia/contract';
import {
  Card,
  EmptyState,
  ErrorState,
  errorText,
  formatBytes,
  formatDuration,
  formatPercent,
  formatRate,
  Notice,
  PermissionNotice,
  Stat,
  Stats,
} from '@acacia/ui';
import { Stack } from '@mantine/core';
import { IconChartLine } from '@tabler/icons-react';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useCan } from '../../../data/me.ts';
import { idsOf } from '../../../data/workspaces.ts';
import { useTabWorkspace } from '../TabWorkspace.tsx';
import classes from './monitor.module.css';
import { RunsWith } from '../../../shell/RunsWith.tsx';
import { SuspendedNotice } from '../../../shell/SuspendedNotice.tsx';
import { MonitorToolbar } from './MonitorToolbar.tsx';
import { rangeOf, refreshOf, type Range, type TimeSearch } from './ranges.ts';
import { MetricCharts } from './MetricCharts.tsx';
import { latestOf } from './series.ts';
import { useMetrics, type Measured } from './useMetrics.ts';

export function Tab({ group }: { readonly group: Workgroup }) {
  const allowed = useCan();
  const readable = group.workspaces.filter((workspace) => allowed('metrics.read', idsOf(workspace)));
  const workspace = useTabWorkspace(readable);
  if (group.workspaces.length === 0) {
    return (
      <EmptyState
        icon={<IconChartLine size={22} stroke={1.6} />}
        title="Nothing to monitor"
        description="This workgroup has no workspace. What a workspace does is shown here as soon as there is one."
      />
    );
  }
  if (workspace === undefined) {
    return (
      <PermissionNotice what="Metrics are">
        Metrics are for users and administrators of a workspace. Ask an administrator of the workgroup for a
        role.
      </PermissionNotice>
    );
  }
  return <Monitor workspaces={readable} workspace={workspace} />;
}

interface MonitorProps {
  readonly workspaces: readonly Workspace[];
  readonly workspace: Workspace;
}

function Monitor({ workspaces, workspace }: MonitorProps) {
  const navigate = useNavigate({ from: '/groups/$groupID' });
  const search = useSearch({ from: '/shell/groups/$groupID' });
  const range = useRange(search);
  const refresh = refreshOf(search);
  const metrics = useMetrics(workspace, range, refresh);
  const { data, error } = metrics;
  const change = (part: TimeSearch & { readonly space_id?: string }): void => {
    void navigate({ search: (previous) => ({ ...previous, ...part }) });
  };
  const again = (): void => void metrics.refetch();
  return (
    <Stack gap="md">
      <MonitorToolbar
        workspaces={workspaces}
        workspace={workspace}
        range={range}
        refresh={refresh}
        refreshing={metrics.isFetching && data !== undefined}
        onWorkspace={(space_id) => change({ space_id })}
        onRange={(next) => change(searchOf(next))}
        onRefresh={(next) => change({ refresh: next })}
        onRefreshNow={again}
      />
      <SuspendedNotice workspace={workspace}>
        What was measured while it ran can be read as ever. Looking at it does not wake it.
      </SuspendedNotice>
      {error !== null && data === undefined ? (
        <Card>
          <ErrorState what="The metrics" error={error} onRetry={again} compact />
        </Card>
      ) : (
        <>
          {error !== null && (
            <Notice tone="negative" title="The metrics could not be refreshed">
              {errorText(error)}
            </Notice>
          )}
          <Tiles measured={data} />
          <RunsWith sentence={workspace.runs_with} />
          <MetricCharts workspace={workspace} range={range} measured={data} />
        </>
      )}
    </Stack>
  );
}

/** The range, memoised: the same object while the address stays the same. */
function useRange({ range, from, to }: TimeSearch): Range {
  return useMemo(() => rangeOf({ range, from, to }), [range, from, to]);
}

const searchOf = (range: Range): TimeSearch =>
  range.name === 'custom'
    ? {
        range: range.name,
        from: new Date(range.from).toISOString(),
        to: new Date(range.to).toISOString(),
      }
    : { range: range.name, from: undefined, to: undefined };

/** Values at the end of the shown range; of a sleeping workspace only its data. */
function Tiles({ measured }: { readonly measured: Measured | undefined }) {
  const { last, current } =
    measured === undefined
      ? { last: undefined, current: false }
      : latestOf(measured.points, measured.step_seconds, measured.to);
  const now = current ? last : undefined;
  const p95 = now?.latency_p95 ?? undefined;
  return (
    <div className={classes.tiles}>
      <Stats>
        <Stat label="CPU" value={now && formatPercent(now.cpu_percent)} />
        <Stat
          label="Memory"
          value={now && formatBytes(now.memory_bytes)}
          {...(now === undefined ? {} : { unit: formatPercent(now.memory_percent) })}
        />
        <Stat label="Storage" value={last && formatBytes(last.storage_bytes)} />
        <Stat label="Queries" value={now && formatRate(now.queries_per_second)} />
        <Stat label="p95 latency" value={p95 === undefined ? undefined : formatDuration(p95)} />
        <Stat label="Errors" value={now && formatRate(now.query_errors_per_second)} />
        <Stat label="Running loads" value={now && Math.round(now.running_loads * 10) / 10} />
      </Stats>
    </div>
  );
}
