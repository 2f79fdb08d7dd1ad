/** Watches data profiles that this tab has asked for while they are measured. */
import { t } from '@acacia/texts';
import type { DataProfileEntry } from '@acacia/contract';
import { toast } from '@acacia/ui';
import { endProfile, PROFILE_MS, usePendingProfiles } from '../../data/data-profiles.ts';
import { idsOf } from '../../data/workspaces.ts';
import { useServices } from '../../services/services.ts';
import { useTabAction } from './useTabAction.ts';
import { useWatch } from './useWatch.ts';

const isPending = ({ cache_status }: DataProfileEntry): boolean => cache_status === 'pending';

/** As the specification writes them. */
const READY = t`Data profile Ready`;
const FAILED = t`Data profile Failed`;

export function ProfileWatchers({ connected }: { readonly connected: boolean }) {
  return usePendingProfiles().map((began) => (
    <ProfileWatch key={`${began.workspace_id} ${began.id}`} began={began} connected={connected} />
  ));
}

interface ProfileWatchProps {
  readonly began: DataProfileEntry;
  readonly connected: boolean;
}

function ProfileWatch({ began, connected }: ProfileWatchProps) {
  const { cloud, queryClient } = useServices();
  const tabAction = useTabAction();
  const { id, workgroup_id, workspace_id } = began;
  const tell = ({ cache_status, cache_error, workspace_name }: DataProfileEntry): void => {
    const search = { tab: 'dataprofiles', space_id: workspace_id, graph_name: id } as const;
    const action = tabAction(t`View data profile`, workgroup_id, search);
    const options = { action, autoClose: false } as const;
    if (cache_status === 'success')
      toast.success(t`Data profile on ${workspace_name} is ready.`, { ...options, title: READY });
    else toast.error(cache_error, { ...options, title: FAILED });
  };
  useWatch({
    queryKey: ['profile', workspace_id, id],
    workspaceId: workspace_id,
    read: (signal) => cloud.getDataProfile({ params: { ...idsOf(began), id }, signal }),
    isPending,
    everyMs: PROFILE_MS,
    connected,
    onSettled: (now) => {
      endProfile(queryClient, began, now);
      tell(now);
    },
    onLost: () => endProfile(queryClient, began),
  });
  return null;
}
