/** Why no workspace can be created in a workgroup (specification part 2, sections 4 and 6). */
import { said, t } from '@acacia/texts';
import { PROVIDER_UNAVAILABLE, workspaceQuotaRefusal, type OrgQuota, type Workgroup } from '@acacia/contract';
import { useDenied } from '../../data/me.ts';
import { useKnownQuota } from '../../data/quota.ts';

/** Why the organisation may have no workspace more, of either kind. */
export function quotaRefusal(quota: OrgQuota): string | undefined {
  const { rw_workspace_count_usage, rw_workspace_count_limit } = quota;
  const writing = workspaceQuotaRefusal(true, rw_workspace_count_usage, rw_workspace_count_limit);
  const reading = workspaceQuotaRefusal(
    false,
    quota.ro_workspace_count_usage,
    quota.ro_workspace_count_limit,
  );
  if (writing !== null && reading !== null) return writing;
  if (quota.memory_usage < quota.memory_limit) return undefined;
  return t`Your organization's quota is ${quota.memory_limit} GiB of memory over all workspaces, and all of it is taken. Please contact sales to request an upgrade.`;
}

/** undefined while one can be created. */
export function useCreateRefusal({ workgroup_id, cloud_provider_status }: Workgroup): string | undefined {
  const denied = useDenied();
  const quota = useKnownQuota();
  const byRole = denied('workspace.create', { workgroup_id });
  if (byRole !== undefined) return byRole;
  if (cloud_provider_status !== 'Active') return said(PROVIDER_UNAVAILABLE);
  return quota === undefined ? undefined : quotaRefusal(quota);
}
