/** Why the person's address keeps them from a workspace's data (specification part 2, sections 6 and 8). */
import { t } from '@acacia/texts';
import { blockedFromWorkspace, type Workspace } from '@acacia/contract';
import { useQuery } from '@tanstack/react-query';
import { useServices } from '../services/services.ts';

/**
 * Why the workspace's data cannot be reached; undefined while they can be. The person's address is only requested when
 * they cannot.
 */
export function useBlocked(workspace: Workspace): string | undefined {
  const { cloud } = useServices();
  const { workgroup_id, canAccess } = workspace;
  const { data } = useQuery({
    queryKey: ['current-ip', workgroup_id],
    queryFn: ({ signal }) => cloud.getCurrentIp({ params: { workgroup_id }, signal }),
    enabled: !canAccess,
    staleTime: 30_000,
  });
  if (canAccess) return undefined;
  return data?.allowed === false
    ? blockedFromWorkspace(data.ip)
    : t`You are not allowed to access this workspace`;
}
