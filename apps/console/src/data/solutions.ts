/** Solutions: the catalogue, the contents of each, and those installed in the workspaces of a workgroup. */
import type { CloudInput } from '@acacia/api-client';
import {
  SOLUTION_PENDING,
  type SolutionCatalogEntry,
  type SolutionInstance,
  type Workspace,
} from '@acacia/contract';
import { language } from '@acacia/texts';
import { queryOptions, useMutation, useQueries, useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useServices, type Services } from '../services/services.ts';
import { FOLLOWED } from './changes.ts';
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

/** Solutions that can be installed. */
export const solutionCatalogQuery = ({ cloud }: Pick<Services, 'cloud'>) =>
  queryOptions({
    queryKey: solutionKeys.catalog,
    queryFn: ({ signal }) => cloud.listSolutionCatalog({ signal }),
    staleTime: 300_000,
  });

/** The catalogue as far as it is known: none until it is fetched. */
export function useKnownSolutions(): readonly SolutionCatalogEntry[] {
  return useQuery(solutionCatalogQuery(useServices())).data ?? NONE;
}
const NONE: readonly SolutionCatalogEntry[] = [];

/** Guide, schema, loading job and queries of a solution, as texts; suspends until they are fetched. */
export function useSolutionMeta(id: string) {
  const { cloud } = useServices();
  return useSuspenseQuery({
    queryKey: solutionKeys.meta(id),
    queryFn: ({ signal }) =>
      cloud.getSolutionMeta({ params: { solution_catalog_id: id }, query: { language }, signal }),
    staleTime: 300_000,
  }).data;
}

const solutionsQuery = ({ cloud }: Pick<Services, 'cloud'>, workgroupId: string) =>
  queryOptions({
    queryKey: solutionKeys.list(workgroupId),
    queryFn: ({ signal }) => cloud.listSolutions({ query: { workgroup_id: workgroupId }, signal }),
    meta: FOLLOWED,
    refetchInterval: ({ state }) => (state.data?.some(isPending) === true ? PENDING_MS : RESTING_MS),
  });

/** Installed solutions of several workgroups, as far as they are known. */
export function useSolutionsOf(workgroupIds: readonly string[]): readonly SolutionInstance[] {
  const services = useServices();
  return useQueries({
    queries: workgroupIds.map((id) => solutionsQuery(services, id)),
    combine: allData,
  });
}
const allData = (results: readonly { readonly data: readonly SolutionInstance[] | undefined }[]) =>
  results.flatMap(({ data = [] }) => data);

/** Installed solutions of a workgroup. The end of an operation changes the actions that its workspace allows. */
export function useSolutions(workgroupId: string) {
  const services = useServices();
  const { queryClient } = services;
  const query = useQuery(solutionsQuery(services, workgroupId));
  const pending = query.data?.filter(isPending).length ?? 0;
  const before = useRef(pending);
  useEffect(() => {
    if (pending < before.current) void queryClient.invalidateQueries({ queryKey: workgroupKeys.all });
    before.current = pending;
  }, [pending, queryClient]);
  return query;
}

/** Key of the installations that were begun in this tab, which no list may have shown yet. */
const BEGUN = ['solutions-begun'] as const;

const begunQuery = queryOptions({
  queryKey: BEGUN,
  queryFn: (): readonly SolutionInstance[] => [],
  initialData: [],
  staleTime: Infinity,
});

/** Installations that were begun in this tab, and a function that forgets one. */
export function useBegunSolutions(): readonly [readonly SolutionInstance[], (id: string) => void] {
  const { queryClient } = useServices();
  const { data } = useQuery(begunQuery);
  const forget = (id: string): void =>
    void queryClient.setQueryData(begunQuery.queryKey, (begun) => begun?.filter((each) => each.id !== id));
  return [data, forget];
}

type Install = CloudInput<'installSolution'>['body'];

export function useInstallSolution() {
  const { cloud, queryClient } = useServices();
  return useMutation({
    mutationFn: ({ workspace, body }: { readonly workspace: Workspace; readonly body: Install }) =>
      cloud.installSolution({ params: idsOf(workspace), body }),
    onSuccess: (instance) => {
      queryClient.setQueryData(begunQuery.queryKey, (begun = []) => [...begun, instance]);
    },
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
