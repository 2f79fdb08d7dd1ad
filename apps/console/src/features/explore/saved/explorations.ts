/** The saved explorations of a workspace, and the comments on one. */
import { queryOptions } from '@tanstack/react-query';
import { FOLLOWED } from '../../../data/changes.ts';
import type { Services } from '../../../services/services.ts';

export interface WorkspaceIds {
  readonly workgroup_id: string;
  readonly workspace_id: string;
}

/** The list is read again in any case after so many milliseconds. */
const LIST_MS = 20_000;

export const explorationKeys = {
  all: (workspaceId: string) => ['explorations', workspaceId] as const,
  comments: (workspaceId: string, id: string) => ['explorations', workspaceId, 'comments', id] as const,
  shares: (workspaceId: string, id: string) => ['explorations', workspaceId, 'shares', id] as const,
  styles: (workspaceId: string, graph: string) => ['exploration-styles', workspaceId, graph] as const,
};

export const explorationsQuery = ({ cloud }: Pick<Services, 'cloud'>, params: WorkspaceIds) =>
  queryOptions({
    queryKey: [...explorationKeys.all(params.workspace_id), 'list'],
    queryFn: ({ signal }) => cloud.listExplorations({ params, signal }),
    refetchInterval: LIST_MS,
    meta: FOLLOWED,
  });

export const commentsQuery = ({ cloud }: Pick<Services, 'cloud'>, params: WorkspaceIds, id: string) =>
  queryOptions({
    queryKey: explorationKeys.comments(params.workspace_id, id),
    queryFn: ({ signal }) =>
      cloud.listExplorationComments({ params: { ...params, exploration_id: id }, signal }),
    refetchInterval: LIST_MS,
    meta: FOLLOWED,
  });

/** The person's own styles of a graph; null: they have none. */
export const ownStylesQuery = ({ cloud }: Pick<Services, 'cloud'>, params: WorkspaceIds, graph: string) =>
  queryOptions({
    queryKey: explorationKeys.styles(params.workspace_id, graph),
    queryFn: ({ signal }) => cloud.getExplorationStyles({ params: { ...params, graph }, signal }),
    staleTime: Infinity,
  });
