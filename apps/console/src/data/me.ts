/** The signed-in person, their organisation, and the permissions of their roles. */
import { can, NO_CREATE_RIGHT, type Permission, type Scope, type User } from '@acacia/contract';
import { queryOptions, useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { useServices, type Services } from '../services/services.ts';
import { FOLLOWED } from './changes.ts';

export const meQuery = ({ cloud }: Pick<Services, 'cloud'>) =>
  queryOptions({
    queryKey: ['me'],
    queryFn: ({ signal }) => cloud.getMe({ signal }),
    staleTime: 60_000,
    meta: FOLLOWED,
  });

/** The signed-in person, whom the shell's route has loaded. */
export const useMe = (): User => useSuspenseQuery(meQuery(useServices())).data;

export function useOrganization() {
  const { cloud } = useServices();
  return useQuery({
    queryKey: ['organization'],
    queryFn: ({ signal }) => cloud.getMyOrganization({ signal }),
    staleTime: 60_000,
  });
}

/** Asks the contract's policy. */
export function useCan(): (permission: Permission, scope?: Scope) => boolean {
  const { roles } = useMe();
  return (permission, scope) => can(roles, permission, scope);
}

const DENIED: Partial<Record<Permission, string>> = {
  'workgroup.create': NO_CREATE_RIGHT,
  'workspace.create': NO_CREATE_RIGHT,
  'workspace.resume': 'Only an administrator of the workspace can resume it.',
};

/** Why the person may not do it; undefined when they may. */
export function useDenied(): (permission: Permission, scope?: Scope) => string | undefined {
  const allowed = useCan();
  return (permission, scope) =>
    allowed(permission, scope)
      ? undefined
      : (DENIED[permission] ?? "Your roles do not allow this. Ask your workgroup's administrator.");
}
