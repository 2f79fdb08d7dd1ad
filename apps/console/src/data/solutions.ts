/** Solutions: the catalogue, the contents of each, and those installed in the workspaces of a workgroup. */
import type { CloudInput } from '@acacia/api-client';
import {
  SOLUTION_PENDING,
  type SolutionCatalogEntry,
  type SolutionInstance,
  type Workspace,
} from '@acacia/contract';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useServices } from '../services/services.ts';
import { workgroupKeys } from './workgroups.ts';
import { idsOf } from './workspaces.ts';

/** Milliseconds between polls while a solution is in progress, and otherwise. */
const PENDING_MS = 1_500;
const RESTING_MS = 30_000;

const solutionKeys = {
  all: ['solutions'] as const,
  catalog: ['solutions', 'catalog'] as const,
  meta: (id: string) => ['solutions', 'meta', id] as const,
  list: (workgroupId: string) => ['solutions', 'list', workgroupId] as const,
};

export const isPending = ({ solution_status }: Pick<SolutionInstance, 'solution_status'>): boolean =>
  SOLUTION_PENDING.has(solution_status);

const isThere = (catalog: readonly SolutionCatalogEntry[]): SolutionCatalogEntry[] =>
  catalog.filter(({ unavailable_reason }) => unavailable_reason === '');

/** Solutions that can be installed; those of later releases are not shown anywhere. */
export function useSolutionCatalog() {
  const { cloud } = useServices();
  return useQuery({
    queryKey: solutionKeys.catalog,
    queryFn: ({ signal }) => cloud.listSolutionCatalog({ signal }),
    select: isThere,
    staleTime: 300_000,
  });
}

/** Schema, loading job and queries of a solution, as texts. */
export function useSolutionMeta(id: string) {
  const { cloud } = useServices();
  return useQuery({
    queryKey: solutionKeys.meta(id),
    queryFn: ({ signal }) => cloud.getSolutionMeta({ params: { solution_catalog_id: id }, signal }),
    staleTime: 300_000,
  });
}

/** Installed solutions of a workgroup. The end of an operation changes the actions that its workspace allows. */
export function useSolutions(workgroupId: string) {
  const { cloud, queryClient } = useServices();
  const query = useQuery({
    queryKey: solutionKeys.list(workgroupId),
    queryFn: ({ signal }) => cloud.listSolutions({ query: { workgroup_id: workgroupId }, signal }),
    refetchInterval: ({ state }) => (state.data?.some(isPending) === true ? PENDING_MS : RESTING_MS),
  });
  const pending = query.data?.filter(isPending).length ?? 0;
  const before = useRef(pending);
  useEffect(() => {
    if (pending < before.current) void queryClient.invalidateQueries({ queryKey: workgroupKeys.all });
    before.current = pending;
  }, [pending, queryClient]);
  return query;
}

type Install = CloudInput<'installSolution'>['body'];

export function useInstallSolution() {
  const { cloud, queryClient } = useServices();
  return useMutation({
    mutationFn: ({ workspace, body }: { readonly workspace: Workspace; readonly body: Install }) =>
      cloud.installSolution({ params: idsOf(workspace), body }),
    onSettled: () =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey: solutionKeys.all }),
        queryClient.invalidateQueries({ queryKey: workgroupKeys.all }),
      ]),
  });
}

export function useUninstallSolution() {
  const { cloud, queryClient } = useServices();
  return useMutation({
    mutationFn: (instance: SolutionInstance) =>
      cloud.uninstallSolution({ params: { ...idsOf(instance), solution_id: instance.id } }),
    onSettled: () =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey: solutionKeys.all }),
        queryClient.invalidateQueries({ queryKey: workgroupKeys.all }),
      ]),
  });
}
