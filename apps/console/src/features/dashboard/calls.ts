/** Calls of the operator's dashboard. */
import type { CloudInput } from '@acacia/api-client';
import type { DashboardWorkspace, OrgQuota } from '@acacia/contract';
import { keepPreviousData, useMutation, useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { useServices } from '../../services/services.ts';

/** Milliseconds between two looks at what changes by itself. */
const EVERY = 15_000;

export function useWorkspaces(query: CloudInput<'listDashboardWorkspaces'>['query']) {
  const { cloud } = useServices();
  return useQuery({
    queryKey: ['dashboard', 'workspaces', query],
    queryFn: ({ signal }) => cloud.listDashboardWorkspaces({ query, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: EVERY,
  });
}

/** Pauses or stops a workspace of any organisation. */
export function useSuspend() {
  const { cloud, queryClient } = useServices();
  return useMutation({
    mutationFn: ({ workspace, action }: { workspace: DashboardWorkspace; action: 'pause' | 'stop' }) => {
      const params = { any_workspace: workspace.workspace_id };
      return action === 'pause'
        ? cloud.pauseDashboardWorkspace({ params })
        : cloud.stopDashboardWorkspace({ params });
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['dashboard'] }),
  });
}

export function useOrganizations(query: CloudInput<'listDashboardOrganizations'>['query']) {
  const { cloud } = useServices();
  return useQuery({
    queryKey: ['dashboard', 'organizations', query],
    queryFn: ({ signal }) => cloud.listDashboardOrganizations({ query, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: EVERY,
  });
}

const organizationKey = (organization: string) => ['dashboard', 'organization', organization];

export function useOrganizationDetail(organization: string) {
  const { cloud } = useServices();
  return useSuspenseQuery({
    queryKey: organizationKey(organization),
    queryFn: ({ signal }) => cloud.getDashboardOrganization({ params: { organization }, signal }),
    refetchInterval: EVERY,
  }).data;
}

export function useChangeTier(organization: string) {
  const { cloud, queryClient } = useServices();
  return useMutation({
    mutationFn: (tier: OrgQuota['tier']) =>
      cloud.updateDashboardOrganization({ params: { organization }, body: { tier } }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['dashboard'] }),
  });
}

export function usePeople(organization: string, query: CloudInput<'listDashboardPeople'>['query']) {
  const { cloud } = useServices();
  return useQuery({
    queryKey: [...organizationKey(organization), 'people', query],
    queryFn: ({ signal }) => cloud.listDashboardPeople({ params: { organization }, query, signal }),
    placeholderData: keepPreviousData,
  });
}

export function useProviders() {
  const { cloud } = useServices();
  return useQuery({
    queryKey: ['dashboard', 'providers'],
    queryFn: ({ signal }) => cloud.listDashboardProviders({ signal }),
    refetchInterval: EVERY,
  });
}

export function useProvider(provider: string) {
  const { cloud } = useServices();
  return useSuspenseQuery({
    queryKey: ['dashboard', 'provider', provider],
    queryFn: ({ signal }) => cloud.getDashboardProvider({ params: { cloud_provider: provider }, signal }),
    refetchInterval: EVERY,
  }).data;
}

export function useConfiguration() {
  const { cloud } = useServices();
  return useSuspenseQuery({
    queryKey: ['dashboard', 'configuration'],
    queryFn: ({ signal }) => cloud.getDashboardConfiguration({ signal }),
    refetchInterval: EVERY,
  }).data;
}

export function useOwnMetrics() {
  const { cloud } = useServices();
  return useSuspenseQuery({
    queryKey: ['dashboard', 'metrics'],
    queryFn: ({ signal }) => cloud.getDashboardMetrics({ signal }),
    refetchInterval: EVERY,
  }).data;
}

export function useBilling(query: CloudInput<'listDashboardBilling'>['query']) {
  const { cloud } = useServices();
  return useQuery({
    queryKey: ['dashboard', 'billing', query],
    queryFn: ({ signal }) => cloud.listDashboardBilling({ query, signal }),
    placeholderData: keepPreviousData,
  });
}

export function useOrganizationBilling(organization: string) {
  const { cloud } = useServices();
  return useSuspenseQuery({
    queryKey: [...organizationKey(organization), 'billing'],
    queryFn: ({ signal }) => cloud.getDashboardOrganizationBilling({ params: { organization }, signal }),
  }).data;
}
