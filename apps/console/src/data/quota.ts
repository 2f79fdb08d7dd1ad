/** Quotas of the organisation. */
import { memoryQuotaRefusal, type OrgQuota, type Workspace, type WorkspaceType } from '@acacia/contract';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useServices, type Services } from '../services/services.ts';
import { FOLLOWED } from './changes.ts';

export const quotaQuery = ({ cloud }: Pick<Services, 'cloud'>) =>
  queryOptions({
    queryKey: ['quota'],
    queryFn: ({ signal }) => cloud.getQuota({ signal }),
    staleTime: 60_000,
    meta: FOLLOWED,
  });

/** The quotas as far as they are known: the server checks them anyway. */
export function useKnownQuota(): OrgQuota | undefined {
  return useQuery(quotaQuery(useServices())).data;
}

/** GiB that a workspace of a size takes, over all its copies. */
const memoryOf = (size: WorkspaceType, ha: boolean): number =>
  ha ? size.memory_with_ha : Number(size.memory);

/** Why a new workspace of a size takes more memory than is left; null when it does not. */
export const memoryRefusal = (size: WorkspaceType, ha: boolean, quota: OrgQuota): string | null =>
  memoryQuotaRefusal(memoryOf(size, ha), 0, quota.memory_usage, quota.memory_limit);

/** Why another size, or other replicas, of a workspace would take more memory than is left; null when not. */
export function resizeRefusal(
  workspace: Workspace,
  size: WorkspaceType,
  ha: boolean,
  quota: OrgQuota,
): string | null {
  const own = memoryOf(workspace.workspace_type, workspace.enable_ha);
  return memoryQuotaRefusal(memoryOf(size, ha), own, quota.memory_usage - own, quota.memory_limit);
}
