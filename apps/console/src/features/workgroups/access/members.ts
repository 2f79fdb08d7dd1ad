/** Calls about members and their roles. */
import type { Member } from '@acacia/contract';
import { queryOptions, useMutation, useQuery } from '@tanstack/react-query';
import { useServices, type Services } from '../../../services/services.ts';
import { FOLLOWED } from '../../../data/changes.ts';
import { usersQuery } from '../../../data/users.ts';

export interface Place {
  readonly workgroup_id: string;
  /** Null: the workgroup itself. */
  readonly workspace_id: string | null;
}

const keyOf = ({ workgroup_id, workspace_id }: Place) => ['members', workgroup_id, workspace_id] as const;

export function membersQuery({ cloud }: Pick<Services, 'cloud'>, place: Place) {
  const { workgroup_id, workspace_id } = place;
  return queryOptions({
    queryKey: keyOf(place),
    queryFn: ({ signal }) =>
      workspace_id === null
        ? cloud.listWorkgroupMembers({ params: { workgroup_id }, signal })
        : cloud.listWorkspaceMembers({ params: { workgroup_id, workspace_id }, signal }),
    meta: FOLLOWED,
  });
}

/** People of the organisation to choose from. */
export const useUsers = () => useQuery(usersQuery(useServices()));

export type GivenRole = 'workgroup-admins' | 'workspace-admins' | 'workspace-users';

/** Roles that can be given at a place. */
export const rolesAt = ({ workspace_id }: Place): readonly [GivenRole, ...GivenRole[]] =>
  workspace_id === null ? ['workgroup-admins'] : ['workspace-users', 'workspace-admins'];

/** The role stands in the list at once; it is put back when the call fails. */
export function useSetRole(place: Place) {
  const { cloud, queryClient } = useServices();
  const { workgroup_id, workspace_id } = place;
  const queryKey = keyOf(place);
  const show = (email: string, role: Member['role']): void => {
    const database_role = role === 'workspace-users' ? 'globalobserver' : 'superuser';
    queryClient.setQueryData<Member[]>(queryKey, (members) =>
      members?.map((member) => (member.email === email ? { ...member, role, database_role } : member)),
    );
  };
  return useMutation({
    mutationFn: ({ email, role }: { readonly email: string; readonly role: GivenRole }) => {
      if (role === 'workgroup-admins') {
        return cloud.setWorkgroupRole({ params: { workgroup_id }, body: { email, role } });
      }
      const params = { workgroup_id, workspace_id: workspace_id ?? '' };
      return cloud.setWorkspaceRole({ params, body: { email, role } });
    },
    onMutate: async ({ email, role }) => {
      await queryClient.cancelQueries({ queryKey });
      const members = queryClient.getQueryData<Member[]>(queryKey);
      const before = members?.find((member) => member.email === email)?.role;
      show(email, role);
      return { before };
    },
    onError: (_, { email }, shown) => {
      if (shown?.before !== undefined) show(email, shown.before);
    },
    // An admin of the workgroup is a member of each of its workspaces too.
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['members', workgroup_id] }),
  });
}

export function useRemoveRole({ workgroup_id, workspace_id }: Place) {
  const { cloud, queryClient } = useServices();
  return useMutation({
    mutationFn: ({ user_id }: Member) =>
      workspace_id === null
        ? cloud.removeWorkgroupRole({ params: { workgroup_id, user_id } })
        : cloud.removeWorkspaceRole({ params: { workgroup_id, workspace_id, user_id } }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['members', workgroup_id] }),
  });
}
