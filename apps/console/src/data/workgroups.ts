/** Workgroups with their databases and workspaces, kept current while the page is looked at. */
import { IN_PROGRESS, type Database, type Workgroup, type Workspace } from '@acacia/contract';
import { queryOptions, useMutation, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useServices, type Services } from '../services/services.ts';

/** Refetch times of the specification (part 1, section 4.5), and a short one while something is under way. */
const LIST_MS = 90_000;
const DETAIL_MS = 15_000;
const UNDER_WAY_MS = 1_500;

const underWay = (groups: readonly Workgroup[]): boolean =>
  groups.some((group) => group.workspaces.some((workspace) => IN_PROGRESS.has(workspace.status)));

export const workgroupKeys = {
  all: ['workgroups'] as const,
  list: ['workgroups', 'list'] as const,
  detail: (id: string) => ['workgroups', 'detail', id] as const,
};

const workgroupsQuery = ({ cloud }: Pick<Services, 'cloud'>) =>
  queryOptions({
    queryKey: workgroupKeys.list,
    queryFn: ({ signal }) => cloud.listWorkgroups({ signal }),
    refetchInterval: (query) => (underWay(query.state.data ?? []) ? UNDER_WAY_MS : LIST_MS),
  });

export function useWorkgroups() {
  return useQuery(workgroupsQuery(useServices()));
}

/** One workgroup; until it is fetched, its entry in the list is shown. */
export function useWorkgroup(id: string) {
  const { cloud, queryClient } = useServices();
  const known = queryClient
    .getQueryData<Workgroup[]>(workgroupKeys.list)
    ?.find((group) => group.workgroup_id === id);
  return useQuery({
    queryKey: workgroupKeys.detail(id),
    queryFn: ({ signal }) => cloud.getWorkgroup({ params: { workgroup_id: id }, signal }),
    refetchInterval: (query) =>
      query.state.data !== undefined && underWay([query.state.data]) ? UNDER_WAY_MS : DETAIL_MS,
    placeholderData: known,
  });
}

interface Workspaces {
  /** undefined until they have been fetched. */
  readonly workspaces: readonly Workspace[] | undefined;
  readonly error: Error | null;
  readonly refetch: () => void;
}

/** All workspaces that the person can see, newest first. */
export function useWorkspaces(): Workspaces {
  const { data, error, refetch } = useWorkgroups();
  const workspaces = useMemo(
    () => data?.flatMap((group) => group.workspaces).sort((a, b) => b.created_at.localeCompare(a.created_at)),
    [data],
  );
  return { workspaces, error: data === undefined ? error : null, refetch: () => void refetch() };
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
      queryClient.removeQueries({ queryKey: workgroupKeys.detail(id) });
      queryClient.setQueryData<Workgroup[]>(workgroupKeys.list, (groups) =>
        groups?.filter((group) => group.workgroup_id !== id),
      );
      return queryClient.invalidateQueries({ queryKey: workgroupKeys.list });
    },
  });
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
