/** Calls of the Users page. */
import type { CloudInput } from '@acacia/api-client';
import type { ListedUser, OrganizationRoleInApi } from '@acacia/contract';
import { queryOptions, useMutation } from '@tanstack/react-query';
import { usersQuery } from '../../data/users.ts';
import { useServices, type Services } from '../../services/services.ts';
import { sendCall } from '../../shell/copy-as/form-call.ts';
import { stepCall, type Step } from './permission-steps.ts';

export const unusedRolesQuery = ({ cloud }: Pick<Services, 'cloud'>, days: number) =>
  queryOptions({
    queryKey: ['users', 'unused-roles', days],
    queryFn: ({ signal }) => cloud.listUnusedRoles({ query: { days: String(days) }, signal }),
    // Changes of roles here have it read again; a drawing that takes its time has not.
    staleTime: 10_000,
  });

export interface Invitee {
  readonly email: string;
  readonly role: OrganizationRoleInApi;
}

/** Reads the people, and the roles shown elsewhere, again. */
const readAgain = ({ queryClient, cloud }: Services): Promise<unknown> =>
  Promise.all([
    queryClient.invalidateQueries({ queryKey: usersQuery({ cloud }).queryKey }),
    queryClient.invalidateQueries({ queryKey: ['members'] }),
  ]);

/** Input of the call that invites people. */
export const inviteInput = (invitees: readonly Invitee[]): CloudInput<'inviteUsers'> => ({
  query: { is_new_cloud: 'true' },
  body: { users: invitees.map(({ email, role }) => ({ email, roles: [role] })) },
});

export function useInvite() {
  const services = useServices();
  return useMutation({
    mutationFn: (invitees: readonly Invitee[]) => services.cloud.inviteUsers(inviteInput(invitees)),
    onSettled: () => readAgain(services),
  });
}

export function useResend(orgId: string) {
  const { cloud } = useServices();
  return useMutation({
    mutationFn: ({ email }: ListedUser) =>
      cloud.resendInvitation({
        params: { org_id: orgId },
        query: { is_new_cloud: 'true' },
        body: { email },
      }),
  });
}

export function useDelete() {
  const services = useServices();
  return useMutation({
    mutationFn: ({ userId }: ListedUser) => services.cloud.deleteUser({ params: { user_id: userId } }),
    onSettled: () => readAgain(services),
  });
}

/** Ends the sessions of a person. */
export function useSignOutUser() {
  const { cloud } = useServices();
  return useMutation({
    mutationFn: ({ userId }: ListedUser) => cloud.signOutUser({ params: { user_id: userId } }),
  });
}

/** Removes the second factors of a person who has lost them. */
export function useResetFactors() {
  const { cloud } = useServices();
  return useMutation({
    mutationFn: ({ userId }: ListedUser) => cloud.resetUserFactors({ params: { user_id: userId } }),
  });
}

/** Carries the steps out one after another; the first failure ends it, and the people are read again. */
export function useSavePermissions() {
  const services = useServices();
  return useMutation({
    mutationFn: async (steps: readonly Step[]) => {
      for (const step of steps) await sendCall(services.cloud, stepCall(step));
    },
    onSettled: () => readAgain(services),
  });
}
