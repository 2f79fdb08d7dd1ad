/** Calls about the users of a workspace alone. */
import type { CloudInput } from '@acacia/api-client';
import type { Workspace } from '@acacia/contract';
import { queryOptions, useMutation } from '@tanstack/react-query';
import { FOLLOWED } from '../../../data/changes.ts';
import { idsOf } from '../../../data/workspaces.ts';
import { useServices, type Services } from '../../../services/services.ts';

const keyOf = ({ workspace_id }: Workspace) => ['database-users', workspace_id] as const;

export const databaseUsersQuery = ({ cloud }: Pick<Services, 'cloud'>, workspace: Workspace) =>
  queryOptions({
    queryKey: keyOf(workspace),
    queryFn: ({ signal }) => cloud.listDbUsers({ params: idsOf(workspace), signal }),
    meta: FOLLOWED,
  });

export type DbUserChange = CloudInput<'createDbUser'>['body'];

/** Makes a user, or gives one that is there another password. */
export function useSaveDatabaseUser(workspace: Workspace, isNew: boolean) {
  const { cloud, queryClient } = useServices();
  const params = idsOf(workspace);
  return useMutation({
    mutationFn: (body: DbUserChange) =>
      isNew ? cloud.createDbUser({ params, body }) : cloud.updateDbUser({ params, body }),
    // After a failure as well: the user may have gone, or be there by another tab.
    onSettled: () => queryClient.invalidateQueries({ queryKey: keyOf(workspace) }),
  });
}

export function useDeleteDatabaseUser(workspace: Workspace) {
  const { cloud, queryClient } = useServices();
  return useMutation({
    mutationFn: (username: string) => cloud.deleteDbUser({ params: idsOf(workspace), body: { username } }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: keyOf(workspace) }),
  });
}
