/** Sizes with their prices in a region. */
import type { Platform } from '@acacia/contract';
import { useQuery } from '@tanstack/react-query';
import { useServices } from '../app/services.ts';

export function useWorkspaceTypes(platform: Platform, region: string) {
  const { cloud } = useServices();
  return useQuery({
    queryKey: ['workspace-types', platform, region],
    queryFn: ({ signal }) => cloud.listWorkspaceTypes({ query: { platform, region }, signal }),
    staleTime: 300_000,
  });
}
