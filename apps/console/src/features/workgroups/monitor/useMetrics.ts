/** Metrics of a workspace, and the alert rules whose thresholds the charts show. */
import type { AlertRule, MetricSeries, Workspace } from '@acacia/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useServices } from '../../../services/services.ts';
import { useCan } from '../../../data/me.ts';
import { idsOf } from '../../../data/workspaces.ts';
import { momentsOf, REFRESHES, type Range, type RefreshName } from './ranges.ts';

/** The measurements, and the time range of their request. */
export interface Measured extends MetricSeries {
  readonly from: number;
  readonly to: number;
}

export function useMetrics(workspace: Workspace, range: Range, refresh: RefreshName) {
  const { cloud } = useServices();
  const params = idsOf(workspace);
  const query = useQuery({
    queryKey: ['metrics', workspace.workspace_id, range],
    queryFn: async ({ signal }): Promise<Measured> => {
      const { from, to } = momentsOf(range, Date.now());
      const series = await cloud.getMetrics({
        params,
        query: { from: new Date(from).toISOString(), to: new Date(to).toISOString() },
        signal,
      });
      return { ...series, from, to };
    },
    // A time that has gone by does not change.
    refetchInterval: range.name === 'custom' ? false : REFRESHES[refresh].milliseconds,
    placeholderData: keepPreviousData,
  });
  // Data kept while another range is fetched must not be another workspace's.
  const data = query.data?.workspace_id === workspace.workspace_id ? query.data : undefined;
  return { ...query, data };
}

const NONE: readonly AlertRule[] = [];

/** Rules that the person may see; none until they are loaded: charts are useful without them. */
export function useAlertRules(workspace: Workspace): readonly AlertRule[] {
  const { cloud } = useServices();
  const params = idsOf(workspace);
  const { data } = useQuery({
    queryKey: ['alert-rules', workspace.workspace_id],
    queryFn: ({ signal }) => cloud.listAlertRules({ params, signal }),
    enabled: useCan()('alert.read', params),
  });
  return data ?? NONE;
}
