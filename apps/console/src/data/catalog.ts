/** Regions, sizes and versions to choose from. */
import { useQuery } from '@tanstack/react-query';
import { useServices } from '../services/services.ts';

export function useCatalog() {
  const { cloud } = useServices();
  return useQuery({
    queryKey: ['catalog'],
    queryFn: ({ signal }) => cloud.getWorkspaceMeta({ signal }),
    staleTime: 300_000,
  });
}
