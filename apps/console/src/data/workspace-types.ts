/** Sizes with their prices in a region. */
import { t } from '@acacia/texts';
import type { Platform, WorkspaceType } from '@acacia/contract';
import { queryOptions } from '@tanstack/react-query';
import type { Services } from '../services/services.ts';

/** `TG-1 · 2 CPU · 16 GB`: a size wherever it stands in one line. */
export const sizeText = ({
  typeName,
  cpu,
  memory,
}: Pick<WorkspaceType, 'typeName' | 'cpu' | 'memory'>): string => t`${typeName} · ${cpu} CPU · ${memory} GB`;

interface Place {
  readonly platform: Platform;
  readonly region: string;
  readonly cloud_provider_id: string;
}

export const workspaceTypesQuery = (
  { cloud }: Pick<Services, 'cloud'>,
  { platform, region, cloud_provider_id }: Place,
) =>
  queryOptions({
    queryKey: ['workspace-types', platform, region, cloud_provider_id],
    queryFn: ({ signal }) =>
      cloud.listWorkspaceTypes({ query: { platform, region, cloud_provider_id }, signal }),
    staleTime: 300_000,
  });
