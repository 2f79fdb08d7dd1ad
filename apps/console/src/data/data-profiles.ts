/** Data profiles that are measured: those that this tab has asked for are watched until they have ended. */
import type { CloudClient } from '@acacia/api-client';
import type { DataProfile, DataProfileEntry } from '@acacia/contract';
import { queryOptions, useQuery, type QueryClient } from '@tanstack/react-query';
import { pause } from '../services/pause.ts';

/** Milliseconds between polls of the specification (part 1, section 4.4). */
export const PROFILE_MS = 3_000;

export const profileKey = (workspaceId: string, graph: string | undefined) =>
  ['data-profile', workspaceId, graph] as const;

const pendingQuery = queryOptions({
  queryKey: ['data-profiles-pending'],
  queryFn: (): readonly DataProfileEntry[] => [],
  initialData: [],
  staleTime: Infinity,
});

const isSame = (one: DataProfileEntry, other: DataProfileEntry): boolean =>
  one.id === other.id && one.workspace_id === other.workspace_id;

/** Has a profile watched that was pending. */
export function watchProfile(queryClient: QueryClient, entry: DataProfileEntry): void {
  queryClient.setQueryData(pendingQuery.queryKey, (pending = []) =>
    pending.some((each) => isSame(each, entry)) ? pending : [...pending, entry],
  );
}

/** Puts the outcome of a profile where it is shown, and ends its watch. */
export function endProfile(queryClient: QueryClient, began: DataProfileEntry, now?: DataProfileEntry): void {
  queryClient.setQueryData(pendingQuery.queryKey, (pending) =>
    pending?.filter((each) => !isSame(each, began)),
  );
  const key = profileKey(began.workspace_id, began.id);
  if (now === undefined) void queryClient.invalidateQueries({ queryKey: key });
  else queryClient.setQueryData(key, now);
}

export const usePendingProfiles = (): readonly DataProfileEntry[] => useQuery(pendingQuery).data;

interface Place {
  readonly workgroup_id: string;
  readonly workspace_id: string;
}

/** Waits until a profile is measured. @throws Error when it cannot be */
export async function measuredProfile(
  { cloud }: { readonly cloud: CloudClient },
  params: Place & { readonly id: string },
  signal: AbortSignal,
): Promise<DataProfile> {
  for (;;) {
    const { profile, cache_status, cache_error } = await cloud.getDataProfile({ params, signal });
    if (profile !== null) return profile;
    if (cache_status === 'failed') throw new Error(cache_error);
    await pause(PROFILE_MS, signal);
    signal.throwIfAborted();
  }
}
