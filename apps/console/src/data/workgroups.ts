/** Workgroups with their databases and workspaces, kept current while the page is looked at. */
import type { Database, Workgroup, Workspace } from '@acacia/contract';
import { queryOptions, useMutation, useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useServices, type Services } from '../services/services.ts';
import { FOLLOWED } from './changes.ts';

/** Refetch times of the specification (part 1, section 4.5). Workspaces in progress are watched by themselves (shell/watchers). */
const LIST_MS = 90_000;
const DETAIL_MS = 15_000;

export const workgroupKeys = {
  all: ['workgroups'] as const,
  list: ['workgroups', 'list'] as const,
  detail: (id: string) => ['workgroups', 'detail', id] as const,
};

export const workgroupsQuery = ({ cloud }: Pick<Services, 'cloud'>) =>
  queryOptions({
    queryKey: workgroupKeys.list,
    queryFn: ({ signal }) => cloud.listWorkgroups({ signal }),
    meta: FOLLOWED,
    refetchInterval: LIST_MS,
  });

/** Suspends until the list is fetched. */
export const useWorkgroups = (): readonly Workgroup[] =>
  useSuspenseQuery(workgroupsQuery(useServices())).data;

/** The list as far as it is known: none until it is fetched. */
export function useKnownWorkgroups(): readonly Workgroup[] {
  return useQuery(workgroupsQuery(useServices())).data ?? NONE;
}
const NONE: readonly Workgroup[] = [];

export const workgroupQuery = ({ cloud }: Pick<Services, 'cloud'>, id: string) =>
  queryOptions({
    queryKey: workgroupKeys.detail(id),
    queryFn: ({ signal }) => cloud.getWorkgroup({ params: { workgroup_id: id }, signal }),
    meta: FOLLOWED,
    refetchInterval: DETAIL_MS,
  });

/** One workgroup; suspends until it is fetched. */
export const useWorkgroup = (id: string): Workgroup =>
  useSuspenseQuery(workgroupQuery(useServices(), id)).data;

/** All workspaces of workgroups, newest first. */
export const workspacesOf = (groups: readonly Workgroup[]): readonly Workspace[] =>
  groups.flatMap((group) => group.workspaces).sort((a, b) => b.created_at.localeCompare(a.created_at));

/** All workspaces that the person can see, newest first; suspends until they are fetched. */
export function useWorkspaces(): readonly Workspace[] {
  const groups = useWorkgroups();
  return useMemo(() => workspacesOf(groups), [groups]);
}

interface WorkgroupChange {
  readonly workgroup_name?: string;
  readonly enable_application_log?: boolean;
}

export function useUpdateWorkgroup(id: string) {
  const { cloud, queryClient } = useServices();
  return useMutation({
    mutationFn: (body: WorkgroupChange) => cloud.updateWorkgroup({ params: { workgroup_id: id }, body }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: workgroupKeys.all }),
  });
}

export function useDeleteWorkgroup() {
  const { cloud, queryClient } = useServices();
  return useMutation({
    mutationFn: (id: string) => cloud.deleteWorkgroup({ params: { workgroup_id: id } }),
    onSuccess: (_, id) => {
      queryClient.setQueryData<Workgroup[]>(workgroupKeys.list, (groups) =>
        groups?.filter((group) => group.workgroup_id !== id),
      );
      return queryClient.invalidateQueries({ queryKey: workgroupKeys.list });
    },
  });
}

/** Drops a deleted workgroup from the cache, once its page is left: until then the page shows it. */
export function useForgetWorkgroup(): (id: string) => void {
  const { queryClient } = useServices();
  return (id) => queryClient.removeQueries({ queryKey: workgroupKeys.detail(id) });
}

export function useRenameDatabase(database: Database) {
  const { cloud, queryClient } = useServices();
  const { workgroup_id, database_id } = database;
  return useMutation({
    mutationFn: (name: string) =>
      cloud.updateDatabase({ params: { workgroup_id, database_id }, body: { tg_database_name: name } }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: workgroupKeys.all }),
  });
}

export function useDeleteDatabase() {
  const { cloud, queryClient } = useServices();
  return useMutation({
    mutationFn: ({ workgroup_id, database_id }: Database) =>
      cloud.deleteDatabase({ params: { workgroup_id, database_id } }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: workgroupKeys.all }),
  });
}
