/** Acquires the first workspace and waits until it is Active (specification part 1, sections 4.3 and 8). */
import { said, t } from '@acacia/texts';
import { IN_PROGRESS, type Workspace } from '@acacia/contract';
import { skipToken, useQuery } from '@tanstack/react-query';
import { createContext, use } from 'react';
import { FOLLOWED } from '../../data/changes.ts';
import { tasksQuery } from '../../data/onboarding.ts';
import { workgroupKeys } from '../../data/workgroups.ts';
import { useServices } from '../../services/services.ts';

/** Whether the cloud tells the onboarding of changes. */
export const Connected = createContext(false);

/** Milliseconds between two looks while no events come, and while each event brings one by itself. */
const POLL_MS = 1000;
const RESTING_MS = 30_000;
const MOST_MS = 600_000;

const KEY = 'first-workspace';

interface FirstWorkspace {
  /** The workspace, once it is Active. */
  readonly workspace: Workspace | undefined;
  readonly error: Error | null;
  readonly retry: () => void;
}

/** Why the workspace will not become Active by itself; undefined: it is on its way. */
function standstill({ status, err_message }: Workspace): string | undefined {
  if (IN_PROGRESS.has(status)) return undefined;
  return err_message === '' ? t`It is ${said(status)}: nothing can be asked of it now.` : said(err_message);
}

/**
 * @param sample with the sample for newcomers in it, where it is made by this call
 * @param may whether the person may have one made; nothing is asked otherwise
 */
export function useFirstWorkspace(sample: boolean, may: boolean): FirstWorkspace {
  const { cloud, queryClient } = useServices();
  const connected = use(Connected);
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: [KEY],
    queryFn: async ({ signal }) => {
      const query = sample ? { sample: 'true' as const } : {};
      const { workgroup_id } = await cloud.acquireWorkgroup({ query, signal });
      return { workgroup_id, until: Date.now() + MOST_MS };
    },
    enabled: may,
    staleTime: Infinity,
    gcTime: 0,
  });
  const look = async (acquired: NonNullable<typeof data>, signal: AbortSignal): Promise<Workspace | null> => {
    const { workgroup_id, until } = acquired;
    const { workspaces } = await cloud.getWorkgroup({ params: { workgroup_id }, signal });
    const first = workspaces.toSorted((a, b) => a.created_at.localeCompare(b.created_at))[0];
    if (first?.status === 'Active') {
      await queryClient.invalidateQueries({ queryKey: workgroupKeys.all });
      await queryClient.invalidateQueries({ queryKey: tasksQuery({ cloud }).queryKey });
      return first;
    }
    const why = first === undefined ? undefined : standstill(first);
    if (why !== undefined) throw new Error(why);
    if (Date.now() >= until) throw new Error(t`workspace did not become active in time.`);
    return null;
  };
  const looked = useQuery({
    queryKey: [KEY, data?.until],
    queryFn: data === undefined ? skipToken : ({ signal }) => look(data, signal),
    meta: FOLLOWED,
    gcTime: 0,
    refetchInterval: ({ state }) => {
      if (state.error !== null || (state.data !== undefined && state.data !== null)) return false;
      if (!connected) return POLL_MS;
      // The last look comes when the time is over.
      return Math.min(RESTING_MS, Math.max(POLL_MS, (data?.until ?? 0) - Date.now()));
    },
  });
  return {
    workspace: looked.data ?? undefined,
    error: isFetching ? null : (error ?? looked.error),
    retry: () => void refetch(),
  };
}
