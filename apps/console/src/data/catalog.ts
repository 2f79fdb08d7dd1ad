/** Regions, sizes and versions to choose from. */
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useServices, type Services } from '../services/services.ts';

export const catalogQuery = ({ cloud }: Pick<Services, 'cloud'>) =>
  queryOptions({
    queryKey: ['catalog'],
    queryFn: ({ signal }) => cloud.getWorkspaceMeta({ signal }),
    staleTime: 300_000,
  });

/** The catalogue as far as it is known: names of regions are an addition. */
export function useKnownCatalog() {
  return useQuery(catalogQuery(useServices())).data;
}
